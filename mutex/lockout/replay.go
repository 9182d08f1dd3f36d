package lockout

import (
	"slices"

	"coterie/mutex"
	"coterie/mutex/trace"
)

// replay performs schedules with machines that keep their real times.
type replay struct {
	*trace.Player
	g    *graph
	lazy bool // messages that do nothing stay under way
}

func newReplay(g *graph) *replay {
	return &replay{Player: trace.NewPlayer(g.c.Algorithm, g.c.Setup, !g.c.NoFIFO, false), g: g}
}

// do performs the event of a label. It also delivers messages that do nothing and are next in their
// channel.
func (r *replay) do(l label) bool {
	if l.choice.What != trace.Arrive {
		if !r.Do(l.choice) {
			return false
		}
	} else if at := r.find(l.choice); at < 0 {
		return false
	} else {
		r.arrive(at)
	}
	for !r.lazy {
		at := r.idle()
		if at < 0 {
			break
		}
		r.arrive(at)
	}
	return true
}

// arrive lets a message arrive that may be next.
func (r *replay) arrive(at int) {
	m := r.Under[at]
	c := trace.Choice{What: trace.Arrive, From: m.From, To: m.To, Kind: m.Kind}
	for _, o := range r.Under[:at] {
		if r.NoFIFO && o.From == m.From && o.To == m.To && o.Kind == m.Kind {
			c.Older++
		}
	}
	r.Do(c)
}

// find returns the message of an arrival: the oldest that may be next, of its channel and kind and,
// among several of these, the one with exactly this normal form if there is one.
func (r *replay) find(c trace.Choice) int {
	var may []int
	for i, m := range r.Under {
		if m.From == c.From && m.To == c.To && m.Kind == c.Kind && r.MayArrive(i) {
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
	for i := range r.Under {
		if r.MayArrive(i) && !slices.Contains(now.places, i) {
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
	if err := g.sys.LoadState(r.System.AppendState(nil)); err != nil {
		panic("lockout: a state that cannot be loaded")
	}
	under := own(slices.Clone(r.Under))
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
// from it in its clocks alone. A greater clock must differ by at least as much, and equal clocks by
// equal amounts. Then the same rounds again make the same difference. It returns the differences.
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

// mostRounds is the number of rounds of a cycle before it is given up.
const mostRounds = 60

// turn performs one round, and returns the state before it and after each label; nil if it cannot
// be performed or the process does not wait throughout.
func (r *replay) turn(cycle []uint32, process int32) (states []moment) {
	states = append(states, r.whole())
	for _, l := range cycle {
		if !r.do(r.g.labels[l]) || r.System.Phase(process) != mutex.Trying {
			return nil
		}
		states = append(states, r.whole())
	}
	return states
}

// repeats performs a stem and then a cycle again and again, until two rounds show that it can go on
// in this way for ever, and fairly. It returns the run before those two, and one of them.
func (g *graph) repeats(stem, cycle []uint32, process int32) (before, round []trace.Choice, ok bool) {
	r := newReplay(g)
	for _, l := range stem {
		if !r.do(g.labels[l]) {
			return nil, nil, false
		}
	}
	if r.System.Phase(process) != mutex.Trying {
		return nil, nil, false
	}
	var one []moment
	var starts []int
	var sent []uint64 // messages before each round
	for range mostRounds {
		starts, sent = append(starts, len(r.Done)), append(sent, r.Sent)
		two := r.turn(cycle, process)
		if two == nil {
			return nil, nil, false
		}
		if len(starts) > 1 && alike(one, two) && r.fair(starts[len(starts)-2], sent[len(sent)-2]) {
			from, to := starts[len(starts)-2], starts[len(starts)-1]
			if slices.Equal(r.Done[from:to], r.Done[to:]) {
				return slices.Clone(r.Done[:from]), slices.Clone(r.Done[from:to]), true
			}
		}
		one = two
	}
	return nil, nil, false
}

// alike reports whether a round repeats the one before it, so that the next round will, too.
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

// fair reports whether every message that was under way after so many choices and messages has
// arrived since, and every process that was then inside has left.
func (r *replay) fair(done int, sent uint64) bool {
	if len(r.IDs) > 0 && slices.Min(r.IDs) <= sent {
		return false
	}
	for _, q := range r.g.c.Requesters {
		exits := slices.ContainsFunc(r.Done[done:], func(c trace.Choice) bool { return c.What == trace.Exit && c.Process == q.Process })
		if r.System.Phase(q.Process) == mutex.Critical && !exits {
			return false
		}
	}
	return true
}
