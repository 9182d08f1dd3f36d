package load

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/measure"
	"coterie/quorum"
	"coterie/search"
)

// byFlips lists all nondominated coteries on n <= 6 nodes as truth tables: from a single node on,
// each minimal live set is exchanged with its complement, which leads from every one to every
// other.
func byFlips(n int) map[uint64][]uint64 {
	full := uint64(1)<<n - 1
	start := uint64(0)
	for set := range full + 1 {
		start |= (set & 1) << set
	}
	found := map[uint64][]uint64{start: nil}
	for queue := []uint64{start}; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		for set := range full + 1 {
			minimal := f>>set&1 == 1
			for v := range n {
				minimal = minimal && (set>>v&1 == 0 || f>>(set&^(1<<v))&1 == 0)
			}
			if !minimal {
				continue
			}
			found[f] = append(found[f], set)
			g := f&^(1<<set) | 1<<(full&^set)
			if _, ok := found[g]; !ok && g&1 == 0 {
				found[g] = nil
				queue = append(queue, g)
			}
		}
	}
	return found
}

func leastLoadOf(t *testing.T, n int, families [][]uint64) (least *big.Rat) {
	t.Helper()
	for _, sets := range families {
		l, err := measure.FindLoad(context.Background(), family(n, sets), measure.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if v := l.Value.Rat(); least == nil || v.Cmp(least) < 0 {
			least = v
		}
	}
	return least
}

// TestAgainstAllCoteries compares with the least over all nondominated coteries, listed in another
// way.
func TestAgainstAllCoteries(t *testing.T) {
	for n, count := range []int{1: 1, 2: 2, 3: 4, 4: 12, 5: 81} {
		if n == 0 {
			continue
		}
		var families [][]uint64
		for _, sets := range byFlips(n) {
			families = append(families, sets)
		}
		if len(families) != count {
			t.Fatalf("%d nondominated coteries on %d nodes", len(families), n)
		}
		r, err := Find(context.Background(), n, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := leastLoadOf(t, n, families); !r.Optimal || r.Verdict != search.Found || r.Value.Rat().Cmp(want) != 0 {
			t.Errorf("n = %d: %v, optimal %v, want %v", n, r.Value, r.Optimal, want)
		}
	}
}

// TestAgainstAllSystems compares with the least over all quorum systems on up to four nodes,
// dominated ones too.
func TestAgainstAllSystems(t *testing.T) {
	for n := 1; n <= 4; n++ {
		var least *big.Rat
		var extend func(sets []uint64, from uint64)
		extend = func(sets []uint64, from uint64) {
			if len(sets) > 0 {
				if v := leastLoadOf(t, n, [][]uint64{sets}); least == nil || v.Cmp(least) < 0 {
					least = v
				}
			}
			for set := from; set < 1<<n; set++ {
				if !slices.ContainsFunc(sets, func(other uint64) bool { return other&set == 0 || other&^set == 0 || set&^other == 0 }) {
					extend(append(slices.Clone(sets), set), set+1)
				}
			}
		}
		extend(nil, 1)
		r, err := Find(context.Background(), n, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Value.Rat().Cmp(least) != 0 {
			t.Errorf("n = %d: %v, want %v", n, r.Value, least)
		}
	}
}

// TestValues checks what is proved by bounds that meet: small n, planes, and planes without a
// point.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{{1, "1"}, {2, "1"}, {3, "2/3"}, {4, "3/5"}, {5, "5/9"}, {6, "1/2"}, {7, "3/7"}, {12, "1/3"}, {13, "4/13"}, {20, "1/4"}, {21, "5/21"}, {30, "1/5"}, {31, "6/31"}, {57, "8/57"}} {
		r, err := Find(context.Background(), c.n, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Value.String() != c.want || !r.Optimal || r.StoppedBy != "" {
			t.Errorf("n = %d: %v (optimal %v), want %s", c.n, r.Value, r.Optimal, c.want)
		}
		judgeLoad(t, c.n, r)
	}
}

// judgeLoad checks a result: its system has the upper bound as its load.
func judgeLoad(t *testing.T, n int, r *search.Result) {
	t.Helper()
	s := r.System.(*quorum.System)
	if s.N() != n || quorum.JudgeIntersection(context.Background(), s.Family(), quorum.Options{}).Holds != quorum.Holds {
		t.Fatalf("n = %d: no quorum system on n nodes", n)
	}
	l, err := measure.FindLoad(context.Background(), s.Family(), measure.LoadOptions{})
	if err != nil || r.Upper.Cmp(bounds.NewFraction(l.Value.Rat())) != 0 || r.Upper.Cmp(*r.Value) != 0 {
		t.Errorf("n = %d: upper %v, value %v, load %v, %v", n, r.Upper, r.Value, l.Value, err)
	}
	if r.Load == nil || r.Value.Cmp(bounds.NewFraction(r.Load.Value.Rat())) != 0 {
		t.Fatalf("n = %d: no proof that %v is the load", n, r.Value)
	}
	if err := measure.CheckLoad(t.Context(), s.Family(), nil, *r.Load); err != nil {
		t.Errorf("n = %d: %v", n, err)
	}
	for _, words := range append([]string{r.LowerBy, r.UpperBy}, r.Notes...) {
		if regexp.MustCompile(`[a-z]\.[A-Z]`).MatchString(words) {
			t.Errorf("n = %d: an identifier, in text for people: %s", n, words)
		}
	}
	if r.Optimal != (r.Lower.Cmp(*r.Upper) == 0) || r.Lower.Cmp(*r.Upper) > 0 || r.LowerBy == "" || r.UpperBy == "" {
		t.Errorf("n = %d: bounds %v (%s), %v (%s), optimal %v", n, r.Lower, r.LowerBy, r.Upper, r.UpperBy, r.Optimal)
	}
}

// TestLoadWithin: without one point the plane of order 3 keeps 9 of its lines, without two points
// 6.
func TestWithin(t *testing.T) {
	plane, _, err := plane(context.Background(), 3)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]int{13: 13, 12: 9, 11: 6} {
		if f, err := within(plane, n); err != nil || f.Len() != want || f.N() != n {
			t.Errorf("%d nodes: %d lines, %v, want %d", n, f.Len(), err, want)
		}
	}
}

// TestLoadKeep: a family that is no coterie, or whose load contradicts a bound, is refused.
func TestKeep(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		sets  []uint64
		lower *big.Rat
		want  string
	}{
		{[]uint64{1, 2, 4}, new(big.Rat), "intersection of the test: fails"},
		{[]uint64{3, 7}, new(big.Rat), "minimality of the test: fails"},
		{[]uint64{3, 5, 6}, big.NewRat(7, 10), "is below the bound"},
		{[]uint64{3, 5, 6}, big.NewRat(2, 3), ""},
	} {
		s := &run{Session: search.NewSession(search.Options{}), n: 3, result: &search.Result{}}
		s.raise(c.lower, "the test")
		if err := s.offer(ctx, family(3, c.sets), "the test"); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%b: %v, want %q", c.sets, err, c.want)
		}
		if c.want != "" && s.result.System != nil {
			t.Errorf("%b: kept", c.sets)
		}
	}
}

