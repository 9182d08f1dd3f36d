package construct

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"coterie/internal/machine/par"
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
		quorums:  closed(func() *big.Int { return treeCounts(height, degree)[height] }),
		largest:  leaves,
		entries:  closed(func() *big.Int { return treeEntries(height, degree) }),
		shape: func(context.Context) (Shape, error) {
			s := Shape{MinQuorum: height + 1, MaxQuorum: leaves}
			s.MinResponsibility, s.MaxResponsibility = treeResponsibilities(height, degree)
			return s, nil
		},
		formulas: func() []quorum.Formula { return []quorum.Formula{forms.Tree(0, height, degree)} },
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return buildTree(ctx, name, n, height, degree)
		},
	}, nil
}

// treeCounts returns T_0, ..., T_height.
func treeCounts(height, degree int) []*big.Int {
	count := []*big.Int{bigOf(1)}
	for range height {
		t := count[len(count)-1]
		all := new(big.Int).Exp(t, bigOf(degree), nil)
		count = append(count, all.Add(all, times(degree, t)))
	}
	return count
}

// treeFactor returns A_h = 1 + t^{degree-1} for t = T_{h-1}.
func treeFactor(t *big.Int, degree int) *big.Int {
	a := new(big.Int).Exp(t, bigOf(degree-1), nil)
	return a.Add(a, bigOf(1))
}

// treeEntries returns the sum of the quorum sizes, E_h = D·(T_{h-1} + E_{h-1}) +
// D·E_{h-1}·T_{h-1}^{D-1}.
func treeEntries(height, degree int) *big.Int {
	e := bigOf(1)
	for _, t := range treeCounts(height, degree)[:height] {
		e.Mul(e, treeFactor(t, degree))
		e.Add(e, t)
		e = times(degree, e)
	}
	return e
}

// treeResponsibilities returns the least and the greatest responsibility; see Tree for the levels
// that have them.
func treeResponsibilities(height, degree int) (least, greatest *big.Int) {
	if height == 0 {
		return bigOf(1), bigOf(1)
	}
	count := treeCounts(height-1, degree)
	greatest = bigOf(degree) // R_{H-1} = A_H···A_2·D·T_0
	for _, t := range count[1:] {
		greatest.Mul(greatest, treeFactor(t, degree))
	}
	if height == 1 {
		return bigOf(2), greatest
	}
	return times(degree, count[height-1]), greatest
}

func buildTree(ctx context.Context, name string, n, height, degree int) (quorum.Structure, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return nil, err
	}
	poll := par.NewPoll(ctx)
	treeQuorums(nil, 0, height, degree, func(q []int) bool {
		if err = poll.Err(); err == nil {
			err = b.Add(q...)
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	return structure(quorum.NewSystem(name, b.Family(), quorum.SystemOptions{}))
}

// treeQuorums yields chosen with each quorum of the subtree of root, of the given height, appended
// to it, until yield returns false. It reports whether yield never did. The slices share memory.
func treeQuorums(chosen []int, root, height, degree int, yield func([]int) bool) bool {
	if height == 0 {
		return yield(append(chosen, root))
	}
	first := root*degree + 1
	for child := first; child < first+degree; child++ {
		if !treeQuorums(append(chosen, root), child, height-1, degree, yield) {
			return false
		}
	}
	if height == 1 {
		// As the general case below, which would go one level deeper for each leaf, and there may
		// be many leaves.
		for child := first; child < first+degree; child++ {
			chosen = append(chosen, child)
		}
		return yield(chosen)
	}
	var fromChild func(chosen []int, child int) bool
	fromChild = func(chosen []int, child int) bool {
		if child == first+degree {
			return yield(chosen)
		}
		return treeQuorums(chosen, child, height-1, degree, func(chosen []int) bool {
			return fromChild(chosen, child+1)
		})
	}
	return fromChild(chosen, first)
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
