package load

import (
	"math/big"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/measure/loads"
)

// below decides whether there is a system with a load below value by an encoding: with the clauses
// that name the nodes by the smallest quorum and by the families of smallest ones, or without.
func below(t *testing.T, n int, value *big.Rat, e encoding, broken bool) bool {
	t.Helper()
	f := newFormula(t.Context(), n)
	if !e.upward() {
		f = newAsked(t.Context(), n, 1, n, value)
	}
	if broken {
		least, most := sizes(n, value)
		if most == 0 {
			return false
		}
		f = e.formula(t.Context(), n, least, most, value)
		families := assert.Got(e.starts(t.Context(), n, least, most, value))(t)
		f.oneOf(families)
	}
	someQuorum := []int{}
	for _, l := range f.live {
		if l > 0 {
			someQuorum = append(someQuorum, l)
		}
	}
	if !f.upward {
		f.cnf.AddClause(someQuorum...)
	}
	for {
		s := sat.NewSolver(f.cnf, sat.Options{})
		verdict := assert.Got(s.Solve(t.Context()))(t)
		if verdict == sat.Unsat {
			return false
		}
		model := make([]bool, f.cnf.Variables()+1)
		for v := range model[1:] {
			model[v+1] = s.Value(v + 1)
		}
		var quorums []uint64
		for set, l := range f.live {
			if l > 0 && model[l] || l < 0 && !model[-l] {
				quorums = append(quorums, uint64(set))
			}
		}
		load := assert.Got(loads.Find(t.Context(), family(n, minimalOf(quorums)), loads.Options{}))(t)
		if load.Value.Rat().Cmp(value) < 0 {
			return true
		}
		weights, ok := integers(load.NodeWeights)
		if !ok {
			t.Fatal(load.NodeWeights)
		}
		slices.Sort(weights)
		for more := true; more; more = next(weights) {
			f.lighter(weights, value)
		}
	}
}

func (e encoding) upward() bool { return e.words == coteries.words }

// minimalOf drops what contains another one.
func minimalOf(sets []uint64) []uint64 {
	var out []uint64
	for _, a := range sets {
		if !slices.ContainsFunc(sets, func(b uint64) bool { return b != a && b&^a == 0 }) {
			out = append(out, a)
		}
	}
	return out
}

// next puts the order after this one, in lexicographic order, in its place; it reports false after
// the last one.
func next(order []int64) bool {
	i := len(order) - 2
	for i >= 0 && order[i] >= order[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(order) - 1
	for order[j] <= order[i] {
		j--
	}
	order[i], order[j] = order[j], order[i]
	slices.Reverse(order[i+1:])
	return true
}

// TestBrokenAndUnbroken: below every load of a nondominated coterie, and just above it, there is
// one by the formula with names for the nodes if and only if there is one by the formula without,
// and by the list of all.
func TestBrokenAndUnbroken(t *testing.T) {
	assert.Long(t, "slow under the race detector, which sees these goroutines in other tests")
	questions, absent := 0, 0
	judge := func(n int, value *big.Rat, want bool) {
		t.Helper()
		for _, e := range []encoding{coteries, strategies} {
			got, any := below(t, n, value, e, true), below(t, n, value, e, false)
			if got != any || got != want {
				t.Errorf("n = %d, %s %v: %v, without names %v, of all %v", n, e.words, value.RatString(), got, any, want)
			}
			questions++
			if !want {
				absent++
			}
		}
	}
	above := func(v *big.Rat) *big.Rat { return new(big.Rat).Add(v, big.NewRat(1, 1000)) }
	for n := 1; n <= 5; n++ {
		loads := map[string]*big.Rat{}
		var least *big.Rat
		for _, sets := range byFlips(n) {
			v := leastLoadOf(t, n, [][]uint64{sets})
			if loads[v.RatString()] = v; least == nil || v.Cmp(least) < 0 {
				least = v
			}
		}
		for _, v := range loads {
			judge(n, v, least.Cmp(v) < 0)
			judge(n, above(v), true)
		}
	}
	for n := 6; n <= 7; n++ {
		r, err := Find(t.Context(), n, Options{})
		if err != nil || !r.Optimal {
			t.Fatal(r, err)
		}
		judge(n, r.Value.Rat(), false)
		judge(n, above(r.Value.Rat()), true)
	}
	t.Logf("%d questions, %d without a model: the same verdicts", questions, absent)
}
