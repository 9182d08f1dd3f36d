package sim

import (
	"context"
	"errors"

	"coterie/measure/transversals"
	"coterie/quorum"
)

// Subgroups is Joung's assignment of quorums (2003, section 4.2.1): the members of a group are
// partitioned into as many subgroups as its cartel has pairwise disjoint quorums, and each subgroup
// takes one of these, so that no node is asked for more locks of a group than a subgroup has
// members. Where every two quorums of a cartel meet, there is one subgroup, and its members take
// the quorums of the cartel in turn.
type Subgroups struct {
	quorums [][]int32 // by group: the quorums that members take in turn
	next    []int
	members []int
	degree  []int
}

// NewSubgroups finds the disjoint quorums. If the search for the greatest number of them ends
// early, it takes the best that was found. The error is the cause of ctx.
func NewSubgroups(ctx context.Context, of *quorum.GroupSystem) (*Subgroups, error) {
	cartels := of.Cartels()
	s := &Subgroups{quorums: make([][]int32, len(cartels)), next: make([]int, len(cartels)), members: make([]int, len(cartels)), degree: make([]int, len(cartels))}
	first := int32(0)
	for g, c := range cartels {
		p, err := transversals.MaxDisjoint(ctx, c, transversals.PackingOptions{})
		if ctx.Err() != nil { // a partial list of disjoint quorums is no answer here
			return nil, context.Cause(ctx)
		}
		if limit := (*quorum.LimitError)(nil); err != nil && !errors.As(err, &limit) {
			return nil, err
		}
		s.degree[g] = max(1, len(p.Quorums))
		if len(p.Quorums) > 1 {
			for _, q := range p.Quorums {
				s.quorums[g] = append(s.quorums[g], first+int32(q))
			}
		} else {
			for q := range int32(c.Len()) {
				s.quorums[g] = append(s.quorums[g], first+q)
			}
		}
		first += int32(c.Len())
	}
	return s, nil
}

// Join gives the next member of a group its quorum.
func (s *Subgroups) Join(group int32) int32 {
	q := s.quorums[group][s.next[group]]
	s.next[group] = (s.next[group] + 1) % len(s.quorums[group])
	s.members[group]++
	return q
}

// Locks returns the number of locks that a node must be able to give, so that all members of a
// group can be in the critical section at once: ⌈s/deg⌉ for s members.
func (s *Subgroups) Locks() int {
	most := 1
	for g, members := range s.members {
		most = max(most, (members+s.degree[g]-1)/s.degree[g])
	}
	return most
}
