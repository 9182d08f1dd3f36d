package measure

import (
	"context"
	"math/big"

	"coterie/bounds"
	"coterie/quorum"
)

// packingProgram is the packing program of a load, over the classes of a partition:
//
//	maximise    Σ v_j                                  for the load of one family
//	subject to  Σ_j a_ij v_j <= c_i·|class i|          for each class i of nodes
//	            v >= 0
//
//	maximise    t                                      for a mix
//	subject to  the same
//	            share_g·t - Σ_{j of cartel g} v_j <= 0 for each cartel g that has a share
//
// Here v_j is the total of the packing over the quorums of column j and a_ij the number of nodes of
// class i in each of them. The columns of a cartel are consecutive. For a mix the variable t is
// column number columns(), and its cartels' rows follow those of the classes.
type packingProgram struct {
	of    *nodeClasses
	in    *loadInput
	rhs   []*big.Rat // of the classes
	start []int      // column j is class[start[j]:start[j+1]], with count
	class []int32
	count []int32 // nil where all are 1
	group []int   // columns group[k]:group[k+1] are those of the k-th cartel that has a share
	// For a mix: the shares of those cartels, and them as shares[k] = numerator[k]/denominator.
	shares      []*big.Rat
	numerator   []int64
	denominator int64
}

func newProgram(in *loadInput, c *nodeClasses) *packingProgram {
	p := &packingProgram{of: c, in: in, start: make([]int, 1, c.columns+1), group: []int{0}}
	p.rhs = make([]*big.Rat, len(c.nodes))
	for x, class := range c.ofNode {
		if class >= 0 && p.rhs[class] == nil {
			size := new(big.Rat).SetInt64(int64(c.nodes[class]))
			p.rhs[class] = size.Mul(size, in.capacities[x])
		}
	}
	allOnes := true
	var scratch []int32
	cartel := -1
	for _, at := range c.represent {
		if cartel >= 0 && at.cartel != cartel {
			p.group = append(p.group, len(p.start)-1)
		}
		cartel = at.cartel
		class, count := c.columnOf(in.cartels[at.cartel].Quorum(at.quorum), scratch)
		for _, k := range count {
			allOnes = allOnes && k == 1
		}
		p.class, p.count = append(p.class, class...), append(p.count, count...)
		p.start = append(p.start, len(p.class))
	}
	p.group = append(p.group, p.columns())
	if allOnes {
		p.count = nil
	}
	if in.mix != nil {
		for _, s := range in.mix {
			if s.Sign() > 0 {
				p.shares = append(p.shares, s)
			}
		}
		d := commonDenominator(p.shares)
		p.denominator = d.Int64()
		for _, s := range p.shares {
			p.numerator = append(p.numerator, new(big.Int).Mul(s.Num(), new(big.Int).Quo(d, s.Denom())).Int64())
		}
	}
	return p
}

// columns returns the number of columns that are classes of quorums.
func (p *packingProgram) columns() int { return len(p.start) - 1 }

// rows returns the number of rows.
func (p *packingProgram) rows() int { return len(p.rhs) + len(p.shares) }

// groupOf returns the cartel, among those with a share, of column j.
func (p *packingProgram) groupOf(j int) int {
	k := 0
	for p.group[k+1] <= j {
		k++
	}
	return k
}

// cost returns the coefficient of column j in the objective; for t that of t/denominator, as in
// entries.
func (p *packingProgram) cost(j int) int64 {
	switch {
	case p.shares == nil:
		return 1
	case j == p.columns():
		return p.denominator
	}
	return 0
}

// entries calls visit for each coefficient of column j that is not 0. The variable of the last
// column of a mix is t/denominator, so that all are integers.
func (p *packingProgram) entries(j int, visit func(row int, a int64)) {
	if j == p.columns() {
		for k, a := range p.numerator {
			visit(len(p.rhs)+k, a)
		}
		return
	}
	for e := p.start[j]; e < p.start[j+1]; e++ {
		if p.count == nil {
			visit(int(p.class[e]), 1)
		} else {
			visit(int(p.class[e]), int64(p.count[e]))
		}
	}
	if p.shares != nil {
		visit(len(p.rhs)+p.groupOf(j), -1)
	}
}

// loadSolution is a vertex of the program and of its dual, in exact numbers: the positive v_j, and the
// dual values of all rows of classes.
type loadSolution struct {
	columns []int
	value   []*big.Rat
	total   *big.Rat // the objective
	y       []*big.Rat
}

// support returns the number of quorums that the strategies of s choose from.
func (p *packingProgram) support(s *loadSolution) int {
	total := 0
	for _, j := range s.columns {
		total += p.of.quorums[j]
	}
	return total
}

