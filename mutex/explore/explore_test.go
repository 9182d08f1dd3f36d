package explore

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// configOf has requesters that take their own quorums, and in systems without sites one of two.
func configOf(t testing.TB, spec, algorithm string, requesters ...int32) Config {
	t.Helper()
	built := assert.Got(construct.Build(t.Context(), spec))(t)
	return configOver(t, built.Structure, mutex.Find(algorithm), requesters...)
}

func configOver(t testing.TB, structure quorum.Structure, a *mutex.Algorithm, requesters ...int32) Config {
	t.Helper()
	c := assert.Got(Over(t.Context(), structure, a, mutex.Options{}, requesters...))(t)
	for i := range c.Requesters {
		r := &c.Requesters[i]
		r.Choices = slices.DeleteFunc(r.Choices, func(x Choice) bool { return c.Setup.Own == nil && x.Quorum >= c.Setup.First[x.Group]+2 })
	}
	return c
}

// small are configurations of every algorithm.
func small(t testing.TB) map[string]Config {
	t.Helper()
	list := map[string]Config{}
	for _, a := range mutex.Algorithms() {
		for _, spec := range []string{"{1,2},{2,3},{1,3}", "{1,2},{1,3,4},{2,3,4}", "surficial:m=2,k=2", "lift:m=2,of=({1,2},{2,3},{1,3})"} {
			built := assert.Got(construct.Build(t.Context(), spec))(t)
			if a.Accepts(built.Structure.Kind()) != nil {
				continue
			}
			c := configOver(t, built.Structure, a, 0, 1, 2)
			list[a.Name+" over "+spec] = c
			if !a.NeedsFIFO {
				c.NoFIFO = true
				c.Requesters = c.Requesters[:2]
				list[a.Name+" without order over "+spec] = c
			}
			c.Requesters, c.Entries = c.Requesters[:2], 2
			list[a.Name+" twice over "+spec] = c
		}
		c := assert.Got(quorum.NewKCoterie("2-coterie", 2, family(t, 5, []int{0, 1}, []int{0, 2}, []int{1, 2}, []int{3}, []int{4, 0, 1}), nil))(t)
		if a.Accepts(c.Kind()) == nil {
			list[a.Name+" over a 2-coterie"] = configOver(t, c, a, 0, 1, 2)
		}
		s := assert.Got(quorum.NewSharingStructure("shared", 1, [][]int{{0}, {0}, {0}}, 3,
			[]quorum.GroupFamily{{Group: []int{0, 1, 2}, Family: family(t, 3, []int{0, 1}, []int{1, 2}, []int{0, 2})}}, nil))(t)
		if a.Accepts(s.Kind()) == nil {
			list[a.Name+" over a sharing structure"] = configOver(t, s, a, 0, 1, 2)
		}
	}
	return list
}

func family(t testing.TB, n int, sets ...[]int) quorum.Family {
	t.Helper()
	return assert.Got(quorum.NewFamily(n, sets))(t)
}

// TestRun compares with the plain explorer, for several numbers of jobs, and plays the failures.
func TestRun(t *testing.T) { // those of more states are in TestSlowRun
	assert.Long(t, "it explores 1000 states of each machine twice")
	runAsPlain(t, 0, 1000)
}

// runAsPlain takes the small configurations of more than so many states, and at most so many.
func runAsPlain(t *testing.T, above, most uint64) {
	compared := 0
	for name, c := range small(t) {
		want := assert.Got(runPlain(t.Context(), c, Options{MostStates: most}))(t, "%v", name)
		if !want.Complete || want.States <= above {
			continue
		}
		compared++
		for _, jobs := range []int{1, 3} {
			got := assert.Got(Run(t.Context(), c, Options{Jobs: jobs}))(t, "%v", name)
			got.Bytes = 0
			if c.NoFIFO { // messages overtake in another order
				for i := range min(len(got.Failures), len(want.Failures)) {
					assert.Equal(t, len(got.Failures[i].Schedule), len(want.Failures[i].Schedule), "%s: steps to a failure", name)
					got.Failures[i].Schedule = want.Failures[i].Schedule
				}
			}
			assert.Deep(t, got, want, "%s with %d jobs", name, jobs)
			for _, f := range got.Failures {
				play(t, name, c, f)
			}
		}
		all := assert.Got(All(t.Context(), c, func(*mutex.System, []mutex.Message) {}))(t, "%v", name)
		assert.Equal(t, len(all.States), int(want.States), "%s: states that are kept", name)
		assert.Equal(t, len(all.Steps), int(want.Transitions), "%s: steps that are kept", name)
		assert.Equal(t, all.States[len(all.States)-1].Depth, want.Depth, "%s: depth of the last state", name)
	}
	t.Logf("%d configurations", compared)
	if compared < 4 {
		t.Error("these are too few")
	}
}

