//go:build slow

package enumerate

import (
	"fmt"
	"math/big"
	"testing"

	"coterie/internal/check/assert"
)

// TestSlowFixedAgainstAllFunctionsOfSevenNodes renames all 1,422,564 functions by a renaming of
// each type.
func TestSlowFixedAgainstAllFunctionsOfSevenNodes(t *testing.T) { testFixed(t, 7) }

// TestSlowFixedSplitsAgree compares ways to take cycles apart that are slow, for types of nine
// nodes.
func TestSlowFixedSplitsAgree(t *testing.T) {
	for _, c := range []struct {
		cycles []int
		other  []int // cycles taken apart; none for backtracking
	}{
		{[]int{2, 2, 1, 1, 1, 1, 1}, []int{2, 1, 1}}, {[]int{2, 2, 2, 1, 1, 1}, []int{2, 2}},
		{[]int{3, 1, 1, 1, 1, 1, 1}, []int{3, 1}}, {[]int{4, 1, 1, 1, 1, 1}, []int{4}},
		{[]int{3, 3, 1, 1, 1}, []int{3}}, {[]int{3, 3, 1, 1, 1}, []int{1, 1, 1}}, {[]int{4, 2, 1, 1, 1}, []int{4}}, {[]int{4, 2, 2, 1}, []int{4}},
		{[]int{3, 2, 2, 1, 1}, []int{3}}, {[]int{3, 2, 2, 1, 1}, []int{2, 2}}, {[]int{3, 3, 3}, nil}, {[]int{4, 4, 1}, nil}, {[]int{3, 3, 2, 1}, nil}, {[]int{3, 2, 2, 2}, nil},
	} {
		want := assert.Got(FixedBy(t.Context(), c.cycles, Options{}))(t)
		compared := false
		for _, s := range fixedSplits() {
			rest, ok := s.without(c.cycles)
			if !ok || fmt.Sprint(s.apart) != fmt.Sprint(c.other) {
				continue
			}
			compared = true
			assert.SameNumber(t, assert.Got(s.count(t.Context(), renamingWithCycles(rest), Options{}))(t), want, "cycles %v with %v apart", c.cycles, c.other)
		}
		if !compared {
			t.Errorf("cycles %v with %v apart: no such way", c.cycles, c.other)
		}
	}
}

// TestSlowNineNodes puts the published number of self-dual functions of nine nodes with what the
// other renamings fix: Burnside's sum has to be a multiple of 9!, and the sums over all cyclic
// groups of theirs.
func TestSlowNineNodes(t *testing.T) {
	types := CycleTypes(9)
	fixes := map[string]*big.Int{}
	sum := new(big.Int)
	for _, kind := range types {
		var fix *big.Int
		var err error
		if kind.Cycles[0] == 1 {
			fix = readPublished(t).SelfDual[8]
		} else if fix, err = FixedBy(t.Context(), kind.Cycles, Options{}); err != nil {
			t.Fatal(err)
		}
		fixes[fmt.Sprint(kind.Cycles)] = fix
		sum.Add(sum, new(big.Int).Mul(fix, kind.Size))
	}
	assert.NoError(t, checkCyclicGroups(types, fixes))
	classes, rest := new(big.Int).QuoRem(sum, factorialBig(9), new(big.Int))
	assert.Equal(t, rest.Sign(), 0, "Burnside's sum %v is not a multiple of 9!", sum)
	t.Logf("%v classes", classes)
}
