package intervals

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"coterie/fleet"
	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
)

// outcome is the result of looking at an interval: functions of it with their values, and the
// interval with the set to branch on where it is still open.
type outcome struct {
	found []*candidate
	open  *state
}

// expand branches on an interval: the functions that are true at the set, and those that are not.
// The symmetries that keep the interval take a function that is true at an image of the set to one
// that is true at the set, so in the second part no image is left (orbital branching: Ostrowski,
// Linderoth, Rossi and Smriglio, Math. Program. 126, 2011).
func (s *finder) expand(ctx context.Context, r *relaxation, at *state) ([]outcome, error) {
	if at.looked != s.number && at.bound >= s.upper*(1-nearTie) {
		again, err := s.look(ctx, r, at.interval, at.basis)
		if err != nil || again.open == nil {
			return []outcome{again}, err
		}
		at.branch = again.open.branch
	}
	with, without := at.clone(), at.clone()
	in, out := with.include(at.branch), true
	for _, image := range s.group.orbit(at.interval, at.branch) {
		out = out && without.exclude(image)
	}
	in, out = in && s.narrow(with), out && s.narrow(without)
	var outs []outcome
	for i, child := range []interval{with, without} {
		if []bool{in, out}[i] {
			o, err := s.look(ctx, r, child, at.basis)
			if err != nil {
				return nil, err
			}
			outs = append(outs, o)
		}
	}
	return outs, nil
}

// look bounds an interval.
func (s *finder) look(ctx context.Context, r *relaxation, iv interval, from []variable) (outcome, error) {
	r.from = from
	if s.sets.beyond(iv) || !r.fill(iv) {
		return outcome{}, nil
	}
	if s.goal == fleet.Availability {
		return s.lookAvailability(ctx, r, iv)
	}
	still := &state{interval: iv, looked: s.number}
	bound, end := r.solve(s.upper)
	still.bound = bound
	if end == lp.Infeasible || bound >= s.upper {
		return outcome{}, nil
	}
	branch, open := uint32(0), false
	if end == lp.Optimal {
		still.basis = r.keep()
		r.from = still.basis
		if branch, open = r.conflict(); open && bound < s.upper*(1-nearTie) {
			still.branch = branch
			found, err := s.guess(ctx, r, iv)
			return outcome{found, still}, err
		}
	}
	// Every quorum meets, or the bound is that of the best system as far as floats can tell.
	exact, err := r.exactly(ctx)
	if err != nil || exact == nil || s.best != nil && exact.Cmp(s.best.value) >= 0 {
		return outcome{}, err
	}
	if still.branch, open = r.conflict(); open {
		return outcome{open: still}, nil
	}
	if f, ok := s.inside(r, iv); ok {
		return outcome{found: []*candidate{{f, exact}}}, nil
	}
	if iv.single() {
		return outcome{}, nil
	}
	still.branch = s.anyOpen(iv)
	return outcome{open: still}, nil
}

// conflict returns the set to branch on: of all disjoint pairs of a read quorum and a write quorum
// that the solution needs, the pair of the greatest product of probabilities; false if all meet.
// Self-dual functions have all quorums for both. Where writes have to meet, pairs of them count
// too: functions that are true at the complement of a write lack it, others all that miss it.
func (r *relaxation) conflict() (uint32, bool) {
	var need [2]map[uint32]float64
	var order [2][]uint32
	for _, c := range r.chosen {
		g := &r.p.groups[c.group]
		op := g.op
		if r.p.selfDual {
			op = 0
		}
		if need[op] == nil {
			need[op] = map[uint32]float64{}
		}
		weight := c.probability
		if c.exact != nil {
			weight, _ = c.exact.Float64()
		}
		weight *= g.massFloat + 1e-9
		r.p.witnesses(c.column, &r.p.places[g.place], func(s uint32) {
			if _, ok := need[op][s]; !ok {
				order[op] = append(order[op], s)
			}
			need[op][s] += weight
		})
	}
	reads, writes := order[0], order[1]
	weights := need[1]
	if r.p.selfDual {
		writes, weights = reads, need[0]
	}
	best, most := uint32(0), -1.0
	pairs := func(first []uint32, weight map[uint32]float64, turn uint32) {
		for _, a := range first {
			for _, b := range writes {
				if a&b == 0 {
					if v := weight[a] * weights[b]; v > most {
						best, most = a^turn, v
					}
				}
			}
		}
	}
	pairs(reads, need[0], 0)
	if r.p.meeting {
		pairs(writes, weights, r.p.all)
	}
	return best, most >= 0
}

// needed returns the least function that has what the solution reads, and the greatest whose dual
// has what it writes.
func (r *relaxation) needed(iv interval) interval {
	least := iv.clone()
	for _, c := range r.chosen {
		g := &r.p.groups[c.group]
		r.p.witnesses(c.column, &r.p.places[g.place], func(s uint32) {
			if g.op == 0 || r.p.selfDual {
				least.include(s)
			} else {
				least.exclude(r.p.all &^ s)
			}
		})
	}
	return least
}

// inside returns a function that has what the solution asks, where all of it meets, and fails no
// more than is allowed; false where none is at hand.
func (s *finder) inside(r *relaxation, iv interval) (sets.Table, bool) {
	need := r.needed(iv)
	if !s.narrow(need) {
		return sets.Table{}, false
	}
	if s.sets == nil || s.sets.limit == nil {
		return s.within(need, need.lo), true
	}
	for _, f := range []sets.Table{s.sets.likely(need), need.lo, need.hi} {
		if f = s.within(need, f); s.sets.fails(f).Cmp(s.sets.limit) <= 0 {
			return f, true
		}
	}
	return sets.Table{}, false
}

