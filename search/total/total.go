package total

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/quorum"
	"coterie/results"
	"coterie/search"
)

const (
	// maxNodes keeps the arithmetic within int64 by far.
	maxNodes = 10_000
	// maxCover is the greatest number of nodes for which coverings are constructed: a table
	// of all pairs is kept.
	maxCover = 1000
	// maxFormula is the greatest number of nodes for which a formula is written: it has
	// about N³/2 variables.
	maxFormula = 60
	// firstSteps bounds the steps of the exact search before simulated annealing is tried.
	firstSteps = 1 << 22
	// annealSteps is the number of steps of each run of the annealing.
	annealSteps = 1 << 20
)

// prices are the costs of an uncovered pair in the runs of the annealing: low ones
// suit large R, high ones the R at which there is hardly a covering.
var prices = [...]float64{0.7, 1, 1.5, 0.7, 1, 1.5}

// Options are those of Find.
type Options struct {
	search.Options
	// Responsibility is the greatest that a node may have, 1..n; required.
	Responsibility int
	// Unique asks for sets that differ.
	Unique bool
	// Method is Auto (arithmetic and constructions, then the exact search; beyond 40 nodes formulas
	// in its place), Exhaustive (the exact search from the total n on) or SAT (formulas alone, from
	// above).
	Method search.Method
	// Steps, if not 0, limits the exact search: the same bounds on every machine. With few steps
	// (up to 2^22) there is no simulated annealing either: with one, arithmetic and constructions
	// alone.
	Steps int64
}

// Find looks for the least Σ|S_i| of n sets with (a), every two meet, (b), i ∈ S_i, and the
// limits of opts.
//
// The question is how cheaply the pairs of n sites are covered by at most n blocks of at most R.
// Lower bounds by arithmetic are in limits, absence in absent, constructions in candidates; what
// they leave open the exact search hunt decides, total by total from below, so that each refuted
// total is a proven bound when the search ends early. A matching (cover.assign) gives the blocks to
// nodes.
func Find(ctx context.Context, n int, opts Options) (*search.Result, error) {
	q, err := asked(n, opts)
	if err != nil {
		return nil, err
	}
	t := &run{
		ctx: ctx, q: q, opts: opts,
		Session: session.New(ctx, opts.Options, &search.Result{Search: "maekawa", Objective: "total", Verdict: search.Unknown,
			Question: "Which " + q.words() + ", S_i holding i, have the least Σ|S_i|?"}),
	}
	t.Remark(results.Kept("total", n, map[string]results.Cell{"responsibility": results.Cell(strconv.Itoa(q.r)), "unique": results.Cell(strconv.FormatBool(q.unique))}))
	if opts.Method == search.SAT {
		err = t.bySAT()
	} else {
		err = t.byCovers()
	}
	if err != nil {
		return nil, err
	}
	if t.Verdict != search.ProvenAbsent && t.System.Structure != nil {
		t.Verdict, t.Value = search.Found, t.Upper
	}
	return t.End(session.StopCause(ctx))
}

// asked checks the arguments of Find.
func asked(n int, opts Options) (formula, error) {
	q := formula{n: n, r: opts.Responsibility, unique: opts.Unique}
	if err := session.Need("n", n, 1, maxNodes); err != nil {
		return q, err
	}
	if q.r == 0 {
		return q, quorum.Bad("responsibility", "min-total needs a limit on responsibility", fmt.Sprintf("want a number from 1 to %d; with %d the star {1, i} has the least total, %d", n, n, 2*n-1))
	}
	if err := session.Need("responsibility", q.r, 1, n); err != nil {
		return q, err
	}
	if opts.Steps < 0 {
		return q, quorum.Bad("steps", fmt.Sprintf("%d is out of range", opts.Steps), "want a positive number, or 0 for no limit")
	}
	switch opts.Method {
	case "", search.Auto:
	case search.SAT:
		if n > maxFormula {
			return q, quorum.Bad("method", fmt.Sprintf("sat takes at most %d nodes here", maxFormula), "want method auto")
		}
	case search.Exhaustive:
		if n > maxExact {
			return q, quorum.Bad("method", fmt.Sprintf("exhaustive takes at most %d nodes", maxExact), "want method auto")
		}
	default:
		return q, quorum.Bad("method", fmt.Sprintf("there is no method %s", show.Value(opts.Method)), "want auto, sat or exhaustive")
	}
	return q, nil
}

