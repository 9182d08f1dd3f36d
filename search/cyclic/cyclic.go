package cyclic

import (
	"cmp"
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/solve/covers"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/measure/liars"
	"coterie/planes"
	"coterie/quorum"
	"coterie/results"
	"coterie/search"
)

// Options are those of Find.
type Options struct {
	search.Options
	// Method is Auto (arithmetic, constructions, tabu search and annealing for n > 133, then
	// exhaustive search), Annealing (without the exhaustive search), Bounds (without either), or
	// SAT (K = 1, 2, ... is put to a solver, for small n).
	Method search.Method
	// Lambda is how often each residue but 0 is to be a difference; 0 means once.
	Lambda int
	// With, if not 0, is the modulus m < n of another cover: a pair of covers that meet is looked
	// for.
	With int
	// Steps is how many steps annealing makes; 0 means Steps, some seconds. It bounds the
	// exhaustive search for Lambda > 1 and that for pairs of covers instead, where 0 means 100
	// million.
	Steps int
}

// OfTranslates is a note: what is least among the translates of one set is not claimed to be least.
const OfTranslates = "least among the translates of one set; other sets may be smaller"

// listed is the largest n for which the quorums are listed and judged; annealed that for which
// annealing has a chance against constructions.
const (
	listed   = 10_000
	annealed = 1000
)

// Find finds a smallest difference cover of Z_n: a set D of K residues modulo n such that every
// residue is a difference of two of them. Its translates S_i = D + i satisfy Maekawa's conditions
// (a) to (d) with quorums of K nodes (construct.Cyclic).
//
// The result's Cover is D, ascending from 0, its System the translates, judged by package quorum
// (for n up to 10000; beyond, D is verified and the system is not listed). Lower is proved by
// counting, by the determinant argument of bounds.PlaneSize, or by a search that found no smaller
// cover; Upper is |D|. Every n up to 133 is decided: in seconds up to 111, in minutes up to 133. Up
// to 1000 tabu search starts from the Sidon sets of Singer and Bose, read modulo n, with a swap for
// each 1024 steps of Options; then annealing looks for smaller covers among the unions of orbits of
// groups of multipliers, for so many steps. Up to 257 the exhaustive search then goes on until the
// two bounds meet or ctx ends. Beyond 1000 the result is that of arithmetic and constructions.
//
// The cover is the same for every number of jobs, unless ctx ends.
//
// With Lambda every residue but 0 is to be a difference at least so often, and any two translates
// share so many nodes: bounds by counting and by the theorem of Bruck, Ryser and Chowla; sets by
// multipliers and annealing; then backtracking until a number of steps is spent.
//
// With a modulus m the result has covers A of Z_m and B of Z_n that meet ([Meet]) and have the
// least |A|/m + |B|/n: the shares of the slots in which two nodes are awake that find others of
// their kind, and each other, whatever their shifts. Its Mate is A, and its Cover is B. Annealing
// over both finds pairs. Exhaustive search then asks for the sizes in the order of the sum, from
// those of the smallest covers: it goes through the covers of one modulus, one of all translates
// and their opposites, and for each takes residues into the other cover that meet a shift of which
// the fewest do. A question that takes more than Steps for each of the two orders leaves the sum
// open from there. MateSizes has the bounds for each |A| that could make the sum less. These are
// the cqs-pairs of S. Lai, B. Ravindran and H. Cho (Heterogenous quorum-based wake-up scheduling
// in wireless sensor networks, IEEE Trans. Computers 59, 2010).
//
// Errors: a *quorum.InputError unless 1 <= n <= quorum.MaxNodes (MaxMates for With, which is at
// least 2 and less than n and takes neither Lambda nor a method; 257 for method sat and Lambda >
// 1), 0 <= Lambda <= n and the method is known; the error of a SAT solver; an internal error if a
// system fails its check.
//
// # Cost
//
// Exponential in K; about half a microsecond for a node. A number K of residues takes the more
// nodes to refute the less n is, and to find some where covers are rare: up to 2·10⁶ for n <= 111,
// 2·10⁷ for n < 130, and 3·10⁸ for n = 132, which has no cover of 13 residues.
//
// Sources: Colbourn and Ling (Inform. Process. Lett. 75, 2000) and Luk and Wong (1997) for quorums
// from difference covers; Haanpää (J. Integer Sequences 7, 2004) for tables by exhaustive search;
// Singer (Trans. Amer. Math. Soc. 43, 1938) and Bose (J. Indian Math. Soc. 6, 1942) for Sidon sets.
//
// Proof: docs/theorems/cyclic-search.md, docs/theorems/plane-size.md,
// docs/theorems/cover-mates.md.
func Find(ctx context.Context, n int, opts Options) (*search.Result, error) {
	if err := session.Need("n", n, 1, quorum.MaxNodes); err != nil {
		return nil, err
	}
	switch opts.Method {
	case "", search.Auto, search.Annealing, search.Bounds, search.SAT:
	default:
		return nil, quorum.Bad("method", fmt.Sprintf("there is no method %s", show.Value(opts.Method)), "want auto, annealing, bounds or sat")
	}
	if opts.Method == search.SAT && n > MaxNodes {
		return nil, quorum.Bad("n", fmt.Sprintf("%d is too large for method sat", n), fmt.Sprintf("want at most %d, or method auto", MaxNodes))
	}
	c := &inquiry{n: n, lambda: cmp.Or(opts.Lambda, 1), steps: opts.Steps}
	if err := session.Need("lambda", c.lambda, 1, n); err != nil {
		return nil, err
	}
	if c.lambda > 1 && n > MaxNodes {
		return nil, quorum.Bad("n", fmt.Sprintf("%d is too large for lambda %d", n, c.lambda), fmt.Sprintf("want at most %d", MaxNodes))
	}
	if opts.With != 0 {
		return c.mates(ctx, opts.With, opts)
	}
	c.Session = session.New(ctx, opts.Options, &search.Result{
		Search: "cyclic", Verdict: search.Found, Objective: "K",
		Question: fmt.Sprintf("What is the least number K of %s?", residues("", n, c.lambda)),
	})
	if c.lambda == 1 {
		c.Remark(results.Kept("cyclic", n, nil))
	}
	if opts.Method == search.SAT {
		if err := c.bySAT(ctx); err != nil {
			return nil, err
		}
		return c.end(ctx, "")
	}
	if c.lambda > 1 {
		if opts.Method == search.Annealing || opts.Method == search.Bounds {
			return nil, quorum.Bad("method", fmt.Sprintf("%s is for lambda 1 alone", show.Value(opts.Method)), "leave out method")
		}
		return c.repeated(ctx)
	}
	c.arithmetic()
	c.Improve(Constructed(n))
	if (n > alone && opts.Method != search.Bounds || opts.Method == search.Annealing) && n <= annealed {
		steps := cmp.Or(opts.Steps, Steps)
		c.stretch(ctx, steps/stepsOfSwap)
		c.anneal(ctx, steps)
	}
	stopped := ""
	switch {
	case opts.Method == search.Bounds:
		stopped = "no search was asked for"
	case n <= annealed && (opts.Method == search.Annealing || n > MaxNodes):
		stopped = "tabu search and annealing found no smaller cover"
	case n <= MaxNodes:
		c.exhaust(ctx)
	}
	return c.end(ctx, stopped)
}

