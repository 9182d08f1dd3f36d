package enumerate

import (
	"cmp"
	"slices"

	"coterie/internal/solve/sets"
)

// intervals returns |[e, x]| for every member x: how many members y have e <= y <= x, where e is
// the index of a member. It is 0 where e <= x fails. A lattice has fewer than 2^16 members, so
// every number fits. It takes one pass over the members for each of the at most 2^k largest members
// that are false at a set, where comparing all pairs would take as many as there are members.
//
// Proof: docs/theorems/splitting-on-four-nodes.md.
func (l *lattice) intervals(e int) []uint16 {
	count := make([]uint16, len(l.members))
	bottom := l.members[e]
	for i, x := range l.members {
		if bottom.below(x) {
			count[i] = 1
		}
	}
	for _, c := range l.largestWithout() {
		// x AND c is in no need of an update in this round, so the order of the members is free.
		for i, x := range l.members {
			if bottom.below(x) && !x.below(c) && bottom.below(c) {
				count[i] += count[l.index(x&c)]
			}
		}
	}
	return count
}

// largestWithout returns for each set the largest member that is false there, without
// repetitions and each before those that are below it. Sets at which all members are true have
// none.
func (l *lattice) largestWithout() []table {
	var largest []table
	for t := range 1 << l.k {
		var c table
		some := false
		for _, x := range l.members {
			if x>>t&1 == 0 {
				c |= x
				some = true
			}
		}
		if some {
			largest = append(largest, c)
		}
	}
	slices.SortFunc(largest, func(a, b table) int { return cmp.Compare(b, a) })
	return slices.Compact(largest)
}

// symmetries returns the renamings of the variables that carry the members to members: all k! for
// the lattice of all monotone functions. They are a group; the first one renames nothing.
func (l *lattice) symmetries() [][]int {
	to := sets.Identity(l.k)
	exchange := func(i int) { to[i], to[i+1] = to[i+1], to[i] }
	every := true // exchanges of neighbours make all renamings
	for i := range l.k - 1 {
		exchange(i)
		every = every && l.keeps(to)
		exchange(i)
	}
	group := [][]int{slices.Clone(to)}
	for _, i := range transpositions(l.k) {
		exchange(i)
		if every || l.keeps(to) {
			group = append(group, slices.Clone(to))
		}
	}
	return group
}

// keeps reports whether a renaming carries members to members.
func (l *lattice) keeps(to []int) bool {
	return !slices.ContainsFunc(l.members, func(x table) bool { return !l.has(x.renamed(to)) })
}

// orbit is the orbit of one member under a group.
type orbit struct {
	first      int     // the least index in it
	size       int     // how many members it has
	stabilizer [][]int // the renamings that leave the first one as it is; the first renames nothing
}

// bottoms returns the orbits, under a group of symmetries, of the members e with e <= e*, by their
// least index: the possible lower ends of a nondominated coterie that is split.
func (l *lattice) bottoms(group [][]int) []orbit {
	seen := make([]bool, len(l.members))
	var all []orbit
	for i, e := range l.members {
		if seen[i] || !e.below(l.members[l.duals[i]]) {
			continue
		}
		o := orbit{first: i}
		for _, to := range group {
			j := l.index(e.renamed(to))
			if j == i {
				o.stabilizer = append(o.stabilizer, to)
			}
			if !seen[j] {
				seen[j] = true
				o.size++
			}
		}
		all = append(all, o)
	}
	return all
}
