package lp

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// randomGeneral returns a program with data of any sign, and ties; kind says which data.
func randomGeneral(r *rand.Rand) *General {
	g := NewGeneral()
	rows, columns := 1+r.IntN(8), r.IntN(12)
	number := func() *big.Rat {
		switch r.IntN(4) {
		case 0:
			return new(big.Rat)
		case 1:
			return big.NewRat(r.Int64N(200)-100, 1+r.Int64N(50))
		}
		return big.NewRat(r.Int64N(7)-3, 1)
	}
	if r.IntN(3) == 0 { // numbers of very different sizes
		plain := number
		number = func() *big.Rat {
			return new(big.Rat).Quo(plain(), big.NewRat(1+999*r.Int64N(2), 1))
		}
	}
	senses := 1 + r.IntN(3)
	for range rows {
		right := number()
		if r.IntN(2) == 0 {
			right.SetInt64(0)
		}
		g.Row(Sense(r.IntN(senses)), right)
	}
	sign := r.IntN(2) == 0
	for range columns {
		var entries []Entry
		for i := range rows {
			if v := number(); v.Sign() != 0 {
				if sign {
					v.Abs(v)
				}
				entries = append(entries, Entry{i, v})
			}
		}
		cost := number()
		if r.IntN(2) == 0 {
			cost.Abs(cost)
		}
		g.Column(cost, entries...)
	}
	return g
}

// TestGeneral: all data lead to an answer, and its exact certificate proves it; the floating solver
// gives the same answer, from the slacks and from the basis of other programs.
func TestGeneral(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	counts := make(map[Status]int)
	gaveUp := 0
	for k := range 4000 {
		g := randomGeneral(r)
		c := assert.Got(g.Solve(context.Background(), nil))(t, "%v", k)
		assert.OK(t, g.Check(c), "%v", k)
		counts[c.Status]++
		s := smallOf(g)
		for range 2 {
			if status := s.Solve(); status == GaveUp {
				gaveUp++
			} else if err := agrees(g, c, s, status); err != "" {
				t.Fatalf("%d: %s\n%s", k, err, c.Status)
			}
		}
	}
	t.Log(counts, gaveUp)
	if gaveUp > 0 || len(counts) != 3 {
		t.Errorf("%v, and the floating solver gave up %d times", counts, gaveUp)
	}
}

// smallOf returns the program in floating point.
func smallOf(g *General) *Small {
	s := NewSmall()
	reset(s, g)
	return s
}

// reset gives s the program.
func reset(s *Small, g *General) {
	right := make([]float64, g.Rows())
	for i, b := range g.right {
		right[i], _ = b.Float64()
	}
	s.Reset(g.sense, right)
	for j := range g.Columns() {
		addSmall(s, g, j)
	}
}

func addSmall(s *Small, g *General, j int) {
	cost, _ := g.cost[j].Float64()
	s.Add(cost, g.row[g.start[j]:g.start[j+1]], g.near[g.start[j]:g.start[j+1]])
}

// agrees compares the answer of s with the truth.
func agrees(g *General, c *Certificate, s *Small, status Status) string {
	if status != c.Status {
		return "the floating solver says " + status.String()
	}
	sized := func(v, size float64) bool { return v >= -1e-5*max(1, size) }
	for i, y := range s.Y {
		if status != Unbounded && (g.sense[i] == AtMost && y > 0 || g.sense[i] == AtLeast && y < 0) {
			return "a dual value has the wrong sign"
		}
	}
	if status == Unbounded {
		return ""
	}
	most := 0.0
	for _, y := range s.Y {
		most = max(most, math.Abs(y))
	}
	for j := range g.Columns() {
		d, size := 0.0, 0.0
		if status == Optimal {
			d, _ = g.cost[j].Float64()
		}
		for e := g.start[j]; e < g.start[j+1]; e++ {
			v, _ := g.value[e].Float64()
			d -= v * s.Y[g.row[e]]
			size += math.Abs(v * s.Y[g.row[e]])
		}
		if !sized(d, size) {
			return "a reduced cost is negative"
		}
	}
	if status == Optimal {
		if v, _ := c.Value.Float64(); math.Abs(v-s.Value) > 1e-6*max(1, math.Abs(v), most) {
			return "the objective is wrong: " + big.NewFloat(s.Value).String() + " for " + c.Value.RatString()
		}
	}
	return ""
}
