package maekawa

import (
	"fmt"
	"strings"

	"coterie/search"
)

// excess is how many nodes more than n a plane with K = lower has.
func (r nearOptimalRow) excess() int { return r.Lower*(r.Lower-1) + 1 - r.N }

// regular reports whether all sizes and responsibilities of a system with K = lower are K.
func (r nearOptimalRow) regular() bool { return r.excess() <= r.Lower-2 }

// left says what a system with K = lower would be.
func (r nearOptimalRow) left() string {
	e := r.excess()
	fewer := fmt.Sprintf("%d nodes fewer than a plane would have", e)
	if e == 1 {
		fewer = "1 node fewer than a plane would have"
	}
	switch {
	case r.status() == "optimal":
		return ""
	case !r.regular():
		return fmt.Sprintf("%s: sizes and responsibilities need not all be %d", fewer, r.Lower)
	}
	text := fmt.Sprintf("%s: all sizes and responsibilities are %d, and the excess graph is regular of degree %d", fewer, r.Lower, e)
	if r.Excess.Types > 1 {
		text += fmt.Sprintf("; of its %d types, as unions of cycles, there are left: %s", r.Excess.Types, typesOf(r.Excess.Left))
	} else if e == 1 {
		text += ", which is one edge for every two sets"
	}
	return text
}

// typesOf lists unions of cycles by their lengths, or counts them where they are many.
func typesOf(types [][]int) string {
	if len(types) > 4 {
		return fmt.Sprint(len(types))
	}
	var list []string
	for _, lengths := range types {
		list = append(list, "lengths "+strings.Trim(fmt.Sprint(lengths), "[]"))
	}
	return strings.Join(list, "; ")
}

// ordersLeft lists the orders of automorphisms that nothing excludes.
func (r nearOptimalRow) ordersLeft() string {
	var text []string
	for i := len(r.Primes) - 1; i >= 0; {
		order := r.Primes[i].Order
		var fixed []string
		for ; i >= 0 && r.Primes[i].Order == order; i-- {
			if r.Primes[i].Verdict == search.Unknown {
				fixed = append([]string{fmt.Sprint(r.Primes[i].Fixed)}, fixed...)
			}
		}
		switch {
		case len(fixed) == 0:
		case order <= 3:
			text = append(text, fmt.Sprint(order))
		default:
			text = append(text, fmt.Sprintf("%d (%s fixed)", order, strings.Join(fixed, ", ")))
		}
	}
	return strings.Join(text, ", ")
}

// cited is what others have of bipartite graphs of degree K and diameter 3 on n nodes and n sets:
// these are the systems in which no two sets share three nodes, and each two nodes a set.
func (r nearOptimalRow) cited() string {
	k := r.Lower
	const (
		defectTwo  = "Delorme, Jørgensen, Miller and Pineda-Villavicencio 2009"
		defectFour = "Feria-Purón, Miller and Pineda-Villavicencio 2013"
	)
	e := r.excess()
	switch {
	case e == 1 && 5 <= k && k <= 10:
		return fmt.Sprintf("none has K = %d (%s: no bipartite graph of degree %d, diameter 3 and defect 2)", k, defectTwo, k)
	case e == 2 && (k == 6 || k == 7):
		return fmt.Sprintf("two sets of any system with K = %d share three nodes (%s: no bipartite graph of degree %d, diameter 3 and defect 4)", k, defectFour, k)
	case r.N == 40 && k == 7:
		return fmt.Sprintf("a bipartite graph of degree 7, diameter 3 and order 80, and none is larger (%s)", defectFour)
	case r.N == 95 && k == 11:
		return fmt.Sprintf("a bipartite graph of degree 11, diameter 3 and order 190, the largest known then (%s)", defectFour)
	}
	return ""
}