// within returns a function that is allowed, of an interval that narrow left, near one of it.
func (p *problem) within(iv interval, f sets.Table) sets.Table {
	if p.votes && !p.allows(f) {
		f = p.byVotes(iv)
	}
	switch {
	case p.meeting:
		return f.Meeting()
	case !p.selfDual:
		return f
	}
	g := iv.clone()
	if g.lo.Unite(f.Bits); p.narrow(g) {
		return p.extend(g)
	}
	return p.extend(iv)
}

// extend returns a self-dual function of an interval of which narrow has left all there is.
func (p *problem) extend(iv interval) sets.Table {
	iv = iv.clone()
	all := uint32(1)<<iv.lo.N - 1
	for size := (iv.lo.N + 2) / 2; size <= iv.lo.N; size++ {
		for s := range all + 1 {
			if bits.OnesCount32(s) == size && !iv.lo.Has(int(s)) && iv.hi.Has(int(s)) {
				iv.include(s)
				p.narrow(iv)
			}
		}
	}
	for s := range all + 1 { // half of the nodes
		if !iv.lo.Has(int(s)) && iv.hi.Has(int(s)) {
			iv.include(s)
			p.narrow(iv)
		}
	}
	return iv.lo
}

// anyOpen returns a set that is open in the interval.
func (s *finder) anyOpen(iv interval) uint32 {
	if s.sets != nil {
		branch, _ := s.sets.open(iv)
		return branch
	}
	best, least := uint32(0), s.n+1
	for i, w := range iv.hi.Bits {
		for w &^= iv.lo.Bits[i]; w != 0; w &= w - 1 {
			at := uint32(i<<6 | bits.TrailingZeros64(w))
			d := 2*bits.OnesCount32(at) - s.n
			if d = max(d, -d); d < least {
				best, least = at, d
			}
		}
	}
	return best
}

// guess makes a function of what the solution asks most, as far as it meets, and returns it with
// its value if it is better than the best.
func (s *finder) guess(ctx context.Context, r *relaxation, iv interval) ([]*candidate, error) {
	need := iv.clone()
	chosen := slices.Clone(r.chosen)
	slices.SortStableFunc(chosen, func(a, b asked) int { return cmp.Compare(b.probability, a.probability) })
	for _, c := range chosen {
		if c.probability <= 0 {
			break
		}
		g := &s.groups[c.group]
		s.witnesses(c.column, &s.places[g.place], func(w uint32) {
			try := need.clone()
			if (g.op == 0 || s.selfDual) && try.include(w) || g.op == 1 && !s.selfDual && try.exclude(s.all&^w) {
				if s.narrow(try) {
					need = try
				}
			}
		})
	}
	var list []*candidate
	tries := []sets.Table{need.lo, need.hi}
	if s.selfDual {
		tries = tries[:1]
	} else if s.sets != nil && s.sets.limit != nil {
		tries = append(tries, s.sets.likely(need))
	}
	for _, f := range tries {
		c, err := s.judge(ctx, r, s.within(need, f))
		if err != nil {
			return nil, err
		}
		if c != nil {
			list = append(list, c)
		}
	}
	return list, nil
}

// judge returns a function with its value if it keeps the limits and is better than the best; nil
// otherwise.
func (s *finder) judge(ctx context.Context, r *relaxation, f sets.Table) (*candidate, error) {
	iv := interval{f, f}
	if s.sets.beyond(iv) || !r.fill(iv) {
		return nil, nil
	}
	var value *big.Rat
	if s.goal == fleet.Availability {
		value = s.failure(iv)
		if s.best != nil && value.Cmp(s.best.value) >= 0 {
			return nil, nil
		}
		if s.limit == [limits]*big.Rat{} {
			return &candidate{f, value}, nil
		}
	}
	limit := s.upper
	if value != nil {
		limit = math.Inf(1)
	}
	if bound, end := r.solve(limit); end == lp.Infeasible || value == nil && bound >= s.upper*(1-nearTie) {
		return nil, nil
	}
	exact, err := r.exactly(ctx)
	switch {
	case err != nil || exact == nil:
		return nil, err
	case value == nil:
		value = exact
	}
	if s.best != nil && value.Cmp(s.best.value) >= 0 {
		return nil, nil
	}
	return &candidate{f, value}, nil
}

// failure returns the probability that no function of the interval fails less than: of a function
// alone, what it fails.
func (s *finder) failure(iv interval) *big.Rat {
	v := s.sets.exactFloor(iv)
	return v.Quo(v, new(big.Rat).SetInt(s.sets.unit))
}

// lookAvailability bounds an interval where the goal is availability.
func (s *finder) lookAvailability(ctx context.Context, r *relaxation, iv interval) (outcome, error) {
	still := &state{interval: iv, looked: s.number}
	low := s.failure(iv)
	if s.best != nil && low.Cmp(s.best.value) >= 0 {
		return outcome{}, nil
	}
	still.bound, _ = low.Float64()
	still.bound *= 1 - slack
	open := false
	if s.limit != [limits]*big.Rat{} {
		switch _, end := r.solve(math.Inf(1)); end {
		case lp.Infeasible:
			return outcome{}, nil
		case lp.Optimal:
			still.branch, open = r.conflict()
		}
	}
	f := s.within(iv, s.sets.likely(iv))
	var out outcome
	c, err := s.judge(ctx, r, f)
	if err != nil {
		return out, err
	}
	if c != nil {
		out.found = append(out.found, c)
		if c.value.Cmp(low) == 0 {
			return out, nil
		}
	}
	if iv.single() {
		return out, nil
	}
	if !open {
		still.branch = s.anyOpen(iv)
	}
	out.open = still
	return out, nil
}
