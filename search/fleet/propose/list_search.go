package propose

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// draft is a system on more nodes than a table has: a formula of its reads, writes being the dual,
// or lists of both.
type draft struct {
	by, spec string
	formula  *quorum.Formula
	lists    [2][]uint64
	outcome
	ok   bool
	down float64 // of reads or writes, whichever is down more often; where that was found
}

// listMenu is the menu of a system of which one operation is listed, or both: one that is not asks
// whatever meets all of the other list.
type listMenu struct {
	meetingMenu
	list [2][]uint64
}

// cheapest implements menu.
func (s *listMenu) cheapest(group int, node []float64, perTime float64) (c column, cost float64, ok bool) {
	g := s.v.groups[group]
	if s.list[g.op] == nil {
		return s.meetingMenu.cheapest(group, node, perTime)
	}
	cost = math.Inf(1)
	for _, set := range s.list[g.op] {
		t := s.v.time(g.place, set)
		if sum := priced(node, set) + float64(perTime*t); sum < cost {
			c, cost, ok = column{group, set, t}, sum, true
		}
	}
	return c, cost, ok
}

// time implements menu.
func (s *listMenu) time(group int, set uint64) (float64, bool) {
	g := s.v.groups[group]
	if s.list[g.op] == nil {
		return s.meetingMenu.time(group, set)
	}
	_, ok := slices.BinarySearch(s.list[g.op], set)
	return s.v.time(g.place, set), ok
}

// searchLists searches the systems on more nodes than a table has.
func (v *view) searchLists(ctx context.Context, starts []start, opts Options) ([]draft, error) {
	all, err := v.judgeStarts(ctx, starts, opts)
	order := func() {
		all = slices.DeleteFunc(all, func(w draft) bool { return !w.ok })
		slices.SortStableFunc(all, func(a, b draft) int { return cmp.Compare(a.rank(), b.rank()) })
	}
	order()
	if v.f.Require.Same { // of lists it is not known
		all = slices.DeleteFunc(all, func(w draft) bool { return w.formula == nil })
	}
	if err != nil || v.silent > 0 {
		return all, err
	}
	if v.f.Require.Same || opts.Steps < 0 {
		return v.byAvailability(ctx, all, opts)
	}
	improved, err := v.rebuild(ctx, all[:min(settled, len(all))], cmp.Or(opts.Steps, 160), opts)
	all = append(all, improved...)
	order()
	if err == nil {
		all, err = v.byAvailability(ctx, all, opts)
	}
	return all, err
}

// judgeStarts judges the systems to begin with on more nodes than a table has.
func (v *view) judgeStarts(ctx context.Context, starts []start, opts Options) ([]draft, error) {
	var tries []start
	for _, st := range starts {
		if st.formula != nil && st.formula.ReadOnce() && v.allows(ctx, *st.formula) {
			tries = append(tries, st)
		}
	}
	all := make([]draft, len(tries))
	count := par.Progress(opts.Progress).Count("systems to begin with", len(all))
	err := par.For(ctx, opts.Jobs, len(all), func(ctx context.Context, _, i int) error {
		defer count(1)
		all[i] = v.judgeFormula(tries[i])
		return par.Ended(ctx)
	})
	return all, err
}

// settled is how many chains there are above the nodes of a table, half of them from the best
// systems to begin with, half from nothing; part is how many steps a turn is worth.
const (
	settled = 4
	part    = 4
)

