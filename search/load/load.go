package load

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"coterie/bounds"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/results"
	"coterie/search"
)

// Options are those of Find.
type Options struct {
	search.Options
	// Method is Auto, or one of these. Bounds: nothing is listed and no solver asked, and the two
	// bounds are what arithmetic and constructions, with local search, give, in seconds for every
	// n. Coteries and Strategies: a solver is asked, up to SolveNodes, in one of two encodings.
	// Auto takes Cases where no solver is asked, to autoCases nodes.
	Method search.Method
}

// arithmetic names the argument of bounds.LoadFromWholeSizes.
const arithmetic = "counting, at most n quorums need be asked, every two meet, and sizes are whole numbers"

// MaxNodes is the greatest n of Find: the planes up to order 97 are within.
const MaxNodes = 10_000

// SolveNodes is the greatest n for which a solver is asked until the bounds meet, and CaseNodes
// that of method Cases.
const (
	SolveNodes = 11
	CaseNodes  = 16
)

// The encodings of the question that a solver gets. Coteries is what Auto takes above 7 nodes:
// nondominated ones, by their live sets. Strategies are the quorums that a strategy asks.
const (
	Coteries   search.Method = "coteries"
	Strategies search.Method = "strategies"
)

// Cases asks no solver: linear programs exclude one case of each orbit of names.
const Cases search.Method = "cases"

// NotAsked is why the bounds do not meet beyond SolveNodes nodes, and with method Bounds.
const NotAsked = "no solver was asked"

// The greatest n for which Find goes through all classes of nondominated coteries, for which Auto
// goes through cases (minutes), and for which Find improves what is constructed.
const (
	listNodes    = 7
	autoCases    = 14
	improveNodes = 24
)

// Find looks for the least load of any quorum system on n nodes, which need not all be used. The
// result's bounds are fractions; System is a best one that was found, judged by package quorum, its
// load found by loads.Find and judged by loads.Check. Above 7 nodes it may be
// dominated: Extend finds a nondominated system whose load is no greater.
//
//   - n <= 7: the load of every class of nondominated coteries is found; a note says how many
//     reach the least.
//   - 8 <= n <= 11: linear programs split what is better than the best one found into cases, and a
//     solver refutes them together. A note says how many cases and node weights that took.
//   - n <= 16 with method Cases: linear programs alone, over one case of each orbit of names. Each
//     excluded case has node weights, in whole numbers. 11 nodes take a tenth of a second, and from
//     14 on it takes minutes or longer, until ctx ends or the bounds meet.
//   - Above, Lower is bounds.LoadFromWholeSizes, and Upper the least load of planes, of lines of
//     a plane that avoid some of its points, of difference covers and, up to 100 nodes, of all
//     families of package construct, on up to n nodes; up to 24 nodes local search improves it.
//     The two meet at n = q²+q+1 and n = q²+q, where there is a plane of order q.
//
// The value does not depend on Jobs; which system is found, and above 11 nodes the upper bound, may
// depend on Seed. Cost: a fifth of a second for n <= 7, a second or two up to n = 11; up to 24
// nodes seconds, above less than one, for n = 10,000 some seconds. Errors: a *quorum.InputError
// unless 1 <= n <= 10,000 and the method is known; those of a solver; an internal error if a system
// fails its check.
//
// The inverse of the least load is the largest fractional matching number of an intersecting family
// on n nodes.
//
// Proof: docs/theorems/nondominated-suffice.md, docs/theorems/least-load-search.md,
// docs/theorems/fractional-matchings.md.
func Find(ctx context.Context, n int, opts Options) (*search.Result, error) {
	if err := session.Need("n", n, 1, MaxNodes); err != nil {
		return nil, err
	}
	switch opts.Method {
	case "", search.Auto, search.Bounds, Coteries, Strategies, Cases:
	default:
		return nil, quorum.Bad("method", fmt.Sprintf("%s is none", show.Value(opts.Method)), "auto, bounds, cases, coteries or strategies")
	}
	s := &run{Session: session.New(ctx, opts.Options, &search.Result{
		Search: "load", Objective: "load", Verdict: search.Unknown,
		Question: fmt.Sprintf("What is the least load of a quorum system on %s?", nodes(n)),
	}), n: n, rng: rand.New(rand.NewPCG(opts.Seed, uint64(n)))}
	s.Remark(results.Kept("load", n, nil))
	s.raise(bounds.LoadFromWholeSizes(n), arithmetic)
	err := s.run(ctx, opts.Method)
	if err != nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))) {
		return nil, err
	}
	stopped := session.StopCause(ctx)
	if stopped == "" && (opts.Method == search.Bounds || n > SolveNodes) {
		stopped = NotAsked
	}
	return s.End(stopped)
}

