package planes

import (
	"context"
	"fmt"

	"coterie/gf"
)

// NewHall builds the Hall plane of order n = q^2, q >= 3 a prime power: a projective plane that is
// not Desarguesian (Hall 1943). It is the projective closure of the affine plane whose points are
// the pairs (x, y) over the Hall quasifield H of order n, and whose lines are x = c and y = x o a +
// c. Points and lines are numbered as those of PG(2,n) in the package documentation, with codes of
// H in place of those of GF(n): point 0 is the direction of the lines x = c, point 1+a the
// direction of slope a, point n+1+n x+y is (x, y); line 0 is the line at infinity, line 1+c is x =
// c, and line n+1+n a+c is y = x o a + c.
//
// H has the elements u + v L, code u + q v, for u and v in GF(q), with the sum of vectors. Let f(s)
// = s^2 - r s - t be the first irreducible polynomial over GF(q), by the codes of r and then t. The
// product is
//
//	(u + v L) o c         = u c + v c L                                       for c in GF(q),
//	(u + v L) o (c + d L) = (u c - v f(c)/d) + (u d + v (r - c)) L             for d not 0.
//
// The maps x -> x o a are a spread, so the plane is a translation plane: [Plane.CentralGroups] has
// all n elations for each centre on line 0 with axis line 0. [Plane.DesarguesCounterexample] shows
// that Desargues's theorem fails in it. For q = 2 the same product gives the only plane of order 4,
// which is Desarguesian, and is refused.
//
// Domain: n the square of a prime power, 9 <= n <= MaxOrder: 9, 16, 25, 49, 64, 81, 121, 169, 256,
// 289, 361. Cost: as NewProjective.
//
// Errors: as NewProjective.
//
// M. Hall, Projective planes, Trans. Amer. Math. Soc. 54 (1943) 229-277; Dembowski (1968), section
// 5.2.
//
// Proof: docs/theorems/hall.md.
func NewHall(ctx context.Context, n int) (*Plane, error) {
	q, err := baseOfSquare("Hall plane", n, MaxOrder, func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	field, err := gf.New(q)
	if err != nil {
		return nil, fmt.Errorf("planes: Hall plane: %w", err)
	}
	name := fmt.Sprintf("Hall plane of order %d", n)
	return filled(ctx, &Plane{name: name, order: n}, newHall(field).appendLine)
}

// NewDualHall builds the dual of the Hall plane of order n, the plane of NewHall(n), with the
// domain, cost and errors of NewHall. It is not isomorphic to the Hall plane, nor to any plane over
// a field: it has elations with a common centre and all axes through it, where the Hall plane has
// elations with a common axis (see [Plane.CentralGroups]).
func NewDualHall(ctx context.Context, n int) (*Plane, error) {
	plane, err := NewHall(ctx, n)
	if err != nil {
		return nil, err
	}
	return &Plane{name: "dual " + plane.name, order: n, table: plane.pencils()}, nil
}

// baseOfSquare returns the q >= 3 with n = q^2, if it is a prime power for which legal holds and n
// <= most.
func baseOfSquare(object string, n, most int, legal func(q int) bool) (int, error) {
	e := badOrder(object, n, 9, most)
	e.Needs = "the square of a prime power"
	if !legal(4) {
		e.Needs = "the square of an odd prime power"
	}
	if n < e.Min || n > e.Max {
		return 0, e
	}
	for q := 3; q*q <= most; q++ {
		if _, _, ok := gf.PrimePower(q); !ok || !legal(q) {
			continue
		}
		switch {
		case q*q == n:
			return q, nil
		case q*q < n:
			e.Below = q * q
		case e.Above == 0:
			e.Above = q * q
		}
	}
	return 0, e
}

// hall computes the lines of the Hall plane over a field of q elements, of order n = q^2.
type hall struct {
	field *gf.Field
	q, n  int
	r, t  uint32 // f(s) = s^2 - r s - t is irreducible
}

func newHall(field *gf.Field) *hall {
	q := field.Order()
	h := &hall{field: field, q: q, n: q * q}
	for r := range uint32(q) {
		for t := range uint32(q) {
			h.r, h.t = r, t
			if !h.hasRoot() {
				return h
			}
		}
	}
	panic("planes: no irreducible polynomial of degree 2")
}

// polynomial returns f(s).
func (h *hall) polynomial(s uint32) uint32 {
	f := h.field
	return f.Sub(f.Sub(f.Mul(s, s), f.Mul(h.r, s)), h.t)
}

func (h *hall) hasRoot() bool {
	for s := range uint32(h.q) {
		if h.polynomial(s) == 0 {
			return true
		}
	}
	return false
}

// vector is an element u + v L of the quasifield, as (u, v).
type vector [2]uint32

func (h *hall) vector(code int) vector { return vector{uint32(code % h.q), uint32(code / h.q)} }
func (h *hall) code(x vector) int      { return int(x[0]) + h.q*int(x[1]) }

func (h *hall) plus(x, y vector) vector {
	return vector{h.field.Add(x[0], y[0]), h.field.Add(x[1], y[1])}
}

// matrix is a linear map of row vectors: x -> x[0] m[0] + x[1] m[1].
type matrix [2]vector

func (h *hall) apply(x vector, m matrix) vector {
	f := h.field
	return vector{
		f.Add(f.Mul(x[0], m[0][0]), f.Mul(x[1], m[1][0])),
		f.Add(f.Mul(x[0], m[0][1]), f.Mul(x[1], m[1][1])),
	}
}

// slope returns the matrix of x -> x o a.
func (h *hall) slope(a vector) matrix {
	f := h.field
	c, d := a[0], a[1]
	if d == 0 {
		return matrix{{c, 0}, {0, c}}
	}
	return matrix{{c, d}, {f.Neg(f.Div(h.polynomial(c), d)), f.Sub(h.r, c)}}
}

// pair splits the number of an affine point into (x, y), and the number of a line y = x o a + c
// into (a, c).
func (h *hall) pair(number int) (first, second vector) {
	number -= h.n + 1
	return h.vector(number / h.n), h.vector(number % h.n)
}

func (h *hall) number(first, second vector) int { return h.n + 1 + h.n*h.code(first) + h.code(second) }

func (h *hall) appendLine(dst []int32, l int) []int32 {
	switch {
	case l == 0:
		for p := range int32(h.n + 1) {
			dst = append(dst, p)
		}
	case l <= h.n:
		dst = append(dst, 0)
		column := int32(h.n + 1 + h.n*(l-1))
		for y := range int32(h.n) {
			dst = append(dst, column+y)
		}
	default:
		a, c := h.pair(l)
		dst = append(dst, int32(1+h.code(a)))
		m := h.slope(a)
		for code := range h.n {
			x := h.vector(code)
			dst = append(dst, int32(h.number(x, h.plus(h.apply(x, m), c))))
		}
	}
	return dst
}
