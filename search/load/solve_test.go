package load

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/solve/session"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/search"
)

// TestBySolver: from a single node as the best system, both encodings find the same as the list of
// all classes, whatever the jobs.
func TestBySolver(t *testing.T) {
	for n := 2; n <= 7; n++ {
		for name, e := range map[string]encoding{"coteries": coteries, "strategies": strategies} {
			var first *search.Result
			for _, jobs := range []int{1, 3} {
				s := &run{Session: session.New(t.Context(), search.Options{Jobs: jobs}, &search.Result{}), n: n, rng: rand.New(rand.NewPCG(1, 2))}
				s.raise(new(big.Rat), "nothing")
				assert.OK(t, s.offer(context.Background(), family(n, []uint64{1}), "a single node"))
				assert.OK(t, s.solve(context.Background(), e))
				want := bounds.LoadFromWholeSizes(n) // reached for n <= 7
				if !s.Met() || s.Value.Rat().Cmp(want) != 0 {
					t.Errorf("n = %d, %s: %v (%s), want %v", n, name, s.Value, s.LowerBy, want)
				}
				judgeLoad(t, n, assert.Got(s.End(""))(t))
				if first == nil {
					first = s.Result
				} else if !slices.Equal(first.Notes, s.Notes) || !reflect.DeepEqual(first.System, s.System) {
					t.Errorf("n = %d, %s: with 3 jobs another answer", n, name)
				}
			}
		}
	}
}

// TestTree compares with all nondominated coteries: there is a better system in which a set is live
// if and only if one is found, and else each of them breaks a clause of the node weights.
func TestTree(t *testing.T) {
	assert.Long(t, "it compares with all coteries")
	for n := 2; n <= 5; n++ {
		found, excluded := 0, 0
		all := byFlips(n)
		for _, value := range []*big.Rat{big.NewRat(1, 1), big.NewRat(3, 4), big.NewRat(2, 3), big.NewRat(3, 5), big.NewRat(4, 7), big.NewRat(5, 9), big.NewRat(1, 2)} {
			for start := uint64(1); start < 1<<n; start++ {
				tree := newTree(n, value, 1, 1)
				assert.Got(tree.search(t.Context(), false, tree.begin([]uint64{start}, nil)))(t)
				want := false
				for _, sets := range all {
					live := slices.ContainsFunc(sets, func(set uint64) bool { return set&^start == 0 })
					better := live && leastLoadOf(t, n, [][]uint64{sets}).Cmp(value) < 0
					want = want || better
					if live && !better && tree.better == nil && !slices.ContainsFunc(tree.weights, func(w []int64) bool { return heavy(sets, w, value) }) {
						t.Fatalf("n = %d, %v, start %b: no weights exclude %b", n, value, start, sets)
					}
				}
				assert.MustEqual(t, tree.better != nil, want, "n = %d, %v, start %b", n, value, start)
				if want {
					found++
					if !meet(append(slices.Clone(tree.better), start)) || leastLoadOf(t, n, [][]uint64{tree.better}).Cmp(value) >= 0 {
						t.Fatalf("n = %d, %v, start %b: %b is not better", n, value, start, tree.better)
					}
				} else {
					excluded++
				}
			}
		}
		if n > 2 && (found == 0 || excluded == 0) {
			t.Errorf("n = %d: %d found, %d excluded", n, found, excluded)
		}
	}
}

// heavy reports whether every set weighs at least value times the sum of the weights.
func heavy(sets []uint64, weights []int64, value *big.Rat) bool {
	total, least := int64(0), int64(math.MaxInt64)
	for _, w := range weights {
		total += w
	}
	for _, set := range sets {
		sum := int64(0)
		for v := range quorum.SetOfMask(set).All() {
			sum += weights[v]
		}
		least = min(least, sum)
	}
	return new(big.Rat).Mul(value, big.NewRat(total, 1)).Cmp(big.NewRat(least, 1)) <= 0
}

// TestAtMost: the greatest whole number below a value times the sum of weights.
func TestAtMost(t *testing.T) {
	for _, c := range []struct {
		value *big.Rat
		want  int64
	}{{big.NewRat(2, 3), 1}, {big.NewRat(1, 1), 2}, {big.NewRat(1, 2), 1}, {big.NewRat(5, 14), 1}, {big.NewRat(1, 3), 0}} {
		assert.Equal(t, atMost(c.value, []int64{1, 1, 1}), c.want, "below %v of 3", c.value)
	}
}

