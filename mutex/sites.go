package mutex

import (
	"context"
	"errors"
	"fmt"

	"coterie/quorum"
)

// SiteQuorums returns a quorum S_i for each site i of a system, an index or -1: those of the system
// if it has sites; otherwise distinct quorums that contain their sites, found by a matching; and if
// there are too few of those, for each site a smallest quorum among the least used ones that
// contain it. A site in no quorum gets -1. The error is that of ctx.
func SiteQuorums(ctx context.Context, s *quorum.System) ([]int32, error) {
	sited, err := s.WithAssignedSites(ctx)
	own := make([]int32, s.N())
	if err == nil {
		for i, q := range sited.Sites() {
			own[i] = int32(q)
		}
		return own, nil
	}
	if !errors.As(err, new(*quorum.HallError)) {
		return nil, err
	}
	family := s.Family()
	of := make([][]int32, s.N()) // the quorums of each site
	for q, nodes := range family.All() {
		for _, v := range nodes {
			of[v] = append(of[v], int32(q))
		}
	}
	taken := make([]int, family.Len())
	for i := range own {
		own[i] = -1
		for _, q := range of[i] {
			if best := own[i]; best < 0 || taken[q] < taken[best] || taken[q] == taken[best] && len(family.Quorum(int(q))) < len(family.Quorum(int(best))) {
				own[i] = q
			}
		}
		if own[i] >= 0 {
			taken[own[i]]++
		}
	}
	return own, nil
}

// SetupOf is NewSetup, with the quorums of [Setup.WithSites] where the structure is a quorum
// system.
func SetupOf(ctx context.Context, structure quorum.Structure, processes int, o Options, requesters []int32) (*Setup, error) {
	s, err := NewSetup(structure, processes, o)
	if of, ok := structure.(*quorum.System); ok && err == nil {
		return s.WithSites(ctx, of, requesters)
	}
	return s, err
}

// WithSites returns the setup with the quorums of SiteQuorums as Own. The error is a
// *quorum.InputError if one of the requesters has none, and otherwise that of ctx.
func (s *Setup) WithSites(ctx context.Context, of *quorum.System, requesters []int32) (*Setup, error) {
	own, err := SiteQuorums(ctx, of)
	if err != nil {
		return nil, err
	}
	for _, p := range requesters {
		if own[p] < 0 {
			return nil, quorum.Bad("", fmt.Sprintf("site %s lies in no quorum of %s, so it has none of its own", quorum.Node(p).Label(of.Names()), s.Name), "")
		}
	}
	sited := *s
	sited.Own = own
	return &sited, nil
}