// MaxNodes is the largest modulus of the exhaustive search.
const MaxNodes = 2*covers.MaxClasses + 1

// inquiry is one call of Find.
type inquiry struct {
	*session.Session
	n      int
	lambda int
	steps  int // of Options
}

// arithmetic sets the lower bound that needs no search. What only a computation of others has
// shown, that there is no plane of order 10, is left to the search, which refutes its cover at
// once.
func (c *inquiry) arithmetic() {
	lower, by := session.LeastSize(c.n)
	if q, ok := bounds.OrderOfPoints(c.n); ok && c.n <= alone && bounds.PlaneOrder(q).Status == bounds.PlaneExcludedByComputation {
		lower, by = bounds.MaekawaSize(c.n), session.ByCounting
	}
	c.Raise(lower, by)
}

// Steps is the default of Options.Steps.
const Steps = 1 << 19

// alone is the largest n for which exhaustive search ends in minutes, so that it works
// alone: the cover found is then always the same.
const alone = 133

// exhaust raises the lower bound until it is reached, or ctx ends.
func (c *inquiry) exhaust(ctx context.Context) {
	for c.LowerOr(0) < len(c.Cover) {
		k := c.LowerOr(0)
		search := exhaustion(c.n, k, c.Options.Jobs)
		words := residues(fmt.Sprint(k, " "), c.n, 1)
		c.At(words)
		search.At = func(done, of int) { c.Count("cases: "+words, done, of) }
		cover, decided := search.Run(ctx)
		switch {
		case !decided:
			return
		case cover != nil:
			c.Improve(padded(c.n, k, cover), "exhaustive search over covers of Z_n")
		default:
			c.Raise(k+1, fmt.Sprintf("exhaustive search over covers of Z_n: none of %d residues", k))
		}
	}
}

// end checks the cover, and returns the result.
func (c *inquiry) end(ctx context.Context, stopped string) (*search.Result, error) {
	if c.Cover == nil {
		c.Verdict = search.Unknown
		return c.End(session.StopCause(ctx))
	}
	// What was found is checked also where ctx has ended.
	if missing, ok, _ := planes.IsDifferenceCover(context.WithoutCancel(ctx), c.n, c.Cover); !ok {
		return nil, quorum.Internal("%d is no difference of the residues %v modulo %d", missing, c.Cover, c.n)
	}
	if c.n <= listed {
		known, err := construct.Cyclic(c.n, c.Cover)
		system, err := c.TakeTranslates(ctx, known, err)
		if err != nil {
			return nil, err
		}
		if c.lambda > 1 {
			shared, err := liars.Find(context.WithoutCancel(ctx), []quorum.Family{system.Family()}, c.Options.Jobs)
			if err != nil || shared.Least < c.lambda {
				return nil, quorum.Internal("two translates %s share %d nodes: %v", system.Name(), shared.Least, err)
			}
		}
	} else {
		c.Notes = append(c.Notes, fmt.Sprintf("The differences of the cover are verified; its %d quorums are not listed for n > %d.", c.n, listed))
	}
	c.Value = c.Upper
	switch k := len(c.Cover); {
	case c.lambda == 1 && k > bounds.PlaneSize(c.n):
		c.Notes = append(c.Notes, OfTranslates)
	case k*(k-1) > c.lambda*(c.n-1) && c.lambda > 1:
		c.Notes = append(c.Notes, "least among the translates of one set; other sets that share as much may be smaller")
	}
	return c.End(cmp.Or(session.StopCause(ctx), stopped, fmt.Sprintf("no search is made for n > %d", annealed)))
}
