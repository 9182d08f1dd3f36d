package lockout

import (
	"context"
	"encoding/binary"
	"iter"
	"slices"

	"coterie/internal/machine/par"
	"coterie/mutex/trace"
)

// parts finds the strongly connected parts of the graph in which a requester waits and which have a
// fair cycle.
type parts struct {
	g      *graph
	region []int32 // by state: the part that is looked at
	last   int32

	poll       par.Poll
	order, low []uint32 // of Tarjan's search
	on         []bool
}

// part is one of them: its states, ascending, and the requesters such that no step may issue a
// timestamp below theirs.
type part struct {
	states []uint32
	forbid uint16
}

func newParts(g *graph) *parts {
	n := len(g.keys)
	return &parts{g: g, region: make([]int32, n), order: make([]uint32, n), low: make([]uint32, n), on: make([]bool, n)}
}

// inside reports whether an edge stays in the part of its source.
func (p *parts) inside(from uint32, e edge, forbid uint16) bool {
	return p.region[e.to] == p.region[from] && p.g.labels[e.label].below&forbid == 0
}

// find returns the fair parts of a requester.
func (p *parts) find(ctx context.Context, who int) (fair []part) {
	p.poll = par.NewPoll(ctx)
	clear(p.region)
	p.last = 1
	var all []uint32
	for i := range p.g.keys {
		if p.g.phase[i].trying>>who&1 == 1 {
			all = append(all, uint32(i))
			p.region[i] = 1
		}
	}
	work := []part{{all, 1 << who}}
	for len(work) > 0 && ctx.Err() == nil {
		next := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range p.components(next) {
			p.last++
			for _, i := range c.states {
				p.region[i] = p.last
			}
			if !p.steps(c) || !p.fair(c) {
				continue
			}
			// Only finitely many timestamps are below that of another request that waits
			// throughout, too.
			if more := p.waiting(c) &^ c.forbid; p.issues(c, more) {
				work = append(work, part{c.states, c.forbid | more})
				continue
			}
			fair = append(fair, c)
		}
	}
	slices.SortFunc(fair, func(a, b part) int { return int(a.states[0]) - int(b.states[0]) })
	return fair
}

// components returns the strongly connected components of a part, by Tarjan's algorithm.
func (p *parts) components(of part) (list []part) {
	for _, i := range of.states {
		p.order[i], p.on[i] = 0, false
	}
	type frame struct {
		state uint32
		edge  int
	}
	var count uint32
	var stack []uint32
	var calls []frame
	for _, root := range of.states {
		if p.order[root] != 0 {
			continue
		}
		calls = append(calls, frame{state: root})
		for len(calls) > 0 {
			if p.poll.Err() != nil {
				return nil
			}
			f := &calls[len(calls)-1]
			i := f.state
			if f.edge == 0 {
				count++
				p.order[i], p.low[i], p.on[i] = count, count, true
				stack = append(stack, i)
			}
			edges := p.g.out(i)
			descend := false
			for f.edge < len(edges) {
				e := edges[f.edge]
				f.edge++
				if !p.inside(i, e, of.forbid) {
					continue
				}
				if p.order[e.to] == 0 {
					calls = append(calls, frame{state: e.to})
					descend = true
					break
				}
				if p.on[e.to] {
					p.low[i] = min(p.low[i], p.order[e.to])
				}
			}
			if descend {
				continue
			}
			if p.low[i] == p.order[i] {
				at := len(stack) - 1
				for stack[at] != i {
					at--
				}
				c := slices.Clone(stack[at:])
				stack = stack[:at]
				for _, j := range c {
					p.on[j] = false
				}
				slices.Sort(c)
				list = append(list, part{c, of.forbid})
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				up := calls[len(calls)-1].state
				p.low[up] = min(p.low[up], p.low[i])
			}
		}
	}
	return list
}

// within yields the edges that stay in a part.
func (p *parts) within(c part) iter.Seq2[uint32, edge] {
	return func(yield func(uint32, edge) bool) {
		for _, i := range c.states {
			for _, e := range p.g.out(i) {
				if p.inside(i, e, c.forbid) && !yield(i, e) {
					return
				}
			}
		}
	}
}

// steps reports whether there is a step within the part.
func (p *parts) steps(c part) bool {
	for range p.within(c) {
		return true
	}
	return false
}

// duties are the things that must not stay unchanged for ever: lanes with messages under way, and
// requesters that are inside.
type duties struct {
	lanes    []int32
	critical uint16
}

func (g *graph) duties(i uint32) (d duties) {
	var s state
	g.state(i, &s)
	for _, id := range s.under {
		if lane := g.lane[id]; !slices.Contains(d.lanes, lane) {
			d.lanes = append(d.lanes, lane)
		}
	}
	d.critical = g.phase[i].critical
	return d
}

