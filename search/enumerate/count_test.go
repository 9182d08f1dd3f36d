package enumerate

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// coteriesNaive yields every coterie on n nodes once: the families, with at least one set, of
// non-empty sets that meet pairwise and none of which contains another one. They are found by
// deciding set by set.
func coteriesNaive(n int, yield func(quorums []int)) {
	var family []int
	var decide func(set int)
	decide = func(set int) {
		if set == 1<<n {
			if len(family) > 0 {
				yield(family)
			}
			return
		}
		decide(set + 1)
		for _, q := range family {
			if q&set == 0 || q&^set == 0 || set&^q == 0 {
				return
			}
		}
		family = append(family, set)
		decide(set + 1)
		family = family[:len(family)-1]
	}
	decide(1)
}

// nondominatedNaive reports whether every set that meets all quorums contains one.
func nondominatedNaive(n int, quorums []int) bool {
	for set := range 1 << n {
		transversal := !slices.ContainsFunc(quorums, func(q int) bool { return q&set == 0 })
		live := slices.ContainsFunc(quorums, func(q int) bool { return q&^set == 0 })
		if transversal && !live {
			return false
		}
	}
	return true
}

func counted(t testing.TB, q Query, method Method) int64 {
	t.Helper()
	c := assert.Got(CountBy(context.Background(), q, method, Options{}))(t, "%+v", q)
	if !c.Count.IsInt64() || c.Method == "" {
		t.Fatalf("%+v: %v", q, c)
	}
	return c.Count.Int64()
}

// TestCountAgainstDefinition counts by the definitions, and by every split that reaches the query.
func TestCountAgainstDefinition(t *testing.T) {
	for n := 1; n <= 5; n++ {
		want := map[Query]int64{}
		coteriesNaive(n, func(quorums []int) {
			used := 0
			for _, q := range quorums {
				used |= q
			}
			all, nd := used == 1<<n-1, nondominatedNaive(n, quorums)
			for _, q := range []Query{{}, {AllUsed: true}, {Nondominated: true}, {Nondominated: true, AllUsed: true}} {
				if (nd || !q.Nondominated) && (all || !q.AllUsed) {
					q.Nodes = n
					want[q]++
				}
			}
		})
		for _, q := range []Query{{}, {AllUsed: true}, {Nondominated: true}, {Nondominated: true, AllUsed: true}} {
			q.Nodes = n
			assert.SameNumber(t, assert.Got(Count(context.Background(), q, Options{}))(t).Count, big.NewInt(want[q]), "%+v", q)
			for _, method := range q.Methods() {
				assert.Equal(t, counted(t, q, method), want[q], "%+v by %s", q, method)
			}
		}
	}
}

// TestCoteriesOnSix compares with the definition, without checking domination: all pairs meet.
func TestCoteriesOnSix(t *testing.T) {
	assert.Long(t, "goes through all coteries on six nodes")
	all, used := int64(0), int64(0)
	coteriesNaive(6, func(quorums []int) {
		all++
		union := 0
		for _, q := range quorums {
			union |= q
		}
		if union == 1<<6-1 {
			used++
		}
	})
	for q, want := range map[Query]int64{{Nodes: 6}: all, {Nodes: 6, AllUsed: true}: used} {
		assert.Equal(t, counted(t, q, SplitFour), want, "%+v", q)
	}
}

// TestCountByTwoMethods compares the splits with each other and with what is printed.
func TestCountByTwoMethods(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	ctx := context.Background()
	for i, want := range readPublished(t).SelfDual {
		n := i + 1
		if n == 9 {
			continue // TestPublishedCountOfNine
		}
		methods := 0
		for _, q := range []Query{{Nodes: n, Nondominated: true}, {Nodes: n - 1}} {
			if n == 1 && !q.Nondominated {
				continue
			}
			for _, method := range q.Methods() {
				if method == Listing {
					continue
				}
				methods++
				c := assert.Got(CountBy(ctx, q, method, Options{}))(t)
				if !q.Nondominated {
					c.Count.Add(c.Count, big.NewInt(1))
				}
				if c.Count.Cmp(want) != 0 || !strings.Contains(c.Method, string(method)) {
					t.Errorf("%+v by %s: %v (%s), want %v", q, method, c.Count, c.Method, want)
				}
			}
			if c, err := Count(ctx, q, Options{Jobs: 3}); err != nil || !q.Nondominated && c.Count.Add(c.Count, big.NewInt(1)).Cmp(want) != 0 || c.Count.Cmp(want) != 0 {
				t.Errorf("%+v: %v %v, want %v", q, c, err, want)
			}
		}
		if n > 3 && methods < 4 {
			t.Errorf("%d methods for %d nodes", methods, n)
		}
	}
}

