package judge_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/judge"
	"coterie/mutex/sim"
)

// configOf has all of the processes wish once, by the quorums of their sites.
func configOf(t testing.TB, spec, algorithm string, flaw mutex.Flaw, processes int, requesters ...int32) explore.Config {
	t.Helper()
	built := assert.Got(construct.Build(t.Context(), spec))(t)
	s := assert.Got(mutex.SetupOf(t.Context(), built.Structure, processes, mutex.Options{Flaw: flaw}, requesters))(t)
	groups := mutex.GroupsInTurn(processes, s.Groups())
	c := explore.Config{Algorithm: mutex.Find(algorithm), Setup: s, Entries: 1}
	list := assert.Got(sim.Requesters(t.Context(), built.Structure, c.Algorithm, s, requesters, groups, sim.Site))(t)
	c.Requesters = judge.Requesters(list)
	return c
}

func of(t *testing.T, c explore.Config, o judge.Options) judge.Report {
	t.Helper()
	return assert.Got(judge.Of(t.Context(), c, o))(t)
}

// TestReasons: every null answer has a reason, and nothing else has.
func TestReasons(t *testing.T) {
	plain := configOf(t, "{1,2},{2,3},{1,3}", "maekawa-fixed", 0, 3, 0, 1)
	reduced := plain
	reduced.Reduction = explore.PartialOrder
	groups := configOf(t, "lift:m=2,of=({1,2},{2,3},{1,3})", "maekawa-m", 0, 2, 0, 1)
	reducedGroups := groups
	reducedGroups.Reduction = explore.PartialOrder
	ended, end := context.WithCancel(t.Context())
	end()
	for name, report := range map[string]func() (judge.Report, error){
		"plain":          func() (judge.Report, error) { return judge.Of(t.Context(), plain, judge.Options{}) },
		"reduced":        func() (judge.Report, error) { return judge.Of(t.Context(), reduced, judge.Options{}) },
		"groups":         func() (judge.Report, error) { return judge.Of(t.Context(), groups, judge.Options{NoMessages: true}) },
		"reduced groups": func() (judge.Report, error) { return judge.Of(t.Context(), reducedGroups, judge.Options{}) },
		"limit": func() (judge.Report, error) {
			return judge.Of(t.Context(), groups, judge.Options{Options: explore.Options{MostStates: 20}})
		},
		"ended":   func() (judge.Report, error) { return judge.Of(ended, plain, judge.Options{}) },
		"endless": func() (judge.Report, error) { return judge.Endless(t.Context(), groups, judge.Options{}) },
		"endless limit": func() (judge.Report, error) {
			return judge.Endless(t.Context(), plain, judge.Options{Options: explore.Options{MostStates: 20}})
		},
		"sets": func() (judge.Report, error) {
			return judge.Combined([]judge.Report{of(t, plain, judge.Options{}), of(t, reduced, judge.Options{})}), nil
		},
	} {
		r := assert.Got(report())(t, "%v", name)
		text := assert.Got(json.Marshal(r))(t)
		var keys map[string]any
		assert.OK(t, json.Unmarshal(text, &keys))
		for key, value := range keys {
			if key == "invariants" {
				value = true
				for _, i := range r.Invariants {
					if i.Holds == nil {
						value = nil
					}
				}
			}
			beside := key == "costliest_entry" || key == "max_messages_of_a_run" // of max_messages_per_entry
			if why := r.Reasons[key]; (value == nil) != (why != "") && !beside {
				t.Errorf("%s: %s is %v, and the reason is %q", name, key, value, why)
			}
		}
		for key := range r.Reasons {
			if _, has := keys[key]; !has {
				t.Errorf("%s: a reason for %s, which there is not", name, key)
			}
		}
		if wants := name == "limit" || name == "ended" || name == "endless limit"; wants != (r.Open != "") || r.Fails() {
			t.Errorf("%s: open %q, fails %v", name, r.Open, r.Fails())
		}
	}
}

