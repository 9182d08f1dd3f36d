package lp

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
)

// fromSlacks solves g by the rational simplex alone.
func fromSlacks(ctx context.Context, g *General, exchanges int) (*Certificate, error) {
	w := &walk{g: g, left: exchanges, work: math.MaxInt}
	w.begin()
	return w.run(ctx)
}

// TestWalk: the last resort alone, from artificial columns, finds the same as Solve.
func TestWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	counts := map[Status]int{}
	for k := range 1500 {
		g := randomGeneral(r)
		want := assert.Got(g.Solve(t.Context(), nil))(t)
		got := assert.Got(fromSlacks(t.Context(), g, 10_000))(t, "%v", k)
		if got.Status != want.Status || want.Status == Optimal && got.Value.Cmp(want.Value) != 0 {
			t.Fatalf("%d: %s %v, want %s %v", k, got.Status, got.Value, want.Status, want.Value)
		}
		counts[got.Status]++
	}
	assert.Equal(t, len(counts), 3, "%v", counts)
}

// TestEquations: p-adic numbers and elimination solve the same equations, with numbers beyond 64
// bits, with multiples of the prime, and where the matrix is singular.
func TestEquations(t *testing.T) {
	assert.Long(t, "it solves 600 programs")
	r := rand.New(rand.NewPCG(19, 6))
	kinds := map[string]int{}
	for range 600 {
		k := 1 + r.IntN(6)
		kind := r.IntN(4)
		number := func() *big.Rat {
			v := big.NewRat(r.Int64N(9)-4, 1+r.Int64N(6))
			switch kind {
			case 1:
				v.Mul(v, big.NewRat(mersenne, 1)) // all of it 0 modulo the prime
			case 2:
				v.Mul(v, big.NewRat(1+r.Int64N(1<<40), 1+r.Int64N(5)))
			case 3:
				v.Quo(v, big.NewRat(1+r.Int64N(1<<60), 1))
			}
			return v
		}
		g := NewGeneral()
		for range k {
			g.Row(Equal, number())
		}
		for range k {
			var entries []Entry
			for i := range k {
				entries = append(entries, Entry{i, number()})
			}
			g.Column(new(big.Rat), entries...)
		}
		all := make([]int, k)
		for i := range all {
			all[i] = i
		}
		m := matrix(g, all, all)
		eq := newEquations(t.Context(), g, all, all, false)
		if want := m.solve(t.Context(), g.right, false); (want == nil) != (eq == nil) {
			t.Fatalf("singular: %v by elimination, %v", want == nil, eq == nil)
		} else if want == nil {
			kinds["singular"]++
			continue
		}
		switch eq := eq.(type) {
		case gauss:
			kinds["elimination"]++
		case *scaledPadic:
			kinds["padic"]++
			if eq.m.wide {
				kinds["wide"]++
			}
		}
		for _, transposed := range []bool{false, true} {
			want, got := m.solve(t.Context(), g.right, transposed), eq.solve(t.Context(), g.right, transposed)
			if !slices.EqualFunc(want, got, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 }) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	}
	assert.Equal(t, len(kinds), 4, "%v", kinds)
}

// TestCheck: a certificate that is changed anywhere proves nothing.
func TestCheck(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 7))
	counts := map[Status]int{}
	for range 500 {
		g := randomGeneral(r)
		c := assert.Got(g.Solve(t.Context(), nil))(t)
		other := *c
		clone := func(v []*big.Rat) []*big.Rat {
			v = slices.Clone(v)
			for i := range v {
				v[i] = new(big.Rat).Set(v[i])
			}
			return v
		}
		switch {
		case c.Status == Infeasible:
			other.Y = clone(c.Y)
			for i := range other.Y {
				other.Y[i].Neg(other.Y[i])
			}
		case c.Status == Unbounded:
			other.Ray.Values = clone(c.Ray.Values)
			other.Ray.Values[0].Neg(other.Ray.Values[0])
		case len(c.X.Values) > 0 && r.IntN(2) == 0:
			other.X.Values = clone(c.X.Values)
			other.X.Values[0].Mul(other.X.Values[0], big.NewRat(2, 1))
			if g.cost[c.X.Columns[0]].Sign() == 0 { // may be another optimum
				continue
			}
		case r.IntN(2) == 0:
			other.Value = new(big.Rat).Add(c.Value, big.NewRat(1, 1000000))
		default:
			i := r.IntN(len(c.Y))
			if g.right[i].Sign() == 0 { // may be another dual optimum
				continue
			}
			other.Y = clone(c.Y)
			other.Y[i].Add(other.Y[i], big.NewRat(1, 1000000))
		}
		if err := g.Check(&other); err == nil {
			t.Fatalf("%s: a wrong certificate passes", c.Status)
		}
		other = *c
		other.Status = (c.Status + 1) % 3
		if err := g.Check(&other); err == nil {
			t.Fatalf("%s passes for %s", c.Status, other.Status)
		}
		counts[c.Status]++
	}
	assert.Equal(t, len(counts), 3, "%v", counts)
}

