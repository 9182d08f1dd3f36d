package bounds_test

import (
	"fmt"
	"math/big"

	"coterie/bounds"
)

func ExampleLimits() {
	limits, err := bounds.Limits(7, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range limits {
		if l.Quantity == bounds.Load || l.Quantity == bounds.QuorumSize {
			fmt.Printf("%s %s bound %s: %s\n", l.Quantity, l.Direction, l.Value, l.Source)
		}
	}
	_, err = bounds.Limits(7, -1)
	fmt.Println("refused:", err)
	// Output:
	// K lower bound 3: Maekawa 1985, section 3
	// K lower bound 3: bounds.PlaneSize
	// K lower bound 2: bounds.InclusionSize
	// load lower bound sqrt(1/7): Naor and Wool 1998
	// load lower bound 3/7: bounds.PlaneLoad
	// refused: m = -1 is out of range 0..1000000000000
}

func ExampleMaekawaSize() {
	fmt.Println(bounds.MaekawaSize(13), bounds.MaekawaSize(14), bounds.MaekawaNodes(4))
	// Output: 4 5 13
}

// 43 = 6² + 6 + 1 nodes would need a plane of order 6 for K = 7.
func ExamplePlaneSize() {
	fmt.Println(bounds.MaekawaSize(43), bounds.PlaneSize(43))
	// Output: 7 8
}

func ExampleMeanSizeFloor() {
	fmt.Println(bounds.MeanSizeFloor(7), "and", bounds.MeanSizeFloor(8))
	// Output: 3 and 1/2 + sqrt(29/4)
}

func ExamplePlaneOrder() {
	for _, q := range []int{1, 4, 6, 10, 12} {
		verdict := bounds.PlaneOrder(q)
		fmt.Printf("%d %s: %s\n", q, verdict.Status, verdict.Reason)
	}
	// Output:
	// 1 degenerate: three points, every two of them a line: a plane without four points in general position
	// 4 exists: 4 is a prime power: PG(2,4) is a plane
	// 6 excluded-by-theorem: 6 = 2 (mod 4) is not the sum of two squares; nor are there two orthogonal Latin squares of side 6
	// 10 excluded-by-computation: excluded by an exhaustive computer search (Bruck-Ryser is silent: 10 = 1² + 3²)
	// 12 open: not known: 12 is no prime power, and Bruck-Ryser is silent since 12 = 0 (mod 4)
}

func ExampleBruckRyserChowla() {
	for _, p := range [][3]int{{22, 7, 2}, {29, 8, 2}, {37, 9, 2}, {7, 4, 1}} {
		excluded, reason, err := bounds.BruckRyserChowla(p[0], p[1], p[2])
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p, excluded, reason)
	}
	// Output:
	// [22 7 2] true v = 22 is even and k-λ = 5 is not a square
	// [29 8 2] true z² = 6·x² +2·y² has no solution but (0,0,0): it has none in the 2-adic numbers
	// [37 9 2] false z² = 7·x² +2·y² has a solution
	// (v,k,λ) = (7,4,1) are no parameters of a symmetric design: 0 < k ≤ v, λ ≥ 0 and λ(v-1) = k(k-1) are needed
}

func ExampleSumOfTwoSquares() {
	fmt.Println(bounds.SumOfTwoSquares(65))
	fmt.Println(bounds.SumOfTwoSquares(21))
	// Output:
	// 1 8 true
	// 0 0 false
}

func ExampleConicPlace() {
	fmt.Println(bounds.ConicPlace(3, -2)) // 1² = 3·1² - 2·1²
	fmt.Println(bounds.ConicPlace(3, 2))
	fmt.Println(bounds.ConicPlace(-1, -1))
	// Output:
	// 0 true
	// 2 false
	// -1 false
}

func ExampleMOLS() {
	for _, s := range []int{6, 9, 10, 12} {
		squares := bounds.MOLS(s)
		fmt.Printf("%d ≤ N(%d) ≤ %d (%s; %s)\n", squares.Lower, s, squares.Upper, squares.LowerBy, squares.UpperBy)
	}
	// Output:
	// 1 ≤ N(6) ≤ 1 (MacNeish 1922; Tarry 1900)
	// 8 ≤ N(9) ≤ 8 (MacNeish 1922; elementary: N(s) ≤ s-1)
	// 2 ≤ N(10) ≤ 6 (Bose, Shrikhande and Parker 1960; Bruck 1963, with no plane of order 10 (Lam, Thiel and Swiercz 1989))
	// 2 ≤ N(12) ≤ 11 (MacNeish 1922; elementary: N(s) ≤ s-1)
}

