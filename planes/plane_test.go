package planes

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

func TestAxiomsNaively(t *testing.T) {
	most := assert.Sized(7, 13)
	checkPlane(t, mustProjective(t, 1))
	for _, q := range primePowers(2, most) {
		t.Run(fmt.Sprintf("order=%d", q), func(t *testing.T) {
			for _, p := range []*Plane{mustProjective(t, q), mustAffine(t, q)} {
				checkPlane(t, p)
			}
			checkPlane(t, dual(mustProjective(t, q)))
		})
	}
}

func TestAxiomsByVerify(t *testing.T) {
	most := assert.Sized(16, 32)
	for _, q := range primePowers(2, most) {
		for _, p := range []*Plane{mustProjective(t, q), mustAffine(t, q)} {
			assert.NoError(t, p.Verify(t.Context()))
		}
	}
}

// Above the orders that can be checked exhaustively, random joins, meets and pencils are compared
// with the lines.
func TestLargeOrdersBySample(t *testing.T) {
	orders := assert.Sized([]int{37, 49}, []int{37, 49, 64, 81, 121, 125, 128})
	rng := rand.New(rand.NewPCG(1, 2))
	for _, q := range orders {
		projective, affine := mustProjective(t, q), mustAffine(t, q)
		for _, p := range []*Plane{projective, affine} {
			sampleIncidences(t, rng, p, 2000)
		}
	}
}

func TestLargestOrder(t *testing.T) {
	assert.Long(t, "68 MB")
	sampleIncidences(t, rand.New(rand.NewPCG(3, 4)), mustProjective(t, 256), 2000)
}

func sampleIncidences(t *testing.T, rng *rand.Rand, p *Plane, samples int) {
	t.Helper()
	assert.MustEqual(t, len(p.table), p.Lines()*p.LineSize(), "%s: incidences", p.Name())
	for range samples {
		a, b := rng.IntN(p.Points()), rng.IntN(p.Points())
		if a != b {
			l := p.LineThrough(a, b)
			if !p.Incident(a, l) || !p.Incident(b, l) || p.LineThrough(b, a) != l {
				t.Fatalf("%s: LineThrough(%d, %d) = %d", p.Name(), a, b, l)
			}
		}
		l, m := rng.IntN(p.Lines()), rng.IntN(p.Lines())
		if l != m {
			if common := commonElements(p.Line(l), p.Line(m)); len(common) != 1 && !(p.affine && len(common) == 0) {
				t.Fatalf("%s: lines %d and %d have %v in common", p.Name(), l, m, common)
			}
		}
		pencil := p.LinesThrough(a)
		if len(pencil) != p.Order()+1 || !slices.IsSorted(pencil) {
			t.Fatalf("%s: LinesThrough(%d) = %v", p.Name(), a, pencil)
		}
		if through := int(pencil[rng.IntN(len(pencil))]); !p.Incident(a, through) {
			t.Fatalf("%s: line %d is in the pencil of point %d and not through it", p.Name(), through, a)
		}
	}
}

// pointCoordinates and lineCoordinates return the normal forms in the table of the package
// documentation.
func pointCoordinates(q, p int) [3]uint32 {
	switch {
	case p == 0:
		return [3]uint32{0, 0, 1}
	case p <= q:
		return [3]uint32{0, 1, uint32(p - 1)}
	default:
		return [3]uint32{1, uint32((p - q - 1) / q), uint32((p - q - 1) % q)}
	}
}

func lineCoordinates(f *gf.Field, l int) [3]uint32 {
	q := f.Order()
	switch {
	case l == 0:
		return [3]uint32{1, 0, 0}
	case l <= q:
		return [3]uint32{f.Neg(uint32(l - 1)), 1, 0}
	default:
		return [3]uint32{f.Neg(uint32((l - q - 1) % q)), f.Neg(uint32((l - q - 1) / q)), 1}
	}
}

// The geometry must be the one that the coordinates define: incidence is a zero product, and normal
// forms are numbered in order.
func TestCoordinates(t *testing.T) {
	for _, q := range primePowers(2, 9) {
		f := assert.Got(gf.New(q))(t)
		p := mustProjective(t, q)
		seen := map[[3]uint32]bool{}
		for a := range p.Points() {
			x := pointCoordinates(q, a)
			if seen[x] {
				t.Fatalf("%s: point %d has coordinates %v", p.Name(), a, x)
			}
			seen[x] = true
			for l := range p.Lines() {
				y := lineCoordinates(f, l)
				var product uint32
				for i := range x {
					product = f.Add(product, f.Mul(x[i], y[i]))
				}
				assert.MustEqual(t, product == 0, p.Incident(a, l), "%s: point %v, line %v: product %d, incident", p.Name(), x, y, product)
			}
		}
		for a := range p.Points() - 1 {
			x, y := pointCoordinates(q, a), pointCoordinates(q, a+1)
			if slices.Compare(x[:], y[:]) >= 0 {
				t.Errorf("%s: points %d and %d are %v and %v, not in lexicographic order", p.Name(), a, a+1, x, y)
			}
			if first := slices.IndexFunc(x[:], func(c uint32) bool { return c != 0 }); x[first] != 1 {
				t.Errorf("%s: point %d is %v, want 1 first", p.Name(), a, x)
			}
		}
		for l := range p.Lines() {
			y := lineCoordinates(f, l)
			last := 2
			for y[last] == 0 {
				last--
			}
			assert.Equal(t, y[last], 1, "%s: line %d is %v, want 1 last", p.Name(), l, y)
			if l > 0 && slices.Compare(p.Line(l-1), p.Line(l)) >= 0 {
				t.Errorf("%s: lines %d and %d are not in lexicographic order", p.Name(), l-1, l)
			}
		}
	}
}

