package fleet

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// anyOf returns the quorums of any k of n nodes.
func anyOf(k, n int) quorum.Formula {
	var parts []quorum.Formula
	for v := range n {
		parts = append(parts, quorum.Leaf(v))
	}
	return quorum.Choose(k, parts...).Over(n)
}

// TestCounts: the availability of any k of n nodes is that of the definition, zones that fail
// included, and what it survives is what its list survives.
func TestCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	for range 20 {
		n := 2 + r.IntN(4)
		f := randomFleet(r, n, r.IntN(3))
		k := 1 + r.IntN(n)
		q := anyOf(k, n)
		_, all, _ := countOf(q)
		assert.SameNumber(t, f.enough(k, all), chanceByDefinition(f, q), fmt.Sprintf("%d of %d", k, n))
	}
}

// TestCountsOfManyZones: where all sets of zones are too many, the largest are the worst.
func TestCountsOfManyZones(t *testing.T) {
	f := randomFleet(rand.New(rand.NewPCG(32, 2)), 60, 30)
	for v := range f.Nodes {
		f.Nodes[v].Zone = v % (30 - v/30*10)
		f.Nodes[v].Crash = big.NewRat(1, 100)
	}
	s := System{Reads: anyOf(20, 60), Writes: anyOf(41, 60)}
	most, _ := assert.Got2(FindSurvival(t.Context(), f, s))(t)
	// Ten zones have three nodes, ten have two, and ten have one: 19 crashes are survived.
	assert.Deep(t, most, []Survival{{0, 19}, {1, 16}, {2, 13}, {3, 10}, {4, 7}, {5, 4}, {6, 1}})
	assert.NoError(t, assert.Err(FindAvailability(t.Context(), f, s)))
}

// TestPlaces: where quorums differ from place to place, each place asks its own, the availability
// is that of the place with the least, and every place has to survive.
func TestPlaces(t *testing.T) {
	f := unevenFleet(4, 2, 1, 0)
	f.Zones = []Zone{{Name: "x", Crash: big.NewRat(1, 5)}, {Name: "y", Crash: big.NewRat(1, 10)}}
	for v := range f.Nodes {
		f.Nodes[v].Zone = v / 2
	}
	x, y := quorum.Or(quorum.Leaf(0), quorum.Leaf(1)).Over(4), quorum.Or(quorum.Leaf(2), quorum.Leaf(3)).Over(4)
	all := anyOf(4, 4)
	s := System{Reads: quorum.Or(x, y).Over(4), Writes: all, Places: [][2]quorum.Quorums{{x, all}, {y, all}}}
	st := assert.Got(FindStrategy(t.Context(), f, s, StrategyOptions{Then: []Goal{LatencyGoal}}))(t)
	for _, m := range st.Menus {
		for _, c := range m.Choices {
			if m.Operation == Reads && c.Nodes[0]/2 != m.Place {
				t.Errorf("place %d asks %v", m.Place, c.Nodes)
			}
		}
	}
	assert.SameNumber(t, assert.Got(FindAvailability(t.Context(), f, s))(t).Reads, big.NewRat(4, 5))
	failure := assert.Got(FindFailure(t.Context(), f, System{Reads: s.Reads, Writes: s.Reads, Places: [][2]quorum.Quorums{{x, x}, {y, y}}}, Survival{Zones: 1}))(t)
	if failure == nil {
		t.Error("a zone that is local somewhere is down, and nothing fails")
	}
}

func TestParseShapes(t *testing.T) {
	assert.Slice(t, assert.Got(ParseShapes("zones, counts,zones"))(t), []Shape{CountShape, ZoneShape})
	assert.Slice(t, assert.Got(ParseShapes("all"))(t), Shapes())
	assert.Refused(ParseShapes("counts,weight"))(t, `there is no shape "weight"`)
	f := assert.Got(Read(strings.NewReader(string(assert.Got(os.ReadFile("testdata/good/shapes.yaml"))(t))), "shapes.yaml"))(t)
	assert.Slice(t, f.Shapes, []Shape{CountShape, ZoneShape})
}

// TestSpread: with the sets of spread alone the load of many nodes is within a thousandth of the
// least, which columns find besides.
func TestSpread(t *testing.T) {
	f := unevenFleet(24, 1, 1, 0)
	f.Workload.Shares[0].Reads = big.NewRat(2, 3)
	s := System{Reads: anyOf(9, 24), Writes: anyOf(16, 24)}
	best := assert.Got(FindStrategy(t.Context(), f, s, StrategyOptions{}))(t)
	var busy [2][]float64
	for i, share := range []*big.Rat{big.NewRat(2, 3), big.NewRat(1, 3)} {
		for _, v := range f.Nodes {
			x, _ := new(big.Rat).Quo(share, v.rate(Operation(i))).Float64()
			busy[i] = append(busy[i], x)
		}
	}
	var lists [2]quorum.Family
	for o, list := range spread([2]int{9, 16}, busy) {
		b := assert.Got(quorum.NewFamilyBuilder(24))(t)
		for _, set := range list {
			assert.OK(t, b.Add(as[int](set)...))
		}
		lists[o] = b.Family()
	}
	few := assert.Got(FindStrategy(t.Context(), f, System{Reads: lists[0], Writes: lists[1]}, StrategyOptions{}))(t)
	if most := new(big.Rat).Mul(best.Load, big.NewRat(1001, 1000)); few.Load.Cmp(most) > 0 {
		t.Errorf("a load of %v, and the least is %v", few.Load.FloatString(9), best.Load.FloatString(9))
	}
}
