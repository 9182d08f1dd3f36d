//go:build slow

package fleet

import (
	"math/rand/v2"
	"testing"
)

// TestSlowSameSix: of fleets of six nodes none of the 2,646 nondominated coteries is better.
func TestSlowSameSix(t *testing.T) {
	all := coteriesOf(t, 6, false)
	if len(all) != 2646 {
		t.Fatal(len(all))
	}
	r := rand.New(rand.NewPCG(19, 46))
	for _, goal := range allGoals {
		comparedToAll(t, r, 6, all, goal)
	}
}

// TestSlowSameLoad: no coterie on five nodes, dominated or not, has less load than the bound.
func TestSlowSameLoad(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 78))
	all := coteriesOf(t, 5, true)
	for kind := range 4 {
		aboveSameLoad(t, loaded(t, r, 5, kind), all)
	}
	t.Log(len(all))
}

// TestSlowSameAgainstAllCoteries is TestSameAgainstAllCoteries with other fleets.
func TestSlowSameAgainstAllCoteries(t *testing.T) { sameAgainstAll(t, 47, 10) }

// TestSlowSameBeyond is TestSameBeyond with more nodes.
func TestSlowSameBeyond(t *testing.T) { sameBeyond(t, 48, 10, 18) }
