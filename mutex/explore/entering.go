package explore

import (
	"context"
	"slices"
	"sync/atomic"

	"coterie/internal/machine/par"
	"coterie/internal/solve/vectors"
	"coterie/mutex"
	"coterie/mutex/trace"
)

// Entered says, for every set of requesters that may be inside together, whether all of them can
// enter while nobody leaves.
type Entered struct {
	Sets     []EnteredSet
	Complete bool  // all sets were judged to the end, unless one of them fails
	Stopped  Cause // why not
}

// EnteredSet is a maximal set of requesters that the rule lets inside together, each with the
// choices that it then has. Its findings hold for every subset, too.
type EnteredSet struct {
	Requesters []Requester
	Alike      int // the number of sets with the same graph, this one included
	States     uint64

	// Shut counts the states in which nothing happens until another process wishes or leaves, and a
	// process that wished is not inside. Run is a shortest run to such a state, and Outside holds
	// the processes that are not inside then.
	Shut    uint64
	Run     []trace.Choice
	Outside []int32
	// All reports that some run lets all of them in.
	All bool
	// Endless reports that messages can go to and fro for ever. Nothing is known about such a run.
	Endless bool
}

// Holds returns whether every run lets everybody in, and whether that is known.
func (e *Entered) Holds() (holds, known bool) {
	if slices.ContainsFunc(e.Sets, func(s EnteredSet) bool { return s.Shut > 0 }) {
		return false, true
	}
	known = e.Complete && !slices.ContainsFunc(e.Sets, func(s EnteredSet) bool { return s.Endless })
	return known, known
}

// Entering judges concurrent entering in general: for each set of requesters that the rule lets
// inside together, if they alone wish, once each, and nobody leaves, does every run in which all
// messages arrive let all of them in? With groups this is concurrent entering as Joung (2003,
// section 2) defines it: the sets are those of one group. In a k-coterie they are any k requesters,
// in a sharing structure those that condition 1 allows.
//
// Only the greatest sets are explored. A run of fewer requesters is a run of a greatest set in
// which the others have not wished yet. So every state counts in which only wishes can happen. A
// graph without cycles has no other runs that let somebody wait for ever. Only the first of several
// sets that are alike ([Classes]) is explored. The errors are those of Run; the limits of the
// options are those of each set.
func Entering(ctx context.Context, c Config, o Options) (Entered, error) {
	if err := c.Check(); err != nil {
		return Entered{}, err
	}
	algorithm := *c.Algorithm
	algorithm.Invariants = nil
	c.Algorithm, c.Charges, c.Reduction, c.NoExit, c.Entries = &algorithm, false, None, true, 1
	o.FirstFailure = false
	sets := together(&c)
	entered := Entered{Complete: true}
	at := map[int]int{} // the place of the set of a class
	for i, first := range Classes(c, sets) {
		if known, seen := at[first]; seen {
			entered.Sets[known].Alike++
			continue
		}
		of := c
		of.Requesters = sets[i]
		set, stopped, err := enter(ctx, &of, o)
		if err != nil {
			return Entered{}, err
		}
		if stopped != Ended {
			entered.Complete = false
			if entered.Stopped != MemoryLimit || stopped == Interrupted { // an interruption is always told
				entered.Stopped = stopped
			}
		}
		if stopped == Interrupted {
			break
		}
		at[first] = len(entered.Sets)
		entered.Sets = append(entered.Sets, set)
	}
	return entered, nil
}

