package transversals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/systems"
	"coterie/measure/loads"
	"coterie/quorum"
)

// checkTransversal checks a result from the definitions: the set meets every quorum, the packing
// is disjoint, and the fields agree with each other.
func checkTransversal(t testing.TB, what string, f quorum.Family, r Transversal) {
	t.Helper()
	if r.Set.Len() != r.Size || r.Lower > r.Size {
		t.Fatalf("%s: %+v does not hold together", what, r)
	}
	for i, q := range f.All() {
		if !slices.ContainsFunc(q, func(v int32) bool { return r.Set.Has(int(v)) }) {
			t.Fatalf("%s: %v does not meet quorum %v", what, r.Set, f.Set(i))
		}
	}
	assert.MustEqual(t, (r.LowerBy == "packing"), (len(r.Packing) > 0), "%s: %q with a packing of %d", what, r.LowerBy, len(r.Packing))
	if r.LowerBy == "packing" {
		assert.MustEqual(t, len(r.Packing), r.Lower, "%s: the packing and the lower bound", what)
		for i, a := range r.Packing {
			for _, b := range r.Packing[:i] {
				if f.Set(int(a)).Intersects(f.Set(int(b))) {
					t.Fatalf("%s: quorums %v and %v of the packing meet", what, a, b)
				}
			}
		}
	}
}

// TestTransversalClosedForms takes families whose resilience is known.
func TestTransversalClosedForms(t *testing.T) {
	type known struct {
		spec string
		size int
	}
	var cases []known
	for _, q := range []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 13} {
		cases = append(cases, known{fmt.Sprintf("fpp:order=%d", q), q + 1})
	}
	largest := assert.Sized(6, 8)
	for k := 1; k <= largest; k++ {
		cases = append(cases, known{fmt.Sprintf("grid:n=%d", k*k), k})
	}
	for n := 1; n <= 15; n += 2 {
		cases = append(cases, known{fmt.Sprintf("majority:n=%d", n), (n + 1) / 2})
	}
	for d := 2; d < largest; d++ { // the game of Y has no draw: self-dual, least quorum a side
		cases = append(cases, known{fmt.Sprintf("triangle-lattice:rows=%d", d), d})
	}
	cases = append(cases, known{"singleton:n=9", 1}, known{"wheel:n=12", 2})
	for _, c := range cases {
		f := systems.Family(t, c.spec)
		got, _ := Smallest(t.Context(), f, Options{})
		checkTransversal(t, c.spec, f, got)
		if got.Size != c.size || !got.Exact() {
			t.Errorf("%s: %d..%d by %s, want %d", c.spec, got.Lower, got.Size, got.LowerBy, c.size)
		}
	}
}

// TestTransversalLoadBound: the strategy is evaluated, not believed.
func TestTransversalLoadBound(t *testing.T) {
	f := systems.Family(t, "majority:n=5")
	uniform := func(last bounds.Fraction) []loads.Chosen {
		var s []loads.Chosen
		for i := range f.Len() {
			s = append(s, loads.Chosen{Quorum: quorum.Index(i), Nodes: f.Set(i), Weight: bounds.FractionOf(1, 10)})
		}
		s[9].Weight = last
		return s
	}
	if got := loadBound(f, uniform(bounds.FractionOf(1, 10))); got != 2 { // load 3/5
		t.Errorf("⌈1/load⌉ of majority of 5 = %d, want 2", got)
	}
	assert.Equal(t, loadBound(f, uniform(bounds.FractionOf(1, 20))), 0, "weights that do not sum to 1 prove")
	assert.Equal(t, loadBound(f, []loads.Chosen{{Quorum: -1, Weight: bounds.Integer(1)}}), 0, "an unlisted quorum proves")
	// A five-cycle, whose nodes 0 and 2 are in further quorums: that misleads the degrees.
	cycle := assert.Got(quorum.NewFamily(9, [][]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 2, 5}, {0, 2, 6}, {0, 2, 7}, {0, 2, 8}}))(t)
	var s []loads.Chosen
	for i := range 5 {
		s = append(s, loads.Chosen{Quorum: quorum.Index(i), Weight: bounds.FractionOf(1, 5)})
	}
	load := &loads.Load{Value: bounds.FractionOf(1, 100), Strategy: s} // a wrong value does no harm
	got, _ := Smallest(t.Context(), cycle, Options{Load: load})
	checkTransversal(t, "cycle", cycle, got)
	if got.Size != 3 || got.LowerBy != "load" {
		t.Errorf("five-cycle: %+v, want 3 by load", got)
	}
}

// TestTransversalEmpty: a family without quorums is met by no nodes.
func TestTransversalEmpty(t *testing.T) {
	f := assert.Got(quorum.NewFamily(3, nil))(t)
	if got, _ := Smallest(t.Context(), f, Options{}); !got.Exact() || got.Size != 0 {
		t.Errorf("%+v", got)
	}
}

// TestTransversalStops: with little work, or a context that has ended, an interval comes back
// with the reason, the same for every number of workers.
func TestTransversalStops(t *testing.T) {
	f := systems.Family(t, "degenerate-fpp:n=150")
	for _, limit := range []int64{1, 300} {
		var first Transversal
		for jobs := 1; jobs <= 2; jobs++ {
			got, err := Smallest(t.Context(), f, Options{MaxNodes: limit, Jobs: jobs})
			checkTransversal(t, "limited", f, got)
			if got.Exact() || errors.Unwrap(err).Error() != fmt.Sprintf("more than %d nodes of the search tree", limit) {
				t.Fatalf("limit %d: %+v", limit, got)
			}
			if jobs == 1 {
				first = got
			} else if !got.Set.Equal(first.Set) || got.Lower != first.Lower || got.LowerBy != first.LowerBy {
				t.Fatalf("limit %d: %d workers found %+v, one %+v", limit, jobs, got, first)
			}
		}
	}
	// Two copies side by side share one limit: the second lacks the nodes that the first takes.
	n := f.N()
	var twice [][]int
	for _, q := range f.All() {
		var first, second []int
		for _, v := range q {
			first, second = append(first, int(v)), append(second, n+int(v))
		}
		twice = append(twice, first, second)
	}
	two := assert.Got(quorum.NewFamily(2*n, twice))(t)
	one, why := Smallest(t.Context(), f, Options{MaxNodes: 300})
	both, also := Smallest(t.Context(), two, Options{MaxNodes: 300})
	checkTransversal(t, "two copies", two, both)
	if errors.Unwrap(also).Error() != errors.Unwrap(why).Error() || both.Lower >= 2*one.Lower || both.Lower <= one.Lower {
		t.Errorf("two copies: %d..%d, %s; one: %d..%d", both.Lower, both.Size, also, one.Lower, one.Size)
	}

	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	got, err := Smallest(ctx, f, Options{})
	checkTransversal(t, "cancelled", f, got)
	if got.Exact() || errors.Unwrap(err).Error() != "stopped: enough" || !strings.HasPrefix(err.Error(), "the size of a smallest transversal is between ") {
		t.Errorf("cancelled: %+v", got)
	}
	hard := systems.Family(t, "degenerate-fpp:n=240")
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	start := reach.CPU()
	got, _ = Smallest(ctx, hard, Options{})
	checkTransversal(t, "timed out", hard, got)
	if got.Exact() || reach.CPU()-start > 5*time.Second {
		t.Errorf("timed out after %v: %+v", reach.CPU()-start, got)
	}
}
