package planes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

// Sets with 0 and 1 that every table of cyclic difference sets has, up to multiplication by a unit
// and translation.
var knownDifferenceSets = map[int][]int{
	1: {0, 1},
	2: {0, 1, 3},
	3: {0, 1, 3, 9},
	4: {0, 1, 4, 14, 16},
	5: {0, 1, 3, 8, 12, 18},
	7: {0, 1, 3, 13, 32, 36, 43, 52},
	8: {0, 1, 3, 7, 15, 31, 36, 54, 63},
	9: {0, 1, 3, 9, 27, 49, 56, 61, 77, 81},
}

// Cyclic planes of these orders are unique, so any two perfect difference sets are equivalent.
func TestSingerSetsAreTheKnownOnes(t *testing.T) {
	for q, known := range knownDifferenceSets {
		s := mustSinger(t, q)
		if residue, times, ok := IsDifferenceSet(s.v, known); !ok {
			t.Errorf("order %d: the tabulated %v has the difference %d %d times", q, known, residue, times)
		}
		assert.True(t, equivalent(s.v, s.set, known), "order %d: %v is not equivalent to %v", q, s.set, known)
	}
}

// equivalent reports whether b = u a + t modulo v for some unit u and some t.
func equivalent(v int, a, b []int) bool {
	for u := 1; u < v; u++ {
		if slices.ContainsFunc(gf.Factor(uint64(u)), func(f gf.PrimeFactor) bool { return v%int(f.Prime) == 0 }) {
			continue
		}
		for t := range v {
			image := make([]int, len(a))
			for i := range a {
				image[i] = (u*a[i] + t) % v
			}
			slices.Sort(image)
			if slices.Equal(image, b) {
				return true
			}
		}
	}
	return false
}

// line returns line i, D + i modulo v, ascending.
func (s singer) line(i int) []int {
	line := slices.Clone(s.set)
	for at := range line {
		line[at] = (line[at] + i) % s.v
	}
	slices.Sort(line)
	return line
}

// All lines of the Singer plane: FromLines judges the axioms, checkPlane compares with a naive
// reading.
func TestSingerLinesAreAPlane(t *testing.T) {
	most := assert.Sized(16, 32)
	for _, q := range primePowers(1, most) {
		s := mustSinger(t, q)
		lines := make([][]int, s.v)
		for i := range lines {
			lines[i] = s.line(i)
		}
		p := assert.Got(FromLines(t.Context(), "Singer plane", s.v, lines))(t)
		if q <= 5 {
			checkPlane(t, p)
		}
	}
}

// The Singer plane is PG(2,q): mapping k to the point of w^k must map lines to lines.
func TestSingerPlaneIsDesarguesian(t *testing.T) {
	for _, q := range primePowers(2, 16) {
		f := assert.Got(gf.New(q))(t)
		modulus := assert.Got(gf.FirstPrimitiveCubic(f))(t)
		p, s := mustProjective(t, q), mustSinger(t, q)
		numberOf := map[[3]uint32]int{}
		for a := range p.Points() {
			numberOf[pointCoordinates(q, a)] = a
		}
		point := make([]int, s.v)
		power := [3]uint32{1, 0, 0}
		for k := range point {
			point[k] = numberOf[normalForm(f, power)]
			power = cubicProduct(f, modulus, power, [3]uint32{0, 1, 0})
		}
		for i := range s.v {
			line := s.line(i)
			l := p.LineThrough(point[line[0]], point[line[1]])
			for _, k := range line {
				if !p.Incident(point[k], l) {
					t.Fatalf("order %d: Singer line %d is no line of %s", q, i, p.Name())
				}
			}
		}
	}
}

func normalForm(f *gf.Field, x [3]uint32) [3]uint32 {
	first := slices.IndexFunc(x[:], func(c uint32) bool { return c != 0 })
	scale := f.Inv(x[first])
	for i := range x {
		x[i] = f.Mul(scale, x[i])
	}
	return x
}

// Beyond the orders whose planes are checked line by line: the set is perfect by a count of all
// differences, has the normal form, and consists of the logarithms it is defined by.
func TestSingerLargeOrders(t *testing.T) {
	orders := assert.Sized([]int{64, 81, 125, 256, 343, 509}, []int{64, 81, 125, 243, 256, 343, 509, 512, 625, 729, 1009, 1024, 2048, 8191})
	rng := rand.New(rand.NewPCG(11, 12))
	for _, q := range orders {
		t.Run(fmt.Sprintf("order=%d", q), func(t *testing.T) {
			s := mustSinger(t, q)
			set := s.set
			if s.v != q*q+q+1 || len(set) != q+1 || set[0] != 0 || set[1] != 1 || !slices.IsSorted(set) {
				t.Fatalf("v %d, %d elements starting with %v", s.v, len(set), set[:2])
			}
			if q <= 1024 {
				countAllDifferences(t, s)
			}
			checkLogarithms(t, rng, q, s)
		})
	}
}

// countAllDifferences is the naive oracle for the verification that SingerSet does in windows.
func countAllDifferences(t *testing.T, s singer) {
	t.Helper()
	seen := make([]bool, s.v)
	for _, a := range s.set {
		for _, b := range s.set {
			difference := (int(a-b) + s.v) % s.v
			if difference != 0 && seen[difference] {
				t.Fatalf("%d is a difference twice", difference)
			}
			seen[difference] = true
		}
	}
	if missing := slices.Index(seen, false); missing >= 0 {
		t.Fatalf("%d is no difference", missing)
	}
}

// cubicProduct returns a·b in GF(q³): as polynomials over f, divided by the modulus.
func cubicProduct(f *gf.Field, modulus [4]uint32, a, b [3]uint32) [3]uint32 {
	var product [5]uint32
	for i, x := range a {
		for j, y := range b {
			product[i+j] = f.Add(product[i+j], f.Mul(x, y))
		}
	}
	for top := 4; top >= 3; top-- {
		lead := product[top]
		for i, c := range modulus {
			product[top-3+i] = f.Sub(product[top-3+i], f.Mul(lead, c))
		}
	}
	return [3]uint32(product[:3])
}

// powerOfW returns w^k for the root w of the modulus.
func powerOfW(f *gf.Field, modulus [4]uint32, k int) [3]uint32 {
	result, square := [3]uint32{1, 0, 0}, [3]uint32{0, 1, 0}
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			result = cubicProduct(f, modulus, result, square)
		}
		square = cubicProduct(f, modulus, square, square)
	}
	return result
}

// checkLogarithms checks elements k of D against the field: w^k must be in the span of 1 and w.
func checkLogarithms(t *testing.T, rng *rand.Rand, q int, s singer) {
	t.Helper()
	f := assert.Got(gf.New(q))(t)
	modulus := assert.Got(gf.FirstPrimitiveCubic(f))(t)
	for range 200 {
		k := s.set[rng.IntN(q+1)]
		if power := powerOfW(f, modulus, int(k)); power[2] != 0 {
			t.Fatalf("w^%d = %v is not in the span of 1 and w", k, power)
		}
	}
}
