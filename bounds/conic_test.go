package bounds

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// conicSearch looks for a solution of z² = a·x² + b·y² other than (0,0,0) in the box 0 ≤ x ≤
// |b|, 0 ≤ y ≤ |a|, which is enough: with a = a'·s², b = b'·t² squarefree times square and d =
// gcd(a',b'), Holzer's theorem (1950) gives, if there is a solution at all, one of z² = a'x² +
// b'y² with x ≤ √(d·|b'/d|) and y ≤ √(d·|a'/d|); multiply x by t, y by s.
func conicSearch(a, b int) bool {
	for x := 0; x <= max(int(magnitude(b)), 1); x++ {
		for y := 0; y <= max(int(magnitude(a)), 1); y++ {
			square := a*x*x + b*y*y
			if square < 0 || x == 0 && y == 0 {
				continue
			}
			if root := int(math.Sqrt(float64(square))); root*root == square {
				return true
			}
		}
	}
	return false
}

func TestConicPlaceAgainstSearch(t *testing.T) {
	limit := assert.Sized(20, 30)
	solvable, counted := 0, 0
	for a := -limit; a <= limit; a++ {
		for b := -limit; b <= limit; b++ {
			obstruction, got := ConicPlace(a, b)
			assert.MustEqual(t, conicSearch(a, b), got, "z² = %d·x² + %d·y²: solvable (obstruction %d)", a, b, obstruction)
			assert.MustEqual(t, got, obstruction == 0, "z² = %d·x² + %d·y²: solvable with obstruction %d", a, b, obstruction)
			if got {
				solvable++
			} else if obstruction != RealPlace {
				if checkObstruction(t, a, b, obstruction) {
					counted++
				}
			}
		}
	}
	if all := (2*limit + 1) * (2*limit + 1); solvable < all/10 || solvable > 9*all/10 {
		t.Errorf("%d of %d solvable: the test judges one side only", solvable, all)
	}
	if counted == 0 {
		t.Error("no obstruction was verified by counting")
	}
	t.Logf("%d solvable; %d obstructions verified by counting", solvable, counted)
}

// checkObstruction verifies a place where there is no solution, by counting: modulo a high
// enough power of p, z² = a·x² + b·y² has no solution with x, y, z not all divisible by p.
func checkObstruction(t *testing.T, a, b, p int) bool {
	// If p^e divides neither a nor b, then p^(2e+1), for odd p, is high enough for p-adic
	// lifting; 2 needs two powers more. Only moduli that can be counted are tried; it reports
	// whether this one was.
	e := 1
	for power := p; a%power == 0 || b%power == 0; power *= p {
		e++
	}
	e = 2*e + 1
	if p == 2 {
		e += 2
	}
	modulus := 1
	for range e {
		modulus *= p
		if modulus > 130 {
			return false
		}
	}
	squares := make([]bool, 2*modulus)
	for z := range modulus {
		class := 0
		if z%p == 0 {
			class = modulus
		}
		squares[class+z*z%modulus] = true
	}
	for x := range modulus {
		for y := range modulus {
			value := ((a*x*x+b*y*y)%modulus + modulus) % modulus
			primitive := x%p != 0 || y%p != 0
			if squares[value] || primitive && squares[modulus+value] {
				t.Fatalf("z² = %d·x² + %d·y² has a primitive solution modulo %d, the obstruction was %d", a, b, modulus, p)
			}
		}
	}
	return true
}