func nodes(n int) string { return show.Count(n, "node") }

// run is one call of Find.
type run struct {
	*session.Session
	n     int
	rng   *rand.Rand
	split int // cases that the last tree had
}

func (s *run) run(ctx context.Context, method search.Method) error {
	auto := method == "" || method == search.Auto
	if auto && s.n <= listNodes {
		return s.listAll(ctx)
	}
	if err := s.construct(ctx); err != nil {
		return err
	}
	if !s.Met() && s.n <= improveNodes {
		if err := s.improve(ctx); err != nil {
			return err
		}
	}
	switch {
	case s.Met() || method == search.Bounds:
		return nil
	case method == Cases && s.n <= CaseNodes, auto && s.n > SolveNodes && s.n <= autoCases:
		return s.byOrbits(ctx)
	case s.n > SolveNodes:
		return nil
	case method == Strategies:
		return s.solve(ctx, strategies)
	}
	return s.solve(ctx, coteries)
}

// raise notes a lower bound that is proved.
func (s *run) raise(bound *big.Rat, by string) {
	s.Lower, s.LowerBy = new(bounds.NewFraction(bound)), by
	s.Tell()
}

// Limits of linear programs: sparse is from how many quorums on a strategy may spread over those
// that look alike, rows the most classes of nodes that look alike.
const (
	sparse = 200
	rows   = 400
)

// offer finds the load of a family, and keeps it if it is the least so far; a linear program that
// is too large is passed over. The error is ctx's, or a check that failed.
func (s *run) offer(ctx context.Context, f quorum.Family, by string) error {
	load, err := loads.Find(ctx, f, loads.Options{Sparse: f.Len() < sparse, MaxRows: rows})
	var limit *quorum.LimitError
	switch {
	case err == nil:
		return s.keep(ctx, f, load, by)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &limit):
		return nil
	}
	return quorum.Internal("the load of %s: %w", by, err)
}

// keep takes a family with its load as the best, if it is better; it must have the nodes of the
// search.
func (s *run) keep(ctx context.Context, f quorum.Family, load loads.Load, by string) error {
	value := new(bounds.NewFraction(load.Value.Rat()))
	if s.Upper != nil && value.Cmp(*s.Upper) >= 0 {
		return nil
	}
	if err := loads.Check(ctx, f, load); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return quorum.Internal("the load of %s: %w", by, err)
	}
	for _, verdict := range []quorum.Judged{quorum.JudgeIntersection(ctx, f, quorum.Options{}), quorum.JudgeMinimality(ctx, f, quorum.Options{})} {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := session.Judge(ctx, verdict, by); err != nil {
			return err
		}
	}
	system, err := quorum.NewSystem(fmt.Sprintf("load %v on %s", value, nodes(s.n)), f, quorum.SystemOptions{})
	if err != nil {
		return quorum.Internal("%s: %w", by, err)
	}
	if value.Cmp(*s.Lower) < 0 {
		return quorum.Internal("load %v of %s is below the bound %v by %s", value, by, s.Lower, s.LowerBy)
	}
	s.Verdict, s.System, s.Load = search.Found, quorum.KnownOf(system), &load
	s.Value, s.Upper, s.UpperBy = value, value, by
	s.Tell()
	return nil
}
