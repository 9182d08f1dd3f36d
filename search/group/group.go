package group

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/quorum"
	"coterie/results"
	"coterie/search"
)

// Options are those of Find.
type Options struct {
	search.Options
	// Responsibility, if not 0, is the most quorums, over all cartels, that a node may be in.
	Responsibility int
	// Degree, if not 0, asks for that degree alone: whether there is a system of it.
	Degree int
	// Method is Auto (arguments and constructions, then exhaustive search, local search and SAT),
	// SAT, Exhaustive, Annealing (the local search) or Bounds.
	Method search.Method
}

// The greatest numbers that Find takes: nodes and cartels of what it can list and judge.
const (
	MaxNodes  = 2000
	MaxGroups = 100
)

// Find looks for the greatest degree of an m-group quorum system on n nodes, 1 <= n <= MaxNodes, 1
// <= m <= MaxGroups: the greatest d such that every cartel has d pairwise disjoint quorums. The
// answer is a covering array, see "Degrees and covering arrays" in the documentation of the
// package. The system that is found has d disjoint quorums in each cartel, and of these no node
// that could be left out (where the table of their pairs has a reasonable size).
//
// Where there is no system at all (a limit of responsibility can forbid it), and where opts.Degree
// cannot be had, the verdict is ProvenAbsent and Upper what is left. With opts.Degree the system
// has that degree, and Upper is the best bound that came by.
//
// Method auto first excludes degrees by arguments and builds what constructions give. What is
// between is decided by exhaustive search where it can list its candidates (n <= 64, no limit of
// responsibility, no external solver named), and by SAT else; both take exponential time. Where the
// first steps of the exhaustive search decide nothing, a local search looks for an array before
// either goes on. The error is a *quorum.InputError, or a solver's failure, or an internal one.
func Find(ctx context.Context, n, m int, opts Options) (*search.Result, error) {
	if err := need(n, m, &opts); err != nil {
		return nil, err
	}
	g := &run{ctx: ctx, opts: opts, n: n, m: m}
	if opts.Responsibility >= m {
		g.opts.Responsibility = 0 // says nothing about disjoint quorums
	}
	g.Session = session.New(ctx, opts.Options, &search.Result{Search: "group", Question: g.question(), Objective: "degree"})
	if g.argues() {
		g.Reduce(upperBound(n, m, g.opts.Responsibility))
	}
	if g.opts.Responsibility == 0 {
		g.Remark(results.Kept("group", n, map[string]results.Cell{"m": results.Cell(strconv.Itoa(m))}))
	}
	if err := g.run(); err != nil {
		return nil, err
	}
	return g.result()
}

func need(n, m int, opts *Options) error {
	if err := cmp.Or(
		session.Need("n", n, 1, MaxNodes),
		session.Need("m", m, 1, MaxGroups),
		session.Need("responsibility", opts.Responsibility, 0, math.MaxInt32),
		session.Need("degree", opts.Degree, 0, math.MaxInt32),
	); err != nil {
		return err
	}
	switch opts.Method {
	case "":
		opts.Method = search.Auto
	case search.Auto, search.SAT, search.Bounds, search.Annealing:
	case search.Exhaustive:
		if opts.Responsibility > 0 && opts.Responsibility < m {
			return quorum.Bad("method", "the exhaustive search knows no limit of responsibility below m", "take auto or sat")
		}
	default:
		return quorum.Bad("method", fmt.Sprintf("%s is no method", show.Value(opts.Method)), "want auto, sat, exhaustive, annealing or bounds")
	}
	return nil
}

// run is one call of Find.
type run struct {
	*session.Session
	ctx     context.Context
	opts    Options
	n, m    int
	designs []design // of a limit of responsibility, once they were asked for

	best *array // of the greatest degree so far; nil without one
}

// lower is the greatest degree so far; 0 without a system.
func (g *run) lower() int { return g.LowerOr(0) }

// upper is the least degree that is not excluded, or math.MaxInt if none is known.
func (g *run) upper() int { return g.UpperOr(math.MaxInt) }

// argues reports whether arguments and constructions come first; for one cartel there is nothing
// else.
func (g *run) argues() bool {
	return g.opts.Method == search.Auto || g.opts.Method == search.Bounds || g.m == 1
}

// take keeps an array if it is better.
func (g *run) take(b built) error {
	if flaw := b.array.flaw(); flaw != "" {
		return quorum.Internal("%s: %s", b.by, flaw)
	}
	if b.array.symbols > g.lower() {
		g.best = b.array
		g.Raise(b.array.symbols, b.by)
	}
	return nil
}

func (g *run) run() error {
	if g.argues() {
		if err := g.build(); err != nil {
			return err
		}
	}
	g.Remark(g.cited())
	if d := g.opts.Degree; d > 0 {
		if d > g.upper() || d <= g.lower() || g.StoppedBy != "" {
			return nil
		}
		_, err := g.decide(d)
		return err
	}
	for g.lower() < g.upper() && g.StoppedBy == "" {
		goOn, err := g.decide(g.lower() + 1)
		if err != nil || !goOn {
			return err
		}
	}
	return nil
}

// build takes the arrays of the constructions: the greatest degree up to the upper bound, or the
// one that was asked for.
func (g *run) build() error {
	from, to := min(g.upper(), g.n), 1
	if d := g.opts.Degree; d > 0 {
		if d > g.upper() {
			return nil
		}
		from, to = d, d
	}
	if g.m == 1 {
		a := newArray(g.n, 1, from)
		for r := range from {
			a.set(r, 0, r)
		}
		return g.take(built{a, "quorums of one node"})
	}
	if g.opts.Responsibility > 1 {
		g.designs = designsFor(g.m, g.opts.Responsibility)
	}
	if to == 1 && from >= 1 { // if the time is too short for more
		least, ok := built{constant(g.m), "one quorum of one node in every cartel"}, true
		if g.designs != nil {
			least, ok = blocks(g.designs[:1], g.n, g.m, 1, g.opts.Responsibility)
		}
		if ok {
			if err := g.take(least); err != nil {
				return err
			}
		}
	}
	// Constructions first: what comes after them may take longer than there is time.
	for d := from; d >= to; d-- {
		if g.late() {
			return nil
		}
		if b, ok := g.constructed(d); ok {
			if err := g.take(b); err != nil {
				return err
			}
			break
		}
	}
	return nil
}