// TestBruckRyserChowlaParameters checks the theorem on all parameters of symmetric designs with
// v ≤ 150 and λ ≥ 1 against search, and lets it pass every design that is known to exist here:
// those of the cyclic difference sets modulo v ≤ 21, found by exhaustive search.
func TestBruckRyserChowlaParameters(t *testing.T) {
	limit := assert.Sized(120, 150)
	parameters, excluded := 0, map[bool]int{}
	for v := 1; v <= limit; v++ {
		for k := 1; k <= v; k++ {
			for lambda := 1; lambda <= k; lambda++ {
				exclude, reason, err := BruckRyserChowla(v, k, lambda)
				if lambda*(v-1) != k*(k-1) {
					if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("(v,k,λ) = (%d,%d,%d) are no", v, k, lambda)) {
						t.Fatalf("(%d,%d,%d): error %v", v, k, lambda, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				parameters++
				order, want := k-lambda, false
				switch {
				case v%2 == 0:
					root := 0
					for root*root < order {
						root++
					}
					want = root*root != order
				case v%4 == 1:
					want = !conicSearch(order, lambda)
				default:
					want = !conicSearch(order, -lambda)
				}
				assert.MustEqual(t, exclude, want, "(%d,%d,%d): excluded (%s)", v, k, lambda, reason)
				if exclude {
					excluded[v%2 == 0]++
				}
			}
		}
	}
	if excluded[true] == 0 || excluded[false] == 0 {
		t.Errorf("excluded with even and odd v: %v", excluded)
	}
	t.Logf("%d parameter triples, excluded with even v %d, odd v %d", parameters, excluded[true], excluded[false])

	designs := 0
	for v := 2; v <= 21; v++ {
		for base := uint32(1); base < 1<<v; base += 2 { // a translate contains 0
			k, lambda, ok := differenceSet(v, base)
			if !ok || lambda == 0 {
				continue
			}
			designs++
			exclude, reason, err := BruckRyserChowla(v, k, lambda)
			if err != nil || exclude {
				t.Fatalf("the difference set %b modulo %d is excluded: %v %v", base, v, reason, err)
			}
		}
		if !assert.WithSlow && v == 15 {
			break
		}
	}
	t.Logf("%d difference sets pass", designs)
}

// differenceSet reports whether the translates of base modulo v all meet it in λ residues.
func differenceSet(v int, base uint32) (k, lambda int, ok bool) {
	k = onesCount(base)
	lambda = -1
	for shift := 1; shift < v; shift++ {
		rotated := (base<<shift | base>>(v-shift)) & (1<<v - 1)
		shared := onesCount(base & rotated)
		if lambda >= 0 && shared != lambda {
			return 0, 0, false
		}
		lambda = shared
	}
	return k, lambda, lambda >= 0
}

// TestBruckRyserChowlaKnown checks textbook cases, with one excluded by either half.
func TestBruckRyserChowlaKnown(t *testing.T) {
	for _, known := range []struct {
		v, k, lambda int
		excluded     bool
		why          string
	}{
		{7, 3, 1, false, "Fano plane"},
		{11, 5, 2, false, "Paley biplane"},
		{16, 6, 2, false, "biplane"},
		{37, 9, 2, false, "biplane"},
		{15, 7, 3, false, "PG(3,2)"},
		{40, 13, 4, false, "PG(3,3)"},
		{43, 7, 1, true, "plane of order 6"},
		{22, 7, 2, true, "biplane, k-λ = 5"},
		{29, 8, 2, true, "biplane, z² = 6x² + 2y²"},
		{67, 12, 2, true, "biplane, z² = 10x² - 2y²"},
		{46, 10, 2, true, "biplane, k-λ = 8"},
		{111, 11, 1, false, "plane of order 10, excluded otherwise"},
		{5, 5, 5, false, "one block five times"},
		{6, 1, 0, false, "six points"},
		{5, 4, 3, false, "all sets of four"},
	} {
		exclude, reason, err := BruckRyserChowla(known.v, known.k, known.lambda)
		if err != nil {
			t.Errorf("%v: %v", known, err)
		}
		assert.Equal(t, exclude, known.excluded, "(%d,%d,%d), %s: excluded: %s", known.v, known.k, known.lambda, known.why, reason)
	}
	for _, bad := range [][3]int{{0, 1, 1}, {7, 0, 0}, {7, 8, 9}, {7, 3, 2}, {7, 3, -1}, {math.MaxInt, math.MaxInt, 1}} {
		_, _, err := BruckRyserChowla(bad[0], bad[1], bad[2])
		assert.Fails(t, err, "", "%v was accepted", bad)
	}
}
