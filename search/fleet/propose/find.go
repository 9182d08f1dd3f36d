package propose

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"coterie/fleet"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Options of Find; the zero value is useful.
type Options struct {
	// Jobs is the number of workers; below 1, one for each core. No answer depends on it.
	Jobs int
	// Seed is the menu of all randomness.
	Seed uint64
	// Steps is how many times a part of a system is torn down and built up again; 0 is a number
	// that takes some seconds. Below 0, there are none.
	Steps int
	// Progress, if not nil, is told how far the search is.
	Progress func(stage string, done, total int)
}

// Proposal is a system, and what found it. Its name is that of a family, or empty.
type Proposal struct {
	System fleet.System
	By     string
}

// mostProposals is how many systems are returned at most.
const mostProposals = 8

// Find returns systems that are good for a goal and keep the requirements of a fleet, the best
// first by floating figures. Systems that break a requirement come last, and are among them only
// where nothing was found that keeps all. Nothing is proven: none found is not that there is none,
// but where no system at all survives what is required, which is an error.
//
// Where the context ends, what was found so far is returned with its cause.
func Find(ctx context.Context, f *fleet.Fleet, goal fleet.Goal, opts Options) ([]Proposal, error) {
	v := newView(f, goal)
	if f.N() > tableNodes {
		starts, err := v.startsOf(ctx, opts.Seed)
		if err != nil {
			return nil, err
		}
		if !v.masks {
			return v.judgeExactly(ctx, starts, opts)
		}
		found, err := v.searchLists(ctx, starts, opts)
		return v.proposals(found), err
	}
	s, err := newSpace(ctx, v)
	if err != nil {
		return nil, err
	}
	starts, err := v.startsOf(ctx, opts.Seed)
	if err != nil {
		return nil, err
	}
	begun, err := s.judgePlacings(ctx, starts, opts)
	if err != nil {
		return s.proposals(begun, nil), err
	}
	var from []candidate
	for _, p := range begun[:min(2*chains, len(begun))] {
		from = append(from, p.candidate)
	}
	found, err := s.searchTables(ctx, from, opts)
	return s.proposals(begun, found), err
}

// proposals are the best of what was found, and of what it began with.
func (s *space) proposals(begun []placing, found []candidate) []Proposal {
	var all []placing
	for _, c := range found {
		all = append(all, placing{start: start{by: "local search over all systems"}, candidate: c})
	}
	for _, p := range begun {
		switch {
		case p.mended:
			p.by, p.spec = p.by+", and quorums for what is required", ""
		case !p.placed && !slices.IsSorted(p.to):
			p.by, p.spec = p.by+", its nodes placed", ""
		case p.spec != "" && !s.selfSpec(p):
			p.spec = ""
		}
		all = append(all, p)
	}
	all = s.byMerit(all)
	// Of systems that are equal in all figures one is enough.
	all = slices.CompactFunc(all, func(a, b placing) bool {
		return a.by == b.by && math.Abs(s.merit(a.candidate)-s.merit(b.candidate)) <= 1e-6*s.merit(a.candidate)
	})
	var out []Proposal
	dual := sets.NewTable(s.n)
	for _, e := range all {
		if len(out) == mostProposals {
			break
		}
		if len(out) > 0 && s.merit(e.candidate) >= penalty*1e-6 && s.merit(all[0].candidate) < penalty*1e-6 {
			break // it breaks a requirement
		}
		e.f.Dual(dual)
		out = append(out, Proposal{By: e.by, System: fleet.System{Name: e.spec, Reads: family(s.n, e.f), Writes: family(s.n, dual)}})
	}
	return out
}

// selfSpec reports whether the spec of a start says what was judged: where its reads and writes are
// one family, that is so if the family is its own dual.
func (s *space) selfSpec(p placing) bool {
	if p.start.formula != nil && p.start.group {
		return true
	}
	dual := sets.NewTable(s.n)
	p.f.Dual(dual)
	return slices.Equal(dual.Bits, p.f.Bits)
}

