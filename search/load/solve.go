package load

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/lp"
	"coterie/internal/sat"
	"coterie/measure"
	"coterie/quorum"
	"coterie/search"
)

// solve puts the question whether there is a system with a load below that of the best, until there
// is none: see docs/theorems/least-load-search.md. The built-in solver gets each case alone until
// it is refuted, and then all together, so that one question without a model stays; an external one
// is not told the cases.
func (s *run) solve(ctx context.Context) error {
	f := newFormula(ctx, s.n)
	refuted := 0 // cases of f
	for !s.result.Optimal {
		value := s.result.Upper.Rat()
		words := fmt.Sprintf("nondominated coteries on %s with a load below %s", nodes(s.n), value.RatString())
		least, most := sizes(s.n, value)
		if most == 0 {
			s.raise(value, "size, a smallest quorum of c nodes gives load >= max(1/c, c/n)")
			return nil
		}
		f.sizes(least, most)
		if least == most {
			changed, err := f.smallest(ctx, least, smallestSet(s.n, least, value))
			if err != nil {
				return err
			}
			if changed {
				refuted = 0
			}
		}
		whole := refuted == len(f.cases) || len(s.Options.Solver) > 0
		q := search.Question{Words: words, CNF: f.cnf, Cases: f.cases, Theorems: search.Theorems{"nondominated-suffice", "least-load-search"}}
		if !whole {
			q.Words = fmt.Sprintf("%s (case %d of %d)", words, refuted+1, len(f.cases))
			q.Cases = f.cases[refuted : refuted+1]
		}
		answer, err := s.AskIncremental(ctx, q)
		if err != nil {
			return err
		}
		switch {
		case answer.Verdict == sat.Unknown:
			return context.Cause(ctx)
		case answer.Verdict == sat.Unsat && whole:
			s.raise(value, fmt.Sprintf("no model of: %s (%s)", words, answer.By))
			return nil
		case answer.Verdict == sat.Unsat:
			refuted++
			s.Refuted-- // the last question, of all cases together, says it again
			continue
		}
		if err := s.learn(ctx, f, answer.Model, words); err != nil {
			return err
		}
	}
	return nil
}

// learn finds the load of a model, and adds what the weights that prove it say of better systems.
func (s *run) learn(ctx context.Context, f *formula, model []bool, words string) error {
	family := family(s.n, f.minimal(model))
	load, err := measure.FindLoad(ctx, family, measure.LoadOptions{})
	if err != nil {
		return err
	}
	if err := s.keep(ctx, family, load, "a model of: "+words); err != nil {
		return err
	}
	weights, ok := integers(load.NodeWeights)
	if !ok {
		return quorum.Internal("node weights %v do not fit", load.NodeWeights)
	}
	f.cnf.Comment(fmt.Sprintf("Node weights %s, also in other orders: of load below %v is only what has a quorum that weighs less than that part of their sum; one of the maximal such sets is live.",
		strings.Trim(fmt.Sprint(weights), "[]"), s.result.Upper))
	for renamed := range s.renamed(weights) {
		f.lighter(renamed, s.result.Upper.Rat())
	}
	return nil
}

// sizes returns the least and the greatest size that the smallest quorum of a system on n nodes
// with a load below value can have by bounds.LoadFromSize; 0, 0 if there is none.
func sizes(n int, value *big.Rat) (least, most int) {
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

// integers returns fractions multiplied with their common denominator, if the sum is small enough
// for products.
func integers(fractions []bounds.Fraction) ([]int64, bool) {
	rats := make([]*big.Rat, len(fractions))
	for i, f := range fractions {
		rats[i] = f.Rat()
	}
	numerators, common := lp.Integers(rats)
	if common.BitLen() > 30 { // the fractions sum to 1
		return nil, false
	}
	out := make([]int64, len(fractions))
	for i, v := range numerators {
		out[i] = v.Int64()
	}
	return out, true
}

// renamings is how many orders of the same weights become clauses.
const renamings = 1500

// renamed yields the given weights, and then their other orders: all of them, ascending, if there
// are at most loadRenamings, and otherwise so many random ones, with repetitions. The slice that is
// yielded is used again.
func (s *run) renamed(weights []int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		if !yield(weights) {
			return
		}
		order := slices.Sorted(slices.Values(weights))
		if orders(order) > renamings {
			for range renamings {
				s.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
				if !yield(order) {
					return
				}
			}
			return
		}
		for more := true; more; more = next(order) {
			if !slices.Equal(order, weights) && !yield(order) {
				return
			}
		}
	}
}

