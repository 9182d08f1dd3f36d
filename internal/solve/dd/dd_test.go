package dd

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// A table is a family of sets of at most six levels: bit X is the set of the bits of X.
type table = uint64

// tableOf goes down the diagram for every set.
func tableOf(s *Store, f Ref) (t table) {
	for x := range 1 << len(s.order) {
		g := f
		for level := range int32(len(s.order)) {
			lo, hi := s.At(g, level)
			if g = lo; x>>level&1 == 1 {
				g = hi
			}
		}
		if g == One {
			t |= 1 << x
		}
	}
	return t
}

// of makes the diagram of a table, level by level.
func of(s *Store, t table, level int) Ref {
	if level == len(s.order) {
		return Ref(t & 1)
	}
	var lo, hi table // of the sets of the levels beyond
	for x := range 32 {
		lo |= t >> (2 * x) & 1 << x
		hi |= t >> (2*x + 1) & 1 << x
	}
	return s.Node(int32(level), of(s, lo, level+1), of(s, hi, level+1))
}

// contains returns the sets that contain one of t, and minimal those that contain no other one.
func contains(n int, t table) (up table) {
	for x := range 1 << n {
		for y := range 1 << n {
			if t>>y&1 == 1 && y&^x == 0 {
				up |= 1 << x
			}
		}
	}
	return up
}

func minimal(n int, t table) (out table) {
	for x := range 1 << n {
		if t>>x&1 == 1 && contains(n, t&^(1<<x))>>x&1 == 0 {
			out |= 1 << x
		}
	}
	return out
}

func dual(n int, t table) (out table) {
	for x := range 1 << n {
		out |= (^t >> (1<<n - 1 - x) & 1) << x
	}
	return out
}

// thin returns a random table with few sets or many.
func thin(rng *rand.Rand, n int) table {
	t := rng.Uint64()
	for range rng.IntN(4) {
		t &= rng.Uint64()
	}
	return t & (1<<(1<<n) - 1)
}

// TestOperations compares every operation with tables, and the numbers of equal families.
func TestOperations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for round := range 600 {
		n, rule := 1+round%6, Rule(round/6%2)
		s := New(t.Context(), rule, rng.Perm(n), 1<<16)
		same := func(name string, got Ref, want table) {
			t.Helper()
			if have := tableOf(s, got); have != want || of(s, want, 0) != got {
				t.Fatalf("%s, rule %d, %d levels: diagram %d, table %x, want %x", name, rule, n, got, have, want)
			}
		}
		for range 4 {
			ta, tb := thin(rng, n), thin(rng, n)
			a, b := of(s, ta, 0), of(s, tb, 0)
			same("of", a, ta)
			same("and", s.And(a, b), ta&tb)
			same("or", s.Or(a, b), ta|tb)
			same("minus", s.Minus(a, b), ta&^tb)
			if rule == BDD {
				same("dual", s.Dual(a), dual(n, ta))
			} else {
				tb = minimal(n, tb)
				same("avoid", s.Avoid(a, of(s, tb, 0)), ta&^contains(n, tb))
			}
			assert.MustSameNumber(t, s.Counts().Of(a, 0), big.NewInt(int64(bits.OnesCount64(ta))), "rule %d", rule)
			if s.Err() != nil {
				t.Fatal(s.Err())
			}
		}
	}
}

// TestFunctions compares the functions of a family of quorums, in a random order of the nodes.
func TestFunctions(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for round := range 300 {
		n := 1 + round%6
		order := rng.Perm(n)
		var quorums [][]int
		var sets table // of levels
		for range rng.IntN(9) {
			var q []int
			x := 0
			for level, v := range order {
				if rng.IntN(2) == 0 {
					q = append(q, v)
					x |= 1 << level
				}
			}
			if x != 0 {
				quorums = append(quorums, q)
				sets |= 1 << x
			}
		}
		f := assert.Got(quorum.NewFamily(n, quorums))(t)
		d, z := New(t.Context(), BDD, order, 1<<16), New(t.Context(), ZDD, order, 1<<16)
		up, least := contains(n, sets), minimal(n, sets)
		a := d.Up(f)
		assert.MustEqual(t, tableOf(d, a), up, "%v in order %v", quorums, order)
		assert.MustEqual(t, tableOf(z, z.Up(f)), least, "minimal in %v in order %v", quorums, order)
		primes, p := d.Primes(t.Context(), a)
		assert.MustEqual(t, tableOf(primes, p), least, "minimal sets of %v in order %v", quorums, order)
		count := 0
		for q := range d.MinimalSets(t.Context(), a) {
			count++
			x := 0
			for level, v := range order {
				if q.Has(v) {
					x |= 1 << level
				}
			}
			if least>>x&1 == 0 {
				t.Fatalf("%v is no minimal set of %v", q, quorums)
			}
		}
		assert.MustEqual(t, count, bits.OnesCount64(least), "minimal sets of %v", quorums)
		v, k := rng.IntN(n), rng.IntN(n+2)
		hasV, many, holds := d.Holds(v), d.AtLeast(k), a
		for x := range 1 << n {
			var nodes []int
			for level, v := range order {
				if x>>level&1 == 1 {
					nodes = append(nodes, v)
				}
			}
			set := quorum.SetOf(nodes...)
			if d.Has(hasV, set) != set.Has(v) || d.Has(many, set) != (len(nodes) >= k) || d.Has(holds, set) != (up>>x&1 == 1) {
				t.Fatalf("functions at %v", set)
			}
		}
	}
}