// run is one search for a least total.
type run struct {
	*session.Session
	ctx  context.Context
	q    formula
	opts Options
	// cheaper says that there are coverings with a total below the lower bound, whose blocks
	// cannot be given to sites.
	cheaper bool
}

// upper takes sets, if their total is less than that of the best so far, after a check.
func (t *run) upper(sets [][]int, by string) error {
	q := t.q
	q.total = 0
	for _, s := range sets {
		q.total += len(s)
	}
	if q.total >= t.UpperOr(q.total+1) {
		return nil
	}
	s, err := system(t.ctx, sets, q)
	if err != nil {
		return err
	}
	t.System = quorum.KnownOf(s)
	t.Reduce(q.total, by)
	return nil
}

// gap returns the least total that is neither refuted nor reached, and the greatest that is
// open; from > to if the bounds meet.
func (t *run) gap() (from, to int) {
	return t.LowerOr(0), t.UpperOr(t.q.n*t.q.r+1) - 1
}

// absent ends the search: there are no such sets.
func (t *run) absent(by string) {
	t.Verdict, t.LowerBy = search.ProvenAbsent, by
	t.Lower, t.UpperBy = nil, by
}

// take offers a covering.
func (t *run) take(c cover, by string) (ok bool, err error) {
	sets, ok := c.assign(t.q.unique)
	if !ok {
		return false, nil
	}
	return true, t.upper(sets, by)
}

// byCovers is arithmetic, constructions, exact search.
func (t *run) byCovers() error {
	q := t.q
	if q.n == 1 {
		t.Raise(1, "inclusion, every S_i holds i")
		return t.upper([][]int{{0}}, "the only set, {1}")
	}
	t.Raise(q.n, "inclusion, every S_i holds i")
	if t.opts.Method == search.Exhaustive {
		return t.exact(t.opts.Steps)
	}
	if by := absent(q.n, q.r); by != "" {
		t.absent(by)
		return nil
	}
	limits(q.n, q.r, t.Raise)
	if q.n > maxCover && q.r < q.n {
		t.StoppedBy = fmt.Sprintf("more than %d nodes: only arithmetic", maxCover)
		return nil
	}
	if q.n > maxExact {
		t.At("constructions")
	}
	for c, by := range candidates(t.ctx, q.n, q.r, t.opts.Seed) {
		if _, err := t.take(c, by); err != nil {
			return err
		}
		if from, to := t.gap(); from > to {
			break
		}
	}
	switch from, to := t.gap(); {
	case from > to && t.System.Structure == nil:
		t.absent(fmt.Sprintf("%s: %d > %d", t.LowerBy, from, to))
		return nil
	case from > to || t.ctx.Err() != nil:
		return nil
	}
	if q.n > maxExact {
		if q.n > maxFormula {
			t.StoppedBy = fmt.Sprintf("more than %d nodes: only arithmetic and constructions", maxFormula)
			return nil
		}
		return t.bySAT()
	}
	first := int64(firstSteps)
	if t.opts.Steps > 0 {
		first = min(first, t.opts.Steps)
	}
	if err := t.exact(first); err != nil {
		return err
	}
	if from, to := t.gap(); from > to || t.Verdict == search.ProvenAbsent || t.ctx.Err() != nil || first == t.opts.Steps {
		return nil
	}
	t.StoppedBy = ""
	t.At("simulated annealing")
	for i, price := range prices {
		c, ok := anneal(t.ctx, q.n, q.r, annealSteps, price, t.opts.Seed+uint64(i), t.assignable)
		if !ok {
			continue
		}
		if !c.covers(q.r) {
			return quorum.Internal("annealing counted a covering that is none")
		}
		if _, err := t.take(c, "simulated annealing over coverings"); err != nil {
			return err
		}
		if from, to := t.gap(); from > to {
			return nil
		}
	}
	return t.exact(t.opts.Steps)
}

// assignable reports whether the blocks of a covering can be given to sites as asked.
func (t *run) assignable(c cover) bool {
	_, ok := c.assign(t.q.unique)
	return ok
}

// outOfSteps says why the exact search stopped, unless the context ended.
func (t *run) outOfSteps(steps int64) {
	if t.ctx.Err() == nil {
		t.StoppedBy = fmt.Sprintf("limit of %d steps", steps)
	}
}

