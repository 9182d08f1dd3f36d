package groups

import (
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/experiments/small"
)

func overCubes(sides int) string {
	return fmt.Sprintf("cubes with k × k nodes on a side, k in 1..%d", sides)
}

// cubeMeetings counts, for every two lines wrapped round a cube, the nodes on both: on all six
// faces, or on those at one end of each axis. A line is the nodes of the four faces around an axis,
// at one height: number axis·side + height. A node is on two lines, round the two axes parallel to
// its face.
func cubeMeetings(side, ends int) map[[2]int]int {
	meetings := map[[2]int]int{}
	for face := range 3 {
		for i := range ends * side * side {
			a, b := (face+1)%3*side+i/side%side, (face+2)%3*side+i%side
			meetings[[2]int{a, b}]++
			meetings[[2]int{b, a}]++
		}
	}
	return meetings
}

// judgeCube judges whether lines round one axis are disjoint and lines round different axes share
// the given number of nodes.
func judgeCube(sides, ends, shared int) experiments.Judgement {
	return experiments.ForAll(overCubes(sides), experiments.Numbers(1, sides), func(side int) (bool, string) {
		meetings := cubeMeetings(side, ends)
		for i := range 3 * side {
			for j := range i {
				want := shared
				if i/side == j/side { // along one axis
					want = 0
				}
				if common := meetings[[2]int{i, j}]; common != want {
					return false, fmt.Sprintf("k = %d: two lines share %d nodes, not %d", side, common, want)
				}
			}
		}
		return true, ""
	})
}

// cubeIsSurficial compares the lines on three sides of a cube with S_3. In both, a node is on two
// lines, of different cartels, and every two such lines share exactly one node. So a node is a pair
// of lines, and matching lines with lines, cartel by cartel, matches nodes with nodes.
func cubeIsSurficial(side int) (ok bool, witness string) {
	s := surficial(small.SurficialSize{N: 3 * side * side, M: 3, Side: side})
	nodes := 0
	for _, shared := range cubeMeetings(side, 1) {
		nodes += shared
	}
	nodes /= 2 // each pair of lines stands in both orders
	r := s.Responsibilities()
	return nodes == s.N() && small.MeetOnce(s) && slices.Min(r) == 2 && slices.Max(r) == 2,
		fmt.Sprintf("k = %d: %d nodes on the cube, %d in S_3, in %d to %d quorums", side, nodes, s.N(), slices.Min(r), slices.Max(r))
}
