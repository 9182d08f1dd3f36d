package known

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/measure/loads"
	"coterie/measure/transversals"
	"coterie/quorum"
	"coterie/search"
)

// within fails unless the bounds hold the value, and a proof of a study is marked as cited.
func within(t *testing.T, r *search.Result, n int) {
	t.Helper()
	if r.Lower.Cmp(*r.Upper) > 0 || r.Value.Cmp(*r.Lower) < 0 || r.Value.Cmp(*r.Upper) > 0 || r.Optimal != (r.Lower.Cmp(*r.Upper) == 0) || r.LowerBy == "" || r.UpperBy == "" {
		t.Errorf("n = %d: %v in %v..%v, optimal %t, by %q and %q", n, r.Value, r.Lower, r.Upper, r.Optimal, r.LowerBy, r.UpperBy)
	}
	if strings.HasPrefix(r.LowerBy, "no model") || strings.HasPrefix(r.LowerBy, "exhaustive") {
		t.Errorf("n = %d: %q is not marked as cited", n, r.LowerBy)
	}
}

// TestSize: the sets of every n meet, hold their sites, and have sizes and responsibilities of at
// most K, by definition.
func TestSize(t *testing.T) {
	for _, n := range append(numbers(1, 104), 500, MaxNodes) {
		r := assert.Got(Size(t.Context(), n))(t)
		within(t, r, n)
		s := r.System.Structure.(*quorum.System)
		k, _ := r.Value.Int()
		sets, responsibility := make([]quorum.Set, n), make([]int, n)
		for i := range n {
			sets[i] = s.Family().Set(s.Sites()[i])
			for v := range sets[i].All() {
				responsibility[v]++
			}
			if sets[i].Len() > k || !sets[i].Has(i) {
				t.Fatalf("n = %d, K = %d: S_%d is %v", n, k, i+1, sets[i])
			}
			if n <= 104 && slices.ContainsFunc(sets[:i], func(o quorum.Set) bool { return !o.Intersects(sets[i]) }) {
				t.Fatalf("n = %d: S_%d misses another", n, i+1)
			}
		}
		if slices.Max(responsibility) > k || bounds.MaekawaSize(n) > k {
			t.Errorf("n = %d, K = %d: responsibility %d, counting %d", n, k, slices.Max(responsibility), bounds.MaekawaSize(n))
		}
	}
	for n, want := range map[int][2]int{30: {7, 7}, 38: {7, 8}, 40: {7, 7}, 55: {9, 9}} {
		r, _ := Size(t.Context(), n)
		if lower, _ := r.Lower.Int(); lower != want[0] || r.Upper.Cmp(bounds.Integer(want[1])) != 0 {
			t.Errorf("n = %d: %v..%v, want %v", n, r.Lower, r.Upper, want)
		}
	}
}

// TestLoad: the system has that load, and its quorums meet.
func TestLoad(t *testing.T) {
	for _, n := range append(numbers(1, 33), 40, 41, 50, 99, 300) {
		r := assert.Got(Load(t.Context(), n))(t)
		within(t, r, n)
		f := r.System.Structure.(*quorum.System).Family()
		if v := quorum.JudgeIntersection(t.Context(), f, quorum.Options{}); v.Holds != quorum.Holds || f.N() != n {
			t.Errorf("n = %d: %d nodes, %v", n, f.N(), v)
		}
		if found, err := loads.Find(t.Context(), f, loads.Options{}); err != nil || found.Value.Cmp(*r.Value) != 0 {
			t.Errorf("n = %d: the load is %v (%v), not %v", n, found.Value, err, r.Value)
		}
		if counting := bounds.LoadFromWholeSizes(n); r.Lower.Rat().Cmp(counting) < 0 {
			t.Errorf("n = %d: at least %v, counting has %v", n, r.Lower, counting)
		}
	}
}

// TestLoadOfSets: the sets of the study near-optimal have a load, too, on their nodes and on more.
func TestLoadOfSets(t *testing.T) {
	for n, want := range map[int]bounds.Fraction{40: bounds.FractionOf(7, 40), 41: bounds.FractionOf(7, 40), 99: bounds.FractionOf(10, 91)} {
		if r, err := Load(t.Context(), n); err != nil || r.Value.Cmp(want) != 0 {
			t.Errorf("n = %d: %v (%v), want %v", n, r.Value, err, want)
		}
	}
}

// TestDegree: every cartel has so many disjoint quorums, and quorums of two cartels meet.
func TestDegree(t *testing.T) {
	for n, groups := range map[int][]int{4: {2}, 11: {6, 7}, 12: {3}, 24: {2, 3, 4, 5}, 36: {3, 4}, 100: {3}, 500: {3}} {
		for _, m := range groups {
			r := assert.Got(Degree(t.Context(), n, m))(t)
			within(t, r, n)
			s := r.System.Structure.(*quorum.GroupSystem)
			if v := quorum.JudgeCrossIntersection(t.Context(), s, quorum.Options{}); v.Holds != quorum.Holds || s.N() != n || s.Groups() != m {
				t.Errorf("n = %d, m = %d: %v", n, m, v)
			}
			for _, c := range s.Cartels() {
				if p, err := transversals.MaxDisjoint(t.Context(), c, transversals.PackingOptions{}); err != nil || big.NewRat(int64(len(p.Quorums)), 1).Cmp(r.Value.Rat()) != 0 {
					t.Errorf("n = %d, m = %d: degree %d (%v), want %v", n, m, len(p.Quorums), err, r.Value)
				}
			}
		}
	}
	// The exhaustive search of the study group-optimal decides it.
	if r, _ := Degree(t.Context(), 11, 6); !r.Optimal || r.Value.Cmp(bounds.Integer(2)) != 0 || !strings.HasPrefix(r.UpperBy, "cited, results/group-optimal/") {
		t.Errorf("11 nodes, 6 groups: %v..%v by %q", r.Lower, r.Upper, r.UpperBy)
	}
}

func numbers(from, to int) (list []int) {
	for n := from; n <= to; n++ {
		list = append(list, n)
	}
	return list
}
