package maekawa

import (
	"context"
	"fmt"

	"coterie/internal/sat"
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

// representatives returns the first of every orbit, the fixed ones among them.
func (a action) representatives() []int {
	var list []int
	for x := range a.fixed {
		list = append(list, x)
	}
	for x := a.fixed; x < a.n; x += a.length {
		list = append(list, x)
	}
	return list
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

// symmetric is the question restricted to sets with g(S_i) = S_g(i). Entries (i, j) and (g(i),
// g(j)) of the matrix are the same variable, so that one row, one column and one pair of sets of
// each orbit stand for all. The action on sites is that on nodes, whence i in S_i for the first of
// an orbit is i in S_i for all of them.
func symmetric(ctx context.Context, c limits, a action) *formula {
	f := &formula{cnf: sat.NewCNF(ctx)}
	f.cnf.Comment(c.words())
	f.cnf.Comment(a.words())
	f.x = make([][]int, c.n)
	for i := range f.x {
		f.x[i] = make([]int, c.n)
	}
	for i := range c.n {
		for j := range c.n {
			if f.x[i][j] != 0 {
				continue
			}
			v := f.cnf.NewVar()
			f.cnf.Name(v, fmt.Sprintf("node %d in S_%d", j+1, i+1))
			for t := range a.length {
				f.x[a.at(i, t)][a.at(j, t)] = v
			}
		}
	}
	limit := sat.AtMost
	if c.exact {
		limit = sat.Exactly
	}
	columns := sat.Transposed(f.x)
	representatives := a.representatives()
	for _, i := range representatives {
		f.cnf.AddClause(f.x[i][i])
		limit(f.cnf, f.x[i], c.size)
		limit(f.cnf, columns[i], c.responsibility)
	}
	for k, i := range representatives {
		for _, first := range representatives[k:] {
			for t := range a.length {
				j := a.at(first, t)
				switch {
				case first == i && (t == 0 || 2*t > a.length || i < a.fixed):
					continue // the same set, or the pair (i, g^-t(i)) again
				case first < a.fixed && t > 0:
					continue // (i, j) again, for g fixes both
				}
				f.meetTwo(i, j)
				if c.unique {
					f.differTwo(i, j)
				}
			}
		}
	}
	return f
}
