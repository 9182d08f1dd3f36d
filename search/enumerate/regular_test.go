package enumerate

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/solve/lp"
	"coterie/measure/loads"
	"coterie/quorum"
)

// permuted yields all orders of n things.
func permuted(n int, yield func([]int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	yield(order)
	for _, i := range transpositions(n) {
		order[i], order[i+1] = order[i+1], order[i]
		yield(order)
	}
}

// renamedByHand gives node v the name to[v], from the definition.
func renamedByHand(f Function, to []int) Function {
	g := Function{n: f.n}
	for set := range 1 << f.n {
		if f.Has(set) {
			image := 0
			for v, w := range to {
				image |= set >> v & 1 << w
			}
			g.words[image/64] |= 1 << (image % 64)
		}
	}
	return g
}

// leastImage returns the least of all renamings of f, and how many give f.
func leastImage(f Function) (least Function, automorphisms int) {
	least = f
	permuted(f.n, func(to []int) {
		g := renamedByHand(f, to)
		if g == f {
			automorphisms++
		}
		if g.compare(least) < 0 {
			least = g
		}
	})
	return least, automorphisms
}

// sortedByHand reports whether f is regular in the order of its nodes, from the definition.
func sortedByHand(f Function) bool {
	for set := range 1 << f.n {
		for j := range f.n {
			for i := range j {
				if f.Has(set) && set>>j&1 == 1 && set>>i&1 == 0 && !f.Has(set-1<<j+1<<i) {
					return false
				}
			}
		}
	}
	return true
}

// TestRegularByHand compares Regular with all nondominated coteries on up to 6 nodes, sorted and
// told apart by trying all renamings.
func TestRegularByHand(t *testing.T) {
	for n := 2; n <= 6; n++ {
		classes := map[Function]int{} // the sorted members of classes, to their automorphisms
		labelled := 0
		for _, f := range selfDualFunctions(n) {
			if IsRegular(f) {
				labelled++
			}
			if sortedByHand(f) {
				_, classes[f] = leastImage(f)
			}
		}
		least := map[Function]bool{}
		listed, orbits := 0, 0
		for r := range assert.Each(t, Regular(t.Context(), n, Options{})) {
			f := functionOf(r)
			if automorphisms, known := classes[f]; !known || automorphisms != r.Automorphisms() {
				t.Errorf("n = %d: %v, %d automorphisms, by hand %d (%v)", n, f.Minimal(), r.Automorphisms(), automorphisms, known)
			}
			if again, err := FunctionOf(r.Family()); err != nil || again != f || !slices.Equal(r.Minimal(), f.Minimal()) {
				t.Errorf("n = %d: the family of %v: %v", n, f.Minimal(), err)
			}
			image, _ := leastImage(f)
			if least[image] {
				t.Errorf("n = %d: %v is listed twice", n, f.Minimal())
			}
			least[image] = true
			listed++
			orbits += factorial(n) / r.Automorphisms()
			checkShiftMinimal(t, r)
		}
		if listed != len(classes) || orbits != labelled {
			t.Errorf("n = %d: %d classes of %d, by hand %d of %d", n, listed, orbits, len(classes), labelled)
		}
	}
}

// functionOf returns the truth table of a coterie on at most 8 nodes.
func functionOf(r RegularCoterie) Function {
	return Function{n: r.n, words: [4]uint64(r.live[:4])}
}

// checkShiftMinimal compares the shift-minimal sets with the definition of the shift order.
func checkShiftMinimal(t *testing.T, r RegularCoterie) {
	t.Helper()
	below := func(s, u int) bool {
		count := 0
		for j := range r.n {
			if count += u>>j&1 - s>>j&1; count < 0 {
				return false
			}
		}
		return true
	}
	minimal := map[int]bool{}
	for _, s := range appendShiftMinimal(nil, &r) {
		minimal[int(s)] = true
	}
	for s := range 1 << r.n {
		above, strictly := false, false
		for u := range minimal {
			above = above || below(u, s)
			strictly = strictly || below(u, s) && u != s
		}
		if r.live.has(s) != above || minimal[s] != (above && !strictly) {
			t.Fatalf("set %b of %v", s, r)
		}
	}
}

// TestIsRegular compares with trying all orders, on all monotone functions of up to 4 nodes and
// some of 5.
func TestIsRegular(t *testing.T) {
	for n := 1; n <= 5; n++ {
		regular, other := 0, 0
		for i, f := range allMonotone(n).members {
			if n == 5 && i%20 != 0 {
				continue
			}
			g := Function{n: n, words: [4]uint64{uint64(f)}}
			byHand := false
			permuted(n, func(to []int) { byHand = byHand || sortedByHand(renamedByHand(g, to)) })
			assert.Equal(t, IsRegular(g), byHand, "n = %d: %v: %v", n, g.Minimal(), !byHand)
			if byHand {
				regular++
			} else {
				other++
			}
		}
		if n >= 4 && (regular == 0 || other == 0) {
			t.Errorf("n = %d: %d functions are regular, %d are not", n, regular, other)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for r := range assert.Each(t, Regular(t.Context(), 8, Options{})) {
		if f := functionOf(r); rng.IntN(50) == 0 && !IsRegular(renamedByHand(f, rng.Perm(8))) {
			t.Errorf("%v", f.Minimal())
		}
	}
	fano := assert.Got(quorum.NewFamily(7, [][]int{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}}))(t)
	if f, err := FunctionOf(fano); err != nil || IsRegular(f) {
		t.Errorf("the Fano plane: %v", err)
	}
}

// publishedVotes are the numbers of threshold functions that others counted.
type publishedVotes struct {
	FirstN   int       `json:"first_n"`
	Regular  []*number `json:"regular_self_dual_classes"`
	Classes  []*number `json:"self_dual_threshold_classes"`
	Labelled []*number `json:"self_dual_threshold_monotone"`
	Signed   []*number `json:"self_dual_threshold_all"`
}

// number is an integer written as a string.
type number struct{ big.Int }

func (x *number) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if _, ok := x.SetString(s, 10); !ok {
		return errors.New(s + " is no number")
	}
	return nil
}

func readPublishedVotes(t *testing.T) (p publishedVotes) {
	t.Helper()
	data := assert.Got(os.ReadFile("../../experiments/papers/muroga-threshold.json"))(t)
	assert.OK(t, json.Unmarshal(data, &p))
	if p.FirstN != 1 || len(p.Classes) != MaxRegular {
		t.Fatalf("%+v", p)
	}
	return p
}

// checkPublishedVotes compares the counts for 1 to n nodes with the published ones.
func checkPublishedVotes(t *testing.T, most int) {
	t.Helper()
	p := readPublishedVotes(t)
	labelled := []*big.Int{new(big.Int)}
	for n := 1; n <= most; n++ {
		c := assert.Got(CountVotes(t.Context(), n, Options{}))(t)
		if c.RegularClasses.Cmp(&p.Regular[n-1].Int) != 0 || c.Classes.Cmp(&p.Classes[n-1].Int) != 0 || c.Labelled.Cmp(&p.Labelled[n-1].Int) != 0 {
			t.Errorf("n = %d: %+v", n, c)
		}
		if c.ByFallback > 0 {
			t.Errorf("n = %d: the quick test left %d classes", n, c.ByFallback)
		}
		if labelled = append(labelled, c.Labelled); signed(labelled).Cmp(&p.Signed[n-1].Int) != 0 {
			t.Errorf("n = %d: %v self-dual threshold functions", n, signed(labelled))
		}
		t.Logf("n = %d: %+v", n, c)
	}
}

// signed returns the number of self-dual threshold functions of n variables, monotone or not, given
// the numbers of the monotone ones for 0 to n: each variable that a function depends on can be
// negated.
func signed(labelled []*big.Int) *big.Int {
	sum := new(big.Int)
	n := int64(len(labelled) - 1)
	for k := int64(0); k <= n; k++ {
		used := new(big.Int) // those that depend on k given variables
		for i := int64(0); i <= k; i++ {
			term := new(big.Int).Mul(new(big.Int).Binomial(k, i), labelled[i])
			if (k-i)%2 == 1 {
				term.Neg(term)
			}
			used.Add(used, term)
		}
		used.Mul(used, new(big.Int).Binomial(n, k)).Lsh(used, uint(k))
		sum.Add(sum, used)
	}
	return sum
}

func TestVoteCounts(t *testing.T) { checkPublishedVotes(t, 8) }

// TestVotesAgainstLoads compares the quick test with the votes that package measure/votes finds:
// for every class of up to 7 nodes, and some of 9, where regular coteries without votes begin.
func TestVotesAgainstLoads(t *testing.T) {
	var game votesGame
	without := 0
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 9} {
		i := 0
		for r := range assert.Each(t, Regular(t.Context(), n, Options{})) {
			if i++; n == 9 && i%2500 != 0 {
				continue
			}
			assignable, decided := game.decide(&r, maxPivots)
			load := assert.Got(loads.Find(t.Context(), r.Family(), loads.Options{}))(t)
			if byLoad := load.Value.Cmp(bounds.FractionOf(1, 2)) > 0; !decided || assignable != byLoad {
				t.Errorf("n = %d: %v: %v (%v), and the load is %v", n, r.Minimal(), assignable, decided, load.Value)
			}
			if !assignable {
				without++
			}
			// Certificates that are spoilt do not pass.
			if game.game.Dual = (lp.Weights{}); assignable && game.votesHold(n) {
				t.Errorf("n = %d: no votes at all pass", n)
			}
			if game.game.Value = (lp.Weights{}); !assignable && game.tradeHolds(n) {
				t.Errorf("n = %d: an empty trade passes", n)
			}
		}
	}
	if without == 0 {
		t.Error("all of them have votes")
	}
}

