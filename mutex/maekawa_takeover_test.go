package mutex_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/byhand"
)

// TestTakeover lets up to two arbiters crash at random moments, the second of them perhaps the
// successor of the first, and others take over at later ones: the rule holds at every step,
// everybody enters, and RECOVER and STATUS are as many as the quorums of sites that hold the node.
func TestTakeover(t *testing.T) {
	a := mutex.Find("maekawa-takeover")
	seeds := assert.Sized[uint64](8, 30)
	for _, spec := range []string{"fpp:order=2", "fpp:order=3", "grid:n=9"} {
		built := assert.Got(construct.Build(t.Context(), spec))(t)
		setup := assert.Got(mutex.NewSetup(built.Structure, built.N(), mutex.Options{}))(t)
		for _, noFIFO := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/fifo=%v", spec, !noFIFO), func(t *testing.T) {
				for seed := range seeds {
					takenOver(t, a, setup, noFIFO, seed)
				}
			})
		}
	}
}

func takenOver(t *testing.T, a *mutex.Algorithm, setup *mutex.Setup, noFIFO bool, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 4))
	run := byhand.New(a, setup)
	run.NoFIFO = noFIFO
	second := shadow{mutex.NewSystem(a, setup), t, seed%2 == 0}
	second.Down = make([]bool, setup.Nodes)
	roles := make([]int32, setup.Nodes) // the arbiter of each node
	for v := range roles {
		roles[v] = int32(v)
	}
	up := func() int32 {
		for {
			if v := random.Int32N(int32(setup.Nodes)); run.System.Down == nil || !run.System.Down[v] {
				return v
			}
		}
	}
	wishes, entries, crashes := 3*setup.Processes, 0, 2
	var vacant []int32 // nodes without an arbiter
	for {
		var able []func() []mutex.Message
		for _, i := range arriving(run) {
			able = append(able, func() []mutex.Message {
				m := run.Under[i]
				run.Deliver(i)
				return second.Receive(m, nil)
			})
		}
		for p := range int32(setup.Processes) {
			switch {
			case run.Phase(p) == mutex.Idle && wishes > 0:
				able = append(able, func() []mutex.Message {
					wishes--
					run.Wish(p, 0, setup.Own[p])
					return second.Wish(mutex.Wish{Process: p, Entry: run.Wishes(p), Quorum: setup.Own[p]}, nil)
				})
			case run.Phase(p) == mutex.Critical:
				able = append(able, func() []mutex.Message {
					entries++
					run.Exit(p)
					return second.Exit(p, nil)
				})
			}
		}
		if crashes > 0 && random.IntN(20) == 0 {
			able = append(able, func() []mutex.Message {
				crashes--
				v := up()
				run.Crash(v)
				second.Down[v] = true
				for node, host := range roles {
					if host == v {
						vacant = append(vacant, int32(node))
					}
				}
				return nil
			})
		}
		if len(vacant) > 0 && (random.IntN(10) == 0 || len(able) == 0) {
			able = append(able, func() []mutex.Message {
				node, by := vacant[0], up()
				vacant = vacant[1:]
				roles[node] = by
				run.TakeOver(node, by)
				return second.TakeOver(node, by, nil)
			})
		}
		if len(able) == 0 {
			break
		}
		before := len(run.Under)
		asked := len(run.Under)
		out := able[random.IntN(len(able))]()
		if len(run.Under)+1 == before+len(out) {
			asked--
		}
		second.same(run.Under[asked:], out, run.System)
		if random.IntN(4) == 0 {
			second.restore()
		}
		if run.Violations > 0 {
			t.Fatalf("seed %d: inside are %v", seed, run.Inside)
		}
	}
	if entries != 3*setup.Processes {
		t.Fatalf("seed %d: %d of %d entries; waiting: %v", seed, entries, 3*setup.Processes, run.System.DescribeWaits(nil))
	}
}
