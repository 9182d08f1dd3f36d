package cyclic

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/solve/sat"
	"coterie/planes"
	"coterie/quorum"
	"coterie/search"
)

// leastSizes are the least K of n = 1, 2, ..., as this program found them. Those up to 45
// are confirmed by trying all sets (TestSlowCyclicAgainstAllSets), those up to 25 by a SAT
// solver (TestCyclicMethodsAgree).
var leastSizes = []int{
	1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 5, 6, 6, 6, 6, 6, 6, 6, 7, 7,
	6, 7, 7, 7, 7, 7, 7, 8, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 8, 9, 9, 9,
	9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 9, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
	10, 11, 11, 12, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 12, 13, 13, 13,
	13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 12,
}

func MustFind(t testing.TB, n int, opts Options) *search.Result {
	t.Helper()
	return assert.Got(Find(context.Background(), n, opts))(t, "n=%d", n)
}

// checkCyclic judges an optimal result with its system.
func checkCyclic(t testing.TB, n int, r *search.Result) {
	t.Helper()
	k, _ := r.Value.Int()
	checkCover(t, n, r.Cover, k)
	lower, _ := r.Lower.Int()
	upper, _ := r.Upper.Int()
	if r.Verdict != search.Found || !r.Optimal || lower != k || upper != k || k != leastSizes[n-1] || r.StoppedBy != "" || r.LowerBy == "" || r.UpperBy == "" {
		t.Errorf("n=%d: %s K = %d in %d..%d (%s; %s), want %d", n, r.Verdict, k, lower, upper, r.LowerBy, r.UpperBy, leastSizes[n-1])
	}
	system := r.System.Structure.(*quorum.System)
	if system.N() != n || system.Family().Len() != n {
		t.Errorf("n=%d: %d quorums of %d nodes", n, system.Family().Len(), system.N())
	}
	for i, q := range system.Family().All() {
		if len(q) != k || !slices.Contains(q, int32(i)) {
			t.Errorf("n=%d: S_%d is %v", n, i+1, q)
		}
		for _, p := range system.Family().All() {
			if !slices.ContainsFunc(p, func(v int32) bool { return slices.Contains(q, v) }) {
				t.Errorf("n=%d: %v and %v do not meet", n, p, q)
			}
		}
	}
}

func TestFind(t *testing.T) {
	for n := 1; n <= 64; n++ {
		checkCyclic(t, n, MustFind(t, n, Options{}))
	}
}

func TestLeastSizesMeetTheBounds(t *testing.T) {
	for i, k := range leastSizes {
		n := i + 1
		if k < bounds.PlaneSize(n) {
			t.Errorf("n=%d: %d residues, the bound is %d", n, k, bounds.PlaneSize(n))
		}
		if cover, by := Constructed(n); len(cover) < k {
			t.Errorf("n=%d: %d residues by %s, %d are said to be least", n, len(cover), by, k)
		}
	}
}

func TestNamesItsArguments(t *testing.T) {
	assert.Long(t, "it searches until proven")
	for n, want := range map[int][2]string{
		13: {"counting, K(K-1)+1 >= n", "Singer's difference set of order 3"},
		20: {"determinant argument, n = K(K-1) for K = 5", "the marks of a ruler of length 12"},
		29: {"excess graphs of cycles, n = K(K-1)-1 for K = 6: all 6 types refuted", "the marks of a ruler of length 15"},
		43: {"no projective plane of order 6 (by the theorem of Bruck and Ryser), n = K(K-1)+1 for K = 7", "the marks of a ruler of length 22"},
		40: {"exhaustive search over covers of Z_n: none of 7 residues", "the marks of a ruler of length 22"},
		39: {"counting, K(K-1)+1 >= n", "exhaustive search over covers of Z_n"},
		// That there is no plane of order 10 was shown by computers, not by this program.
		111: {"exhaustive search over covers of Z_n: none of 11 residues", "exhaustive search over covers of Z_n"},
	} {
		if r := MustFind(t, n, Options{}); r.LowerBy != want[0] || r.UpperBy != want[1] {
			t.Errorf("n=%d: %q, %q", n, r.LowerBy, r.UpperBy)
		}
	}
}