// Thirty-six nodes can serve three groups with degree 6, by any Latin square of side 6, but not
// four.
func ExampleNetDegree() {
	fmt.Println(bounds.Degree(36, 4), bounds.NetDegree(36, 3), bounds.NetDegree(36, 4))
	// Output: 6 6 5
}

func ExampleDegreeByResponsibility() {
	for responsibility := 1; responsibility <= 5; responsibility++ {
		fmt.Printf("responsibility ≤ %d: degree ≤ √%s, so at most %d\n", responsibility,
			bounds.DegreeRadicand(54, 4, responsibility).RatString(), bounds.DegreeByResponsibility(54, 4, responsibility))
	}
	// Output:
	// responsibility ≤ 1: degree ≤ √0, so at most 0
	// responsibility ≤ 2: degree ≤ √9, so at most 3
	// responsibility ≤ 3: degree ≤ √27, so at most 5
	// responsibility ≤ 4: degree ≤ √54, so at most 7
	// responsibility ≤ 5: degree ≤ √54, so at most 7
}

// Three quorums of each of seven groups can be disjoint on 63 nodes, if a node may be in three
// quorums: the bound of seven cartels on the lines of the Fano plane. With two quorums to a node it
// takes 189, with four at least 32.
func ExampleNodesByDegree() {
	for _, responsibility := range []int{2, 3, 4, 7} {
		fmt.Println(responsibility, bounds.NodesByDegree(7, 3, responsibility), bounds.SizeByDegree(7, 3, responsibility))
	}
	// Output:
	// 2 189 18
	// 3 63 9
	// 4 32 6
	// 7 9 3
}

func ExamplePlaneLoad() {
	fmt.Println(bounds.PlaneLoad(7), bounds.LoadFromNodes(7))
	fmt.Printf("%.4f %.4f\n", bounds.PlaneLoad(100).Float64(), bounds.LoadFromNodes(100).Float64())
	// Is a load of 2/5 possible on five nodes? 2/5 < 1/√5: no.
	fmt.Println(bounds.PlaneLoad(5).Cmp(big.NewRat(2, 5)) > 0)
	// Output:
	// 3/7 sqrt(1/7)
	// 0.1046 0.1000
	// true
}

// Read quorums of 2 nodes out of 5, write quorums of 4.
func ExampleCartelLoad() {
	sizes := []int{2, 4}
	fmt.Println(bounds.CartelLoad(5, sizes, 0), bounds.CartelLoad(5, sizes, 1))
	fmt.Println(bounds.CartelResilience(sizes, 0), bounds.CartelResilience(sizes, 1))
	// Output:
	// 2/5 4/5
	// 3 1
}

func ExampleMessageCounts() {
	for _, row := range bounds.MessageCounts(bounds.MessageParams{Size: 3}) {
		if row.Algorithm == "Maekawa" && row.Counts == bounds.EntryMessages {
			fmt.Printf("%s, %s: %s to %s (%s)\n", row.Algorithm, row.Case, row.Best.RatString(), row.Worst.RatString(), row.Source)
		}
	}
	// Output:
	// Maekawa, light demand: 6 to 6 (Maekawa 1985, section 8.1; delay: Joung 2003, section 4.1)
	// Maekawa, heavy demand: 8 to 8 (Maekawa 1985, section 8.2; delay: Joung 2003, section 4.1)
	// Maekawa, worst case: 6 to 10 (Maekawa 1985, sections 1 and 8.2; delay: Joung 2003, section 4.1)
	// Maekawa, worst case: 9 to 18 (Joung 2003, section 4.1)
}

func ExampleSurficialMessages() {
	fmt.Println(bounds.SurficialMessages(54, 4), bounds.SurficialMessagesUnbounded(54, 4))
	fmt.Println(bounds.SurficialMessages(50, 4))
	// Output:
	// 513 1485
	// 450 + sqrt(675)
}
