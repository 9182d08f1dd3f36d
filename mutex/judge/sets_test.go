package judge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/worktest"
	"coterie/internal/machine/memory"
	"coterie/internal/machine/work"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/judge"
	"coterie/quorum"
)

// eachSet judges all sets of at most so many requesters.
func eachSet(t testing.TB, ctx context.Context, c explore.Config, most int, o judge.SetOptions) ([]judge.Report, int, error) {
	t.Helper()
	sets := judge.Sets(c.Requesters, 1, most)
	return judge.Each(ctx, c, sets, explore.Classes(c, sets), o)
}

// tells returns the whole contents of reports, with the steps of their runs.
func tells(t testing.TB, list []judge.Report) string {
	t.Helper()
	said := assert.Got(json.Marshal(list))(t)
	for i := range list {
		runs := list[i].Runs
		if list[i].Costly != nil {
			runs = append(runs[:len(runs):len(runs)], *list[i].Costly)
		}
		said = fmt.Appendf(said, "\n%s %d", list[i].Open, len(runs))
		for k := range runs {
			played := assert.Got(runs[k].Play(nil))(t)
			said = fmt.Appendf(said, "\n%s %v %s %v %v", runs[k].Of, runs[k].Shortest, runs[k].Says(func(p int32) string { return fmt.Sprint(p) }), runs[k].Schedule, played.Why)
		}
	}
	return string(said)
}

// TestSetsElsewhere: reports that others make, with the runs that show failures, are the same
// bytes, and their runs are those of the same configurations.
func TestSetsElsewhere(t *testing.T) {
	failing := 0
	for _, x := range []struct {
		spec, algorithm string
		flaw            mutex.Flaw
		processes, most int
		o               judge.SetOptions
	}{
		{spec: "fpp:order=2", algorithm: "maekawa", processes: 7, most: 2},
		{spec: "{1,2},{3,4}", algorithm: "maekawa", processes: 4, most: 2},
		{spec: "{1,2},{2,3},{1,3}", algorithm: "maekawa", processes: 3, most: 3, o: judge.SetOptions{Options: judge.Options{NoMessages: true}}},
		{spec: "lift:m=2,of=({1,2},{2,3},{1,3})", algorithm: "maekawa-m", flaw: mutex.SkipsE11, processes: 2, most: 2, o: judge.SetOptions{Options: judge.Options{Options: explore.Options{FirstFailure: true}}}},
		{spec: "{1,2},{2,3},{1,3}", algorithm: "maekawa-fixed", processes: 3, most: 2, o: judge.SetOptions{Options: judge.Options{Options: explore.Options{MostStates: 20}}}},
		{spec: "{1,2},{2,3},{1,3}", algorithm: "maekawa", processes: 3, most: 2, o: judge.SetOptions{Endless: true}},
	} {
		var requesters []int32
		for p := range min(x.processes, 4) {
			requesters = append(requesters, int32(p))
		}
		c := configOf(t, x.spec, x.algorithm, x.flaw, x.processes, requesters...)
		want, covered, err := eachSet(t, t.Context(), c, x.most, x.o)
		if err != nil || covered != judge.CountSets(len(requesters), x.most) {
			t.Fatal(covered, err)
		}
		for i := range want {
			failing += len(want[i].Runs)
		}
		elsewhere := &worktest.Elsewhere{Seed: 5}
		x.o.Jobs = 2
		told := 0
		x.o.Progress = func(_ string, done, total int) { told++ }
		got, covered, err := eachSet(t, work.With(t.Context(), elsewhere), c, x.most, x.o)
		if err != nil || covered != judge.CountSets(len(requesters), x.most) || told <= len(got) {
			t.Fatal(covered, told, err)
		}
		assert.Equal(t, tells(t, got), tells(t, want), "%s over %s:\nhere      %s\nelsewhere", x.algorithm, x.spec, tells(t, want))
		for i := range want {
			for k := range want[i].Runs {
				if a, b := want[i].Runs[k].Config, got[i].Runs[k].Config; !reflect.DeepEqual(a, b) {
					t.Errorf("%s over %s: a run of %+v is one of %+v", x.algorithm, x.spec, a, b)
				}
			}
		}
		both := [2]judge.Report{judge.Combined(want), judge.Combined(got)}
		assert.Equal(t, tells(t, both[:1]), tells(t, both[1:]), "%s over %s: together they say something else", x.algorithm, x.spec)
	}
	if failing == 0 {
		t.Error("nothing fails in any of them")
	}
}

// TestFirstSetThatFails: with FirstFailure no set is judged after the first one in which something
// fails, here and elsewhere, and without it the later ones are.
func TestFirstSetThatFails(t *testing.T) {
	c := configOf(t, "grid:n=4", "maekawa", 0, 4, 0, 1, 2, 3)
	all, _, err := eachSet(t, t.Context(), c, 3, judge.SetOptions{Options: judge.Options{NoMessages: true}})
	at := slices.IndexFunc(all, func(r judge.Report) bool { return r.Fails() })
	if err != nil || at < 1 || at == len(all)-1 {
		t.Fatal(at, len(all), err)
	}
	for _, runner := range []work.Runner{nil, &worktest.Elsewhere{}} {
		o := judge.SetOptions{Options: judge.Options{NoMessages: true, Options: explore.Options{FirstFailure: true}}}
		list, covered, err := eachSet(t, work.With(t.Context(), runner), c, 3, o)
		if err != nil || len(list) != at+1 || covered >= judge.CountSets(4, 3) || !list[at].Fails() {
			t.Errorf("%d of %d reports, of %d sets, %v; the first that fails is number %d", len(list), len(all), covered, err, at)
		}
	}
}

