package total

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
)

// caseKey is what an assignment is sorted by.
type caseKey struct {
	r      int
	unique bool
}

// brute returns the least Σ|S_i| for every limit on responsibility, with and without
// different sets, by trying all assignments with (b); no entry where there are none. n <= 5.
func brute(n int) map[caseKey]int {
	exact := map[caseKey]int{}
	sets := make([]int, n)
	for code := range 1 << (n * (n - 1)) {
		rest := code
		for i := range sets {
			part := rest & (1<<(n-1) - 1)
			rest >>= n - 1
			// the n-1 other nodes, and i itself
			sets[i] = part&(1<<i-1) | 1<<i | part>>i<<(i+1)
		}
		key, total, ok := caseKey{unique: true}, 0, true
		for i, s := range sets {
			for _, other := range sets[:i] {
				ok = ok && s&other != 0
				key.unique = key.unique && s != other
			}
			total += bits.OnesCount(uint(s))
		}
		if !ok {
			continue
		}
		for x := range n {
			count := 0
			for _, s := range sets {
				count += s >> x & 1
			}
			key.r = max(key.r, count)
		}
		if old, ok := exact[key]; !ok || total < old {
			exact[key] = total
		}
	}
	least := map[caseKey]int{}
	for r := 1; r <= n; r++ {
		for _, unique := range []bool{false, true} {
			for key, total := range exact {
				if key.r > r || unique && !key.unique {
					continue
				}
				want := caseKey{r, unique}
				if old, ok := least[want]; !ok || total < old {
					least[want] = total
				}
			}
		}
	}
	return least
}

// TestTotalAgainstBruteForce: all methods, all limits, with and without different sets, for n <= 5.
func TestAgainstBruteForce(t *testing.T) {
	assert.Long(t, "it compares with all assignments")
	for n := 1; n <= 5; n++ {
		least := brute(n)
		for r := 1; r <= n; r++ {
			for _, unique := range []bool{false, true} {
				want, exists := least[caseKey{r, unique}]
				for _, method := range []search.Method{"auto", "exhaustive", "sat"} {
					checkTotal(t, n, Options{Responsibility: r, Unique: unique, Method: method}, want, exists)
				}
			}
		}
	}
}

func checkTotal(t *testing.T, n int, opts Options, want int, exists bool) {
	t.Helper()
	got := assert.Got(Find(t.Context(), n, opts))(t, "n=%d %+v", n, opts)
	if !exists {
		if got.Verdict != search.ProvenAbsent || got.LowerBy == "" || got.System.Structure != nil {
			t.Errorf("n=%d %+v: %s, want proven absent", n, opts, got.Verdict)
		}
		return
	}
	value, _ := got.Value.Int()
	if got.Verdict != search.Found || !got.Optimal || value != want || got.LowerBy == "" || got.UpperBy == "" {
		t.Errorf("n=%d %+v: %s, %v in %v..%v, want %d", n, opts, got.Verdict, got.Value, got.Lower, got.Upper, want)
		return
	}
	s := got.System.Structure.(*quorum.System)
	f := s.SiteFamily()
	if f.Incidences() != want || slices.Max(f.Responsibilities()) > opts.Responsibility {
		t.Errorf("n=%d %+v: the system %v is beyond the limits", n, opts, s)
	}
	report := quorum.Check(t.Context(), s, quorum.Options{})
	for _, p := range []quorum.Property{quorum.Intersection, quorum.Inclusion, quorum.Uniqueness} {
		if v, _ := report.Judged(p); v.Holds != quorum.Holds && (p != quorum.Uniqueness || opts.Unique) {
			t.Errorf("n=%d %+v: %s", n, opts, v.Reason)
		}
	}
}

// naive is the least total by another way: site after site, all sets that meet those before.
func naive(n, r int) int {
	best := n*n + 1
	sets := make([]int, 0, n)
	load := make([]int, n)
	var next func(total int)
	next = func(total int) {
		i := len(sets)
		if i == n {
			best = min(best, total)
			return
		}
		for s := range 1 << n {
			size := bits.OnesCount(uint(s))
			if s>>i&1 == 0 || total+size+(n-i-1) >= best || slices.ContainsFunc(sets, func(o int) bool { return o&s == 0 }) {
				continue
			}
			ok := true
			for x := range n {
				load[x] += s >> x & 1
				ok = ok && load[x] <= r
			}
			if ok {
				sets = append(sets, s)
				next(total + size)
				sets = sets[:i]
			}
			for x := range n {
				load[x] -= s >> x & 1
			}
		}
	}
	next(0)
	return best
}

// ofSix is the least total of 6 sets by R.
var ofSix = map[int]int{3: 18, 4: 15, 5: 15, 6: 11}

