package measure

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/dd"
	"coterie/quorum"
)

// liveByDiagram counts the sets that contain a quorum of f, whose nodes all occur.
func liveByDiagram(t *testing.T, f quorum.Family, gravity bool) *big.Int {
	t.Helper()
	q := assert.Got(newDominationQuestion(t.Context(), 0, f, []quorum.Family{f}))(t)
	order := q.plain()
	if gravity {
		order = q.byGravity()
		if seen := slices.Sorted(slices.Values(order)); seen[0] != 0 || len(slices.Compact(seen)) != len(q.nodes) {
			t.Fatalf("%v is no order of %d nodes", order, len(q.nodes))
		}
	}
	d := dd.New(t.Context(), dd.BDD, order, 100_000)
	root := d.Up(q.own)
	if d.Err() != nil {
		t.Fatal(d.Err())
	}
	return d.Counts().Of(root, 0)
}

// TestDiagramOfDisjointPairs: of k disjoint pairs, 4^k - 3^k sets contain one.
func TestDiagramOfDisjointPairs(t *testing.T) {
	for _, k := range []int{1, 2, 31, 32, 33, 64, 100} {
		var quorums [][]int
		for i := range k {
			quorums = append(quorums, []int{i, 2*k - 1 - i})
		}
		if k > 20 { // as they stand, all pairs are begun before one is finished
			for i := range quorums {
				quorums[i] = []int{2 * i, 2*i + 1}
			}
		}
		f := assert.Got(quorum.NewFamily(2*k, quorums))(t)
		power := func(b int64) *big.Int { return new(big.Int).Exp(big.NewInt(b), big.NewInt(int64(k)), nil) }
		want := new(big.Int).Sub(power(4), power(3))
		for _, gravity := range []bool{false, true} {
			assert.SameNumber(t, liveByDiagram(t, f, gravity), want, "%d pairs: live sets", k)
		}
	}
}

func TestDiagramAgainstAllSets(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for range 300 {
		n := 1 + r.IntN(9)
		var quorums [][]int
		for range 1 + r.IntN(12) {
			quorums = append(quorums, r.Perm(n)[:1+r.IntN(n)])
		}
		quorums = append(quorums, r.Perm(n)) // so that all nodes occur
		f := assert.Got(quorum.NewFamily(n, quorums))(t)
		want := int64(0)
		for x := range 1 << n {
			live := slices.ContainsFunc(quorums, func(q []int) bool {
				return !slices.ContainsFunc(q, func(v int) bool { return x>>v&1 == 0 })
			})
			if live {
				want++
			}
		}
		for _, gravity := range []bool{false, true} {
			assert.MustSameNumber(t, liveByDiagram(t, f, gravity), big.NewInt(want), "%v: live sets", quorums)
		}
	}
}
