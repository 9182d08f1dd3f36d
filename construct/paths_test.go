package construct

import (
	"fmt"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// pathsLive judges by floods over places, without the graphs of the search, whether a set of
// elements has a path from left to right and one in the dual from top to bottom.
func pathsLive(d int, set uint32) bool {
	present := map[[2]int]bool{} // by the middle of the edge, in half units
	v := 0
	for y := range 2*d + 1 {
		for x := 1 + y%2; x <= 2*d+1; x += 2 {
			present[[2]int{x, y}] = set>>v&1 != 0
			v++
		}
	}
	flood := func(starts [][2]int, end func(x, y int) bool) bool {
		seen := map[[2]int]bool{}
		for len(starts) > 0 {
			at := starts[len(starts)-1]
			starts = starts[:len(starts)-1]
			if seen[at] {
				continue
			}
			seen[at] = true
			if end(at[0], at[1]) {
				return true
			}
			for _, step := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if present[[2]int{at[0] + step[0], at[1] + step[1]}] {
					starts = append(starts, [2]int{at[0] + 2*step[0], at[1] + 2*step[1]})
				}
			}
		}
		return false
	}
	var left, top [][2]int
	for i := range d + 1 {
		left, top = append(left, [2]int{0, 2 * i}), append(top, [2]int{2*i + 1, -1})
	}
	return flood(left, func(x, _ int) bool { return x == 2*d+2 }) && flood(top, func(_, y int) bool { return y == 2*d+1 })
}

func TestPathsListsAllQuorums(t *testing.T) {
	for d, count := range map[int]int{1: 6, 2: 99} {
		s := assert.Got(quorum.As[*quorum.System](Paths(d)))(t)
		n := 2*d*d + 2*d + 1
		want := minimalLive(t, n, func(set uint32) bool { return pathsLive(d, set) })
		if !s.Family().Equal(want.Minimized()) || s.Family().Len() != count {
			t.Errorf("d = %d: %d quorums, want %d", d, s.Family().Len(), want.Len())
		}
		// The dual is the family of the paths of either kind alone; so the coterie is dominated.
		if isSelfDual(t, s.Family()) {
			t.Errorf("d = %d: nondominated", d)
		}
		dual := assert.Got(s.Family().Dual(t.Context(), 1000))(t)
		either := minimalLive(t, n, func(set uint32) bool { return !pathsLive(d, ^set&(1<<n-1)) })
		assert.True(t, dual.Equal(either.Minimized()), "d = %d: the dual is another", d)
		if least, _ := dual.Sizes(); least != d+1 {
			t.Errorf("d = %d: smallest transversal %d", d, least)
		}
	}
}

func TestPathsProperties(t *testing.T) {
	counts := []int{1: 6, 2: 99, 3: 4538} // as Paths documents them
	for d := 1; d <= 3; d++ {
		i := parsed(t, fmt.Sprintf("paths:d=%d", d))
		s := compareShape(t, i).(*quorum.System)
		assert.Equal(t, s.Family().Len(), counts[d], "d = %d: quorums", d)
		for _, p := range []quorum.Property{quorum.Intersection, quorum.Minimality} {
			if v, _ := quorum.Check(t.Context(), s, quorum.Options{}).Judged(p); v.Holds != quorum.Holds {
				t.Errorf("d = %d: %s %v", d, p, v)
			}
		}
		if least, _ := s.Family().Sizes(); least != 2*d+1 {
			t.Errorf("d = %d: smallest quorum %d", d, least)
		}
	}
}
