package lockout

import (
	"fmt"
	"slices"

	"coterie/mutex"
)

// times brings the times of a system and of the messages under way into normal form: only their
// order is kept, as 1, 2, ... within each class. Times that nobody will read are 0.
type times struct {
	machines []mutex.Machine
	wishes   []bool // by actor: its process may wish
	stamps   bool   // clocks are dropped: a wish may issue any stamp that is new to its process

	clocks  []uint32
	shown   map[int64]uint32 // the clocks that messages raise
	rounds  map[int64][]uint32
	served  map[int64]uint32
	issued  []uint32 // by process: the time of its present request, before it is renumbered; else 0
	newest  []uint32 // by process: the greatest live stamp of an earlier one
	at      int      // the actor that is visited
	stale   bool     // the message that is visited does nothing
	nothing []bool
	forget  mutex.TimeVisit
	collect mutex.TimeVisit
	rank    mutex.TimeVisit
	codec   mutex.Codec
}

func newTimes(s *mutex.System, wishes []bool, stamps bool) *times {
	x := &times{machines: s.Machines, wishes: wishes, stamps: stamps, shown: map[int64]uint32{}, rounds: map[int64][]uint32{}, served: map[int64]uint32{}}
	x.issued, x.newest = make([]uint32, s.Setup.Processes), make([]uint32, s.Setup.Processes)
	x.forget = func(kind mutex.TimeKind, number int64, t *uint32) {
		if x.dead(kind, number) || kind == mutex.TimeShown && *t <= x.shown[number] {
			*t = 0
		}
	}
	x.collect = func(kind mutex.TimeKind, number int64, t *uint32) {
		x.forget(kind, number, t)
		if kind == mutex.TimeClock && number > 0 {
			x.shown[number] = *t
		}
		if *t == 0 && kind != mutex.TimeServed {
			return
		}
		switch kind {
		case mutex.TimeIssued:
			x.issued[number] = *t
			fallthrough
		case mutex.TimeClock, mutex.TimeNext, mutex.TimeShown:
			x.clocks = append(x.clocks, *t)
			if kind == mutex.TimeClock && number < 0 {
				x.newest[-1-number] = max(x.newest[-1-number], *t)
			}
		case mutex.TimeRound:
			x.rounds[number] = append(x.rounds[number], *t)
		case mutex.TimeServed:
			x.served[number] = *t
		}
	}
	x.rank = func(kind mutex.TimeKind, number int64, t *uint32) {
		switch {
		case kind == mutex.TimeNumber:
			x.stale = x.stale || 0 < *t && *t <= x.served[number]
			*t -= min(*t, x.served[number])
		case *t == 0:
		case kind == mutex.TimeServed:
			*t = 0
		default:
			list := x.clocks
			if kind == mutex.TimeRound {
				list = x.rounds[number]
			}
			i, _ := slices.BinarySearch(list, *t)
			*t = uint32(i) + 1
		}
	}
	return x
}

// isClock reports whether times of a kind are compared with all others of these kinds.
func isClock(kind mutex.TimeKind) bool {
	return kind == mutex.TimeClock || kind == mutex.TimeNext || kind == mutex.TimeIssued || kind == mutex.TimeShown
}

// dead reports whether nobody will read a time of the actor that is visited.
func (x *times) dead(kind mutex.TimeKind, number int64) bool {
	switch kind {
	case mutex.TimeUnread:
		return true
	case mutex.TimeNext:
		return x.stamps || !x.wishes[x.at]
	case mutex.TimeClock:
		return x.stamps && number > 0
	}
	return kind == mutex.TimeShown && x.stamps
}

// set sets the clocks of an actor.
func (x *times) set(actor int32, clock uint32) {
	x.codec.Times(x.machines[actor], func(kind mutex.TimeKind, number int64, t *uint32) {
		if kind == mutex.TimeNext || kind == mutex.TimeClock && number > 0 {
			*t = clock
		}
	})
}

// each visits all times.
func (x *times) each(under []mutex.Message, visit mutex.TimeVisit) {
	for x.at = range x.machines {
		x.codec.Times(x.machines[x.at], visit)
	}
	for i := range under {
		x.machines[0].MessageTimes(&under[i], visit)
	}
}

// read collects the live times, each class in ascending order.
func (x *times) read(under []mutex.Message) {
	x.clocks = x.clocks[:0]
	for n := range x.rounds {
		x.rounds[n] = x.rounds[n][:0]
	}
	if len(x.rounds) > 1<<12 { // of requests that are long gone
		clear(x.rounds)
	}
	clear(x.issued)
	clear(x.newest)
	x.each(nil, x.collect)
	x.nothing = x.nothing[:0]
	for i := range under {
		x.machines[0].MessageTimes(&under[i], x.forget)
		m, ok := x.machines[under[i].To].(mutex.Ignorer)
		x.nothing = append(x.nothing, ok && m.Ignores(&under[i]))
		if !x.nothing[i] {
			x.machines[0].MessageTimes(&under[i], x.collect)
		}
	}
	slices.Sort(x.clocks)
	x.clocks = slices.Compact(x.clocks)
	for n, list := range x.rounds {
		slices.Sort(list)
		x.rounds[n] = slices.Compact(list)
	}
}

// normal renumbers the times that read has collected, and reports which messages do nothing, in a
// list that the next call overwrites.
func (x *times) normal(under []mutex.Message) (stale []bool) {
	x.each(nil, x.rank)
	for i := range under {
		if !x.nothing[i] {
			x.stale = false
			x.machines[0].MessageTimes(&under[i], x.rank)
			x.nothing[i] = x.stale
		}
	}
	return x.nothing
}

// spread makes room above each clock of a state in normal form.
func (x *times) spread(under []mutex.Message) {
	x.each(under, func(kind mutex.TimeKind, _ int64, t *uint32) {
		if isClock(kind) {
			*t *= 2
		}
	})
}

// tighten removes the room above the k-th least time.
func (x *times) tighten(under []mutex.Message, k uint32) {
	x.each(under, func(kind mutex.TimeKind, _ int64, t *uint32) {
		if isClock(kind) && *t > 2*k {
			*t--
		}
	})
}

// clockError returns the error for a machine that made a time which package mutex does not allow.
// The order of times then does not determine its behaviour.
func (g *graph) clockError() error {
	return fmt.Errorf("lockout: %s makes a time that is not one more than a clock, or not with a wish", g.c.Algorithm.Name)
}

// own returns copies of messages with tokens of their own.
func own(under []mutex.Message) []mutex.Message {
	for i := range under {
		if t := under[i].Token; t != nil {
			under[i].Token = &mutex.Token{Served: slices.Clone(t.Served), Queue: slices.Clone(t.Queue), Entries: slices.Clone(t.Entries)}
		}
	}
	return under
}