// TestGeneralOddities: programs without rows or columns, and those on which simplex methods go in a
// circle or a long way.
func TestGeneralOddities(t *testing.T) {
	rat := func(a, b int64) *big.Rat { return big.NewRat(a, b) }
	solve := func(g *General, want Status, value *big.Rat) {
		t.Helper()
		for _, solve := range []func() (*Certificate, error){
			func() (*Certificate, error) { return g.Solve(t.Context(), nil) },
			func() (*Certificate, error) { return fromSlacks(t.Context(), g, 5000) },
		} {
			c := assert.Got(solve())(t)
			if c.Status != want || value != nil && c.Value.Cmp(value) != 0 {
				t.Errorf("%s %v, want %s %v", c.Status, c.Value, want, value)
			}
		}
	}
	empty := NewGeneral()
	solve(empty, Optimal, rat(0, 1))
	free := NewGeneral()
	free.Column(rat(-1, 1))
	solve(free, Unbounded, nil)
	alone := NewGeneral()
	alone.Row(Equal, rat(1, 3))
	solve(alone, Infeasible, nil)
	alone = NewGeneral()
	alone.Row(AtMost, rat(-1, 3))
	solve(alone, Infeasible, nil)
	twice := NewGeneral() // a row that depends on others
	for _, b := range []int64{1, 2, 3} {
		twice.Row(Equal, rat(b, 7))
	}
	twice.Column(rat(1, 1), Entry{0, rat(1, 1)}, Entry{1, rat(2, 1)}, Entry{2, rat(3, 1)})
	solve(twice, Optimal, rat(1, 7))
	// Beale 1955: the rule of the least reduced cost goes in a circle.
	beale := NewGeneral()
	for _, b := range []int64{0, 0, 1} {
		beale.Row(AtMost, rat(b, 1))
	}
	beale.Column(rat(-3, 4), Entry{0, rat(1, 4)}, Entry{1, rat(1, 2)})
	beale.Column(rat(150, 1), Entry{0, rat(-60, 1)}, Entry{1, rat(-90, 1)})
	beale.Column(rat(-1, 50), Entry{0, rat(-1, 25)}, Entry{1, rat(-1, 50)}, Entry{2, rat(1, 1)})
	beale.Column(rat(6, 1), Entry{0, rat(9, 1)}, Entry{1, rat(3, 1)})
	solve(beale, Optimal, rat(-1, 20))
	// Klee and Minty 1972, of seven dimensions.
	const d = 7
	cube := NewGeneral()
	power := func(b, e int64) *big.Rat {
		return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(b), big.NewInt(e), nil))
	}
	for i := range int64(d) {
		cube.Row(AtMost, power(5, i+1))
	}
	for j := range int64(d) {
		entries := []Entry{{int(j), rat(1, 1)}}
		for i := j + 1; i < d; i++ {
			entries = append(entries, Entry{int(i), power(2, i-j+1)})
		}
		cube.Column(new(big.Rat).Neg(power(2, d-1-j)), entries...)
	}
	solve(cube, Optimal, new(big.Rat).Neg(power(5, d)))
}

// TestGeneralStops: the end of a context, of the exchanges and of the memory is told.
func TestGeneralStops(t *testing.T) {
	g := loadProgram(rand.New(rand.NewPCG(19, 8)), 6, 2, 3, 100)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Is(t, assert.Err(g.Solve(ctx, nil)), context.Canceled)
	assert.Is(t, assert.Err(fromSlacks(t.Context(), g, 3)), errExchanges)
	assert.As[*memory.Error](g.Solve(memory.With(t.Context(), 100), nil))(t)
}
