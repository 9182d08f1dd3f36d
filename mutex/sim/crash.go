package sim

import (
	"math/rand/v2"
	"slices"

	"coterie/mutex"
)

// crashBefore lets arbiters crash before the run, and puts the crashes of the run in the queue.
// They are drawn from a source of their own, so that the run draws the same numbers without them.
func (e *engine) crashBefore() {
	if e.CrashProbability == 0 && len(e.Crashes) == 0 {
		return
	}
	e.system.Down = make([]bool, e.Setup.Nodes)
	random := rand.New(rand.NewPCG(e.Seed^crashSeed, e.Stream))
	for v := range int32(e.Setup.Nodes) {
		if random.Float64() < e.CrashProbability {
			e.down(v)
			e.learn(v)
		}
	}
	for _, c := range e.Crashes {
		switch {
		case c.At > 0:
			e.schedule(ticks(c.At), dueCrash, c.Node)
		case !e.system.Down[c.Node]:
			e.down(c.Node)
			e.learn(c.Node)
		}
	}
}

const crashSeed = 0x63726173_68657321

// crash ends an arbiter. Its state is lost: who holds its lock keeps it, as nobody else can get it
// any more; what comes to it is lost; what it sent arrives.
func (e *engine) crash(v int32) {
	if e.system.Down[v] {
		return
	}
	e.down(v)
	if e.Detect == 0 {
		e.learn(v)
	} else {
		e.schedule(e.now+ticks(e.Detect), dueLearn, v)
	}
}

func (e *engine) down(v int32) {
	e.system.Down[v] = true
	if e.Trace != nil {
		e.Trace(Event{At: e.now, What: Crashes, Process: v})
	}
}

// learn lets all requesters know that an arbiter is down. Whoever waits for a quorum with this
// member gives the request up, even where it had the member's lock, which an INQUIRE on its way
// may take from it, and takes another quorum. Whoever is inside stays there.
func (e *engine) learn(v int32) {
	if e.dead == nil {
		e.dead = make([]int32, len(e.Setup.Quorums))
	}
	for i, q := range e.Setup.Quorums {
		if _, has := slices.BinarySearch(q, v); has {
			e.dead[i]++
		}
	}
	if e.Trace != nil {
		e.Trace(Event{At: e.now, What: Learns, Process: v})
	}
	for p := range int32(len(e.asks)) {
		a := &e.asks[p]
		if a.phase != mutex.Trying || a.wish.Quorum < 0 {
			continue
		}
		if _, has := slices.BinarySearch(e.Setup.Quorums[a.wish.Quorum], v); !has {
			continue
		}
		if e.counted(p, a.wish.Entry) {
			e.result.Abandoned++
		}
		if e.Trace != nil {
			e.Trace(e.about(Abandons, p))
		}
		e.out = e.system.Abandon(p, e.out[:0])
		e.send()
		e.attempt(p, slices.Index(a.requester.Groups, a.wish.Group))
	}
}

// refuse ends a wish for which there is no quorum to take.
func (e *engine) refuse(p int32) {
	a := &e.asks[p]
	a.phase = mutex.Idle
	a.wish.Quorum = -1
	e.charges.refuse(p, a.wish.Entry)
	e.trying--
	if e.trying == 0 {
		e.empty = false
	}
	if e.counted(p, a.wish.Entry) {
		e.result.Unserved++
	}
	if e.Trace != nil {
		e.Trace(e.about(Refuses, p))
	}
	if e.Open {
		e.rest(p)
		return
	}
	e.refused = append(e.refused, p)
	e.again()
}

// again lets those whose wish was refused in a closed workload wish again, once the requesters have
// wished as often as they did, in the mean. Refusals take no time, so that without this nearly all
// wishes would be of processes that cannot be served.
func (e *engine) again() {
	e.refused = slices.DeleteFunc(e.refused, func(p int32) bool {
		turn := e.wishes >= len(e.Requesters)*int(e.asks[p].arrived)
		if turn {
			e.think(p)
		}
		return turn
	})
}
