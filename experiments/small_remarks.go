package experiments

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"coterie/construct"
	"coterie/gf"
	"coterie/quorum"
)

// singleNode is a node of a group quorum system that is in one quorum only.
type singleNode struct {
	smallSystem
	node, cartel, at int
}

// singleNodes yields all of them.
func singleNodes(systems iter.Seq[smallSystem]) iter.Seq[singleNode] {
	return func(yield func(singleNode) bool) {
		for s := range systems {
			for v := range s.n {
				found, times := singleNode{smallSystem: s, node: v}, 0
				for c, cartel := range s.cartels {
					for i, q := range cartel {
						if q>>v&1 == 1 {
							found.cartel, found.at = c, i
							times++
						}
					}
				}
				if times == 1 && !yield(found) {
					return
				}
			}
		}
	}
}

// reduced is the cartel with the node removed from its quorum.
func (s singleNode) reduced() []uint8 {
	c := slices.Clone(s.cartels[s.cartel])
	c[s.at] &^= 1 << s.node
	return c
}

// rest is the other cartels.
func (s singleNode) rest() smallGroups {
	return slices.Delete(slices.Clone(s.cartels), s.cartel, s.cartel+1)
}

func (s singleNode) String() string {
	return fmt.Sprintf("%v, node %v is only in quorum %v of cartel %v, which becomes %v", s.smallSystem, quorum.Node(s.node),
		quorum.Index(s.at), quorum.Index(s.cartel), smallGroups{s.reduced()})
}

// judgeDefinition compares Definition 3.3, tried against all systems, with the criterion.
//
// Proof: docs/theorems/nondominated-groups.md.
func judgeDefinition(ctx context.Context, n int) Judgement {
	cases := func(yield func(smallSystem) bool) {
		for nodes := 1; nodes <= n; nodes++ {
			for m := 2; m <= 3; m++ {
				for g := range smallGroupSystems(nodes, m) {
					if ctx.Err() != nil || !yield(smallSystem{nodes, slices.Clone(g)}) {
						return
					}
				}
			}
		}
	}
	return Judge(Every(fmt.Sprintf("all systems of 2 and 3 non-empty cartels, n in 1..%d, against all of them", n)), cases, func(s smallSystem) (bool, string) {
		dominated := false
		for g := range smallGroupSystems(s.n, len(s.cartels)) {
			if g.dominates(s.cartels) {
				dominated = true
				break
			}
		}
		byTransversals := s.nondominatedByTransversals()
		return dominated != byTransversals, fmt.Sprintf("%v is dominated: %t; nondominated by transversals: %t", s, dominated, byTransversals)
	}).Proved("nondominated-groups")
}

// judgeDegreeExists seeks an m-group quorum system of degree ⌊√n⌋ on n nodes, for m up to 4. Only cartels of that degree
// or more can be part of one. For at most three groups the rows, the columns and the symbols of a Latin square are one, with
// nodes to spare where n is no square.
func judgeDegreeExists(nodes, side int) Judgement {
	return HoldsUnderReading("for at most three groups, whatever n is",
		judgeDegreeOfAll(nodes),
		Judge(Every(fmt.Sprintf("k in 1..%d, m = 2 and 3, on k² nodes or more", side)), everyPair(side), func(c [2]int) (bool, string) {
			k, m := c[0], c[1]
			system, err := construct.Net(k, m)
			if err != nil {
				return false, err.Error()
			}
			ok := meetOnce(system)
			for c := range m {
				cartel := system.Cartel(c)
				ok = ok && cartel.Len() == k && slices.Max(cartel.Responsibilities()) == 1
			}
			return ok, fmt.Sprintf("%s has not degree %d", system.Name(), k)
		}))
}

// everyPair yields k in 1..most with m = 2 and m = 3.
func everyPair(most int) iter.Seq[[2]int] {
	return func(yield func([2]int) bool) {
		for k := 1; k <= most; k++ {
			if !yield([2]int{k, 2}) || !yield([2]int{k, 3}) {
				return
			}
		}
	}
}

// judgeDegreeOfAll tries the words as printed, on all families of cartels.
func judgeDegreeOfAll(nodes int) Judgement {
	type size struct{ n, m, k int }
	var sizes []size
	for n := 1; n <= nodes; n++ {
		for m := 2; m <= 4; m++ {
			sizes = append(sizes, size{n, m, gf.FloorSqrt(n)})
		}
	}
	return Judge(Every(fmt.Sprintf("n in 1..%d, m in 2..4, k = ⌊√n⌋, all families of m cartels of degree k", nodes)), slices.Values(sizes), func(c size) (bool, string) {
		var cartels [][]uint8
		for _, a := range smallAntichains(c.n) {
			if mostDisjoint(a, 0) >= c.k {
				cartels = append(cartels, a)
			}
		}
		var extend func(chosen smallGroups) bool
		extend = func(chosen smallGroups) bool {
			if len(chosen) == c.m {
				return true
			}
			return slices.ContainsFunc(cartels, func(a []uint8) bool {
				return crossesAll(chosen, a) && extend(append(slices.Clone(chosen), a))
			})
		}
		return extend(nil), fmt.Sprintf("n = %d, k = %d: no %d of the %d cartels of degree k are a group quorum system", c.n, c.k, c.m, len(cartels))
	})
}

// cubeLine is a line wrapped round a cube: the nodes of the four faces around an axis, at one height.
type cubeLine struct{ axis, height int }

// cubeNode is a node on the surface of a cube: a face, by its axis and its end, and its place on the face.
type cubeNode struct {
	axis, end int
	place     [3]int // coordinates; the one along the axis is 0
}

// cubeLines returns for every line the set of its nodes: on all six faces, or only on those at end 0.
func cubeLines(side int, threeFaces bool) map[cubeLine]map[cubeNode]bool {
	lines := map[cubeLine]map[cubeNode]bool{}
	for face := range 3 {
		for end := range 2 {
			if threeFaces && end == 1 {
				continue
			}
			for i := range side * side {
				node := cubeNode{axis: face, end: end}
				node.place[(face+1)%3], node.place[(face+2)%3] = i/side, i%side
				for axis := range 3 {
					if axis == face {
						continue
					}
					l := cubeLine{axis, node.place[axis]}
					if lines[l] == nil {
						lines[l] = map[cubeNode]bool{}
					}
					lines[l][node] = true
				}
			}
		}
	}
	return lines
}

// judgeCube tries whether lines along one axis are disjoint and lines along different ones share so many nodes.
func judgeCube(sides int, threeFaces bool, shared int) Judgement {
	return Judge(Every(fmt.Sprintf("cubes with k × k nodes on a side, k in 1..%d", sides)), firstInts(sides), func(side int) (bool, string) {
		lines := cubeLines(side, threeFaces)
		for a, as := range lines {
			for b, bs := range lines {
				common, want := 0, shared
				for v := range as {
					if bs[v] {
						common++
					}
				}
				if a == b {
					continue
				}
				if a.axis == b.axis {
					want = 0
				}
				if common != want {
					return false, fmt.Sprintf("k = %d: two lines share %d nodes, not %d", side, common, want)
				}
			}
		}
		return len(lines) == 3*side, fmt.Sprintf("k = %d: %d lines", side, len(lines))
	})
}
