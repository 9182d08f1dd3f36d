package group

import (
	"cmp"
	"context"
	"fmt"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
)

// Least holds the bounds on the least number of nodes for which there is an m-group quorum system
// of a degree, perhaps with a limit of responsibility.
type Least struct {
	Groups, Degree, Responsibility int
	// Lower is the least number that is not excluded; LowerBy excludes the one below, and is empty
	// for 1.
	Lower   int
	LowerBy string
	// Upper is the number of nodes of System, and UpperBy says what found it; 0 without one.
	Upper   int
	UpperBy string
	System  quorum.Known // its Structure is nil without one
}

// LeastOptions are those of LeastNodes.
type LeastOptions struct {
	// Responsibility, if not 0, is the most quorums, over all cartels, that a node may be in.
	Responsibility int
	// Steps, if not 0, lets the exhaustive search make so many for each number of nodes up to 64
	// that is left between the bounds, from below.
	Steps int
	// Pairs does the same under a limit of responsibility: questions with at most so many pairs of
	// entries are put to the built-in solver, without an end.
	Pairs int
}

// LeastNodes bounds the least number of nodes, at most most, for which there is an m-group quorum
// system of a degree: the covering array number CAN(2, m, degree), and with a limit of
// responsibility below m the least number of blocks of a group divisible covering design of type
// degree^m. Lower bounds are arguments and, as opts says, searches that this call executes; upper
// bounds are constructions, and arrays that the package keeps, which local search found, a few with
// a SAT solver.
//
// Domain: 2 <= m <= MaxGroups, degree >= 1, 1 <= most <= MaxNodes. The error is a
// *quorum.InputError, an internal one, or that of ctx.
//
// Proof: docs/theorems/covering-arrays.md, docs/theorems/covering-with-blanks.md.
func LeastNodes(ctx context.Context, m, degree, most int, opts LeastOptions) (*Least, error) {
	if err := cmp.Or(session.Need("m", m, 2, MaxGroups), session.Need("degree", degree, 1, MaxNodes), session.Need("n", most, 1, MaxNodes)); err != nil {
		return nil, err
	}
	r := opts.Responsibility
	if r >= m {
		r = 0
	}
	l := &Least{Groups: m, Degree: degree, Responsibility: opts.Responsibility, Lower: 1}
	for l.Lower <= most {
		by, out := excluded(l.Lower, m, degree, r)
		if !out {
			break
		}
		l.Lower, l.LowerBy = l.Lower+1, by
	}
	if l.Lower > most {
		return l, nil
	}
	g := &run{ctx: ctx, opts: Options{Responsibility: r}, n: most, m: m}
	best, _ := g.constructed(degree)
	for l.Lower <= most && (best.array == nil || l.Lower < best.array.rows) {
		b, absent, err := l.search(ctx, r, opts)
		if err != nil {
			return nil, err
		}
		if b.array != nil {
			best = b
		}
		if !absent {
			break
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if best.array == nil {
		return l, nil
	}
	if flaw := best.array.flaw(); flaw != "" {
		return nil, quorum.Internal("%s: %s", best.by, flaw)
	}
	l.Upper, l.UpperBy = best.array.rows, best.by
	system, err := best.array.system(ctx, r)
	if err != nil {
		return nil, err
	}
	l.System = quorum.KnownOf(system)
	return l, nil
}

// search decides whether Lower nodes are enough, within the options: an array, or absent, which
// raises Lower.
func (l *Least) search(ctx context.Context, responsibility int, opts LeastOptions) (b built, absent bool, err error) {
	n, m, d := l.Lower, l.Groups, l.Degree
	by := ""
	switch {
	case responsibility == 0 && opts.Steps > 0:
		a, complete, _ := exhaustWithin(ctx, n, m, d, opts.Steps)
		if a != nil {
			return built{a, "exhaustive search over covering arrays"}, false, nil
		}
		absent, by = complete, "exhaustive search: there is no "+words(n, m, d, 0)[2:]
	case responsibility > 0 && n*d*d*m*(m-1)/2 <= opts.Pairs:
		q, x := question(ctx, n, m, d, responsibility)
		answer, err := session.New(ctx, search.Options{Jobs: 1}, &search.Result{}).Ask(ctx, q)
		if err != nil {
			return built{}, false, err
		}
		if answer.Verdict == sat.Sat {
			return built{x.array(answer.Model), "model of " + answer.By}, false, nil
		}
		absent, by = answer.Verdict == sat.Unsat, fmt.Sprintf("no model of: %s (%s)", q.Words, answer.By)
	}
	if absent {
		l.Lower, l.LowerBy = n+1, by
	}
	return built{}, absent, nil
}
