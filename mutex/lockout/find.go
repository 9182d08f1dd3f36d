package lockout

import (
	"context"
	"slices"

	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/trace"
)

// mostTried is the greatest number of parts of a requester, and of states without a step, that
// machines try before the answer stays unknown.
const mostTried = 20

// findStuck looks for a run after which nothing but wishes can happen, while somebody waits.
func (g *graph) findStuck(r *Result) {
	tried := 0
	for i := range max(0, len(g.first)-1) {
		if g.phase[i].trying == 0 || g.phase[i].critical != 0 {
			continue
		}
		quiet := true
		for _, e := range g.out(uint32(i)) {
			quiet = quiet && g.labels[e.label].choice.What == trace.Wish
		}
		if !quiet {
			continue
		}
		if tried++; tried > mostTried {
			break
		}
		if run := g.stuckRun(g.path(uint32(i))); run != nil {
			r.Stuck = run
			return
		}
	}
	r.StuckUnknown = tried > 0 || !r.Complete
}

// stuckRun performs a path to a deadlock, and returns nil if there is no deadlock at its end.
func (g *graph) stuckRun(path []uint32) []trace.Choice {
	p := newReplay(g)
	for _, l := range path {
		if !p.do(g.labels[l]) {
			return nil
		}
	}
	waits := false
	for _, q := range g.c.Requesters {
		switch p.System.Phase(q.Process) {
		case mutex.Trying:
			waits = true
		case mutex.Critical:
			return nil
		}
	}
	if !waits || len(p.Under) > 0 {
		return nil
	}
	return p.Done
}

// findCycle looks for a lockout and, where there is none, for a process that is blocked while
// others go on. It returns how many fair parts it tried.
func (g *graph) findCycle(ctx context.Context, r *Result) (found bool, tried int) {
	if len(g.first) == 0 {
		return false, 0
	}
	var blocked *Result
	search := newParts(g)
	for who, q := range g.c.Requesters {
		fair := search.find(ctx, who)
		if len(fair) == 0 {
			continue
		}
		hope := g.hope(who)
		if len(fair) > mostTried {
			fair = fair[:mostTried]
		}
		for _, c := range fair {
			if ctx.Err() != nil {
				return false, tried
			}
			tried++
			if !hope[c.states[0]] && blocked != nil {
				continue
			}
			round := search.round(ctx, c)
			if round == nil {
				continue
			}
			stem, cycle, ok := g.repeats(g.path(c.states[0]), round, q.Process)
			if !ok {
				continue
			}
			one := *r
			one.Process, one.Stem, one.Cycle, one.Verdict = q.Process, stem, cycle, Blocked
			if hope[c.states[0]] {
				if one.Rescue = g.rescue(&one, c.states[0], who); one.Rescue == nil {
					continue
				}
				one.Verdict = Found
				*r = one
				return true, tried
			}
			if r.Complete {
				blocked = &one
			}
		}
	}
	if blocked != nil {
		*r = *blocked
		return true, tried
	}
	return false, tried
}

// hope returns the states in which a requester waits and may still be let in.
func (g *graph) hope(who int) []bool {
	if g.back == nil {
		g.reverse()
	}
	hope := make([]bool, len(g.keys))
	var work []uint32
	waits := func(i uint32) bool { return g.phase[i].trying>>who&1 == 1 }
	for i := range g.keys {
		if !waits(uint32(i)) {
			continue
		}
		for _, e := range g.out(uint32(i)) {
			if !hope[i] && g.phase[e.to].critical>>who&1 == 1 {
				hope[i] = true
				work = append(work, uint32(i))
			}
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, from := range g.back[g.backFirst[i]:g.backFirst[i+1]] {
			if waits(from) && !hope[from] {
				hope[from] = true
				work = append(work, from)
			}
		}
	}
	return hope
}

// reverse makes the lists of the states before each state.
func (g *graph) reverse() {
	g.backFirst = make([]uint32, len(g.keys)+1)
	for _, e := range g.edges {
		g.backFirst[e.to+1]++
	}
	for i := range g.keys {
		g.backFirst[i+1] += g.backFirst[i]
	}
	g.back = make([]uint32, len(g.edges))
	next := slices.Clone(g.backFirst)
	for i := range g.keys {
		for _, e := range g.out(uint32(i)) {
			g.back[next[e.to]] = uint32(i)
			next[e.to]++
		}
	}
}

// rescue returns choices that let the process of a lockout in after its stem: first it tries a run
// without further wishes, then one from the graph. It returns nil if the machines do not perform
// either.
func (g *graph) rescue(found *Result, at uint32, who int) []trace.Choice {
	begin := func() *replay {
		p := newReplay(g)
		for _, c := range found.Stem {
			p.Do(c)
		}
		return p
	}
	entered := func(p *replay) []trace.Choice {
		if p.System.Phase(found.Process) != mutex.Critical {
			return nil
		}
		return p.Done[len(found.Stem):]
	}
	p := begin()
	for range 1000 * len(g.machines) {
		switch {
		case p.System.Phase(found.Process) != mutex.Trying:
		case len(p.Under) > 0:
			p.arrive(0)
			continue
		default:
			if i := slices.IndexFunc(g.c.Requesters, func(q explore.Requester) bool { return p.System.Phase(q.Process) == mutex.Critical }); i >= 0 {
				q := g.c.Requesters[i].Process
				p.Do(trace.Choice{What: trace.Exit, Process: q})
				continue
			}
		}
		break
	}
	if list := entered(p); list != nil {
		return list
	}
	p = begin()
	mine := func(of uint16) bool { return of>>who&1 == 1 }
	way, _, _ := g.way(at, func(_ uint32, e edge) bool { return mine(g.phase[e.to].trying | g.phase[e.to].critical) },
		func(e edge) bool { return mine(g.phase[e.to].critical) })
	for _, e := range way {
		if !p.do(g.labels[e.label]) {
			return nil
		}
	}
	return entered(p)
}
