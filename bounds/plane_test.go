package bounds

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

func onesCount(x uint32) int { return bits.OnesCount32(x) }

// TestPlaneOrdersToHundred derives the verdict for every order up to 100 from scratch and
// compares: prime powers by a sieve; sums of two squares by trying all pairs, and again by the
// exponents of the primes p = 3 (mod 4); the exclusion again by Bruck-Ryser-Chowla for the
// parameters of the plane.
func TestPlaneOrdersToHundred(t *testing.T) {
	const limit = 100
	primePower := make([]bool, limit+1)
	composite := make([]bool, limit+1)
	for p := 2; p <= limit; p++ {
		if composite[p] {
			continue
		}
		for x := 2 * p; x <= limit; x += p {
			composite[x] = true
		}
		for x := p; x <= limit; x *= p {
			primePower[x] = true
		}
	}
	sumOfSquares := make([]bool, limit+1)
	for a := 0; a*a <= limit; a++ {
		for b := 0; a*a+b*b <= limit; b++ {
			sumOfSquares[a*a+b*b] = true
		}
	}
	var excluded, open []int
	for q := 1; q <= limit; q++ {
		byExponents := true
		for x, p := q, 2; p <= x; p++ {
			exponent := 0
			for ; x%p == 0; x /= p {
				exponent++
			}
			if p%4 == 3 && exponent%2 == 1 {
				byExponents = false
			}
		}
		assert.MustEqual(t, byExponents, sumOfSquares[q], "the oracles disagree on %d", q)
		want := PlaneOpen
		switch {
		case q == 1:
			want = PlaneDegenerate
		case primePower[q]:
			want = PlaneExists
		case q == 10:
			want = PlaneExcludedByComputation
		case (q%4 == 1 || q%4 == 2) && !sumOfSquares[q]:
			want = PlaneExcludedByTheorem
		}
		verdict := PlaneOrder(q)
		if verdict.Status != want || verdict.Order != q {
			t.Errorf("order %d: %v, want %v", q, verdict, want)
		}
		if verdict.Reason == "" || verdict.Source == "" {
			t.Errorf("order %d: no argument: %+v", q, verdict)
		}
		exclude, reason := assert.Got2(BruckRyserChowla(q*q+q+1, q+1, 1))(t)
		assert.Equal(t, exclude, verdict.Status == PlaneExcludedByTheorem, "order %d: %v, but Bruck-Ryser-Chowla: (%s)", q, verdict.Status, reason)
		if brc := !conicSearch(q, map[bool]int{true: 1, false: -1}[(q*q+q)/2%2 == 0]); q <= 60 && brc != exclude {
			t.Errorf("order %d: search for a solution says %v", q, brc)
		}
		switch {
		case verdict.Status == PlaneExcludedByTheorem:
			excluded = append(excluded, q)
		case verdict.Status == PlaneOpen:
			open = append(open, q)
		}
		if verdict.Exists() && verdict.Excluded() {
			t.Errorf("order %d both exists and is excluded", q)
		}
	}
	// The list of the literature, here derived above and only written down to be read.
	known := []int{6, 14, 21, 22, 30, 33, 38, 42, 46, 54, 57, 62, 66, 69, 70, 77, 78, 86, 93, 94}
	assert.Slice(t, excluded, known, "excluded by Bruck-Ryser")
	if len(open) < 4 || !slices.Equal(open[:4], []int{12, 15, 18, 20}) {
		t.Errorf("open orders: %v", open)
	}
}

func TestPlaneVerdictText(t *testing.T) {
	for q, want := range map[int]string{
		1: "degenerate", 4: "exists", 6: "excluded-by-theorem", 10: "excluded-by-computation", 12: "open", 26: "open",
	} {
		verdict := PlaneOrder(q)
		assert.Equal(t, string(verdict.Status), want, "order %d", q)
	}
	if six := PlaneOrder(6); !strings.Contains(six.Source, "Bruck") || !strings.Contains(six.Source, "Tarry") {
		t.Errorf("order 6 does not name both arguments: %+v", six)
	}
	if nine := PlaneOrder(9); nine.Prime != 3 || nine.Exponent != 2 {
		t.Errorf("order 9: %+v", nine)
	}
}

// TestPlaneSizes compares the functions on numbers of points with searches.
func TestPlaneSizes(t *testing.T) {
	below := 0 // the order of the largest plane with at most n points
	for n := 1; n <= 12000; n++ {
		order := 0
		for q := 1; q*q+q+1 <= n; q++ {
			if q*q+q+1 == n {
				order = q
			}
		}
		got, ok := OrderOfPoints(n)
		if ok != (order > 0) || ok && got != order {
			t.Fatalf("OrderOfPoints(%d) = %d, %v; want %d", n, got, ok, order)
		}
		if ok && PlanePoints(order) != n {
			t.Fatalf("PlanePoints(%d) = %d", order, PlanePoints(order))
		}
		if ok && PlaneOrder(order).Exists() {
			below = order
		}
		if q := orderAtMost(n); q >= 1 && PlaneOrderAtMost(q) != below || q < 1 && below != 0 {
			t.Fatalf("n=%d: order at most %d, largest plane of order %d", n, q, below)
		}
	}
	for limit := 1; limit <= 2000; limit++ {
		want := limit
		for !PlaneOrder(want).Exists() {
			want++
		}
		assert.MustEqual(t, PlaneOrderAtLeast(limit), want, "PlaneOrderAtLeast(%d)", limit)
		want = limit
		for !PlaneOrder(want).Exists() {
			want--
		}
		assert.MustEqual(t, PlaneOrderAtMost(limit), want, "PlaneOrderAtMost(%d)", limit)
	}
}

func TestSumOfTwoSquares(t *testing.T) {
	const limit = 5000
	least := map[int][2]int{}
	for a := 70; a >= 0; a-- {
		for b := a; a*a+b*b <= limit; b++ {
			least[a*a+b*b] = [2]int{a, b}
		}
	}
	for n := -3; n <= limit; n++ {
		a, b, ok := SumOfTwoSquares(n)
		if want, exists := least[n]; ok != exists || [2]int{a, b} != want {
			t.Fatalf("SumOfTwoSquares(%d) = %d, %d, %v", n, a, b, ok)
		}
	}
}
