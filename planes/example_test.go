package planes_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"coterie/planes"
)

// The Fano plane: 7 points, 7 lines, any two lines meet in exactly one point.
func ExampleNewProjective() {
	fano, err := planes.NewProjective(context.Background(), 2)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(fano.Name(), "has", fano.Points(), "points")
	for l, line := range fano.AllLines() {
		fmt.Println("line", l, "is", line)
	}
	fmt.Println("points 3 and 5 are on line", fano.LineThrough(3, 5))
	// Output:
	// PG(2,2) has 7 points
	// line 0 is [0 1 2]
	// line 1 is [0 3 4]
	// line 2 is [0 5 6]
	// line 3 is [1 3 5]
	// line 4 is [1 4 6]
	// line 5 is [2 3 6]
	// line 6 is [2 4 5]
	// points 3 and 5 are on line 3
}

func ExampleNewProjective_noPrimePower() {
	_, err := planes.NewProjective(context.Background(), 6)
	var order *planes.OrderError
	fmt.Println(err)
	fmt.Println(errors.As(err, &order), order.Below, order.Above)
	// Output:
	// planes: PG(2,q): order 6 is no prime power (nearest: 5, 7)
	// true 5 7
}

func ExampleNewAffine() {
	plane, err := planes.NewAffine(context.Background(), 3)
	if err != nil {
		log.Fatal(err)
	}
	for c := range 4 {
		fmt.Println("class", c, "is", plane.Line(3*c), plane.Line(3*c+1), plane.Line(3*c+2))
	}
	// Output:
	// class 0 is [0 1 2] [3 4 5] [6 7 8]
	// class 1 is [0 3 6] [1 4 7] [2 5 8]
	// class 2 is [0 4 8] [1 5 6] [2 3 7]
	// class 3 is [0 5 7] [1 3 8] [2 4 6]
}

// Lines that are no plane are refused with a witness.
func ExampleFromLines() {
	lines := [][]int{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}}
	plane, err := planes.FromLines(context.Background(), "Fano", 7, lines)
	fmt.Println(plane.Name(), plane.Order(), err)

	lines[6] = []int{2, 4, 6}
	_, err = planes.FromLines(context.Background(), "broken", 7, lines)
	var axiom *planes.AxiomError
	fmt.Println(err)
	fmt.Println(errors.As(err, &axiom), axiom.A, axiom.B, axiom.Common)
	// Output:
	// Fano 2 <nil>
	// planes: broken: points 2 and 5 (counted from 0) have 0 lines in common [], want exactly 1
	// true 2 5 []
}

// The plane of order 3 from four residues modulo 13: line i is the set plus i.
func ExampleSingerSet() {
	set, err := planes.SingerSet(3)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(set, "modulo", 3*3+3+1)
	// Output:
	// [0 1 3 9] modulo 13
}

// Four residues cover all differences modulo 13; without 9 they do not.
func ExampleIsDifferenceCover() {
	fmt.Println(planes.IsDifferenceCover(context.Background(), 13, []int{0, 1, 3, 9}))
	fmt.Println(planes.IsDifferenceCover(context.Background(), 13, []int{0, 1, 3}))
	// Output:
	// -1 true <nil>
	// 4 false <nil>
}

func ExampleIsDifferenceSet() {
	fmt.Println(planes.IsDifferenceSet(13, []int{0, 1, 3, 9}))
	fmt.Println(planes.IsDifferenceSet(13, []int{0, 1, 2, 9})) // 1 is a difference twice
	// Output:
	// -1 0 true
	// 1 2 false
}

// Three parallel classes on 36 points, although there is no plane of order 6 in this package.
func ExampleNewNet() {
	net, err := planes.NewNet(context.Background(), 6, 3)
	if err != nil {
		log.Fatal(err)
	}
	for c := range net.Classes() {
		fmt.Println(net.Line(c, 1))
	}
	for _, side := range []int{6, 10} {
		_, err := planes.NewNet(context.Background(), side, 4)
		fmt.Println(err)
	}
	// Output:
	// [6 7 8 9 10 11]
	// [1 7 13 19 25 31]
	// [1 8 15 22 29 30]
	// planes: no net of side 6 with 4 classes, only 1 to 3: impossible, no two Latin squares of side 6 are orthogonal (Tarry 1900)
	// planes: no net of side 10 with 4 classes, only 1 to 3: exists, but is not built here (two orthogonal Latin squares exist for every side but 2 and 6: Bose, Shrikhande and Parker 1960)
}

