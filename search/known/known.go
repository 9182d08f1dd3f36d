package known

import (
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/group"
	"coterie/search/load"
	"coterie/search/maekawa"
)

// MaxNodes and MaxGroups are the greatest numbers that something is known of here.
const (
	MaxNodes  = group.MaxNodes
	MaxGroups = group.MaxGroups
)

// Size returns the least K known for Maekawa's sets on n nodes, as maekawa.Least asks for it, 1 <=
// n <= MaxNodes: to 100 nodes that of the study near-optimal, beyond it maekawa.Constructed. The
// errors are those of maekawa.Least.
func Size(ctx context.Context, n int) (*search.Result, error) {
	row, ok := best("maekawa", n, 0)
	if !ok {
		return maekawa.Constructed(ctx, n)
	}
	system, err := row.sets()
	if err != nil {
		return nil, err
	}
	r := row.result("maekawa", "K", system)
	if k, by := session.LeastSize(n); r.Lower.Cmp(bounds.Integer(k)) <= 0 {
		r.LowerBy = by
	}
	return r, nil
}

// Load returns the least load known of a quorum system on n nodes, 1 <= n <= MaxNodes: to 31 nodes
// that of the study least-load, beyond it what load.Find gives with method Bounds, or the sets of
// [Size] on n nodes or fewer, if they have less. The errors are those of load.Find.
func Load(ctx context.Context, n int) (*search.Result, error) {
	if row, ok := best("load", n, 0); ok {
		system, err := row.system()
		if err != nil {
			return nil, err
		}
		return row.result("load", "load", system), nil
	}
	r, err := load.Find(ctx, n, load.Options{Options: search.Options{Jobs: 1}, Method: search.Bounds})
	if err != nil {
		return nil, err
	}
	if r.Upper == nil { // ctx ended before anything was found
		return nil, context.Cause(ctx)
	}
	for m := n; m > 0; m-- {
		row, ok := best("maekawa", m, 0)
		if !ok || r.Upper.Rat().Cmp(new(big.Rat).Quo(row.upper.Rat(), big.NewRat(int64(m), 1))) <= 0 {
			continue
		}
		system, err := row.sets()
		if err != nil {
			return nil, err
		}
		if least, most := system.SiteFamily().Sizes(); least < most || bounds.Integer(most).Cmp(row.upper) != 0 {
			continue // the load may be another one
		}
		if system, err = padded(system, n); err != nil {
			return nil, err
		}
		value := bounds.NewFraction(new(big.Rat).Quo(row.upper.Rat(), big.NewRat(int64(m), 1)))
		r.Value, r.Upper, r.System, r.Load = &value, &value, quorum.KnownOf(system), nil
		r.UpperBy = fmt.Sprintf("%s, %v sets of %v nodes", row.UpperBy, m, row.upper)
	}
	return r, nil
}

// padded returns a system on n nodes, of which the last ones are in no quorum.
func padded(s *quorum.System, n int) (*quorum.System, error) {
	if s.N() == n {
		return s, nil
	}
	f, err := quorum.FamilyOfSets(n, s.Family().Sets())
	if err != nil {
		return nil, quorum.Internal("%w", err)
	}
	return quorum.NewSystem(fmt.Sprintf("%d of %d nodes used", s.N(), n), f, quorum.SystemOptions{})
}

// Degree returns the greatest degree known of a group quorum system with m cartels on n nodes, 1 <=
// n <= MaxNodes, 2 <= m <= MaxGroups: that of group.Find with method Bounds, with the upper bound
// of the study group-optimal if that is less. The errors are those of group.Find.
func Degree(ctx context.Context, n, m int) (*search.Result, error) {
	r, err := group.Find(ctx, n, m, group.Options{Options: search.Options{Jobs: 1}, Method: search.Bounds})
	if err != nil {
		return nil, err
	}
	if row, ok := best("group", n, m); ok && row.upper.Cmp(*r.Upper) < 0 {
		r.Upper, r.UpperBy = &row.upper, cited(row.Table, row.UpperBy)
	}
	r.Optimal = r.Lower.Cmp(*r.Upper) == 0
	if r.Optimal {
		r.StoppedBy = ""
	}
	return r, nil
}

// result is what a row says of a value that is to be small, reached by a system.
func (row row) result(of, objective string, system *quorum.System) *search.Result {
	return &search.Result{
		Search: of, Objective: objective, Verdict: search.Found, Value: &row.upper, Lower: &row.lower, Upper: &row.upper,
		LowerBy: cited(row.Table, row.LowerBy), UpperBy: row.UpperBy, Optimal: row.lower.Cmp(row.upper) == 0, System: quorum.KnownOf(system),
	}
}

func cited(table, by string) string { return fmt.Sprintf("cited, %s: %s", table, by) }
