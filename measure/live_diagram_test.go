package measure

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// States are canonical: a level has exactly as many as there are different functions, other than the
// constants, of the nodes from there on, whatever the representation of residuals.
func TestDiagramStatesAreTheDifferentFunctions(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(15, 16))
	for range 200 {
		n := 2 + rng.IntN(8)
		f := randomFamily(rng, n, 1+rng.IntN(14), n).Minimized()
		masks := setMasks(f)
		for _, find := range nodeOrders(f) {
			order := find(ctx)
			z, err := newZDDResiduals(ctx, f, order, 1<<12)
			if err != nil {
				t.Fatal(err)
			}
			for kind, r := range []residuals{newMaskResiduals(f, order), z} {
				d, err := compile(ctx, order, r, 1<<12)
				if err != nil {
					t.Fatal(err)
				}
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
					if len(children)/2 != len(functions) {
						t.Fatalf("kind %d, level %d: %d states, %d functions, of %v in order %v", kind, level, len(children)/2, len(functions), masks, order)
					}
				}
			}
		}
	}
}

func TestNodeOrdersListTheNodesInUseOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for range 50 {
		f := randomFamily(rng, 12, 5, 4)
		want := plainOrder(f)
		for _, find := range nodeOrders(f) {
			got := find(context.Background())
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("%v, not %v", got, want)
			}
		}
	}
}

// Operations of the store against lists of masks.
func TestZDDStore(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	const levels = 7
	for range 300 {
		z := newZDDStore(levels)
		z.limit, z.stop = 1<<20, func() bool { return false }
		list := func(m int) []uint64 {
			var sets []uint64
			for range m {
				sets = append(sets, 1+rng.Uint64N(1<<levels-1))
			}
			return sets
		}
		minimal := func(sets []uint64) []uint64 {
			var out []uint64
			for _, s := range sets {
				if !slices.ContainsFunc(sets, func(o uint64) bool { return o != s && o&^s == 0 }) {
					out = append(out, s)
				}
			}
			return out
		}
		same := func(name string, got int32, want []uint64) {
			t.Helper()
			if other := z.family(slices.Clone(want), 1, 0); got != other {
				t.Fatalf("%s: family %d, not %d", name, got, other)
			}
		}
		a, b := list(rng.IntN(12)), minimal(list(rng.IntN(6)))
		x, y := z.family(slices.Clone(a), 1, 0), z.family(slices.Clone(b), 1, 0)
		same("union", z.union(x, y), append(slices.Clone(a), b...))
		same("minimal", z.minimal(x), minimal(a))
		var avoid []uint64
		for _, s := range a {
			if !slices.ContainsFunc(b, func(o uint64) bool { return o&^s == 0 }) {
				avoid = append(avoid, s)
			}
		}
		same("avoid", z.avoid(x, y), avoid)
		same("avoid the empty set", z.avoid(x, zddUnit), nil)
		same("avoid nothing", z.avoid(x, zddNone), a)
	}
}
