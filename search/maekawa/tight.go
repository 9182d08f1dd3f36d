package maekawa

import "coterie/internal/solve/sat"

// tighten adds what holds where all sizes and all responsibilities are K: the pairs of nodes that a
// set shares with the others are K(K-1), so that at most e = K(K-1)+1-n of them share two nodes and
// more with it, and none more than e+1 nodes.
func (f *formula) tighten(c limits, g acting) {
	e := c.size*(c.size-1) + 1 - c.n
	n := c.n
	class := g.ofPairs()
	twice := map[int]int{}
	for _, pair := range g.pairs() {
		i, j := pair[0], pair[1]
		both := make([]int, n)
		for x := range n {
			both[x] = f.cnf.NewVar()
			f.cnf.AddClause(both[x], -f.x[i][x], -f.x[j][x])
		}
		d := f.cnf.NewVar()
		twice[class[i*n+j]] = d
		for x := range n {
			for y := range x {
				f.cnf.AddClause(d, -both[x], -both[y])
			}
		}
	}
	for _, i := range g.ofSites() {
		var list []int
		for j := range n {
			if j != i {
				list = append(list, twice[class[min(i, j)*n+max(i, j)]])
			}
		}
		sat.AtMost(f.cnf, list, e)
	}
}