// TestRuns: every failure has a run that the machines can perform again, and that shows it.
func TestRuns(t *testing.T) {
	for _, test := range []struct {
		spec, algorithm string
		processes       int
		of              string
	}{
		{"{1,2},{3,4}", "maekawa", 4, "mutual_exclusion"},
		{"{1,2}", "protocol-p", 2, "stuck"},
		{"lift:m=2,of=({1,2},{2,3},{1,3})", "maekawa-m", 3, "invariants"},
	} {
		c := configOf(t, test.spec, test.algorithm, 0, test.processes, []int32{0, 1, 2}[:min(3, test.processes)]...)
		if test.of == "invariants" { // two of a group and one of another, with one lock for each group
			c.Setup.Flaw, c.Setup.MaxLocks = mutex.SkipsE11, 1
			for i, x := range []explore.Choice{{}, {Group: 1, Quorum: 3}, {}} {
				c.Requesters[i].Choices = []explore.Choice{x}
			}
		}
		r := of(t, c, judge.Options{NoMessages: true})
		at := slices.IndexFunc(r.Runs, func(run judge.Run) bool { return run.Of == test.of })
		if !r.Fails() || at < 0 {
			t.Errorf("%s over %s: no run to %s", test.algorithm, test.spec, test.of)
			continue
		}
		run := &r.Runs[at]
		played := assert.Got(run.Play(nil))(t)
		said := run.Says(played.Process) + ": " + strings.Join(played.Why, "; ")
		if !run.Shortest || played.Steps != len(run.Schedule) || (len(played.Why) == 0) != (test.of == "mutual_exclusion") {
			t.Errorf("%s over %s: %d steps, %s", test.algorithm, test.spec, played.Steps, said)
		}
		if last := played.Events[len(played.Events)-1]; test.of == "stuck" && len(last.Stuck) == 0 {
			t.Errorf("%s over %s: at the end nobody is stuck", test.algorithm, test.spec)
		}
		t.Log(said)
	}
}

// TestSets: all subsets, once each, and the small ones first.
func TestSets(t *testing.T) {
	list := []explore.Requester{{Process: 0}, {Process: 3}, {Process: 5}}
	var got [][]int32
	for _, set := range judge.Sets(list, 1, 2) {
		var who []int32
		for _, r := range set {
			who = append(who, r.Process)
		}
		got = append(got, who)
	}
	assert.Deep(t, got, [][]int32{{0}, {3}, {5}, {0, 3}, {0, 5}, {3, 5}})
	for most := range 5 {
		if n := judge.CountSets(len(list), most); n != len(judge.Sets(list, 1, most)) {
			t.Errorf("%d sets of at most %d are counted", n, most)
		}
	}
	assert.Equal(t, judge.CountSets(1_000_000, 1_000_000), math.MaxInt, "sets of a million")
	assert.Equal(t, len(judge.Sets(list, 1, 9)), 7, "sets of three")
}

// TestCombined: a failure of one is a failure of all, one gap leaves the answer open, and a report
// for several sets counts as often.
func TestCombined(t *testing.T) {
	good := of(t, configOf(t, "{1,2}", "protocol-p-fixed", 0, 2, 0), judge.Options{})
	bad := of(t, configOf(t, "{1,2}", "protocol-p", 0, 2, 0, 1), judge.Options{})
	bad.StandsFor = 3
	open := good
	open.MutualExclusion, open.Reasons = nil, map[string]string{"mutual_exclusion": "cut"}
	all := judge.Combined([]judge.Report{good, open, bad})
	if all.States != 2*good.States+3*bad.States || *all.Stuck != 3**bad.Stuck || all.StandsFor != 5 || all.MutualExclusion != nil || all.Reasons["mutual_exclusion"] != "cut" || !all.Fails() ||
		len(all.Runs) != len(bad.Runs) || *all.MaxMessages != *bad.MaxMessages {
		t.Errorf("%+v", all)
	}
	broken := good
	broken.MutualExclusion = new(false)
	if all = judge.Combined([]judge.Report{open, broken}); all.MutualExclusion == nil || *all.MutualExclusion || all.Reasons["mutual_exclusion"] != "" {
		t.Errorf("%+v", all)
	}
}