// A net is the Latin squares that its third and further classes number the cells with.
func ExampleNet_Squares() {
	net, err := planes.NewNet(context.Background(), 4, 5)
	if err != nil {
		log.Fatal(err)
	}
	squares := net.Squares()
	back, err := planes.NetFromSquares(context.Background(), 4, squares)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(squares), "squares,", back.Classes(), "classes")
	for r := range 4 {
		fmt.Println(squares[0].Row(r), squares[1].Row(r), squares[2].Row(r))
	}
	// Output:
	// 3 squares, 5 classes
	// [0 1 2 3] [0 1 2 3] [0 1 2 3]
	// [1 0 3 2] [2 3 0 1] [3 2 1 0]
	// [2 3 0 1] [3 2 1 0] [1 0 3 2]
	// [3 2 1 0] [1 0 3 2] [2 3 0 1]
}

// In the Hall plane of order 9 two triangles are in perspective from a point, but not from a line.
func ExamplePlane_DesarguesCounterexample() {
	hall, err := planes.NewHall(context.Background(), 9)
	if err != nil {
		log.Fatal(err)
	}
	c, found, err := hall.DesarguesCounterexample(context.Background())
	fmt.Println(found, err)
	fmt.Println("centre", c.Centre, "triangles", c.A, c.B, "sides meet in", c.Meets)
	for i := range 3 {
		fmt.Println("from the centre:", hall.LineThrough(c.Centre, c.A[i]) == hall.LineThrough(c.Centre, c.B[i]))
	}
	fmt.Println("on one line:", hall.Incident(c.Meets[0], hall.LineThrough(c.Meets[1], c.Meets[2])))
	fmt.Println("checked:", c.Refutes(hall) == nil)
	// Output:
	// true <nil>
	// centre 0 triangles [1 19 38] [2 20 41] sides meet in [54 11 10]
	// from the centre: true
	// from the centre: true
	// from the centre: true
	// on one line: false
	// checked: true
}

// The Hall plane of order 9 is not its own dual: ten points, but 91 lines, are centre or axis of a
// full group of central collineations.
func ExamplePlane_CentralGroups() {
	for _, make := range []func(context.Context, int) (*planes.Plane, error){planes.NewHall, planes.NewDualHall} {
		plane, err := make(context.Background(), 9)
		if err != nil {
			log.Fatal(err)
		}
		groups, err := plane.CentralGroups(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		centres, axes := map[int]bool{}, map[int]bool{}
		for z := range groups {
			for l, order := range groups[z] {
				if order == 9 || order == 8 && !plane.Incident(z, l) {
					centres[z], axes[l] = true, true
				}
			}
		}
		fmt.Println(plane.Name(), len(centres), "centres", len(axes), "axes")
	}
	// Output:
	// Hall plane of order 9 10 centres 91 axes
	// dual Hall plane of order 9 91 centres 10 axes
}

// The triples of seven points are the lines of the Fano plane, up to names.
func ExampleSteinerTriples() {
	d, err := planes.SteinerTriples(context.Background(), 7)
	if err != nil {
		panic(err)
	}
	for _, block := range d.AllBlocks() {
		fmt.Println(block)
	}
	_, err = planes.SteinerTriples(context.Background(), 8)
	fmt.Println(err)
	// Output:
	// [0 1 3]
	// [0 2 4]
	// [0 5 6]
	// [1 2 6]
	// [1 4 5]
	// [2 3 5]
	// [3 4 6]
	// planes: Steiner triple system: order 8 is not 1 or 3 modulo 6 (nearest: 7, 9)
}

func ExampleNet_OrthogonalArray() {
	n, err := planes.NewNet(context.Background(), 2, 3)
	if err != nil {
		panic(err)
	}
	fmt.Println(n.OrthogonalArray())
	// Output: [[0 0 0] [0 1 1] [1 0 1] [1 1 0]]
}
