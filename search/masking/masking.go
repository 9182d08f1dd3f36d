package masking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/measure/liars"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/search"
)

// Objective is the quantity whose least value is sought.
type Objective string

// The objectives.
const (
	Size Objective = "size" // to which all quorums can keep
	Load Objective = "load"
)

// Options are those of Find; the zero value asks for the least load of a masking system.
type Options struct {
	search.Options
	Kind      quorum.Property // of liars.Kinds; empty: Masking
	Objective Objective       // empty: Load
	// Patience is how many steps a local search over many orbits takes after the last one that led
	// to a smaller load. 0 stands for 1,000, some seconds of CPU.
	Patience int
}

// MaxNodes is the greatest n.
const MaxNodes = 60

// NotAsked is why the bounds need not meet where too many sets of nodes fit each other.
const NotAsked = "no solver was asked"

// Find looks for a system on at most n nodes of which any b may lie. The result's bounds are sizes
// or fractions; System is a best one that was found, judged by liars.Judge, its load found by
// loads.Find and judged by loads.Check. Below 3b+1 nodes for dissemination, 4b+1 for masking and 5b
// for opaque systems there is none.
//
// Neither the verdict nor the value depends on Jobs or Seed, but for the upper bound where no
// solver was asked, which may depend on Seed. Errors: a *quorum.InputError unless 1 <= n <=
// MaxNodes, 0 <= b <= n, and kind and objective are known; those of a solver; an internal error if
// a system fails its check.
//
// Proof: docs/theorems/liars.md, docs/theorems/least-load-of-liars.md.
func Find(ctx context.Context, n, b int, opts Options) (*search.Result, error) {
	if opts.Kind == "" {
		opts.Kind = quorum.Masking
	}
	if opts.Objective == "" {
		opts.Objective = Load
	}
	k := slices.Index(liars.Kinds(), opts.Kind)
	if k < 0 {
		return nil, quorum.Bad("kind", show.Value(string(opts.Kind))+" is none", "dissemination, masking or opaque")
	}
	if opts.Objective != Size && opts.Objective != Load {
		return nil, quorum.Bad("objective", show.Value(string(opts.Objective))+" is none", "size or load")
	}
	if err := errors.Join(session.Need("n", n, 1, MaxNodes), session.Need("b", b, 0, n)); err != nil {
		return nil, err
	}
	s := &run{n: n, b: b, kind: opts.Kind, share: shares(b)[k], fewest: liars.Fewest(opts.Kind, b), patience: cmp.Or(opts.Patience, 1000), rng: rand.New(rand.NewPCG(opts.Seed, uint64(n)))}
	s.Session = session.New(ctx, opts.Options, &search.Result{
		Search: "masking", Objective: string(opts.Objective), Verdict: search.Unknown,
		Question: fmt.Sprintf("What is the least %s of a quorum system of the kind %s on %s, of which any %d may lie?", opts.Objective, opts.Kind, show.Count(n, "node"), b),
	})
	if n < s.fewest {
		s.Verdict = search.ProvenAbsent
		s.LowerBy = fmt.Sprintf("quorums without b nodes: a system of the kind %s for %s has at least %s", opts.Kind, show.Count(b, "liar"), show.Count(s.fewest, "node"))
		return s.End("")
	}
	err := s.find(ctx, opts.Objective)
	if err != nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))) {
		return nil, err
	}
	return s.End(session.StopCause(ctx))
}

// shares returns, for each of liars.Kinds, the share of a run.
func shares(b int) []int { return []int{b + 1, 2*b + 1, max(2*b+1, 3*b)} }

// run is one call of Find.
type run struct {
	*session.Session
	n, b   int
	kind   quorum.Property
	share  int // nodes that two different quorums of the least size share at least
	fewest int // nodes of any such system
	rng    *rand.Rand

	patience int
}

// smallest is the least size of a quorum: one that has none of b nodes of another quorum shares as
// much with it as they must.
func (s *run) smallest() int {
	if s.kind == quorum.Opaque {
		return max(4*s.b, 1)
	}
	return s.share + s.b
}

// shared is how many nodes a quorum shares with any other that has k nodes at least, as it has.
func (s *run) shared(k int) int {
	if s.kind == quorum.Opaque {
		return max(2*s.b+1, (k+2*s.b+1)/2)
	}
	return s.share
}

