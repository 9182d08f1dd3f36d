package explore

import (
	"context"
	"math"

	"coterie/internal/machine/par"
	"coterie/internal/solve/vectors"
	"coterie/mutex"
	"coterie/mutex/trace"
)

// Costs holds the greatest costs of requests over all runs of a configuration.
type Costs struct {
	States   uint64 // with different charges counted apart
	Complete bool
	Stopped  Cause // why not
	// Cycle is not 0 if runs can go round a cycle on which messages are sent, so that there is no
	// maximum. The last Cycle choices of TotalRun can then be taken again and again.
	Cycle int

	Most uint64         // messages of the network charged to one request, at most
	Of   mutex.Cause    // the first such request
	Run  []trace.Choice // up to the last of them

	Total    uint64 // messages of the network in one run, at most
	TotalRun []trace.Choice

	Bytes uint64
}

// passesAtOnce is the number of passes over a graph that is not in layers before a search for a
// cycle.
const passesAtOnce = 16

// Messages finds the greatest number of messages charged to any one request, and the greatest
// number sent in a run. Both are longest paths through the graph of all states, where the length of
// a step is the number of messages that it sends. The charges are part of a state, and no reduction
// is made.
//
// Where every step leads one level down, as it does where all steps count in some clock, one pass
// over the levels from the last one back decides it. Otherwise passes go on until nothing changes:
// cycles that send nothing do no harm; where one sends something, the values grow for ever, and the
// greatest of them come to lie along the cycle, where a search finds it. Beside the states it takes
// two bytes for each of them and each request. The errors are those of Run.
func Messages(ctx context.Context, c Config, o Options) (Costs, error) {
	if err := c.Check(); err != nil {
		return Costs{}, err
	}
	algorithm := *c.Algorithm
	algorithm.Invariants = nil // nothing is judged
	c.Algorithm, c.Charges, c.Reduction = &algorithm, true, None
	o.FirstFailure = false
	s, err := newSearch(ctx, &c, o)
	if err != nil {
		return Costs{}, err
	}
	s.run(ctx)
	found := Costs{States: s.result.States, Bytes: s.size(), Stopped: s.result.Stopped}
	if !s.result.Complete {
		return found, nil
	}
	l := &longest{search: s, columns: len(c.Requesters)*c.Entries + 1, first: map[int32]int{}}
	if found.Bytes += l.bytes(); found.Bytes > s.budget {
		found.Stopped = MemoryLimit
		return found, nil
	}
	for i, r := range c.Requesters {
		l.first[r.Process] = i * c.Entries
	}
	if err := l.settle(ctx); err != nil {
		found.Stopped = Interrupted
		return found, nil
	}
	switch {
	case l.cycle > 0:
		found.Complete, found.Cycle, found.TotalRun = true, l.cycle, l.round
		return found, nil
	case l.overflows():
		found.Stopped = MemoryLimit
		return found, nil
	}
	found.Complete = true
	best, at := 0, l.at(s.graph.first)
	for k, v := range at[:l.columns-1] {
		if v > at[best] {
			best = k
		}
	}
	found.Most, found.Total = uint64(at[best]), uint64(at[l.columns-1])
	found.Of = mutex.Cause{Process: c.Requesters[best/c.Entries].Process, Entry: uint32(best%c.Entries) + 1}
	found.Run, found.TotalRun = l.path(best), l.path(l.columns-1)
	return found, nil
}

// longest holds, for each state, the greatest number of messages that can still be charged to each
// request, and that can still be sent at all.
type longest struct {
	*search
	columns int
	first   map[int32]int // the column of the first request of a process
	values  [vectors.Parts][]uint16
	cycle   int            // steps of a cycle that sends something
	round   []trace.Choice // a run that ends with them
}

func (l *longest) bytes() uint64 { return l.set.Len() * uint64(l.columns) * 2 }

func (l *longest) at(r vectors.Ref) []uint16 {
	part, i := r.At()
	from := int(i) * l.columns
	return l.values[part][from : from+l.columns]
}

// overflows reports whether two bytes are too few for the greatest value.
func (l *longest) overflows() bool { return l.at(l.graph.first)[l.columns-1] == math.MaxUint16 }

// settle computes the values.
func (l *longest) settle(ctx context.Context) error {
	for part, count := range l.set.Mark() {
		l.values[part] = make([]uint16, int(count)*l.columns)
	}
	for pass := 1; ; pass++ {
		again, layered, err := l.pass(ctx)
		if err != nil || !again || layered || pass%passesAtOnce == 0 && l.goesRound() {
			return err
		}
	}
}

