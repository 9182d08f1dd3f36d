package construct

import (
	"errors"
	"fmt"
	"math/bits"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/lattice"
	"coterie/quorum"
)

// latticeLive judges by union of classes whether a set of nodes, given by coordinates, has a
// connected part that touches all sides.
func latticeLive(d int, set uint32) bool {
	type node struct{ r, c int }
	class := map[node]int{}
	for r := range d {
		for c := range r + 1 {
			if v := r*(r+1)/2 + c; set>>v&1 != 0 {
				class[node{r, c}] = v
			}
		}
	}
	for v, changed := 0, true; changed; v++ {
		changed = false
		for a, x := range class {
			for b, y := range class {
				// Steps of the lattice: (0,1), (1,0), (1,1) and back.
				dr, dc := b.r-a.r, b.c-a.c
				if x != y && dr >= 0 && dr <= 1 && dc >= 0 && dc <= 1 && (dr != 0 || dc != 0) {
					class[a], class[b] = min(x, y), min(x, y)
					x, changed = min(x, y), true
				}
			}
		}
	}
	sides := map[int]int{}
	for a, x := range class {
		if a.c == 0 {
			sides[x] |= 1
		}
		if a.c == a.r {
			sides[x] |= 2
		}
		if a.r == d-1 {
			sides[x] |= 4
		}
	}
	for _, touched := range sides {
		if touched == 7 {
			return true
		}
	}
	return false
}

// minimalLive returns the minimal sets of n nodes that are live, by going through all sets.
func minimalLive(t *testing.T, n int, live func(uint32) bool) quorum.Family {
	t.Helper()
	alive := make([]bool, 1<<n)
	for set := range uint32(1) << n {
		alive[set] = live(set)
	}
	return naiveFamily(t, n, func(set uint32) bool {
		if !alive[set] {
			return false
		}
		for rest := set; rest != 0; rest &= rest - 1 {
			if alive[set&^(rest&-rest)] {
				return false
			}
		}
		return true
	})
}

func TestTriangleLatticeListsAllQuorums(t *testing.T) {
	most := assert.Sized(4, 5)
	for d := 1; d <= most; d++ {
		s := assert.Got(quorum.As[*quorum.System](TriangleLattice(d)))(t)
		want := minimalLive(t, d*(d+1)/2, func(set uint32) bool { return latticeLive(d, set) })
		if !s.Family().Equal(want.Minimized()) {
			t.Errorf("d = %d: %d quorums, want %d", d, s.Family().Len(), want.Len())
		}
	}
}

// TestTriangleLatticeProperties: a nondominated coterie with smallest quorums of d nodes, the side
// among them, for sizes where all subsets are too many; the rotation of the triangle keeps it.
func TestTriangleLatticeProperties(t *testing.T) {
	for d := 1; d <= 7; d++ {
		s := built(t, fmt.Sprintf("triangle-lattice:rows=%d", d)).(*quorum.System)
		f := s.Family()
		for _, p := range []quorum.Property{quorum.Intersection, quorum.Minimality} {
			if v, _ := quorum.Check(t.Context(), s, quorum.Options{}).Judged(p); v.Holds != quorum.Holds {
				t.Errorf("d = %d: %s %v", d, p, v)
			}
		}
		if least, _ := f.Sizes(); least != d {
			t.Errorf("d = %d: smallest quorum %d", d, least)
		}
		if d <= 6 && !isSelfDual(t, f) {
			t.Errorf("d = %d: dominated", d)
		}
		rotation := make([]int, d*(d+1)/2)
		for r := range d {
			for c := range r + 1 {
				rotation[lattice.Node(r, c)] = lattice.Node(d-1-c, r-c)
			}
		}
		assert.True(t, f.Relabelled(rotation).Minimized().Equal(f.Minimized()), "d = %d: changed by rotation", d)
	}
}

// TestTriangleLatticeLimits: the numbers that TriangleLattice states. More rows have more quorums
// than any limit; 64 nodes of the triangle of 11 rows, without two corners, prove it.
func TestTriangleLatticeLimits(t *testing.T) {
	counts := []int{1, 3, 10, 32, 113, 446, 2038, 11251, 77689, 685089}
	assert.Equal(t, len(counts), mostLatticeRows, "documented numbers")
	for i, want := range counts {
		count := 0
		for range lattice.New(i + 1).MinimalSets() {
			count++
		}
		assert.Equal(t, count, want, "d = %d: quorums", i+1)
	}
	if !assert.WithSlow {
		return
	}
	const limit = quorum.MaxIncidences / 66
	count := 0
	for m := range cornerlessBoard().MinimalSets() {
		if count++; count > limit {
			break
		}
		if count%10000 == 0 && (bits.OnesCount64(m) < 11) {
			t.Errorf("a set of %d nodes", bits.OnesCount64(m))
		}
	}
	if count <= limit {
		t.Errorf("11 rows without corners: %d quorums, want more than %d", count, limit)
	}
	for _, d := range []int{11, 100, maxTriangleRows} {
		var e *quorum.TooManyError
		if _, err := parsed(t, fmt.Sprintf("triangle-lattice:rows=%d", d)).Build(t.Context(), 1<<40); !errors.As(err, &e) || e.Limit > limit {
			t.Errorf("d = %d: %v", d, err)
		}
	}
}

// cornerlessBoard is the board of 11 rows without the two corners at the bottom: its sets are the
// sets of the whole board that have neither corner.
func cornerlessBoard() *lattice.Board {
	const d = 11
	first, last := lattice.Node(d-1, 0), lattice.Node(d-1, d-1)
	b := &lattice.Board{Nodes: ^uint64(0)} // of 11 rows
	at := func(r, c int) (int, bool) {
		v := lattice.Node(r, c)
		if v > first {
			v--
		}
		return v, r >= 0 && r < d && c >= 0 && c <= r && lattice.Node(r, c) != first && lattice.Node(r, c) != last
	}
	b.Near = make([]uint64, last-1)
	for r := range d {
		for c := range r + 1 {
			v, ok := at(r, c)
			if !ok {
				continue
			}
			for _, w := range [][2]int{{r, c + 1}, {r, c - 1}, {r + 1, c}, {r - 1, c}, {r + 1, c + 1}, {r - 1, c - 1}} {
				if u, ok := at(w[0], w[1]); ok {
					b.Near[v] |= 1 << u
				}
			}
			for side, touches := range []bool{c == 0, c == r, r == d-1} {
				if touches {
					b.Sides[side] |= 1 << v
				}
			}
		}
	}
	return b
}
