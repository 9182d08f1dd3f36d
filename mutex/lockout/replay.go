package lockout

import (
	"slices"

	"coterie/mutex"
	"coterie/mutex/trace"
)

// replay performs schedules by machines whose times are their own.
type replay struct {
	g     *graph
	sys   *mutex.System
	under []mutex.Message // in the order of sending
	born  []int           // beside them: the choice that sent each
	done  []trace.Choice
	lazy  bool     // what does nothing stays under way
	entry []uint32 // by process: how often it has wished
}

func newReplay(g *graph) *replay {
	sys := mutex.NewSystem(g.c.Algorithm, g.c.Setup)
	return &replay{g: g, sys: sys, entry: make([]uint32, g.c.Setup.Processes)}
}

// do performs what a label says, and lets arrive what does nothing and would be next in its
// channel.
func (r *replay) do(l label) bool {
	c := l.choice
	switch c.What {
	case trace.Wish:
		if r.sys.Phase(c.Process) != mutex.Idle {
			return false
		}
		r.choose(c)
	case trace.Exit:
		if r.sys.Phase(c.Process) != mutex.Critical {
			return false
		}
		r.choose(c)
	default:
		at := r.find(c)
		if at < 0 {
			return false
		}
		r.deliver(at)
	}
	for !r.lazy {
		at := r.idle()
		if at < 0 {
			break
		}
		r.deliver(at)
	}
	return true
}

// choose performs a choice of a run that was performed before.
func (r *replay) choose(c trace.Choice) {
	switch c.What {
	case trace.Wish:
		r.entry[c.Process]++
		r.sent(c, r.sys.Wish(mutex.Wish{Process: c.Process, Entry: r.entry[c.Process], Group: c.Group, Quorum: c.Quorum}, nil))
	case trace.Exit:
		r.sent(c, r.sys.Exit(c.Process, nil))
	default:
		older := c.Older
		r.deliver(slices.IndexFunc(r.under, func(m mutex.Message) bool {
			if m.From != c.From || m.To != c.To || m.Kind != c.Kind {
				return false
			}
			older--
			return older < 0
		}))
	}
}

func (r *replay) sent(c trace.Choice, out []mutex.Message) {
	for range out {
		r.born = append(r.born, len(r.done))
	}
	r.under = append(r.under, out...)
	r.done = append(r.done, c)
}

func (r *replay) deliver(at int) {
	m := r.under[at]
	c := trace.Choice{What: trace.Arrive, From: m.From, To: m.To, Kind: m.Kind}
	if r.g.c.NoFIFO {
		for _, o := range r.under[:at] {
			if o.From == m.From && o.To == m.To && o.Kind == m.Kind {
				c.Older++
			}
		}
	}
	r.under, r.born = slices.Delete(r.under, at, at+1), slices.Delete(r.born, at, at+1)
	r.sent(c, r.sys.Receive(m, nil))
}

// next reports whether a message may arrive next.
func (r *replay) next(i int) bool {
	m := &r.under[i]
	return r.g.c.NoFIFO || !slices.ContainsFunc(r.under[:i], func(o mutex.Message) bool { return o.From == m.From && o.To == m.To })
}

// find returns the message of an arrival: the oldest that may be next, of its channel and kind and,
// among several of these, the one that has the very normal form if there is one.
func (r *replay) find(c trace.Choice) int {
	var may []int
	for i, m := range r.under {
		if m.From == c.From && m.To == c.To && m.Kind == c.Kind && r.next(i) {
			may = append(may, i)
		}
	}
	switch {
	case len(may) == 0:
		return -1
	case len(may) == 1:
		return may[0]
	}
	now := r.now()
	for j, i := range now.places {
		if slices.Contains(may, i) && now.ids[j] == c.Node {
			return i
		}
	}
	return may[0]
}

// idle returns a message that may be next and does nothing, or -1.
func (r *replay) idle() int {
	if !r.g.idle {
		return -1
	}
	now := r.now()
	for i := range r.under {
		if r.next(i) && !slices.Contains(now.places, i) {
			return i
		}
	}
	return -1
}

// moment is a state of the replay: its normal form, and its clocks as they are.
type moment struct {
	key    string
	ids    []int32
	places []int
	clocks []uint32 // in one order for states of one normal form
}

// whole takes the present state with its clocks.
func (r *replay) whole() moment {
	kept := r.g.times
	defer func() { r.g.times = kept }()
	r.g.times = r.g.whole
	return r.now()
}

