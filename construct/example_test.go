package construct_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"coterie/construct"
	"coterie/quorum"
)

func printSets(s *quorum.System) {
	for i, q := range s.Sites() {
		fmt.Printf("S_%v = %v\n", quorum.Node(i), s.Family().Set(q))
	}
}

// The Fano plane, with a line through its point for each site.
func ExampleFPP() {
	s, err := quorum.As[*quorum.System](construct.FPP(2))
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Name())
	printSets(s)
	// Output:
	// fpp:order=2
	// S_1 = {1,2,3}
	// S_2 = {2,4,6}
	// S_3 = {3,4,7}
	// S_4 = {1,4,5}
	// S_5 = {2,5,7}
	// S_6 = {3,5,6}
	// S_7 = {1,6,7}
}

// A grid of three columns with one node in its last row. Site 7 has a row and a column as well:
// two nodes stand in for the rest of its row.
func ExampleGrid() {
	s, err := quorum.As[*quorum.System](construct.Grid(7))
	if err != nil {
		panic(err)
	}
	printSets(s)
	fmt.Println("responsibilities", s.Family().Responsibilities())
	// Output:
	// S_1 = {1,2,3,4,7}
	// S_2 = {1,2,3,5,7}
	// S_3 = {1,2,3,5,6}
	// S_4 = {1,4,5,6,7}
	// S_5 = {2,3,4,5,6}
	// S_6 = {3,4,5,6,7}
	// S_7 = {1,2,4,6,7}
	// responsibilities [5 5 5 5 5 5 5]
}

func ExampleGridLayout() {
	fmt.Println(construct.GridLayout(49))
	fmt.Println(construct.GridLayout(50))
	// Output:
	// 7 7 7
	// 8 7 1
}

func ExampleBilliard() {
	s, err := quorum.As[*quorum.System](construct.Billiard(3))
	if err != nil {
		panic(err)
	}
	printSets(s)
	// Output:
	// S_1 = {1,2,3}
	// S_2 = {2,3,4}
	// S_3 = {1,3,4}
	// S_4 = {1,2,4}
}

// The path of site 11 of the 9 × 9 modified grid: Figure 5(a) of Agrawal, Eğecioğlu and El Abbadi.
func ExampleBilliardPath() {
	for _, v := range construct.BilliardPath(9, 10) {
		fmt.Print(quorum.Node(v), " ")
	}
	// Output: 23 19 15 11 16 21 26 22 18
}

func ExampleBilliardCell() {
	row, column := construct.BilliardCell(9, 33) // site 34 of the paper, whose cell (8,5) counts from 1
	fmt.Println(row, column, construct.BilliardSite(9, row, column))
	// Output: 7 4 33
}

func ExampleBilliardSite() {
	fmt.Println(construct.BilliardSite(9, 5, 8))
	// Output: 26
}

func ExampleTriangle() {
	s, err := quorum.As[*quorum.System](construct.Triangle(3))
	if err != nil {
		panic(err)
	}
	for i := range s.Family().Len() {
		fmt.Print(s.Family().Set(i), " ")
	}
	// Output: {1,2,4} {1,2,5} {1,2,6} {1,3,4} {1,3,5} {1,3,6} {2,3,4} {2,3,5} {2,3,6} {4,5,6}
}

func ExampleMajority() {
	s, err := quorum.As[*quorum.System](construct.Majority(3))
	if err != nil {
		panic(err)
	}
	for i := range s.Family().Len() {
		fmt.Print(s.Family().Set(i), " ")
	}
	// Output: {1,2} {1,3} {2,3}
}

func ExampleSingleton() {
	s, err := quorum.As[*quorum.System](construct.Singleton(3, 1))
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Name())
	printSets(s)
	// Output:
	// singleton:n=3,centre=2
	// S_1 = {2}
	// S_2 = {2}
	// S_3 = {2}
}

func ExampleCyclic() {
	s, err := quorum.As[*quorum.System](construct.Cyclic(7, []int{0, 1, 3}))
	if err != nil {
		panic(err)
	}
	printSets(s)
	_, err = quorum.As[*quorum.System](construct.Cyclic(8, []int{0, 1, 3}))
	fmt.Println(err)
	// Output:
	// S_1 = {1,2,4}
	// S_2 = {2,3,5}
	// S_3 = {3,4,6}
	// S_4 = {4,5,7}
	// S_5 = {1,5,6}
	// S_6 = {2,6,7}
	// S_7 = {1,3,7}
	// cyclic: cover=0-1-3: 4 is no difference of two of these residues modulo 8
}

func ExampleCyclicSinger() {
	s, err := quorum.As[*quorum.System](construct.CyclicSinger(3))
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Name(), s.N(), s.Family().Set(0))
	// Output: cyclic:order=3 13 {1,2,4,10}
}