// orders returns in how many orders ascending numbers can stand: n! over the product of the
// factorials of how often each occurs. n is at most 20.
func orders(ascending []int64) int {
	count, equal := 1, 0
	for i, x := range ascending {
		equal++
		if i > 0 && x != ascending[i-1] {
			equal = 1
		}
		count = count * (i + 1) / equal
	}
	return count
}

// next puts the order after this one, in lexicographic order, in its place; it reports false after
// the last one.
func next(order []int64) bool {
	i := len(order) - 2
	for i >= 0 && order[i] >= order[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(order) - 1
	for order[j] <= order[i] {
		j--
	}
	order[i], order[j] = order[j], order[i]
	slices.Reverse(order[i+1:])
	return true
}

// formula says that a family of sets is a nondominated coterie.
type formula struct {
	n           int
	cnf         *sat.CNF
	live        []int // the literal of each set
	least, most int   // the limits of sizes
	count       int   // of quorums of the smallest size
	cases       [][]int
}

// newFormula has a variable for each set with node 0, live; a set without it is live iff its
// complement is not. The clauses say that sets above live sets are live. Self-duality is in the
// literals, and as the empty set or that of all nodes is live, the latter is.
func newFormula(ctx context.Context, n int) *formula {
	f := &formula{n: n, cnf: sat.NewCNF(ctx), live: make([]int, 1<<n)}
	f.cnf.Comment(fmt.Sprintf("Is there a nondominated coterie on %s whose load is below that of the best found?", nodes(n)))
	f.cnf.Comment("A model is a nondominated coterie that has, for each of the node weights tried so far, a quorum that weighs less than this load.")
	full := 1<<n - 1
	for set := 1; set <= full; set += 2 {
		f.live[set] = f.cnf.NewVar()
		f.live[full&^set] = -f.live[set]
		nodes := make([]string, 0, n)
		for v := range quorum.SetOfMask(set).All() {
			nodes = append(nodes, fmt.Sprint(v+1))
		}
		f.cnf.Name(f.live[set], fmt.Sprintf("the nodes %s contain a quorum, and the others do not", strings.Join(nodes, ", ")))
	}
	for set := range full {
		for v := range n {
			// By duality, that X in X+v is monotone says it of the complements too, of which one
			// has node 0.
			if set>>v&1 == 0 && (set&1 == 1 || v == 0) {
				f.cnf.AddClause(-f.live[set], f.live[set|1<<v])
			}
		}
	}
	return f
}

// sizes says that the smallest quorum has from least to most nodes, and that most nodes with it are
// the first ones. Limits that were stated before hold as well.
func (f *formula) sizes(least, most int) {
	if f.most == 0 || most < f.most {
		f.cnf.Comment(fmt.Sprintf("The smallest quorum has at most %d nodes; the nodes are named so that it is among the first.", most))
		f.cnf.AddClause(f.live[1<<most-1])
		f.most = most
	}
	if least > f.least {
		f.cnf.Comment(fmt.Sprintf("No quorum has fewer than %d nodes, which would make the load too great.", least))
		for set := range f.live {
			if bits.OnesCount(uint(set)) == least-1 {
				f.cnf.AddClause(-f.live[set])
			}
		}
		f.least = least
	}
}

// smallest says that there are count quorums of size nodes: that for one of loadFamilies all sets
// are live. What it said before for a smaller count holds as well, as those families are parts of
// these.
func (f *formula) smallest(ctx context.Context, size, count int) (changed bool, err error) {
	if count <= f.count {
		return false, nil
	}
	families, err := families(ctx, f.n, size, count)
	if err != nil {
		return false, err
	}
	f.count, f.cases = count, nil
	f.cnf.Comment(fmt.Sprintf("At least %d quorums have %d nodes: one of each class of such families, up to the names of the nodes, is a case.", count, size))
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
	return true, nil
}

// lighter says that a set that weighs less than value times the sum of the weights is live. The
// maximal ones of them suffice.
func (f *formula) lighter(weights []int64, value *big.Rat) {
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
func (f *formula) minimal(model []bool) []uint64 {
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