// TestFormula compares the models with all nondominated coteries, and each kind of clause with what
// it says of them.
func TestFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := 1; n <= 5; n++ {
		all := byFlips(n)
		f := newFormula(t.Context(), n)
		f.lighter(make([]int64, n), big.NewRat(1, 2)) // no node weights: nothing is said
		f.lighter(append(make([]int64, n-1), -1), big.NewRat(1, 2))
		models := modelsOf(t, f)
		assert.MustEqual(t, len(models), len(all), "n = %d", n)
		for range 30 {
			f := newFormula(t.Context(), n)
			weights := make([]int64, n)
			total := int64(0)
			for v := range weights {
				weights[v] = rng.Int64N(6)
				total += weights[v]
			}
			if total == 0 {
				continue
			}
			value := big.NewRat(1+rng.Int64N(8), 9)
			f.lighter(weights, value)
			want := 0
			for _, sets := range all {
				if !heavy(sets, weights, value) {
					want++
				}
			}
			assert.MustEqual(t, len(modelsOf(t, f)), want, "n = %d, weights %v, value %v", n, weights, value)
			if n > 3 {
				continue
			}
			least := 1 + rng.IntN(n)
			asked := newAsked(t.Context(), n, least, 0, value)
			asked.lighter(weights, value)
			models := 0
			for range assert.Each(t, asked.cnf.Models(t.Context(), 1000)) {
				models++
			}
			assert.MustEqual(t, models, intersecting(n, least, weights, value), "n = %d, sizes from %d, weights %v, value %v", n, least, weights, value)
		}
		for least := 1; least <= n; least++ {
			for most := least; most <= n; most++ {
				f := newFormula(t.Context(), n)
				f.sizes(least, most)
				want := 0
				for _, sets := range all {
					inside := slices.ContainsFunc(sets, func(set uint64) bool { return set < 1<<most })
					small := slices.ContainsFunc(sets, func(set uint64) bool { return bits.OnesCount64(set) < least })
					if inside && !small {
						want++
					}
				}
				assert.Equal(t, len(modelsOf(t, f)), want, "n = %d, sizes %d to %d", n, least, most)
			}
		}
	}
}

// intersecting counts the families of sets of at least least of n <= 3 nodes, every two of which
// meet, with a set that weighs less than value times the sum of the weights.
func intersecting(n, least int, weights []int64, value *big.Rat) (count int) {
	for family := range uint64(1) << (1 << n) {
		var sets []uint64
		for set := range uint64(1) << n {
			if family>>set&1 == 1 {
				sets = append(sets, set)
			}
		}
		light, total := false, int64(0)
		for _, w := range weights {
			total += w
		}
		fits := meet(sets)
		for _, set := range sets {
			sum := int64(0)
			for v := range quorum.SetOfMask(set).All() {
				sum += weights[v]
			}
			fits = fits && bits.OnesCount64(set) >= least
			light = light || big.NewRat(sum, 1).Cmp(new(big.Rat).Mul(value, big.NewRat(total, 1))) < 0
		}
		if fits && light {
			count++
		}
	}
	return count
}

// minimal lists the quorums of a model.
func (f *formula) minimal(model []bool) []uint64 {
	holds := func(set int) bool {
		if l := f.live[set]; l > 0 {
			return model[l]
		} else {
			return !model[-l]
		}
	}
	var out []uint64
	for set := range f.live {
		minimal := holds(set)
		for v := range f.n {
			minimal = minimal && (set>>v&1 == 0 || !holds(set&^(1<<v)))
		}
		if minimal {
			out = append(out, uint64(set))
		}
	}
	return out
}

// modelsOf lists the models as families, each once.
func modelsOf(t *testing.T, f *formula) map[string]bool {
	t.Helper()
	models := map[string]bool{}
	for model := range assert.Each(t, f.cnf.Models(context.Background(), 1000)) {
		family := family(f.n, f.minimal(append([]bool{false}, model...)))
		assert.MustEqual(t, quorum.JudgeIntersection(context.Background(), family, quorum.Options{}).Holds, quorum.Holds, "a model is no quorum system")
		text := ""
		for _, q := range family.All() {
			text += " "
			for _, v := range q {
				text += string(rune('a' + v))
			}
		}
		models[text] = true
	}
	return models
}

