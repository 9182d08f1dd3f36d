package construct

import (
	"context"
	"fmt"
	"math/big"

	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// maxSharingGroups bounds the number of groups of processes with the same resources: the
// construction makes a k-coterie for each of the 2^10 - 1 = 1023 sets of ten.
const maxSharingGroups = 10

// SharingOf returns the sharing structure (U, R, α) with the quorum families that the construction
// of Miyamoto, Kakugawa and Yamashita (1994), section 3.2.2, makes for its groups. Process u may
// use the resources alpha[u], 0-based, of 0..resources-1; the groups are the classes of processes
// with the same resources, in the order of their first process. For every non-empty set S of
// groups, component returns Q_S, a |α(S)|-coterie, where α(S) is the union of the resources of
// these groups; it is called with the groups in S, ascending, and k = |α(S)|. Each Q_S has arbiters
// of its own: sets come in the order of Σ 2^G over the groups G in S, each with as many arbiters as
// its family has nodes. The family of group G is
//
//	Q*_G = ⊕ Q_S over all S that hold G,
//
// all unions of one quorum of each (quorum.Product), in lexicographic order of the choices. The
// family of each of five groups has 2^10·3^5 quorums or more, 1,244,160 together, which is beyond
// quorum.DefaultMaxQuorums.
//
// The result satisfies condition C of the paper: for every non-empty set T of groups the union of
// their families is a |α(T)|-coterie (quorum.JudgeConditionC). Corollary 1 is the case of one
// group, Theorem 3 the general one.
//
// The proof names the gaps of the paper's proof: its injection is Hall's theorem, and "any"
// excludes the empty set.
//
// The components are not judged: if one is no |α(S)|-coterie, quorum.Check reports the property
// that fails. name becomes the name of the structure. The error is the error of
// quorum.NewSharingStructure for a wrong alpha, the error of component, a *ParamError if there is
// no process or more than 10 groups, a *quorum.TooManyError if there are more than
// quorum.DefaultMaxQuorums quorums in all or more than quorum.MaxIncidences entries, the error of
// quorum.NewFamily if there are more than quorum.MaxNodes arbiters, or the cause of ctx if ctx ends
// first. Cost O(entries + g·2^g).
//
// Proof: docs/theorems/sharing-construction.md.
func SharingOf(ctx context.Context, name string, resources int, alpha [][]int, component func(groups []int, k int) (quorum.Family, error)) (*quorum.SharingStructure, error) {
	l, err := layOut(resources, alpha)
	if err != nil {
		return nil, err
	}
	parts := make([]quorum.Family, 0, len(l.Sets))
	for _, s := range l.Sets {
		f, err := component(s.Groups, s.K)
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	count, entries := new(big.Int), new(big.Int)
	for g := range l.Groups {
		own, longest := bigOf(1), 0
		for _, s := range l.Holding(g) {
			_, greatest := parts[s].Sizes()
			longest += greatest
			own.Mul(own, bigOf(parts[s].Len()))
		}
		count.Add(count, own)
		entries.Add(entries, own.Mul(own, bigOf(longest)))
	}
	if count.Cmp(bigOf(quorum.DefaultMaxQuorums)) > 0 || entries.Cmp(bigOf(quorum.MaxIncidences)) > 0 {
		return nil, tooMany(name, count, quorum.DefaultMaxQuorums, entries)
	}
	return l.Build(ctx, name, parts)
}

// layOut judges α and lists the sets of groups.
func layOut(resources int, alpha [][]int) (*forms.SharingLayout, error) {
	if len(alpha) == 0 {
		return nil, illegal("sharing", "alpha", "(none)", "at least one process")
	}
	plain, err := quorum.NewSharingStructure("", resources, alpha, 0, nil, nil)
	if err != nil {
		return nil, err
	}
	if groups := len(plain.Groups()); groups > maxSharingGroups {
		return nil, illegal("sharing", "alpha", fmt.Sprintf("(%d groups)", groups), fmt.Sprintf("at most %d groups of processes with the same resources; per=resource has any number", maxSharingGroups))
	}
	return forms.SharingBySets(resources, alpha, plain.Groups()), nil
}

// layOutResources judges α, of which each resource is used, and lists the groups that use it.
func layOutResources(resources int, alpha [][]int) (*forms.SharingLayout, error) {
	plain, err := quorum.NewSharingStructure("", resources, alpha, 0, nil, nil)
	if err != nil {
		return nil, err
	}
	return forms.SharingByResources(resources, alpha, plain.Groups()), nil
}
