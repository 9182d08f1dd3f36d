package trace

import (
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/mutex/sim/simtest"
)

// TestFailuresShrink: the failure of a faulty algorithm is shown by a short schedule from which no
// step can be left out. It is the same each time, and the machines repeat it.
func TestFailuresShrink(t *testing.T) {
	for _, c := range []struct {
		spec, algorithm string
		stuck           bool
		fifo            bool
		most            int // steps
	}{
		{"fpp:order=2", "maekawa", true, true, 40},
		{"fpp:order=2", "maekawa", false, false, 40},
		{"fpp:order=2", "protocol-p", true, true, 30},
	} {
		config, found := failing(t, c.spec, c.algorithm, c.stuck, c.fifo)
		if !found {
			t.Errorf("%s over %s: no run fails", c.algorithm, c.spec)
			continue
		}
		short, err := ShrinkRun(t.Context(), config)
		if err != nil || short == nil {
			t.Fatal(short, err)
		}
		again, err := ShrinkRun(t.Context(), config)
		if err != nil || differ(short.Trace, again.Trace) != "" {
			t.Errorf("%s: twice the same gives another schedule", c.algorithm)
		}
		if !short.Least || short.Steps > c.most {
			t.Errorf("%s: %d steps, %v", c.algorithm, short.Steps, short.Least)
		}
		read := assert.Got(Read(strings.NewReader(written(t, short.Trace))))(t)
		violates := false
		schedule := Choices(read.Events)
		r := NewReplay(mutex.NewSystem(config.Algorithm, config.Setup), func(s Step) { t.Log(read.Sentence(s.Opener, s.Then)) })
		for _, e := range read.Events {
			violates = violates || e.Violates
			assert.OK(t, r.Event(e))
		}
		assert.Equal(t, violates, !c.stuck, "%s: violates", c.algorithm)
		// No single step can be left out.
		for i := range schedule {
			rest := append(append([]Choice{}, schedule[:i]...), schedule[i+1:]...)
			h := &shrinker{ctx: t.Context(), algorithm: config.Algorithm, setup: config.Setup, fifo: c.fifo, stuck: c.stuck, best: schedule}
			if done, ok := h.try(rest); ok && h.less(done) {
				t.Errorf("%s: step %d can be left out", c.algorithm, i+1)
			}
		}
		for _, line := range short.System.DescribeWaits(nil) {
			t.Log(line)
		}
	}
}

// failing looks for a run that fails in such a way.
func failing(t *testing.T, spec, algorithm string, stuck, fifo bool) (sim.Config, bool) {
	if mutex.Find(algorithm) == nil {
		t.Fatalf("no algorithm %s", algorithm)
	}
	for seed := range uint64(300) {
		c := simtest.Config(t, spec, algorithm, 60, seed)
		c.StopAtViolation, c.NoFIFO = true, !fifo
		r := assert.Got(sim.Run(t.Context(), c))(t)
		if !stuck && r.Violations > 0 || stuck && r.Violations == 0 && len(r.Stuck) > 0 {
			return c, true
		}
	}
	return sim.Config{}, false
}

// TestNothingToShrink: a run that holds gives nothing.
func TestNothingToShrink(t *testing.T) {
	short, err := ShrinkRun(t.Context(), simtest.Config(t, "fpp:order=2", "maekawa-fixed", 30, 1))
	if short != nil || err != nil {
		t.Error(short, err)
	}
}