// TestSmallest judges the number of smallest quorums that it demands, on all nondominated coteries
// on up to five nodes, and on classes of six.
func TestSmallest(t *testing.T) {
	for n := 2; n <= 6; n++ {
		demanded := 0
		for item := range assert.Each(t, classCount(context.Background(), n, 1)) {
			f := item.Cartels[0].Family()
			l := assert.Got(loads.Find(context.Background(), f, loads.Options{}))(t)
			c, _ := f.Sizes()
			smallest := 0
			for _, q := range f.All() {
				if len(q) == c {
					smallest++
				}
			}
			value := new(big.Rat).Add(l.Value.Rat(), big.NewRat(1, 1_000_000))
			least, most := sizes(n, value)
			k := smallestSet(n, c, value)
			if smallest < k || c < least || c > most {
				t.Errorf("n = %d, load %v: smallest size %d, %d quorums of it; not %d to %d, at least %d", n, l.Value, c, smallest, least, most, k)
			}
			demanded = max(demanded, k)
		}
		if n > 3 && demanded < 2 {
			t.Errorf("n = %d: nothing is demanded", n)
		}
	}
	// Fano's lines are all there is below 3/7 and a bit; below 5/12, eight nodes need six quorums
	// of three.
	assert.Equal(t, smallestSet(7, 3, big.NewRat(428572, 1_000_000)), 7, "lines on 7 nodes")
	assert.Equal(t, smallestSet(8, 3, big.NewRat(5, 12)), 6, "triples on 8 nodes")
}

// TestFamilies compares the number of classes with orbits of all families.
func TestFamilies(t *testing.T) {
	for _, c := range []struct{ n, size, count int }{{4, 2, 3}, {5, 2, 4}, {5, 3, 3}, {6, 3, 3}, {6, 3, 4}, {6, 4, 2}} {
		var sets []uint64
		for set := uint64(1); set < 1<<c.n; set++ {
			if bits.OnesCount64(set) == c.size {
				sets = append(sets, set)
			}
		}
		orders := ordersOf(c.n)
		seen := map[string]bool{}
		classes := 0
		var choose func(chosen []uint64, from int)
		choose = func(chosen []uint64, from int) {
			if len(chosen) == c.count {
				if seen[string(image(chosen, orders[0]))] {
					return
				}
				classes++
				for _, order := range orders {
					seen[string(image(chosen, order))] = true
				}
				return
			}
			for i := from; i < len(sets); i++ {
				if !slices.ContainsFunc(chosen, func(other uint64) bool { return other&sets[i] == 0 }) {
					choose(append(slices.Clone(chosen), sets[i]), i+1)
				}
			}
		}
		choose(nil, 0)
		assert.Equal(t, len(assert.Got(families(context.Background(), c.n, c.size, c.count))(t)), classes, "%+v", c)
	}
}

// image renames the nodes, and returns the sets in ascending order as text.
func image(sets []uint64, order []int) []byte {
	image := make([]byte, len(sets))
	for i, set := range sets {
		for v := range quorum.SetOfMask(set).All() {
			image[i] |= 1 << order[v]
		}
	}
	slices.Sort(image)
	return image
}

// ordersOf lists all orders of n nodes, the identity first.
func ordersOf(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var orders [][]int
	for at := n - 1; at >= 0; at-- {
		for _, order := range ordersOf(n - 1) {
			orders = append(orders, slices.Insert(slices.Clone(order), at, n-1))
		}
	}
	return orders
}

// TestStartsOfEachSize: whatever size the smallest quorums may have, the strategies that are sought
// may begin with one of them.
func TestStartsOfEachSize(t *testing.T) {
	judged := 0
	for n := 3; n <= 9; n++ {
		for k := int64(1); k < 24; k++ {
			value := big.NewRat(k, 24)
			least, most := sizes(n, value)
			if least == most {
				continue
			}
			starts := assert.Got(strategies.starts(t.Context(), n, least, most, value))(t)
			for size := 1; size <= n; size++ {
				may := max(1/float64(size), float64(size)/float64(n)) < float64(k)/24-1e-12
				assert.Equal(t, slices.ContainsFunc(starts, func(sets []uint64) bool { return len(sets) == 1 && sets[0] == 1<<size-1 }), may, "n = %d, below %v: it begins with %d nodes", n, value, size)
				judged++
			}
		}
	}
	if judged < 100 {
		t.Error(judged)
	}
}
