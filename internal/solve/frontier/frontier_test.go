package frontier

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
	"coterie/internal/solve/lattice"
	"coterie/internal/solve/live"
	"coterie/quorum"
)

// places merges classes of places in the plane.
type places map[[2]int][2]int

func (p places) of(x [2]int) [2]int {
	for {
		up, ok := p[x]
		if !ok || up == x {
			return x
		}
		x = up
	}
}

func (p places) join(x, y [2]int) { p[p.of(x)] = p.of(y) }

// triangleLive judges a set of nodes of the triangle lattice by the definition.
func triangleLive(d int, set uint64) bool {
	p := places{}
	alive := func(row, column int) bool {
		return row < d && column >= 0 && column <= row && set>>(row*(row+1)/2+column)&1 == 1
	}
	for row := range d {
		for column := range row + 1 {
			for _, near := range [][2]int{{row, column + 1}, {row + 1, column}, {row + 1, column + 1}} {
				if alive(row, column) && alive(near[0], near[1]) {
					p.join([2]int{row, column}, near)
				}
			}
		}
	}
	sides := map[[2]int]int{}
	for row := range d {
		for column := range row + 1 {
			if !alive(row, column) {
				continue
			}
			class := p.of([2]int{row, column})
			for side, touches := range []bool{column == 0, column == row, row == d-1} {
				if touches {
					sides[class] |= 1 << side
				}
			}
			if sides[class] == 7 {
				return true
			}
		}
	}
	return false
}

// pathsLive judges a set of nodes of the Paths system by the definition. Places are in half units;
// the four sides are places of their own.
func pathsLive(d int, set uint64) bool {
	p := places{}
	left, right, top, bottom := [2]int{-9, 0}, [2]int{-9, 1}, [2]int{-9, 2}, [2]int{-9, 3}
	for i := range d + 1 {
		p.join([2]int{0, 2 * i}, left)
		p.join([2]int{2*d + 2, 2 * i}, right)
		p.join([2]int{2*i + 1, -1}, top)
		p.join([2]int{2*i + 1, 2*d + 1}, bottom)
	}
	v := 0
	for y := range 2*d + 1 {
		for x := 1 + y%2; x <= 2*d+1; x += 2 {
			if set>>v&1 == 1 {
				beside, above := [][2]int{{x - 1, y}, {x + 1, y}}, [][2]int{{x, y - 1}, {x, y + 1}}
				p.join(beside[0], beside[1])
				p.join(above[0], above[1])
			}
			v++
		}
	}
	return p.of(left) == p.of(right) && p.of(top) == p.of(bottom)
}

// bySize counts the sets of n nodes that are live.
func bySize(n int, live func(set uint64) bool) []int64 {
	counts := make([]int64, n+1)
	for set := range uint64(1) << n {
		if live(set) {
			counts[bits.OnesCount64(set)]++
		}
	}
	return counts
}

// TestByDefinition compares the sweeps with all sets of nodes.
func TestByDefinition(t *testing.T) {
	for d := 1; d <= assert.Sized(5, 6); d++ {
		want := bySize(d*(d+1)/2, func(set uint64) bool { return triangleLive(d, set) })
		assert.Equal(t, fmt.Sprint(assert.Got(triangleCounts(t.Context(), d))(t)), fmt.Sprint(want), "%d rows", d)
	}
	for d := 1; d <= 2; d++ {
		want := bySize(2*d*d+2*d+1, func(set uint64) bool { return pathsLive(d, set) })
		assert.Equal(t, fmt.Sprint(assert.Got(pathsCounts(t.Context(), d))(t)), fmt.Sprint(want), "d = %d", d)
	}
}

// byDiagram counts the live sets of listed quorums on a decision diagram.
func byDiagram(t *testing.T, n int, quorums iter.Seq[uint64]) []*big.Int {
	t.Helper()
	var list []uint64
	for m := range quorums {
		list = append(list, m)
	}
	f := assert.Got(quorum.FamilyOfMasks(n, list))(t)
	d, _, err := live.Compile(t.Context(), f, 1<<22, live.Any)
	assert.OK(t, err)
	return assert.Got(d.Counts(t.Context()))(t)
}

// TestByList compares the sweeps with the diagrams of the listed quorums.
func TestByList(t *testing.T) {
	for d := 6; d <= assert.Sized(7, 9); d++ {
		assert.Equal(t, fmt.Sprint(assert.Got(triangleCounts(t.Context(), d))(t)),
			fmt.Sprint(byDiagram(t, d*(d+1)/2, lattice.New(d).MinimalSets())), "%d rows", d)
	}
	assert.Equal(t, fmt.Sprint(assert.Got(pathsCounts(t.Context(), 3))(t)), fmt.Sprint(byDiagram(t, 25, lattice.NewCrossing(3).MinimalSets())), "d = 3")
}

// TestLargerSets counts the sets of all sizes that both machines of the Paths system accept,
// without the complements, on sizes where a list is out of reach.
func TestLargerSets(t *testing.T) {
	for d := 1; d <= 5; d++ {
		n := 2*d*d + 2*d + 1
		want := assert.Got(count(t.Context(), n, n, across(d), down(d)))(t)
		assert.Equal(t, fmt.Sprint(assert.Got(pathsCounts(t.Context(), d))(t)), fmt.Sprint(want), "d = %d", d)
	}
	for d := 2; d <= 9; d++ {
		n := d * (d + 1) / 2
		want := assert.Got(count(t.Context(), n, n, triangle(d)))(t)
		assert.Equal(t, fmt.Sprint(assert.Got(triangleCounts(t.Context(), d))(t)), fmt.Sprint(want), "%d rows", d)
	}
}

// TestEnds: the sweeps end with an error where the lattice, the memory or the time is too little.
func TestEnds(t *testing.T) {
	for d, of := range map[int]func(context.Context, int) ([]*big.Int, error){16: triangleCounts, 8: pathsCounts} {
		if _, err := of(t.Context(), d); !errors.Is(err, errNodes) {
			t.Errorf("d = %d: %v", d, err)
		}
		var full *memory.Error
		if _, err := of(memory.With(t.Context(), 1000), d/2); !errors.As(err, &full) {
			t.Errorf("d = %d: %v", d/2, err)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := of(ended, d-2); err == nil {
			t.Errorf("d = %d: no end", d-2)
		}
	}
}
