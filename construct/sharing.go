package construct

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
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
	parts := make([]quorum.Family, 0, len(l.sets))
	for _, s := range l.sets {
		f, err := component(s.groups, s.k)
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	count, entries := new(big.Int), new(big.Int)
	for g := range l.groups {
		own, longest := bigOf(1), 0
		for _, s := range l.holding(g) {
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
	return l.build(ctx, name, parts)
}

// sharingLayout is a sharing structure with its groups and the sets of groups that have a
// component: all of them, or for each resource those that may use it.
type sharingLayout struct {
	resources int
	alpha     [][]int
	groups    [][]int // the processes of each
	sets      []sharingSet
	apart     bool // the quorums of a group are those of its components, not their products
}

// sharingSet is a non-empty set of groups.
type sharingSet struct {
	groups []int // ascending
	k      int   // how many resources they may use together
}

// layOut judges α and lists the sets of groups.
func layOut(resources int, alpha [][]int) (*sharingLayout, error) {
	if len(alpha) == 0 {
		return nil, illegal("sharing", "alpha", "(none)", "at least one process")
	}
	plain, err := quorum.NewSharingStructure("", resources, alpha, 0, nil, nil)
	if err != nil {
		return nil, err
	}
	l := &sharingLayout{resources, alpha, plain.Groups(), nil, false}
	if len(l.groups) > maxSharingGroups {
		return nil, illegal("sharing", "alpha", fmt.Sprintf("(%d groups)", len(l.groups)), fmt.Sprintf("at most %d groups of processes with the same resources; per=resource has any number", maxSharingGroups))
	}
	shared := make([]quorum.Set, 1<<len(l.groups)) // α(S), by the bits of S
	for bitset := 1; bitset < len(shared); bitset++ {
		var s sharingSet
		for g := range l.groups {
			if bitset>>g&1 == 1 {
				s.groups = append(s.groups, g)
			}
		}
		first := s.groups[0]
		shared[bitset] = shared[bitset&^(1<<first)].Union(quorum.SetOf(alpha[l.groups[first][0]]...))
		s.k = shared[bitset].Len()
		l.sets = append(l.sets, s)
	}
	return l, nil
}

// layOutResources judges α, of which each resource is used, and lists the groups that use it.
func layOutResources(resources int, alpha [][]int) (*sharingLayout, error) {
	plain, err := quorum.NewSharingStructure("", resources, alpha, 0, nil, nil)
	if err != nil {
		return nil, err
	}
	l := &sharingLayout{resources, alpha, plain.Groups(), nil, true}
	for r := range resources {
		var users []int
		for g, members := range l.groups {
			if slices.Contains(alpha[members[0]], r) {
				users = append(users, g)
			}
		}
		l.sets = append(l.sets, sharingSet{users, 1})
	}
	return l, nil
}

// holding returns the indices of the sets that hold group g, ascending.
func (l *sharingLayout) holding(g int) []int {
	var own []int
	for i, s := range l.sets {
		if slices.Contains(s.groups, g) {
			own = append(own, i)
		}
	}
	return own
}

// build lists the families; parts[i] is the family of set i.
func (l *sharingLayout) build(ctx context.Context, name string, parts []quorum.Family) (*quorum.SharingStructure, error) {
	offset := make([]int32, len(parts)) // of the arbiters of each part
	n := 0
	for i, f := range parts {
		offset[i] = int32(n)
		n += f.N()
		if err := quorum.CheckNodes(n); err != nil {
			return nil, err
		}
	}
	families := make([]quorum.GroupFamily, len(l.groups))
	for g, members := range l.groups {
		b, err := quorum.NewFamilyBuilder(n)
		if err != nil {
			return nil, err
		}
		choices := [][]int{l.holding(g)}
		if l.apart {
			choices = slices.Collect(slices.Chunk(choices[0], 1))
		}
		for _, chosen := range choices {
			if err := listChoices(ctx, b, parts, offset, chosen); err != nil {
				return nil, err
			}
		}
		families[g] = quorum.GroupFamily{Group: members, Family: b.Family()}
	}
	return quorum.NewSharingStructure(name, l.resources, l.alpha, n, families, nil)
}

// listChoices adds the unions of one quorum of each of the chosen parts, the first part slowest.
// Offsets ascend with the parts, so each union comes sorted.
func listChoices(ctx context.Context, b *quorum.FamilyBuilder, parts []quorum.Family, offset []int32, chosen []int) error {
	poll := par.NewPoll(ctx)
	var q []int32
	var extend func(i int) error
	extend = func(i int) error {
		if i == len(chosen) {
			if err := poll.Err(); err != nil {
				return err
			}
			return b.AddSorted(q)
		}
		before := len(q)
		for _, part := range parts[chosen[i]].All() {
			q = q[:before]
			for _, v := range part {
				q = append(q, v+offset[chosen[i]])
			}
			if err := extend(i + 1); err != nil {
				return err
			}
		}
		return nil
	}
	return extend(0)
}
