package search

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/sat"
	"coterie/measure"
)

// loadMembers lists the elements of a bit mask, ascending.
func loadMembers(set uint64) []int {
	var members []int
	for ; set != 0; set &= set - 1 {
		members = append(members, bits.TrailingZeros64(set))
	}
	return members
}

// loadOrders lists all orders of n nodes, in lexicographic order; the first is the identity.
func loadOrders(n int) [][]int {
	var orders [][]int
	var place func(order []int)
	place = func(order []int) {
		if len(order) == n {
			orders = append(orders, slices.Clone(order))
			return
		}
		for v := range n {
			if !slices.Contains(order, v) {
				place(append(order, v))
			}
		}
	}
	place(make([]int, 0, n))
	return orders
}

// loadSampled is how many orders of more than loadSolveNodes nodes are tried for each list of weights.
const loadSampled = 2000

func (s *loadSearch) orders() [][]int {
	if s.n <= 8 {
		return loadOrders(s.n)
	}
	rng := rand.New(rand.NewPCG(s.seed, 1))
	orders := [][]int{make([]int, s.n)}
	for v := range s.n {
		orders[0][v] = v
	}
	for range loadSampled {
		orders = append(orders, rng.Perm(s.n))
	}
	return orders
}

// solve puts the question whether there is a system with a load below that of the best, until there is none: see
// the documentation of Load.
func (s *loadSearch) solve(ctx context.Context) error {
	f := newLoadFormula(s.n)
	orders := s.orders()
	for !s.result.Optimal {
		value := s.result.Upper.Rat()
		words := fmt.Sprintf("nondominated coteries on %s with a load below %s", loadNodes(s.n), value.RatString())
		least, most := loadSizes(s.n, value)
		if most == 0 {
			s.raise(value, "size, a smallest quorum of c nodes gives load >= max(1/c, c/n)")
			return nil
		}
		f.sizes(least, most)
		if least == most {
			if err := f.smallest(ctx, least, loadSmallest(s.n, least, value)); err != nil {
				return err
			}
		}
		answer, err := s.askIncremental(ctx, question{words: words, cnf: f.cnf, cases: f.cases})
		if err != nil {
			return err
		}
		switch answer.verdict {
		case sat.Unknown:
			return context.Cause(ctx)
		case sat.Unsat:
			s.raise(value, fmt.Sprintf("no model of: %s (%s)", words, answer.by))
			return nil
		}
		family := loadFamily(s.n, f.minimal(answer.model))
		load, err := measure.FindLoad(ctx, family, measure.LoadOptions{})
		if err != nil {
			return err
		}
		if err := s.keep(ctx, family, load, "a model of: "+words); err != nil {
			return err
		}
		weights, ok := loadIntegers(load.NodeWeights)
		if !ok {
			return fmt.Errorf("internal error: node weights %v do not fit", load.NodeWeights)
		}
		for _, renamed := range loadRenamed(weights, orders) {
			f.lighter(renamed, s.result.Upper.Rat())
		}
	}
	return nil
}

// loadSizes returns the least and the greatest size that the smallest quorum of a system on n nodes with a load below value
// can have by bounds.LoadFromSize; 0, 0 if there is none.
func loadSizes(n int, value *big.Rat) (least, most int) {
	for c := 1; c <= n; c++ {
		if bounds.LoadFromSize(n, c).Cmp(value) < 0 {
			if least == 0 {
				least = c
			}
			most = c
		}
	}
	return least, most
}

// loadIntegers returns fractions multiplied with their common denominator, if the sum is small enough for products.
func loadIntegers(fractions []measure.Fraction) ([]int64, bool) {
	common := big.NewInt(1)
	for _, f := range fractions {
		d := f.Rat().Denom()
		common.Mul(common, new(big.Int).Quo(d, new(big.Int).GCD(nil, nil, common, d)))
	}
	if common.BitLen() > 30 { // the fractions sum to 1
		return nil, false
	}
	out := make([]int64, len(fractions))
	for i, f := range fractions {
		out[i] = new(big.Int).Quo(new(big.Int).Mul(f.Rat().Num(), common), f.Rat().Denom()).Int64()
	}
	return out, true
}

// loadRenamed lists the different orders of the weights, the given one first.
func loadRenamed(weights []int64, orders [][]int) [][]int64 {
	seen := map[string]bool{}
	var out [][]int64
	for _, order := range orders {
		renamed := make([]int64, len(weights))
		for v, w := range order {
			renamed[v] = weights[w]
		}
		key := fmt.Sprint(renamed)
		if !seen[key] {
			seen[key] = true
			out = append(out, renamed)
		}
	}
	return out
}

