package availability

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/quorum"
)

// besideOracle returns the least availability, over all sets of liars.
func besideOracle(t *testing.T, f quorum.Family, liars int, p *big.Rat) *big.Rat {
	least := big.NewRat(1, 1)
	for b := range 1 << f.N() {
		crash := slices.Repeat([]*big.Rat{p}, f.N())
		for v := range quorum.SetOfMask(b).All() {
			crash[v] = big.NewRat(1, 1)
		}
		if a := assert.Got(At(t.Context(), f, crash, LiveOptions{}))(t); bits.OnesCount(uint(b)) == liars && a.Cmp(least) < 0 {
			least = a
		}
	}
	return least
}

func TestFindBeside(t *testing.T) {
	assert.Long(t, "goes through all sets of survivors")
	rng := rand.New(rand.NewPCG(33, 3))
	type system struct {
		name string
		q    quorum.Quorums
	}
	var all []system
	for _, spec := range []string{"fano", "grid:n=6", "threshold:n=8,b=1"} {
		all = append(all, system{spec, systems.Family(t, spec)})
	}
	for range 12 {
		f := RandomFamily(rng, 2+rng.IntN(6), 1+rng.IntN(8), 4)
		all = append(all, system{f.String(), f})
	}
	leaves := quorum.Leaves([]int{0, 1, 2, 3, 4, 5, 6, 7})
	all = append(all, system{"alike", quorum.Choose(2, quorum.Choose(2, leaves[:3]...), leaves[3], quorum.Choose(2, leaves[4:7]...)).Over(7)},
		system{"unlike", quorum.Votes(3, []int{1, 2, 1, 1}, leaves[0], quorum.And(leaves[1], quorum.Or(leaves[2:4]...)), quorum.Or(leaves[4:6]...), leaves[6])})
	for _, s := range all {
		f, listed := s.q.List()
		if formula, ok := s.q.Formula(); !listed && ok {
			f = assert.Got(formula.MinimalSets(t.Context(), 1000))(t)
		}
		for liars := range 4 {
			for _, p := range []bounds.Fraction{bounds.FractionOf(1, 10), bounds.FractionOf(2, 5)} {
				got := assert.Got(FindBeside(t.Context(), s.q, liars, []bounds.Fraction{p}, LiveOptions{}))(t, "%s", s.name)[0]
				want := besideOracle(t, f, min(liars, f.N()), p.Rat())
				failure, _ := opposite(want).Float64()
				assert.Equal(t, got.Failure, failure, "%s, %d liars %v", s.name, liars, got.Liars)
			}
		}
	}
}

// A threshold of a thousand nodes takes one set of liars; of a plane of order 4, all sets of 8 are
// too many.
func TestFindBesideLimits(t *testing.T) {
	assert.Long(t, "makes a diagram of a plane")
	f := quorum.Choose(601, quorum.Leaves(slices.Collect(quorum.FullSet(1000).All()))...)
	got := assert.Got(FindBeside(t.Context(), f, 100, []bounds.Fraction{bounds.FractionOf(1, 10)}, LiveOptions{}))(t)
	assert.Equal(t, got[0].Liars.Len(), 100)
	assert.Refused(FindBeside(t.Context(), systems.Family(t, "fpp:order=4"), 8, nil, LiveOptions{}))(t, "8 liars have more than 50000 places")
}
