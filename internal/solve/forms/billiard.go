package forms

// AppendBilliardPath appends the broken billiard path of a site of construct.Billiard. It is
// procedure generate of Figure 6 of Agrawal et al. (1997), with k from 1 as there. Only sites are
// shifted, so that they count from 0.
func AppendBilliardPath(dst []int32, q, site int) []int32 {
	row, column := (2*site+1)/q, (2*site+1)%q
	i, j := row+1, column+1
	northEast, southEast, northWest := -(q-1)/2, (q+1)/2, -(q+1)/2 // equations (1)
	siteOf := func(row, column int) int { return (row*q + column - 1) / 2 }
	var x int
	walk := func(from, to, step int) {
		for k := from; k <= to; k++ {
			x += step
			dst = append(dst, int32(x))
		}
	}
	if i+j < q+1 {
		x = siteOf(i+j-2, 0) // the cell (i+j-1, 1) of the paper
		dst = append(dst, int32(x))
		walk(1, j-1, northEast)
		walk(j, q-i, southEast)
		walk(q-i+1, q-1, northEast)
	} else {
		x = siteOf(q-1, i+j-q-1) // the cell (q, i+j-q)
		dst = append(dst, int32(x))
		walk(1, q-i, northEast)
		walk(q-i+1, j-1, northWest)
		walk(j, q-1, northEast)
	}
	return dst
}
