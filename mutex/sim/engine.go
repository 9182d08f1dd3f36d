package sim

import (
	"context"
	"math/rand/v2"
	"slices"

	"coterie/internal/machine/par"
	"coterie/mutex"
)

// The pending events.
const (
	dueArrival uint8 = iota
	dueWish
	dueExit
	dueCrash
	dueLearn
)

// engine is a run under way.
type engine struct {
	*Config
	system  *mutex.System
	random  *rand.Rand
	now     Time
	queue   queue
	net     network
	out     []mutex.Message
	wishes  int      // made so far, those that wait their turn included
	asks    []asking // by process
	inside  []mutex.Inside
	trying  int
	refused []int32 // in a closed workload: processes whose last wish was refused
	hosts   []int32 // by node: where its arbiter is; nil if nobody takes another one's place
	dead    []int32 // by quorum: its members that are known to be down; nil: none anywhere
	charges
	tally
	result Result
}

// asking is a process and its present wish.
type asking struct {
	requester *Requester
	wish      mutex.Wish
	phase     mutex.Phase
	since     Time
	entries   int    // of all processes, when it was made
	backlog   []Time // wishes of an open workload that wait their turn
	arrived   uint32 // wishes so far, the backlog included
}

// Run runs until no message is under way, or until ctx ends. Then its cause is the error, and the
// result is that of the run until then. Other errors are those of Config.Check, and a
// *quorum.InputError for a run that lasts longer than a Time can count.
func Run(ctx context.Context, c Config) (Result, error) {
	if err := c.Check(); err != nil {
		return Result{}, err
	}
	return newEngine(c).run(ctx)
}

// newEngine returns a run in which nothing has happened.
func newEngine(c Config) *engine {
	e := &engine{
		Config:  &c,
		system:  mutex.NewSystem(c.Algorithm, c.Setup),
		random:  rand.New(rand.NewPCG(c.Seed, c.Stream)),
		asks:    make([]asking, c.Setup.Processes),
		charges: newCharges(c.Setup.Processes),
		result:  Result{Accesses: make([]uint64, c.Setup.Nodes), EntriesOf: make([]int, c.Setup.Processes)},
	}
	e.system.Told = e.told
	e.crashBefore()
	for i := range c.Requesters {
		r := &c.Requesters[i]
		e.asks[r.Process].requester = r
		e.think(r.Process)
	}
	return e
}

func (e *engine) run(ctx context.Context) (Result, error) {
	poll := par.NewPoll(ctx)
	var err error
	for events := uint64(0); e.queue.count > 0; events++ {
		if err = poll.Err(); err != nil {
			break
		}
		if e.MaxEvents > 0 && events == e.MaxEvents || e.StopAtViolation && e.result.Violations > 0 {
			e.result.Cut = true
			break
		}
		next := e.queue.pop()
		if next.at > lastMoment {
			err = mutex.Unfit("the run takes longer than %.0e units of time, as far as the clock goes: want fewer entries, or shorter times", lastMoment.Units())
			break
		}
		e.step(next)
		if e.After != nil {
			e.After(e.now, e.system)
		}
	}
	e.end(err == nil && !e.result.Cut)
	return e.result, err
}

// end makes the result. In a run with messages under way nobody is stuck.
func (e *engine) end(quiet bool) {
	for p := range e.asks {
		if e.asks[p].phase == mutex.Trying { // its cost is not the cost of an entry
			e.charges.refuse(int32(p), e.asks[p].wish.Entry)
		}
		if quiet && e.asks[p].phase == mutex.Trying {
			e.result.Stuck = append(e.result.Stuck, int32(p))
			e.result.Final = e.system
		}
	}
	for v, down := range e.system.Down {
		if down {
			e.result.Down = append(e.result.Down, int32(v))
		}
	}
	e.charges.end()
	e.result.MinMessages, e.result.MaxMessages, e.result.Worst, e.result.Late = e.charges.min, e.charges.max, e.worst, e.late
	if e.worst.Entry == 0 {
		e.result.MinMessages = 0
	}
	e.result.Steady, e.result.Busy, e.result.Inside = e.steady, e.busy, e.area
	e.result.Ended = e.now
}

func (e *engine) schedule(at Time, what uint8, who int32) {
	e.queue.push(due{at, who, what})
}

// think lets the process wish again after a while, if there are wishes left.
func (e *engine) think(p int32) {
	if e.wishes < e.Warmup+e.Entries {
		e.schedule(e.now+e.Think.Draw(e.random), dueWish, p)
	}
}

