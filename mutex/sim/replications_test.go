package sim

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/worktest"
	"coterie/internal/machine/work"
	"coterie/mutex"
	"coterie/quorum"
)

// eachSort are short runs of all sorts: of one process at a time, a group, k of them, resources.
func eachSort(t testing.TB) []Config {
	t.Helper()
	var all []Config
	for _, x := range []struct{ spec, algorithm string }{
		{"fpp:order=2", "maekawa-fixed"}, {"wheel:n=5", "suzuki-kasami"}, {"surficial:n=12,m=3", "maekawa-m"},
		{"", "protocol-p-fixed"}, {"sharing:alpha=1+2-1+2-2+3", "protocol-p-fixed"}, {"fpp:order=3", "maekawa"},
	} {
		s, err := structureOf(t.Context(), x.spec)
		if err != nil {
			t.Fatal(err)
		}
		setup := assert.Got(mutex.NewSetup(s, s.N(), mutex.Options{Self: mutex.SelfLocal}))(t)
		c := Config{Algorithm: mutex.Find(x.algorithm), Setup: setup}
		if c.Algorithm == nil {
			t.Fatal(x.algorithm)
		}
		c.Requesters, err = Requesters(t.Context(), s, c.Algorithm, setup, nil, mutex.GroupsOf(s, setup.Processes), Strategy)
		if err != nil {
			c.Requesters, err = Requesters(t.Context(), s, c.Algorithm, setup, nil, mutex.GroupsOf(s, setup.Processes), Any)
		}
		if err != nil {
			t.Fatal(x.spec, err)
		}
		all = append(all, c)
	}
	return all
}

// structureOf builds a spec; "" is a k-coterie.
func structureOf(ctx context.Context, spec string) (quorum.Structure, error) {
	if spec == "" {
		return quorum.As[*quorum.KCoterie](construct.KMajority(7, 2))
	}
	built, err := construct.Build(ctx, spec)
	if err != nil {
		return nil, err
	}
	return built.Structure, nil
}

func drawDistribution(t *rapid.T, name string) Distribution {
	a := rapid.Float64Range(0, 20).Draw(t, name)
	return Distribution{Shape(rapid.IntRange(0, 2).Draw(t, name)), a, a + rapid.Float64Range(0, 9).Draw(t, name)}
}

// drawRun is any run of the sorts.
func drawRun(t *rapid.T, sorts []Config) Config {
	c := rapid.SampledFrom(sorts).Draw(t, "sort")
	c.Latency, c.Critical, c.Think = drawDistribution(t, "latency"), drawDistribution(t, "critical"), drawDistribution(t, "think")
	c.Entries, c.Warmup = rapid.IntRange(1, 700).Draw(t, "entries"), rapid.IntRange(0, 20).Draw(t, "warmup")
	c.Seed, c.Stream = rapid.Uint64().Draw(t, "seed"), rapid.Uint64().Draw(t, "stream")
	c.NoFIFO, c.Schedule = rapid.Bool().Draw(t, "no FIFO"), Schedule(rapid.IntRange(0, 2).Draw(t, "schedule"))
	c.Victim, c.StopAtViolation, c.MaxEvents = int32(rapid.IntRange(0, c.Setup.Processes-1).Draw(t, "victim")), rapid.Bool().Draw(t, "stop"), 200_000
	if !c.Algorithm.NoQuorums && rapid.Bool().Draw(t, "crashes") {
		c.CrashProbability, c.Detect = rapid.Float64Range(0, 0.5).Draw(t, "crash"), rapid.Float64Range(0, 3).Draw(t, "detect")
		c.Crashes = []Crash{{Node: int32(rapid.IntRange(0, c.Setup.Nodes-1).Draw(t, "node"))}}
	}
	if rapid.Bool().Draw(t, "matrix") {
		c.Matrix = make([][]float64, c.Setup.Actors())
		for i := range c.Matrix {
			c.Matrix[i] = make([]float64, c.Setup.Actors())
			for j := range c.Matrix[i] {
				c.Matrix[i][j] = float64(1+i*j%7) / float64(3+i)
			}
		}
	}
	return c
}

