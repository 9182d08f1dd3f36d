package excess

import (
	"fmt"
	"strings"
)

// Remains says in a sentence what structure sets would have that are not excluded; empty where they
// are.
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

// Cited says what others have proved of such sets and this package has not: that there are none, if
// excluded, or none in which no two sets share three nodes. The text is empty where nothing is
// known to us. It rests on papers alone, and on part 3 of the theorem for e = 1.
//
// Proof: docs/theorems/near-planes.md.
func (r Report) Cited() (text string, excluded bool) {
	switch {
	case !r.Regular || r.Excess < 1:
	case r.Excess == 1 && r.K >= 5 && r.K <= 10:
		return "cited: Delorme, Jørgensen, Miller and Pineda-Villavicencio 2009, no bipartite graph of degree 5 to 10, diameter 3 and defect 2; not executed here", true
	case r.Excess == 2 && (r.K == 6 || r.K == 7):
		return fmt.Sprintf("cited: Feria-Purón, Miller and Pineda-Villavicencio 2013 (arXiv:1203.3588), no bipartite graph of degree %d, diameter 3 and defect 4, so that two of the sets would share three nodes; not executed here", r.K), false
	}
	return "", false
}