// pass goes through the levels from the last one back. It reports whether a value changed, and
// whether every step leads one level down.
func (l *longest) pass(ctx context.Context) (changed, layered bool, err error) {
	layered = true
	for depth := l.result.Depth; depth >= 0; depth-- {
		list := l.pieces(depth)
		menders := make([]*mender, l.jobs(list))
		err := par.For(ctx, len(menders), len(list), func(_ context.Context, worker, i int) error {
			if menders[worker] == nil {
				menders[worker] = &mender{
					longest: l, view: l.viewOf(worker), costs: make([]uint16, l.columns), layered: true,
					from: &l.levels[depth], to: &l.levels[depth+1], next: &l.levels[depth+2],
				}
			}
			m := menders[worker]
			for r := range list[i].states {
				m.mend(r, false)
			}
			return nil
		})
		if err != nil {
			return false, false, err
		}
		for _, m := range menders {
			if m == nil {
				continue
			}
			for _, r := range m.within {
				m.mend(r, true)
			}
			changed, layered = changed || m.changed, layered && m.layered
		}
	}
	return changed, layered, nil
}

// mender computes the values of the states of a level from those of the states one step on.
type mender struct {
	*longest
	*view
	costs            []uint16
	from, to, next   *vectors.Mark // the level is from the first to the second
	within           []vectors.Ref // states with a step to a state of the level
	changed, layered bool
}

// mend computes the values of a state. Those of other levels do not change meanwhile; those of its
// own may, by another mender, so they are not read unless this one is alone.
func (m *mender) mend(r vectors.Ref, alone bool) {
	m.view.load(r)
	own, within := m.longest.at(r), false
	for a, state := range m.states {
		list := m.view.stepsOf(a, state)
		for j := range list {
			then := m.after(m.view, a, &list[j])
			if !then.Between(m.to, m.next) {
				m.layered = false
				if !alone && then.Between(m.from, m.to) {
					within = true
					continue
				}
			}
			m.price(&list[j], m.costs)
			for k, v := range m.longest.at(then) {
				if v = min(v, math.MaxUint16-m.costs[k]) + m.costs[k]; v > own[k] {
					own[k], m.changed = v, true
				}
			}
		}
	}
	if within {
		m.within = append(m.within, r)
	}
}

// goesRound follows the greatest values until they end or come back to a state, and reports whether
// something is sent on the way from there to there.
func (l *longest) goesRound() bool {
	w, total := l.view(), l.columns-1
	player := trace.NewPlayer(l.config.Algorithm, l.config.Setup, !l.config.NoFIFO, false)
	passed := map[vectors.Ref][2]int{} // steps and messages before
	steps, sent := 0, 0
	for at := l.graph.first; ; steps++ {
		if before, again := passed[at]; again {
			l.cycle, l.round = steps-before[0], player.Done
			if sent == before[1] {
				l.cycle, l.round = 0, nil
			}
			return l.cycle > 0
		}
		passed[at] = [2]int{steps, sent}
		w.load(at)
		var best option
		then, most := at, -1
		for _, o := range w.options() {
			next := l.after(w, o.actor, o.step)
			if v := int(l.at(next)[total]) + len(o.step.sent); v > most {
				best, then, most = o, next, v
			}
		}
		if most < 0 {
			return false
		}
		if !player.Do(l.choice(best.actor, best.step, player)) {
			panic("explore: a step that machines do not take")
		}
		at, sent = then, sent+len(best.step.sent)
	}
}

// after returns the state after a step.
func (l *longest) after(w *view, actor int, s *step) vectors.Ref {
	w.move(actor, s)
	r, ok := w.worker.Find()
	w.worker.Reset()
	if !ok {
		panic("explore: a state that was not visited")
	}
	return r
}

// price writes the cost of a step into each column.
func (l *longest) price(s *step, costs []uint16) {
	clear(costs)
	for _, number := range s.sent {
		of := l.message(number).Cause
		if first, ok := l.first[of.Process]; ok && of.Entry > 0 {
			costs[first+int(of.Entry)-1]++
		}
	}
	costs[l.columns-1] = uint16(len(s.sent))
}

// path returns a run that has the value of a column. At each state it takes the least of the steps
// that keep the value.
func (l *longest) path(column int) []trace.Choice {
	w := l.view()
	player := trace.NewPlayer(l.config.Algorithm, l.config.Setup, !l.config.NoFIFO, false)
	costs := make([]uint16, l.columns)
	passed := map[vectors.Ref]bool{}
	for at := l.graph.first; l.at(at)[column] > 0; {
		passed[at] = true
		w.load(at)
		went := false
		for _, o := range w.options() {
			then := l.after(w, o.actor, o.step)
			l.price(o.step, costs)
			if passed[then] || l.at(then)[column]+costs[column] != l.at(at)[column] {
				continue
			}
			if !player.Do(l.choice(o.actor, o.step, player)) {
				panic("explore: a step that machines do not take")
			}
			at, went = then, true
			break
		}
		if !went {
			return nil // a way round a cycle that sends nothing
		}
	}
	return player.Done
}
