package cyclic

import (
	"cmp"
	"math/bits"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/machine/par"
	"coterie/search"
)

// coversOf lists the difference covers of Z_n as masks.
func coversOf(n int) (list []int) {
	for set := range 1 << n {
		differences := 0
		for x := range n {
			for y := range n {
				if set>>x&1 != 0 && set>>y&1 != 0 {
					differences |= 1 << ((x - y + n) % n)
				}
			}
		}
		if differences == 1<<n-1 {
			list = append(list, set)
		}
	}
	return list
}

// meet is the definition, on words of n slots for each shift.
func meet(m, a, n, b int) bool {
	for s := range m {
		word := 0
		for x := range n {
			word |= a >> ((x + s) % m) & 1 << x
		}
		for t := range n {
			if word&(b>>t|b<<(n-t)) == 0 {
				return false
			}
		}
	}
	return true
}

// TestMatesAgainstAllPairs compares the least sums with those over all pairs of covers.
func TestMatesAgainstAllPairs(t *testing.T) {
	greater := 0 // than that of the smallest covers
	for n := 3; n <= 9; n++ {
		for m := 2; m < n; m++ {
			least, smallest, bySize := 1<<30, 0, map[int]int{}
			for _, c := range []int{m, n} {
				size := n
				for _, set := range coversOf(c) {
					size = min(size, bits.OnesCount(uint(set)))
				}
				smallest += size * (m * n / c)
			}
			for _, a := range coversOf(m) {
				for _, b := range coversOf(n) {
					one, two := bits.OnesCount(uint(a)), bits.OnesCount(uint(b))
					if bySize[one] = cmp.Or(bySize[one], n); (one*n+two*m < least || two < bySize[one]) && meet(m, a, n, b) {
						least, bySize[one] = min(least, one*n+two*m), min(bySize[one], two)
					}
				}
			}
			if least > smallest {
				greater++
			}
			r := assert.Got(Find(t.Context(), n, Options{With: m}))(t)
			assert.True(t, r.Optimal && Meet(m, r.Mate, n, r.Cover), "m=%d n=%d: %v", m, n, r)
			for _, size := range r.MateSizes {
				assert.True(t, size.Lower <= bySize[size.A] && bySize[size.A] <= size.Upper, "m=%d n=%d: %v, %d is least", m, n, size, bySize[size.A])
			}
			assert.Equal(t, r.Value.String(), bounds.FractionOf(int64(least), int64(m*n)).String(), "m=%d n=%d", m, n)
			for one, two := range bySize {
				p := &pairing{n: n, moduli: [2]int{m, n}, sizes: [2]int{one, two}}
				found := assert.Got(p.exhaust(t.Context(), 1<<30))(t)
				assert.True(t, found && meet(m, int(p.sets[0]), n, int(p.sets[1])), "m=%d n=%d: %d and %d are not found: %v", m, n, one, two, p)
				p.sizes[1]--
				assert.True(t, !assert.Got(p.exhaust(t.Context(), 1<<30))(t), "m=%d n=%d: %d and %d", m, n, one, two-1)
			}
		}
	}
	if greater == 0 {
		t.Error("the smallest covers always meet")
	}
}

func TestMeet(t *testing.T) {
	for n := 3; n <= 6; n++ {
		for m := 2; m < n; m++ {
			for a := range 1 << m {
				for b := range 1 << n {
					list := func(set int) (list []int) {
						for x := range n {
							if set>>x&1 != 0 {
								list = append(list, x)
							}
						}
						return list
					}
					assert.MustEqual(t, Meet(m, list(a), n, list(b)), meet(m, a, n, b), "%b modulo %d, %b modulo %d", a, m, b, n)
				}
			}
		}
	}
}

// TestMatesGiveUp: a question beyond its steps leaves the bounds apart, with a pair.
func TestMatesGiveUp(t *testing.T) {
	r := assert.Got(Find(t.Context(), 23, Options{With: 22, Steps: 20_000}))(t)
	assert.True(t, r.Verdict == search.Found && !r.Optimal && r.Lower.Cmp(*r.Upper) < 0 && r.StoppedBy != "", "%v", r)
	assert.True(t, Meet(22, r.Mate, 23, r.Cover), "%v and %v", r.Mate, r.Cover)
}

func TestMatesRefuse(t *testing.T) {
	for want, opts := range map[string]Options{
		"with: 1 is out of range":  {With: 1},
		"with: 20 is out of range": {With: 20},
		"neither lambda":           {With: 7, Lambda: 2},
		"nor a method":             {With: 7, Method: search.SAT},
	} {
		_, err := Find(t.Context(), 20, opts)
		assert.Fails(t, err, want)
	}
	_, err := Find(t.Context(), 64, Options{With: 7})
	assert.Fails(t, err, "n: 64 is out of range")
}

// TestEachCoverMeetsTheLeast: for each cover of one modulus the exhaustive search finds the
// smallest cover of the other that meets it, in either order of the moduli.
func TestEachCoverMeetsTheLeast(t *testing.T) {
	for n := 3; n <= 11; n++ {
		for m := 2; m < n; m++ {
			moduli := [2]int{m, n}
			for side, modulus := range moduli { // of the cover that is given
				for _, given := range coversOf(modulus) {
					if given&3 != 3 || !isFirst(uint64(given), modulus) {
						continue
					}
					least := 1 << 30
					for _, other := range coversOf(moduli[1-side]) {
						pair := [2]int{given, other}
						if meet(m, pair[side], n, pair[1-side]) {
							least = min(least, bits.OnesCount(uint(other)))
						}
					}
					for size := least - 1; size <= least; size++ {
						p := &pairing{n: n, moduli: moduli}
						p.sizes[side], p.sizes[1-side] = bits.OnesCount(uint(given)), size
						e := &exhausting{pairing: p, side: 1 - side, steps: steps{Poll: par.NewPoll(t.Context()), most: 1 << 30}}
						assert.Equal(t, e.take(uint64(given)), size == least, "m=%d n=%d: %b, and a cover of %d", m, n, given, size)
					}
				}
			}
		}
	}
}