// TestLoadFalls: with a node more the bounds are no worse, for an unused node is no harm.
func TestFalls(t *testing.T) {
	var last *search.Result
	for _, n := range []int{5, 6, 7, 12, 13, 21, 40, 57, 58, 100, 133, 200} {
		r, err := Find(context.Background(), n, Options{Method: "bounds"})
		if err != nil {
			t.Fatal(err)
		}
		judgeLoad(t, n, r)
		if last != nil && (r.Upper.Cmp(*last.Upper) > 0 || r.Lower.Cmp(*last.Lower) > 0) {
			t.Errorf("n = %d: %v to %v, before %v to %v", n, r.Lower, r.Upper, last.Lower, last.Upper)
		}
		last = r
	}
}

// TestLoadBySolver: from a single node as the best system, the solver finds the same as the list of
// all classes.
func TestBySolver(t *testing.T) {
	for n := 2; n <= 7; n++ {
		s := &run{Session: search.NewSession(search.Options{}), n: n, rng: rand.New(rand.NewPCG(1, 2)), result: &search.Result{}}
		s.raise(new(big.Rat), "nothing")
		if err := s.offer(context.Background(), family(n, []uint64{1}), "a single node"); err != nil {
			t.Fatal(err)
		}
		if err := s.solve(context.Background()); err != nil {
			t.Fatal(err)
		}
		want := bounds.LoadFromWholeSizes(n) // reached for n <= 7
		if !s.result.Optimal || s.result.Value.Rat().Cmp(want) != 0 {
			t.Errorf("n = %d: %v (%s), want %v", n, s.result.Value, s.result.LowerBy, want)
		}
		judgeLoad(t, n, s.result)
	}
}