// certificate returns the load that s gives, unchecked: every quorum of a column gets the same
// probability and every node of a class the same weight.
func (p *packingProgram) certificate(s *loadSolution) (MixLoad, bool) {
	if s.total.Sign() <= 0 {
		return MixLoad{}, false
	}
	in := p.in
	m := MixLoad{Value: bounds.NewFraction(new(big.Rat).Inv(s.total))}
	// The weights are scaled so that Σ c·y = 1.
	sum := new(big.Rat)
	for i, y := range s.y {
		sum.Add(sum, new(big.Rat).Mul(y, p.rhs[i]))
	}
	if sum.Sign() <= 0 {
		return MixLoad{}, false
	}
	weight := make([]bounds.Fraction, len(s.y))
	for i, y := range s.y {
		weight[i] = bounds.NewFraction(new(big.Rat).Quo(y, sum))
	}
	m.NodeWeights = make([]bounds.Fraction, in.n)
	for x, class := range p.of.ofNode {
		m.NodeWeights[x] = bounds.Integer(0)
		if class >= 0 {
			m.NodeWeights[x] = weight[class]
		}
	}
	totals := make([]*big.Rat, len(p.group)-1)
	for k := range totals {
		totals[k] = new(big.Rat)
	}
	for k, j := range s.columns {
		g := p.groupOf(j)
		totals[g].Add(totals[g], s.value[k])
	}
	probability := make(map[int32]bounds.Fraction, len(s.columns))
	for k, j := range s.columns {
		of := totals[p.groupOf(j)]
		if of.Sign() <= 0 {
			return MixLoad{}, false
		}
		w := new(big.Rat).Quo(s.value[k], of)
		probability[int32(j)] = bounds.NewFraction(w.Quo(w, new(big.Rat).SetInt64(int64(p.of.quorums[j]))))
	}
	for g, f := range in.cartels {
		m.Strategies = append(m.Strategies, p.strategy(g, f, probability))
	}
	for _, s := range in.mix {
		m.Mix = append(m.Mix, bounds.NewFraction(s))
	}
	if in.mix == nil {
		m.Mix = []bounds.Fraction{bounds.Integer(1)}
	}
	return m, true
}

// strategy returns the strategy of cartel g: the probability of each of its columns, for each
// quorum of it.
func (p *packingProgram) strategy(g int, f quorum.Family, probability map[int32]bounds.Fraction) []Chosen {
	if !p.in.counts(g) {
		i := firstSmallest(f)
		return []Chosen{{quorum.Index(i), f.Set(i), bounds.Integer(1)}}
	}
	chosen := 0
	for j, w := range probability {
		if p.of.represent[j].cartel == g && w.Sign() > 0 {
			chosen += p.of.quorums[j]
		}
	}
	out := make([]Chosen, 0, chosen)
	for i, j := range p.of.ofQuorum[g] {
		if w, ok := probability[j]; ok {
			out = append(out, Chosen{quorum.Index(i), f.Set(i), w})
		}
	}
	return out
}

// interval returns exact bounds of the load from any weights of quorums and nodes: lower from the
// node weights, rounded to multiples of 2^-40 of the greatest, and upper from the strategies,
// rounded in the same way. Weights that are all 0 are replaced by equal ones. The bounds are added
// up over the listed quorums, so they hold whatever the classes are.
func (p *packingProgram) interval(v, y []float64) (lower, upper bounds.Fraction) {
	in := p.in
	nodes := make([]float64, in.n)
	for x, class := range p.of.ofNode {
		if class >= 0 && y != nil {
			nodes[x] = max(y[class], 0)
		}
	}
	weights := dyadic(nodes)
	total := new(big.Rat)
	for x, w := range weights {
		part := new(big.Rat).SetInt64(w)
		total.Add(total, part.Mul(part, in.capacities[x]))
	}
	low := new(big.Rat)
	asked := make([]*big.Rat, in.n)
	for x := range asked {
		asked[x] = new(big.Rat)
	}
	for g, f := range in.cartels {
		if !in.counts(g) {
			continue
		}
		share := big.NewRat(1, 1)
		if in.mix != nil {
			share = in.mix[g]
		}
		lightest := int64(-1)
		quorums := make([]float64, f.Len())
		for i, q := range f.All() {
			var w int64
			for _, x := range q {
				w += weights[x]
			}
			if lightest < 0 || w < lightest {
				lightest = w
			}
			if j := p.of.ofQuorum[g][i]; j >= 0 && v != nil {
				quorums[i] = max(v[j], 0) / float64(p.of.quorums[j])
			}
		}
		part := new(big.Rat).SetInt64(lightest)
		low.Add(low, part.Mul(part, share))
		var sum int64
		times := make([]int64, in.n)
		for i, w := range dyadic(quorums) {
			sum += w
			for _, x := range f.Quorum(i) {
				times[x] += w
			}
		}
		for x, t := range times {
			part := big.NewRat(t, sum)
			asked[x].Add(asked[x], part.Mul(part, share))
		}
	}
	high := new(big.Rat)
	for x, a := range asked {
		if a.Quo(a, in.capacities[x]); a.Cmp(high) > 0 {
			high = a
		}
	}
	return bounds.NewFraction(low.Quo(low, total)), bounds.NewFraction(high)
}

// dyadic returns integers in proportion to the weights, the greatest 2^38: at most 2^24 of them have
// a sum below 2^62. Weights that are all 0 give ones.
func dyadic(weights []float64) []int64 {
	top := 0.0
	for _, w := range weights {
		top = max(top, w)
	}
	out := make([]int64, len(weights))
	for i, w := range weights {
		out[i] = 1
		if top > 0 {
			out[i] = int64(w / top * (1 << 38))
		}
	}
	return out
}

// stopped returns the error of a search that ended early, with the best interval from the packing
// v and the weights y (nil: not known).
func (p *packingProgram) stopped(cause error, v, y []float64) error {
	lower, upper := p.interval(v, y)
	return &LoadLimitError{lower, upper, cause}
}

// stoppedEarly is stopped for a search that ended before there were classes.
func stoppedEarly(ctx context.Context, in *loadInput) error {
	p := &packingProgram{of: singletons(in), in: in}
	return p.stopped(context.Cause(ctx), nil, nil)
}
