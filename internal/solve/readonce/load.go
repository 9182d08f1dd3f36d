package readonce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/lp"
	"coterie/quorum"
)

// Load returns the load of the quorums of a read-once formula, exactly, with a strategy of
// about n quorums (at gates with general votes, of n for each class of equal parts) and node
// weights.
//
// Gates of q of m parts, and those of walls and trees, have closed forms; any other votes are a
// linear program over the kinds of minimal coalitions, by an exact simplex.
//
// The error is that of Check, or names the limit that was met, or says that ctx has ended.
//
// M. Naor and A. Wool, The load, capacity, and availability of quorum systems, SIAM J. Comput. 27,
// 1998, pages 423-447, for load, its duality, and compositions of equal systems.
//
// Proof: docs/theorems/formula-load.md.
func Load(ctx context.Context, f quorum.Formula) (Strategy, error) {
	if err := Check(f); err != nil {
		return Strategy{}, err
	}
	if f.N() > maxLoadNodes {
		return Strategy{}, fmt.Errorf("more than %d nodes", maxLoadNodes)
	}
	if err := memory.Ask(ctx, "the strategy of a formula", f.N(), f.N(), 4); err != nil {
		return Strategy{}, err
	}
	s := &loadSolver{ctx: ctx}
	root, err := s.solve(f)
	if err != nil {
		return Strategy{}, err
	}
	load := Strategy{Value: root.value, NodeWeights: make([]*big.Rat, f.N())}
	for v := range load.NodeWeights {
		load.NodeWeights[v] = new(big.Rat)
	}
	root.weigh(big.NewRat(1, 1), load.NodeWeights)
	byNodes := map[string]int{}
	weights := []*big.Int{}
	for _, seg := range root.segments {
		if err := par.Ended(ctx); err != nil {
			return Strategy{}, err
		}
		nodes := quorum.SetOf(seg.nodes(nil)...)
		key := fmt.Sprint(nodes)
		i, known := byNodes[key]
		if !known {
			i = len(weights)
			byNodes[key] = i
			weights = append(weights, new(big.Int))
			load.Quorums = append(load.Quorums, nodes)
		}
		weights[i].Add(weights[i], seg.length)
	}
	for _, w := range weights {
		load.Shares = append(load.Shares, new(big.Rat).SetFrac(w, root.unit))
	}
	return load, nil
}

// Strategy holds a load with both sides of its proof.
type Strategy struct {
	Value       *big.Rat
	Quorums     []quorum.Set
	Shares      []*big.Rat // of Quorums, of sum 1
	NodeWeights []*big.Rat // one for each node, of sum 1
}

// loadSolver finds the loads of gates from those of their parts.
type loadSolver struct {
	ctx  context.Context
	work int // words of numbers gone over to write out strategies
}

// maxCoupling bounds that work, to some seconds.
const maxCoupling = 2_000_000_000

// loaded is a formula with its load and both sides of the proof.
type loaded struct {
	node     int // of a leaf; -1 of a gate
	value    *big.Rat
	share    []*big.Rat // of each part, y_x·a_x: its share of the node weights
	parts    []*loaded
	segments []segment // of [0,1), in order: the quorum used there
	unit     *big.Int  // all lengths of segments together
}

// segment is an interval of [0,1) with the quorum used for the numbers in it: the union of those of
// segments of parts, or a node. Its length is so many units (loaded.unit), for whole numbers need
// no common divisors at each step, as fractions do.
type segment struct {
	length *big.Int
	node   int
	of     []*segment
}

func (s *segment) nodes(list []int) []int {
	if s.of == nil {
		return append(list, s.node)
	}
	for _, p := range s.of {
		list = p.nodes(list)
	}
	return list
}

// weigh enters the node weights. weight is that of the whole formula.
func (l *loaded) weigh(weight *big.Rat, dst []*big.Rat) {
	if l.node >= 0 {
		dst[l.node] = weight
		return
	}
	for i, p := range l.parts {
		p.weigh(new(big.Rat).Mul(weight, l.share[i]), dst)
	}
}

