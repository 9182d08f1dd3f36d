package construct

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// Tree returns the tree coterie of Agrawal and El Abbadi (1991) on the complete tree of the given
// height in which every node that is no leaf has degree children; height 0 is a single node. Nodes
// are numbered in breadth-first order, the root first. A quorum of a tree is its root
// and a quorum of the subtree of one child, or the union of quorums of the subtrees of all
// children; the quorum of a leaf is itself. There is no site assignment. The paper is cited for the
// binary trees, degree 2; higher degrees are the same recursion over larger wheels. (Neilsen and
// Mizuno 1992 also generalize tree coteries by composition, and prove theirs nondominated.)
//
// It exists for degree D >= 2 and height H >= 0 with n = 1 + D + ... + D^H = (D^{H+1}-1)/(D-1) <=
// quorum.MaxNodes (else the error is a *ParamError). With D = 1 the quorums would not be minimal.
// For the subtree of a node of height h, the number T_h of quorums and the responsibilities, inside
// that subtree, of its root and of a node whose responsibility in the subtree of a child is r, are
//
//	T_0 = 1,   T_h = D·T_{h-1} + T_{h-1}^D     (T_h = 2^{2^h} - 1 for D = 2),
//	root: D·T_{h-1} (1 for h = 0),             below: r·A_h with A_h = 1 + T_{h-1}^{D-1}.
//
// A smallest quorum has the H+1 nodes of a path from the root to a leaf; a largest one has all D^H
// leaves. Quorums come in the order of the definition: those with the root by child, then the
// others, each in the order of the quorums below.
//
// A node at level l < H, the root at level 0, is in A_H·A_{H-1}···A_{H-l+1}·D·T_{H-l-1} quorums, a
// leaf in A_H···A_1: parents of leaves are in the most, the root in the fewest, except that leaves
// have 2 <= D for H = 1. The coterie is nondominated. Equal effort and equal responsibility hold
// for the single node and for H = 1, D = 2, the majority of three, and for no other.
//
// The number of quorums is doubly exponential in the height; from H = 5 on there are more than
// quorum.DefaultMaxQuorums for any degree, and they are not listed.
//
// D. Agrawal and A. El Abbadi, An efficient and fault-tolerant solution for distributed mutual
// exclusion, ACM Trans. Comput. Syst. 9(1), 1991, pages 1-20, doi:10.1145/103727.103728.
//
// Proof: docs/theorems/trees.md.
func Tree(height, degree int) (quorum.Known, error) {
	return treeFamily().built(treePlan(height, degree))
}

// treeNodes returns 1 + D + ... + D^height; ok is false if that is more than quorum.MaxNodes.
func treeNodes(height, degree int) (n int, ok bool) {
	n = 1
	for range height {
		n = n*degree + 1
		if n > quorum.MaxNodes {
			return 0, false
		}
	}
	return n, true
}

func treePlan(height, degree int) (*plan, error) {
	if err := checkRange("tree", "degree", degree, 2, quorum.MaxNodes-1); err != nil {
		return nil, err
	}
	highest := 0
	for n := degree + 1; n <= quorum.MaxNodes; n = n*degree + 1 {
		highest++
	}
	if height < 0 || height > highest {
		return nil, outOfRange("tree", "height", height, fmt.Sprintf("0..%d for degree %d", highest, degree))
	}
	n, _ := treeNodes(height, degree)
	leaves := n - (n-1)/degree
	settings := []setting{intSetting("height", height)}
	if degree != 2 {
		settings = append(settings, intSetting("degree", degree))
	}
	return &plan{
		settings: settings,
		n:        n,
		quorums:  closed(func() *big.Int { return forms.TreeCounts(height, degree)[height] }),
		largest:  leaves,
		entries:  closed(func() *big.Int { return forms.TreeEntries(height, degree) }),
		shape: func(context.Context) (Shape, error) {
			s := Shape{MinQuorum: height + 1, MaxQuorum: leaves}
			s.MinResponsibility, s.MaxResponsibility = forms.TreeResponsibilities(height, degree)
			return s, nil
		},
		formulas: func() []quorum.Formula { return []quorum.Formula{forms.Tree(0, height, degree)} },
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return listed(name)(forms.TreeQuorums(ctx, n, height, degree))
		},
	}, nil
}

func treeFamily() Family {
	return Family{
		Name:    "tree",
		Kind:    quorum.KindSystem,
		Summary: "paths from the root of a complete tree to a leaf, or around missing nodes by all their children",
		Params: []Param{
			{Name: "height", Doc: "height H of the tree, from 0; degree 2 reaches 23"},
			{Name: "degree", Doc: "children of each node that is no leaf, at least 2", Optional: true, Default: "2"},
		},
		Exists: "n = (D^(H+1)-1)/(D-1), D the degree; by default n = 2^(H+1)-1",
		Source: "Agrawal and El Abbadi 1991 (degree 2)",
		resolve: func(a *args) (*plan, error) {
			return treePlan(a.int("height"), a.intOr("degree", 2))
		},
		forN:  ofNodes(treeForN),
		usage: "tree:height=H[,degree=2]",
	}
}

// treeForN returns the binary tree of n nodes.
func treeForN(n int) (*plan, error) {
	return onlySizes("tree", n, "n is not 2^(H+1)-1 for a whole H, as binary trees need", bits.Len(quorum.MaxNodes)-1,
		func(levels int) int { return 1<<levels - 1 },
		func(levels int) (*plan, error) { return treePlan(levels-1, 2) })
}
