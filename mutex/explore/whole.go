package explore

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"coterie/internal/machine/par"
	"coterie/internal/solve/vectors"
	"coterie/mutex"
	"coterie/mutex/trace"
)

// Whole holds every state of a small configuration and every step between them, for judgements that
// need the whole graph.
type Whole struct {
	States []State // breadth first, from the one in which nothing has happened
	Steps  []Step  // in the order of the states that they leave
}

// State is a state of a Whole.
type State struct {
	Depth            int  // how many steps lead to it
	Trying, Critical uint // the processes that are there, as bits
	Last             bool // nothing can happen in it
}

// Step leads from one state to another, by their places. An arrival names its channel alone.
type Step struct {
	From, To int32
	Did      trace.Choice
}

// MostWhole is the greatest number of states that a Whole may have.
const MostWhole = 400_000

// All keeps every state and every step of a configuration of at most 64 processes. Where Entries is
// 0 each requester may wish to enter again and again. It calls see with each state in order, with
// the messages under way. No reduction is made. The errors are those of Run, and one for more than
// MostWhole states.
func All(ctx context.Context, c Config, see func(at *mutex.System, under []mutex.Message)) (*Whole, error) {
	once := c
	once.Entries = max(1, c.Entries)
	if err := once.Check(); err != nil {
		return nil, err
	}
	c.Reduction = None
	g, err := newGraph(&c)
	if err != nil {
		return nil, err
	}
	v, poll := g.view(), par.NewPoll(ctx)
	whole := &Whole{States: []State{{}}}
	refs, place := []vectors.Ref{g.first}, map[vectors.Ref]int32{g.first: 0}
	for i := 0; i < len(refs); i++ {
		if err := poll.Err(); err != nil {
			return nil, err
		}
		if len(refs) > MostWhole {
			return nil, fmt.Errorf("explore: there are more than %d states to keep", MostWhole)
		}
		v.load(refs[i])
		see(v.real())
		options := v.options()
		whole.States[i].Trying, whole.States[i].Critical = v.phases()
		whole.States[i].Last = len(options) == 0
		for _, o := range options {
			v.move(o.actor, o.step)
			to, fresh, err := v.worker.Add()
			if err != nil {
				return nil, err
			}
			v.worker.Reset()
			if fresh {
				place[to] = int32(len(refs))
				refs = append(refs, to)
				whole.States = append(whole.States, State{Depth: whole.States[i].Depth + 1})
			}
			did := v.did(o.actor, o.step)
			did.Kind = 0
			whole.Steps = append(whole.Steps, Step{int32(i), place[to], did})
		}
	}
	return whole, nil
}

// real puts the machines into the state, and returns them and the messages under way.
func (v *view) real() (*mutex.System, []mutex.Message) {
	var under []mutex.Message
	for a, s := range v.states {
		v.back(a, s)
		for _, c := range s.box {
			for _, m := range c.messages {
				under = append(under, *v.message(m))
			}
		}
	}
	return v.locals.system, under
}

// phases returns the processes that are trying and those in the critical section, as bits.
func (v *view) phases() (trying, critical uint) {
	for a, s := range v.states {
		switch s.phase {
		case mutex.Trying:
			trying |= 1 << v.actors[a].process
		case mutex.Critical:
			critical |= 1 << v.actors[a].process
		}
	}
	return trying, critical
}

// Reaching returns, for each state, whether it is wanted or a wanted state can follow it.
func (w *Whole) Reaching(wanted func(State) bool) []bool {
	before := make([][]int32, len(w.States))
	for _, s := range w.Steps {
		before[s.To] = append(before[s.To], s.From)
	}
	reach := make([]bool, len(w.States))
	var work []int32
	add := func(i int32) {
		if !reach[i] {
			reach[i] = true
			work = append(work, i)
		}
	}
	for i, s := range w.States {
		if wanted(s) {
			add(int32(i))
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, j := range before[i] {
			add(j)
		}
	}
	return reach
}

// Endless reports whether a run can stay for ever in the states that are allowed, while every
// message arrives and every process inside leaves. In the end such a run stays in one strongly
// connected part, in which each arrival and each exit either happens or, in some state, is not
// possible.
func (w *Whole) Endless(allowed func(i int32) bool) bool {
	g := simple.NewDirectedGraph()
	for _, s := range w.Steps {
		if s.From != s.To && allowed(s.From) && allowed(s.To) {
			g.SetEdge(simple.Edge{F: simple.Node(s.From), T: simple.Node(s.To)})
		}
	}
	type part struct {
		states int
		due    map[trace.Choice]int // the number of states in which the choice is due
		done   map[trace.Choice]bool
	}
	of := make([]*part, len(w.States))
	parts := topo.TarjanSCC(g)
	for _, nodes := range parts {
		p := &part{len(nodes), map[trace.Choice]int{}, map[trace.Choice]bool{}}
		for _, v := range nodes {
			of[v.ID()] = p
		}
	}
	for _, s := range w.Steps {
		if p := of[s.From]; p != nil {
			p.due[s.Did]++
			p.done[s.Did] = p.done[s.Did] || p == of[s.To]
		}
	}
	for _, nodes := range parts {
		p := of[nodes[0].ID()]
		goes, fair := false, true
		for did, done := range p.done {
			goes = goes || done
			fair = fair && (done || did.What == trace.Wish || p.due[did] < p.states)
		}
		if goes && fair {
			return true
		}
	}
	return false
}
