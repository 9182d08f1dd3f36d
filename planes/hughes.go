package planes

import (
	"context"
	"fmt"

	"coterie/gf"
	"coterie/internal/machine/par"
)

// MaxHughesOrder is the greatest order of NewHughes, whose planes are verified as they are made.
const MaxHughesOrder = 169

// NewHughes builds the Hughes plane of order n = q^2, q an odd prime power: a projective plane that
// is neither Desarguesian nor a translation plane nor the dual of one (Hughes 1957; the plane of
// order 9 is that of Veblen and Wedderburn 1907).
//
// Let N be the nearfield on GF(n) with the product a o b = a b for a square a and a b^q for a
// non-square, which is associative and has a o (b + c) = a o b + a o c; its centre is GF(q). Points
// are the vectors (x, y, z) not 0 over N up to left multiplication. Let S be a 3 x 3 matrix over
// GF(q) that permutes the points of PG(2,q) in one cycle; it acts on the points, as x o s = x s for
// s in GF(q). For t = 1 and for each t in N outside GF(q) the points with x + y o t + z = 0 are a
// line, and so are their images under the powers of S: (q^2-q+1)(q^2+q+1) = n^2+n+1 lines.
//
// Points are numbered by the normal form whose first non-zero coordinate is 1, as those of PG(2,n);
// lines come by t, and then by the power of S. The plane has no coordinates in the sense of
// PointCoordinates. The construction does not rely on the theorem: FromLines verifies that the
// lines are a plane.
//
// Domain: n the square of an odd prime power, 9 <= n <= MaxHughesOrder: 9, 25, 49, 81, 121, 169.
// Cost: that of FromLines, O(n^4).
//
// Errors: as NewProjective.
//
// D. R. Hughes, A class of non-Desarguesian projective planes, Canadian J. Math. 9 (1957) 378-388.
func NewHughes(ctx context.Context, n int) (*Plane, error) {
	q, err := baseOfSquare("Hughes plane", n, MaxHughesOrder, func(q int) bool { return q%2 == 1 })
	if err != nil {
		return nil, err
	}
	field, err := gf.New(n)
	if err != nil {
		return nil, fmt.Errorf("planes: Hughes plane: %w", err)
	}
	f := nearfield{field, q}
	cycle, err := singerMatrix(field, q)
	if err != nil {
		return nil, err
	}
	var lines [][]int
	poll := par.NewPoll(ctx)
	for t := range uint32(n) {
		if t != 1 && field.InSubfield(t, q) {
			continue
		}
		line := f.line(t)
		for range q*q + q + 1 {
			if err := poll.Work(len(line)); err != nil {
				return nil, err
			}
			numbers := make([]int, len(line))
			for i, p := range line {
				numbers[i] = f.number(p)
				line[i] = f.move(p, cycle)
			}
			lines = append(lines, numbers)
		}
	}
	return FromLines(ctx, fmt.Sprintf("Hughes plane of order %d", n), n*n+n+1, lines)
}

// nearfield is the nearfield of order q^2 on the elements of a field.
type nearfield struct {
	*gf.Field
	q int
}

func (f nearfield) product(a, b uint32) uint32 {
	if a != 0 && f.Log(a)%2 == 1 {
		b = f.Pow(b, int64(f.q))
	}
	return f.Mul(a, b)
}

// line returns the points with x + y o t + z = 0, in normal form.
func (f nearfield) line(t uint32) [][3]uint32 {
	points := [][3]uint32{{1, 0, f.Neg(1)}}
	for y := uint32(1); y < uint32(f.Order()); y++ {
		points = append(points, [3]uint32{1, y, f.Neg(f.Add(1, f.product(y, t)))})
	}
	return append(points, [3]uint32{0, 1, f.Neg(t)})
}

// number returns the number of a point, given by any of its vectors.
func (f nearfield) number(x [3]uint32) int {
	n := f.Order()
	// inverse o first = 1, whatever the class of first: the inverse is a square if and only if
	// first is one.
	scaled := func(first, v uint32) int {
		inverse := f.Inv(first)
		if f.Log(first)%2 == 1 {
			inverse = f.Inv(f.Pow(first, int64(f.q)))
		}
		return int(f.product(inverse, v))
	}
	switch {
	case x[0] != 0:
		return n + 1 + n*scaled(x[0], x[1]) + scaled(x[0], x[2])
	case x[1] != 0:
		return 1 + scaled(x[1], x[2])
	default:
		return 0
	}
}

// move multiplies a row vector by a matrix over GF(q).
func (f nearfield) move(x [3]uint32, m [3][3]uint32) [3]uint32 {
	var y [3]uint32
	for j := range y {
		for i := range x {
			y[j] = f.Add(y[j], f.Mul(x[i], m[i][j]))
		}
	}
	return y
}

// singerMatrix returns the companion matrix, over the subfield GF(q) of field, of the first
// polynomial of degree 3 such that the matrix permutes the points of PG(2,q) in one cycle.
func singerMatrix(field *gf.Field, q int) ([3][3]uint32, error) {
	f := nearfield{field, q}
	for a := range field.SubfieldElements(q) {
		for b := range field.SubfieldElements(q) {
			for c := range field.SubfieldElements(q) {
				if c == 0 {
					continue
				}
				m := [3][3]uint32{{0, 1, 0}, {0, 0, 1}, {c, b, a}}
				// The cycle of (1, 0, 0) returns when all but the first coordinate vanish.
				length, x := 1, f.move([3]uint32{1, 0, 0}, m)
				for ; (x[1] != 0 || x[2] != 0) && length <= q*q+q+1; length++ {
					x = f.move(x, m)
				}
				if length == q*q+q+1 {
					return m, nil
				}
			}
		}
	}
	return [3][3]uint32{}, fmt.Errorf("planes: no cycle of the points of PG(2,%d)", q)
}
