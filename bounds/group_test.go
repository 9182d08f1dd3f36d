package bounds

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

// cartelFacts holds the figures of one cartel, computed from the definitions.
type cartelFacts struct {
	quorums                      []nodeSet
	degree, smallest, resilience int
	load                         *big.Rat
	responsibility               []int
}

func allCartels(n int) []cartelFacts {
	var facts []cartelFacts
	for _, c := range antichains(n) {
		facts = append(facts, cartelFacts{
			quorums: c, degree: mostDisjoint(c), smallest: smallest(c),
			resilience: mostCrashes(n, c), load: exactLoad(n, c),
			responsibility: responsibilities(n, c),
		})
	}
	return facts
}

// TestEveryGroupSystem checks the bounds on degree, load and resilience against every 2- and
// 3-group quorum system of up to four nodes (cartels being unordered), with the greatest
// responsibility that the system really has, and that each is attained where it should be.
func TestEveryGroupSystem(t *testing.T) {
	limit := assert.Sized(3, 4)
	reached := map[string]int{}
	for n := 1; n <= limit; n++ {
		cartels := allCartels(n)
		meets := make([][]bool, len(cartels))
		for i := range cartels {
			meets[i] = make([]bool, len(cartels))
			for j := range cartels {
				meets[i][j] = crossMeets(cartels[i].quorums, cartels[j].quorums)
			}
		}
		systems := [4]int{}
		for i := range cartels {
			checkGroupSystem(t, n, cartels[i:i+1], reached)
			for j := i; j < len(cartels); j++ {
				if !meets[i][j] {
					continue
				}
				systems[2]++
				checkGroupSystem(t, n, []cartelFacts{cartels[i], cartels[j]}, reached)
				checkPair(t, n, cartels[i], cartels[j], reached)
				for k := j; k < len(cartels); k++ {
					if meets[i][k] && meets[j][k] {
						systems[3]++
						checkGroupSystem(t, n, []cartelFacts{cartels[i], cartels[j], cartels[k]}, reached)
					}
				}
			}
		}
		t.Logf("n=%d: %d cartels, %d two-group systems, %d three-group systems", n, len(cartels), systems[2], systems[3])
	}
	for _, name := range []string{
		"Degree m=1", "Degree m=2", "Degree m=3", "DegreeByResponsibility m=2", "DegreeByResponsibility m=3",
		"Lemma 3.3 m=2", "Lemma 3.3 m=3", "NodesByDegree", "SizeByDegree", "CartelDegree", "CartelLoad", "CartelResilience",
		"LoadProduct", "ResilienceSum", "ResilienceFromNodes", "MixLoad", "MixLoadFromSizes",
	} {
		if reached[name] == 0 && assert.WithSlow {
			t.Errorf("%s was reached by no system", name)
		}
	}
}

func checkGroupSystem(t *testing.T, n int, system []cartelFacts, reached map[string]int) {
	m := len(system)
	degree, sizes, counts := n+1, make([]int, m), make([]int, n)
	for i, cartel := range system {
		degree = min(degree, cartel.degree)
		sizes[i] = cartel.smallest
		for x, r := range cartel.responsibility {
			counts[x] += r
		}
	}
	show := func() [][]nodeSet {
		var families [][]nodeSet
		for _, cartel := range system {
			families = append(families, cartel.quorums)
		}
		return families
	}
	names := [...][3]string{
		1: {"Degree m=1"},
		2: {"Degree m=2", "DegreeByResponsibility m=2", "Lemma 3.3 m=2"},
		3: {"Degree m=3", "DegreeByResponsibility m=3", "Lemma 3.3 m=3"},
	}[m]
	atMost := func(name string, value, bound int) {
		if value > bound {
			t.Fatalf("n=%d %b: %s: %d, bound %d", n, show(), name, value, bound)
		}
		if value == bound {
			reached[name]++
		}
	}
	atMost(names[0], degree, Degree(n, m))
	atMost("NetDegree", degree, NetDegree(n, m))
	if m > 1 {
		responsibility := slices.Max(counts)
		atMost(names[1], degree, DegreeByResponsibility(n, m, responsibility))
		if responsibility <= 2 {
			atMost(names[2], degree, DegreeByResponsibility(n, m, 2))
		}
		if responsibility >= 2 && degree >= 1 {
			atMost("NodesByDegree", NodesByDegree(m, degree, responsibility), n)
			atMost("SizeByDegree", SizeByDegree(m, degree, responsibility), slices.Min(sizes))
		}
		if m > GroupsByResponsibility(n, responsibility) {
			t.Fatalf("n=%d %b: %d groups with responsibility %d", n, show(), m, responsibility)
		}
	}
	for i, cartel := range system {
		atMost("CartelDegree", cartel.degree, CartelDegree(n, sizes, i))
		switch order := CartelLoad(n, sizes, i).Cmp(cartel.load); {
		case order > 0:
			t.Fatalf("n=%d %b: cartel %d has load %s, bound %s", n, show(), i, cartel.load, CartelLoad(n, sizes, i))
		case order == 0:
			reached["CartelLoad"]++
		}
		atMost("ResilienceFromSurvivors", cartel.resilience, ResilienceFromSurvivors(n, sizes[i]))
		if m > 1 {
			atMost("CartelResilience", cartel.resilience, CartelResilience(sizes, i))
		}
	}
}