// gateStrategy is an optimal use of the parts of a gate with the capacities a_x: under use no part
// has a probability above value·a_x, and under the weights y, with Σ y_x·a_x = 1, every coalition
// has at least value.
type gateStrategy struct {
	value  *big.Rat
	y      []*big.Rat
	chance []*big.Rat    // of each part to be used
	use    func() []used // the coalitions
}

// used is a coalition with its probability.
type used struct {
	coalition []int
	length    *big.Rat
}

func (s *loadSolver) solve(f quorum.Formula) (*loaded, error) {
	if err := par.Ended(s.ctx); err != nil {
		return nil, err
	}
	if v, ok := f.Leaf(); ok {
		one := big.NewRat(1, 1)
		return &loaded{node: v, value: one, segments: []segment{{length: big.NewInt(1), node: v}}, unit: big.NewInt(1)}, nil
	}
	l := &loaded{node: -1, parts: make([]*loaded, f.Len()), share: make([]*big.Rat, f.Len())}
	capacity := make([]*big.Rat, f.Len())
	for i := range l.parts {
		var err error
		if l.parts[i], err = s.solve(f.Part(i)); err != nil {
			return nil, err
		}
		capacity[i] = new(big.Rat).Inv(l.parts[i].value)
	}
	g, err := gateLoad(s.ctx, f, capacity)
	if err != nil {
		return nil, err
	}
	l.value = g.value
	for i, y := range g.y {
		l.share[i] = new(big.Rat).Mul(y, capacity[i])
	}
	return l, s.couple(l, g.use())
}

// gateLoad solves a gate whose parts have these capacities.
func gateLoad(ctx context.Context, f quorum.Formula, capacity []*big.Rat) (gateStrategy, error) {
	if f.UnitVotes() {
		quota, _ := f.Quota()
		return chooseLoad(quota, capacity), nil
	}
	if heavy, ok := wallGate(f); ok {
		return wallLoad(heavy, capacity).counted(), nil
	}
	g, err := votesLoad(ctx, f, capacity)
	return g.counted(), err
}

// counted adds up how often each part is used.
func (g gateStrategy) counted() gateStrategy {
	g.chance = make([]*big.Rat, len(g.y))
	for x := range g.chance {
		g.chance[x] = new(big.Rat)
	}
	if g.use == nil {
		return g
	}
	for _, u := range g.use() {
		for _, x := range u.coalition {
			g.chance[x].Add(g.chance[x], u.length)
		}
	}
	return g
}

// Value returns the load of the quorums of a read-once formula, and the mean size of a quorum under
// the strategy of Load, which it does not write out: memory and time grow with n alone at the gates
// of Load that have closed forms.
//
// The error is that of Check, or names the limit that was met, or says that ctx has ended.
func Value(ctx context.Context, f quorum.Formula) (load, size *big.Rat, err error) {
	if err := cmp.Or(Check(f), fits(ctx, f)); err != nil {
		return nil, nil, err
	}
	poll := par.NewPoll(ctx)
	return valueOf(ctx, &poll, f)
}

func valueOf(ctx context.Context, poll *par.Poll, f quorum.Formula) (load, size *big.Rat, err error) {
	if poll.Err() != nil {
		return nil, nil, par.Ended(ctx)
	}
	if _, ok := f.Leaf(); ok {
		return big.NewRat(1, 1), big.NewRat(1, 1), nil
	}
	capacity, sizes := make([]*big.Rat, f.Len()), make([]*big.Rat, f.Len())
	for i := range capacity {
		if load, sizes[i], err = valueOf(ctx, poll, f.Part(i)); err != nil {
			return nil, nil, err
		}
		capacity[i] = new(big.Rat).Inv(load)
	}
	g, err := gateLoad(ctx, f, capacity)
	if err != nil {
		return nil, nil, err
	}
	size = new(big.Rat)
	for i, c := range g.chance {
		size.Add(size, sizes[i].Mul(sizes[i], c))
	}
	return g.value, size, nil
}

