package exhaustion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/trace"
)

// explored holds the results of a run of the explorer.
type explored struct {
	configuration
	Class      string   `csv:"class" doc:"as in configurations.csv"` // in the study maekawa-deadlock
	States     uint64   `csv:"states,states" doc:"reachable"`
	Stuck      uint64   `csv:"stuck,states" doc:"in which nothing can happen and a node waits"`
	Violations uint64   `csv:"broken,states" doc:"with two nodes inside"`
	Invariants []uint64 // states in which the i-th does not hold
	Failures   []failure
}

// failure is a shortest run to a failure.
type failure struct {
	Sort      explore.Sort
	Invariant int
	Schedule  []trace.Choice
	Words     string // how it ends
}

// steps returns the length of the shortest run to a failure of the sort, 0 if there is none.
func (r explored) steps(s explore.Sort) int { return len(r.failure(s).Schedule) }

// failure returns the shortest run to a failure of the sort.
func (r explored) failure(s explore.Sort) failure {
	if i := slices.IndexFunc(r.Failures, func(f failure) bool { return f.Sort == s }); i >= 0 {
		return r.Failures[i]
	}
	return failure{}
}

// states adds up the numbers of states of the rows.
func states[R any](rows []R, of func(R) uint64) (sum uint64) {
	for _, r := range rows {
		sum += of(r)
	}
	return sum
}

// like returns the group of the list for which is holds. If there is none, it appends fresh.
func like[G any](list *[]G, is func(G) bool, fresh G) *G {
	i := slices.IndexFunc(*list, is)
	if i < 0 {
		i, *list = len(*list), append(*list, fresh)
	}
	return &(*list)[i]
}

// shown describes the configuration, its states and the shortest run to a failure.
func (r explored) shown(f failure) string {
	return fmt.Sprintf("%v: %d states, after %d steps %s", r.configuration, r.States, len(f.Schedule), f.Words)
}

// toTheEnd explores a configuration on one core. It fails if memory does not suffice: rows hold no
// result that a limit cut short.
func toTheEnd(ctx context.Context, e explore.Config) (explore.Result, error) {
	found, err := explore.Run(ctx, e, explore.Options{Jobs: 1})
	if err == nil && !found.Complete {
		err = fmt.Errorf("%s over %s: %v after %d states", e.Algorithm.Name, e.Setup.Name, found.Stopped, found.States)
	}
	return found, err
}

// costs returns the configuration of the explorer, and the greatest costs of requests in it.
func (c configuration) costs(ctx context.Context) (explore.Config, explore.Costs, error) {
	e := experiments.Must(c.explorable(ctx))
	found, err := explore.Messages(ctx, e, explore.Options{Jobs: 1})
	if err == nil && !found.Complete {
		err = fmt.Errorf("%v: %v", c, found.Stopped)
	}
	return e, found, err
}

// exploreAll visits all states of a configuration.
func exploreAll(ctx context.Context, c configuration) (explored, error) {
	e := experiments.Must(c.explorable(ctx))
	found := experiments.Must(toTheEnd(ctx, e))
	r := explored{configuration: c, States: found.States, Stuck: found.Stuck, Violations: found.Violations, Invariants: found.Invariants}
	for _, f := range found.Failures {
		p := experiments.Must(play(e, f.Schedule, false))
		r.Failures = append(r.Failures, failure{f.Sort, f.Invariant, f.Schedule, ending(e, p, f)})
	}
	return r, nil
}

// play performs a schedule. It keeps the events of the run if events is set. The error names a step
// that is not possible.
func play(e explore.Config, schedule []trace.Choice, events bool) (*trace.Player, error) {
	p := trace.NewPlayer(e.Algorithm, e.Setup, !e.NoFIFO, events)
	for i, step := range schedule {
		if !p.Do(step) {
			return p, fmt.Errorf("%s over %s: step %d cannot be", e.Algorithm.Name, e.Setup.Name, i+1)
		}
	}
	return p, nil
}

// ending describes the failure at the end of a run.
func ending(e explore.Config, p *trace.Player, f explore.Failure) string {
	switch f.Sort {
	case explore.Deadlock:
		return strings.Join(p.System.DescribeWaits(nil), "; ")
	case explore.Invariant:
		i := e.Algorithm.Invariants[f.Invariant]
		return fmt.Sprintf("%s: %s", i.Name, i.Broken(p.System))
	}
	return show.Join(p.Inside, " and ", func(x mutex.Inside) string { return (&trace.Header{Apart: e.Setup.Apart}).Process(x.Process) }) + " are inside together"
}

const (
	literal        = "maekawa"
	mended         = "maekawa-fixed"
	maekawaM       = "maekawa-m"
	maekawaMF      = "maekawa-m-fixed"
	maekawaS       = "maekawa-s"
	inOrder        = "fixed-order"
	protocolP      = "protocol-p"
	protocolPFixed = "protocol-p-fixed"
)
