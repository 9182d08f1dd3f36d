package sat

// Matrix makes new variables of a formula for a matrix of zeros and ones, row by row. Each has the
// name of its row i and column j.
func Matrix(c *CNF, rows, columns int, name func(i, j int) string) [][]int {
	x := make([][]int, rows)
	for i := range x {
		x[i] = make([]int, columns)
		for j := range x[i] {
			x[i][j] = c.NewVar()
			c.Name(x[i][j], name(i, j))
		}
	}
	return x
}

// Ones lists for each row of a matrix the columns of the variables that are true in a model. The
// entry 0 is no variable.
func Ones(model []bool, x [][]int) [][]int {
	ones := make([][]int, len(x))
	for i, row := range x {
		for j, v := range row {
			if v != 0 && model[v] {
				ones[i] = append(ones[i], j)
			}
		}
	}
	return ones
}

// Meet adds clauses that hold if two sequences are both true in some place. Each place gets a new
// variable, which implies both literals there, and one of these variables is true.
func Meet(dst ClauseSink, a, b []int) {
	common := make([]int, len(a))
	for i := range a {
		common[i] = dst.NewVar()
		dst.AddClause(-common[i], a[i])
		dst.AddClause(-common[i], b[i])
	}
	dst.AddClause(common...)
}
