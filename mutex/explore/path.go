package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"coterie/internal/machine/par"
	"coterie/internal/solve/vectors"
	"coterie/mutex/trace"
)

// marks are states of a set.
type marks [vectors.Parts][]atomic.Uint64

func newMarks(of vectors.Mark) *marks {
	m := new(marks)
	for part, count := range of {
		m[part] = make([]atomic.Uint64, (count+63)/64)
	}
	return m
}

func (m *marks) add(r vectors.Ref) {
	part, i := r.At()
	m[part][i/64].Or(1 << (i % 64))
}

func (m *marks) has(r vectors.Ref) bool {
	part, i := r.At()
	return int(i/64) < len(m[part]) && m[part][i/64].Load()>>(i%64)&1 == 1
}

// trace finds the way to the states of a failure. No state keeps its predecessor. So trace goes
// back, level by level, and marks the states from which a marked one of the next level is one step
// away. Then, from the first state on, it takes the least step into a marked state. That is one
// more pass over the levels passed, on all cores, and a bit a state.
func (s *search) trace(ctx context.Context, what failing, f found) (Failure, error) {
	marked := newMarks(s.levels[f.depth+1])
	for _, r := range f.states {
		marked.add(r)
	}
	for depth := f.depth - 1; depth >= 0; depth-- {
		if err := s.markBack(ctx, marked, depth); err != nil {
			return Failure{}, err
		}
	}
	failure := Failure{Sort: what.Sort, Invariant: what.invariant, Shortest: s.config.Reduction == None || what.Sort == Deadlock}
	w := s.viewOf(0)
	player := trace.NewPlayer(s.config.Algorithm, s.config.Setup, !s.config.NoFIFO, false)
	at := s.first
	for depth := range f.depth {
		w.load(at)
		var ok bool
		if at, ok = s.least(w, marked, depth, player); !ok {
			panic(fmt.Sprintf("explore: no way from depth %d to a failure at %d", depth, f.depth))
		}
	}
	failure.Schedule = player.Done
	return failure, nil
}

// markBack marks the states of a depth that are one step away from a marked one of the next.
func (s *search) markBack(ctx context.Context, marked *marks, depth int) error {
	list := s.pieces(depth)
	return par.For(ctx, s.jobs(list), len(list), func(_ context.Context, worker, i int) error {
		w := s.viewOf(worker)
		for r := range list[i].states {
			w.load(r)
			if s.leads(w, marked, depth) {
				marked.add(r)
			}
		}
		return nil
	})
}

// into returns the state after a step, if it is a marked one of the next depth.
func (s *search) into(w *view, actor int, next *step, marked *marks, depth int) (vectors.Ref, bool) {
	w.move(actor, next)
	r, ok := w.worker.Find()
	w.worker.Reset()
	return r, ok && r.Between(&s.levels[depth+1], &s.levels[depth+2]) && marked.has(r)
}

func (s *search) leads(w *view, marked *marks, depth int) bool {
	for a, state := range w.states {
		list := w.stepsOf(a, state)
		for i := range list {
			if _, ok := s.into(w, a, &list[i], marked, depth); ok {
				return true
			}
		}
	}
	return false
}

// option is a step that can be taken.
type option struct {
	actor int
	step  *step
	order [4]int
	text  string // of the message that arrives
}

// options returns the steps from the state, the least first: wishes and exits by requester, then
// arrivals by receiver, sender and contents. The numbers of messages are no order: they depend on
// which worker met a message first.
func (v *view) options() []option {
	var options []option
	for a, state := range v.states {
		list := v.stepsOf(a, state)
		for i := range list {
			o := option{actor: a, step: &list[i], order: [4]int{0, v.actors[a].rank, i}}
			if o.step.what == trace.Arrive {
				o.order = [4]int{1, a, int(o.step.from)}
				o.text = string(v.message(o.step.index).AppendState(nil, v.config.Charges))
			}
			options = append(options, o)
		}
	}
	slices.SortStableFunc(options, func(a, b option) int {
		return cmp.Or(slices.Compare(a.order[:], b.order[:]), cmp.Compare(a.text, b.text))
	})
	return options
}

// least takes the least step into a marked state.
func (s *search) least(w *view, marked *marks, depth int, player *trace.Player) (vectors.Ref, bool) {
	for _, o := range w.options() {
		if r, ok := s.into(w, o.actor, o.step, marked, depth); ok {
			if !player.Do(s.choice(o.actor, o.step, player)) {
				panic("explore: a step that machines do not take")
			}
			return r, true
		}
	}
	return 0, false
}

// did returns a step as a choice of a schedule, without the place of a message among equal ones.
func (l *locals) did(actor int, did *step) trace.Choice {
	switch process := l.actors[actor].process; did.what {
	case trace.Wish:
		return trace.Choice{What: trace.Wish, Process: process, Group: did.wish.Group, Quorum: did.wish.Quorum}
	case trace.Exit:
		return trace.Choice{What: trace.Exit, Process: process}
	}
	m := l.message(did.index)
	return trace.Choice{What: trace.Arrive, From: m.From, To: m.To, Kind: m.Kind}
}

// choice returns a step as a choice of a schedule.
func (l *locals) choice(actor int, did *step, player *trace.Player) trace.Choice {
	c := l.did(actor, did)
	if c.What != trace.Arrive {
		return c
	}
	want := l.message(did.index).AppendState(nil, l.config.Charges)
	for i := range player.Under {
		u := &player.Under[i]
		if u.From != c.From || u.To != c.To || u.Kind != c.Kind {
			continue
		}
		if slices.Equal(u.AppendState(nil, l.config.Charges), want) {
			return c
		}
		c.Older++
	}
	panic(fmt.Sprintf("explore: no %v is under way", c.Kind))
}
