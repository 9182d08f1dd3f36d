package explore

import (
	"coterie/internal/solve/vectors"
	"coterie/mutex"
)

// graph is the states visited so far: vectors of the local states of all actors.
type graph struct {
	*locals
	set   *vectors.Set
	first vectors.Ref
}

func newGraph(c *Config) (*graph, error) { return graphIn(c, vectors.New(c.Setup.Actors())) }

func graphIn(c *Config, set *vectors.Set) (*graph, error) {
	g := &graph{locals: newLocals(c), set: set}
	w := g.set.Worker()
	for i := range g.actors {
		w.Set(i, g.locals.first(i))
	}
	var err error
	g.first, _, err = w.Add()
	return g, err
}

func (g *graph) size() uint64 { return g.set.Bytes() + uint64(g.bytes.Load()) }

// view is one state, as a worker sees it.
type view struct {
	*graph
	worker *vectors.Worker
	states []*local // by actor
	inside []mutex.Inside
	system mutex.System // its machines are those of the locals
	choice choice
}

func (g *graph) view() *view {
	v := &view{graph: g, worker: g.set.Worker(), states: make([]*local, len(g.actors))}
	v.choice.parts = make([]*part, len(g.actors))
	v.system = mutex.System{Setup: g.config.Setup, Algorithm: g.config.Algorithm, Rule: g.locals.system.Rule, Machines: make([]mutex.Machine, len(g.actors))}
	return v
}

// load goes to a state.
func (v *view) load(r vectors.Ref) {
	for i, number := range v.worker.Load(r) {
		v.states[i] = v.at(i, number)
	}
}

// chosen returns the parts of actors whose steps suffice in the state.
func (v *view) chosen() mutex.Parts {
	for i, s := range v.states {
		v.choice.parts[i] = v.partOf(i, s)
	}
	return v.choice.choose()
}

// move makes the worker hold the state after a step of an actor. worker.Add or worker.Find
// completes the move, and worker.Reset goes back.
func (v *view) move(actor int, s *step) {
	v.worker.Set(actor, s.to)
	for _, m := range s.sends {
		v.worker.Set(m.to, v.joined(m.to, v.worker.Get(m.to), m.message))
	}
}

// judge judges the state.
func (w *walker) judge() {
	w.inside = w.inside[:0]
	w.violates, w.waits = false, false
	for i, s := range w.states {
		switch s.phase {
		case mutex.Critical:
			w.inside = append(w.inside, mutex.Inside{Process: w.actors[i].process, Group: s.wish.Group})
		case mutex.Trying:
			w.waits = true
		}
	}
	if len(w.inside) > 1 {
		w.violates = !w.system.Rule.Allows(w.inside)
	}
	for k, inv := range w.config.Algorithm.Invariants {
		if k == 0 {
			for i, s := range w.states {
				w.system.Machines[i] = s.machine
			}
		}
		w.broken[k] = inv.Broken(&w.system) != ""
	}
}