// TestAtLeast compares the lower bound with its proof: every choice of sets makes a self-dual
// function, another one for each choice; and with the numbers.
func TestAtLeast(t *testing.T) {
	for i, count := range readPublished(t).SelfDual {
		n := i + 1
		if n >= 2 && count.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(atLeast(n).Uint64()))) < 0 {
			t.Errorf("fewer than 2^%v on %d nodes", atLeast(n), n)
		}
		if n < 2 || n > 6 {
			continue
		}
		var free []int
		for set := range 1 << n {
			if set&1 == 1 && bits.OnesCount(uint(set)) == n/2 {
				free = append(free, set)
			}
		}
		assert.SameNumber(t, atLeast(n), big.NewInt(int64(len(free))), "%d nodes: %d free sets, not", n, len(free))
		for choice := range 1 << len(free) {
			f := Function{n: n}
			for set := range 1 << n {
				other := 1<<n - 1 - set
				live := 2*bits.OnesCount(uint(set)) > n || 2*bits.OnesCount(uint(set)) == n && set&1 == 0
				if j := slices.Index(free, set); j >= 0 {
					live = choice>>j&1 == 1
				} else if j := slices.Index(free, other); j >= 0 {
					live = choice>>j&1 == 0
				}
				if live {
					f.words[set/64] |= 1 << (set % 64)
				}
			}
			if again, err := FunctionOf(f.Family()); err != nil || again != f || f.Dual() != f {
				t.Fatalf("%d nodes, choice %b: not a nondominated coterie", n, choice)
			}
		}
	}
}

// fixedNaive counts the self-dual functions on n nodes that a renaming leaves as they are: it
// chooses of every orbit of sets, or of their complements, the one at which the function is true,
// so that all live sets meet.
func fixedNaive(n int, to []int) int64 {
	image := func(set int) int {
		out := 0
		for x := uint(set); x != 0; x &= x - 1 {
			out |= 1 << to[bits.TrailingZeros(x)]
		}
		return out
	}
	var pairs [][2][]int
	seen := make([]bool, 1<<n)
	for set := range 1 << n {
		if seen[set] {
			continue
		}
		var pair [2][]int
		for s := set; !seen[s]; s = image(s) {
			seen[s] = true
			pair[0] = append(pair[0], s)
		}
		if seen[1<<n-1-set] {
			return 0 // an orbit with a set and its complement
		}
		for s := 1<<n - 1 - set; !seen[s]; s = image(s) {
			seen[s] = true
			pair[1] = append(pair[1], s)
		}
		pairs = append(pairs, pair)
	}
	meet := func(a, b []int) bool { // b is an orbit: its first set is enough
		return !slices.ContainsFunc(a, func(s int) bool { return s&b[0] == 0 })
	}
	var live [][]int
	var choose func(i int) int64
	choose = func(i int) int64 {
		if i == len(pairs) {
			return 1
		}
		count := int64(0)
		for _, orbit := range pairs[i] {
			if meet(orbit, orbit) && !slices.ContainsFunc(live, func(o []int) bool { return !meet(o, orbit) }) {
				live = append(live, orbit)
				count += choose(i + 1)
				live = live[:len(live)-1]
			}
		}
		return count
	}
	return choose(0)
}

