package maekawa

import (
	"fmt"
	"strings"

	"coterie/bounds/excess"
	"coterie/internal/words/show"
	"coterie/search"
)

// excess returns how many more nodes than n a plane with K = lower has.
func (r nearOptimalRow) excess() int { return r.Lower*(r.Lower-1) + 1 - r.N }

// regular reports whether all sizes and responsibilities of a system with K = lower are K.
func (r nearOptimalRow) regular() bool { return r.excess() <= r.Lower-2 }

// left describes the known properties of a system with K = lower.
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

// typesOf lists unions of cycles by their lengths, or counts them if there are many.
func typesOf(types [][]int) string {
	if len(types) > 4 {
		return fmt.Sprint(len(types))
	}
	return show.Join(types, "; ", func(lengths []int) string { return "lengths " + strings.Trim(fmt.Sprint(lengths), "[]") })
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

// cited returns the published results on such systems.
func (r nearOptimalRow) cited() string {
	text, _ := excess.Cited(r.N, r.Lower)
	return text
}