func ExampleParse() {
	i, err := construct.Parse(context.Background(), "fpp:n=13")
	if err != nil {
		panic(err)
	}
	shape, err := i.Shape(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Println(i.Spec(), "has", i.N(), "nodes; K =", shape.MaxQuorum, "by", shape.Method)

	_, err = construct.Parse(context.Background(), "fpp:order=6")
	fmt.Println("error:", err)
	var none *construct.NoSystemError
	if errors.As(err, &none) {
		fmt.Println("nearest:", none.Below, none.Above)
	}
	// Output:
	// fpp:order=3 has 13 nodes; K = 4 by closed form
	// error: fpp has no system of 43 nodes: there is no projective plane of order 6
	// nearest: 31 57
}

func ExampleInstance_Build() {
	i, err := construct.Parse(context.Background(), "majority:n=40")
	if err != nil {
		panic(err)
	}
	_, err = i.Build(context.Background(), 0)
	fmt.Println(err)
	// Output: majority:n=40 has 131282408400 quorums, more than the 1000000 that are listed
}

func ExampleInstance_Shape() {
	i, err := construct.Parse(context.Background(), "triangle:rows=30")
	if err != nil {
		panic(err)
	}
	s, err := i.Shape(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Println(s.N, s.MaxQuorum, s.Quorums)
	// Output: 465 30 455779168962082450381327904693701
}

func ExampleFamily_ForN() {
	for _, name := range []string{"fpp", "grid", "billiard", "triangle"} {
		f, _ := construct.Lookup(name)
		i, err := f.ForN(40, 0)
		if err != nil {
			fmt.Println(err)
			continue
		}
		s, err := i.Shape(context.Background())
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: K = %d\n", i, s.MaxQuorum)
	}
	// Output:
	// fpp has no system of 40 nodes: n is not q²+q+1 for a whole q
	// grid:n=40: K = 12
	// billiard:q=9: K = 9
	// triangle has no system of 40 nodes: n is not d(d+1)/2 for a whole d
}

func ExampleLookup() {
	f, ok := construct.Lookup("billiard")
	fmt.Println(ok, f.Usage(), "for", f.Exists)
	// Output: true billiard:q=Q for n = (q²-1)/2, q odd, q >= 3
}

func ExampleFamilies() {
	for _, f := range construct.Families() {
		if f.Name == "singleton" {
			fmt.Printf("%s: %s (%s)\n", f.Usage(), f.Summary, f.Source)
		}
	}
	// Output: singleton:n=N[,centre=1]: one node decides for all (Maekawa 1985, section 2 (centralized control))
}

func ExampleOpen_file() {
	file := `{"format":"coterie/1","kind":"quorum-system","n":3,"quorums":[[1,2],[2,3]]}`
	s, err := construct.Open(context.Background(), "-", strings.NewReader(file))
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Kind, s.Nodes)
	// Output: quorum-system 3
}

// The ten quorums of three rows: all but one, {2,3,5}, are paths.
func ExampleTriangleLattice() {
	s, err := quorum.As[*quorum.System](construct.TriangleLattice(3))
	if err != nil {
		panic(err)
	}
	for i := range s.Family().Len() {
		fmt.Print(s.Family().Set(i), " ")
	}
	// Output:
	// {1,2,4} {1,2,5} {1,3,5} {1,3,6} {2,3,4} {2,3,5} {2,3,6} {2,5,6} {3,4,5} {4,5,6}
}

// A bridge of five edges: a path from left to right and, in the dual, one from top to bottom.
func ExamplePaths() {
	s, err := quorum.As[*quorum.System](construct.Paths(1))
	if err != nil {
		panic(err)
	}
	for i := range s.Family().Len() {
		fmt.Println(s.Family().Set(i))
	}
	fmt.Println(construct.PathsLayout(1))
	// Output:
	// {1,2,4}
	// {1,2,5}
	// {1,3,5}
	// {1,4,5}
	// {2,3,4}
	// {2,4,5}
	// [{1 0 false} {3 0 false} {2 1 true} {1 2 false} {3 2 false}]
}

// A plane of order 9 in which Desargues's theorem fails.
func ExampleFPPOf() {
	s, err := quorum.As[*quorum.System](construct.FPPOf(9, construct.HallPlane))
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Name(), s.N(), "nodes", s.Family().Len(), "quorums")
	_, err = quorum.As[*quorum.System](construct.FPPOf(4, construct.HallPlane))
	fmt.Println(err)
	// Output:
	// fpp:order=9,plane=hall 91 nodes 91 quorums
	// fpp: plane=hall: want a plane of order 4 that is built here: desargues
}