// TestSetsCutShort: judgements from before the end of ctx are kept, here and elsewhere, and one
// report says that there is more.
func TestSetsCutShort(t *testing.T) {
	c := configOf(t, "fpp:order=2", "maekawa-fixed", 0, 7, 0, 1, 2, 3)
	for name, runner := range map[string]work.Runner{"here": nil, "elsewhere": &worktest.Elsewhere{}} {
		for stop := range 3 {
			ctx, cancel := context.WithCancel(work.With(t.Context(), runner))
			if stop == 0 {
				cancel()
			}
			reached := 0
			o := judge.SetOptions{Options: judge.Options{NoMessages: true}}
			o.Progress = func(string, int, int) {
				if reached++; reached == stop+1 {
					cancel()
				}
			}
			list, covered, err := eachSet(t, ctx, c, 2, o)
			cancel()
			if err != nil || len(list) == 0 {
				t.Fatal(name, stop, covered, err)
			}
			for i, r := range list {
				if r.Complete != (i < len(list)-1) || !r.Complete && r.StoppedBy != explore.Interrupted.String() {
					t.Errorf("%s, stopped at %d: report %d of %d: complete %v, %s", name, stop, i, len(list), r.Complete, r.StoppedBy)
				}
			}
			if covered >= judge.CountSets(4, 2) {
				t.Errorf("%s, stopped at %d: all %d sets were covered", name, stop, covered)
			}
		}
	}
}

// TestSetsMemory: a search cut off by the memory of another machine is no result, but one cut off
// here is an answer.
func TestSetsMemory(t *testing.T) {
	c := configOf(t, "fpp:order=2", "maekawa-fixed", 0, 7, 0, 1, 2)
	ctx := memory.With(t.Context(), 100_000)
	list, _, err := eachSet(t, ctx, c, 3, judge.SetOptions{})
	if err != nil || list[len(list)-1].StoppedBy != explore.MemoryLimit.String() {
		t.Fatal(err, list)
	}
	if _, _, err := eachSet(t, work.With(ctx, &worktest.Elsewhere{}), c, 3, judge.SetOptions{}); err == nil || !strings.Contains(err.Error(), "the memory of this machine ended at ") {
		t.Error(err)
	}
}

// TestSetsErrors: a configuration that makes no sense is the same error in both, and a worker opens
// none.
func TestSetsErrors(t *testing.T) {
	c := configOf(t, "{1,2},{2,3},{1,3}", "maekawa-fixed", 0, 3, 0, 1)
	bad := c
	bad.Entries = 0
	for name, runner := range map[string]work.Runner{"here": nil, "elsewhere": &worktest.Elsewhere{}} {
		_, _, err := eachSet(t, work.With(t.Context(), runner), bad, 2, judge.SetOptions{})
		var wrong *quorum.InputError
		if !errors.As(err, &wrong) || err.Error() != wrong.Error() {
			t.Errorf("%s: %v", name, err)
		}
	}
	elsewhere := &worktest.Elsewhere{}
	assert.Got2(eachSet(t, work.With(t.Context(), elsewhere), c, 2, judge.SetOptions{}))(t)
	kind, job := worktest.Kind("requesters"), elsewhere.Jobs[0]
	task := assert.Got(kind.Open(t.Context(), job.Params, work.Host{}))(t)
	for _, input := range []string{"", "[7]", "[0,0,1]", "[]"} {
		assert.Refused(task.Do(t.Context(), work.Part{Input: []byte(input)}))(t, "", "a set %s was judged", input)
	}
	for _, change := range []func(of map[string]any){
		func(of map[string]any) { of["Config"].(map[string]any)["Algorithm"] = "none" },
		func(of map[string]any) { of["Config"].(map[string]any)["Setup"] = nil },
		func(of map[string]any) { of["Config"].(map[string]any)["Reduction"] = 7 },
		func(of map[string]any) { of["Config"].(map[string]any)["Entries"] = 0 },
	} {
		var params map[string]any
		assert.OK(t, json.Unmarshal(job.Params, &params))
		change(params)
		text := assert.Got(json.Marshal(params))(t)
		assert.Refused(kind.Open(t.Context(), text, work.Host{}))(t, "", "opened: %s", text)
	}
	// A report of something else is refused.
	for _, result := range []string{"", "{}", "null", `{"algorithm":"maekawa"}`} {
		lies := work.Kind{Name: kind.Name, Open: func(context.Context, []byte, work.Host) (work.Task, error) {
			return work.TaskFunc(func(context.Context, work.Part) ([]byte, error) { return []byte(result), nil }), nil
		}}
		if _, _, err := eachSet(t, work.With(t.Context(), &worktest.Elsewhere{Kinds: []work.Kind{lies}}), c, 2, judge.SetOptions{}); err == nil {
			t.Errorf("%q is a report", result)
		}
	}
}