func TestMethodsAgree(t *testing.T) {
	for n := 1; n <= 25; n++ {
		r := MustFind(t, n, Options{Method: "sat"})
		checkCyclic(t, n, r)
		if n > 1 && !strings.HasPrefix(r.LowerBy, "no model of: ") || !strings.HasPrefix(r.UpperBy, "a model of: ") {
			t.Errorf("n=%d: %q, %q", n, r.LowerBy, r.UpperBy)
		}
		if text := new(strings.Builder); r.WriteDIMACS(text) != nil || !strings.Contains(text.String(), "c var 1 0 in D\n") {
			t.Errorf("n=%d: no question in %s", n, text)
		}
	}
}

// TestQuestionModels compares the models of the question, as far as they say which
// residues are in D, with all sets.
func TestQuestionModels(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for k := 1; k <= min(n, 5); k++ {
			q, in := question(t.Context(), n, k, 1)
			got := map[string]bool{}
			for model := range assert.Each(t, q.CNF.Models(context.Background(), 10_000, in...)) {
				got[modelText(model)] = true
			}
			want := map[string]bool{}
			first := min(n, 2) // 0 and 1 are in
			for set := 1<<first - 1; set < 1<<n; set += 1 << first {
				model := make([]bool, n)
				var d []int
				for x := range n {
					if model[x] = set>>x&1 == 1; model[x] {
						d = append(d, x)
					}
				}
				if _, ok, _ := planes.IsDifferenceCover(t.Context(), n, d); ok && len(d) <= k {
					want[modelText(model)] = true
				}
			}
			assert.Equal(t, len(got), len(want), "n=%d k=%d: sets", n, k)
			for m := range got {
				if !want[m] {
					t.Errorf("n=%d k=%d: %s is no cover with 0 and 1", n, k, m)
				}
			}
			// That 0 and 1 are in D loses nothing.
			assert.Equal(t, assert.Got(sat.NewSolver(q.CNF, sat.Options{}).Solve(context.Background()))(t) == sat.Sat, k >= leastSizes[n-1], "n=%d k=%d", n, k)
		}
	}
}

func modelText(model []bool) string {
	text := make([]byte, len(model))
	for i, v := range model {
		text[i] = '0'
		if v {
			text[i] = '1'
		}
	}
	return string(text)
}

func TestJobsGiveOneResult(t *testing.T) {
	for _, n := range []int{50, 57, 65, 73} {
		want := assert.Got(json.Marshal(MustFind(t, n, Options{Options: search.Options{Jobs: 1}})))(t)
		for _, jobs := range []int{2, 5} {
			got, _ := json.Marshal(MustFind(t, n, Options{Options: search.Options{Jobs: jobs}}))
			assert.Equal(t, string(got), string(want), "n=%d: %s with %d jobs, %s with one", n, got, jobs, want)
		}
	}
}

func TestInput(t *testing.T) {
	for _, c := range []struct {
		n      int
		method search.Method
		option string
	}{{0, "", "n"}, {-3, "", "n"}, {quorum.MaxNodes + 1, "", "n"}, {7, "quantum", "method"}, {258, "sat", "n"}} {
		var input *quorum.InputError
		if r, err := Find(context.Background(), c.n, Options{Method: c.method}); !errors.As(err, &input) || input.What != c.option || r != nil {
			t.Errorf("n=%d method=%q: %v, %v", c.n, c.method, r, err)
		}
	}
}

