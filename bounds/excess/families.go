package excess

import (
	"fmt"
	"slices"
)

// families decides, for a cycle of odd length a, whether sets of residues exist that have the
// differences that a way leaves. They are sets of the sizes w.same in Z_a that together have each
// difference once, and ±1 twice, except for the multiples of each divisor of the way, which its
// block has already met once. (By part 4 of the theorem each block of length a is a circulant, or
// becomes one when its columns are reversed, which leaves the differences of its rows as they are.)
// Every way of an even length passes. Answers are cached.
type families map[string]bool

// familySteps bounds the search for one way. Beyond the bound the way passes.
const familySteps = 5_000_000

func (f families) pass(a int, w way) bool {
	if a%2 == 0 || w.special {
		return true
	}
	key := fmt.Sprint(a, w.same, w.divisors)
	if ok, known := f[key]; known {
		return ok
	}
	need := make([]int, a) // of each difference
	for d := 1; d < a; d++ {
		need[d] = 1
		if d == 1 || d == a-1 {
			need[d] = 2
		}
		for _, b := range w.divisors {
			if d%b == 0 {
				need[d]--
			}
		}
	}
	s := &familySearch{a: a, sizes: w.same, need: need}
	ok := !slices.ContainsFunc(need, func(x int) bool { return x < 0 }) && s.set(0)
	if s.steps > familySteps {
		ok = true
	}
	f[key] = ok
	return ok
}

type familySearch struct {
	a     int
	sizes []int
	need  []int
	last  []int
	steps int
}

// set finds the sets from set i on. Each may be translated, so it contains 0.
func (s *familySearch) set(i int) bool {
	if i == len(s.sizes) {
		return true // Σ q(q-1) is the number of differences needed
	}
	old := s.last
	s.last = []int{0}
	ok := s.residue(i, 1)
	s.last = old
	return ok
}

// residue adds residues to the last set, in ascending order from x.
func (s *familySearch) residue(i, x int) bool {
	if len(s.last) == s.sizes[i] {
		return s.set(i + 1)
	}
	for ; x < s.a; x++ {
		s.steps++
		if s.steps > familySteps {
			return true
		}
		added := 0
		fits := true
		for _, y := range s.last {
			s.need[x-y]--
			s.need[s.a-x+y]--
			added++
			if s.need[x-y] < 0 || s.need[s.a-x+y] < 0 {
				fits = false
				break
			}
		}
		if fits {
			s.last = append(s.last, x)
			if s.residue(i, x+1) {
				return true
			}
			s.last = s.last[:len(s.last)-1]
		}
		for _, y := range s.last[:added] {
			s.need[x-y]++
			s.need[s.a-x+y]++
		}
	}
	return false
}
