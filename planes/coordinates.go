package planes

import "coterie/gf"

// desarguesian computes the lines and the joins of PG(2,q), or of AG(2,q) as PG(2,q) without its
// line at infinity, from coordinates. With the projective numbering (see the package documentation)
//
//	point 0          is (0,0,1), the direction of the lines x = c
//	point 1+a        is (0,1,a), the direction of the lines of slope a
//	point q+1+q x+y  is (1,x,y)
//	line 0           is the line at infinity
//	line 1+c         is x = c
//	line q+1+q a+c   is y = a x + c
//
// the affine numbering drops the q+1 points at infinity and line 0, and shifts the rest down.
type desarguesian struct {
	field  *gf.Field
	q      int
	affine bool
}

// removed returns how many points and lines of the projective numbering come before the first ones
// of this plane.
func (d *desarguesian) removed() (points, lines int) {
	if d.affine {
		return d.q + 1, 1
	}
	return 0, 0
}

// pair splits the number of an affine point into (x, y), and the number of a line y = a x + c into
// (a, c).
func (d *desarguesian) pair(number int) (first, second uint32) {
	number -= d.q + 1
	return uint32(number / d.q), uint32(number % d.q)
}

func (d *desarguesian) number(first, second uint32) int {
	return d.q + 1 + d.q*int(first) + int(second)
}

func (d *desarguesian) appendLine(dst []int32, l int) []int32 {
	points, lines := d.removed()
	l += lines
	q := d.q
	affineStart := int32(q + 1 - points)
	switch {
	case l == 0:
		for p := range int32(q + 1) {
			dst = append(dst, p)
		}
	case l <= q:
		if !d.affine {
			dst = append(dst, 0)
		}
		column := affineStart + int32(q*(l-1))
		for y := range int32(q) {
			dst = append(dst, column+y)
		}
	default:
		a, c := d.pair(l)
		if !d.affine {
			dst = append(dst, int32(1+a))
		}
		for x := range uint32(q) {
			y := d.field.Add(d.field.Mul(a, x), c)
			dst = append(dst, affineStart+int32(q)*int32(x)+int32(y))
		}
	}
	return dst
}

func (d *desarguesian) join(p, r int) int {
	points, lines := d.removed()
	return d.projectiveJoin(min(p, r)+points, max(p, r)+points) - lines
}

// projectiveJoin joins points p < r.
func (d *desarguesian) projectiveJoin(p, r int) int {
	f := d.field
	if r <= d.q {
		return 0
	}
	x, y := d.pair(r)
	if p == 0 {
		return 1 + int(x)
	}
	a := uint32(p - 1)
	if p > d.q {
		x0, y0 := d.pair(p)
		if x0 == x {
			return 1 + int(x)
		}
		a = f.Div(f.Sub(y, y0), f.Sub(x, x0))
	}
	return d.number(a, f.Sub(y, f.Mul(a, x)))
}