// rebuild improves systems by turns, and tears a part of the best strategy down to build it again.
func (v *view) rebuild(ctx context.Context, from []draft, steps int, opts Options) ([]draft, error) {
	// Every other chain lets writes miss each other to its end: good ones often meet by themselves.
	plain := *v
	plain.meeting = false
	tops := make([]draft, 2*settled)
	count := par.Progress(opts.Progress).Count("systems improved", steps)
	err := par.For(ctx, opts.Jobs, len(tops), func(ctx context.Context, _, i int) error {
		rng := rand.New(rand.NewPCG(opts.Seed, 2000+uint64(i)))
		left := max(1, steps/len(tops))
		var top draft
		own, v := v, v
		if i%2 == 1 {
			v = &plain
		}
		if i < settled {
			if i >= len(from) {
				return nil
			}
			top = v.takeTurns(ctx, from[i], max(1, left/2), rng)
		} else if o, ok := v.buildAround(ctx, [2][]uint64{}, nil, 0.3*float64(i-settled), rng); ok {
			top = v.takeTurns(ctx, draft{by: "local search over all systems", outcome: o, ok: true}, max(1, left/4), rng)
		}
		for range left / part {
			if !top.ok || par.Ended(ctx) != nil {
				break
			}
			var keep [2][]uint64
			share := 0.3 + float64(0.6*rng.Float64())
			for _, u := range top.strategy {
				if op := v.groups[u.group].op; rng.Float64() < share && meetsAll(u.set, v.left) {
					keep[op] = append(keep[op], u.set)
				}
			}
			if o, ok := v.buildAround(ctx, keep, top.strategy, 0.2, rng); ok && o.rank() < top.rank()*1.02 {
				next := v.takeTurns(ctx, draft{by: top.by, outcome: o, ok: true}, 1, rng)
				if next.rank() < top.rank() {
					top = next
				}
			}
		}
		if list := top.lists[writes]; own.meeting && slices.ContainsFunc(list, func(w uint64) bool { return !meetsAll(w, list) }) {
			top = own.takeTurns(ctx, draft{by: top.by, outcome: top.outcome, ok: true}, max(1, left/4), rng)
		}
		tops[i] = top
		count(left)
		return par.Ended(ctx)
	})
	return slices.DeleteFunc(tops, func(w draft) bool { return !w.ok }), err
}

// buildAround builds a strategy around sets that are kept, which meet each other: as a dive does,
// but by lists, and deciding for several sets after each program.
func (v *view) buildAround(ctx context.Context, keep [2][]uint64, from []used, noise float64, rng *rand.Rand) (outcome, bool) {
	const rounds = 60
	program := newProgram(v)
	for range rounds {
		if par.Ended(ctx) != nil {
			return outcome{}, false
		}
		meet := [2][]uint64{reads: keep[writes], writes: keep[reads]}
		if v.meeting {
			meet[writes] = slices.Concat(keep[reads], keep[writes])
		}
		o, ok := program.solve(&meetingMenu{v: v, meet: meet}, from...)
		if !ok {
			return outcome{}, false
		}
		from = o.strategy
		if !v.decide(&keep, o.strategy, noise, rng) {
			return o, true
		}
	}
	return outcome{}, false
}

// decide keeps some of the sets that miss others: of the two that are asked most, the one that
// costs less of the strategy. It is false where all meet.
func (v *view) decide(keep *[2][]uint64, strategy []used, noise float64, rng *rand.Rand) bool {
	const several = 3
	var of [2][]used
	for _, u := range strategy {
		op := v.groups[u.group].op
		u.p *= v.groups[u.group].mean
		of[op] = append(of[op], u)
	}
	meets := [2][]int{reads: {writes}, writes: {reads}} // which operations the sets of one have to meet
	if v.meeting {
		meets[writes] = []int{reads, writes}
	}
	lost := func(d demand) float64 {
		sum := 0.0
		for _, op := range meets[d.op] {
			for _, u := range of[op] {
				if u.set&d.set == 0 {
					sum += u.p
				}
			}
		}
		return sum
	}
	decided := 0
	for ; decided < several; decided++ {
		most := -1.0
		var pair [2]demand
		for _, op := range meets[writes] {
			for _, r := range of[op] {
				for _, w := range of[writes] {
					if r.set&w.set == 0 {
						if score := (r.p + 1e-9) * (w.p + 1e-9) * (1 + float64(noise*rng.Float64())); score > most {
							most, pair = score, [2]demand{{op, r.set}, {writes, w.set}}
						}
					}
				}
			}
		}
		if most < 0 {
			break
		}
		d := pair[0]
		if lost(pair[0])*(1+float64(noise*rng.Float64())) > lost(pair[1])*(1+float64(noise*rng.Float64())) {
			d = pair[1]
		}
		keep[d.op] = append(keep[d.op], d.set)
		for _, op := range meets[d.op] {
			of[op] = slices.DeleteFunc(of[op], func(u used) bool { return u.set&d.set == 0 })
		}
	}
	return decided > 0
}

