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
	meet, _ := fano.PointOn(3, 5)
	fmt.Println("points 3 and 5 are on line", fano.LineThrough(3, 5))
	fmt.Println("lines 3 and 5 meet in point", meet)
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
	// lines 3 and 5 meet in point 3
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
	for c, class := range plane.ParallelClasses() {
		fmt.Print("class ", c, ":")
		for _, l := range class {
			fmt.Print(" ", plane.Line(l))
		}
		fmt.Println()
	}
	_, meet := plane.PointOn(3, 4)
	fmt.Println("lines 3 and 4 meet:", meet)
	// Output:
	// class 0: [0 1 2] [3 4 5] [6 7 8]
	// class 1: [0 3 6] [1 4 7] [2 5 8]
	// class 2: [0 4 8] [1 5 6] [2 3 7]
	// class 3: [0 5 7] [1 3 8] [2 4 6]
	// lines 3 and 4 meet: false
}

// Lines that are no plane are refused with a witness.
func ExampleFromLines() {
	lines := [][]int{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}}
	plane, err := planes.FromLines(context.Background(), "Fano", 7, lines)
	fmt.Println(plane.Kind(), plane.Order(), err)

	lines[6] = []int{2, 4, 6}
	_, err = planes.FromLines(context.Background(), "broken", 7, lines)
	var axiom *planes.AxiomError
	fmt.Println(err)
	fmt.Println(errors.As(err, &axiom), axiom.Pair, axiom.A, axiom.B, axiom.Common)
	// Output:
	// projective plane 2 <nil>
	// planes: broken: points 2 and 5 (counted from 0) have 0 lines in common [], want exactly 1
	// true points 2 5 []
}

// In the dual plane the lines through a point are a line.
func ExamplePlane_Dual() {
	plane, err := planes.NewAffine(context.Background(), 2)
	if err != nil {
		log.Fatal(err)
	}
	dual := plane.Dual()
	fmt.Println(dual.Name(), "has", dual.Points(), "points and", dual.Lines(), "lines")
	fmt.Println(plane.LinesThrough(3), dual.Line(3))
	fmt.Println(dual.LineThrough(0, 1), "since lines 0 and 1 are parallel")
	// Output:
	// dual of AG(2,2) has 6 points and 4 lines
	// [1 3 4] [1 3 4]
	// -1 since lines 0 and 1 are parallel
}

// The plane of order 3 from four residues modulo 13: line i is the set plus i.
func ExampleNewSinger() {
	small, err := planes.NewSinger(3)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(small.Set(), "modulo", small.V())
	fmt.Println("line 5 is", small.AppendLine(nil, 5))
	fmt.Println("points 2 and 3 are on line", small.LineThrough(2, 3))
	fmt.Println("lines 2 and 3 meet in point", small.PointOn(2, 3))
	// Output:
	// [0 1 3 9] modulo 13
	// line 5 is [1 5 6 8]
	// points 2 and 3 are on line 2
	// lines 2 and 3 meet in point 3
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

// Two orthogonal Latin squares of side 3: each ordered pair of symbols is in one cell.
func ExampleMOLS() {
	squares := must(planes.MOLS(context.Background(), 3))
	for r := range 3 {
		fmt.Println(squares[0].Row(r), squares[1].Row(r))
	}
	_, ok := planes.Orthogonal(squares[0], squares[1])
	fmt.Println("orthogonal:", ok)
	fmt.Println("side 12 has", planes.MOLSCount(12), "squares, side 6 has", planes.MOLSCount(6))
	// Output:
	// [0 1 2] [0 1 2]
	// [2 0 1] [1 2 0]
	// [1 2 0] [2 0 1]
	// orthogonal: true
	// side 12 has 2 squares, side 6 has 1
}

// Sides 3 and 4 have two and three mutually orthogonal squares, so side 12 has two.
func ExampleMacNeish() {
	squares := must(planes.MacNeish(context.Background(), must(planes.MOLS(context.Background(), 3)), must(planes.MOLS(context.Background(), 4))))
	_, ok := planes.Orthogonal(squares[0], squares[1])
	fmt.Println(len(squares), "squares of side", squares[0].Side(), "orthogonal:", ok)
	// Output:
	// 2 squares of side 12 orthogonal: true
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
		var refused *planes.NetError
		if errors.As(err, &refused) {
			fmt.Printf("side %d has at most %d classes here, 4 classes: %v\n", side, refused.Most, refused.Verdict)
		}
	}
	// Output:
	// [6 7 8 9 10 11]
	// [1 7 13 19 25 31]
	// [1 8 15 22 29 30]
	// side 6 has at most 3 classes here, 4 classes: impossible
	// side 10 has at most 3 classes here, 4 classes: exists
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
		fmt.Print(block, " ")
	}
	fmt.Println(d.Replication(), "through each point")
	_, err = planes.SteinerTriples(context.Background(), 8)
	fmt.Println(err)
	// Output:
	// [0 1 3] [0 2 4] [0 5 6] [1 2 6] [1 4 5] [2 3 5] [3 4 6] 3 through each point
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

func must[T any](made T, err error) T {
	if err != nil {
		panic(err)
	}
	return made
}
