package enumerate

import (
	"context"
	"iter"
	"math/big"
	"math/bits"
	"sync"

	"coterie/bounds"
	"coterie/internal/machine/par"
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
// and every one is added up before it counts. Where numbers would not fit in 64 bits,
// loads.Find decides. A class stands for n!/Automorphisms labelled coteries. Proofs are in
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
	orbit, groups := uint64(1), r.Groups()
	for k := 2; k <= r.n; k++ {
		orbit *= uint64(k)
	}
	automorphisms := r.Automorphisms()
	if orbit%uint64(automorphisms) != 0 {
		return quorum.Internal("%d automorphisms of %d nodes", automorphisms, r.n)
	}
	orbit /= uint64(automorphisms)
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
		t.groups += uint64(len(groups))
	}
	return nil
}

const (
	// maxPivots is far more than such a small program takes.
	maxPivots = 200
	// maxEntry is the greatest number in a tableau: the difference of two products fits in 64 bits.
	maxEntry = 1 << 30
	// maxColumns bounds the shift-minimal sets: an antichain of sets of 9 nodes has at most 126.
	maxColumns = 126
)

// votesGame decides whether a regular nondominated coterie has a vote assignment: see "Votes".
type votesGame struct {
	sets []int // the shift-minimal ones
	// The tableau of "maximise Σ p_Q subject to Σ p_Q·|Q ∩ the first j nodes| <= j for j = 1..n",
	// all numbers times the last pivot: a row for each j, then the goal; a column for each set,
	// then the right side.
	rows [MaxRegular + 1][maxColumns + 1]int64
	// basis has what stands at each row, and outside what at each column: set q as q, the slack of
	// j as -j.
	basis   [MaxRegular]int
	outside [maxColumns]int
	scale   int64
}

// decide reports whether r has votes; decided is false if too many pivots or too great numbers came
// up.
func (g *votesGame) decide(r *RegularCoterie, pivots int) (assignable, decided bool) {
	n := r.n
	g.sets = r.appendShiftMinimal(g.sets[:0])
	m := len(g.sets)
	for j := 1; j <= n; j++ {
		g.basis[j-1] = -j
		for q, set := range g.sets {
			g.rows[j-1][q] = int64(bits.OnesCount(uint(set & (1<<j - 1))))
		}
		g.rows[j-1][m] = int64(j)
	}
	for q := range g.sets {
		g.outside[q] = q
		g.rows[n][q] = -1
	}
	g.rows[n][m] = 0
	g.scale = 1
	for range pivots {
		if g.rows[n][m] >= 2*g.scale { // the load is at most 1/2
			return false, g.tradeHolds(n, m)
		}
		column := -1
		for q := range m {
			if g.rows[n][q] < 0 && (column < 0 || g.rows[n][q] < g.rows[n][column]) {
				column = q
			}
		}
		if column < 0 {
			return true, g.votesHold(n, m)
		}
		row := -1
		for j := range n {
			if g.rows[j][column] > 0 && (row < 0 || g.rows[j][m]*g.rows[row][column] < g.rows[row][m]*g.rows[j][column]) {
				row = j
			}
		}
		if row < 0 || !g.pivot(n, m, row, column) {
			return false, false
		}
	}
	return false, false
}

// pivot exchanges what stands at the row with what stands at the column. All numbers are minors of
// the first tableau, so the divisions leave no rest (Edmonds 1967, Bareiss 1968). It reports
// whether the numbers stay small.
func (g *votesGame) pivot(n, m, row, column int) bool {
	pivot, scale := g.rows[row][column], g.scale
	for j := range n + 1 {
		if j == row {
			continue
		}
		factor := g.rows[j][column]
		for q := range m + 1 {
			if q == column {
				continue
			}
			x := (g.rows[j][q]*pivot - factor*g.rows[row][q]) / scale
			if x > maxEntry || x < -maxEntry {
				return false
			}
			g.rows[j][q] = x
		}
		g.rows[j][column] = -factor
	}
	g.rows[row][column] = scale
	g.scale = pivot
	g.basis[row], g.outside[column] = g.outside[column], g.basis[row]
	return true
}

// votesHold reads nonincreasing votes from the goal, and reports whether they have more than half
// on every shift-minimal set, hence on every quorum.
func (g *votesGame) votesHold(n, m int) bool {
	var votes [MaxRegular]int64
	total := int64(0)
	for q := range m {
		if j := -g.outside[q]; j > 0 { // so many votes for each of the first j
			for i := range j {
				votes[i] += g.rows[n][q]
			}
			total += int64(j) * g.rows[n][q]
		}
	}
	for i := range n {
		if votes[i] < 0 || i > 0 && votes[i] > votes[i-1] {
			return false
		}
	}
	for _, set := range g.sets {
		sum := int64(0)
		for rest := uint(set); rest != 0; rest &= rest - 1 {
			sum += votes[bits.TrailingZeros(rest)]
		}
		if 2*sum <= total {
			return false
		}
	}
	return true
}

// tradeHolds reads how often each shift-minimal set is taken, and reports whether in the list the
// first j nodes occur, together, at most j/2 times as often as there are sets, for every j.
func (g *votesGame) tradeHolds(n, m int) bool {
	var occur [MaxRegular]int64
	all := int64(0)
	for row := range n {
		if g.basis[row] < 0 {
			continue
		}
		times := g.rows[row][m]
		if times < 0 {
			return false
		}
		all += times
		for rest := uint(g.sets[g.basis[row]]); rest != 0; rest &= rest - 1 {
			occur[bits.TrailingZeros(rest)] += times
		}
	}
	if all == 0 {
		return false
	}
	sum := int64(0)
	for i := range n {
		sum += occur[i]
		if 2*sum > int64(i+1)*all {
			return false
		}
	}
	return true
}
