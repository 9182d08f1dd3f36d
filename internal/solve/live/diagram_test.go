package live

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// randomFamily has m quorums of about a quarter of n nodes. Some nodes may be in none.
func randomFamily(t *testing.T, rng *rand.Rand, n, m int) ([]uint64, quorum.Family) {
	t.Helper()
	masks := make([]uint64, m)
	for i := range masks {
		masks[i] = 1<<rng.IntN(n) | rng.Uint64N(1<<n)&rng.Uint64N(1<<n)
	}
	f := assert.Got(quorum.FamilyOfMasks(n, masks))(t)
	return masks, f
}

// States are canonical: a level has exactly as many as there are different functions, other than
// the constants, of the nodes from there on, whatever the representation of residuals.
func TestDiagramStatesAreTheDifferentFunctions(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(15, 16))
	for range 200 {
		n := 2 + rng.IntN(8)
		masks, f := randomFamily(t, rng, n, 1+rng.IntN(14))
		f = f.Minimized()
		for _, find := range nodeOrders(f) {
			order := find(ctx)
			z := assert.Got(newZDDResiduals(ctx, f, order, 1<<12))(t)
			for kind, r := range []residuals{newMaskResiduals(f, order), z} {
				d := assert.Got(list(ctx, order, r, 1<<12))(t)
				for level, children := range d.levels {
					functions := map[string]bool{}
					for prefix := range 1 << level {
						table := make([]byte, 0, 1<<(n-level))
						live := 0
						for suffix := range 1 << (len(order) - level) {
							var set uint64
							for i, v := range order {
								if i < level && prefix>>i&1 == 1 || i >= level && suffix>>(i-level)&1 == 1 {
									set |= 1 << v
								}
							}
							bit := byte('0')
							if slices.ContainsFunc(masks, func(q uint64) bool { return q&^set == 0 }) {
								bit = '1'
								live++
							}
							table = append(table, bit)
						}
						if live > 0 && live < len(table) {
							functions[string(table)] = true
						}
					}
					assert.MustEqual(t, len(children)/2, len(functions), "kind %d, level %d", kind, level)
				}
			}
		}
	}
}

func TestNodeOrdersListTheNodesInUseOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for range 50 {
		_, f := randomFamily(t, rng, 12, 3)
		want := plainOrder(t.Context(), f)
		for _, find := range nodeOrders(f) {
			got := find(context.Background())
			slices.Sort(got)
			assert.MustSlice(t, got, want)
		}
	}
}