// together returns the maximal sets of requesters that the rule lets inside together, each
// requester with its group.
func together(c *Config) [][]Requester {
	rule := c.Algorithm.RuleOver(c.Setup)
	groups := make([][]int32, len(c.Requesters)) // of each requester
	for i, r := range c.Requesters {
		for _, x := range r.Choices {
			if !slices.Contains(groups[i], x.Group) {
				groups[i] = append(groups[i], x.Group)
			}
		}
	}
	var sets [][]Requester
	member := make([]int32, len(groups)) // the group of those inside, -1 of the others
	inside := func() (list []mutex.Inside) {
		for i, g := range member {
			if g >= 0 {
				list = append(list, mutex.Inside{Process: c.Requesters[i].Process, Group: g})
			}
		}
		return list
	}
	// able reports whether a requester may be inside, too, with a group. A rule looks at the
	// process that came last, so this one comes last.
	able := func(i int, g int32) bool {
		return rule.Allows(append(inside(), mutex.Inside{Process: c.Requesters[i].Process, Group: g}))
	}
	var choose func(i int)
	choose = func(i int) {
		if i == len(groups) {
			for j := range groups {
				if member[j] < 0 && slices.ContainsFunc(groups[j], func(g int32) bool { return able(j, g) }) {
					return // not a maximal one
				}
			}
			var set []Requester
			for j, g := range member {
				if g >= 0 {
					r := c.Requesters[j]
					set = append(set, Requester{r.Process, slices.DeleteFunc(slices.Clone(r.Choices), func(x Choice) bool { return x.Group != g })})
				}
			}
			sets = append(sets, set)
			return
		}
		member[i] = -1
		for _, g := range groups[i] {
			if able(i, g) {
				member[i] = g
				choose(i + 1)
				member[i] = -1
			}
		}
		choose(i + 1)
	}
	for i := range member {
		member[i] = -1
	}
	choose(0)
	return sets
}

// enter explores one set.
func enter(ctx context.Context, c *Config, o Options) (EnteredSet, Cause, error) {
	set := EnteredSet{Requesters: c.Requesters, Alike: 1}
	s, err := newSearch(ctx, c, o)
	if err != nil {
		return set, Ended, err
	}
	s.run(ctx)
	set.States = s.result.States
	if shut := s.shut(ctx, &set); shut.states != nil {
		failure, err := s.trace(ctx, failing{Sort: Deadlock}, shut)
		if err != nil {
			return set, Interrupted, nil
		}
		set.Run = failure.Schedule
		set.Outside = s.outside(set.Run)
	}
	if !s.result.Complete {
		return set, s.result.Stopped, nil
	}
	l := &longest{search: s, columns: 1}
	switch {
	case s.size()+l.bytes() > s.budget:
		return set, MemoryLimit, nil
	case l.settle(ctx) != nil:
		return set, Interrupted, nil
	}
	set.Endless = l.cycle > 0 || l.overflows()
	return set, Ended, nil
}

// shut counts the states in which only a wish can happen and a process that wished waits, and
// returns those of the least depth. It looks at the levels that were visited completely.
func (s *search) shut(ctx context.Context, set *EnteredSet) (first found) {
	var count, all atomic.Uint64
	for depth := range len(s.levels) - 2 {
		list := s.pieces(depth)
		jobs := s.jobs(list)
		views := make([]*view, jobs)
		closed := make([][]vectors.Ref, jobs)
		_ = par.For(ctx, jobs, len(list), func(_ context.Context, worker, i int) error {
			if views[worker] == nil {
				views[worker] = s.view()
			}
			w := views[worker]
			for r := range list[i].states {
				w.load(r)
				still, waits, in := w.rests()
				if still && waits {
					count.Add(1)
					closed[worker] = append(closed[worker], r)
				}
				if in == len(s.config.Requesters) {
					all.Add(1)
				}
			}
			return nil
		})
		if refs := slices.Concat(closed...); len(refs) > 0 && first.states == nil {
			first = found{depth: depth, states: refs}
		}
	}
	set.Shut, set.All = count.Load(), all.Load() > 0
	return first
}

// rests reports whether nothing but wishes can happen, whether somebody waits, and how many are
// inside.
func (v *view) rests() (still, waits bool, inside int) {
	still = true
	for a, state := range v.states {
		switch state.phase {
		case mutex.Trying:
			waits = true
		case mutex.Critical:
			inside++
		}
		for _, step := range v.stepsOf(a, state) {
			still = still && step.what == trace.Wish
		}
	}
	return still, waits, inside
}

// outside returns the processes that wished and are not inside at the end of a run.
func (s *search) outside(schedule []trace.Choice) (list []int32) {
	player := trace.NewPlayer(s.config.Algorithm, s.config.Setup, !s.config.NoFIFO, false)
	for _, choice := range schedule {
		player.Do(choice)
	}
	for _, r := range s.config.Requesters {
		if player.Phase(r.Process) == mutex.Trying {
			list = append(list, r.Process)
		}
	}
	return list
}
