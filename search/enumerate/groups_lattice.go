package enumerate

import (
	"context"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// cycleType has the lengths of the cycles of a renaming, longest first, as in [CycleType]; the
// cycles are made of consecutive nodes (renamingWithCycles), so that the fixed nodes are the last
// ones.
type cycleType []int

// identityType has n fixed nodes.
func identityType(n int) cycleType { return slices.Repeat(cycleType{1}, n) }

// nodes is how many nodes are renamed.
func (t cycleType) nodes() int {
	n := 0
	for _, c := range t {
		n += c
	}
	return n
}

// fixedNodes is how many nodes keep their names.
func (t cycleType) fixedNodes() int {
	fixed := 0
	for _, c := range t {
		if c == 1 {
			fixed++
		}
	}
	return fixed
}

// without leaves out fixed nodes.
func (t cycleType) without(fixed int) cycleType { return t[:len(t)-fixed] }

// countInvariant counts the monotone functions that renamings of type t leave as they are, one by
// one; they must have at most 64 orbits of sets. There is no orbit but one where both a set and a
// proper superset of it lie, so inclusion orders the orbits. Every branch ends in a function: an
// orbit can always be left out, and put in where all above it are. The error is the cause of ctx.
func countInvariant(ctx context.Context, t cycleType) (count uint64, err error) {
	n, orbits := t.nodes(), orbitsOfSets(renamingWithCycles(t)) // by descending size of their sets
	if len(orbits) > 64 {
		panic("enumerate: more than 64 orbits of sets")
	}
	in := make([]int, 1<<n)
	for i, orbit := range orbits {
		for _, s := range orbit {
			in[s] = i
		}
	}
	above := make([]uint64, len(orbits)) // bit j of above[i]: some set of orbit i, with one more node, lies in orbit j
	for i, orbit := range orbits {
		for v := range n {
			if s := orbit[0]; s>>v&1 == 0 {
				above[i] |= 1 << in[s|1<<v]
			}
		}
	}
	poll := par.NewPoll(ctx)
	var extend func(i int, chosen uint64)
	extend = func(i int, chosen uint64) {
		if err != nil {
			return
		}
		if i == len(orbits) {
			err = poll.Err()
			count++
			return
		}
		extend(i+1, chosen)
		if above[i]&^chosen == 0 {
			extend(i+1, chosen|1<<i)
		}
	}
	extend(0, 0)
	return count, err
}

// orbitLattice is a lattice of monotone functions, in orbits under renamings that keep the
// lattice.
type orbitLattice struct {
	*lattice
	orbit []int32 // the number of the orbit of each member
	first []int   // the least member of each orbit, ascending
	size  []int   // how many members it has

	symmetries [][]int // the renamings
}

// invariantLattice returns the monotone functions of at most 6 variables that a renaming of type t
// leaves as they are, in orbits under the renamings that commute with it: those map the lattice to
// itself. t must not be the identity of 6 variables, nor one of them that exchanges two: these have
// 7828354 and 160948 functions. The error is the cause of ctx.
func invariantLattice(ctx context.Context, t cycleType) (*orbitLattice, error) {
	to := renamingWithCycles(t)
	l := &orbitLattice{lattice: latticeUnder(to), symmetries: renamingsCommuting(to)}
	l.orbit = slices.Repeat([]int32{-1}, len(l.members))
	for i, f := range l.members {
		if l.orbit[i] >= 0 {
			continue
		}
		o := int32(len(l.first))
		l.first = append(l.first, i)
		l.size = append(l.size, 0)
		for _, to := range l.symmetries {
			if j := l.index(f.renamed(to)); l.orbit[j] < 0 {
				l.orbit[j] = o
				l.size[o]++
			}
		}
	}
	return l, context.Cause(ctx)
}

// renamingsCommuting returns all renamings r with r∘to = to∘r.
func renamingsCommuting(to []int) [][]int {
	var all [][]int
	for r := range renamings(len(to)) {
		commutes := true
		for i := range to {
			commutes = commutes && r[to[i]] == to[r[i]]
		}
		if commutes {
			all = append(all, slices.Clone(r))
		}
	}
	return all
}

// renamings yields all permutations of k things, the identity first. The slice that is yielded is
// used again.
func renamings(k int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		r := sets.Identity(k)
		if !yield(r) {
			return
		}
		for _, i := range transpositions(k) {
			r[i], r[i+1] = r[i+1], r[i]
			if !yield(r) {
				return
			}
		}
	}
}

// images returns for each symmetry the index of what it makes of each member.
func (l *orbitLattice) images() [][]uint16 {
	images := make([][]uint16, len(l.symmetries))
	for s, to := range l.symmetries {
		images[s] = make([]uint16, len(l.members))
		for i, f := range l.members {
			images[s][i] = uint16(l.index(f.renamed(to)))
		}
	}
	return images
}

// orbitsKeeping returns the orbits of the members under the symmetries, given by their images, that
// keep member i: for the least member of each its size, for the others 0. It also returns how many
// symmetries these are.
func (l *orbitLattice) orbitsKeeping(i int, images [][]uint16) (sizes []uint64, symmetries int) {
	var keeping [][]uint16
	for _, image := range images {
		if int(image[i]) == i {
			keeping = append(keeping, image)
		}
	}
	sizes = make([]uint64, len(l.members))
	for j := range l.members {
		least, same := true, 0
		for _, image := range keeping {
			if int(image[j]) < j {
				least = false
				break
			}
			if int(image[j]) == j {
				same++
			}
		}
		if least {
			sizes[j] = uint64(len(keeping) / same)
		}
	}
	return sizes, len(keeping)
}
