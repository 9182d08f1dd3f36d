package enumerate

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// partsNaive counts the self-dual functions that have, split on some nodes, all parts in a lattice:
// by going through all choices of parts, by the definition of monotone.
func partsNaive(l *lattice, split int) int {
	sets := 1 << split
	parts := make([]table, sets)
	set := make([]bool, sets)
	count := 0
	var choose func(s int)
	choose = func(s int) {
		if s == sets {
			count++
			return
		}
		if set[s] {
			choose(s + 1)
			return
		}
		other := sets - 1 - s
		set[s], set[other] = true, true
		for i, x := range l.members {
			parts[s], parts[other] = x, l.members[l.duals[i]]
			fits := true
			for a := 0; a < sets && fits; a++ {
				for b := 0; b < sets && fits; b++ {
					if a&^b == 0 && set[a] && set[b] {
						fits = parts[a].below(parts[b])
					}
				}
			}
			if fits {
				choose(s + 1)
			}
		}
		set[s], set[other] = false, false
	}
	choose(0)
	return count
}

// TestSplitsAgainstParts compares all splits with the choice of all parts, in small lattices.
func TestSplitsAgainstParts(t *testing.T) {
	ctx := context.Background()
	for name, l := range someLattices {
		for split, c := range []struct {
			most  int // members
			count func() (*big.Int, error)
		}{
			2: {168, func() (*big.Int, error) { return splitTwo(ctx, l) }},
			3: {20, func() (*big.Int, error) { return splitThree(ctx, l) }},
			4: {8, func() (*big.Int, error) { return fourSplit(ctx, l, Options{}) }},
		} {
			if len(l.members) > c.most {
				continue
			}
			got := assert.Got(c.count())(t)
			if want := partsNaive(l, split); got.Cmp(big.NewInt(int64(want))) != 0 {
				t.Errorf("%s split on %d: %v, want %d", name, split, got, want)
			}
		}
	}
}

// fourPlain is the sum of docs/theorems/splitting-on-four-nodes.md as it stands.
func fourPlain(l *lattice) *big.Int {
	total := new(big.Int)
	for i, e := range l.members {
		count := l.intervals(i)
		top := l.members[l.duals[i]]
		var v []table
		for _, x := range l.members {
			if e.below(x) && x.below(top) {
				v = append(v, x)
			}
		}
		for _, a := range v {
			for _, b := range v {
				total.Add(total, new(big.Int).SetUint64(l.plainInner(count, a, b, v)))
			}
		}
	}
	return total
}

// plainInner is the sum over C, with four intervals looked up for each term.
func (l *lattice) plainInner(count []uint16, a, b table, v []table) uint64 {
	dualA, dualB := a.dual(l.k), b.dual(l.k)
	p, q, r, s := a&b, a&dualB, dualA&b, dualA&dualB
	size := func(x table) uint64 { return uint64(count[l.index(x)]) }
	sum := uint64(0)
	for _, c := range v {
		dual := c.dual(l.k)
		sum += size(p&c) * size(s&c) * size(q&dual) * size(r&dual)
	}
	return sum
}

// TestFourSplitAgainstPlain checks the use of symmetries, also in lattices that have few.
func TestFourSplitAgainstPlain(t *testing.T) {
	lattices := 0
	for name, l := range someLattices {
		if len(l.members) > 168 || !assert.WithSlow && len(l.members) > 100 {
			continue
		}
		lattices++
		want := fourPlain(l)
		for _, jobs := range []int{1, 3} {
			assert.SameNumber(t, assert.Got(fourSplit(context.Background(), l, Options{Jobs: jobs}))(t), want, "%s, %d jobs", name, jobs)
		}
	}
	if lattices < 10 {
		t.Errorf("only %d lattices", lattices)
	}
}

// TestProducts compares the inner loop with big integers, where numbers are as large as they can
// be.
func TestProducts(t *testing.T) {
	largest := len(allMonotone(maxLattice).members)
	if largest >= 1<<13 {
		t.Errorf("a lattice of %d members: the bound of kernelColumns does not hold", largest)
	}
	rng := rand.New(rand.NewPCG(9, 10))
	var rows [4][]uint32
	for try := range 20 {
		columns := 1 + rng.IntN(kernelColumns)
		if try == 0 {
			columns = kernelColumns
		}
		want := new(big.Int)
		for i := range rows {
			rows[i] = make([]uint32, columns)
		}
		for j := range columns {
			lo, hi := big.NewInt(1), big.NewInt(1)
			for i := range rows {
				x, y := uint32(largest), uint32(largest)
				if try > 0 {
					x, y = rng.Uint32N(x)+1, rng.Uint32N(y)+1
				}
				rows[i][j] = x | y<<16
				if i >= 2 {
					x, y = y, x
				}
				lo.Mul(lo, big.NewInt(int64(x)))
				hi.Mul(hi, big.NewInt(int64(y)))
			}
			want.Add(want.Add(want, lo), hi)
		}
		if got := products(rows[0], rows[1], rows[2], rows[3]); !want.IsUint64() || got != want.Uint64() {
			t.Fatalf("%d columns: %d, want %v", columns, got, want)
		}
	}
}

// TestWideSums compares with big integers, and checks that nothing is lost beyond 128 bits.
func TestWideSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	var sum wide
	want := new(big.Int)
	for range 1000 {
		a, b := rng.Uint64(), rng.Uint64()>>10
		sum.add(a>>1, b)
		want.Add(want, new(big.Int).Mul(new(big.Int).SetUint64(a>>1), new(big.Int).SetUint64(b)))
		assert.MustSameNumber(t, sum.big(), want, "a sum is wrong")
	}
	small := wide{hi: rng.Uint64() >> 20, lo: rng.Uint64()}
	assert.SameNumber(t, small.times(1<<19).big(), new(big.Int).Lsh(small.big(), 19), "%v times 2^19 is not", small)
	for name, overflow := range map[string]func(){
		"plus":  func() { most := wide{^uint64(0), ^uint64(0)}; most.plus(wide{0, 1}) },
		"add":   func() { most := wide{^uint64(0), 0}; most.add(1<<63, 4) },
		"times": func() { wide{1 << 63, 0}.times(2) },
		"lower": func() { wide{1<<62 - 1, ^uint64(0)}.times(5) },
	} {
		assert.Panics(t, name, overflow)
	}
}