func (s *run) find(ctx context.Context, objective Objective) error {
	if objective == Size {
		s.Raise(s.smallest(), "a quorum without b nodes of another shares as much with it as two must")
		return s.threshold(ctx, s.fewest, s.smallest(), objective)
	}
	floor, by := s.floor(s.n)
	s.Lower, s.LowerBy = new(bounds.NewFraction(floor)), by
	s.Tell()
	if err := s.construct(ctx); err != nil || s.Met() {
		return err
	}
	if !s.asks() {
		s.StoppedBy = NotAsked
		return nil
	}
	return s.solve(ctx)
}

// floor is a bound on the load of systems on at most n nodes by arithmetic.
func (s *run) floor(n int) (*big.Rat, string) {
	least, by := s.loadOf(n, s.smallest()), "counting: at most n quorums, any two of which share enough, and sizes are whole numbers"
	for c := s.smallest() + 1; c <= n; c++ {
		if l := s.loadOf(n, c); l.Cmp(least) < 0 {
			least = l
		}
	}
	if s.kind == quorum.Opaque && least.Cmp(bounds.OpaqueLoad()) < 0 {
		return bounds.OpaqueLoad(), "no opaque system has less"
	}
	if k := new(big.Rat).Mul(least, big.NewRat(int64(n), 1)); k.IsInt() && s.kind != quorum.Opaque {
		if excluded, why, err := bounds.BruckRyserChowla(n, int(k.Num().Int64()), s.share); excluded && err == nil {
			by += "; the load is greater, as one of so much is that of a symmetric design (theorem of Bruck, Ryser and Chowla: " + why + ")"
		}
	}
	return least, by
}

// loadOf is a bound on the load of systems on at most n nodes whose smallest quorum has c.
func (s *run) loadOf(n, c int) *big.Rat {
	share := func(size int) *big.Rat {
		if s.kind == quorum.Opaque && size > 2*s.b+2 {
			return big.NewRat(int64(size+2*s.b), 2)
		}
		return big.NewRat(int64(s.share), 1)
	}
	least := bounds.LoadFromIntersection(n, c, min(s.shared(c), c))
	if more := bounds.LoadFromSharing(n, max(c, s.share+1), share); more.Cmp(least) > 0 {
		return more
	}
	return least
}

// fit reports whether two sets of nodes may both be quorums.
func (s *run) fit(q, r uint64) bool {
	both := bits.OnesCount64(q & r)
	if s.kind == quorum.Opaque {
		return both > 2*s.b && 2*both-max(bits.OnesCount64(q), bits.OnesCount64(r)) >= 2*s.b
	}
	return both >= s.share
}

// offer takes a family as the best, if it is better and, with more quorums, bears the liars.
func (s *run) offer(ctx context.Context, f quorum.Family, by string, objective Objective) (err error) {
	var load loads.Load
	var value *bounds.Fraction
	for _, grown := range []bool{false, true} {
		if grown {
			if f, err = s.bearing(ctx, f); err == nil {
				f, err = s.within(f)
			}
			if err != nil {
				return err
			}
		}
		load, err = loads.Find(ctx, f, loads.Options{})
		var limit *quorum.LimitError
		switch {
		case errors.As(err, &limit) && ctx.Err() == nil:
			return nil
		case err != nil:
			return err
		}
		value = new(bounds.NewFraction(load.Value.Rat()))
		if _, largest := f.Sizes(); objective == Size {
			value = new(bounds.FractionOf(int64(largest), 1))
		}
		if s.Upper != nil && value.Cmp(*s.Upper) >= 0 {
			return nil
		}
	}
	for _, v := range liars.Judge(ctx, []quorum.Family{f}, liars.Faulty{Any: s.b}, s.Options.Jobs) {
		if v.Property == s.kind && v.Holds != quorum.Holds {
			return context.Cause(ctx) // of a family that was only hoped for
		}
	}
	if err := errors.Join(loads.Check(ctx, f, load), session.Judge(ctx, quorum.JudgeMinimality(ctx, f, quorum.Options{}), by)); err != nil {
		return err
	}
	system, err := quorum.NewSystem(fmt.Sprintf("%s %v for %s on %s", objective, value, show.Count(s.b, "liar"), show.Count(s.n, "node")), f, quorum.SystemOptions{})
	if err != nil {
		return quorum.Internal("%s: %w", by, err)
	}
	if value.Cmp(*s.Lower) < 0 {
		return quorum.Internal("the %s %v of %s is below the bound %v by %s", objective, value, by, s.Lower, s.LowerBy)
	}
	s.Verdict, s.System, s.Value, s.Upper, s.UpperBy = search.Found, quorum.KnownOf(system), value, value, by
	if objective == Load {
		s.Load = &load
	}
	s.Tell()
	return nil
}