// TestCountCongruences: the powers of a renaming whose order is a power of a prime p permute the
// functions that it does not fix in orbits whose lengths are multiples of p.
func TestCountCongruences(t *testing.T) {
	if fixedNaive(4, []int{0, 1, 2, 3}) != 12 || fixedNaive(3, []int{1, 2, 0}) != 1 {
		t.Fatal("the naive count is wrong")
	}
	counts := readPublished(t).SelfDual
	for _, c := range []struct {
		n, p   int
		cycles []int
	}{
		{2, 2, []int{2}}, {3, 3, []int{3}}, {4, 2, []int{2}}, {4, 2, []int{4}}, {5, 5, []int{5}}, {5, 2, []int{2, 2}}, {6, 5, []int{5}}, {6, 3, []int{3, 3}},
		{7, 7, []int{7}}, {7, 5, []int{5}}, {7, 3, []int{3, 3}}, {8, 7, []int{7}}, {8, 3, []int{3, 3}}, {8, 2, []int{8}}, {9, 3, []int{9}}, {9, 7, []int{7}},
	} {
		var to []int
		for _, length := range c.cycles {
			first := len(to)
			for i := range length {
				to = append(to, first+(i+1)%length)
			}
		}
		for len(to) < c.n {
			to = append(to, len(to))
		}
		count := counts[c.n-1] // of 9 nodes see TestPublishedCountOfNine
		if c.n < 9 {
			got := assert.Got(Count(context.Background(), Query{Nodes: c.n, Nondominated: true}, Options{}))(t)
			count = got.Count
		}
		fixed := fixedNaive(c.n, to)
		if difference := new(big.Int).Sub(count, big.NewInt(fixed)); new(big.Int).Mod(difference, big.NewInt(int64(c.p))).Sign() != 0 {
			t.Errorf("n = %d, cycles %v: %d fixed, not congruent to %v modulo %d", c.n, c.cycles, fixed, count, c.p)
		}
	}
}

func TestCountInputs(t *testing.T) {
	for _, c := range []struct {
		q    Query
		says string
	}{
		{Query{}, "not 0"},
		{Query{Nodes: -3, Nondominated: true}, "not -3"},
		{Query{Nodes: 9}, "as many, less one, as nondominated ones on 10 nodes, at least 2^126"},
		{Query{Nodes: 10, Nondominated: true}, "at least 2^126"},
		{Query{Nodes: 10, Nondominated: true, Classes: true}, "labelled number"},
		{Query{Nodes: 1 << 62}, "not 4611686018427387904"},
	} {
		_, err := Count(context.Background(), c.q, Options{})
		var bad *quorum.InputError
		if !errors.As(err, &bad) || bad.What != "n" || !strings.Contains(bad.Why, c.says) || !strings.Contains(bad.Advice, "want 1 to ") {
			t.Errorf("%+v: %v", c.q, err)
		}
		if check := c.q.CheckCount(); check == nil || check.Error() != err.Error() || c.q.Methods() != nil {
			t.Errorf("%+v: CheckCount says %v, Count %v", c.q, check, err)
		}
	}
	_, err := CountBy(context.Background(), Query{Nodes: 9, Nondominated: true}, SplitThree, Options{})
	var bad *quorum.InputError
	if !errors.As(err, &bad) || bad.What != "method" {
		t.Errorf("three nodes out of nine: %v", err)
	}
}

// TestCountStops lets a count on nine nodes end early, at different times.
func TestCountStops(t *testing.T) {
	for _, after := range []time.Duration{0, 50 * time.Millisecond, 400 * time.Millisecond} {
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(after, func() { cancel(cause) })
		if after == 0 {
			cancel(cause)
		}
		if c, err := Count(ctx, Query{Nodes: 9, Nondominated: true}, Options{}); !errors.Is(err, cause) || c.Count != nil {
			t.Errorf("stopped after %v: %v %v", after, c, err)
		}
	}
}

func TestCountProgress(t *testing.T) {
	type call struct {
		stage       string
		done, total int
	}
	var calls []call
	assert.Got(Count(context.Background(), Query{Nodes: 8, Nondominated: true}, Options{Jobs: 4, Progress: func(stage string, done, total int) { calls = append(calls, call{stage, done, total}) }}))(t)
	for i, p := range calls {
		if p.stage == "" || p.done > p.total || i > 0 && p.done < calls[i-1].done {
			t.Fatalf("call %d: %+v", i, p)
		}
	}
	if last := calls[len(calls)-1]; last.done != last.total {
		t.Errorf("ended at %+v", last)
	}
}
