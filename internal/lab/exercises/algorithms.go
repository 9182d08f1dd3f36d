package exercises

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/judge"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// Run says whose runs an exercise is about, by the flags of the verb simulate.
type Run struct {
	Algorithm  string         `json:"algorithm"`
	Flaw       string         `json:"flaw,omitempty"`
	Requesters []quorum.Index `json:"requesters"`

	config sim.Config
}

// faulty is an algorithm with a fault, over the site assignment of a spec. The explorer visits at
// most 13,000 states before it finds a run that fails, if each requester wishes so often.
type faulty struct {
	algorithm  string
	flaw       mutex.Flaw
	spec       string
	wishes     int
	requesters []int // the one that gets the least number first
}

// The algorithms to break, by level from 2.
var breakable = [][]faulty{{
	{"maekawa", 0, "cyclic:n=4,cover=0-1-2", 1, []int{0, 1, 2}},
	{"maekawa", 0, "cyclic:n=4,cover=0-1-2", 1, []int{0, 1, 3}},
	{"maekawa", 0, "cyclic:n=5,cover=0-1-2", 1, []int{0, 1, 2}},
	{"maekawa", 0, "cyclic:n=5,cover=0-1-2", 1, []int{0, 1, 4}},
	{"maekawa", 0, "cyclic:n=5,cover=0-1-2", 1, []int{0, 2, 1}},
	{"maekawa", 0, "cyclic:n=5,cover=0-1-2", 1, []int{0, 3, 4}},
	{"maekawa", 0, "grid:n=4", 1, []int{0, 3, 1}},
	{"maekawa", 0, "grid:n=4", 1, []int{0, 1, 2}},
}, {
	{"maekawa-fixed", mutex.ClearsAnyFailed, "fpp:order=2", 1, []int{0, 1, 2}},
	{"maekawa-fixed", mutex.ClearsAnyFailed, "fpp:order=2", 1, []int{0, 4, 2}},
	{"maekawa-fixed", mutex.ClearsAnyFailed, "cyclic:n=6,cover=0-1-3", 1, []int{0, 1, 2}},
	{"maekawa-fixed", mutex.FailsForHolderOnly, "cyclic:n=5,cover=0-1-2", 1, []int{0, 1, 2}},
	{"maekawa-fixed", mutex.FailsForHolderOnly, "grid:n=4", 1, []int{0, 3, 1}},
	{"maekawa-fixed", mutex.TakesLateRelinquish, "fpp:order=2", 2, []int{0, 4}},
	{"ricart-agrawala", mutex.IgnoresNodeNumbers, "grid:n=4", 1, []int{0, 1}},
}}

// placed gives the nodes of the site assignment other numbers, and returns the requesters by these.
// Requesters keep their order, which decides between equal sequence numbers; so the states are the
// same but for the numbers.
func (s *source) placed(b faulty) (system *quorum.System, requesters []int32) {
	of := opened(b.spec).SiteFamily()
	to, sets := s.Perm(of.N()), make([]quorum.Set, of.N())
	for _, p := range b.requesters {
		requesters = append(requesters, int32(to[p]))
	}
	slices.Sort(requesters)
	for i, p := range b.requesters {
		to[p] = int(requesters[i])
	}
	for i, q := range of.Relabelled(to).Sets() {
		sets[to[i]] = q
	}
	return must(quorum.NewSystem("", familyOf(of.N(), sets...), quorum.SystemOptions{Sites: quorum.FullSet(of.N()).Nodes()})), requesters
}

func breakAlgorithm(s *source) task {
	b, ctx := pick(s, breakable[s.level-2]), context.Background()
	system, requesters := s.placed(b)
	a, setup := mutex.Find(b.algorithm), must(mutex.SetupOf(ctx, system, system.N(), mutex.Options{Flaw: b.flaw}, requesters))
	run := &Run{Algorithm: b.algorithm, Flaw: b.flaw.String()}
	for _, p := range requesters {
		run.Requesters = append(run.Requesters, quorum.Index(p))
	}
	run.config = sim.Config{Algorithm: a, Setup: setup, Requesters: must(sim.Requesters(ctx, system, a, setup, requesters, nil, sim.Site))}
	found := must(explore.Run(ctx, explore.Config{Algorithm: a, Setup: setup, Requesters: judge.Requesters(run.config.Requesters), Entries: b.wishes}, explore.Options{FirstFailure: true}))
	key := strings.Join(trace.Names(setup, found.Failures[0].Schedule), ",")
	_, why := run.judge(key)
	flaw, _ := mutex.FindFlaw(run.Flaw)
	who := show.Join(run.Requesters, ",", quorum.Index.String)
	return task{fmt.Sprintf("The sites 1 to %d have these quorums, in this order: %s. The sites %s may wish to enter, each more than once. They run %s (%s)%s. Break it: give a run at whose end two sites are in the critical section together, or somebody waits while no message is under way and nobody is inside.",
		system.N(), listed(system.SiteFamily().Sets()), show.Series(strings.Split(who, ","), "and"), b.algorithm, a.Title, when(b.flaw != 0, ", with a fault: %s", flaw.Text)),
		system, events, key, why, fmt.Sprintf("simulate SPEC --algorithm %s%s --requesters %s --choose '%s'", b.algorithm, when(b.flaw != 0, " --flaw %s", run.Flaw), who, key), nil, run}
}

// judge performs events, and says why they do not break the algorithm, or how they do.
func (r *Run) judge(names string) (fault, how string) {
	run := must(trace.Steer(&r.config))
	err := run.Choose(names)
	var wrong *quorum.InputError
	switch {
	case errors.As(err, &wrong):
		return fmt.Sprintf("There is no such run: %s.", strings.Join(slices.DeleteFunc([]string{wrong.Error(), wrong.Hint()}, func(s string) bool { return s == "" }), "; ")), ""
	case run.Violations > 0:
		inside := show.Join(run.Inside, ",", func(i mutex.Inside) string { return quorum.Index(i.Process).String() })
		return "", fmt.Sprintf("At its end the sites %s are in the critical section together.", show.Series(strings.Split(inside, ","), "and"))
	case len(run.Stuck()) > 0:
		return "", fmt.Sprintf("At its end no message is under way and nobody is inside, but %s.", strings.Join(run.System.DescribeWaits(nil), "; "))
	}
	return fmt.Sprintf("The rule holds and nobody is stuck: possible are still %s.", strings.Join(trace.Names(r.config.Setup, run.Next()), ", ")), ""
}
