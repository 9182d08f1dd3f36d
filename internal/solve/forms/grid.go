package forms

import "coterie/gf"

// Grid returns the layout of construct.Grid, as GridLayout has it.
func Grid(n int) (rows, columns, last int) {
	rows = gf.FloorSqrt(n-1) + 1 // ⌈√n⌉
	columns = rows
	if n <= rows*(rows-1) {
		columns--
	}
	return rows, columns, n - columns*(rows-1)
}

// AppendGridSet appends the set S_site of construct.Grid to dst, in no particular order.
func AppendGridSet(dst []int32, n, site int) []int32 {
	h, w, r := Grid(n)
	g, u := h-1, w-r
	a, c := site/w, site%w
	take := func(row, column int) { dst = append(dst, int32(row*w+column)) }
	for row := range g {
		if row != a {
			take(row, c)
		}
	}
	if a == g {
		for column := range r {
			take(g, column)
		}
		for e := range u {
			take((c+e)%g, r+e)
		}
		return dst
	}
	for column := range w {
		take(a, column)
	}
	if c < r {
		take(g, c)
		return dst
	}
	e := c - r
	t := (a - e + u*g) % g // u·g only keeps the dividend from being negative: e < u
	switch next := (e + 1) % u; {
	case t < r:
		take(g, t)
	case u == 1:
		take(g, 0)
	default:
		take((next+t)%g, r+next)
	}
	return dst
}
