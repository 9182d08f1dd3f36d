package compare

import (
	"context"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestKnown: the best known values have rows under their names, with the figures of their systems;
// they stand aside if another row attains the value.
func TestKnown(t *testing.T) {
	covers := map[int][]int{7: {0, 1, 3}, 11: {0, 1, 4, 6}}
	find := func(_ context.Context, n, _ int) (Best, quorum.Structure, error) {
		s, err := quorum.As[*quorum.System](construct.Cyclic(n, covers[n]))
		k := bounds.Integer(len(covers[n]))
		return Best{Of: K, Value: k, Lower: bounds.Integer(3), LowerBy: "counting", Upper: k, UpperBy: "a cover"}, s, err
	}
	opts := Options{Known: []Known{{Of: K, Most: 11, Find: find}}}
	table := assert.Got(Compare(t.Context(), []int{7, 11, 12}, 0, nil, opts))(t)
	var best []Row
	for _, r := range table.Rows {
		if r.Best != nil {
			best = append(best, r)
		}
	}
	if len(best) != 2 || best[0].N != 7 || best[1].N != 11 {
		t.Fatalf("best known: %+v", best)
	}
	if r := best[0]; r.Aside != "fpp:order=2 has it" || r.Front || r.Spec != "best known K" {
		t.Errorf("7 nodes: %+v", r)
	}
	if r := best[1]; r.Aside != "" || r.Best.Spec != "cyclic:n=11,cover=0-1-4-6" || r.Best.LowerBy != "counting" || r.Meets != quorum.Holds ||
		r.Load.Exact.Cmp(big.NewRat(4, 11)) != 0 || r.Messages.Exact.Cmp(big.NewRat(9, 1)) != 0 || r.MessagesBy != BySites {
		t.Errorf("11 nodes: %+v, %+v", r, r.Best)
	}
	opts.Only = []Quantity{Load}
	if table, err := Compare(t.Context(), []int{7}, 0, nil, opts); err != nil || slices.ContainsFunc(table.Rows, func(r Row) bool { return r.Best != nil }) {
		t.Errorf("the least K where the load alone is asked for: %v, %v", table, err)
	}
}

// TestHolders: every family for several holders has a row or is named, and fails for all of them
// with the probability that the definition gives.
func TestHolders(t *testing.T) {
	for _, k := range []int{2, 3} {
		arbiter := given(t, "cube-arbiter:side=3,k=1")
		table := assert.Got(Compare(t.Context(), []int{9}, 0, []Given{arbiter}, Options{Holders: k, P: bounds.FractionOf(1, 3)}))(t)
		named := slices.Concat(table.Without, table.Chosen)
		for _, r := range table.Rows {
			named = append(named, r.Family)
			if r.Spec == arbiter.Spec {
				assert.Contains(t, r.Aside, "1 holder at once", "the arbiter of one")
				continue
			}
			_, cartels := masksOf(t, r.Spec)
			most := make([]int, 1<<9)
			fails := new(big.Rat)
			for set := range most {
				for _, q := range cartels[0] {
					if uint(set)&q == q {
						most[set] = max(most[set], 1+most[uint(set)&^q])
					}
				}
				if r.Family != "uniform-arbiter" && most[set] < k || most[set] == 0 {
					crashed := 9 - bits.OnesCount(uint(set))
					fails.Add(fails, big.NewRat(1<<(9-crashed), 19683)) // (1/3)^crashed · (2/3)^(9-crashed)
				}
			}
			assert.SameNumber(t, r.FailureOfAll.Exact, fails, "%s, k = %d", r.Spec, k)
			assert.Equal(t, r.Holders, k, "%s: holders", r.Spec)
		}
		for _, f := range construct.Families() {
			assert.Equal(t, slices.Contains(named, f.Name), f.Holders(), "k = %d: %s is named", k, f.Name)
		}
	}
}

// TestEveryFamily of a kind has a row or is named as without a system or a default, and systems of
// groups have a degree.
func TestEveryFamily(t *testing.T) {
	for m := range 6 {
		if m == 1 {
			continue
		}
		for _, n := range []int{9, 12} {
			table := assert.Got(Compare(t.Context(), []int{n}, m, nil, Options{}))(t)
			named := slices.Concat(table.Without, table.Chosen)
			for _, r := range table.Rows {
				named = append(named, r.Family)
				assert.Equal(t, (r.Degree != nil), (m > 0), "degree of %s: %v", r.Spec, r.Degree)
			}
			for _, f := range construct.Families() {
				of := f.Kind == quorum.KindSystem && m == 0 && !f.Holders() || f.Kind == quorum.KindGroupSystem && m > 0
				assert.Equal(t, of, slices.Contains(named, f.Name), "n = %d, m = %d: %s is named: %t", n, m, f.Name, !of)
			}
		}
	}
}
