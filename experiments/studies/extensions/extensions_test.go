package extensions

import (
	"slices"
	"testing"

	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestNDExtensionsSmall(t *testing.T) {
	p := parameters{Nodes: 6, Groups: []int{2, 3}, Specs: []string{"grid:n=9", "majority:n=12"}, Loads: 6, Listed: 700, Small: 3, Three: 2}
	folder := studytest.Small(t, declare, p, nil)
	studytest.WantRows(t, folder, "extensions.csv",
		"4,grid,,,grid:n=4,false,false,4,4,true,3/4,3/5,3/5,3/5,true,",      // {1,2,3} and {1,2,4} have union V and share two nodes
		"4,wheel,,,wheel:n=4,true,true,4,4,true,3/5,3/5,3/5,3/5,true,",      // nondominated
		"4,surficial,2,,surficial:n=4,m=2,false,true,4,6,true,1/2,1/2,1/2,", // rows and columns of a square ...
		"4,surficial,2,1,surficial:n=4,m=2,,,2,3,",                          // ... and a diagonal for each
		"9,grid,,,grid:n=9,false,true,9,126,true,5/9,5/9,,,,",               // the majority of 9 contains Maekawa's 3 × 3 grid
		"12,majority,,,majority:n=12,,,,,,,,,,,more than 700 quorums",
	)
	// The given 3-wheel of two spokes would fail at a crash of the hub; the triangle is
	// nondominated: 3p² - 2p³.
	studytest.WantRows(t, folder, "failures.csv", "3,triangle,,,triangle:rows=2,1/10,0.028,0.028,1,0.028", "9,grid,,,grid:n=9,1/10,")
	studytest.WantRows(t, folder, "small-groups.csv", "3,2,129,108,18,90")
}

// TestNDSmall compares the counts of contained systems with the definition, by the oracle of small
// systems.
func TestNDSmall(t *testing.T) {
	for _, c := range [][2]int{{2, 2}, {3, 2}, {2, 3}, {3, 3}} {
		row := assert.Got(extendAll(t.Context(), c[0], c[1]))(t)
		var best []small.Groups
		for g := range small.GroupSystems(c[0], c[1]) {
			s := assert.Got(g.System(c[0]))(t)
			ok := assert.Got(small.Nondominated(t.Context(), s, 100))(t)
			if ok {
				best = append(best, slices.Clone(g))
			}
		}
		contained := 0
		for g := range small.GroupSystems(c[0], c[1]) {
			if slices.ContainsFunc(best, func(h small.Groups) bool { return isPart(g, h) }) {
				contained++
			}
		}
		if row.Contained != contained || row.Against != "" || row.Smaller != "" || row.Minimal+row.Beyond < contained {
			t.Errorf("n = %d, m = %d: %+v, but %d are in a nondominated system", c[0], c[1], row, contained)
		}
		if c[0] == 3 && row.Beyond == 0 {
			t.Errorf("n = 3, m = %d: minimality looks necessary", c[1])
		}
	}
}

// isPart reports whether every quorum of g is a quorum of h in the same cartel.
func isPart(g, h small.Groups) bool {
	for i, c := range g {
		for _, q := range c {
			if !slices.Contains(h[i], q) {
				return false
			}
		}
	}
	return true
}
