package lattice

import (
	"iter"
	"math/bits"
)

// Crossing holds the two graphs of construct.Paths on at most 64 elements: 0 the grid, with its
// left side as vertex 0 and its right side as vertex 1, and 1 the dual grid, with top and bottom in
// their place.
type Crossing struct {
	graphs [2]graph
}

// graph is a graph whose edges are the elements.
type graph struct {
	edges [][]graphEdge // at each vertex
	ends  [][2]int      // of each element
}

type graphEdge struct{ to, element int }

// NewCrossing returns the two graphs for the grid of side d, whose 2d²+2d+1 elements are at most
// 64.
func NewCrossing(d int) *Crossing {
	// Vertices by their places in half units: (even, even) in the grid, (odd, odd) in the dual.
	b := &Crossing{}
	number := [2]map[[2]int]int{{}, {}}
	vertex := func(g, x, y int) int {
		position, last := x, 2*d+2 // along the way from source to target
		if g == 1 {
			position, last = y, 2*d+1
		}
		switch {
		case position <= 0:
			return 0
		case position == last:
			return 1
		}
		v, ok := number[g][[2]int{x, y}]
		if !ok {
			v = 2 + len(number[g])
			number[g][[2]int{x, y}] = v
		}
		return v
	}
	for y := range 2*d + 1 { // the middles of the edges, as construct.PathsLayout has them
		dx, dy := 1-y%2, y%2 // from the middle of the edge to its end
		for x := 1 + y%2; x <= 2*d+1; x += 2 {
			along := [2]int{vertex(0, x-dx, y-dy), vertex(0, x+dx, y+dy)}
			across := [2]int{vertex(1, x-dy, y-dx), vertex(1, x+dy, y+dx)}
			b.graphs[0].ends = append(b.graphs[0].ends, along)
			b.graphs[1].ends = append(b.graphs[1].ends, across)
		}
	}
	for g := range b.graphs {
		one := &b.graphs[g]
		one.edges = make([][]graphEdge, 2+d*(d+1))
		for e, ends := range one.ends {
			one.edges[ends[0]] = append(one.edges[ends[0]], graphEdge{ends[1], e})
			one.edges[ends[1]] = append(one.edges[ends[1]], graphEdge{ends[0], e})
		}
	}
	return b
}

// connects reports whether the elements of a set join vertex 0 to a vertex.
func (g *graph) connects(set uint64, target int) bool {
	var stack [64]int8
	size, seen := 1, uint64(1) // the stack begins with vertex 0
	for size > 0 {
		size--
		for _, e := range g.edges[stack[size]] {
			if set>>e.element&1 != 0 && seen>>e.to&1 == 0 {
				if e.to == target {
					return true
				}
				seen |= 1 << e.to
				stack[size] = int8(e.to)
				size++
			}
		}
	}
	return false
}

// paths yields the simple paths from a vertex to vertex 1 that avoid the vertices visited, as sets
// of elements that begin with path. Branches are cut where keep returns false for the path so far,
// its vertices and its end.
func (g *graph) paths(at int, path, visited uint64, keep func(path, visited uint64, at int) bool, yield func(uint64) bool) bool {
	if !keep(path, visited, at) {
		return true
	}
	if at == 1 {
		return yield(path)
	}
	visited |= 1 << at
	for _, e := range g.edges[at] {
		if visited>>e.to&1 == 0 && !g.paths(e.to, path|1<<e.element, visited, keep, yield) {
			return false
		}
	}
	return true
}

// MinimalSets yields every minimal set of elements that has a path in both graphs, once. Such a set
// is the union of any path that it contains in one graph and any in the other. So the search goes
// through pairs of paths, and gives up a path in the dual as soon as its union with the path in the
// grid has an element that neither needs.
func (b *Crossing) MinimalSets() iter.Seq[uint64] {
	grid, dual := &b.graphs[0], &b.graphs[1]
	always := func(uint64, uint64, int) bool { return true }
	return func(yield func(uint64) bool) {
		seen := map[uint64]bool{}
		grid.paths(0, 0, 0, always, func(p uint64) bool {
			keep := func(q, visited uint64, at int) bool {
				union := p | q
				// Elements of q alone must be needed on the way from the top to here. That changes
				// only with an element of p at this vertex.
				shortcut := false
				for _, e := range dual.edges[at] {
					shortcut = shortcut || p>>e.element&1 != 0 && q>>e.element&1 == 0 && visited>>e.to&1 != 0
				}
				if shortcut || at == 1 {
					for rest := q &^ p; rest != 0; rest &= rest - 1 {
						if dual.connects(union&^(rest&-rest), at) {
							return false
						}
					}
				}
				// Elements of p that q has passed by must be needed in the grid.
				for rest := p &^ q; rest != 0; rest &= rest - 1 {
					ends := dual.ends[bits.TrailingZeros64(rest)]
					passed := visited>>ends[0]&1 != 0 && visited>>ends[1]&1 != 0
					if (passed || at == 1) && grid.connects(union&^(rest&-rest), 1) {
						return false
					}
				}
				return true
			}
			return dual.paths(0, 0, 0, keep, func(q uint64) bool {
				union := p | q
				for rest := p & q; rest != 0; rest &= rest - 1 {
					without := union &^ (rest & -rest)
					if grid.connects(without, 1) && dual.connects(without, 1) {
						return true
					}
				}
				if seen[union] {
					return true
				}
				seen[union] = true
				return yield(union)
			})
		})
	}
}