// allows reports whether a system of a formula of reads has the same quorums for both, or writes
// that meet, where that is required.
func (v *view) allows(ctx context.Context, f quorum.Formula) bool {
	if v.f.Require.Same {
		return ownDual(f)
	}
	return !v.meeting || quorum.JudgeWritesMeet(ctx, f.Dual(), quorum.Options{}).Holds == quorum.Holds
}

// judgeFormula judges a system by its formula.
func (v *view) judgeFormula(st start) draft {
	f := st.formula.Over(v.n)
	w := draft{by: st.by, spec: st.spec, formula: &f}
	menu, fits := v.menuOf(f)
	if !fits {
		return draft{}
	}
	if !st.group && f.String() != menu.formula[writes].String() {
		w.spec = "" // it says that reads and writes are the same
	}
	if w.outcome, w.ok = newProgram(v).solve(menu); w.ok && !v.survives(f) {
		w.formula = nil
		w.by += ", and quorums for what is required"
		for op := range w.lists {
			w.lists[op] = v.asked(w.strategy, op)
		}
		w.spec = ""
		w.outcome, w.ok = newProgram(v).solve(&listMenu{meetingMenu: meetingMenu{v: v}, list: w.lists}, w.strategy...)
		if v.silent > 0 {
			w.excess++ // what lists ask so that nodes may stay silent is not known here
		}
	}
	return w
}

// survives reports whether quorums of both kinds survive what has to.
func (v *view) survives(f quorum.Formula) bool {
	return !slices.ContainsFunc(v.failures, func(down uint64) bool {
		return f.Eval(quorum.SetOfMask(down)) || !f.Eval(quorum.SetOfMask(v.all&^down))
	})
}

// asked are the sets that a strategy asks of an operation, without those that lie in a failure, and
// the sets that are left of each failure.
func (v *view) asked(strategy []used, op int) []uint64 {
	list := slices.Clone(v.left)
	for _, u := range strategy {
		if v.groups[u.group].op == op && meetsAll(u.set, v.left) {
			list = append(list, u.set)
		}
	}
	return minimal(list)
}

// minimal are the sets that contain no other one, in the order of their masks.
func minimal(list []uint64) []uint64 {
	list = sets.Minimal(list)
	slices.Sort(list)
	return list
}

// takeTurns changes a system by turns: its reads stay, and writes are whatever meets them; then
// those writes stay. Where that helps no more, a part of what is asked goes.
func (v *view) takeTurns(ctx context.Context, w draft, turns int, rng *rand.Rand) draft {
	best := w
	best.ok = w.formula != nil || w.lists[reads] != nil // else it is no system yet
	program := newProgram(v)
	current := w
	by := w.by
	if !strings.HasPrefix(by, "local search") {
		by = "local search from " + by
	}
	for range turns {
		before := current.rank()
		for _, op := range []int{reads, writes} {
			if par.Ended(ctx) != nil {
				return best
			}
			list := v.asked(current.strategy, op)
			if len(list) == 0 {
				return best
			}
			other := &listMenu{meetingMenu: meetingMenu{v: v}}
			other.list[op], other.meet[1-op] = list, list
			o, ok := program.solve(other, current.strategy...)
			var keep [2][]uint64
			for ok && v.meeting && op == reads && v.decide(&keep, o.strategy, 0, rng) {
				other.meet[writes] = slices.Concat(list, keep[writes]) // else writes that meet the reads miss each other
				o, ok = program.solve(other, o.strategy...)
			}
			if !ok {
				return best
			}
			next := draft{by: by, outcome: o, ok: true}
			next.lists[op] = list
			next.lists[1-op] = v.asked(o.strategy, 1-op)
			current = next
			if !best.ok || next.rank() < best.rank() {
				best = next
			}
		}
		if current.rank() > before*(1-1e-3) {
			if current.rank() > best.rank()*1.03 {
				current = best
			}
			current.strategy = v.thinned(current.strategy, rng)
		}
	}
	return best
}

