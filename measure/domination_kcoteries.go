package measure

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// NoDominatingKCoterie is the proof of DominatingKCoterie that there is none.
const NoDominatingKCoterie = "no model of: live sets of another k-coterie that dominates it (gini)"

// MaxDominatedNodes is the most nodes of DominatingKCoterie: the formula has a variable for each
// set of nodes.
const MaxDominatedNodes = 12

const maxDominatedClauses = 3_000_000

// DominatingKCoterie looks for a k-coterie on the nodes of c that dominates it: another one, each
// quorum of c containing one of its quorums. Without one, c is nondominated among k-coteries, and
// dominated is false. All k-properties are asked of the other: to add a set can break
// non-intersection, so that a whole k-coterie is the witness. c must be a k-coterie.
//
// A formula has a variable for each set of nodes, "it contains a quorum". Cost: a solver's, with
// (k+1)^n/(k+1)! clauses; tenths of a second for n = 8, k = 2. The error is a *quorum.LimitError
// beyond 12 nodes or 3 million clauses, and where the solver ends without an answer.
//
// Proof: docs/theorems/k-coterie-domination.md.
func DominatingKCoterie(ctx context.Context, c *quorum.KCoterie, opts DominationOptions) (dominating quorum.Family, dominated bool, err error) {
	n, k := c.N(), c.K()
	clauses := 1.0
	for i := range n {
		clauses *= float64(k + 1)
		if i <= k {
			clauses /= float64(i + 1)
		}
	}
	if n > MaxDominatedNodes || clauses > maxDominatedClauses {
		return quorum.Family{}, false, &quorum.LimitError{What: fmt.Sprintf("clauses about all families on %d nodes, for k = %d", n, k), Limit: maxDominatedClauses}
	}
	f := &kFormula{cnf: sat.NewCNF(ctx), n: n, full: 1<<n - 1, live: make([]int, 1<<n), least: make([]int, 1<<n)}
	f.everyFamily(k)
	f.above(sets.Up(n, c.Family().All()))
	s := sat.NewSolver(f.cnf, sat.Options{Seed: opts.Seed, Limit: opts.withDefaults().SATRounds})
	switch verdict, err := s.Solve(ctx); verdict {
	case sat.Unsat:
		return quorum.Family{}, false, nil
	case sat.Sat:
		family, err := f.decode(s.Model())
		if err == nil && (quorum.JudgeKIntersection(ctx, k, family).Holds != quorum.Holds || quorum.JudgeKNonIntersection(ctx, k, family).Holds != quorum.Holds) {
			err = quorum.Internal("a model that is no %d-coterie: %v", k, family)
		}
		return family, true, err
	default:
		return quorum.Family{}, false, fmt.Errorf("sat: %w", err)
	}
}

// kFormula is a family of quorums as variables: live[a] says that the set a of nodes contains a
// quorum, least[a] follows if a is a quorum. Sets are bit masks.
type kFormula struct {
	cnf         *sat.CNF
	n, full     int
	live, least []int
}

// everyFamily says that the quorums are a k-coterie.
func (f *kFormula) everyFamily(k int) {
	for a := 1; a <= f.full; a++ {
		f.live[a], f.least[a] = f.cnf.NewVar(), f.cnf.NewVar()
	}
	for a := 1; a <= f.full; a++ {
		clause := []int{-f.live[a], f.least[a]}
		for v := range f.n {
			if b := a &^ (1 << v); b != a && b != 0 {
				f.cnf.AddClause(-f.live[b], f.live[a])
				clause = append(clause, f.live[b])
			}
		}
		f.cnf.AddClause(clause...)
	}
	f.partitions(nil, f.full, k+1)
	f.packings(nil, 0, 0, k)
}

// partitions says of each partition of the nodes left into so many parts, beside those chosen, that
// not all parts are live.
func (f *kFormula) partitions(chosen []int, left, parts int) {
	if left == 0 || parts == 0 {
		if left == 0 && parts == 0 {
			f.cnf.AddClause(chosen...)
		}
		return
	}
	first := left & -left // the part with the least node comes first
	rest := left &^ first
	for others := rest; ; others = (others - 1) & rest {
		f.partitions(append(slices.Clone(chosen), -f.live[first|others]), left&^(first|others), parts-1)
		if others == 0 {
			return
		}
	}
}

// packings says of each list of fewer than k disjoint sets, in ascending order of their least
// nodes, that if they are quorums the nodes left contain another one.
func (f *kFormula) packings(chosen []int, used, above, k int) {
	if len(chosen) == k-1 {
		return
	}
	for rest := uint(f.full &^ used &^ above); rest != 0; rest &= rest - 1 {
		first := int(rest & -rest)
		below := first | (first - 1)
		more := f.full &^ used &^ below
		for others := more; ; others = (others - 1) & more {
			set := first | others
			clause := append(slices.Clone(chosen), -f.least[set])
			if left := f.full &^ used &^ set; left != 0 {
				f.cnf.AddClause(append(slices.Clone(clause), f.live[left])...)
			} else {
				f.cnf.AddClause(clause...)
			}
			f.packings(clause, used|set, below, k)
			if others == 0 {
				break
			}
		}
	}
}

// above says that the family is true wherever a function is, and at another set.
func (f *kFormula) above(given sets.Table) {
	var more []int
	for a := 1; a <= f.full; a++ {
		if given.Bits.Has(a) {
			f.cnf.AddClause(f.live[a])
		} else {
			more = append(more, f.live[a])
		}
	}
	f.cnf.AddClause(more...)
}

// decode reads the quorums of a model.
func (f *kFormula) decode(model []bool) (quorum.Family, error) {
	table := sets.NewTable(f.n)
	for a := 1; a <= f.full; a++ {
		if model[f.live[a]] {
			table.Bits.Add(a)
		}
	}
	return quorum.FamilyOfMasks(f.n, sets.AppendMinimal[uint32](nil, table))
}

// semicoterieGap returns a set of nodes that can be added to c so that still no k+1 quorums are
// pairwise disjoint: it contains no quorum, and its complement no k disjoint ones. There is none
// iff c is nondominated among k-semicoteries (Harada and Yamashita). c has at most 12 nodes.
func semicoterieGap(c *quorum.KCoterie) (gap quorum.Set, found bool) {
	n := c.N()
	live := sets.Up(n, c.Family().All())
	quorums := sets.AppendMinimal[uint32](nil, live)
	packed := live // the sets that contain so many disjoint quorums
	for range c.K() - 1 {
		more := sets.NewTable(n)
		for set := range 1 << n {
			for _, q := range quorums {
				if int(q)&^set == 0 && packed.Bits.Has(set&^int(q)) {
					more.Bits.Add(set)
					break
				}
			}
		}
		packed = more
	}
	full := 1<<n - 1
	for set := 1; set <= full; set++ {
		if !live.Bits.Has(set) && !packed.Bits.Has(full&^set) {
			return quorum.SetOfMask(set), true
		}
	}
	return gap, false
}