func play(t *testing.T, name string, c Config, f Failure) {
	t.Helper()
	p := trace.NewPlayer(c.Algorithm, c.Setup, !c.NoFIFO, false)
	for i, x := range f.Schedule {
		if !p.Do(x) {
			t.Errorf("%s: step %d, %+v, cannot be", name, i+1, x)
			return
		}
	}
	shows := false
	switch f.Sort {
	case Exclusion:
		shows = p.Violations > 0
	case Deadlock:
		shows = len(p.Under) == 0 && len(p.Waiting()) > 0
	case Invariant:
		shows = c.Algorithm.Invariants[f.Invariant].Broken(p.System) != ""
	}
	if !shows {
		t.Errorf("%s: the run to a failure of sort %d shows none", name, f.Sort)
	}
}

// TestLimits: the covered part of a limited search does not depend on the number of jobs.
func TestLimits(t *testing.T) {
	c := configOf(t, "fpp:order=2", "maekawa", 0, 1, 2)
	whole, err := Run(t.Context(), c, Options{})
	if err != nil || !whole.Complete {
		t.Fatal(err, whole)
	}
	for _, most := range []uint64{1, 2, 100, 5000, whole.States} {
		var seen []string
		for _, jobs := range []int{1, 2, 5} {
			r := assert.Got(Run(t.Context(), c, Options{Jobs: jobs, MostStates: most}))(t)
			if r.States > most || r.Complete != (most >= whole.States) || r.Complete != (r.Stopped == Ended) {
				t.Errorf("at most %d states: %+v", most, r)
			}
			r.Bytes = 0
			seen = append(seen, fmt.Sprintf("%+v", r))
		}
		assert.Equal(t, len(slices.Compact(seen)), 1, "at most %d states: %v", most, seen)
	}
}

// TestLeastRun: the least run to a state does not depend on which messages were seen first, as they
// are not by the same worker each time.
func TestLeastRun(t *testing.T) {
	c := configOf(t, "{1,2},{2,3},{1,3}", "maekawa-fixed", 0, 1)
	c.NoFIFO, c.Entries = true, 2
	var known []*mutex.Message
	var runs [][]trace.Choice
	for range 2 {
		s := assert.Got(newSearch(t.Context(), &c, Options{Jobs: 1}))(t)
		for _, m := range slices.Backward(known) {
			s.name(*m)
		}
		s.run(t.Context())
		end := found{depth: s.result.Depth} // all states of the last depth
		for _, p := range s.pieces(end.depth) {
			end.states = slices.AppendSeq(end.states, p.states)
		}
		f, err := s.trace(t.Context(), failing{Sort: Deadlock}, end)
		if err != nil || len(f.Schedule) != end.depth || end.depth == 0 {
			t.Fatal(err, f)
		}
		runs, known = append(runs, f.Schedule), *s.known.Load()
	}
	if !slices.Equal(runs[0], runs[1]) {
		t.Errorf("two runs, each the least:\n%v\n%v", runs[0], runs[1])
	}
}

// TestFailures: failures at one depth are reported in the order of sorts.
func TestFailures(t *testing.T) {
	c := configOf(t, "{1,2},{2,3},{1,3}", "maekawa", 0, 1, 2)
	wrong := *c.Algorithm
	wrong.Invariants = slices.Repeat([]mutex.Invariant{{Broken: func(*mutex.System) string { return "always" }}}, 8)
	c.Algorithm = &wrong
	r, err := Run(t.Context(), c, Options{})
	if err != nil || len(r.Failures) != 8 {
		t.Fatal(err, r.Failures)
	}
	for i, f := range r.Failures {
		if f.Invariant != i || len(f.Schedule) > 0 {
			t.Errorf("failure %d is of invariant %d", i, f.Invariant)
		}
	}
}

// TestFirstFailure ends with the first depth at which something fails, and has covered that.
func TestFirstFailure(t *testing.T) {
	a := mutex.Find("maekawa")
	s := &mutex.Setup{Name: "crowd", Nodes: 3, Processes: 3, First: []int32{0, 1}, Rule: mutex.Rule{Name: mutex.OneProcess}, Quorums: [][]int32{{0}}}
	c := Config{Algorithm: a, Setup: s, Entries: 2, Requesters: []Requester{{1, []Choice{{0, 0}}}, {2, []Choice{{0, 0}}}}}
	whole, err := Run(t.Context(), c, Options{})
	if err != nil || whole.Violations == 0 {
		t.Fatal(err, whole)
	}
	r, err := Run(t.Context(), c, Options{FirstFailure: true})
	if err != nil || r.Complete || r.Stopped != FailureSeen || len(r.Failures) == 0 {
		t.Fatal(err, r)
	}
	f := r.Failures[0]
	if r.Depth != len(f.Schedule)+1 || r.States >= whole.States || r.Violations == 0 || !reflect.DeepEqual(f, whole.Failures[0]) {
		t.Errorf("%+v, and with all depths %+v", r, whole)
	}
}