// TestFormula compares the models with all nondominated coteries, and each kind of clause with what
// it says of them.
func TestFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := 1; n <= 5; n++ {
		all := byFlips(n)
		f := newFormula(t.Context(), n)
		models := modelsOf(t, f)
		if len(models) != len(all) {
			t.Fatalf("n = %d: %d models, %d coteries", n, len(models), len(all))
		}
		for range 30 {
			f := newFormula(t.Context(), n)
			weights := make([]int64, n)
			total := int64(0)
			for v := range weights {
				weights[v] = rng.Int64N(6)
				total += weights[v]
			}
			value := big.NewRat(1+rng.Int64N(8), 9)
			f.lighter(weights, value)
			want := 0
			for _, sets := range all {
				if slices.ContainsFunc(sets, func(set uint64) bool {
					sum := int64(0)
					for v := range quorum.SetOfMask(set).All() {
						sum += weights[v]
					}
					return big.NewRat(sum, 1).Cmp(new(big.Rat).Mul(value, big.NewRat(total, 1))) < 0
				}) {
					want++
				}
			}
			if got := len(modelsOf(t, f)); got != want {
				t.Fatalf("n = %d, weights %v, value %v: %d models, %d coteries", n, weights, value, got, want)
			}
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
				if got := len(modelsOf(t, f)); got != want {
					t.Errorf("n = %d, sizes %d to %d: %d models, %d coteries", n, least, most, got, want)
				}
			}
		}
	}
}

// modelsOf lists the models as families, each once.
func modelsOf(t *testing.T, f *formula) map[string]bool {
	t.Helper()
	models := map[string]bool{}
	for model, err := range f.cnf.Models(context.Background(), 1000) {
		if err != nil {
			t.Fatal(err)
		}
		family := family(f.n, f.minimal(append([]bool{false}, model...)))
		if quorum.JudgeIntersection(context.Background(), family, quorum.Options{}).Holds != quorum.Holds {
			t.Fatalf("a model is no quorum system")
		}
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
		for item, err := range classCount(context.Background(), n, 1) {
			if err != nil {
				t.Fatal(err)
			}
			f := item.Cartels[0].Family()
			l, err := measure.FindLoad(context.Background(), f, measure.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
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
	if got := smallestSet(7, 3, big.NewRat(428572, 1_000_000)); got != 7 {
		t.Errorf("%d lines on 7 nodes", got)
	}
	if got := smallestSet(8, 3, big.NewRat(5, 12)); got != 6 {
		t.Errorf("%d triples on 8 nodes", got)
	}
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
		got, err := families(context.Background(), c.n, c.size, c.count)
		if err != nil || len(got) != classes {
			t.Errorf("%+v: %d classes, %v, want %d", c, len(got), err, classes)
		}
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

// TestLightest compares with all sets.
func TestLightest(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		n := 1 + rng.IntN(7)
		var sets []uint64
		for range 1 + rng.IntN(6) {
			sets = append(sets, 1+rng.Uint64N(1<<n-1))
		}
		weights := make([]float64, n)
		for v := range weights {
			weights[v] = float64(rng.IntN(5))
		}
		limit := float64(1 + rng.IntN(8))
		best := limit
		for set := range uint64(1) << n {
			sum := 0.0
			for v := range quorum.SetOfMask(set).All() {
				sum += weights[v]
			}
			if sum < best && !slices.ContainsFunc(sets, func(other uint64) bool { return other&set == 0 }) {
				best = sum
			}
		}
		got, weight := lightest(weights, sets, limit)
		if (got != 0) != (best < limit) || weight != best {
			t.Fatalf("sets %b, weights %v, limit %v: %b of weight %v, want %v", sets, weights, limit, got, weight, best)
		}
	}
}

// TestLoadRenamed: each order once where all are asked for.
func TestRenamed(t *testing.T) {
	s := &run{rng: rand.New(rand.NewPCG(1, 1))}
	for _, weights := range [][]int64{{1}, {2, 2}, {3, 1, 2}, {0, 5, 0, 5, 1}, {7, 6, 5, 4, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8}} {
		seen := map[string]bool{}
		yielded := 0
		for order := range s.renamed(weights) {
			if yielded == 0 && !slices.Equal(order, weights) {
				t.Errorf("%v: first %v", weights, order)
			}
			if !slices.Equal(slices.Sorted(slices.Values(order)), slices.Sorted(slices.Values(weights))) {
				t.Fatalf("%v: %v", weights, order)
			}
			key := make([]byte, len(order))
			for i, w := range order {
				key[i] = byte(w)
			}
			seen[string(key)] = true
			yielded++
		}
		want := orders(slices.Sorted(slices.Values(weights)))
		if want <= renamings && (len(seen) != want || yielded != want) || want > renamings && yielded != renamings+1 {
			t.Errorf("%v: %d orders, %d of them different, of %d", weights, yielded, len(seen), want)
		}
	}
	if got := orders([]int64{1, 1, 2, 3, 3, 3}); got != 60 {
		t.Errorf("%d orders, want 60", got)
	}
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
