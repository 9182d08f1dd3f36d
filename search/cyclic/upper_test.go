package cyclic

import (
	"slices"
	"testing"

	"coterie/planes"
)

func TestConstructed(t *testing.T) {
	for n := 1; n <= 700; n++ {
		cover, by := Constructed(n)
		checkCover(t, n, cover, len(cover))
		if plan := (plans{}).of(n); len(cover) > plan.size || by == "" {
			t.Errorf("n=%d: %d residues of %d by %q", n, len(cover), plan.size, by)
		}
	}
	for _, n := range []int{5000, 9973, 10_000, 62_500, 100_003} {
		cover, by := Constructed(n)
		if missing, ok, _ := planes.IsDifferenceCover(t.Context(), n, cover); !ok {
			t.Errorf("n=%d: %s: no difference %d", n, by, missing)
		}
		// All constructions are within √(3n/2) + 6, the bound of Colbourn and Ling.
		if k := len(cover) - 6; k*k*2 > 3*n {
			t.Errorf("n=%d: %d residues by %s", n, len(cover), by)
		}
	}
}

// TestPlansAreCovers builds each construction by itself, at sizes where it need not be
// the best.
func TestPlansAreCovers(t *testing.T) {
	check := func(n int, plan plan) {
		t.Helper()
		cover := plan.build()
		if len(cover) > plan.size {
			t.Errorf("n=%d: %s: %d residues", n, plan.by, len(cover))
		}
		if missing, ok, _ := planes.IsDifferenceCover(t.Context(), n, cover); !ok {
			t.Errorf("n=%d: %s: no difference %d", n, plan.by, missing)
		}
	}
	for n := 4; n <= 400; n++ {
		check(n, rulerPlan(n))
		for s := range 6 {
			check(n, singerRulerPlan(n, ruler(0, s)))
		}
		for a := 2; a < n; a++ {
			if n%a == 0 {
				check(n, plans{}.product(a, n/a))
			}
		}
	}
}

func TestRulers(t *testing.T) {
	for r := -1; r <= 6; r++ {
		for s := range 8 {
			if r < 0 && s > 1 {
				continue
			}
			marks := ruler(r, s)
			length := marks[len(marks)-1]
			have := make([]bool, length+1)
			for _, x := range marks {
				for _, y := range marks {
					if x >= y {
						have[x-y] = true
					}
				}
			}
			if slices.Contains(have, false) || r >= 0 && (len(marks) != 4*r+s+3 || length != 4*r*(r+s+2)+3*(s+1)) {
				t.Errorf("W(%d, %d) = %v", r, s, marks)
			}
		}
	}
	for length := range 3000 {
		r, s := wichmann(length)
		marks := ruler(r, s)
		if marks[len(marks)-1] < length {
			t.Fatalf("length %d: %d, %d", length, r, s)
		}
		for try := range 30 { // no other has fewer marks
			for other := range 200 {
				if 4*try*(try+other+2)+3*(other+1) >= length && 4*try+other+3 < len(marks) {
					t.Fatalf("length %d: W(%d, %d) has fewer marks than W(%d, %d)", length, try, other, r, s)
				}
			}
		}
	}
}

func TestNeededKeepsACover(t *testing.T) {
	for n := 2; n <= 60; n++ {
		all := make([]int, n)
		for x := range all {
			all[x] = x
		}
		cover := needed(n, all)
		checkCover(t, n, cover, len(cover))
		for i := range cover[1:] {
			rest := slices.Delete(slices.Clone(cover), i+1, i+2)
			if _, ok, _ := planes.IsDifferenceCover(t.Context(), n, rest); ok {
				t.Errorf("n=%d: %v has no need of %d", n, cover, cover[i+1])
			}
		}
	}
}
