package dominating

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// MaxNodes is the most nodes of a formula, which has a variable for each set of nodes.
const MaxNodes = 12

const maxClauses = 3_000_000

// Formula asks for a k-coterie that dominates a given one. live[a] is the variable of "the set a of
// nodes contains a quorum", and least[a] follows if a is a quorum. Sets are bit masks.
type Formula struct {
	CNF         *sat.CNF
	given       *quorum.KCoterie
	n, full     int
	live, least []int
}

// New returns the formula for a k-coterie c. The error is a *quorum.InputError if c is no
// k-coterie, a *quorum.LimitError beyond MaxNodes nodes and three million clauses, or if c is not
// judged, and the cause of ctx.
func New(ctx context.Context, c *quorum.KCoterie) (*Formula, error) {
	n, k := c.N(), c.K()
	if n > MaxNodes || clauses(n, k) > maxClauses {
		return nil, &quorum.LimitError{What: fmt.Sprintf("clauses about all families on %d nodes, for k = %d", n, k), Limit: maxClauses}
	}
	if err := judge(ctx, k, c.Family()); err != nil {
		return nil, err
	}
	f := &Formula{CNF: sat.NewCNF(ctx), given: c, n: n, full: 1<<n - 1, live: make([]int, 1<<n), least: make([]int, 1<<n)}
	f.CNF.Comment(fmt.Sprintf("a %d-coterie that dominates %v: live sets of its quorums", k, c.Family()))
	for a := 1; a <= f.full; a++ {
		f.live[a], f.least[a] = f.CNF.NewVar(), f.CNF.NewVar()
		f.CNF.Name(f.live[a], fmt.Sprintf("%v contains a quorum", quorum.SetOfMask(a)))
	}
	f.everyFamily(k)
	f.above(sets.Up(n, c.Family().All()))
	return f, f.CNF.Err()
}

// judge returns nil if f is a k-coterie by the definition.
func judge(ctx context.Context, k int, f quorum.Family) error {
	for _, v := range []quorum.Judged{quorum.JudgeKIntersection(ctx, k, f), quorum.JudgeKNonIntersection(ctx, k, f), quorum.JudgeMinimality(ctx, f, quorum.Options{Jobs: 1})} {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case v.Holds == quorum.Unknown:
			return &quorum.LimitError{Cause: errors.New(v.Reason)}
		case v.Holds == quorum.Fails:
			return quorum.Bad("system", fmt.Sprintf("it is no %d-coterie: %s fails: %s", k, v.Property, v.Reason), "every property of its kind must hold")
		}
	}
	return nil
}

// clauses returns how many clauses partitions and packings write: by Stirling numbers of the second
// kind, where S(n+1,h+1) counts the lists of h disjoint sets in ascending order.
func clauses(n, k int) int {
	row := []int{1} // S(m,0), S(m,1), ...
	total := 0
	for m := 1; m <= n+1; m++ {
		next := make([]int, m+1)
		for h := 1; h <= m; h++ {
			next[h] = row[h-1]
			if h < m {
				next[h] += h * row[h]
			}
		}
		if row = next; m == n && k+1 <= n {
			total += row[k+1]
		}
	}
	for h := 1; h < min(k, n+1); h++ {
		total += row[h+1]
	}
	return total
}

// everyFamily says that the quorums are a k-coterie.
func (f *Formula) everyFamily(k int) {
	for a := 1; a <= f.full; a++ {
		clause := []int{-f.live[a], f.least[a]}
		for v := range f.n {
			if b := a &^ (1 << v); b != a && b != 0 {
				f.CNF.AddClause(-f.live[b], f.live[a])
				clause = append(clause, f.live[b])
			}
		}
		f.CNF.AddClause(clause...)
	}
	f.partitions(nil, f.full, k+1)
	f.packings(nil, 0, 0, k)
}

// partitions says of each partition of the nodes left into so many parts, beside those chosen, that
// not all parts are live.
func (f *Formula) partitions(chosen []int, left, parts int) {
	if left == 0 || parts == 0 {
		if left == 0 && parts == 0 {
			f.CNF.AddClause(chosen...)
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
func (f *Formula) packings(chosen []int, used, above, k int) {
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
				f.CNF.AddClause(append(slices.Clone(clause), f.live[left])...)
			} else {
				f.CNF.AddClause(clause...)
			}
			f.packings(clause, used|set, below, k)
			if others == 0 {
				break
			}
		}
	}
}

// above says that the family is true wherever a function is, and at another set.
func (f *Formula) above(given sets.Table) {
	var more []int
	for a := 1; a <= f.full; a++ {
		if given.Bits.Has(a) {
			f.CNF.AddClause(f.live[a])
		} else {
			more = append(more, f.live[a])
		}
	}
	f.CNF.AddClause(more...)
}

// Decode reads the k-coterie of a model. The error is an internal one if it is none, or does not
// dominate the given one, or the cause of ctx.
func (f *Formula) Decode(ctx context.Context, model []bool) (*quorum.KCoterie, error) {
	table := sets.NewTable(f.n)
	for a := 1; a <= f.full; a++ {
		if model[f.live[a]] {
			table.Bits.Add(a)
		}
	}
	family, err := quorum.FamilyOfMasks(f.n, sets.AppendMinimal[uint32](nil, table))
	if err != nil {
		return nil, quorum.Internal("%w", err)
	}
	if err := judge(ctx, f.given.K(), family); err != nil && ctx.Err() == nil {
		return nil, quorum.Internal("a model: %w", err)
	} else if err != nil {
		return nil, err
	}
	within := sets.Up(f.n, family.All())
	if given := sets.Up(f.n, f.given.Family().All()); !given.Bits.SubsetOf(within.Bits) || within.Bits.SubsetOf(given.Bits) {
		return nil, quorum.Internal("a model that does not dominate %v: %v", f.given.Family(), family)
	}
	return quorum.NewKCoterie("", f.given.K(), family, f.given.Names())
}