// couple drives the strategies of the parts by that of the gate: part x, used for u in a set of
// length l(x), goes through its own segments in proportion.
func (s *loadSolver) couple(l *loaded, use []used) error {
	total := make([]*big.Rat, len(l.parts)) // of parts of several segments
	for _, u := range use {
		for _, x := range u.coalition {
			if len(l.parts[x].segments) == 1 {
				continue
			}
			if total[x] == nil {
				total[x] = new(big.Rat)
			}
			total[x].Add(total[x], u.length)
		}
	}
	scale := make([]*big.Rat, len(l.parts)) // units of l for one of part x
	whole := make([]*big.Rat, 0, len(use))  // in units of l
	for _, u := range use {
		whole = append(whole, u.length)
	}
	for x, part := range l.parts {
		if total[x] != nil {
			scale[x] = new(big.Rat).Quo(total[x], new(big.Rat).SetInt(part.unit))
			whole = append(whole, scale[x])
		}
	}
	unit := lp.CommonDenominator(whole)
	inUnits := func(r *big.Rat) *big.Int {
		v := new(big.Int).Quo(unit, r.Denom())
		return v.Mul(v, r.Num())
	}
	at := make([]int, len(l.parts))        // the segment that a part is in
	left := make([]*big.Int, len(l.parts)) // the rest of it; nil for a part of one segment
	factor := make([]*big.Int, len(l.parts))
	enter := func(x, k int) {
		at[x] = k
		if k < len(l.parts[x].segments) {
			left[x] = new(big.Int).Mul(l.parts[x].segments[k].length, factor[x])
		}
	}
	for x := range l.parts {
		if total[x] != nil {
			factor[x] = inUnits(scale[x])
			enter(x, 0)
		}
	}
	for _, u := range use {
		rest := inUnits(u.length)
		for rest.Sign() > 0 {
			step := rest
			for _, x := range u.coalition {
				if left[x] != nil && left[x].Cmp(step) < 0 {
					step = left[x]
				}
			}
			step = new(big.Int).Set(step)
			seg := segment{length: step, of: make([]*segment, len(u.coalition))}
			for i, x := range u.coalition {
				seg.of[i] = &l.parts[x].segments[at[x]]
				if left[x] == nil {
					continue
				}
				if left[x].Sub(left[x], step); left[x].Sign() == 0 {
					enter(x, at[x]+1)
				}
				s.work += 10 + unit.BitLen()/64
			}
			l.segments = append(l.segments, seg)
			rest.Sub(rest, step)
			if s.work > maxCoupling {
				return errors.New("the strategy takes too long to write out")
			}
			if len(l.segments)&0xff == 0 {
				if err := par.Ended(s.ctx); err != nil {
					return err
				}
			}
		}
	}
	// Without a common divisor the numbers stay small from gate to gate.
	divisor := new(big.Int).Set(unit)
	for _, seg := range l.segments {
		if divisor.IsInt64() && divisor.Int64() == 1 {
			break
		}
		divisor.GCD(nil, nil, divisor, seg.length)
	}
	for _, seg := range l.segments {
		seg.length.Quo(seg.length, divisor)
	}
	l.unit = unit.Quo(unit, divisor)
	return nil
}

// chooseLoad solves a gate of quota parts with one vote each.
func chooseLoad(quota int, a []*big.Rat) gateStrategy {
	m := len(a)
	order := make([]int, m) // the greatest capacities first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return a[y].Cmp(a[x]) })
	sum := new(big.Rat)
	for _, v := range a {
		sum.Add(sum, v)
	}
	one := big.NewRat(1, 1)
	g := gateStrategy{value: new(big.Rat), y: make([]*big.Rat, m), chance: make([]*big.Rat, m)}
	full := 0 // parts with t·a > 1
	for {
		g.value.SetInt64(int64(quota - full))
		g.value.Quo(g.value, sum)
		if new(big.Rat).Mul(g.value, a[order[full]]).Cmp(one) <= 0 {
			break
		}
		sum.Sub(sum, a[order[full]])
		full++
	}
	weight := new(big.Rat).Inv(sum)
	start := make([]*big.Rat, m) // of the interval of part order[i] on [0, quota)
	from := new(big.Rat)
	for i, x := range order {
		g.y[x] = weight
		length := new(big.Rat).Mul(g.value, a[x])
		if i < full {
			g.y[x], length = new(big.Rat), one
		}
		g.chance[x], start[i] = length, new(big.Rat).Set(from)
		from.Add(from, length)
	}
	g.use = func() []used { return systematic(quota, order, start) }
	return g
}

