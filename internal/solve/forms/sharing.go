package forms

import (
	"context"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// SharingLayout is a sharing structure with its groups and the sets of groups that have a
// component: all of them, or for each resource those that may use it.
type SharingLayout struct {
	resources int
	alpha     [][]int
	Groups    [][]int // the processes of each
	Sets      []SharingSet
	apart     bool // the quorums of a group are those of its components, not their products
}

// SharingSet is a non-empty set of groups.
type SharingSet struct {
	Groups []int // ascending
	K      int   // how many resources they may use together
}

// SharingBySets lists all sets of groups, which are few.
func SharingBySets(resources int, alpha, groups [][]int) *SharingLayout {
	l := &SharingLayout{resources, alpha, groups, nil, false}
	shared := make([]quorum.Set, 1<<len(l.Groups)) // α(S), by the bits of S
	for bitset := 1; bitset < len(shared); bitset++ {
		var s SharingSet
		for g := range l.Groups {
			if bitset>>g&1 == 1 {
				s.Groups = append(s.Groups, g)
			}
		}
		first := s.Groups[0]
		shared[bitset] = shared[bitset&^(1<<first)].Union(quorum.SetOf(alpha[l.Groups[first][0]]...))
		s.K = shared[bitset].Len()
		l.Sets = append(l.Sets, s)
	}
	return l
}

// SharingByResources lists, for each resource, the groups that use it.
func SharingByResources(resources int, alpha, groups [][]int) *SharingLayout {
	l := &SharingLayout{resources, alpha, groups, nil, true}
	for r := range resources {
		var users []int
		for g, members := range l.Groups {
			if slices.Contains(alpha[members[0]], r) {
				users = append(users, g)
			}
		}
		l.Sets = append(l.Sets, SharingSet{users, 1})
	}
	return l
}

// Holding returns the indices of the sets that hold group g, ascending.
func (l *SharingLayout) Holding(g int) []int {
	var own []int
	for i, s := range l.Sets {
		if slices.Contains(s.Groups, g) {
			own = append(own, i)
		}
	}
	return own
}

// Build lists the families; parts[i] is the family of set i.
func (l *SharingLayout) Build(ctx context.Context, name string, parts []quorum.Family) (*quorum.SharingStructure, error) {
	offset := make([]int32, len(parts)) // of the arbiters of each part
	n := 0
	for i, f := range parts {
		offset[i] = int32(n)
		n += f.N()
		if err := quorum.CheckNodes(n); err != nil {
			return nil, err
		}
	}
	families := make([]quorum.GroupFamily, len(l.Groups))
	for g, members := range l.Groups {
		b, err := quorum.NewFamilyBuilder(n)
		if err != nil {
			return nil, err
		}
		choices := [][]int{l.Holding(g)}
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
