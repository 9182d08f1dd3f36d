package lp

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// TestMasks compares with the exact optimum, and judges the values of rows and columns.
func TestMasks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 300 {
		rows := 1 + rng.IntN(12)
		columns := make([]uint64, 1+rng.IntN(60))
		room := make([]*big.Rat, rows)
		for i := range room {
			room[i] = big.NewRat(1, 1)
		}
		program := New(room, nil)
		for i := range columns {
			columns[i] = 1 + rng.Uint64N(1<<rows-1)
			var row, count []int32
			for rest := columns[i]; rest != 0; rest &= rest - 1 {
				row, count = append(row, int32(bits.TrailingZeros64(rest))), append(count, 1)
			}
			program.Add(0, row, count)
		}
		want := 0.0
		pivots := 10_000
		_, _, err := program.Solve(context.Background(), &pivots, 1_000_000, func(s *Solution, _ string) bool {
			want, _ = s.Total.Float64()
			return true
		})
		assert.OK(t, err)
		m := NewMasks(rows)
		for range 2 { // a second time it starts anew
			got, ok := m.Solve(columns)
			if !ok || math.Abs(got-want) > 1e-4 || got < want-1e-6 {
				t.Fatalf("%b: %v, %v, want %v", columns, got, ok, want)
			}
			for _, column := range columns {
				if m.weight(column) < 1-1e-6 {
					t.Fatalf("%b weighs %v", column, m.weight(column))
				}
			}
			used := make([]float64, rows)
			for i, column := range m.Basis {
				for rest := column; rest != 0; rest &= rest - 1 {
					used[bits.TrailingZeros64(rest)] += m.V[i]
				}
			}
			for _, x := range used {
				if x > 1+1e-4 {
					t.Fatalf("%b: a row has %v", columns, used)
				}
			}
		}
	}
}

func (m *Masks) weight(column uint64) (weight float64) {
	for rest := column; rest != 0; rest &= rest - 1 {
		weight += m.Y[bits.TrailingZeros64(rest)]
	}
	return weight
}