// family lists the minimal sets of a function.
func family(n int, f sets.Table) quorum.Family {
	return masks(n, sets.AppendMinimal[uint64](nil, f))
}

// The chains of local search, and how often they are compared. They are as many whatever the
// number of workers is, so that no answer depends on that.
const (
	chains = 4
	rounds = 3
	fresh  = 4 // one step in so many begins anew
)

// chain is one local search.
type chain struct {
	w   *worker
	rng *rand.Rand
	at  candidate // where it is
	top candidate // the best that it has seen
	ok  bool
}

func (c *chain) take(next candidate) {
	merit := c.w.merit(next)
	if !c.ok || merit <= c.w.merit(c.at) {
		c.at = next
	}
	if !c.ok || merit < c.w.merit(c.top)-1e-9 {
		c.top = next
	}
	c.ok = true
}

// limit is what a new beginning has to get below: somewhat worse than the best may settle there.
func (c *chain) limit() float64 {
	if !c.ok {
		return math.Inf(1)
	}
	return float64(1.05*c.w.merit(c.top)) + 1e-9
}

// searchTables searches the systems on few nodes.
func (s *space) searchTables(ctx context.Context, starts []candidate, opts Options) ([]candidate, error) {
	steps := opts.Steps
	if steps == 0 {
		steps = min(500, 500<<14>>s.n)
	}
	steps = max(0, steps)
	all := make([]*chain, chains)
	for i := range all {
		all[i] = &chain{w: s.worker(), rng: rand.New(rand.NewPCG(opts.Seed, uint64(i)))}
	}
	count := par.Progress(opts.Progress).Count(fmt.Sprintf("systems rebuilt: functions of %d nodes", s.n), steps)
	err := par.For(ctx, opts.Jobs, chains, func(ctx context.Context, _, i int) error {
		c := all[i]
		noise := 0.1 * float64(i)
		if found, ok := c.w.dive(s.low, s.high, 1e300, chance{rng: c.rng, noise: noise}); ok {
			c.take(c.w.takeTurns(found))
		}
		for j := i; j < len(starts); j += chains {
			if err := par.Ended(ctx); err != nil {
				return err
			}
			c.take(c.w.takeTurns(starts[j]))
		}
		return nil
	})
	if err != nil {
		return gathered(all), err
	}
	for range rounds {
		err := par.For(ctx, opts.Jobs, chains, func(ctx context.Context, _, i int) error {
			c := all[i]
			for step := range steps / (rounds * chains) {
				if err := par.Ended(ctx); err != nil {
					return err
				}
				if c.ok && step%fresh != 0 {
					if next, ok := c.w.loosen(c.at, c.rng); ok {
						c.take(next)
					}
				} else if found, ok := c.w.dive(s.low, s.high, c.limit(), chance{c.rng, 0.1 + c.rng.Float64(), 0.7 * c.rng.Float64()}); ok {
					c.take(c.w.takeTurns(found))
				}
				count(1)
			}
			return nil
		})
		if err != nil {
			return gathered(all), err
		}
		best := gathered(all)
		for i, c := range all { // half of them go on from the best
			if len(best) > 0 && i%2 == 0 {
				c.take(best[0])
			}
		}
	}
	return gathered(all), nil
}

// gathered returns what chains found, the best first, each once.
func gathered(all []*chain) []candidate {
	var found []candidate
	for _, c := range all {
		if c.ok {
			found = append(found, c.top)
		}
	}
	return ranked(all[0].w.space, found)
}

// ranked sorts candidates by merit, and leaves out those that say the same.
func ranked(s *space, found []candidate) []candidate {
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(s.merit(a), s.merit(b)) })
	return slices.CompactFunc(found, func(a, b candidate) bool { return slices.Equal(a.f.Bits, b.f.Bits) })
}
