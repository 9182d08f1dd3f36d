package measure

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"coterie/bounds"
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
		if r.IntN(20) == 0 {
			k = 25 // some 70 bits
		}
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

// At any basis of the floating simplex, the exact solution of its equations and the rounded floating
// one are the same, or nil, or one of them has no simple fractions.
func TestSolvedBasis(t *testing.T) {
	both := 0
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 9))
		n := 2 + r.IntN(8)
		cartels := []quorum.Family{randomLoadFamily(r, n, 1+r.IntN(30), min(n, 4)), randomLoadFamily(r, n, 1+r.IntN(10), min(n, 4))}
		capacities := make([]*big.Rat, n)
		for x := range capacities {
			capacities[x] = big.NewRat(1+r.Int64N(5), 1+r.Int64N(3))
		}
		in, err := newLoadInput(cartels, []bounds.Fraction{bounds.FractionOf(5, 7), bounds.FractionOf(2, 7)}, capacities)
		if err != nil {
			t.Fatal(err)
		}
		p := newProgram(in, singletons(in))
		pivots := 1000
		tab, err := generate(context.Background(), p, 1e-5, 0, &pivots)
		if err != nil {
			t.Fatal(err)
		}
		b := tab.basis()
		s, f := p.solved(context.Background(), b), p.rounded(b)
		if s == nil || f == nil {
			return
		}
		both++
		if s.total.Cmp(f.total) != 0 || !slices.Equal(s.columns, f.columns) {
			t.Fatalf("total %v and %v, columns %v and %v", s.total, f.total, s.columns, f.columns)
		}
		for k := range s.value {
			if s.value[k].Cmp(f.value[k]) != 0 {
				t.Fatalf("value %d: %v and %v", k, s.value[k], f.value[k])
			}
		}
		for i := range s.y {
			if s.y[i].Cmp(f.y[i]) != 0 {
				t.Fatalf("dual %d: %v and %v", i, s.y[i], f.y[i])
			}
		}
	})
	if both == 0 {
		t.Error("nothing was compared")
	}
}

// Bland's rule alone leads to the same optimum.
func TestBlandRule(t *testing.T) {
	for _, spec := range []string{"fpp:order=3", "grid:n=16", "paths:d=2", "wall:rows=1-2-3-4"} {
		f := loadCartels(t, spec)[0]
		l, err := FindLoad(t.Context(), f, LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		in, err := newLoadInput([]quorum.Family{f}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		pivots := 10_000
		tab := newTableau(newProgram(in, singletons(in)), 0, 0, &pivots)
		for j := range f.Len() {
			tab.enter(j)
		}
		for q := tab.entering(true); q >= 0 && pivots > 0; q = tab.entering(true) {
			tab.exchange(tab.leaving(tab.column[q], true), q)
		}
		if got := -1 / tab.b[tab.rows]; math.Abs(got-l.Value.Float64()) > 1e-9 {
			t.Errorf("%s: 1/objective %v, load %v", spec, got, l.Value)
		}
	}
}

// A perturbation so large that its optimal basis is not feasible for the true right sides leads to
// the same load through the dual simplex method, as does one that drops most columns on its way.
func TestDualSimplexAndDroppedColumns(t *testing.T) {
	exchanges := 0
	for _, spec := range []string{"paths:d=2", "degenerate-fpp:n=40", "wheel:n=12", "wall:rows=1-2-3-4"} {
		f := loadCartels(t, spec)[0]
		l, err := FindLoad(t.Context(), f, LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		in, err := newLoadInput([]quorum.Family{f}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := newProgram(in, singletons(in))
		pivots := 10_000
		tab := newTableau(p, 3, 1, &pivots)
		for j := range f.Len() {
			tab.enter(j)
		}
		if err := tab.maximise(t.Context()); err != nil {
			t.Fatal(err)
		}
		before := pivots
		if err := tab.restore(t.Context()); err != nil {
			t.Fatal(err)
		}
		exchanges += before - pivots
		if got := -1 / tab.b[tab.rows]; math.Abs(got-l.Value.Float64()) > 1e-9 {
			t.Errorf("%s by the dual simplex: load %v, want %v", spec, got, l.Value)
		}
		// Six exchanges, then nearly all columns go that are not basic, and come back when they are wanted.
		six := 6
		tab = newTableau(p, 0, 0, &six)
		for j := range f.Len() {
			tab.enter(j)
		}
		if err := tab.maximise(t.Context()); !errors.Is(err, errPivots) {
			t.Fatal(err)
		}
		tab.drop(2)
		// As many slacks as there are basic columns are not basic.
		if structural := len(tab.id) - basicColumns(tab); structural != 2 {
			t.Fatalf("%d columns of the program stayed", structural)
		}
		for v, at := range tab.slackAt {
			if at >= 0 && int(tab.id[at]) != v || at < 0 && int(tab.basic[^at]) != v {
				t.Fatalf("slack %d is not at %d", v, at)
			}
		}
		six = 10_000
		g := &columnGenerator{p: p, t: tab, y: make([]float64, p.rows())}
		for {
			if err := tab.maximise(t.Context()); err != nil {
				t.Fatal(err)
			}
			if g.addViolated() == 0 {
				break
			}
		}
		if got := -1 / tab.b[tab.rows]; math.Abs(got-l.Value.Float64()) > 1e-9 {
			t.Errorf("%s with dropped columns: load %v, want %v", spec, got, l.Value)
		}
	}
	if exchanges == 0 {
		t.Error("the dual simplex had nothing to do")
	}
}

func basicColumns(t *tableau) (count int) {
	for _, v := range t.basic {
		if int(v) >= t.rows {
			count++
		}
	}
	return count
}

// The last resort, from the slacks and from any basis, finds what the floating simplex finds.
func TestRationalSimplex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
		n := 2 + r.IntN(8)
		cartels := []quorum.Family{randomLoadFamily(r, n, 1+r.IntN(30), min(n, 4)), randomLoadFamily(r, n, 1+r.IntN(10), min(n, 4))}
		mix := []bounds.Fraction{bounds.FractionOf(2, 3), bounds.FractionOf(1, 3)}
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
	// Stopped in the last resort, it still gives an interval that holds the load 5/9.
	for asked := 0; ; asked++ {
		_, err := solveProgram(&countdown{t.Context(), asked}, newProgram(in, c), LoadOptions{}, &pivots, nil)
		if errors.Is(err, errWrongClasses) {
			break
		}
		var limit *LoadLimitError
		if !errors.As(err, &limit) || limit.Lower.Cmp(bounds.FractionOf(5, 9)) > 0 || limit.Upper.Cmp(bounds.FractionOf(5, 9)) < 0 {
			t.Fatalf("after %d questions: %v", asked, err)
		}
	}
}
