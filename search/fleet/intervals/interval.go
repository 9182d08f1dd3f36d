package intervals

import (
	"math/bits"
	"slices"

	"coterie/internal/solve/sets"
)

// interval is the monotone functions f with lo <= f <= hi, as truth tables; lo is true at all nodes
// and hi false at none, so that no constant is among them.
type interval struct{ lo, hi sets.Table }

func (iv interval) clone() interval {
	return interval{iv.lo.Clone(), iv.hi.Clone()}
}

// include leaves the functions that are true at s; false where there is none.
func (iv interval) include(s uint32) bool {
	if !iv.hi.Has(int(s)) {
		return false
	}
	rest := uint32(1)<<iv.lo.N - 1 - s
	for more := rest; ; more = (more - 1) & rest {
		iv.lo.Add(int(s | more))
		if more == 0 {
			return true
		}
	}
}

// exclude leaves the functions that are false at s; false where there is none.
func (iv interval) exclude(s uint32) bool {
	if iv.lo.Has(int(s)) {
		return false
	}
	for less := s; ; less = (less - 1) & s {
		iv.hi.Remove(int(less))
		if less == 0 {
			return true
		}
	}
}

// narrowDual leaves of the interval what functions leave that are self-dual, or whose writes meet,
// where that is asked for; false where there is none.
func (p *problem) narrowDual(iv interval) bool {
	switch {
	case p.selfDual:
		return sets.NarrowSelfDual(iv.lo, iv.hi)
	case p.meeting:
		return sets.NarrowMeeting(iv.lo, iv.hi)
	}
	return iv.lo.SubsetOf(iv.hi.Bits)
}

// allows reports whether a function is self-dual, or its writes meet, where that is asked for.
func (p *problem) allows(f sets.Table) bool {
	return p.narrow(interval{f, f}.clone())
}

// single says whether one function is left.
func (iv interval) single() bool { return slices.Equal(iv.lo.Bits, iv.hi.Bits) }

// column is a set of nodes that is asked, with the place of its time among those of its place.
type column struct {
	set  uint32
	time int
}

// columns appends what may be asked of a family: the sets that contain a quorum whatever nodes are
// silent, with the least time after which the answers contain one; those that a subset with no
// greater time makes needless are left out. A place without fixed times has time -1.
func (p *problem) columns(list []column, family sets.Table, at *place, spare *[4]sets.Table) []column {
	two := (*[2]sets.Table)(spare[2:])
	asked := spare[0]
	copy(asked.Bits, family.Bits)
	for range p.silent {
		asked.SpareAny(two)
	}
	asked.SpareEach(p.lying[1:]...)
	if len(at.times) == 0 {
		for i := range asked.Bits {
			for v := range sets.Ones(asked.MinimalWord(i)) {
				list = append(list, column{uint32(i<<6 | v), -1})
			}
		}
		return list
	}
	within := spare[1]
	first := len(list)
	for k, near := range at.near {
		copy(within.Bits, family.Bits)
		for i := range sets.Ones(uint64(p.all &^ near)) {
			within.Without(two[0], i)
			copy(within.Bits, two[0].Bits)
		}
		within.Intersect(asked.Bits)
		sooner := list[first:]
		for i := range within.Bits {
			for v := range sets.Ones(within.MinimalWord(i)) {
				s := uint32(i<<6 | v)
				if !slices.ContainsFunc(sooner, func(c column) bool { return c.set&^s == 0 }) {
					list = append(list, column{s, k})
				}
			}
		}
	}
	return list
}

// spares reports whether some of those asked may be silent.
func (p *problem) spares() bool { return p.silent > 0 || len(p.lying) > 1 }

// witnesses calls visit with the sets that must be quorums, or contain one, so that column c may be
// asked.
func (p *problem) witnesses(c column, at *place, visit func(s uint32)) {
	if !p.spares() {
		visit(c.set)
		return
	}
	for out := c.set; ; out = (out - 1) & c.set {
		if bits.OnesCount32(out) == min(p.silent, bits.OnesCount32(c.set)) {
			for _, lying := range p.lying {
				visit(c.set &^ out &^ uint32(lying))
			}
		}
		if out == 0 {
			break
		}
	}
	if c.time >= 0 {
		visit(c.set & at.near[c.time])
	}
}