// TestStops asks for what takes long, ends it, and wants the best so far at once.
func TestStops(t *testing.T) {
	assert.Long(t, "it stops many searches")
	for _, c := range []struct {
		n      int
		method search.Method
	}{{115, ""}, {140, ""}, {250, ""}, {400, ""}, {601, ""}, {601, "annealing"}, {60, "sat"}} {
		const limit = 60 * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		start := reach.CPU()
		r, err := Find(ctx, c.n, Options{Options: search.Options{Jobs: 2}, Method: c.method})
		cancel()
		if err != nil || r.StoppedBy != "timeout" || r.Optimal || r.Lower == nil || r.LowerBy == "" {
			t.Errorf("n=%d: %+v, %v", c.n, r, err)
			continue
		}
		if c.method == "sat" {
			if r.Verdict != search.Unknown || r.System.Structure != nil || r.Upper != nil {
				t.Errorf("n=%d by SAT: %s, %v", c.n, r.Verdict, r.Upper)
			}
		} else if k, _ := r.Upper.Int(); r.Verdict != search.Found || r.Lower.Cmp(*r.Upper) >= 0 {
			t.Errorf("n=%d: %s, %s..%s", c.n, r.Verdict, r.Lower, r.Upper)
		} else {
			checkCover(t, c.n, r.Cover, k)
		}
		if late := reach.CPU() - start - limit; late > 20*time.Second {
			t.Errorf("n=%d: %v late", c.n, late)
		}
	}
}

func TestBeyondSearch(t *testing.T) {
	r := MustFind(t, 30_000, Options{})
	if r.Verdict != search.Found || r.Optimal || r.System.Structure != nil || len(r.Notes) != 2 || !strings.Contains(r.StoppedBy, "no search is made") {
		t.Errorf("%s, optimal %v, %v, stopped by %q", r.Verdict, r.Optimal, r.Notes, r.StoppedBy)
	}
	k, _ := r.Value.Int()
	checkCover(t, 30_000, r.Cover, k)
}

// TestLeastSizesAgainstLuk: the sizes that W.-S. Luk prints are ours up to 133.
func TestLeastSizesAgainstLuk(t *testing.T) {
	var luk struct {
		First int
		Sizes []int
	}
	assert.OK(t, json.Unmarshal(assert.Got(os.ReadFile("../../experiments/papers/luk-covers.json"))(t), &luk))
	assert.Slice(t, luk.Sizes[:len(leastSizes)-luk.First+1], leastSizes[luk.First-1:], "from n = %d", luk.First)
}

func TestProgress(t *testing.T) {
	var seen []string
	opts := search.Options{Jobs: 2, Progress: func(stage string, _, _ int) { seen = append(seen, stage) }}
	MustFind(t, 65, Options{Options: opts})
	if len(seen) == 0 || !strings.Contains(seen[0], "9 residues modulo 65") || !strings.Contains(seen[0], "(between 9 and 10)") {
		t.Errorf("%q", seen)
	}
}

func TestHelpers(t *testing.T) {
	for n := 1; n <= 40; n++ {
		least := leastSizes[n-1]
		for k := 1; k <= min(n, least+2); k++ {
			cover, decided := Cover(context.Background(), n, k, 1)
			if !decided || (cover != nil) != (k >= least) {
				t.Errorf("n=%d k=%d: %v, %v", n, k, cover, decided)
			}
			if cover != nil {
				checkCover(t, n, cover, k)
			}
		}
		if cover, lower := leastCover(context.Background(), n, 1); len(cover) != least || lower != least {
			t.Errorf("n=%d: %v, %d", n, cover, lower)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if cover, decided := Cover(ctx, 115, 12, 2); cover != nil || decided {
		t.Errorf("an ended context: %v, %v", cover, decided)
	}
	if cover, decided := Cover(context.Background(), 300, 18, 1); cover != nil || decided {
		t.Errorf("beyond exhaustive search: %v, %v", cover, decided)
	}
}

// leastCover returns a smallest difference cover of Z_n, and its size; if ctx ends before
// (or n > MaxNodes) the cover may be nil, and lower is what was proved.
func leastCover(ctx context.Context, n, jobs int) (cover []int, lower int) {
	for k := bounds.PlaneSize(n); ; k++ {
		if cover, decided := Cover(ctx, n, k, jobs); cover != nil || !decided {
			return cover, k
		}
	}
}