// loadFormula says that a family of sets is a nondominated coterie.
type loadFormula struct {
	n           int
	cnf         *sat.CNF
	live        []int // the literal of each set
	least, most int   // the limits of sizes
	count       int   // of quorums of the smallest size
	cases       [][]int
}

// newLoadFormula has a variable for each set with node 0, live; a set without it is live iff its complement is not. The clauses say that
// sets above live sets are live. Self-duality is in the literals, and as the empty set or that of all nodes is
// live, the latter is.
func newLoadFormula(n int) *loadFormula {
	f := &loadFormula{n: n, cnf: &sat.CNF{}, live: make([]int, 1<<n)}
	f.cnf.Comment(fmt.Sprintf("Is there a nondominated coterie on %s whose load is below that of the best found?", loadNodes(n)))
	f.cnf.Comment("A model is a nondominated coterie that has, for each of the node weights tried so far, a quorum that weighs less than this load.")
	full := 1<<n - 1
	for set := 1; set <= full; set += 2 {
		f.live[set] = f.cnf.NewVar()
		f.live[full&^set] = -f.live[set]
		nodes := make([]string, 0, n)
		for _, v := range loadMembers(uint64(set)) {
			nodes = append(nodes, fmt.Sprint(v+1))
		}
		f.cnf.Name(f.live[set], fmt.Sprintf("the nodes %s contain a quorum, and the others do not", strings.Join(nodes, ", ")))
	}
	for set := range full {
		for v := range n {
			// By duality, that X in X+v is monotone says it of the complements too, of which one has node 0.
			if set>>v&1 == 0 && (set&1 == 1 || v == 0) {
				f.cnf.AddClause(-f.live[set], f.live[set|1<<v])
			}
		}
	}
	return f
}

// sizes says that the smallest quorum has from least to most nodes, and that most nodes with it are the first ones. Limits that were stated
// before hold as well.
func (f *loadFormula) sizes(least, most int) {
	if f.most == 0 || most < f.most {
		f.cnf.AddClause(f.live[1<<most-1])
		f.most = most
	}
	if least > f.least {
		for set := range f.live {
			if bits.OnesCount(uint(set)) == least-1 {
				f.cnf.AddClause(-f.live[set])
			}
		}
		f.least = least
	}
}

// smallest says that there are count quorums of size nodes: that for one of loadFamilies all sets are live. What it said before for a smaller
// count holds as well, as those families are parts of these.
func (f *loadFormula) smallest(ctx context.Context, size, count int) error {
	if count <= f.count {
		return nil
	}
	families, err := loadFamilies(ctx, f.n, size, count)
	if err != nil {
		return err
	}
	f.count, f.cases = count, nil
	var some []int
	for i, sets := range families {
		v := f.cnf.NewVar()
		f.cnf.Name(v, fmt.Sprintf("class %d of families of %d quorums of %d nodes", i+1, count, size))
		for _, set := range sets {
			f.cnf.AddClause(-v, f.live[set])
		}
		some = append(some, v)
		f.cases = append(f.cases, []int{v})
	}
	f.cnf.AddClause(some...)
	return nil
}

// lighter says that a set that weighs less than value times the sum of the weights is live. The maximal ones of
// them suffice.
func (f *loadFormula) lighter(weights []int64, value *big.Rat) {
	total := int64(0)
	weight := make([]int64, len(f.live))
	for v, w := range weights {
		total += w
		for set := range 1 << v {
			weight[set|1<<v] = weight[set] + w
		}
	}
	// Weights are whole: below the limit means at most the greatest whole number below it.
	limit := new(big.Rat).Mul(value, new(big.Rat).SetInt64(total))
	most := new(big.Int).Quo(new(big.Int).Sub(limit.Num(), big.NewInt(1)), limit.Denom()).Int64()
	var clause []int
	for set, w := range weight {
		maximal := w <= most
		for v := range f.n {
			maximal = maximal && (set>>v&1 == 1 || weight[set|1<<v] > most)
		}
		if maximal {
			clause = append(clause, f.live[set])
		}
	}
	f.cnf.AddClause(clause...)
}

// minimal lists the quorums of a model.
func (f *loadFormula) minimal(model []bool) []uint64 {
	holds := func(set int) bool {
		if l := f.live[set]; l > 0 {
			return model[l]
		} else {
			return !model[-l]
		}
	}
	var out []uint64
	for set := range f.live {
		minimal := holds(set)
		for v := range f.n {
			minimal = minimal && (set>>v&1 == 0 || !holds(set&^(1<<v)))
		}
		if minimal {
			out = append(out, uint64(set))
		}
	}
	return out
}
