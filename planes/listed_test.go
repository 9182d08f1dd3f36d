package planes

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

// A list of lines of any plane, renamed and shuffled, is recognised and behaves as the naive
// reading of it says.
func TestFromLinesOfRelabelledPlanes(t *testing.T) {
	most := assert.Sized(5, 8)
	rng := rand.New(rand.NewPCG(7, 8))
	originals := []*Plane{mustProjective(t, 1)}
	for _, q := range primePowers(2, most) {
		originals = append(originals, mustProjective(t, q), mustAffine(t, q))
	}
	for _, original := range originals {
		p := assert.Got(FromLines(t.Context(), "renamed", original.Points(), relabelled(rng, original.Points(), linesOf(original))))(t, "%s", original.Name())
		if p.affine != original.affine || p.Order() != original.Order() || p.Name() != "renamed" {
			t.Fatalf("%s comes back as %s of order %d", original.Name(), p.Name(), p.Order())
		}
		checkPlane(t, p)
	}
}

// The plane y = a o x + c over the nearfield of order 9 (a o b = a b for a square a, a b^3
// otherwise) is no plane over a field. FromLines must accept it, and the theorem of Desargues,
// which holds in every plane over a field, must fail in it.
func TestFromLinesOfANonDesarguesianPlane(t *testing.T) {
	f := assert.Got(gf.New(9))(t)
	product := func(a, b uint32) uint32 {
		if a != 0 && f.Log(a)%2 == 1 {
			b = f.Pow(b, 3)
		}
		return f.Mul(a, b)
	}
	var lines [][]int
	for c := range 9 {
		var vertical []int
		for y := range 9 {
			vertical = append(vertical, 9*c+y)
		}
		lines = append(lines, vertical)
	}
	for a := range uint32(9) {
		for c := range uint32(9) {
			var line []int
			for x := range uint32(9) {
				line = append(line, int(9*x+f.Add(product(a, x), c)))
			}
			lines = append(lines, line)
		}
	}
	p := assert.Got(FromLines(t.Context(), "nearfield plane of order 9", 81, lines))(t)
	checkPlane(t, p)
	if affineDesarguesFails(mustAffine(t, 9)) {
		t.Error("the theorem of Desargues fails in AG(2,9)")
	}
	assert.True(t, affineDesarguesFails(p), "the theorem of Desargues holds in the nearfield plane")
}

// affineDesarguesFails looks for two triangles that are in perspective from point 0 and have two
// pairs of parallel sides, but not the third.
func affineDesarguesFails(p *Plane) bool {
	parallel := func(a, b, c, d int) bool {
		l, m := p.LineThrough(a, b), p.LineThrough(c, d)
		if l == m {
			return true
		}
		return p.meet(l, m) < 0
	}
	// image returns the point b' on the line 0b for which a'b' is parallel to ab.
	image := func(a, b, a2 int) int {
		for _, b2 := range p.Line(p.LineThrough(0, b)) {
			if b2 != 0 && parallel(a, b, a2, int(b2)) {
				return int(b2)
			}
		}
		return -1
	}
	pencil := p.LinesThrough(0)
	for i := range pencil {
		for j := range pencil {
			for k := range pencil {
				if i == j || i == k || j == k {
					continue
				}
				a, b := int(p.Line(int(pencil[i]))[1]), int(p.Line(int(pencil[j]))[1])
				c := int(p.Line(int(pencil[k]))[1])
				if p.Incident(c, p.LineThrough(a, b)) {
					continue
				}
				for _, a2 := range p.Line(int(pencil[i])) {
					if a2 == 0 || int(a2) == a {
						continue
					}
					if !parallel(b, c, image(a, b, int(a2)), image(a, c, int(a2))) {
						return true
					}
				}
			}
		}
	}
	return false
}

func TestFromLinesRefusesBadForm(t *testing.T) {
	fano := linesOf(mustProjective(t, 2))
	with := func(l int, line ...int) [][]int {
		lines := append([][]int(nil), fano...)
		lines[l] = line
		return lines
	}
	const noPlane = "belong to no projective or affine plane"
	for _, test := range []struct {
		points int
		lines  [][]int
		want   string
	}{
		{7, nil, "planes: test: has no lines"},
		{8, fano, "planes: test: 8 points and 7 lines of 3 points " + noPlane},
		{7, fano[:6], "planes: test: 7 points and 6 lines of 3 points " + noPlane},
		{1, [][]int{{0}}, "planes: test: 1 points and 1 lines of 1 points " + noPlane},
		{1, [][]int{{0}, {0}}, "planes: test: 1 points and 2 lines of 1 points " + noPlane},
		{2, [][]int{{0, 1}}, "planes: test: 2 points and 1 lines of 2 points " + noPlane},
		{7, with(0), "planes: test: 7 points and 7 lines of 0 points " + noPlane},
		{7, with(3, 0, 1), "planes: test: line 3 (counted from 0) has 2 points, want 3"},
		{7, with(4, 0, 1, 7), "planes: test: line 4 (counted from 0) has point 7, outside 0..6"},
		{7, with(4, -1, 1, 2), "planes: test: line 4 (counted from 0) has point -1, outside 0..6"},
		{7, with(6, 2, 5, 2), "planes: test: line 6 (counted from 0) has point 2 twice"},
	} {
		_, err := FromLines(t.Context(), "test", test.points, test.lines)
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// Changing one point of one line of any plane breaks an axiom, and the witness must be true of the
// changed list.
func TestFromLinesFindsAWitness(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var originals []*Plane
	for _, q := range primePowers(2, 7) {
		originals = append(originals, mustProjective(t, q), mustAffine(t, q))
	}
	for _, original := range originals {
		for range 20 {
			lines := linesOf(original)
			l, at := rng.IntN(len(lines)), rng.IntN(original.LineSize())
			for {
				if p := rng.IntN(original.Points()); !original.Incident(p, l) {
					lines[l][at] = p
					break
				}
			}
			_, err := FromLines(t.Context(), "changed", original.Points(), lines)
			var axiom *AxiomError
			if !errors.As(err, &axiom) {
				t.Fatalf("%s with a changed line %d: %v", original.Name(), l, err)
			}
			common := naiveCommon(lines, axiom)
			if len(common) == 1 || len(common) != len(axiom.Common) {
				t.Fatalf("%s: witness %v, but the common elements are %v", original.Name(), err, common)
			}
		}
	}
}

// naiveCommon recomputes the common elements of the pair of a witness.
func naiveCommon(lines [][]int, e *AxiomError) []int {
	has := func(l, p int) bool {
		return slices.Contains(lines[l], p)
	}
	var common []int
	for l := range lines {
		if has(l, e.A) && has(l, e.B) {
			common = append(common, l)
		}
	}
	return common
}

func TestAxiomErrorText(t *testing.T) {
	fano := linesOf(mustProjective(t, 2))
	fano[0] = []int{0, 1, 3}
	_, err := FromLines(t.Context(), "broken", 7, fano)
	const want = "planes: broken: points 0 and 2 (counted from 0) have 0 lines in common [], want exactly 1"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
