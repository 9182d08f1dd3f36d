package measure

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"coterie/quorum"
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

// The p-adic solver against elimination in rational numbers, on random matrices of small integers,
// singular ones among them.
func TestPadicSystem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 6))
		k := 1 + r.IntN(9)
		m := &padicSystem{k: k, row: make([][]sparseEntry, k), column: make([][]sparseEntry, k),
			lu: make([]uint32, k*k), place: make([]int, k), inv: make([]uint32, k)}
		plain, turned := make([][]*big.Rat, k), make([][]*big.Rat, k)
		right := make([]*big.Int, k)
		for i := range k {
			plain[i], turned[i] = loadZeros(k+1), loadZeros(k+1)
		}
		for i := range k {
			m.place[i] = i
			right[i] = big.NewInt(r.Int64N(2000) - 1000)
			plain[i][k].SetInt(right[i])
			turned[i][k].SetInt(right[i])
			for j := range k {
				a := r.Int64N(9) - 4
				if r.IntN(3) > 0 {
					a = r.Int64N(2)
				}
				plain[i][j].SetInt64(a)
				turned[j][i].SetInt64(a)
				m.lu[i*k+j] = uint32((a + mersenne) % mersenne)
				m.row[i] = append(m.row[i], sparseEntry{j, a})
				m.column[j] = append(m.column[j], sparseEntry{i, a})
			}
		}
		want, wantTurned := loadGauss(plain), loadGauss(turned)
		if regular := m.factor(context.Background()); regular != (want != nil) {
			t.Fatalf("regular: %v, by elimination %v", regular, want != nil)
		}
		if want == nil {
			return
		}
		got, gotTurned := m.solve(context.Background(), right, false), m.solve(context.Background(), right, true)
		for i := range k {
			if got[i].Cmp(want[i]) != 0 || gotTurned[i].Cmp(wantTurned[i]) != 0 {
				t.Fatalf("unknown %d: %v and %v, want %v and %v", i, got[i], gotTurned[i], want[i], wantTurned[i])
			}
		}
	})
}

// The last resort, from the slacks and from any basis, finds what the floating simplex finds.
func TestRationalSimplex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
		n := 2 + r.IntN(8)
		cartels := []quorum.Family{randomLoadFamily(r, n, 1+r.IntN(30), min(n, 4)), randomLoadFamily(r, n, 1+r.IntN(10), min(n, 4))}
		mix := []Fraction{FractionOf(2, 3), FractionOf(1, 3)}
		if r.IntN(2) == 0 {
			cartels, mix = cartels[:1], nil
		}
		in, err := newLoadInput(cartels, mix, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := newProgram(in, singletons(in))
		pivots := 1000
		want, err := solveProgram(context.Background(), p, LoadOptions{}, &pivots, nil)
		if err != nil {
			t.Fatal(err)
		}
		// A basis that is not optimal: the floating simplex stopped short.
		few := 1 + r.IntN(n)
		short, _ := generate(context.Background(), p, 1e-5, 0, &few)
		for _, start := range []*loadBasis{nil, short.basis()} {
			s, err := rationalSimplex(context.Background(), p, start, 1_000_000)
			if err != nil {
				t.Fatal(err)
			}
			l, ok := p.certificate(s)
			if !ok || l.Value.Cmp(want.Value) != 0 {
				t.Fatalf("load %v, want %v", l.Value, want.Value)
			}
			if err := verifyMixLoad(cartels, nil, l); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := rationalSimplex(context.Background(), p, nil, 0); !errors.Is(err, errNoBasis) {
			t.Fatalf("without work: %v", err)
		}
	})
}

// Classes that are not equitable, as a collision of hashes would give, never get a certificate.
func TestWrongClasses(t *testing.T) {
	f := loadCartels(t, "wheel:n=6")[0]
	in, err := newLoadInput([]quorum.Family{f}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := colourRefinement(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	for x := range c.ofNode {
		c.ofNode[x] = 0
	}
	c.nodes = []int{6}
	pivots := 1000
	if l, err := solveProgram(t.Context(), newProgram(in, c), LoadOptions{}, &pivots, nil); !errors.Is(err, errWrongClasses) {
		t.Errorf("%v, %v", l, err)
	}
}
