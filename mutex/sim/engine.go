package sim

import (
	"context"
	"math/rand/v2"
	"slices"

	"coterie/internal/par"
	"coterie/mutex"
)

// The pending events.
const (
	dueArrival uint8 = iota
	dueWish
	dueExit
)

// engine is a run under way.
type engine struct {
	*Config
	system *mutex.System
	random *rand.Rand
	now    Time
	seq    uint64
	queue  heap
	slots  []mutex.Message // messages under way
	ids    []uint64        // beside slots: their number, for the trace
	free   []int32
	out    []mutex.Message
	last   map[uint64]Time // of each channel: when its last message arrives
	sent   uint64
	wishes int
	asks   []wishing // by process
	inside []mutex.Inside
	result Result
}

// wishing is the present wish of a process.
type wishing struct {
	requester *Requester
	wish      mutex.Wish
	phase     mutex.Phase
	since     Time
}

// Run runs until all is quiet or ctx ends, which is then the error; the result is that of the run
// until then.
func Run(ctx context.Context, c Config) (Result, error) {
	e := &engine{
		Config: &c,
		system: mutex.NewSystem(c.Algorithm, c.Setup),
		random: rand.New(rand.NewPCG(c.Seed, 0)),
		last:   map[uint64]Time{},
		asks:   make([]wishing, c.Setup.Processes),
		result: Result{Accesses: make([]uint64, c.Setup.Nodes)},
	}
	if c.Trace != nil {
		e.system.Told = func(m mutex.Message) { c.Trace(Event{At: e.now, What: Tells, Message: m}) }
	}
	for i := range c.Requesters {
		r := &c.Requesters[i]
		e.asks[r.Process] = wishing{requester: r}
		e.think(r.Process)
	}
	poll := par.NewPoll(ctx)
	for len(e.queue) > 0 {
		if err := poll.Err(); err != nil {
			return e.result, err
		}
		e.step(e.queue.pop())
	}
	for p := range e.asks {
		if e.asks[p].phase == mutex.Trying {
			e.result.Stuck = append(e.result.Stuck, int32(p))
		}
	}
	e.result.Ended = e.now
	return e.result, nil
}

func (e *engine) schedule(at Time, what uint8, who int32) {
	e.seq++
	e.queue.push(due{at, e.seq, what, who})
}

func (e *engine) think(p int32) {
	if e.wishes < e.Entries {
		e.schedule(e.now+e.Think.Draw(e.random), dueWish, p)
	}
}

func (e *engine) step(d due) {
	e.now = d.at
	switch d.what {
	case dueArrival:
		m := e.slots[d.who]
		if e.Trace != nil {
			e.Trace(Event{At: e.now, What: Arrives, Message: m, ID: e.ids[d.who]})
		}
		e.free = append(e.free, d.who)
		if m.Kind == mutex.Request && int(m.To) < e.Setup.Nodes {
			e.result.Accesses[m.To]++
		}
		e.out = e.system.Receive(m, e.out[:0])
		e.send()
		if p, ok := e.Setup.ProcessAt(m.To); ok {
			e.entered(p)
		}
	case dueWish:
		if e.wishes == e.Entries {
			return
		}
		e.wishes++
		e.wish(d.who)
	case dueExit:
		e.exit(d.who)
	}
}

func (e *engine) wish(p int32) {
	a := &e.asks[p]
	g := 0
	if len(a.requester.Groups) > 1 {
		g = e.random.IntN(len(a.requester.Groups))
	}
	a.wish = mutex.Wish{Process: p, Entry: a.wish.Entry + 1, Group: a.requester.Groups[g], Quorum: a.requester.Menus[g].draw(e.random)}
	a.phase, a.since = mutex.Trying, e.now
	if e.Trace != nil {
		e.Trace(Event{At: e.now, What: Wishes, Process: p, Group: a.wish.Group, Quorum: a.wish.Quorum, Entry: a.wish.Entry})
	}
	e.out = e.system.Wish(a.wish, e.out[:0])
	e.send()
	e.entered(p)
}

// draw returns a quorum of the menu, or -1.
func (m Menu) draw(r *rand.Rand) int32 {
	switch {
	case len(m.Quorums) == 0:
		return -1
	case len(m.Quorums) == 1:
		return m.Quorums[0]
	case m.Cumulative == nil:
		return m.Quorums[r.IntN(len(m.Quorums))]
	}
	i, _ := slices.BinarySearch(m.Cumulative, r.Float64())
	return m.Quorums[min(i, len(m.Quorums)-1)]
}

// entered sees whether the process has just entered.
func (e *engine) entered(p int32) {
	a := &e.asks[p]
	if a.phase != mutex.Trying || e.system.Phase(p) != mutex.Critical {
		return
	}
	a.phase = mutex.Critical
	e.inside = append(e.inside, mutex.Inside{Process: p, Group: a.wish.Group})
	e.result.Entries++
	e.result.MaxInCS = max(e.result.MaxInCS, len(e.inside))
	if !e.system.Rule.Allows(e.inside) {
		e.result.Violations++
	}
	if e.Trace != nil {
		e.Trace(Event{At: e.now, What: Enters, Process: p, Group: a.wish.Group, Quorum: a.wish.Quorum, Entry: a.wish.Entry})
	}
	e.schedule(e.now+e.Critical.Draw(e.random), dueExit, p)
}

func (e *engine) exit(p int32) {
	a := &e.asks[p]
	a.phase = mutex.Idle
	i := slices.IndexFunc(e.inside, func(x mutex.Inside) bool { return x.Process == p })
	e.inside = slices.Delete(e.inside, i, i+1)
	if e.Trace != nil {
		e.Trace(Event{At: e.now, What: Exits, Process: p, Group: a.wish.Group, Entry: a.wish.Entry})
	}
	e.out = e.system.Exit(p, e.out[:0])
	e.send()
	e.think(p)
}

// send puts what the system said on its way.
func (e *engine) send() {
	for i := range e.out {
		m := e.out[i]
		e.result.Messages++
		e.result.ByType[m.Kind]++
		at := e.now
		if e.Matrix != nil {
			at += Time(e.Matrix[m.From][m.To] * float64(Unit))
		} else {
			at += e.Latency.Draw(e.random)
		}
		if !e.NoFIFO && (e.Latency.Shape != Constant || e.Matrix != nil) {
			channel := uint64(m.From)<<32 | uint64(m.To)
			at = max(at, e.last[channel])
			e.last[channel] = at
		}
		var slot int32
		if n := len(e.free); n > 0 {
			slot, e.free = e.free[n-1], e.free[:n-1]
		} else {
			slot = int32(len(e.slots))
			e.slots, e.ids = append(e.slots, mutex.Message{}), append(e.ids, 0)
		}
		e.sent++
		e.slots[slot], e.ids[slot] = m, e.sent
		if e.Trace != nil {
			e.Trace(Event{At: e.now, What: Sends, Message: m, ID: e.sent})
		}
		e.schedule(at, dueArrival, slot)
	}
}
