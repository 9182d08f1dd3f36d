package lattice

import (
	"iter"
	"math/bits"
)

// Board is a triangular lattice of at most 64 nodes, or a part of one.
type Board struct {
	Nodes uint64
	Near  []uint64  // the neighbours of each node
	Sides [3]uint64 // left, right, bottom
}

// New returns the board of d rows, 1 to 10: row r has the nodes (r,0), ..., (r,r), and (r,c) is
// next to (r,c±1), (r±1,c), (r+1,c+1) and (r-1,c-1).
func New(d int) *Board {
	b := &Board{Near: make([]uint64, d*(d+1)/2)}
	b.Nodes = ^uint64(0) >> (64 - len(b.Near))
	for row := range d {
		for col := range row + 1 {
			v := Node(row, col)
			for _, w := range [][2]int{{row, col + 1}, {row + 1, col}, {row + 1, col + 1}} {
				if w[0] < d && w[1] <= w[0] {
					u := Node(w[0], w[1])
					b.Near[v] |= 1 << u
					b.Near[u] |= 1 << v
				}
			}
		}
		b.Sides[0] |= 1 << Node(row, 0)
		b.Sides[1] |= 1 << Node(row, row)
		b.Sides[2] |= 1 << Node(d-1, row)
	}
	return b
}

// Node returns the number of a node. Rows and columns count from 0.
func Node(row, col int) int { return row*(row+1)/2 + col }

// reaches reports whether a path from v with all its nodes but v in allowed has a node in target.
func (b *Board) reaches(v int, allowed, target uint64) bool {
	reached, fresh := uint64(1)<<v, uint64(1)<<v
	for fresh != 0 {
		if reached&target != 0 {
			return true
		}
		var next uint64
		for ; fresh != 0; fresh &= fresh - 1 {
			next |= b.Near[bits.TrailingZeros64(fresh)]
		}
		fresh = next & allowed &^ reached
		reached |= fresh
	}
	return reached&target != 0
}

// growth is the rule for the growth of an induced path: all its nodes except the first are in
// allowed, and its last node is its first one in target.
type growth struct {
	allowed, target uint64
	through         uint64 // if not 0, the path must have a node in here, the last included
}

// paths yields the induced paths that grow from a path whose last node is head, as long as yield
// returns true. fringe has the nodes that may no longer be added: those of the path, and the
// neighbours of all its nodes except the head.
func (b *Board) paths(path, fringe uint64, head int, g growth, yield func(path uint64, head int) bool) bool {
	if g.target>>head&1 != 0 {
		return g.through != 0 && path&g.through == 0 || yield(path, head)
	}
	allowed := g.allowed &^ fringe
	if !b.reaches(head, allowed, g.target) || g.through != 0 && path&g.through == 0 && !b.reaches(head, allowed, g.through) {
		return true
	}
	fringe |= b.Near[head]
	for next := b.Near[head] & allowed; next != 0; next &= next - 1 {
		v := bits.TrailingZeros64(next)
		if !b.paths(path|1<<v, fringe|1<<v, v, g, yield) {
			return false
		}
	}
	return true
}

// MinimalSets yields every minimal connected set of nodes that touches all three sides, once. See
// construct.TriangleLattice for why these are the sets of its two parts.
func (b *Board) MinimalSets() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if len(b.Near) == 1 {
			yield(1)
			return
		}
		_ = b.minimalPaths(yield) && b.minimalTripods(yield)
	}
}

// sole reports whether v is the only node of the set on a side.
func (b *Board) sole(set uint64, v, side int) bool { return set&b.Sides[side] == 1<<v }

// minimalPaths yields the induced paths with one end as their only node on one side, and the other
// end as their only node on another side.
func (b *Board) minimalPaths(yield func(uint64) bool) bool {
	pairs := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}}
	for at, pair := range pairs {
		from, to := b.Sides[pair[0]], b.Sides[pair[1]]
		for starts := from &^ to; starts != 0; starts &= starts - 1 {
			v := bits.TrailingZeros64(starts)
			g := growth{allowed: b.Nodes &^ from, target: to, through: b.Sides[pair[2]]}
			if !b.paths(1<<v, 1<<v, v, g, func(path uint64, w int) bool {
				// The path comes once for every pair of sides on which its ends are alone. The
				// first counts.
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
func (b *Board) minimalTripods(yield func(uint64) bool) bool {
	left, right, bottom := b.Sides[0], b.Sides[1], b.Sides[2]
	inside := b.Nodes &^ (left | right)
	for starts := left &^ (right | bottom); starts != 0; starts &= starts - 1 {
		v := bits.TrailingZeros64(starts)
		g := growth{allowed: b.Nodes &^ (left | bottom), target: right}
		if !b.paths(1<<v, 1<<v, v, g, func(path uint64, w int) bool {
			touched := path // the path and its neighbours
			for p := path; p != 0; p &= p - 1 {
				touched |= b.Near[bits.TrailingZeros64(p)]
			}
			leg := growth{allowed: inside &^ touched, target: bottom}
			for firsts := touched &^ path & inside; firsts != 0; firsts &= firsts - 1 {
				c := bits.TrailingZeros64(firsts)
				feet := b.Near[c] & path
				switch bits.OnesCount64(feet) {
				case 1:
					if feet&(1<<v|1<<w) != 0 {
						continue // a longer path, not a tripod
					}
				case 2:
					if b.Near[bits.TrailingZeros64(feet)]&feet == 0 {
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
