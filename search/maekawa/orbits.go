package maekawa

import (
	"context"
	"fmt"
)

// action is a permutation g of the n nodes, and of the n sites in the same way: the first
// fixed ones stay, the others fall into orbits of length consecutive ones, which g turns.
type action struct{ n, fixed, length int }

// words names the action.
func (a action) words() string {
	orbits := (a.n - a.fixed) / a.length
	text := fmt.Sprintf("g(S_i) = S_g(i) for a permutation g with %d orbits of length %d", orbits, a.length)
	if orbits == 1 {
		text = fmt.Sprintf("g(S_i) = S_g(i) for a permutation g with 1 orbit of length %d", a.length)
	}
	if a.fixed > 0 {
		text += fmt.Sprintf(" and %d fixed", a.fixed)
	}
	return text
}

// at returns g^t(x).
func (a action) at(x, t int) int {
	if x < a.fixed {
		return x
	}
	start := a.fixed + (x-a.fixed)/a.length*a.length
	return start + (x-start+t)%a.length
}

// hopeless reports whether no system within the limits can have the symmetry: a fixed site needs
// short orbits.
func (a action) hopeless(c limits) bool {
	return a.fixed > 0 && a.length > max(c.size, c.responsibility-1)
}

// actions returns those of orbit length at most longest and at least shortest, with up to
// most fixed nodes: long orbits first, for they leave the fewest unknowns.
func actions(n, shortest, longest, most int) []action {
	var list []action
	for length := min(longest, n); length >= shortest; length-- {
		for fixed := n % length; fixed <= most && fixed < n; fixed += length {
			list = append(list, action{n, fixed, length})
		}
	}
	return list
}

// acting is the group that g generates, on sites and nodes alike.
func (a action) acting() acting {
	g := make([]int, a.n)
	for x := range g {
		g[x] = a.at(x, 1)
	}
	return acting{n: a.n, name: a.words(), sites: [][]int{g}, nodes: [][]int{g}}
}

// symmetric is the question restricted to sets with g(S_i) = S_g(i). The action on sites is that on
// nodes, whence i in S_i for the first of an orbit is i in S_i for all of them.
func symmetric(ctx context.Context, c limits, a action) *formula {
	return invariant(ctx, c, a.acting())
}
