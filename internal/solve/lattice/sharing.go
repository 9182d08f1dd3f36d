package lattice

// CrossingSets returns sets of elements of the grid of side d, ascending: its first row, which
// meets every minimal set, and two minimal sets that share one element alone, the first row with
// the first column, and one that turns away from both.
//
// Proof: docs/theorems/paths.md.
func CrossingSets(d int) (row, straight, bent []int) {
	bent = []int{0, d + 1} // horizontal edges but for d+1
	for i := range d + 1 {
		row = append(row, i)
		straight = append(straight, i)
	}
	for i := 1; i <= d; i++ {
		straight = append(straight, i*(2*d+1))
		bent = append(bent, 2*d+1+i)
		if i > 1 {
			bent = append(bent, i*(2*d+1)+1)
		}
	}
	return row, straight, bent
}

// BoardSides returns the left and the right side of the board of d rows.
func BoardSides(d int) (left, right []int) {
	for row := range d {
		left, right = append(left, Node(row, 0)), append(right, Node(row, row))
	}
	return left, right
}
