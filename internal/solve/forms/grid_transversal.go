package forms

import "slices"

// mostGridRows bounds the rows of the grids whose transversals are looked for: some tenths of a
// second.
const mostGridRows = 1000

// GridTransversal returns a smallest set of nodes that meets every quorum of construct.Grid, or nil
// if the grid has more than 1000 rows and short columns.
//
// Proof: docs/theorems/grid-transversals.md.
func GridTransversal(n int) []int {
	h, w, r := Grid(n)
	g, u := h-1, w-r
	var set []int
	put := func(row, column int) { set = append(set, row*w+column) }
	switch {
	case u == 0: // the first row
		for c := range w {
			put(0, c)
		}
	case w == g: // the last row, and a diagonal of the short columns but the first
		for c := range r {
			put(g, c)
		}
		for c := r + 1; c < w; c++ {
			put(c, c)
		}
	case h > mostGridRows:
		return nil
	default:
		if set = unhitColumns(g, w, r); set == nil { // a diagonal
			for c := range g {
				put(c, c)
			}
		}
	}
	slices.Sort(set)
	return set
}

// unhitColumns returns a transversal of g-1 nodes of a grid of g full rows, w = g+1 columns and r < w
// nodes in the last row; nil if there is none. It leaves two short columns unhit, e and f: see the
// theorem.
func unhitColumns(g, w, r int) []int {
	u := w - r
	mod := func(x int) int { return (x%g + g) % g }
	for k := range u {
		for _, pair := range [][2]int{{0, k}, {k, 0}, {u - 1, k}, {k, u - 1}} {
			e, f := pair[0], pair[1]
			next, after := (e+1)%u, (f+1)%u
			if e == f || next == f || after == e {
				continue
			}
			for first := r; first < g; first++ {
				last, missed := mod(first+f-e), map[int]bool{} // the rows without a node of the set
				in := make([]bool, w)                          // the last row
				for last < r {
					in[last], missed[mod(last+e)] = true, true
					last = mod(last + f - e)
				}
				missed[mod(last+e)] = true
				y, z := mod(next+last), mod(after+first)
				if y == z || missed[y] || missed[z] {
					continue
				}
				set := []int{y*w + r + next, z*w + r + after}
				row := 0
				for c := range w {
					switch {
					case c < r && in[c]:
						set = append(set, g*w+c)
					case c != r+e && c != r+f && c != r+next && c != r+after:
						for missed[row] || row == y || row == z {
							row++
						}
						set = append(set, row*w+c)
						row++
					}
				}
				return set
			}
		}
	}
	return nil
}
