package forms

import "slices"

// GridTransversal returns a smallest set of nodes that meets every quorum of construct.Grid.
//
// Proof: docs/theorems/grid-transversals.md.
func GridTransversal(n int) (set []int) {
	h, w, r := Grid(n)
	switch {
	case w == r: // the first row
		for c := range w {
			set = append(set, c)
		}
	case w < h: // the last row, and a diagonal of the short columns but the first
		for c := range w {
			if row := min(h-1, c+h*max(0, r-c)); c != r {
				set = append(set, row*w+c)
			}
		}
	case w-r < 4: // a diagonal
		for c := range h - 1 {
			set = append(set, c*w+c)
		}
	case r == 1: // short columns 0 and 2 have no node
		set = []int{w + 4, 3*w + 2, (h - 1) * w}
		for row := 4; row < w-1; row++ {
			set = append(set, row*w+row+1)
		}
	default: // row 0 and short columns 1 and w-r-1 have no node
		row := 1
		for c := range w {
			switch c {
			case r + 1, w - 1:
			case r, r + 2:
				set = append(set, (r+(1-r)*(c-r)/2)*w+c)
			default:
				if row++; row == r {
					row++
				}
				set = append(set, row*w+c)
			}
		}
	}
	slices.Sort(set)
	return set
}
