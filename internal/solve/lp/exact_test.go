package lp

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func TestSimplestFraction(t *testing.T) {
	for q := int64(1); q <= 400; q++ {
		for p := int64(0); p <= 2*q; p++ {
			want := big.NewRat(p, q)
			x, _ := want.Float64()
			if got := simplest(x); got == nil || got.Cmp(want) != 0 {
				t.Fatalf("%v became %v", want, got)
			}
		}
	}
	if got := simplest(1/3. + 1e-9); got != nil && got.Cmp(big.NewRat(1, 3)) == 0 {
		t.Error("1/3 + 10⁻⁹ became 1/3")
	}
	if got := simplest(0.1234567890123); got != nil {
		t.Errorf("a number without a simple fraction became %v", got)
	}
}

func TestIntegers(t *testing.T) {
	got, d := Integers([]*big.Rat{big.NewRat(1, 6), big.NewRat(-5, 6), big.NewRat(3, 4), new(big.Rat)})
	if want := []int64{2, -10, 9, 0}; d.Int64() != 12 || len(got) != len(want) ||
		!slices.EqualFunc(got, want, func(a *big.Int, b int64) bool { return a.Cmp(big.NewInt(b)) == 0 }) {
		t.Errorf("%v over %v", got, d)
	}
	if got, d := Integers(nil); len(got) != 0 || d.Int64() != 1 {
		t.Errorf("of none: %v over %v", got, d)
	}
}

// The p-adic solver on random matrices of small integers, singular ones among them: its solutions
// solve the equations, and gonum's determinant says whether there are any.
func TestPadicSystem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 6))
		k := 1 + r.IntN(9)
		if r.IntN(20) == 0 {
			k = 25 // some 70 bits
		}
		m := &padicSystem{k: k, row: make([][]sparseEntry, k), column: make([][]sparseEntry, k),
			lu: make([]uint32, k*k), place: make([]int, k), inv: make([]uint32, k)}
		right, plain := make([]*big.Int, k), mat.NewDense(k, k, nil)
		for i := range k {
			m.place[i] = i
			right[i] = big.NewInt(r.Int64N(2000) - 1000)
			for j := range k {
				a := r.Int64N(9) - 4
				if r.IntN(3) > 0 {
					a = r.Int64N(2)
				}
				plain.Set(i, j, float64(a))
				m.lu[i*k+j] = uint32((a + mersenne) % mersenne)
				m.row[i] = append(m.row[i], sparseEntry{j, a})
				m.column[j] = append(m.column[j], sparseEntry{i, a})
			}
		}
		det := mat.Det(plain)
		if regular := m.factor(context.Background()); regular != (math.Abs(det) > 0.5) {
			t.Fatalf("regular: %v, determinant %v", regular, det)
		} else if !regular {
			return
		}
		for _, turned := range []bool{false, true} {
			x := m.solve(context.Background(), right, turned)
			rows := m.row
			if turned {
				rows = m.column
			}
			for i, row := range rows {
				sum := new(big.Rat)
				for _, e := range row {
					sum.Add(sum, new(big.Rat).Mul(big.NewRat(e.value, 1), x[e.at]))
				}
				if !sum.IsInt() || sum.Num().Cmp(right[i]) != 0 {
					t.Fatalf("turned %v, equation %d: %v, want %v", turned, i, sum, right[i])
				}
			}
		}
	})
}

// At any basis of the floating simplex, the exact solution of its equations and the rounded
// floating one are the same, or nil, or one of them has no simple fractions.
func TestSolvedBasis(t *testing.T) {
	both := 0
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 9))
		p := randomProgram(r, []*big.Rat{big.NewRat(5, 7), big.NewRat(2, 7)})
		pivots := 1000
		g := newColumnGenerator(context.Background(), p, &pivots)
		assert.OK(t, g.solve(context.Background()))
		b := g.basis()
		s, f := p.solved(context.Background(), b), p.rounded(b)
		if s == nil || f == nil {
			return
		}
		both++
		same(t, s, f)
	})
	if both == 0 {
		t.Error("nothing was compared")
	}
}

// same fails unless a and b are one solution.
func same(t rapid.TB, a, b *Solution) {
	equal := func(x, y *big.Rat) bool { return x.Cmp(y) == 0 }
	if a.Total.Cmp(b.Total) != 0 || !slices.Equal(a.Columns, b.Columns) ||
		!slices.EqualFunc(a.Value, b.Value, equal) || !slices.EqualFunc(a.Y, b.Y, equal) {
		t.Fatalf("two solutions: %v and %v", a, b)
	}
}
