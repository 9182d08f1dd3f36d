package planes

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
)

// naiveDifferences counts, for each residue, the ordered pairs of places of d that differ by it (a
// place and itself count for residue 0).
func naiveDifferences(n int, d []int) []int {
	times := make([]int, n)
	for _, a := range d {
		for _, b := range d {
			times[((a-b)%n+n)%n]++
		}
	}
	return times
}

func checkDifferences(t interface{ Fatalf(string, ...any) }, n int, d []int) {
	times := naiveDifferences(n, d)
	wantMissing := slices.Index(times, 0)
	if missing, ok, _ := IsDifferenceCover(context.Background(), n, d); ok != (wantMissing < 0) || missing != wantMissing {
		t.Fatalf("IsDifferenceCover(%d, %v) = %d, %v, want %d", n, d, missing, ok, wantMissing)
	}
	wantResidue, wantTimes := -1, 0
	times[0] -= len(d)
	for residue, count := range times {
		if residue == 0 && count != 0 || residue != 0 && count != 1 {
			wantResidue, wantTimes = residue, count
			break
		}
	}
	if residue, count, ok := IsDifferenceSet(n, d); ok != (wantResidue < 0) || residue != wantResidue || count != wantTimes {
		t.Fatalf("IsDifferenceSet(%d, %v) = %d, %d, %v, want %d, %d", n, d, residue, count, ok, wantResidue, wantTimes)
	}
}

func TestDifferencesExhaustively(t *testing.T) {
	for n := 1; n <= 13; n++ {
		for subset := range 1 << n {
			var d []int
			for a := range n {
				if subset>>a&1 == 1 {
					d = append(d, a)
				}
			}
			checkDifferences(t, n, d)
		}
	}
}

// Large moduli go through several windows of residues. The sets are covers (an interval of length s
// and the multiples of s) with some elements dropped, repeated and moved by a multiple of n.
func TestDifferencesAtRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40000).Draw(t, "n")
		var d []int
		step := rapid.IntRange(1, 300).Draw(t, "step")
		for a := range min(step, n) {
			d = append(d, a)
		}
		for a := 0; a < n && len(d) < 600; a += step {
			d = append(d, a)
		}
		for range rapid.IntRange(0, 3).Draw(t, "dropped") {
			if len(d) > 0 {
				at := rapid.IntRange(0, len(d)-1).Draw(t, "at")
				d = slices.Delete(d, at, at+1)
			}
		}
		if len(d) > 0 {
			d[rapid.IntRange(0, len(d)-1).Draw(t, "moved")] += n * rapid.IntRange(-3, 3).Draw(t, "turns")
		}
		checkDifferences(t, n, d)
	})
}

// Perfect difference sets stay perfect under translation and under multiplication by a unit, and
// stop being perfect when an element is changed.
func TestDifferenceSetMetamorphic(t *testing.T) {
	for _, q := range primePowers(1, 128) {
		s := mustSinger(t, q)
		d := s.set
		image := make([]int, len(d))
		for _, unit := range []int{-1, 2} { // v is odd
			for i, a := range d {
				image[i] = unit*a + 17
			}
			if residue, times, ok := IsDifferenceSet(s.v, image); !ok {
				t.Errorf("order %d: %d D + 17 has the difference %d %d times", q, unit, residue, times)
			}
		}
		if q <= 2 {
			continue // all pairs of residues modulo 3 are perfect, and so are {0, 1, 3} and {0, 1, 5} modulo 7
		}
		for moved := range d {
			copy(image, d)
			image[moved] += 2
			if _, _, ok := IsDifferenceSet(s.v, image); ok {
				t.Errorf("order %d: still perfect with element %d moved from %d to %d", q, moved, d[moved], image[moved])
			}
			if _, ok, _ := IsDifferenceCover(t.Context(), s.v, image); ok {
				t.Errorf("order %d: still a cover, of least size, with element %d moved", q, moved)
			}
		}
	}
}

func TestDifferencePanics(t *testing.T) {
	for _, n := range []int{0, -7} {
		assert.Panics(t, fmt.Sprintf("IsDifferenceCover(t.Context(), %d)", n), func() { IsDifferenceCover(t.Context(), n, []int{0, 1}) })
		assert.Panics(t, fmt.Sprintf("IsDifferenceSet(%d)", n), func() { IsDifferenceSet(n, nil) })
	}
}