func TestAffineIsProjectiveWithoutLineZero(t *testing.T) {
	for _, q := range primePowers(2, 16) {
		projective, affine := mustProjective(t, q), mustAffine(t, q)
		for l, line := range affine.AllLines() {
			var finite []int32
			for _, p := range projective.Line(l + 1) {
				if !projective.Incident(int(p), 0) {
					finite = append(finite, p-int32(q+1))
				}
			}
			assert.MustTrue(t, slices.Equal(line, finite), "order %d: affine line %d is %v, projective line %d without infinity is %v", q, l, line, l+1, finite)
		}
	}
}

func TestNames(t *testing.T) {
	for _, test := range []struct {
		plane *Plane
		name  string
		order int
	}{
		{mustProjective(t, 1), "triangle", 1},
		{mustProjective(t, 9), "PG(2,9)", 9},
		{mustAffine(t, 16), "AG(2,16)", 16},
	} {
		if p := test.plane; p.Name() != test.name || p.Order() != test.order {
			t.Errorf("got %s of order %d, want %+v", p.Name(), p.Order(), test)
		}
	}
}

func TestOrderErrors(t *testing.T) {
	for _, test := range []struct {
		build func(int) error
		order int
		want  string
	}{
		{projectiveError, 6, "planes: PG(2,q): order 6 is no prime power (nearest: 5, 7)"},
		{projectiveError, 10, "planes: PG(2,q): order 10 is no prime power (nearest: 9, 11)"},
		{projectiveError, 511, "planes: PG(2,q): order 511 is no prime power (nearest: 509, 512)"},
		{projectiveError, 0, "planes: PG(2,q): order 0 is outside 1..512"},
		{projectiveError, -3, "planes: PG(2,q): order -3 is outside 1..512"},
		{projectiveError, 521, "planes: PG(2,q): order 521 is outside 1..512"},
		{projectiveError, 1 << 62, "planes: PG(2,q): order 4611686018427387904 is outside 1..512"},
		{affineError, 1, "planes: AG(2,q): order 1 is outside 2..512"},
		{affineError, 12, "planes: AG(2,q): order 12 is no prime power (nearest: 11, 13)"},
		{singerError, 8190, "planes: Singer difference set: order 8190 is no prime power (nearest: 8179, 8191)"},
		{singerError, 8209, "planes: Singer difference set: order 8209 is outside 1..8192"},
		{singerError, 0, "planes: Singer difference set: order 0 is outside 1..8192"},
	} {
		err := test.build(test.order)
		var orderError *OrderError
		if !errors.As(err, &orderError) || orderError.Order != test.order || err.Error() != test.want {
			t.Errorf("order %d: got %v, want %s", test.order, err, test.want)
		}
	}
}

func projectiveError(q int) error { _, err := NewProjective(context.Background(), q); return err }
func affineError(q int) error     { _, err := NewAffine(context.Background(), q); return err }
func singerError(q int) error     { _, err := SingerSet(q); return err }

func TestPlanePanics(t *testing.T) {
	p := mustAffine(t, 3)
	assert.Panics(t, "Line(-1)", func() { p.Line(-1) })
	assert.Panics(t, "Line(12)", func() { p.Line(12) })
	assert.Panics(t, "LinesThrough(9)", func() { p.LinesThrough(9) })
	assert.Panics(t, "Incident(9, 0)", func() { p.Incident(9, 0) })
	assert.Panics(t, "Incident(0, 12)", func() { p.Incident(0, 12) })
	assert.Panics(t, "LineThrough(1, 1)", func() { p.LineThrough(1, 1) })
	assert.Panics(t, "LineThrough(1, 9)", func() { p.LineThrough(1, 9) })
}

// Streams may be left early.
func TestStreamsStop(t *testing.T) {
	seen := 0
	for l := range mustProjective(t, 3).AllLines() {
		if seen++; l == 4 {
			break
		}
	}
	for i := range mustNet(t, 5, 3).Class(2) {
		if seen++; i == 1 {
			break
		}
	}
	assert.Equal(t, seen, 7, "lines seen")
}

// A view must not let an append reach the next line.
func TestViewsHaveNoSpareCapacity(t *testing.T) {
	p := mustProjective(t, 3)
	_ = append(p.Line(0), 99)
	for l, line := range p.AllLines() {
		_ = append(line, 99)
		if l == 5 {
			break
		}
	}
	n := mustNet(t, 3, 3)
	_ = append(n.Line(0, 0), 99)
	square := cyclicSquare(3)
	_ = append(square.Row(0), 99)
	if slices.Contains(p.table, 99) || slices.Contains(n.lines, 99) || slices.Contains(square.cells, 99) {
		t.Error("append to a view wrote into the object")
	}
}

// A plane over a field must not keep or build a second table; the benchmark measures the same for
// order 256.
func TestPlaneAllocatesItsLinesOnly(t *testing.T) {
	const q = 64
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p := mustProjective(t, q)
	runtime.ReadMemStats(&after)
	incidences := uint64(4 * p.Lines() * p.LineSize())
	if got := after.TotalAlloc - before.TotalAlloc; 2*got > 3*incidences {
		t.Errorf("%s allocates %d bytes, more than 1.5 times the %d of its incidences", p.Name(), got, incidences)
	}
}