// none reports whether nothing is left to do.
func (d *duties) none() bool { return len(d.lanes) == 0 && d.critical == 0 }

// both keeps only the duties that are still open in another state.
func (d *duties) both(o duties) {
	d.lanes = slices.DeleteFunc(d.lanes, func(lane int32) bool { return !slices.Contains(o.lanes, lane) })
	d.critical &= o.critical
}

// done removes the duties that a step fulfils.
func (d *duties) done(g *graph, l label) {
	d.lanes = slices.DeleteFunc(d.lanes, func(lane int32) bool { return lane == l.lane || l.isLate(lane) })
	if l.choice.What == trace.Exit {
		d.critical &^= 1 << g.slot[l.choice.Process]
	}
}

// isLate reports whether the eldest of a lane comes to do nothing.
func (l *label) isLate(lane int32) bool {
	for list := []byte(l.late); len(list) > 0; {
		late, n := binary.Uvarint(list)
		if list = list[n:]; int32(late) == lane {
			return true
		}
	}
	return false
}

// fair reports whether nothing stays under way or inside throughout the part.
func (p *parts) fair(c part) bool {
	left := p.g.duties(c.states[0])
	for _, e := range p.within(c) {
		if left.none() {
			return true
		}
		left.done(p.g, p.g.labels[e.label])
	}
	for _, i := range c.states {
		if left.none() {
			return true
		}
		left.both(p.g.duties(i))
	}
	return left.none()
}

// waiting returns the requesters that wait throughout the part.
func (p *parts) waiting(c part) uint16 {
	all := ^uint16(0)
	for _, i := range c.states {
		all &= p.g.phase[i].trying
	}
	return all
}

// issues reports whether a step of the part issues a timestamp below one of those.
func (p *parts) issues(c part, those uint16) bool {
	for _, e := range p.within(c) {
		if p.g.labels[e.label].below&those != 0 {
			return true
		}
	}
	return false
}

// round returns a fair cycle through a part from its first state. It fulfils all duties there, and
// if it issues a timestamp below that of another waiting request, that request comes to its end. It
// returns nil if the search was stopped.
func (p *parts) round(ctx context.Context, c part) (labels []uint32) {
	at := c.states[0]
	left := p.g.duties(at)
	var passed []uint32
	inside := func(from uint32, e edge) bool { return p.inside(from, e, c.forbid) }
	walk := func(goal func(e edge) bool) bool {
		way, to, ok := p.g.way(at, inside, goal)
		if !ok || ctx.Err() != nil {
			return false
		}
		for _, e := range way {
			left.done(p.g, p.g.labels[e.label])
			left.both(p.g.duties(e.to))
			labels, passed = append(labels, e.label), append(passed, e.to)
		}
		at = to
		return true
	}
	home := func(e edge) bool { return e.to == c.states[0] }
	for {
		for !left.none() {
			if !walk(func(e edge) bool {
				after := duties{slices.Clone(left.lanes), left.critical}
				after.done(p.g, p.g.labels[e.label])
				after.both(p.g.duties(e.to))
				return len(after.lanes) < len(left.lanes) || after.critical != left.critical
			}) {
				return nil
			}
		}
		if len(labels) == 0 || at != c.states[0] {
			if !walk(home) {
				return nil
			}
		}
		below, waits := uint16(0), ^uint16(0)
		for _, l := range labels {
			below |= p.g.labels[l].below
		}
		for _, i := range passed {
			waits &= p.g.phase[i].trying
		}
		owing := below & waits
		if owing == 0 {
			return labels
		}
		if !walk(func(e edge) bool { return p.g.phase[e.to].trying&owing != owing }) {
			return nil
		}
	}
}

// way returns a shortest way from a state along edges that it may take; the last edge is a goal.
func (g *graph) way(from uint32, may func(from uint32, e edge) bool, goal func(e edge) bool) (way []edge, to uint32, ok bool) {
	type step struct {
		from uint32
		e    edge
	}
	came := map[uint32]step{}
	queue := []uint32{from}
	back := func(s step) {
		for way = append(way, s.e); s.from != from; way = append(way, s.e) {
			s = came[s.from]
		}
		slices.Reverse(way)
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, e := range g.out(i) {
			if !may(i, e) {
				continue
			}
			if goal(e) {
				back(step{i, e})
				return way, e.to, true
			}
			if _, seen := came[e.to]; !seen && e.to != from {
				came[e.to] = step{i, e}
				queue = append(queue, e.to)
			}
		}
	}
	return nil, 0, false
}
