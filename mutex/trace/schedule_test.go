package trace

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex/sim/simtest"
)

// TestSchedulesRepeatRuns: the choices of a run, performed again, bring about the same events,
// whatever order the channels keep.
func TestSchedulesRepeatRuns(t *testing.T) {
	seeds := assert.Sized[uint64](2, 6)
	for name, spec := range algorithmsOver(t) {
		for seed := range seeds {
			c := simtest.Config(t, spec, name, 40, seed)
			c.NoFIFO = seed%2 == 1
			if c.NoFIFO && c.Algorithm.NeedsFIFO {
				c.StopAtViolation = true
			}
			whole := record(t, c)
			p := NewPlayer(c.Algorithm, c.Setup, !c.NoFIFO, true)
			for i, choice := range Choices(whole.Events) {
				if !p.Do(choice) {
					t.Fatalf("%s, seed %d: choice %d, %+v, cannot be performed", name, seed, i, choice)
				}
			}
			events := whole.Events[:len(whole.Events)-1] // without the end
			assert.MustEqual(t, len(p.Events), len(events), "%s, seed %d: events", name, seed)
			for i, e := range p.Events {
				if e.At, e.Arose = events[i].At, events[i].Arose; !same(e, events[i]) {
					t.Fatalf("%s, seed %d, event %d: %+v, want %+v", name, seed, i, e, events[i])
				}
			}
		}
	}
}
