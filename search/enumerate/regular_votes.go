package enumerate

import (
	"context"
	"iter"
	"math/big"
	"slices"
	"sync"

	"coterie/bounds"
	"coterie/internal/machine/par"
	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/measure/loads"
	"coterie/quorum"
)

// VoteCounts are numbers of coteries on n nodes, up to renaming and labelled, nodes in no quorum
// allowed. Those in which all nodes are used follow from the numbers for fewer nodes: classes by
// differences, labelled ones by binomial inversion.
type VoteCounts struct {
	// RegularClasses and Regular count the regular nondominated coteries.
	RegularClasses, Regular *big.Int
	// Classes and Labelled count the nondominated coteries that have a vote assignment.
	Classes, Labelled *big.Int
	// CoterieClasses and Coteries count all coteries on n-1 nodes, dominated or not, that have a
	// vote assignment with a quota.
	CoterieClasses, Coteries *big.Int
	// ByFallback is how many classes the quick test left to loads.Find.
	ByFallback int
}

// CountVotes counts the nondominated coteries on n nodes, 1 <= n <= 9, that are regular and that
// have a vote assignment, and the coteries on n-1 nodes that have one with a quota.
//
// Method: every vote-assignable nondominated coterie is regular, so each class that Regular lists
// is asked for votes: a simplex on its shift-minimal sets ends in votes or in a trade, in integers,
// and every one is added up before it counts. Where it takes too many exchanges, loads.Find
// decides. A class stands for n!/Automorphisms labelled coteries. Proofs are in
// "Regular functions" and "Votes".
//
// The result does not depend on opts.Jobs. Cost: some ten microseconds for each class, about five
// seconds in all for n = 9.
//
// Errors: a *quorum.InputError if n is not in 1..9, and the cause if ctx ended.
func CountVotes(ctx context.Context, n int, opts Options) (VoteCounts, error) {
	return countVotes(ctx, n, opts, maxPivots)
}

// votesBatch is how many classes a worker takes at a time.
const votesBatch = 512

func countVotes(ctx context.Context, n int, opts Options, pivots int) (VoteCounts, error) {
	if err := checkRegular(n); err != nil {
		return VoteCounts{}, err
	}
	jobs := par.Jobs(opts.Jobs)
	listed, stop := iter.Pull2(Regular(ctx, n, Options{}))
	defer stop()
	var listing sync.Mutex
	told := opts.progress().Count("regular coteries judged", 0)
	next := func(batch []RegularCoterie) ([]RegularCoterie, error) {
		listing.Lock()
		defer listing.Unlock()
		for len(batch) < votesBatch {
			r, err, more := listed()
			if err != nil || !more {
				return batch, err
			}
			batch = append(batch, r)
		}
		return batch, nil
	}
	tallies := make([]votesTally, jobs)
	err := par.For(ctx, jobs, jobs, func(ctx context.Context, _, i int) error {
		var batch []RegularCoterie
		for {
			var err error
			if batch, err = next(batch[:0]); err != nil || len(batch) == 0 {
				return err
			}
			for r := range batch {
				if err := tallies[i].add(ctx, &batch[r], pivots); err != nil {
					return err
				}
			}
			told(len(batch))
		}
	})
	if err != nil {
		return VoteCounts{}, err
	}
	var sum votesTally
	for i := range tallies {
		t := &tallies[i]
		sum.regularClasses += t.regularClasses
		sum.regular += t.regular
		sum.classes += t.classes
		sum.labelled += t.labelled
		sum.groups += t.groups
		sum.fallback += t.fallback
	}
	number := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	return VoteCounts{
		RegularClasses: number(sum.regularClasses), Regular: number(sum.regular),
		Classes: number(sum.classes), Labelled: number(sum.labelled),
		CoterieClasses: number(sum.groups - 1), Coteries: number(sum.labelled - 1),
		ByFallback: sum.fallback,
	}, nil
}

// votesTally adds up classes. For n = 9 no sum is above 319,124·9!, less than 2^37.
type votesTally struct {
	regularClasses, regular, classes, labelled uint64
	groups                                     uint64 // groups of the vote-assignable classes
	fallback                                   int
	game                                       votesGame
}

func (t *votesTally) add(ctx context.Context, r *RegularCoterie, pivots int) error {
	automorphisms := r.Automorphisms()
	if factorial(r.n)%automorphisms != 0 {
		return quorum.Internal("%d automorphisms of %d nodes", automorphisms, r.n)
	}
	orbit := uint64(factorial(r.n) / automorphisms)
	t.regularClasses++
	t.regular += orbit
	assignable, decided := t.game.decide(r, pivots)
	if !decided {
		t.fallback++
		load, err := loads.Find(ctx, r.Family(), loads.Options{})
		if err != nil {
			return err
		}
		assignable = load.Value.Cmp(bounds.FractionOf(1, 2)) > 0
	}
	if assignable {
		t.classes++
		t.labelled += orbit
		t.groups += uint64(len(r.Groups()))
	}
	return nil
}

// maxPivots is far more than such a small program takes.
const maxPivots = 200

// votesGame decides whether a regular nondominated coterie has a vote assignment: see "Votes".
type votesGame struct {
	sets []uint16 // the shift-minimal ones
	game lp.Whole // "maximise Σ p_Q subject to Σ p_Q·|Q ∩ the first j nodes| <= j for j = 1..n"
}

// decide reports whether r has votes; decided is false if too many pivots came up.
func (g *votesGame) decide(r *RegularCoterie, pivots int) (assignable, decided bool) {
	g.sets = appendShiftMinimal(g.sets[:0], r)
	g.game.Begin(r.n, g.sets, true)
	for range pivots {
		total := int32(0)
		for row, v := range g.game.Basis[:r.n] {
			if v >= 0 {
				total += g.game.Value[row]
			}
		}
		if total >= 2*g.game.Scale { // the load is at most 1/2
			return false, g.tradeHolds(r.n)
		}
		if !g.game.Step(false) {
			return true, g.votesHold(r.n)
		}
	}
	return false, false
}

// votesHold reads nonincreasing votes from the dual values, and reports whether they have more than
// half on every shift-minimal set, hence on every quorum.
func (g *votesGame) votesHold(n int) bool {
	total := int32(0)
	for i, v := range g.game.Dual[:n] {
		if v < 0 || i > 0 && v > g.game.Dual[i-1] {
			return false
		}
		total += v
	}
	s := lp.SumsOf(&g.game.Dual, n)
	return !slices.ContainsFunc(g.sets, func(set uint16) bool { return 2*s.Of(set) <= total })
}

// tradeHolds reads how often each shift-minimal set is taken, and reports whether in the list the
// first j nodes occur, together, at most j/2 times as often as there are sets, for every j.
func (g *votesGame) tradeHolds(n int) bool {
	var occur lp.Weights
	all := int32(0)
	for row, q := range g.game.Basis[:n] {
		if q < 0 {
			continue
		}
		times := g.game.Value[row]
		if times < 0 {
			return false
		}
		all += times
		for i := range sets.Ones(uint64(g.sets[q])) {
			occur[i] += times
		}
	}
	sum := int32(0)
	for i, times := range occur[:n] {
		sum += times
		if 2*sum > int32(i+1)*all {
			return false
		}
	}
	return all > 0
}