// TestCombinedReduced: images have the same stuck states, but not as many others are visited.
func TestCombinedReduced(t *testing.T) {
	stuck := uint64(2)
	list := []judge.Report{
		{Reduction: "partial-order", StandsFor: 3, States: 10, Transitions: 20, Terminal: 4, Stuck: &stuck, Violations: 5},
		{Reduction: "partial-order", StandsFor: 1, States: 1, Transitions: 2, Terminal: 1, Stuck: &stuck, Violations: 1},
	}
	all := judge.Combined(list)
	if all.States != 11 || all.Transitions != 22 || all.Violations != 6 || all.Terminal != 13 || *all.Stuck != 8 || all.StandsFor != 4 {
		t.Errorf("%+v", all)
	}
}

// TestWhatWasLeftOut: no answer is given about states that were left out or cut off.
func TestWhatWasLeftOut(t *testing.T) {
	c := configOf(t, "lift:m=2,of=({1,2},{2,3},{1,3})", "maekawa-m", 0, 2, 0, 1)
	c.Reduction = explore.PartialOrder
	r := of(t, c, judge.Options{})
	if len(r.Invariants) != 4 || r.MaxMessages != nil || r.MutualExclusion == nil || r.Stuck == nil {
		t.Errorf("with a reduction: %+v", r)
	}
	for _, i := range r.Invariants {
		if i.Holds != nil {
			t.Errorf("with a reduction %s is said to hold: %v", i.Name, *i.Holds)
		}
	}
	c = configOf(t, "{1,2},{2,3},{1,3}", "maekawa-fixed", 0, 3, 0, 1, 2)
	r, err := judge.Endless(t.Context(), c, judge.Options{Options: explore.Options{MostStates: 50}})
	if err != nil || r.Complete || r.Stuck != nil || r.Lockout != nil || r.Open == "" {
		t.Errorf("with a limit: %+v, %v", r, err)
	}
}

// TestEnteringCutOff: where the time ends while concurrent entering is judged, the answer is open.
func TestEnteringCutOff(t *testing.T) {
	c := configOf(t, "lift:m=2,of=(fpp:order=2)", "maekawa-m-fixed", 0, 3, 0, 1, 2)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	before := 0
	r, err := judge.Of(ctx, c, judge.Options{NoMessages: true, Options: explore.Options{Jobs: 1, Progress: func(_ string, done, _ int) {
		if done < before { // the next search has begun
			end()
		}
		before = done
	}}})
	const key = "concurrent_entering"
	if err != nil || !r.Complete || r.MutualExclusion == nil || r.ConcurrentEntering != nil || r.Open == "" || r.Open != r.Reasons[key] {
		t.Errorf("complete %v, entering %v, open %q, reason %q: %v", r.Complete, r.ConcurrentEntering, r.Open, r.Reasons[key], err)
	}
}

// TestCombinedCosts: the costliest entry and the costliest run are those of any set.
func TestCombinedCosts(t *testing.T) {
	of := func(most, total uint64) judge.Report {
		return judge.Report{MaxMessages: &most, MaxTotal: &total, StandsFor: 1}
	}
	for _, list := range [][]judge.Report{{of(3, 9), of(4, 7), of(2, 8)}, {of(2, 8), of(4, 7), of(3, 9)}} {
		if all := judge.Combined(list); *all.MaxMessages != 4 || *all.MaxTotal != 9 {
			t.Errorf("at most %d messages for an entry and %d in a run, want 4 and 9", *all.MaxMessages, *all.MaxTotal)
		}
	}
}