// TestSix compares with a naive search for n = 6.
func TestSix(t *testing.T) {
	for r, want := range ofSix {
		assert.Equal(t, naive(6, r), want, "R=%d: the naive search finds", r)
		for _, method := range []search.Method{"", "exhaustive"} {
			checkTotal(t, 6, Options{Responsibility: r, Method: method}, want, true)
		}
	}
}

// TestTotalMethods: the three methods, which share little, agree at n = 7 and 8.
func TestMethods(t *testing.T) {
	assert.Long(t, "it takes every method")
	for _, c := range []struct{ n, r int }{{7, 3}, {7, 4}, {7, 5}, {7, 7}, {8, 4}, {8, 6}} {
		auto := assert.Got(Find(t.Context(), c.n, Options{Responsibility: c.r}))(t)
		value, _ := auto.Value.Int()
		for _, unique := range []bool{false, true} {
			for _, method := range []search.Method{"exhaustive", "sat"} {
				if method == "sat" && c.n == 8 {
					continue
				}
				checkTotal(t, c.n, Options{Responsibility: c.r, Method: method, Unique: unique}, value, true)
			}
		}
	}
}

// TestTotalTen: n = 10, every R, with and without different sets.
func TestTen(t *testing.T) {
	for r, want := range map[int]int{1: 0, 2: 0, 3: 0, 4: 36, 5: 33, 6: 30, 7: 27, 8: 27, 9: 27, 10: 19} {
		for _, unique := range []bool{false, true} {
			checkTotal(t, 10, Options{Responsibility: r, Unique: unique}, want, want > 0)
		}
	}
}

// TestTotalProperBlocks: the least total is 3N-3 for two thirds of N <= R < N, and 2N-1 for R = N.
func TestProperBlocks(t *testing.T) {
	for _, n := range []int{3, 4, 5, 6, 7, 8, 9, 11, 17, 30} {
		for _, r := range []int{(2*n + 2) / 3, n - 1, n} {
			want := 3*n - 3
			if r == n {
				want = 2*n - 1
			}
			checkTotal(t, n, Options{Responsibility: r, Unique: true}, want, true)
		}
	}
}

// TestTotalAbsent: arithmetic says that there are no sets, and starts no search.
func TestAbsent(t *testing.T) {
	for _, c := range []struct {
		n    int
		opts Options
		by   string
	}{
		{14, Options{Responsibility: 4}, "counting, R(R-1)+1 >= N (13 < 14)"},
		{20, Options{Responsibility: 5}, "determinant argument, N = R(R-1)"},
		{43, Options{Responsibility: 7}, "theorem of Bruck and Ryser, a plane of order R-1 = 6"},
		{2, Options{Responsibility: 1}, "counting, R(R-1)+1 >= N (1 < 2)"},
	} {
		asked := false
		c.opts.Progress = func(string, int, int) { asked = true }
		got := assert.Got(Find(t.Context(), c.n, c.opts))(t)
		if got.Verdict != search.ProvenAbsent || got.LowerBy != c.by || got.Optimal || asked || got.Asked != "" {
			t.Errorf("n=%d: %s by %q, want %q; progress %t", c.n, got.Verdict, got.LowerBy, c.by, asked)
		}
	}
	// Sets exist at the limits of counting where a plane does, and at n = R(R-1) where the
	// determinant is a square.
	for _, c := range []struct{ n, r, total int }{{7, 3, 21}, {13, 4, 52}, {6, 3, 18}, {12, 4, 48}, {21, 5, 105}} {
		checkTotal(t, c.n, Options{Responsibility: c.r}, c.total, true)
	}
}

func TestInput(t *testing.T) {
	for _, c := range []struct {
		n      int
		opts   Options
		option string
	}{
		{0, Options{Responsibility: 1}, "n"},
		{10_001, Options{Responsibility: 200}, "n"},
		{5, Options{}, "responsibility"},
		{5, Options{Responsibility: -1}, "responsibility"},
		{5, Options{Responsibility: 6}, "responsibility"},
		{5, Options{Responsibility: 3, Steps: -1}, "steps"},
		{5, Options{Responsibility: 3, Method: "guess"}, "method"},
		{41, Options{Responsibility: 20, Method: "exhaustive"}, "method"},
		{61, Options{Responsibility: 20, Method: "sat"}, "method"},
	} {
		_, err := Find(t.Context(), c.n, c.opts)
		var input *quorum.InputError
		if !errors.As(err, &input) || input.What != c.option || input.Hint() == "" {
			t.Errorf("n=%d %+v: %v, want an input error for %s", c.n, c.opts, err, c.option)
		}
	}
}