// now takes the present state, as the graph has it.
func (r *replay) now() (now moment) {
	g := r.g
	if err := g.sys.LoadState(r.sys.AppendState(nil)); err != nil {
		panic("lockout: a state that cannot be loaded")
	}
	under := own(slices.Clone(r.under))
	g.times.read(under)
	note := func(kind mutex.TimeKind, _ int64, t *uint32) {
		if isClock(kind) {
			now.clocks = append(now.clocks, *t)
		}
	}
	g.times.each(nil, note)
	raw := own(slices.Clone(under))
	ids, places := g.normal(under)
	now.ids, now.places = slices.Clone(ids), slices.Clone(places)
	for _, i := range now.places {
		g.times.machines[0].MessageTimes(&raw[i], note)
	}
	now.key = string(g.text(now.ids))
	return now
}

// after reports whether a state, some rounds after another one of the same normal form, differs
// from it in its clocks alone, each the more the greater it is and as much as another that is
// equal: then the same again makes the same difference. It returns the differences.
func (now *moment) after(before *moment) (shift []uint32, ok bool) {
	if now.key != before.key || len(now.clocks) != len(before.clocks) {
		return nil, false
	}
	order := make([]int, len(now.clocks))
	for i := range order {
		order[i] = i
		if now.clocks[i] < before.clocks[i] {
			return nil, false
		}
		shift = append(shift, now.clocks[i]-before.clocks[i])
	}
	slices.SortFunc(order, func(a, b int) int { return int(before.clocks[a]) - int(before.clocks[b]) })
	for j := 1; j < len(order); j++ {
		a, b := order[j-1], order[j]
		if shift[a] > shift[b] || before.clocks[a] == before.clocks[b] && shift[a] != shift[b] {
			return nil, false
		}
	}
	return shift, true
}

// mostRounds is how often a cycle is gone round before it is given up.
const mostRounds = 60

// turn performs one round, and returns the state before it and after each label; nil if it cannot
// be performed or the process does not wait throughout.
func (r *replay) turn(cycle []uint32, process int32) (states []moment) {
	states = append(states, r.whole())
	for _, l := range cycle {
		if !r.do(r.g.labels[l]) || r.sys.Phase(process) != mutex.Trying {
			return nil
		}
		states = append(states, r.whole())
	}
	return states
}

// repeats performs a stem and then a cycle again and again, until two rounds show that it goes on
// so for ever and fairly. It returns the run before those two, and one of them.
func (g *graph) repeats(stem, cycle []uint32, process int32) (before, round []trace.Choice, ok bool) {
	r := newReplay(g)
	for _, l := range stem {
		if !r.do(g.labels[l]) {
			return nil, nil, false
		}
	}
	if r.sys.Phase(process) != mutex.Trying {
		return nil, nil, false
	}
	var one []moment
	var starts []int
	for range mostRounds {
		starts = append(starts, len(r.done))
		two := r.turn(cycle, process)
		if two == nil {
			return nil, nil, false
		}
		if len(starts) > 1 && alike(one, two) && r.fair(starts[len(starts)-2:]) {
			from, to := starts[len(starts)-2], starts[len(starts)-1]
			if slices.Equal(r.done[from:to], r.done[to:]) {
				return slices.Clone(r.done[:from]), slices.Clone(r.done[from:to]), true
			}
		}
		one = two
	}
	return nil, nil, false
}

// alike reports whether one round after another one is as it was, and the next will be.
func alike(one, two []moment) bool {
	for i := range one {
		if _, ok := two[i].after(&one[i]); !ok {
			return false
		}
	}
	first, _ := two[0].after(&one[0])
	last, _ := two[len(two)-1].after(&one[len(one)-1])
	return slices.Equal(first, last)
}

// fair reports whether, in the rounds that begin there, whatever was under way before has arrived,
// and whoever was inside has left.
func (r *replay) fair(starts []int) bool {
	for _, sent := range r.born {
		if sent < starts[0] {
			return false
		}
	}
	for _, q := range r.g.c.Requesters {
		exits := slices.ContainsFunc(r.done[starts[0]:], func(c trace.Choice) bool { return c.What == trace.Exit && c.Process == q.Process })
		if r.sys.Phase(q.Process) == mutex.Critical && !exits {
			return false
		}
	}
	return true
}
