package forms

// Rectangles numbers the rectangles of construct.RectangularSurficial, where cartel i has k[i]
// quorums: first those of cartel 1 with 2, 3, ..., then those of cartel 2 with 3, and so on.
// first[i][j-i-1] is the first node of the rectangle of the cartels i < j.
func Rectangles(k []int) (first [][]int) {
	first = make([][]int, len(k))
	next := 0
	for i := range k {
		for j := i + 1; j < len(k); j++ {
			first[i] = append(first[i], next)
			next += k[i] * k[j]
		}
	}
	return first
}

// AppendRectangles appends the nodes of quorum j of cartel i to dst, ascending; first is the result
// of Rectangles.
func AppendRectangles(dst []int32, k []int, first [][]int, i, j int) []int32 {
	for a := range i { // row j of the rectangle of a and i, which has k[i] rows
		for r := range k[a] {
			dst = append(dst, int32(first[a][i-a-1]+r*k[i]+j))
		}
	}
	for b := i + 1; b < len(k); b++ { // column j of the rectangle of i and b
		for c := range k[b] {
			dst = append(dst, int32(first[i][b-i-1]+j*k[b]+c))
		}
	}
	return dst
}
