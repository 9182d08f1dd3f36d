package construct

import (
	"iter"
	"math/bits"
)

// latticeBoard is the triangular lattice of TriangleLattice, of at most 64 nodes, as masks.
type latticeBoard struct {
	nodes uint64
	near  []uint64  // the neighbours of each node
	sides [3]uint64 // left, right, bottom
}

func newLatticeBoard(d int) *latticeBoard {
	b := &latticeBoard{near: make([]uint64, d*(d+1)/2)}
	b.nodes = ^uint64(0) >> (64 - len(b.near))
	for row := range d {
		for col := range row + 1 {
			v := latticeNode(row, col)
			for _, w := range [][2]int{{row, col + 1}, {row + 1, col}, {row + 1, col + 1}} {
				if w[0] < d && w[1] <= w[0] {
					u := latticeNode(w[0], w[1])
					b.near[v] |= 1 << u
					b.near[u] |= 1 << v
				}
			}
		}
		b.sides[0] |= 1 << latticeNode(row, 0)
		b.sides[1] |= 1 << latticeNode(row, row)
		b.sides[2] |= 1 << latticeNode(d-1, row)
	}
	return b
}

// latticeNode is the number of a node; rows and columns count from 0.
func latticeNode(row, col int) int { return row*(row+1)/2 + col }

// reaches reports whether a path from v with all its nodes but v in allowed has a node in target.
func (b *latticeBoard) reaches(v int, allowed, target uint64) bool {
	reached, fresh := uint64(1)<<v, uint64(1)<<v
	for fresh != 0 {
		if reached&target != 0 {
			return true
		}
		var next uint64
		for ; fresh != 0; fresh &= fresh - 1 {
			next |= b.near[bits.TrailingZeros64(fresh)]
		}
		fresh = next & allowed &^ reached
		reached |= fresh
	}
	return reached&target != 0
}

// growth says how an induced path may grow: its nodes but the first in allowed, until it has one in
// target, which is its last.
type growth struct {
	allowed, target uint64
	through         uint64 // if not 0, the path must have a node in here, the last included
}

// paths yields the induced paths that grow from a path whose last node is head, with yield's result
// as a wish to go on. fringe has the nodes that may not be added any more: those of the path and
// the neighbours of all but its head.
func (b *latticeBoard) paths(path, fringe uint64, head int, g growth, yield func(path uint64, head int) bool) bool {
	if g.target>>head&1 != 0 {
		return g.through != 0 && path&g.through == 0 || yield(path, head)
	}
	allowed := g.allowed &^ fringe
	if !b.reaches(head, allowed, g.target) || g.through != 0 && path&g.through == 0 && !b.reaches(head, allowed, g.through) {
		return true
	}
	fringe |= b.near[head]
	for next := b.near[head] & allowed; next != 0; next &= next - 1 {
		v := bits.TrailingZeros64(next)
		if !b.paths(path|1<<v, fringe|1<<v, v, g, yield) {
			return false
		}
	}
	return true
}

// minimalSets yields every minimal connected set of nodes that touches all three sides, once. See
// TriangleLattice for why these are the sets of its two parts.
func (b *latticeBoard) minimalSets() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if len(b.near) == 1 {
			yield(1)
			return
		}
		_ = b.minimalPaths(yield) && b.minimalTripods(yield)
	}
}

// sole reports whether v is the only node of the set on a side.
func (b *latticeBoard) sole(set uint64, v, side int) bool { return set&b.sides[side] == 1<<v }

// minimalPaths yields the induced paths of which one end is their only node on one side and the
// other end on another.
func (b *latticeBoard) minimalPaths(yield func(uint64) bool) bool {
	pairs := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}}
	for at, pair := range pairs {
		from, to := b.sides[pair[0]], b.sides[pair[1]]
		for starts := from &^ to; starts != 0; starts &= starts - 1 {
			v := bits.TrailingZeros64(starts)
			g := growth{allowed: b.nodes &^ from, target: to, through: b.sides[pair[2]]}
			if !b.paths(1<<v, 1<<v, v, g, func(path uint64, w int) bool {
				// The path comes once for every pair of sides that its ends are alone on: the first
				// counts.
				for _, other := range pairs[:at] {
					x, y := other[0], other[1]
					if b.sole(path, v, x) && b.sole(path, w, y) || b.sole(path, w, x) && b.sole(path, v, y) {
						return true
					}
				}
				return yield(path)
			}) {
				return false
			}
		}
	}
	return true
}

// minimalTripods yields the sets that are an induced path, from its only node on the left to its
// only node on the right, and a leg from it to the only node at the bottom. The first node of the
// leg is adjacent to one inner node of the path, or to two successive nodes.
func (b *latticeBoard) minimalTripods(yield func(uint64) bool) bool {
	left, right, bottom := b.sides[0], b.sides[1], b.sides[2]
	inside := b.nodes &^ (left | right)
	for starts := left &^ (right | bottom); starts != 0; starts &= starts - 1 {
		v := bits.TrailingZeros64(starts)
		g := growth{allowed: b.nodes &^ (left | bottom), target: right}
		if !b.paths(1<<v, 1<<v, v, g, func(path uint64, w int) bool {
			touched := path // the path and its neighbours
			for p := path; p != 0; p &= p - 1 {
				touched |= b.near[bits.TrailingZeros64(p)]
			}
			leg := growth{allowed: inside &^ touched, target: bottom}
			for firsts := touched &^ path & inside; firsts != 0; firsts &= firsts - 1 {
				c := bits.TrailingZeros64(firsts)
				feet := b.near[c] & path
				switch bits.OnesCount64(feet) {
				case 1:
					if feet&(1<<v|1<<w) != 0 {
						continue // a longer path, not a tripod
					}
				case 2:
					if b.near[bits.TrailingZeros64(feet)]&feet == 0 {
						continue
					}
				default:
					continue
				}
				if !b.paths(path|1<<c, path|1<<c, c, leg, func(set uint64, _ int) bool { return yield(set) }) {
					return false
				}
			}
			return true
		}) {
			return false
		}
	}
	return true
}