// maxPairs is how many variables the formula may have for pairs of entries: it takes some hundred
// bytes for each.
const maxPairs = 1_000_000

// decide asks whether there is an array of d symbols. The search may go on if that was answered.
func (g *run) decide(d int) (goOn bool, err error) {
	if g.opts.Method == search.Bounds {
		g.StoppedBy = "no search was asked for"
		return false, nil
	}
	words := words(g.n, g.m, d, g.opts.Responsibility)
	g.At(words)
	// Whoever names a solver, or wants its proof, wants it asked.
	auto := g.opts.Method == search.Auto && len(g.opts.Solver) == 0
	exhaustive := g.opts.Responsibility == 0 && g.m > 1 && (auto || g.opts.Method == search.Exhaustive)
	if exhaustive && auto {
		if decided, err := g.exhaust(d, words, firstSteps); decided || err != nil {
			return decided, err
		}
	}
	if auto && g.opts.Responsibility == 0 && d > 2 {
		if b, ok := cliques(g.ctx, g.n, g.m, d, g.opts.Jobs, 1, g.opts.Seed); ok {
			return true, g.take(b)
		}
		if b, _, ok := symmetric(g.ctx, g.n, g.m, d, g.opts.Jobs, 1, g.opts.Seed); ok {
			return true, g.take(b)
		}
	}
	if auto || g.opts.Method == search.Annealing {
		if b, ok := unsymmetric(g.ctx, g.n, g.m, d, g.opts.Responsibility, g.opts.Jobs, g.opts.Seed); ok {
			return true, g.take(b)
		}
		if g.opts.Method == search.Annealing {
			g.StoppedBy = "the local search found no " + words[2:]
			if g.ctx.Err() != nil {
				g.StoppedBy = session.StopCause(g.ctx)
			}
			return false, nil
		}
	}
	if exhaustive {
		if decided, err := g.exhaust(d, words, math.MaxInt); decided || err != nil || g.StoppedBy != "" {
			return decided, err
		}
	}
	if pairs := g.n * d * d * g.m * (g.m - 1) / 2; pairs > maxPairs {
		g.StoppedBy = fmt.Sprintf("the formula for a SAT solver would have %d variables for pairs, more than %d", pairs, maxPairs)
		return false, nil
	}
	q, x := question(g.ctx, g.n, g.m, d, g.opts.Responsibility)
	if g.ctx.Err() != nil {
		g.StoppedBy = session.StopCause(g.ctx)
		return false, nil
	}
	q.Known = g.known(d)
	answer, err := g.Ask(g.ctx, q)
	if err != nil {
		return false, err
	}
	switch answer.Verdict {
	case sat.Sat:
		return true, g.take(built{x.array(answer.Model), "model of " + answer.By})
	case sat.Unsat:
		g.Reduce(d-1, fmt.Sprintf("no model of: %s (%s)", q.Words, answer.By))
		return true, nil
	}
	g.StoppedBy = session.StopCause(g.ctx)
	return false, nil
}

// exhaust lets the exhaustive search make so many steps. The search may go on if that decided
// anything; if not, stopped or a note says why where the steps were not limited.
func (g *run) exhaust(d int, words string, steps int) (decided bool, err error) {
	a, complete, why := exhaustWithin(g.ctx, g.n, g.m, d, steps)
	switch {
	case a != nil:
		return true, g.take(built{a, "exhaustive search over covering arrays"})
	case complete:
		g.Reduce(d-1, "exhaustive search: there is no "+words[2:])
		return true, nil
	case g.ctx.Err() != nil || g.opts.Method == search.Exhaustive:
		g.StoppedBy = why
	case steps == math.MaxInt:
		g.Notes = append(g.Notes, "exhaustive search for "+words+" given up: "+why)
	}
	return false, nil
}

func (g *run) question() string {
	words := "What is the greatest degree of a group quorum system"
	if g.opts.Degree > 0 {
		words = fmt.Sprintf("Is there a group quorum system of degree %d", g.opts.Degree)
	}
	words += " with " + show.Count(g.m, "cartel") + " on " + show.Count(g.n, "node")
	if g.opts.Responsibility > 0 {
		words += ", every node in at most " + show.Count(g.opts.Responsibility, "quorum")
	}
	return words + "?"
}

func (g *run) result() (*search.Result, error) {
	if note := g.cited(); note != "" {
		g.Notes = append(g.Notes, note)
	}
	if g.best != nil {
		best := g.best.widened(g.n)
		best.thin()
		system, err := best.system(g.ctx, g.opts.Responsibility)
		if err != nil {
			return nil, err
		}
		g.System, g.Value = quorum.KnownOf(system), g.Lower
	}
	switch wanted := max(1, g.opts.Degree); {
	case g.lower() >= wanted:
		g.Verdict = search.Found
	case g.upper() < wanted:
		g.Verdict = search.ProvenAbsent
	default:
		g.Verdict = search.Unknown
	}
	return g.End("")
}

// late reports whether the time is over, and keeps why.
func (g *run) late() bool {
	if g.ctx.Err() == nil {
		return false
	}
	g.StoppedBy = session.StopCause(g.ctx)
	return true
}