// thinned leaves out some of the sets of one operation, but never all of a group.
func (v *view) thinned(strategy []used, rng *rand.Rand) []used {
	op, part := rng.IntN(2), 0.1+float64(0.3*rng.Float64())
	left := make([]int, len(v.groups))
	for _, u := range strategy {
		left[u.group]++
	}
	return slices.DeleteFunc(slices.Clone(strategy), func(u used) bool {
		if v.groups[u.group].op != op || left[u.group] < 2 || rng.Float64() >= part {
			return false
		}
		left[u.group]--
		return true
	})
}

// judgeExactly judges systems on more nodes than masks have, exactly, and improves none. Those
// after the first ones are left out where the prices of these prove that they are no better than
// the best.
func (v *view) judgeExactly(ctx context.Context, starts []start, opts Options) ([]Proposal, error) {
	strategy := fleet.StrategyOptions{Goal: v.goal, Limits: v.f.Require.Limits(), SkipCheck: true}
	if v.goal == fleet.Availability {
		strategy.Goal = fleet.Load
	}
	systems := make([]fleet.System, len(starts))
	found := make([]*fleet.Strategy, len(starts))
	count := par.Progress(opts.Progress).Count("systems judged", len(starts))
	judge := func(from, to int, best []int) error {
		return par.For(ctx, opts.Jobs, to-from, func(ctx context.Context, _, i int) error {
			defer count(1)
			i += from
			if starts[i].formula == nil || !starts[i].formula.ReadOnce() || !v.allows(ctx, *starts[i].formula) {
				return nil
			}
			f := starts[i].formula.Over(v.n)
			systems[i] = fleet.System{Reads: f, Writes: f.Dual()}
			if slices.ContainsFunc(best, func(j int) bool {
				bound, err := found[j].Prices.Bound(ctx, v.f, systems[i], found[j].Goal, found[j].Limits)
				return err == nil && bound.Cmp(found[best[0]].Value) >= 0
			}) {
				return nil
			}
			if failure, err := fleet.FindFailure(ctx, v.f, systems[i], v.f.Require.Survival()); err != nil || failure != nil || v.f.WitnessesAlone(systems[i]) {
				return par.Ended(ctx)
			}
			if len(best) > 0 && v.f.Require.Latency != nil { // without limits it is soon known
				st, err := fleet.FindStrategy(ctx, v.f, systems[i], fleet.StrategyOptions{Goal: strategy.Goal, SkipCheck: true})
				if err != nil || st.Value.Cmp(found[best[0]].Value) >= 0 {
					return par.Ended(ctx)
				}
			}
			found[i], _ = fleet.FindStrategy(ctx, v.f, systems[i], strategy)
			return par.Ended(ctx)
		})
	}
	ranked := func() []int {
		order := slices.DeleteFunc(sets.Identity(len(starts)), func(i int) bool { return found[i] == nil })
		slices.SortStableFunc(order, func(a, b int) int { return found[a].Value.Cmp(found[b].Value) })
		return order[:min(mostProposals, len(order))]
	}
	first := min(mostProposals, len(starts))
	err := judge(0, first, nil)
	best := ranked()
	if v.goal == fleet.Availability { // of which a load says nothing
		best = nil
	}
	if err == nil {
		err = judge(first, len(starts), best)
	}
	var out []Proposal
	for _, i := range ranked() {
		out = append(out, Proposal{By: starts[i].by, System: systems[i]})
	}
	return out, err
}

// proposals are the best of what was found.
func (v *view) proposals(all []draft) []Proposal {
	var out []Proposal
	for _, w := range all {
		if len(out) == mostProposals || len(out) > 0 && w.excess > 0 && all[0].excess == 0 {
			break
		}
		p := Proposal{By: w.by, System: v.system(w)}
		p.System.Name = w.spec
		out = append(out, p)
	}
	return out
}

// system returns the reads and writes.
func (v *view) system(w draft) fleet.System {
	if w.formula != nil {
		return fleet.System{Reads: *w.formula, Writes: w.formula.Dual()}
	}
	return fleet.System{Reads: masks(v.n, w.lists[reads]), Writes: masks(v.n, w.lists[writes])}
}

// masks is the family of some sets.
func masks(n int, list []uint64) quorum.Family {
	f, err := quorum.FamilyOfMasks(n, list)
	if err != nil {
		panic("propose: " + err.Error()) // sets of n nodes, none of them empty
	}
	return f
}
