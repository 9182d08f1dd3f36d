package planes

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// naiveDesign reports, by looking at each pair of points in each block, whether any two points are
// in one block.
func naiveDesign(d *Design) error {
	for a := range d.points {
		for b := range a {
			together := 0
			for _, block := range d.AllBlocks() {
				if slices.Contains(block, int32(a)) && slices.Contains(block, int32(b)) {
					together++
				}
			}
			if together != 1 {
				return fmt.Errorf("points %d and %d are in %d blocks", b, a, together)
			}
		}
	}
	return nil
}

func designOf(t *testing.T, d *Design, err error) *Design {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// checkDesign compares the figures of a design with its list, and the list with the definition.
func checkDesign(t *testing.T, d *Design, points, size int) {
	t.Helper()
	if d.points != points || d.BlockSize() != size || d.Blocks()*size*(size-1) != points*(points-1) || ((d.points-1)/(d.size-1))*(size-1) != points-1 {
		t.Errorf("%s: %d points, %d blocks of %d, %d through a point", d.name, d.points, d.Blocks(), d.BlockSize(), ((d.points - 1) / (d.size - 1)))
	}
	assert.NoError(t, d.Verify(t.Context()))
	through := make([]int, points)
	for i, block := range d.AllBlocks() {
		if len(block) != size || !slices.IsSorted(block) {
			t.Errorf("%s: block %d is %v", d.name, i, block)
		}
		for _, p := range block {
			through[p]++
		}
	}
	for p, blocks := range through {
		assert.Equal(t, blocks, ((d.points - 1) / (d.size - 1)), "%s: point %d is in: blocks", d.name, p)
	}
	if points <= 33 {
		assert.NoError(t, naiveDesign(d), "%s", d.name)
	}
}

// TestSteinerTriples builds the systems of all v up to a limit, and refuses the v that have none.
func TestSteinerTriples(t *testing.T) {
	most := assert.Sized(60, 140)
	for v := -1; v <= most; v++ {
		d, err := SteinerTriples(t.Context(), v)
		assert.Equal(t, v >= 3 && (v%6 == 1 || v%6 == 3), (err == nil), "v = %d: %v", v, err)
		var e *OrderError
		switch {
		case err == nil:
			checkDesign(t, d, v, 3)
			last := []int32(nil)
			for _, block := range d.AllBlocks() {
				if slices.Compare(last, block) >= 0 {
					t.Errorf("v = %d: the triples are not in order", v)
				}
				last = block
			}
		case !errors.As(err, &e) || d != nil:
			t.Errorf("v = %d: %v", v, err)
		case v > 3:
			for _, near := range []int{e.Below, e.Above} {
				if _, err := SteinerTriples(t.Context(), near); err != nil {
					t.Errorf("v = %d: the neighbour %d: %v", v, near, err)
				}
			}
			if e.Above-e.Below > 4 || !strings.Contains(err.Error(), "1 or 3 modulo 6") {
				t.Errorf("v = %d: %v", v, err)
			}
		}
	}
	assert.Refused(SteinerTriples(t.Context(), MaxTriplePoints+2))(t, "", "a system that is too large")
	if b := MaxTriplePoints * (MaxTriplePoints - 1) / 2; b > MaxIncidences || MaxTriplePoints%6 != 3 || (MaxTriplePoints+4)*(MaxTriplePoints+3)/2 <= MaxIncidences {
		t.Errorf("%d incidences", b)
	}
}

func TestTrivialDesigns(t *testing.T) {
	for v := 2; v <= 30; v++ {
		pairs, err := AllPairs(t.Context(), v)
		checkDesign(t, designOf(t, pairs, err), v, 2)
		one, err := SingleBlock(v)
		checkDesign(t, designOf(t, one, err), v, v)
	}
	for _, v := range []int{-1, 0, 1, MaxIncidences + 1} {
		if d, err := AllPairs(t.Context(), v); d != nil || err == nil {
			t.Errorf("pairs of %d points", v)
		}
		if d, err := SingleBlock(v); d != nil || err == nil {
			t.Errorf("a block of %d points", v)
		}
	}
}

func TestDesignsOfPlanes(t *testing.T) {
	for _, q := range primePowers(2, 11) {
		checkDesign(t, mustProjective(t, q).Design(), q*q+q+1, q+1)
		checkDesign(t, mustAffine(t, q).Design(), q*q, q)
	}
	checkDesign(t, mustProjective(t, 1).Design(), 3, 2)
	hall := assert.Got(NewHall(t.Context(), 9))(t)
	checkDesign(t, hall.Design(), 91, 10)
}

// TestDesignVerifyNotices changes one point of one block of small designs in every way.
func TestDesignVerifyNotices(t *testing.T) {
	nine, err := SteinerTriples(t.Context(), 9)
	designOf(t, nine, err)
	thirteen, err := SteinerTriples(t.Context(), 13)
	designOf(t, thirteen, err)
	for _, d := range []*Design{nine, thirteen, mustProjective(t, 3).Design(), mustAffine(t, 3).Design()} {
		for i := range d.Blocks() {
			for at := range d.BlockSize() {
				for p := range d.points {
					changed := *d
					changed.table = slices.Clone(d.table)
					block := changed.table[i*d.size : (i+1)*d.size]
					was := block[at]
					if slices.Contains(block, int32(p)) && int32(p) != was {
						continue // no block of that size
					}
					block[at] = int32(p)
					slices.Sort(block)
					var axiom *AxiomError
					if err := changed.Verify(t.Context()); int32(p) == was {
						if err != nil {
							t.Fatalf("%s: %v", d.name, err)
						}
					} else if !errors.As(err, &axiom) || len(axiom.Common) == 1 {
						t.Fatalf("%s, point %d of block %d changed: %v", d.name, at, i, err)
					}
				}
			}
		}
	}
}

// TestOrthogonalArrays judges the array of each net by its definition, and the lines that
// it gives.
func TestOrthogonalArrays(t *testing.T) {
	for side := 1; side <= 13; side++ {
		for classes := 1; classes <= min(MaxClasses(side), 8); classes++ {
			n := mustNet(t, side, classes)
			array := n.OrthogonalArray()
			assert.MustEqual(t, len(array), side*side, "side %d, %d classes: rows", side, classes)
			lines := make([][][]int, classes)
			for c := range lines {
				lines[c] = make([][]int, side)
			}
			for c := range classes {
				for p, row := range array {
					lines[c][row[c]] = append(lines[c][row[c]], p)
				}
				for d := range c {
					pairs := map[[2]int]bool{}
					for _, row := range array {
						pairs[[2]int{row[c], row[d]}] = true
					}
					assert.Equal(t, len(pairs), side*side, "side %d, columns %d and %d: pairs", side, d, c)
				}
			}
			for c := range classes {
				for i, line := range lines[c] {
					assert.Slice(t, line, ints(n.Line(c, i)), "side %d: line %d of class %d differs", side, i, c)
				}
			}
		}
	}
}
