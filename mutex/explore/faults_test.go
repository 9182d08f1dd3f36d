package explore

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/mutex"
)

// liar is a machine that says that it never tells anything to one actor.
type liar struct {
	mutex.Teller
	to int32
}

func (l liar) Needs(to int32, p *mutex.Prospect) (process, arbiter mutex.Needs) {
	if to == l.to {
		return mutex.Never(), mutex.Never()
	}
	return l.Teller.Needs(to, p)
}

// TestReductionFaults plants faults into a reduction: a machine that says wrongly that it tells
// nothing, and a set of steps of which one is left out. Full exploration must show them.
func TestReductionFaults(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	literal := mutex.Find("maekawa")
	lies, drops := 0, 0
	for range 40 {
		c := drawConfig(random, literal)
		full := newPlain(&c)
		if r := full.run(t.Context(), Options{MostStates: 2000}); !r.Complete {
			continue
		}
		c.Reduction = PartialOrder
		a := *literal
		a.New = func(s *mutex.Setup, actor int32) mutex.Machine {
			return liar{literal.New(s, actor).(mutex.Teller), c.Requesters[0].Process}
		}
		lying := c
		lying.Algorithm = &a
		p := newPlain(&lying)
		p.run(t.Context(), Options{})
		if !slices.Equal(p.ends(), full.ends()) {
			lies++
		}
		p = newPlain(&c)
		p.drops = true
		p.run(t.Context(), Options{})
		if !slices.Equal(p.ends(), full.ends()) {
			drops++
		}
	}
	t.Logf("%d lies and %d dropped steps were noticed", lies, drops)
	if lies == 0 || drops == 0 {
		t.Error("nobody notices a fault")
	}
}