// systematic returns the coalitions of systematic sampling: part order[i] has the interval from its
// start to that of the next on [0, quota), each at most 1 long, and for u in [0,1) the parts are
// chosen that hold u, u+1, ..., u+quota-1. As u grows, the part that holds u+k gives way where the
// next one starts.
func systematic(quota int, order []int, start []*big.Rat) []used {
	type event struct {
		at   *big.Rat // start modulo 1
		k    int      // start rounded down
		part int
	}
	events := make([]event, len(order))
	for i, x := range order {
		k := new(big.Int).Quo(start[i].Num(), start[i].Denom())
		at := new(big.Rat).Sub(start[i], new(big.Rat).SetInt(k))
		events[i] = event{at, int(k.Int64()), x}
	}
	chosen := slices.Repeat([]int{-1}, quota)
	for _, e := range events {
		if e.at.Sign() == 0 {
			chosen[e.k] = e.part
		} else if e.k+1 < quota {
			chosen[e.k+1] = e.part
		}
	}
	slices.SortStableFunc(events, func(x, y event) int { return x.at.Cmp(y.at) })
	var use []used
	now := new(big.Rat)
	upTo := func(at *big.Rat) {
		if at.Cmp(now) > 0 {
			use = append(use, used{slices.Clone(chosen), new(big.Rat).Sub(at, now)})
			now.Set(at)
		}
	}
	for _, e := range events {
		upTo(e.at)
		chosen[e.k] = e.part
	}
	upTo(big.NewRat(1, 1))
	return use
}

// wallLoad solves the gate of wallGate.
func wallLoad(heavy int, a []*big.Rat) gateStrategy {
	rat := func(v int) *big.Rat { return big.NewRat(int64(v), 1) }
	r := len(a) - 1
	sum, least := new(big.Rat), -1
	var others []int
	for i, v := range a {
		if i == heavy {
			continue
		}
		others = append(others, i)
		sum.Add(sum, v)
		if least < 0 || v.Cmp(a[least]) < 0 {
			least = i
		}
	}
	g := gateStrategy{y: make([]*big.Rat, len(a))}
	for i := range g.y {
		g.y[i] = new(big.Rat)
	}
	alpha := rat(1)
	if a[heavy].Cmp(sum) > 0 {
		g.value = new(big.Rat).Inv(sum)
		for _, i := range others {
			g.y[i] = g.value
		}
	} else {
		weight := new(big.Rat).Mul(rat(r-1), a[heavy])
		weight.Inv(weight.Add(weight, sum))
		all := new(big.Rat).Mul(rat(r), weight)
		pair := new(big.Rat).Add(a[heavy], a[least])
		pair.Inv(pair)
		if all.Cmp(pair) >= 0 {
			g.value = all
			for _, i := range others {
				g.y[i] = weight
			}
			g.y[heavy] = new(big.Rat).Mul(rat(r-1), weight)
		} else {
			g.value = pair
			g.y[heavy], g.y[least] = pair, pair
		}
		alpha.Mul(g.value, a[heavy])
	}
	var use []used
	rest := new(big.Rat).Sub(rat(1), alpha)
	left := new(big.Rat).Set(alpha)
	for _, i := range others {
		p := new(big.Rat).Mul(g.value, a[i])
		p.Sub(p, rest)
		if p.Cmp(left) > 0 {
			p.Set(left)
		}
		if p.Sign() > 0 {
			use = append(use, used{[]int{heavy, i}, p})
			left.Sub(left, p)
		}
	}
	if rest.Sign() > 0 {
		use = append(use, used{others, rest})
	}
	g.use = func() []used { return use }
	return g
}