// checkPair checks the bounds that concern two cartels together, mixes included.
func checkPair(t *testing.T, n int, c, d cartelFacts, reached map[string]int) {
	if product := c.degree * d.degree; product > n {
		t.Fatalf("n=%d %b %b: degrees %d and %d", n, c.quorums, d.quorums, c.degree, d.degree)
	}
	product := new(big.Rat).Mul(c.load, d.load)
	switch order := LoadProduct(n).Cmp(product); {
	case order > 0:
		t.Fatalf("n=%d %b %b: loads %s and %s", n, c.quorums, d.quorums, c.load, d.load)
	case order == 0:
		reached["LoadProduct"]++
	}
	if sum := c.resilience + d.resilience; sum > ResilienceSum(n) {
		t.Fatalf("n=%d %b %b: resiliences %d and %d", n, c.quorums, d.quorums, c.resilience, d.resilience)
	} else if sum == ResilienceSum(n) {
		reached["ResilienceSum"]++
	}
	if least := min(c.resilience, d.resilience); least > ResilienceFromNodes(n) {
		t.Fatalf("n=%d %b %b: least resilience %d", n, c.quorums, d.quorums, least)
	} else if least == ResilienceFromNodes(n) {
		reached["ResilienceFromNodes"]++
	}
	for _, shares := range [][]int64{{1, 1}, {1, 3}, {0, 1}} {
		checkMix(t, n, []cartelFacts{c, d}, shares, reached)
	}
}

func checkMix(t *testing.T, n int, system []cartelFacts, shares []int64, reached map[string]int) {
	var mix []*big.Rat
	var families [][]nodeSet
	var sizes []int
	total := int64(0)
	for _, share := range shares {
		total += share
	}
	for i, cartel := range system {
		mix = append(mix, big.NewRat(shares[i], total))
		families = append(families, cartel.quorums)
		sizes = append(sizes, cartel.smallest)
	}
	load := exactMixLoad(n, families, shares)
	if order := MixLoad(n, mix).Cmp(load); order > 0 {
		t.Fatalf("n=%d %b: load %s under %v, bound %s", n, families, load, shares, MixLoad(n, mix))
	} else if order == 0 {
		reached["MixLoad"]++
	}
	if order := MixLoadFromSizes(n, sizes, mix).Cmp(load); order > 0 {
		t.Fatalf("n=%d %b: load %s under %v, bound %s", n, families, load, shares, MixLoadFromSizes(n, sizes, mix))
	} else if order == 0 {
		reached["MixLoadFromSizes"]++
	}
}

