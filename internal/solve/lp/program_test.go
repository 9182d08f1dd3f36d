package lp

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// randomProgram returns one with up to 9 rows and 30 columns in each of the groups; without shares
// one group.
func randomProgram(r *rand.Rand, shares []*big.Rat) *Program {
	room := make([]*big.Rat, 2+r.IntN(8))
	for i := range room {
		room[i] = big.NewRat(1+r.Int64N(5), 1+r.Int64N(3))
	}
	largest, ones := 1+r.IntN(min(len(room), 4)), r.IntN(2) == 0
	p := New(room, shares)
	for g := range max(1, len(shares)) {
		for range 1 + r.IntN(30) {
			var row, count []int32
			for _, x := range r.Perm(len(room))[:1+r.IntN(largest)] {
				k := int32(1)
				if !ones {
					k += r.Int32N(3)
				}
				row, count = append(row, int32(x)), append(count, k)
			}
			slices.Sort(row)
			p.Add(g, row, count)
		}
	}
	return p
}

// verify checks that s is optimal, from the definition: that it solves the program, and that its
// dual values prove as much.
func verify(p *Program, s *Solution) error {
	if !slices.IsSorted(s.Columns) || len(s.Value) != len(s.Columns) || len(s.Y) != len(p.room) {
		return fmt.Errorf("the form of %+v", s)
	}
	used, sum := make([]*big.Rat, len(p.room)), make([]*big.Rat, len(p.group)-1)
	bound := make([]*big.Rat, len(sum)) // the lightest column of each group
	for i := range used {
		used[i] = new(big.Rat)
	}
	for g := range sum {
		sum[g] = new(big.Rat)
	}
	part := new(big.Rat)
	eachEntry := func(j int, visit func(i int, a *big.Rat)) {
		for e := p.start[j]; e < p.start[j+1]; e++ {
			a := big.NewRat(1, 1)
			if p.count != nil {
				a.SetInt64(int64(p.count[e]))
			}
			visit(int(p.row[e]), a)
		}
	}
	for k, j := range s.Columns {
		if s.Value[k].Sign() <= 0 {
			return fmt.Errorf("column %d has %v", j, s.Value[k])
		}
		sum[p.groupOf(j)].Add(sum[p.groupOf(j)], s.Value[k])
		eachEntry(j, func(i int, a *big.Rat) { used[i].Add(used[i], part.Mul(a, s.Value[k])) })
	}
	dual := new(big.Rat)
	for i, y := range s.Y {
		if y.Sign() < 0 || used[i].Cmp(p.room[i]) > 0 {
			return fmt.Errorf("row %d: dual value %v, used %v of %v", i, y, used[i], p.room[i])
		}
		dual.Add(dual, part.Mul(y, p.room[i]))
	}
	for j := range p.Columns() {
		w, g := new(big.Rat), p.groupOf(j)
		eachEntry(j, func(i int, a *big.Rat) { w.Add(w, part.Mul(a, s.Y[i])) })
		if bound[g] == nil || w.Cmp(bound[g]) < 0 {
			bound[g] = w
		}
	}
	// Total <= dual / proved, where proved is the lightest column, or their mean by shares.
	proved := bound[0]
	if p.numerator != nil {
		proved = new(big.Rat)
		for g, a := range p.numerator {
			share := big.NewRat(a, p.denominator)
			proved.Add(proved, part.Mul(share, bound[g]))
			if sum[g].Cmp(part.Mul(share, s.Total)) < 0 {
				return fmt.Errorf("group %d has %v, less than its share of %v", g, sum[g], s.Total)
			}
		}
	} else if sum[0].Cmp(s.Total) != 0 {
		return fmt.Errorf("the values sum to %v, not %v", sum[0], s.Total)
	}
	if proved.Sign() <= 0 || s.Total.Cmp(dual.Quo(dual, proved)) != 0 {
		return fmt.Errorf("total %v, the dual values prove %v", s.Total, dual)
	}
	return nil
}

// TestSolve: solutions from the last two ways are optimal, and those from the first are optimal or
// refused; refusing everything ends in ErrRefused.
func TestSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		p := randomProgram(r, randomShares(r))
		pivots, offers := 10_000, map[string]int{}
		_, _, err := p.Solve(context.Background(), &pivots, 1_000_000, func(s *Solution, how string) bool {
			assert.OK(t, verify(p, s), "%s", how)
			offers[how]++
			return false
		})
		if err != ErrRefused || offers["continued fractions"] == 0 || offers["exact equations"] == 0 || offers["rational simplex"] != 1 {
			t.Fatalf("%v, %v", offers, err)
		}
	}
}

func randomShares(r *rand.Rand) []*big.Rat {
	return [][]*big.Rat{nil, {big.NewRat(1, 1)}, {big.NewRat(5, 7), big.NewRat(2, 7)}}[r.IntN(3)]
}