// TestVotesRefused: one quorum of a majority is no trade, as its nodes are in more than half of it.
func TestVotesRefused(t *testing.T) {
	assert.Long(t, "it lists the votes of 7 nodes")
	for n := 1; n <= MaxRegular; n += 2 {
		var game votesGame
		for r := range assert.Each(t, Regular(t.Context(), n, Options{})) {
			if r.Automorphisms() != factorial(n) { // the majority looks the same to all nodes
				continue
			}
			game.sets = appendShiftMinimal(nil, &r)
			game.game.Begin(n, game.sets, true)
			game.game.Basis[0], game.game.Value[0] = 0, 1
			if game.tradeHolds(n) {
				t.Errorf("n = %d: one of the quorums %v passes as a trade", n, game.sets)
			}
		}
		if game.sets == nil {
			t.Errorf("n = %d: no majority", n)
		}
	}
}

// TestVotesFallback leaves every class to loads.Find.
func TestVotesFallback(t *testing.T) {
	for n := 1; n <= 6; n++ {
		want := assert.Got(CountVotes(t.Context(), n, Options{Jobs: 1}))(t)
		got := assert.Got(countVotes(t.Context(), n, Options{Jobs: 3}, 0))(t)
		if got.Classes.Cmp(want.Classes) != 0 || got.Labelled.Cmp(want.Labelled) != 0 || got.CoterieClasses.Cmp(want.CoterieClasses) != 0 || int64(got.ByFallback) != want.RegularClasses.Int64() {
			t.Errorf("n = %d: %+v and %+v", n, got, want)
		}
	}
}

