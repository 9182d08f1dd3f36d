package explore

import (
	"runtime"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/vectors"
)

// compared is a configuration that other faults than a crash of the program would change.
func compared(t *testing.T) (Config, Result) {
	t.Helper()
	c := configOf(t, "fpp:order=2", "maekawa", 0, 1, 2)
	want := assert.Got(runPlain(t.Context(), c, Options{}))(t)
	return c, want
}

func runIn(t *testing.T, g *graph) Result {
	t.Helper()
	s := &search{graph: g, options: Options{Jobs: 2}, budget: 1 << 30}
	s.run(t.Context())
	return s.result
}

// TestCollisions: where all pairs have one hash, nothing is lost.
func TestCollisions(t *testing.T) {
	c := configOf(t, "fpp:order=2", "maekawa", 0, 1)
	want := assert.Got(runPlain(t.Context(), c, Options{}))(t)
	for _, hash := range []func(uint64) uint64{func(uint64) uint64 { return 0 }, func(x uint64) uint64 { return x & 7 << 58 }} {
		g := assert.Got(graphIn(&c, vectors.NewHashed(c.Setup.Actors(), hash)))(t)
		if got := runIn(t, g); got.States != want.States || got.Transitions != want.Transitions || got.Terminal != want.Terminal {
			t.Errorf("with collisions: %+v, want %+v", got, want)
		}
	}
}

// TestLostState plants a state that is taken for visited and never was: the comparison of TestRun
// must notice it, whichever state it is.
func TestLostState(t *testing.T) {
	assert.Long(t, "slow under the race detector, which sees these goroutines in other tests")
	c, want := compared(t)
	whole := assert.Got(newGraph(&c))(t)
	if got := runIn(t, whole); got.States != want.States {
		t.Fatalf("%d states, want %d", got.States, want.States)
	}
	noticed, tried := 0, 0
	end := whole.set.Mark()
	for part := range end {
		if end[part] == 0 || vectors.RefAt(part, 0) == whole.first {
			continue
		}
		tried++
		if got := whole.runWithout(t, vectors.RefAt(part, 0)); got.Transitions != want.Transitions {
			noticed++
		}
	}
	if tried < 10 || noticed < tried {
		t.Errorf("%d of %d lost states are noticed", noticed, tried)
	}
}

// runWithout searches again where a state of g is there before the search begins.
func (g *graph) runWithout(t *testing.T, r vectors.Ref) Result {
	t.Helper()
	fresh := &graph{locals: g.locals, set: vectors.New(len(g.actors))}
	from, to := g.set.Worker(), fresh.set.Worker()
	var before vectors.Mark
	for _, ref := range []vectors.Ref{r, g.first} {
		before = fresh.set.Mark()
		for i, x := range from.Load(ref) {
			to.Set(i, x)
		}
		var err error
		if fresh.first, _, err = to.Add(); err != nil {
			t.Fatal(err)
		}
	}
	s := &search{graph: fresh, options: Options{Jobs: 2}, budget: 1 << 30}
	s.runFrom(t.Context(), before)
	return s.result
}

// TestDroppedStep plants a local state that forgets one of its steps.
func TestDroppedStep(t *testing.T) {
	c, want := compared(t)
	for actor := range int(c.Setup.Actors()) {
		g := assert.Got(newGraph(&c))(t)
		runIn(t, g)
		planted := false
		for _, s := range *g.actors[actor].list.Load() {
			if steps := s.steps.Load(); steps != nil && len(*steps) > 1 {
				fewer := (*steps)[1:]
				s.steps.Store(&fewer)
				planted = true
				break
			}
		}
		again := &graph{locals: g.locals, set: vectors.New(len(g.actors))}
		w := again.set.Worker()
		for i := range g.actors {
			w.Set(i, 0)
		}
		again.first, _ = assert.Got2(w.Add())(t)
		if got := runIn(t, again); planted == (got.Transitions == want.Transitions) {
			t.Errorf("a step of actor %d is dropped: %v; steps counted: %d of %d", actor, planted, got.Transitions, want.Transitions)
		}
	}
}

// TestBytes compares the memory that a search reports with the size of the heap.
func TestBytes(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, a := range []string{"maekawa", "maekawa-fixed", "ricart-agrawala"} {
		c := configOf(t, "fpp:order=2", a, 0, 1, 2, 3, 4) // enough states to outweigh fixed costs
		heap := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		before := heap()
		g := assert.Got(newGraph(&c))(t)
		s := &search{graph: g, options: Options{Jobs: 1, MostStates: 400_000}, budget: 1 << 40}
		s.run(t.Context())
		took := heap() - before
		if said := int64(g.size()); float64(said) < 0.8*float64(took) || float64(said) > 1.4*float64(took) {
			t.Errorf("%s: %d bytes for %d states, and the heap has %d more", a, said, s.result.States, took)
		} else {
			t.Logf("%s: %d bytes for %d states (%.1f each), and the heap has %d more", a, said, s.set.Len(), float64(said)/float64(s.set.Len()), took)
		}
	}
}