// TestErrors: a store that met its limit goes on under a larger one, and one whose context ended
// stops.
func TestErrors(t *testing.T) {
	s := New(t.Context(), BDD, make([]int, 0), 10)
	if s.Len() != 2 || s.AtLeast(0) != One || s.AtLeast(1) != Zero {
		t.Error("a store without levels has other functions than the constants")
	}
	order := make([]int, 40)
	for v := range order {
		order[v] = v
	}
	for _, rule := range []Rule{BDD, ZDD} {
		s = New(t.Context(), rule, order, 10)
		s.AtLeast(20)
		var limit *quorum.LimitError
		if err := s.Err(); !errors.As(err, &limit) || limit.Limit != 10 || err.Error() != "more than 10 diagram nodes" || s.Len() != 12 {
			t.Fatalf("%d nodes, %v", s.Len(), err)
		}
		s.Allow(t.Context(), 100_000)
		f := s.AtLeast(20)
		if s.Err() != nil || f != s.AtLeast(20) || s.Len() > 1000 {
			t.Fatal(s.Err(), s.Len())
		}
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		s.Allow(ctx, 100_000)
		for k := range 40 {
			s.AtLeast(k)
		}
		assert.MustEqual(t, s.Err(), cause)
	}
}

// TestWrongRule: an operation of the other rule is a caller's bug.
func TestWrongRule(t *testing.T) {
	d, z := New(t.Context(), BDD, []int{0}, 10), New(t.Context(), ZDD, []int{0}, 10)
	for name, bug := range map[string]func(){
		"dual":  func() { z.Dual(One) },
		"avoid": func() { d.Avoid(One, Zero) },
		"has":   func() { z.Has(One, quorum.SetOf(0)) },
	} {
		assert.Panics(t, name, bug)
	}
}

// TestCountsOfDisjointPairs: of k disjoint pairs, 4^k - 3^k sets contain one, and k are minimal.
func TestCountsOfDisjointPairs(t *testing.T) {
	for _, k := range []int{1, 2, 31, 32, 33, 64, 100} {
		quorums := make([][]int, k)
		for i := range k {
			quorums[i] = []int{2 * i, 2*i + 1}
		}
		f := assert.Got(quorum.NewFamily(2*k, quorums))(t)
		order := make([]int, 2*k)
		for v := range order {
			order[v] = v
		}
		power := func(b int64) *big.Int { return new(big.Int).Exp(big.NewInt(b), big.NewInt(int64(k)), nil) }
		s := New(t.Context(), BDD, order, 100_000)
		a := s.Up(f)
		assert.SameNumber(t, s.Counts().Of(a, 0), new(big.Int).Sub(power(4), power(3)), "%d pairs: sets contain one", k)
		if z, p := s.Primes(t.Context(), a); z.Counts().Of(p, 0).Cmp(big.NewInt(int64(k))) != 0 {
			t.Errorf("%d pairs: %v minimal sets", k, z.Counts().Of(p, 0))
		}
	}
}

func TestAddShiftedAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	toBig := func(words []uint64) *big.Int {
		z := new(big.Int)
		for i, w := range words {
			z.Add(z, new(big.Int).Lsh(new(big.Int).SetUint64(w), uint(64*i)))
		}
		return z
	}
	for range 2000 {
		dst, x := make([]uint64, 4), make([]uint64, 4)
		for i := range 4 {
			dst[i], x[i] = r.Uint64(), r.Uint64()
			if r.IntN(2) == 0 {
				dst[i] = ^uint64(0) // for carries
			}
		}
		shift := r.IntN(255)
		want := new(big.Int).Add(toBig(dst), new(big.Int).Lsh(toBig(x), uint(shift)))
		want.Mod(want, new(big.Int).Lsh(big.NewInt(1), 256))
		if addShifted(dst, x, shift); toBig(dst).Cmp(want) != 0 {
			t.Fatalf("shift %d: %v, want %v", shift, toBig(dst), want)
		}
	}
}

// TestGrowth: the numbers of a store do not change while its tables grow.
func TestGrowth(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	order := rng.Perm(24)
	var quorums [][]int
	for range 40 {
		quorums = append(quorums, slices.Clone(rng.Perm(24)[:4]))
	}
	f := assert.Got(quorum.NewFamily(24, quorums))(t)
	s := New(t.Context(), BDD, order, 1<<20)
	a := s.Up(f)
	if s.Err() != nil || s.Len() < 1<<12 {
		t.Fatalf("%d nodes, %v", s.Len(), s.Err())
	}
	b := s.Dual(a)
	if s.Dual(b) != a || s.Up(f) != a || s.And(a, s.Or(a, b)) != a || s.Or(s.Minus(a, b), s.And(a, b)) != a {
		t.Error("the laws of families do not hold")
	}
	for f, x := range s.nodes[2:] {
		if x.lo >= Ref(f+2) || x.hi >= Ref(f+2) {
			t.Fatal("a part has a larger number")
		}
	}
}
