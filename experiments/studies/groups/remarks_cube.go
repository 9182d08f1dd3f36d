package groups

import (
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/quorum"
)

func overCubes(sides int) string {
	return fmt.Sprintf("cubes with k × k nodes on a side, k in 1..%d", sides)
}

// cubeLine is a line wrapped round a cube: the nodes of the four faces around an axis, at one
// height.
type cubeLine struct{ axis, height int }

// cubeMeetings counts, for every two lines, the nodes on both: on all six faces of a cube, or on
// those at one end of each axis. A node is on two lines, round the axes that its face is parallel
// to.
func cubeMeetings(side, ends int) map[[2]cubeLine]int {
	meetings := map[[2]cubeLine]int{}
	for face := range 3 {
		for i := range ends * side * side {
			a, b := cubeLine{(face + 1) % 3, i / side % side}, cubeLine{(face + 2) % 3, i % side}
			meetings[[2]cubeLine{a, b}]++
			meetings[[2]cubeLine{b, a}]++
		}
	}
	return meetings
}

// judgeCube tries whether lines along one axis are disjoint and lines along different ones share so
// many nodes.
func judgeCube(sides, ends, shared int) experiments.Judgement {
	return experiments.ForAll(overCubes(sides), experiments.Numbers(1, sides), func(side int) (bool, string) {
		meetings := cubeMeetings(side, ends)
		for i := range 3 * side {
			for j := range i {
				a, b := cubeLine{i / side, i % side}, cubeLine{j / side, j % side}
				want := shared
				if a.axis == b.axis {
					want = 0
				}
				if common := meetings[[2]cubeLine{a, b}]; common != want {
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
func cubeIsSurficial(side int) (ok bool, witness string, err error) {
	s, err := quorum.As[*quorum.GroupSystem](construct.Surficial(3*side*side, 3))
	if err != nil {
		return false, "", err
	}
	nodes := 0
	for _, shared := range cubeMeetings(side, 1) {
		nodes += shared
	}
	nodes /= 2 // each pair of lines stands in both orders
	r := s.Responsibilities()
	return nodes == s.N() && small.MeetOnce(s) && slices.Min(r) == 2 && slices.Max(r) == 2,
		fmt.Sprintf("k = %d: %d nodes on the cube, %d in S_3, in %d to %d quorums", side, nodes, s.N(), slices.Min(r), slices.Max(r)), nil
}