// exact raises the lower bound by exact search until it is met, or until so many steps in all
// are over (0: no limit).
func (t *run) exact(steps int64) error {
	q := t.q
	h := newHunt(t.ctx, q.n, q.r, steps)
	for {
		from, to := t.gap()
		if from > to {
			if t.System.Structure == nil {
				t.absent(t.LowerBy)
			}
			return nil
		}
		by := fmt.Sprintf("exhaustive search over coverings of the pairs of %d sites, none with a total of %d", q.n, from)
		t.At(fmt.Sprintf("exhaustive search for a total of %d", from))
		switch found := h.find(from - q.n); {
		case h.stopped:
			t.outOfSteps(steps)
			return nil
		case !found:
			t.Raise(from+1, by)
			continue
		}
		c := h.cover()
		if !c.covers(q.r) || c.total() > from {
			return quorum.Internal("the exact search found a covering that is none")
		}
		ok, err := t.take(c, fmt.Sprintf("exhaustive search over coverings of the pairs of %d sites", q.n))
		if err != nil || ok {
			return err
		}
		// The blocks of this covering cannot be given to sites. Are there others? If no
		// covering has a lower total, a search through all with this one tells;
		// otherwise a formula must.
		if t.cheaper = t.cheaper || c.total() < from; t.cheaper {
			if steps > 0 {
				t.StoppedBy = "a covering whose blocks cannot be given to sites"
				return nil
			}
			q.total = from
			if done, err := t.decide(q); err != nil || !done {
				return err
			}
			continue
		}
		h.suits = t.assignable
		switch found := h.find(from - q.n); {
		case h.stopped:
			t.outOfSteps(steps)
			return nil
		case found:
			_, err := t.take(h.cover(), fmt.Sprintf("exhaustive search over coverings of the pairs of %d sites", q.n))
			return err
		}
		h.suits, t.cheaper = nil, true
		t.Raise(from+1, fmt.Sprintf("exhaustive search over coverings of the pairs of %d sites, no blocks of a total of %d can be given to different sites as asked", q.n, from))
	}
}

// decide asks for sets of total at most q.total with all conditions, and moves a bound; done
// is false if there was no answer.
func (t *run) decide(q formula) (done bool, err error) {
	cnf, x := q.assigned(t.ctx)
	a, err := t.Ask(t.ctx, session.Question{Words: q.words() + ", S_i holding i", CNF: cnf, Theorems: encodedBy, Known: t.known(q)})
	if err != nil {
		return false, err
	}
	switch a.Verdict {
	case sat.Sat:
		return true, t.upper(sat.Ones(a.Model, x), "a model of: "+q.words()+" ("+a.By+")")
	case sat.Unsat:
		t.Raise(q.total+1, "no model of: "+q.words()+" ("+a.By+")")
		return true, nil
	}
	return false, nil
}

// bySAT lowers the upper bound by formulas until there is none lower. The covering is asked
// for first, which is easier to refute, and the assignment where its blocks cannot be given
// to sites.
func (t *run) bySAT() error {
	q := t.q
	t.Raise(q.n, "inclusion, every S_i holds i")
	for {
		from, to := t.gap()
		switch {
		case from > to && t.System.Structure == nil:
			t.absent(t.LowerBy)
			return nil
		case from > to:
			return nil
		}
		q.total = to
		if q.total == q.n*q.r {
			q.total = 0 // no limit beyond the others
		}
		cnf, x := q.covering(t.ctx)
		a, err := t.Ask(t.ctx, session.Question{Words: strings.TrimSpace(q.words() + ", each node in some set"), CNF: cnf, Theorems: encodedBy, Known: t.known(q)})
		if err != nil {
			return err
		}
		by := fmt.Sprintf("%s model of: %s (%s)", map[bool]string{true: "a", false: "no"}[a.Verdict == sat.Sat], q.words(), a.By)
		switch a.Verdict {
		case sat.Unsat:
			t.Raise(to+1, by)
		case sat.Sat:
			ok, err := t.take(blocks(sat.Ones(a.Model, x)).pruned(), by)
			if err != nil {
				return err
			}
			if ok {
				continue
			}
			q.total = to
			if done, err := t.decide(q); err != nil || !done {
				return err
			}
		default:
			return nil
		}
	}
}
