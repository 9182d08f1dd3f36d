package billiard

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// shoot follows a ball from the point (x, y) in direction (1, 1), in units of 1/unit, for a length
// of √2, and reflects it at the sides: an oracle for Path that knows no formula.
func shoot(unit, x, y int) [][2]int {
	for x > 0 && y > 0 {
		x, y = x-1, y-1
	}
	path, dx, dy := [][2]int{{x, y}}, 1, 1
	for range unit {
		if x+dx > unit {
			dx = -1
		}
		if y+dy > unit {
			dy = -1
		}
		x, y = x+dx, y+dy
		path = append(path, [2]int{x, y})
	}
	return path
}

// walked lists all lattice points of a polyline.
func walked(corners [][2]int) [][2]int {
	at := corners[0]
	path := [][2]int{at}
	for _, c := range corners[1:] {
		for at != c {
			for axis := range 2 {
				if at[axis] < c[axis] {
					at[axis]++
				} else {
					at[axis]--
				}
			}
			path = append(path, at)
		}
	}
	return path
}

func TestContinuousPaths(t *testing.T) {
	for unit := 1; unit <= 12; unit++ {
		for x := range unit + 1 {
			for y := range unit + 1 {
				billiard, broken := walked(Path(unit, x, y)), walked(BrokenPath(unit, x, y))
				assert.MustSlice(t, billiard, shoot(unit, x, y), "(%d,%d)/%d: billiard path", x, y, unit)
				// The broken path has the same ends and length, agrees up to s, and then takes the
				// same steps in reverse.
				at := slices.Index(billiard, [2]int{x, y})
				if at < 0 || len(broken) != len(billiard) || !slices.Equal(billiard[:at+1], broken[:at+1]) {
					t.Fatalf("(%d,%d)/%d: %v and %v", x, y, unit, billiard, broken)
				}
				for k := at; k < unit; k++ {
					other := unit - 1 - (k - at)
					for axis := range 2 {
						assert.MustEqual(t, broken[k+1][axis]-broken[k][axis], billiard[other+1][axis]-billiard[other][axis], "(%d,%d)/%d: step %d of %v", x, y, unit, k+1, broken)
					}
				}
			}
		}
	}
}

// TestContinuousMeetsDiscrete: through the centres of cells, the continuous path visits the cells
// of the discrete one.
func TestContinuousMeetsDiscrete(t *testing.T) {
	for q := 3; q <= 15; q += 2 {
		for site := range (q*q - 1) / 2 {
			row, column := construct.BilliardCell(q, site)
			var got []int
			for _, p := range walked(BrokenPath(2*q, 2*column+1, 2*(q-row)-1)) {
				if p[0]%2 == 1 && p[1]%2 == 1 { // the centre of a cell
					got = append(got, construct.BilliardSite(q, q-1-p[1]/2, p[0]/2))
				}
			}
			assert.MustSlice(t, got, construct.BilliardPath(q, site), "q = %d, site %d", q, site)
		}
	}
}

func TestBilliardCross(t *testing.T) {
	for q := 3; q <= 11; q += 2 {
		for row := range q {
			for column := range q {
				var want []int
				for site := range (q*q - 1) / 2 {
					if i, j := construct.BilliardCell(q, site); i == row || j == column {
						want = append(want, site)
					}
				}
				got := Cross(q, row, column)
				assert.MustSlice(t, got.Nodes(), want, "q = %d, row %d, column %d: %v, want %v", q, row, column, got, quorum.SetOf(want...))
				size := q - 1
				if row%2 == 1 && column%2 == 1 {
					size = q + 1
				}
				assert.MustEqual(t, got.Len(), size, "q = %d, row %d, column %d: sites", q, row, column)
			}
		}
	}
}

func TestBilliardPathPanics(t *testing.T) {
	for what, f := range map[string]func(){
		"unit 0":      func() { Path(0, 0, 0) },
		"outside":     func() { BrokenPath(4, 5, 1) },
		"below":       func() { BrokenPath(4, 1, -1) },
		"even cross":  func() { Cross(4, 0, 0) },
		"cross row":   func() { Cross(5, 5, 0) },
		"cross below": func() { Cross(5, 0, -1) },
	} {
		assert.Panics(t, what, f)
	}
}

// The path of the point (1/4, 1/2): from the left side up to the point, down to its mirror image
// (1/2, 1/4), and up to the right side.
func ExampleBrokenPath() {
	for _, p := range BrokenPath(4, 1, 2) {
		fmt.Println(big.NewRat(int64(p[0]), 4).RatString(), big.NewRat(int64(p[1]), 4).RatString())
	}
	// Output:
	// 0 1/4
	// 1/4 1/2
	// 1/2 1/4
	// 1 3/4
}

// The first row and the second column of the grid of 5 × 5 cells with 12 sites.
func ExampleCross() {
	fmt.Println(Cross(5, 0, 1))
	// Output:
	// {1,2,6,11}
}
