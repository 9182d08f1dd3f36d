package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
)

// TestReadersChooseFromAllSteps: along random runs the events that a reader can choose from are the
// steps that the explorer takes from the state, and no others. Two messages that are alike are one
// step of the explorer.
func TestReadersChooseFromAllSteps(t *testing.T) {
	seeds := assert.Sized[uint64](2, 8)
	for name, c := range small(t) {
		c.Entries = 1000
		s := sim.Config{Algorithm: c.Algorithm, Setup: c.Setup, NoFIFO: c.NoFIFO}
		for _, r := range c.Requesters {
			q := sim.Requester{Process: r.Process}
			for _, x := range r.Choices {
				menu := sim.Menu{Quorums: []int32{x.Quorum}}
				if x.Quorum < 0 {
					menu.Quorums = nil
				}
				q.Groups, q.Menus = append(q.Groups, x.Group), append(q.Menus, menu)
			}
			s.Requesters = append(s.Requesters, q)
		}
		for seed := range seeds {
			random := rand.New(rand.NewPCG(seed, 0))
			run := assert.Got(trace.Steer(&s))(t)
			g := assert.Got(newGraph(&c))(t)
			v, at := g.view(), g.first
			for range 60 {
				v.load(at)
				steps := v.options()
				var taken, offered []string
				for _, o := range steps {
					taken = append(taken, fmt.Sprintf("%+v %q", v.did(o.actor, o.step), o.text))
				}
				for _, x := range run.Next() {
					text := ""
					if x.What == trace.Arrive {
						m := run.Event(x).Message
						text = string(m.AppendState(nil, false))
					}
					x.Older = 0
					offered = append(offered, fmt.Sprintf("%+v %q", x, text))
				}
				if run.Violations > 0 || len(steps) == 0 {
					assert.Equal(t, len(offered), 0, "%s: events after the end", name)
					break
				}
				slices.Sort(taken)
				slices.Sort(offered)
				taken, offered = slices.Compact(taken), slices.Compact(offered)
				if !slices.Equal(taken, offered) {
					t.Fatalf("%s, seed %d, after %v:\nthe reader chooses from %v\nthe explorer takes %v", name, seed, trace.Names(c.Setup, run.Done), offered, taken)
				}
				o := steps[random.IntN(len(steps))]
				assert.OK(t, run.Choose(v.locals.choice(o.actor, o.step, run.Player).Name(c.Setup)))
				v.move(o.actor, o.step)
				at, _, _ = v.worker.Add()
			}
		}
	}
}