// TestTravels: configurations and results are whole on the other side, floats by their bits.
func TestTravels(t *testing.T) {
	sorts := eachSort(t)
	rapid.Check(t, func(t *rapid.T) {
		c := drawRun(t, sorts)
		if c.Check() != nil {
			t.Skip("a run that makes no sense")
		}
		params, err := json.Marshal(&replications{c, 3, 2})
		if err != nil {
			t.Fatal(err)
		}
		r, err := openReplications(params)
		if err != nil {
			t.Fatal(err)
		}
		if name := r.Config.Algorithm.Name; name != c.Algorithm.Name {
			t.Fatalf("%s came of %s", name, c.Algorithm.Name)
		}
		r.Config.Algorithm = c.Algorithm // which has functions
		if !reflect.DeepEqual(r, &replications{c, 3, 2}) {
			t.Fatalf("sent %+v, setup %+v\ncame %+v, setup %+v", c, c.Setup, r.Config, r.Config.Setup)
		}
		if c.Entries > 550 && rapid.Bool().Draw(t, "shorter") { // those with more than few times need longer
			return
		}
		want, err := Run(t.Context(), c)
		if err != nil {
			return
		}
		data := encoded(want)
		got, err := decoded(data, &c)
		if err != nil {
			t.Fatal(err)
		}
		want.Final = nil
		assert.MustTrue(t, reflect.DeepEqual(got, want), "sent %+v\ncame %+v", want, got)
		// Bytes that are no result are an error, or a result whose figures can be found.
		data[rapid.IntRange(0, len(data)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		if damaged, err := decoded(data, &c); err == nil {
			s := newSummary(c)
			s.add(damaged)
			s.report(t.Context(), nil)
		}
	})
}

// TestReplicationsElsewhere: the report is the same bytes wherever replications are run.
func TestReplicationsElsewhere(t *testing.T) {
	assert.Long(t, "it simulates 150 runs")
	for i, c := range eachSort(t) {
		c.Latency, c.Critical, c.Entries = Distribution{Exponential, 1, 0}, Distribution{Uniform, 1, 2}, 40+550*(i%2)
		for _, n := range []int{1, 7, 150} {
			if n == 150 {
				c.Entries = 10
			}
			var reports [2][]byte
			told := [2]int{}
			elsewhere := &worktest.Elsewhere{Seed: uint64(i)}
			for j, runner := range []work.Runner{nil, elsewhere} {
				r := assert.Got(Replicate(work.With(t.Context(), runner), c, Options{Replications: n, Progress: func(string, int, int) { told[j]++ }}))(t)
				reports[j] = assert.Got(json.Marshal(r))(t)
			}
			if string(reports[0]) != string(reports[1]) || told[0] != n+1 || told[1] != n+1 {
				t.Errorf("%s over %s, %d replications, told %v:\nhere      %s\nelsewhere %s", c.Algorithm.Name, c.Setup.Name, n, told, reports[0], reports[1])
			}
			if parts := elsewhere.Jobs[0].Parts; n < 64 && parts != n || n == 150 && parts != 75 {
				t.Errorf("%d replications in %d parts", n, parts)
			}
		}
	}
}

// TestSketchRefuses: times that are not as many as they are said to be, or above the greatest.
func TestSketchRefuses(t *testing.T) {
	for i, c := range []struct {
		count   int
		sum     float64
		max     Time
		times   []Time
		buckets []int64
		good    bool
	}{
		{2, 3, 2, []Time{1, 2}, nil, true},
		{3, 3, 2, []Time{1, 2}, nil, false},
		{1, 3, 2, []Time{1, 2}, nil, false},
		{2, 3, 1, []Time{1, 2}, nil, false},
		{2, 1, 2, []Time{-1, 2}, nil, false},
		{0, 0, -1, nil, nil, false},
		{3, 9, 3, nil, []int64{3, 3}, true},
		{4, 9, 3, nil, []int64{3, 3}, false},
		{2, 9, 3, nil, []int64{3, 3}, false},
		{3, 9, 3, nil, []int64{3, 3, 1}, false},
		{4, 9, 3, []Time{3}, []int64{3, 3}, false},
		{3, 9, 3, nil, []int64{1_000_000_000_000, 3}, false},
		{3, -1, 3, nil, []int64{3, 3}, false},
		{3, math.Inf(1), 3, nil, []int64{3, 3}, false},
	} {
		var w wire
		numbers(&w, &c.count)
		numbers(&w, &c.max)
		w.float(&c.sum)
		numberList(&w, &c.times)
		numberList(&w, &c.buckets)
		w.reads = true
		var s Sketch
		if w.sketch(&s); w.bad == c.good {
			t.Errorf("case %d: %+v, refused: %v", i, s, w.bad)
		}
	}
}

// TestResultsOfOthers: the result of a replication over another system is refused.
func TestResultsOfOthers(t *testing.T) {
	small, large := closed(t, "fpp:order=2", "maekawa-fixed", 30), closed(t, "fpp:order=3", "maekawa-fixed", 30)
	r := assert.Got(Run(t.Context(), small))(t)
	data := encoded(r)
	assert.Got(decoded(data, &small))(t)
	assert.Refused(decoded(data, &large))(t, "", "a result of 7 nodes passes for one of 13")
	r.Accesses = r.Accesses[1:] // the processes are as many as they were
	assert.Refused(decoded(encoded(r), &small))(t, "", "a result of 6 nodes passes for one of 7")
}

// TestFirstIsTracedHere: the caller can observe the first replication wherever the others are run.
func TestFirstIsTracedHere(t *testing.T) {
	c := closed(t, "fpp:order=2", "maekawa-fixed", 30)
	var events [2]int
	var reports [2][]byte // of four, the others of which are those that follow the first
	for j, runner := range []work.Runner{nil, &worktest.Elsewhere{}} {
		for _, n := range []int{1, 4} {
			c.Trace = func(Event) { events[j]++ }
			r, err := Replicate(work.With(t.Context(), runner), c, Options{Replications: n})
			if err != nil || r.Replications != n {
				t.Fatal(r, err)
			}
			reports[j] = assert.Got(json.Marshal(r))(t)
		}
	}
	if events[0] == 0 || events[0] != events[1] {
		t.Errorf("%v events", events)
	}
	assert.Equal(t, string(reports[0]), string(reports[1]), "here      %s\nelsewhere %s", reports[0], reports[1])
}

// TestReplicationsOpen: a worker runs no job that makes no sense.
func TestReplicationsOpen(t *testing.T) {
	c := closed(t, "fpp:order=2", "maekawa-fixed", 30)
	good := assert.Got(json.Marshal(&replications{c, 3, 1}))(t)
	open := func(params []byte) (work.Task, error) {
		return worktest.Kind(replicationKind).Open(t.Context(), params, work.Host{})
	}
	task := assert.Got(open(good))(t)
	assert.Refused(task.Do(t.Context(), work.Part{Index: 3}))(t, "", "three parts have a fourth")
	ended, end := context.WithCancel(t.Context())
	end()
	assert.Is(t, assert.Err(task.Do(ended, work.Part{})), context.Canceled)
	for _, change := range []func(of map[string]any){
		func(of map[string]any) { of["Replications"] = 0 },
		func(of map[string]any) { of["Width"] = 0 },
		func(of map[string]any) { of["Config"].(map[string]any)["Algorithm"] = "none" },
		func(of map[string]any) { of["Config"].(map[string]any)["Setup"] = nil },
		func(of map[string]any) { of["Config"].(map[string]any)["Entries"] = 0 },
		func(of map[string]any) { of["Config"].(map[string]any)["Setup"].(map[string]any)["Nodes"] = 3 },
		func(of map[string]any) { of["Config"].(map[string]any)["Setup"].(map[string]any)["Rule"] = nil },
		func(of map[string]any) {
			of["Config"].(map[string]any)["Setup"].(map[string]any)["First"] = []int{0, 3}
		},
	} {
		var params map[string]any
		assert.OK(t, json.Unmarshal(good, &params))
		change(params)
		bad := assert.Got(json.Marshal(params))(t)
		assert.Refused(open(bad))(t, "", "opened: %.200s", bad)
	}
}