func (e *engine) step(d due) {
	e.now = d.at
	switch d.what {
	case dueArrival:
		e.arrival(d.who)
	case dueWish:
		e.arise(d.who)
	case dueExit:
		e.exit(d.who)
	case dueCrash:
		e.crash(d.who)
	case dueLearn:
		e.learn(d.who)
	}
}

// arise lets a wish come up. It is made at once or waits its turn.
func (e *engine) arise(p int32) {
	if e.wishes == e.Warmup+e.Entries {
		return
	}
	e.wishes++
	a := &e.asks[p]
	a.arrived++
	if e.wishes > e.Warmup {
		e.result.Requests++
		if e.counts[p] == 0 {
			e.counts[p] = a.arrived
		}
		if e.wishes == e.Warmup+1 {
			e.tally.begin(e.now)
		}
	}
	if e.wishes == e.Warmup+e.Entries {
		e.tally.stop(e.now, len(e.inside))
	}
	e.again()
	if e.Open {
		e.think(p)
		if a.phase != mutex.Idle {
			a.backlog = append(a.backlog, e.now)
			return
		}
	}
	e.wish(p, e.now)
}

// wish begins the next wish of a process, which came up at the time since.
func (e *engine) wish(p int32, since Time) {
	a := &e.asks[p]
	g := 0
	if len(a.requester.Groups) > 1 {
		g = e.random.IntN(len(a.requester.Groups))
	}
	a.wish = mutex.Wish{Process: p, Entry: a.wish.Entry + 1, Group: a.requester.Groups[g], Quorum: int32(g)}
	a.phase, a.since, a.entries = mutex.Trying, since, e.allCount
	e.trying++
	e.charges.open(p, a.wish.Entry)
	e.attempt(p, g)
}

// attempt takes a quorum for the wish and asks it.
func (e *engine) attempt(p int32, g int) {
	a := &e.asks[p]
	a.wish.Quorum = a.requester.Menus[g].draw(e.random, e.dead)
	if a.wish.Quorum == none {
		e.refuse(p)
		return
	}
	if e.Trace != nil {
		wish := e.about(Wishes, p)
		wish.Waited = e.now - a.since
		e.Trace(wish)
	}
	e.out = e.system.Wish(a.wish, e.out[:0])
	e.send()
	e.entered(p)
}

// traceWish reports an event about the present wish of a process.
func (e *engine) traceWish(what What, p int32) {
	if e.Trace != nil {
		e.Trace(e.about(what, p))
	}
}

// traceNode reports an event about a node; by is the actor that takes it over, if any.
func (e *engine) traceNode(what What, v, by int32) {
	if e.Trace != nil {
		e.Trace(Event{At: e.now, What: what, Process: v, By: by})
	}
}

// traceMessage reports an event about a message.
func (e *engine) traceMessage(what What, m *mutex.Message, id uint64) {
	if e.Trace != nil {
		e.Trace(Event{At: e.now, What: what, Message: *m, ID: id})
	}
}

// about returns an event of a process.
func (e *engine) about(what What, p int32) Event {
	w := e.asks[p].wish
	return Event{At: e.now, What: what, Process: p, Group: w.Group, Quorum: w.Quorum, Entry: w.Entry}
}

// entered sees whether the process has just entered.
func (e *engine) entered(p int32) {
	a := &e.asks[p]
	if a.phase != mutex.Trying || e.system.Phase(p) != mutex.Critical {
		return
	}
	a.phase = mutex.Critical
	e.trying--
	e.tally.change(e.now, len(e.inside))
	e.inside = append(e.inside, mutex.Inside{Process: p, Group: a.wish.Group})
	e.result.MaxInCS = max(e.result.MaxInCS, len(e.inside))
	if !e.system.Rule.Allows(e.inside) {
		e.result.Violations++
	}
	e.count(p)
	e.traceWish(Enters, p)
	e.schedule(e.now+e.Critical.Draw(e.random), dueExit, p)
}

func (e *engine) exit(p int32) {
	a := &e.asks[p]
	a.phase = mutex.Idle
	e.tally.change(e.now, len(e.inside))
	i := slices.IndexFunc(e.inside, func(x mutex.Inside) bool { return x.Process == p })
	e.inside = slices.Delete(e.inside, i, i+1)
	e.left()
	e.traceWish(Exits, p)
	e.out = e.system.Exit(p, e.out[:0])
	e.send()
	e.rest(p)
}

// rest starts the next action of a process that is idle again.
func (e *engine) rest(p int32) {
	a := &e.asks[p]
	if !e.Open {
		e.think(p)
		return
	}
	for a.phase == mutex.Idle && len(a.backlog) > 0 {
		since := a.backlog[0]
		a.backlog = a.backlog[1:]
		e.wish(p, since)
	}
}
