package sim

import (
	"context"

	"coterie/bounds"
	"coterie/measure/loads"
	"coterie/mutex"
	"coterie/quorum"
)

// Choice says how a request takes its quorum.
type Choice uint8

// The choices. Site is S_i, and in a group system the quorum of the subgroup of the process
// ([Subgroups]); in other systems without sites the i-th process takes the i-th quorum, in turn.
const (
	Site     Choice = iota
	Any             // each with the same probability
	Strategy        // by a strategy of least load
	Live            // any without a member that is known to be down
)

// String returns the word of the command line.
func (c Choice) String() string { return [...]string{"site", "uniform", "strategy", "live"}[c] }

// Requesters returns the processes that wish to enter, nil for all of them, with the groups that
// each process can name (nil: those of mutex.GroupsOf, or all groups), and the quorums that they
// take. The structure is that of the setup. The error is that of loads.FindMixed if no strategy can
// be found.
func Requesters(ctx context.Context, structure quorum.Structure, a *mutex.Algorithm, s *mutex.Setup, processes []int32, groups [][]int32, choice Choice) ([]Requester, error) {
	if processes == nil {
		for p := range int32(s.Processes) {
			processes = append(processes, p)
		}
	}
	if groups == nil {
		groups = mutex.GroupsOf(structure, s.Processes)
	}
	all := make([]int32, s.Groups())
	for g := range all {
		all[g] = int32(g)
	}
	var requesters []Requester
	for _, p := range processes {
		r := Requester{Process: p, Groups: all}
		if groups != nil {
			r.Groups = groups[p]
		}
		requesters = append(requesters, r)
	}
	var subgroups *Subgroups
	if of, ok := structure.(*quorum.GroupSystem); ok && choice == Site && !a.NoQuorums {
		var err error
		if subgroups, err = NewSubgroups(ctx, of); err != nil {
			return nil, err
		}
	}
	var menus []Menu // by group
	if !a.NoQuorums {
		shares := make([][]float64, s.Groups())
		if choice == Strategy {
			load, err := FindLoad(ctx, structure, requesters)
			if err != nil {
				return nil, err
			}
			for g, strategy := range load.Strategies {
				shares[g] = cumulative(strategy, len(s.QuorumsOf(int32(g))))
			}
		}
		for g := range all {
			menus = append(menus, Menu{s.QuorumsOf(int32(g)), shares[g], choice == Live})
		}
	} else {
		menus = make([]Menu, s.Groups())
	}
	for i := range requesters {
		r := &requesters[i]
		for _, g := range r.Groups {
			m := menus[g]
			if choice == Site && !a.NoQuorums {
				if subgroups != nil {
					m.Quorums = []int32{subgroups.Join(g)}
				} else if s.Own != nil {
					m.Quorums = s.Own[r.Process : r.Process+1]
				} else {
					at := int(r.Process) % len(m.Quorums)
					m.Quorums = m.Quorums[at : at+1]
				}
			}
			r.Menus = append(r.Menus, m)
		}
	}
	return requesters, nil
}

// ConfigFor returns the configuration of a run in which every process of a structure wishes to
// enter and takes its quorums by the choice. There are as many processes as nodes, or those of the
// sharing structure; the sites of a quorum system have the quorums of [mutex.Setup.WithSites]. The
// caller sets the number of entries and the times. The errors are those of mutex.NewSetup and of
// Requesters.
func ConfigFor(ctx context.Context, structure quorum.Structure, a *mutex.Algorithm, o mutex.Options, choice Choice) (Config, error) {
	setup, err := mutex.SetupOf(ctx, structure, structure.N(), o, nil)
	if err != nil {
		return Config{}, err
	}
	who, err := Requesters(ctx, structure, a, setup, nil, nil, choice)
	return Config{Algorithm: a, Setup: setup, Requesters: who}, err
}

// cumulative returns the probabilities of the quorums of a strategy up to each of so many quorums.
func cumulative(strategy []loads.Chosen, quorums int) []float64 {
	shares := make([]float64, quorums)
	for _, c := range strategy {
		shares[c.Quorum] += c.Weight.Float64()
	}
	for i := 1; i < len(shares); i++ {
		shares[i] += shares[i-1]
	}
	return shares
}

// FindLoad returns the least load that any strategy gives the busiest node, when each requester
// makes the same share of all requests and names its groups equally often, computed by
// loads.FindMixed, whose errors it returns.
func FindLoad(ctx context.Context, structure quorum.Structure, requesters []Requester) (loads.Mixed, error) {
	var cartels []quorum.Family
	switch of := structure.(type) {
	case *quorum.System:
		cartels = append(cartels, of.Family())
	case *quorum.KCoterie:
		cartels = append(cartels, of.Family())
	case *quorum.GroupSystem:
		cartels = of.Cartels()
	case *quorum.SharingStructure:
		for _, f := range of.Families() {
			cartels = append(cartels, f.Family)
		}
	}
	mix := make([]bounds.Fraction, len(cartels))
	for _, r := range requesters {
		for _, g := range r.Groups {
			share := bounds.FractionOf(1, int64(len(r.Groups)*len(requesters))).Rat()
			mix[g] = bounds.NewFraction(share.Add(share, mix[g].Rat()))
		}
	}
	return loads.FindMixed(ctx, cartels, mix, loads.Options{})
}