// TestMixOfThree checks the mixes of three groups on every 3-group system of three nodes and on
// the net of side 2, which reaches the bound for equal groups.
func TestMixOfThree(t *testing.T) {
	reached := map[string]int{}
	cartels := allCartels(3)
	for i, c := range cartels {
		for j := i; j < len(cartels); j++ {
			for k := j; k < len(cartels); k++ {
				d, e := cartels[j], cartels[k]
				if crossMeets(c.quorums, d.quorums) && crossMeets(c.quorums, e.quorums) && crossMeets(d.quorums, e.quorums) {
					for _, shares := range [][]int64{{1, 1, 1}, {4, 2, 1}, {1, 5, 5}} {
						checkMix(t, 3, []cartelFacts{c, d, e}, shares, reached)
					}
				}
			}
		}
	}
	var net []cartelFacts
	for _, class := range [][]nodeSet{{0b0011, 0b1100}, {0b0101, 0b1010}, {0b1001, 0b0110}} {
		net = append(net, cartelFacts{quorums: class, smallest: 2})
	}
	reached = map[string]int{}
	checkMix(t, 4, net, []int64{1, 1, 1}, reached)
	assert.Equal(t, reached["MixLoad"], 1, "the net of side 2 does not reach the bound for three equal groups")
	assert.Equal(t, MixLoad(9, []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 2), new(big.Rat)}).String(), "1/3", "a third group without entries changes the bound")
	assert.Equal(t, MixLoad(9, []*big.Rat{big.NewRat(1, 1)}).String(), "0", "one group")
}

// TestMostGroupsOfDegreeTwo finds the largest number of cartels of degree at least 2 on four
// nodes, pairwise meeting, by exhaustive clique search: 3, as NetGroups says of side 2. No
// cartel of degree 2 meets itself, so that no cartel is used twice.
func TestMostGroupsOfDegreeTwo(t *testing.T) {
	var cartels [][]nodeSet
	for _, c := range antichains(4) {
		if mostDisjoint(c) >= 2 {
			cartels = append(cartels, c)
		}
	}
	best := 0
	var extend func(from int, chosen [][]nodeSet)
	extend = func(from int, chosen [][]nodeSet) {
		best = max(best, len(chosen))
	next:
		for i := from; i < len(cartels); i++ {
			for _, c := range chosen {
				if !crossMeets(c, cartels[i]) {
					continue next
				}
			}
			extend(i+1, append(chosen, cartels[i]))
		}
	}
	extend(0, nil)
	assert.Equal(t, best, NetGroups(2).Upper, "groups of degree 2 on four nodes")
	if NetDegree(4, best) != 2 || NetDegree(4, best+1) != 1 {
		t.Errorf("NetDegree(4,%d) = %d and NetDegree(4,%d) = %d", best, NetDegree(4, best), best+1, NetDegree(4, best+1))
	}
}

// TestDegreeFormulas compares the integer formulas with their definitions, by counting up.
func TestDegreeFormulas(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for m := 2; m <= 12; m++ {
			for responsibility := 0; responsibility <= 14; responsibility++ {
				r := min(responsibility, m)
				want := 0
				for (want+1)*(want+1)*m*(m-1) <= n*r*(r-1) {
					want++
				}
				assert.MustEqual(t, DegreeByResponsibility(n, m, responsibility), want, "DegreeByResponsibility(%d,%d,%d)", n, m, responsibility)
			}
			assert.MustEqual(t, DegreeByResponsibility(n, m, m), Degree(n, m), "n=%d m=%d: with responsibility m by Lemma 3.2", n, m)
		}
		for responsibility := 1; responsibility <= 7; responsibility++ {
			want := 1
			for m := 2; m <= 450; m++ {
				if DegreeByResponsibility(n, m, responsibility) >= 1 {
					want = m
				}
			}
			assert.MustEqual(t, GroupsByResponsibility(n, responsibility), want, "GroupsByResponsibility(%d,%d)", n, responsibility)
		}
	}
	// A number of groups that GroupsByResponsibility allows need not have a surficial system.
	if side, exists := SurficialSide(2, GroupsByResponsibility(2, 2)); exists || side.String() != "sqrt(2)" {
		t.Errorf("two nodes have a surficial system of side %s", side)
	}
	if side, exists := SurficialSide(6, GroupsByResponsibility(6, 2)); !exists || side.String() != "1" {
		t.Errorf("six nodes have no surficial system of four groups, side %s", side)
	}
	assert.Equal(t, DegreeByResponsibility(MaxNodes, MaxNodes, 3), 0, "degree: of n groups of n nodes, responsibility 3")
	assert.Equal(t, DegreeByResponsibility(MaxNodes, MaxNodes, MaxNodes), gf.FloorSqrt(MaxNodes), "degree: of n groups of n nodes, any responsibility")
	assert.Equal(t, GroupsByResponsibility(math.MaxInt, math.MaxInt), math.MaxInt, "groups")
}
