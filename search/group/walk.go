package group

import (
	"math/rand/v2"
	"slices"

	"coterie/internal/solve/sets"
)

// walk looks for a large clique of a graph by tabu search: it adds a vertex that is joined to all
// members; else it puts in one that is joined to all but one, in exchange for that one; else it
// takes a member out. A vertex that went out may not come back for some steps (Q. Wu, J.-K. Hao and
// F. Glover, Multi-neighborhood tabu search for the maximum weight clique problem, Annals of
// Operations Research 196, 2012).
type walk struct {
	apart   sets.Matrix // by vertex, those that it is not joined to, without itself
	members []int
	in      sets.Bits
	// missed counts for each vertex the members that it is not joined to: bit i of missed[w][k] is
	// digit k of the number for vertex 64w+i, in binary. There are at most 255 members.
	missed [][8]uint64
	until  []int // by vertex, the step from which on it may come in
	free   []int // that are joined to all members; a buffer
	swap   []int // to all but one
}

func newWalk(vertices int, joined func(v, w int) bool) *walk {
	a := &walk{apart: sets.NewMatrix(vertices, vertices), in: sets.New(vertices), until: make([]int, vertices)}
	a.missed = make([][8]uint64, len(a.in))
	for v := range vertices {
		for w := range v {
			if !joined(v, w) {
				a.apart.Row(v).Add(w)
				a.apart.Row(w).Add(v)
			}
		}
	}
	return a
}

func (a *walk) add(v int) {
	for i, carry := range a.apart.Row(v) {
		for k := 0; carry != 0; k++ {
			digit := &a.missed[i][k]
			*digit, carry = *digit^carry, *digit&carry
		}
	}
	a.in.Add(v)
	a.members = append(a.members, v)
}

func (a *walk) remove(v int) {
	for i, borrow := range a.apart.Row(v) {
		for k := 0; borrow != 0; k++ {
			digit := &a.missed[i][k]
			*digit, borrow = *digit^borrow, borrow&^*digit
		}
	}
	a.in.Remove(v)
	a.members = slices.DeleteFunc(a.members, func(w int) bool { return v == w })
}

// choose lists the vertices that may come in at a step.
func (a *walk) choose(step int) {
	a.free, a.swap = a.free[:0], a.swap[:0]
	for i := range a.missed {
		d := &a.missed[i]
		more := d[1] | d[2] | d[3] | d[4] | d[5] | d[6] | d[7]
		for v := range sets.Ones(sets.FullWord(len(a.until), i) &^ (a.in[i] | more)) {
			if v += 64 * i; a.until[v] > step {
				continue
			}
			if d[0]>>(v&63)&1 == 0 {
				a.free = append(a.free, v)
			} else {
				a.swap = append(a.swap, v)
			}
		}
	}
}

// largest makes so many steps, but stops at a clique of enough vertices, and returns the last of
// the largest cliques.
func (a *walk) largest(rng *rand.Rand, steps, enough int) []int {
	best := slices.Clone(a.members)
	for step := range steps {
		if len(best) >= enough {
			break
		}
		switch a.choose(step); {
		case len(a.free) > 0:
			a.add(a.free[rng.IntN(len(a.free))])
		case len(a.swap) > 0 && rng.IntN(1000) > 0:
			v := a.swap[rng.IntN(len(a.swap))]
			for _, w := range a.members {
				if a.apart.Row(v).Has(w) {
					a.until[w] = step + 7 + rng.IntN(len(a.swap)+1)
					a.remove(w)
					break
				}
			}
			a.add(v)
		case len(a.members) > 0:
			v := a.members[rng.IntN(len(a.members))]
			a.until[v] = step + 7
			a.remove(v)
		}
		if len(a.members) >= len(best) {
			best = append(best[:0], a.members...)
		}
	}
	return best
}
