package explore

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
)

// liar is a machine that says something wrong about itself.
type liar struct {
	mutex.Teller
	lie lie
	to  int32
}

type lie int

const (
	tellsNothing lie = iota // to one actor
	neverEnters
	isApart
	lies
)

func (l liar) Needs(to int32, p *mutex.Prospect) (process, arbiter mutex.Needs) {
	if l.lie == tellsNothing && to == l.to {
		return mutex.Never(), mutex.Never()
	}
	return l.Teller.Needs(to, p)
}

func (l liar) Enters(p *mutex.Prospect) mutex.Needs {
	if l.lie == neverEnters {
		return mutex.Never()
	}
	return l.Teller.Enters(p)
}

func (l liar) Apart(p *mutex.Prospect) bool { return l.lie == isApart || l.Teller.Apart(p) }

// TestReductionFaults plants faults into a reduction: machines that say something wrong about
// themselves, and a set of steps with one left out. Full exploration must show them.
func TestReductionFaults(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	random := rand.New(rand.NewPCG(1, 4))
	literal := mutex.Find("maekawa")
	var noticed [lies + 1]int
	for range 120 {
		c := drawConfig(random, literal)
		full := newPlain(&c)
		want := full.run(t.Context(), Options{MostStates: 2000})
		if !want.Complete {
			continue
		}
		c.Reduction = PartialOrder
		for lie := range lies + 1 {
			a := *literal
			a.New = func(s *mutex.Setup, actor int32) mutex.Machine {
				return liar{literal.New(s, actor).(mutex.Teller), lie, c.Requesters[0].Process}
			}
			lying := c
			lying.Algorithm = &a
			p := newPlain(&lying)
			p.drops = lie == lies
			got := p.run(t.Context(), Options{})
			if (got.Violations > 0) != (want.Violations > 0) || !slices.Equal(p.ends(), full.ends()) {
				noticed[lie]++
			}
		}
	}
	t.Logf("noticed: %d times that one is told nothing, %d that nobody enters, %d that parts are apart; %d dropped steps", noticed[0], noticed[1], noticed[2], noticed[3])
	if slices.Contains(noticed[:], 0) {
		t.Error("nobody notices a fault")
	}
}
