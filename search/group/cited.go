package group

import "fmt"

// decided are covering arrays of which others have shown, by listing all smaller ones up to
// isomorphism, that none has fewer rows; those of more columns have no fewer either.
var decided = []struct {
	symbols, columns, rows int
	source                 string
}{
	{3, 10, 14, "Torres-Jimenez and Izquierdo-Marquez 2016, Construction of non-isomorphic covering arrays: CAN(2,10,3) = 14"},
	{3, 11, 15, orderly + "CAN(2,k,3) = 15 for k from 11 to 20"},
	{4, 7, 21, orderly + "CAN(2,7,4) = 21"},
	{6, 5, 39, orderly + "CAN(2,5,6) = 39"},
}

const orderly = "Torres-Jimenez and Izquierdo-Marquez 2018, New optimal covering arrays using an orderly algorithm: "

// Cited returns the least number of nodes that papers leave for an m-group quorum system of a
// degree, and which paper: it has listed the covering arrays of m columns and so many symbols, and
// there is none of fewer rows. It is 0 where we know of no such list. Nothing of it is executed
// here, so that no bound of this package rests on it.
//
// J. Torres-Jimenez and I. Izquierdo-Marquez, Discrete Mathematics, Algorithms and Applications 8
// (2016) and 10 (2018). J. I. Kokkala, K. Meagher, R. Naserasr, K. J. Nurmela, P. R. J. Östergård
// and B. Stevens, On the structure of small strength-2 covering arrays, Journal of Combinatorial
// Designs 28 (2020), arXiv:1901.03594, count 21 optimal arrays of more than two symbols that are
// known so.
func Cited(m, degree int) (nodes int, source string) {
	for _, c := range decided {
		if c.symbols == degree && c.columns <= m {
			nodes, source = c.rows, c.source
		}
	}
	return nodes, source
}

// cited says what papers have of a question whose bounds do not meet; empty where nothing is known
// to us.
func (g *run) cited() string {
	wanted := g.lower() + 1
	if g.opts.Degree > 0 {
		wanted = g.opts.Degree
	}
	nodes, source := Cited(g.m, wanted)
	if g.opts.Responsibility > 0 || wanted <= g.lower() || wanted > g.upper() || nodes <= g.n {
		return ""
	}
	note := fmt.Sprintf("cited, no part of this answer: there is no system of degree %d on fewer than %d nodes (%s)", wanted, nodes, source)
	if g.opts.Degree == 0 && g.best != nil {
		note += fmt.Sprintf("; so the gap is closed in the literature, and the greatest degree is %d", g.lower())
	}
	return note
}
