package groups

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/sets"
	"coterie/quorum"
)

// singleNode is a node of a group quorum system that is in one quorum only.
type singleNode struct {
	small.System
	node, cartel, at int
}

// singleNodes yields all of them.
func singleNodes(systems iter.Seq[small.System]) iter.Seq[singleNode] {
	return func(yield func(singleNode) bool) {
		for s := range systems {
			for v := range s.N {
				found, times := singleNode{System: s, node: v}, 0
				for c, cartel := range s.Cartels {
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
	c := slices.Clone(s.Cartels[s.cartel])
	c[s.at] &^= 1 << s.node
	return c
}

// rest is the other cartels.
func (s singleNode) rest() small.Groups {
	return slices.Delete(slices.Clone(s.Cartels), s.cartel, s.cartel+1)
}

func (s singleNode) String() string {
	return fmt.Sprintf("%v, node %v is only in quorum %v of cartel %v, which becomes %v", s.System, quorum.Node(s.node),
		quorum.Index(s.at), quorum.Index(s.cartel), small.Groups{s.reduced()})
}

// judgeDefinition compares Definition 3.3, tried against all systems, with the criterion.
//
// Proof: docs/theorems/nondominated-groups.md.
func judgeDefinition(ctx context.Context, n int) experiments.Judgement {
	cases := func(yield func(small.System) bool) {
		for nodes := 1; nodes <= n; nodes++ {
			for m := 2; m <= 3; m++ {
				for g := range small.GroupSystems(nodes, m) {
					if ctx.Err() != nil || !yield(small.System{N: nodes, Cartels: slices.Clone(g)}) {
						return
					}
				}
			}
		}
	}
	return experiments.Judge(experiments.Every(fmt.Sprintf("all systems of 2 and 3 non-empty cartels, n in 1..%d, against all of them", n)), cases, func(s small.System) (bool, string) {
		dominated := false
		for g := range small.GroupSystems(s.N, len(s.Cartels)) {
			if g.Dominates(s.Cartels) {
				dominated = true
				break
			}
		}
		byTransversals := s.NondominatedByTransversals()
		return dominated != byTransversals, fmt.Sprintf("%v is dominated: %t; nondominated by transversals: %t", s, dominated, byTransversals)
	}).Proved("nondominated-groups")
}

// judgeDegreeExists seeks an m-group quorum system of degree ⌊√n⌋ on n nodes, for m up to 4. Only cartels of that degree
// or more can be part of one. For at most three groups the rows, the columns and the symbols of a Latin square are one, with
// nodes to spare where n is no square.
func judgeDegreeExists(nodes, side int) experiments.Judgement {
	return experiments.HoldsUnderReading("for at most three groups, whatever n is",
		judgeDegreeOfAll(nodes),
		experiments.Judge(experiments.Every(fmt.Sprintf("k in 1..%d, m = 2 and 3, on k² nodes or more", side)), everyPair(side), func(c [2]int) (bool, string) {
			k, m := c[0], c[1]
			system, err := construct.Net(k, m)
			if err != nil {
				return false, err.Error()
			}
			ok := small.MeetOnce(system)
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
func judgeDegreeOfAll(nodes int) experiments.Judgement {
	type size struct{ n, m, k int }
	var sizes []size
	for n := 1; n <= nodes; n++ {
		for m := 2; m <= 4; m++ {
			sizes = append(sizes, size{n, m, gf.FloorSqrt(n)})
		}
	}
	return experiments.Judge(experiments.Every(fmt.Sprintf("n in 1..%d, m in 2..4, k = ⌊√n⌋, all families of m cartels of degree k", nodes)), slices.Values(sizes), func(c size) (bool, string) {
		var cartels [][]uint8
		for _, a := range small.Antichains(c.n) {
			if sets.MostDisjoint(a) >= c.k {
				cartels = append(cartels, a)
			}
		}
		var extend func(chosen small.Groups) bool
		extend = func(chosen small.Groups) bool {
			if len(chosen) == c.m {
				return true
			}
			return slices.ContainsFunc(cartels, func(a []uint8) bool {
				return small.CrossesAll(chosen, a) && extend(append(slices.Clone(chosen), a))
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
func judgeCube(sides int, threeFaces bool, shared int) experiments.Judgement {
	return experiments.Judge(experiments.Every(fmt.Sprintf("cubes with k × k nodes on a side, k in 1..%d", sides)), small.FirstInts(sides), func(side int) (bool, string) {
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