// TestQuotasByHand makes all coteries on up to 4 nodes from votes and quotas, and counts them.
func TestQuotasByHand(t *testing.T) {
	const most = 3 // a node has at most so many votes, which is enough: the numbers below are reached
	for n := 1; n <= 4; n++ {
		made, classes := map[Function]bool{}, map[Function]bool{}
		votes := make([]int, n)
		var try func(v int)
		try = func(v int) {
			if v < n {
				for votes[v] = 0; votes[v] <= most; votes[v]++ {
					try(v + 1)
				}
				return
			}
			for quota := 1; quota <= most*n; quota++ {
				f := Function{n: n}
				for set := range 1 << n {
					sum := 0
					for x, w := range votes {
						sum += set >> x & 1 * w
					}
					if sum >= quota {
						f.words[0] |= 1 << set
					}
				}
				if f.Size() > 0 && f.Below(f.Dual()) && !made[f] {
					made[f] = true
					least, _ := leastImage(f)
					classes[least] = true
				}
			}
		}
		try(0)
		c := assert.Got(CountVotes(t.Context(), n+1, Options{}))(t)
		if c.Coteries.Int64() != int64(len(made)) || c.CoterieClasses.Int64() != int64(len(classes)) {
			t.Errorf("n = %d: %v of %v classes, by hand %d of %d", n, c.Coteries, c.CoterieClasses, len(made), len(classes))
		}
	}
}

func TestRegularRefusals(t *testing.T) {
	var input *quorum.InputError
	for _, n := range []int{-1, 0, 10} {
		if _, err := CountVotes(t.Context(), n, Options{}); !errors.As(err, &input) || input.What != "n" {
			t.Errorf("n = %d: %v", n, err)
		}
		for _, err := range Regular(t.Context(), n, Options{}) {
			assert.True(t, errors.As(err, &input), "n = %d: %v", n, err)
		}
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	seen, last := 0, error(nil)
	for _, last = range Regular(ctx, 9, Options{}) {
		if seen++; seen == 100 {
			cancel(cause)
		}
	}
	if last != cause || seen > 2000 {
		t.Errorf("%d coteries, then %v", seen, last)
	}
	if _, err := CountVotes(ctx, 9, Options{}); err != cause {
		t.Errorf("counting after the end: %v", err)
	}
	reports := 0
	_, err := CountVotes(t.Context(), 8, Options{Progress: func(_ string, done, _ int) { reports += min(1, done) }})
	if err != nil || reports == 0 {
		t.Errorf("%d reports, %v", reports, err)
	}
	seen = 0
	for range Regular(t.Context(), 9, Options{}) { // a loop that is left
		if seen++; seen == 3 {
			break
		}
	}
}
