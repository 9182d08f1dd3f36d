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
	e.succession()
	var early []int32
	for v := range int32(e.Setup.Nodes) {
		if random.Float64() < e.CrashProbability {
			early = append(early, v)
			e.down(v)
		}
	}
	for _, c := range e.Crashes {
		switch {
		case c.At > 0:
			e.schedule(ticks(c.At), dueCrash, c.Node)
		case !e.system.Down[c.Node]:
			early = append(early, c.Node)
			e.down(c.Node)
		}
	}
	for _, v := range early {
		e.learn(v)
	}
}

// succession finds out whether other nodes take the place of those that crash: if the machines can,
// and all requesters ask the quorums of their sites, since the successor asks the sites of a quorum
// for their knowledge.
func (e *engine) succession() {
	if _, can := e.system.Machines[0].(mutex.Successor); !can || e.Setup.Own == nil {
		return
	}
	for _, r := range e.Requesters {
		if m := r.Menus[0].Quorums; len(r.Menus) > 1 || len(m) != 1 || m[0] != e.Setup.Own[r.Process] {
			return
		}
	}
	e.hosts = make([]int32, e.Setup.Nodes)
	for v := range e.hosts {
		e.hosts[v] = int32(v)
	}
}

// succeed lets the next node that is up take over the arbiters at one that is down, its own and
// those it had taken over. It reports false where nobody can.
func (e *engine) succeed(v int32) bool {
	if e.hosts == nil {
		return false
	}
	by := v
	for e.system.Down[by] {
		if by = (by + 1) % int32(e.Setup.Nodes); by == v {
			return false
		}
	}
	for failed, host := range e.hosts {
		if host != v {
			continue
		}
		e.hosts[failed] = by
		e.traceNode(Succeeds, int32(failed), by)
		e.out = e.system.TakeOver(int32(failed), by, e.out[:0])
		e.send()
		if p, ok := e.Setup.ProcessAt(by); ok {
			e.entered(p)
		}
	}
	return true
}

const crashSeed = 0x63726173_68657321

// crash ends an arbiter. Its state is lost. A process that holds its lock keeps it, as nobody else
// can get it any more. Messages to it are lost; messages that it sent arrive.
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
	e.traceNode(Crashes, v, 0)
}

// learn lets all requesters know that an arbiter is down. A process that waits for a quorum with
// this member gives the request up and takes another quorum, even if it had the member's lock,
// since an INQUIRE on its way may take the lock back. A process that is inside stays there.
func (e *engine) learn(v int32) {
	e.traceNode(Learns, v, 0)
	if e.succeed(v) {
		return
	}
	if e.dead == nil {
		e.dead = make([]int32, len(e.Setup.Quorums))
	}
	for i, q := range e.Setup.Quorums {
		for _, member := range q {
			if member == v || e.hosts != nil && e.hosts[member] == v {
				e.dead[i]++
			}
		}
	}
	for p := range int32(len(e.asks)) {
		a := &e.asks[p]
		if a.phase != mutex.Trying || a.wish.Quorum < 0 || e.dead[a.wish.Quorum] == 0 {
			continue
		}
		if e.counted(p, a.wish.Entry) {
			e.result.Abandoned++
		}
		e.traceWish(Abandons, p)
		e.out = e.system.Abandon(p, e.out[:0])
		e.send()
		e.attempt(p, slices.Index(a.requester.Groups, a.wish.Group))
		if e.Open && a.phase == mutex.Idle {
			e.rest(p)
		}
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
	e.traceWish(Refuses, p)
	if !e.Open {
		e.refused = append(e.refused, p)
		e.again()
	}
}

// again lets processes whose wish was refused in a closed workload wish again, once the requesters
// have, on average, wished as often as they did. Refusals take no time, so that without this nearly
// all wishes would be of processes that cannot be served.
func (e *engine) again() {
	e.refused = slices.DeleteFunc(e.refused, func(p int32) bool {
		turn := e.wishes >= len(e.Requesters)*int(e.asks[p].arrived)
		if turn {
			e.think(p)
		}
		return turn
	})
}