// TestTotalStops: when the context ends, the bounds so far are there, and why there are no better
// ones; with a limit of steps likewise, and the same in every run.
func TestStops(t *testing.T) {
	for _, method := range []search.Method{"auto", "exhaustive", "sat"} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		start := reach.CPU()
		got, err := Find(ctx, 18, Options{Responsibility: 7, Method: method})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if lower, ok := got.Lower.Int(); got.StoppedBy != "timeout" || got.Optimal || !ok || lower < 18 || reach.CPU()-start > 2*time.Second {
			t.Errorf("%s: %s, stopped by %q after %v, lower bound %v", method, got.Verdict, got.StoppedBy, reach.CPU()-start, got.Lower)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, n := range []int{18, 60, 200} {
		if got, err := Find(ended, n, Options{Responsibility: n/2 - 2}); err != nil || got.StoppedBy == "" {
			t.Errorf("n=%d: %v, %v", n, got, err)
		}
	}
	var said []string
	for range 2 {
		got := assert.Got(Find(t.Context(), 18, Options{Responsibility: 7, Steps: 10_000}))(t)
		said = append(said, fmt.Sprint(got.Verdict, got.Lower, got.Upper, got.LowerBy, got.UpperBy, got.StoppedBy))
	}
	if said[0] != said[1] || !strings.Contains(said[0], "limit of 10000 steps") {
		t.Errorf("%s\n%s", said[0], said[1])
	}
}

// TestTotalLarge: beyond the exact search there are bounds and constructions, and formulas for some
// time.
func TestLarge(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	for _, c := range []struct {
		n, r    int
		verdict search.Verdict
		optimal bool
		stopped string
	}{
		{133, 12, search.Found, true, ""}, {110, 80, search.Found, true, ""}, {2000, 2000, search.Found, true, ""},
		{42, 20, search.Found, false, "timeout"},
		{120, 60, search.Found, false, "more than 60 nodes: only arithmetic and constructions"},
		{2000, 1000, search.Unknown, false, "more than 1000 nodes: only arithmetic"},
	} {
		var got *search.Result
		for within := 500 * time.Millisecond; got == nil || got.Verdict != c.verdict && within < time.Minute; within *= 10 { // a machine may stand still
			ctx, cancel := context.WithTimeout(t.Context(), within)
			if c.stopped != "timeout" { // the others end of themselves
				ctx = t.Context()
			}
			got = assert.Got(Find(ctx, c.n, Options{Responsibility: c.r}))(t)
			cancel()
		}
		if got.Verdict != c.verdict || got.Optimal != c.optimal || got.StoppedBy != c.stopped || got.Lower == nil {
			t.Errorf("n=%d R=%d: %s, %v..%v, optimal: %t, stopped by %q", c.n, c.r, got.Verdict, got.Lower, got.Upper, got.Optimal, got.StoppedBy)
		}
	}
}

// TestTotalDecide: the formula with all conditions raises the lower bound below the optimum and
// gives sets at it.
func TestDecide(t *testing.T) {
	for _, c := range []struct{ n, r, least int }{{4, 3, 9}, {5, 3, 13}, {6, 4, 15}} {
		for _, unique := range []bool{false, true} {
			q := formula{n: c.n, r: c.r, unique: unique}
			run := &run{ctx: t.Context(), q: q, Session: session.New(t.Context(), search.Options{}, &search.Result{})}
			q.total = c.least - 1
			done, err := run.decide(q)
			if lower, _ := run.Lower.Int(); !done || err != nil || lower != c.least || run.System.Structure != nil {
				t.Errorf("%+v: %t, %v, lower bound %v", q, done, err, run.Lower)
			}
			q.total = c.least
			done, err = run.decide(q)
			if upper, _ := run.Upper.Int(); !done || err != nil || upper != c.least || run.System.Structure == nil {
				t.Errorf("%+v: %t, %v, upper bound %v", q, done, err, run.Upper)
			}
		}
	}
}

func ExampleFind() {
	// The sets that Maekawa prints for N = 5 have a total of 13, and no node in more than 3.
	r, err := Find(context.Background(), 5, Options{Responsibility: 3})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Verdict, r.Value, r.Optimal)
	fmt.Println(r.LowerBy)
	// Output:
	// found 13 true
	// exhaustive search over coverings of the pairs of 5 sites, none with a total of 12
}

// TestTotalUnique: that the sets differ costs nothing for n <= 11, whatever R.
func TestUnique(t *testing.T) {
	for n := 6; n <= 11; n++ {
		for r := 3; r <= n; r++ {
			if absent(n, r) != "" {
				continue
			}
			free := assert.Got(Find(t.Context(), n, Options{Responsibility: r}))(t)
			value, _ := free.Value.Int()
			checkTotal(t, n, Options{Responsibility: r, Unique: true}, value, true)
		}
	}
}
