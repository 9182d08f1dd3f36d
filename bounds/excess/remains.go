package excess

import (
	"fmt"
	"strings"
)

// Remains returns a sentence on the structure that such sets would have, "" if they are excluded.
func (r Report) Remains() string {
	e := r.Excess
	switch {
	case r.Excluded:
		return ""
	case !r.Regular:
		return fmt.Sprintf("sizes and responsibilities at most K = %d, not all of them K perhaps: e = K(K-1)+1-n = %d exceeds K-2", r.K, e)
	case e == 0:
		return fmt.Sprintf("a projective plane of order %d", r.K-1)
	case e == 1:
		return fmt.Sprintf("the excess graph is a perfect matching, and so is its dual: %d by %d matrices over the group ring of Z_2", r.N/2, r.N/2)
	case e == 2 && r.Types == 0:
		return "the excess graph is a union of cycles, as is its dual, with the same lengths"
	case e == 2:
		var types []string
		for _, lengths := range r.Left {
			types = append(types, strings.Trim(strings.ReplaceAll(fmt.Sprint(lengths), " ", "+"), "[]"))
		}
		return fmt.Sprintf("the excess graph is a union of cycles, as is its dual, with the same lengths, %d types of %d: %s", len(r.Left), r.Types, strings.Join(types, ", "))
	}
	return fmt.Sprintf("the excess graph is a %d-regular multigraph on %d sets, its dual has the same spectrum and entries of at least -1, and (K-1)I + J + E is equivalent to a sum of squares", e, r.N)
}

// Cited returns the published results on bipartite graphs of degree K and diameter 3 on n nodes and
// n sets: families in which no two sets share three nodes and every two nodes share a set. text
// says that there are no sets of size K at all (then excluded is true), none of this kind, or some.
// It is empty if we know of no result. The answer rests on papers alone, and on part 3 of the
// theorem for e = 1.
//
// Proof: docs/theorems/near-planes.md.
func Cited(n, k int) (text string, excluded bool) {
	const (
		defectTwo  = "Delorme, Jørgensen, Miller and Pineda-Villavicencio 2009"
		defectFour = "Feria-Purón, Miller and Pineda-Villavicencio 2013"
	)
	switch e := k*(k-1) + 1 - n; {
	case e == 1 && 5 <= k && k <= 10:
		return fmt.Sprintf("none has K = %d (%s: no bipartite graph of degree %d, diameter 3 and defect 2)", k, defectTwo, k), true
	case e == 2 && (k == 6 || k == 7):
		return fmt.Sprintf("two sets of any system with K = %d share three nodes (%s: no bipartite graph of degree %d, diameter 3 and defect 4)", k, defectFour, k), false
	case n == 40 && k == 7:
		return fmt.Sprintf("a bipartite graph of degree 7, diameter 3 and order 80, and none is larger (%s)", defectFour), false
	case n == 95 && k == 11:
		return fmt.Sprintf("a bipartite graph of degree 11, diameter 3 and order 190, the largest known then (%s)", defectFour), false
	}
	return "", false
}
