package lp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/quorum"
)

// One class of nodes and one of quorums is all that remains of a system that looks the same
// everywhere.
func TestRefineBySymmetry(t *testing.T) {
	for spec, want := range map[string][2]int{
		"fpp:order=7": {1, 1}, "majority:n=9": {1, 1}, "grid:n=36": {1, 1}, "wheel:n=9": {2, 2},
		"wall:rows=1-2-3": {2, 2}, /* nodes 1 to 3 are in 6 quorums each */
	} {
		cartels := []quorum.Family{systems.Family(t, spec)}
		n := cartels[0].N()
		c, err := Refine(t.Context(), n, cartels)
		if err != nil {
			t.Fatal(err)
		}
		assert.Equal(t, [2]int{len(c.Nodes), len(c.First)}, want, "%s", spec)
		// Repeated quorums do not spoil the symmetry.
		twice := assert.Got(quorum.NewFamilyBuilder(n))(t)
		for i, q := range cartels[0].All() {
			for range 1 + i%3 {
				assert.OK(t, twice.AddSorted(q))
			}
		}
		c = assert.Got(Refine(t.Context(), n, []quorum.Family{twice.Family()}))(t)
		assert.Equal(t, [2]int{len(c.Nodes), len(c.First)}, want, "%s with repeats", spec)
	}
}

// The classes of colour refinement are equitable, by the definition.
func TestRefineIsEquitable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := 2 + r.IntN(7)
		cartels := []quorum.Family{randomFamily(t, r, n, 1+r.IntN(8), min(n, 3)), randomFamily(t, r, n, 1+r.IntN(4), 2)}
		c := assert.Got(Refine(context.Background(), n, cartels))(t)
		// signature of a node: how many quorums of each column it is in.
		nodes := map[int32]string{}
		quorums := map[int32]string{}
		for x := range n {
			var in []int32
			for g, f := range cartels {
				for i, q := range f.All() {
					if j := c.OfQuorum[g][i]; j >= 0 && slices.Contains(q, int32(x)) {
						in = append(in, j)
					}
				}
			}
			slices.Sort(in)
			check(t, nodes, c.OfNode[x], fmt.Sprint(in))
		}
		for g, f := range cartels {
			for i, q := range f.All() {
				if j := c.OfQuorum[g][i]; j >= 0 {
					var of []int32
					for _, x := range q {
						of = append(of, c.OfNode[x])
					}
					slices.Sort(of)
					check(t, quorums, j, fmt.Sprint(g, of))
				}
			}
		}
	})
}

func check(t *rapid.T, seen map[int32]string, class int32, signature string) {
	if class < 0 {
		return
	}
	if s, ok := seen[class]; ok && s != signature {
		t.Fatalf("class %d has members %s and %s", class, s, signature)
	}
	seen[class] = signature
}

// randomFamily returns m random quorums of 1 to largest of n nodes.
func randomFamily(t rapid.TB, r *rand.Rand, n, m, largest int) quorum.Family {
	b := assert.Got(quorum.NewFamilyBuilder(n))(t)
	for range m {
		assert.OK(t, b.Add(r.Perm(n)[:1+r.IntN(largest)]...))
	}
	return b.Family()
}
