package planes

import "coterie/gf"

// desarguesian is the geometry of PG(2,q), or of AG(2,q) as PG(2,q) without its line at infinity,
// computed from coordinates. With the projective numbering (see the package documentation)
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

// removed returns how many points and lines come before the first of this plane in the projective
// numbering.
func (d *desarguesian) removed() (points, lines int) {
	if d.affine {
		return d.q + 1, 1
	}
	return 0, 0
}

// pair splits the number of an affine point into (x, y), and that of a line y = a x + c into (a,
// c).
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

func (d *desarguesian) appendPencil(dst []int32, p int) []int32 {
	points, lines := d.removed()
	p += points
	q := d.q
	switch {
	case p == 0:
		for l := range int32(q + 1) {
			dst = append(dst, l)
		}
	case p <= q:
		dst = append(dst, 0)
		slope := int32(d.number(uint32(p-1), 0))
		for c := range int32(q) {
			dst = append(dst, slope+c)
		}
	default:
		x, y := d.pair(p)
		dst = append(dst, int32(1+int(x)-lines))
		for a := range uint32(q) {
			c := d.field.Sub(y, d.field.Mul(a, x))
			dst = append(dst, int32(d.number(a, c)-lines))
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

func (d *desarguesian) meet(l, m int) int {
	points, lines := d.removed()
	p := d.projectiveMeet(min(l, m)+lines, max(l, m)+lines)
	if p < points {
		return -1 // the lines meet at infinity
	}
	return p - points
}

// projectiveMeet intersects lines l < m.
func (d *desarguesian) projectiveMeet(l, m int) int {
	f := d.field
	if m <= d.q {
		return 0
	}
	a, c := d.pair(m)
	if l == 0 {
		return 1 + int(a)
	}
	x := uint32(l - 1)
	if l > d.q {
		a0, c0 := d.pair(l)
		if a0 == a {
			return 1 + int(a)
		}
		x = f.Div(f.Sub(c, c0), f.Sub(a0, a))
	}
	return d.number(x, f.Add(f.Mul(a, x), c))
}

func (d *desarguesian) pointCoordinates(p int) ([3]uint32, bool) {
	points, _ := d.removed()
	p += points
	switch {
	case p == 0:
		return [3]uint32{0, 0, 1}, true
	case p <= d.q:
		return [3]uint32{0, 1, uint32(p - 1)}, true
	default:
		x, y := d.pair(p)
		return [3]uint32{1, x, y}, true
	}
}

func (d *desarguesian) lineCoordinates(l int) ([3]uint32, bool) {
	_, lines := d.removed()
	l += lines
	switch {
	case l == 0:
		return [3]uint32{1, 0, 0}, true
	case l <= d.q:
		return [3]uint32{d.field.Neg(uint32(l - 1)), 1, 0}, true
	default:
		a, c := d.pair(l)
		return [3]uint32{d.field.Neg(c), d.field.Neg(a), 1}, true
	}
}

func (d *desarguesian) dual() (geometry, []int32) { return dualGeometry{d}, nil }

// dualGeometry exchanges points and lines.
type dualGeometry struct{ of geometry }

func (d dualGeometry) appendLine(dst []int32, l int) []int32    { return d.of.appendPencil(dst, l) }
func (d dualGeometry) appendPencil(dst []int32, p int) []int32  { return d.of.appendLine(dst, p) }
func (d dualGeometry) join(p, q int) int                        { return d.of.meet(p, q) }
func (d dualGeometry) meet(l, m int) int                        { return d.of.join(l, m) }
func (d dualGeometry) pointCoordinates(p int) ([3]uint32, bool) { return d.of.lineCoordinates(p) }
func (d dualGeometry) lineCoordinates(l int) ([3]uint32, bool)  { return d.of.pointCoordinates(l) }
func (d dualGeometry) dual() (dualOf geometry, listed []int32)  { return d.of, nil }
