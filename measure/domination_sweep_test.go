package measure

import (
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestSweepOfDomination compares the sweep with the diagram, and with the definition for each set,
// for random coteries, largest ones and pairs of cartels.
func TestSweepOfDomination(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	judged := map[quorum.Truth]int{}
	for trial := range 300 {
		n := 2 + rng.IntN(9)
		families := []quorum.Family{meeting(t, rng, n, trial%3 == 0)}
		if trial%4 == 0 { // the dual has all quorums that meet those of the first
			families = append(families, assert.Got(families[0].Dual(t.Context(), 1000))(t))
			if trial%8 == 0 && families[1].Len() > 1 {
				families[1] = assert.Got(quorum.FamilyOfSets(n, families[1].Sets()[1:]))(t)
			}
		}
		for q, err := range dominationQuestions(t.Context(), families) {
			assert.OK(t, err)
			got := q.bySweep(t.Context(), 1+trial%3)
			judged[got.nondominated]++
			witnesses := 0
			in := make([]bool, len(q.nodes))
			for x := range 1 << len(in) {
				for v := range in {
					in[v] = x>>v&1 == 1
				}
				if q.isWitness(in) {
					witnesses++
				}
			}
			assert.MustEqual(t, got.nondominated == quorum.Holds, witnesses == 0, "%v", families)
			assert.MustEqual(t, got.nondominated, q.byDiagram(t.Context(), q.plain(), 100_000).nondominated, "%v", families)
			for v, node := range q.nodes {
				in[v] = got.Witness.Has(int(node))
			}
			assert.MustEqual(t, q.isWitness(in), witnesses > 0, "%v as a witness for %v", got.Witness, families)
		}
	}
	if judged[quorum.Holds] < 30 || judged[quorum.Fails] < 30 {
		t.Errorf("too few of a kind: %v", judged)
	}
}

// meeting returns random quorums that meet; if whole is set, as many as there can be.
func meeting(t *testing.T, rng *rand.Rand, n int, whole bool) quorum.Family {
	t.Helper()
	var quorums []quorum.Set
	for k := 0; k < 12 || whole && k < 1<<n; k++ {
		x := uint64(rng.IntN(1 << n))
		if whole {
			x = uint64(k) * uint64(2*(1<<n/5)+1) & (1<<n - 1) // in some order, all of them
		}
		q := quorum.SetOfMask(x)
		meets := !q.Empty()
		for _, p := range quorums {
			meets = meets && p.Intersects(q)
		}
		if meets {
			quorums = append(quorums, q)
		}
	}
	f := assert.Got(quorum.FamilyOfSets(n, quorums))(t)
	return f.Minimized()
}
