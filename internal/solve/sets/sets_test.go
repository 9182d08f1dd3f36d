package sets

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"coterie/internal/check/assert"
)

// random returns a set below n and its members, drawn by hand.
func random(rng *rand.Rand, n int) (Bits, []int) {
	b := New(n)
	var list []int
	for i := range n {
		if rng.IntN(3) == 0 {
			b[i/64] += 1 << (i % 64)
			list = append(list, i)
		}
	}
	return b, list
}

func TestBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		n := rng.IntN(200)
		b, list := random(rng, n)
		c, other := random(rng, n)
		if rng.IntN(2) == 0 {
			for i := range n {
				if b.Has(i) && !c.Has(i) && rng.IntN(40) > 0 {
					c.Add(i)
				}
			}
			other = slices.Collect(c.All())
		}
		first, common, subset := -1, 0, true
		for _, i := range list {
			if first < 0 {
				first = i
			}
			if slices.Contains(other, i) {
				common++
			} else {
				subset = false
			}
		}
		switch {
		case !slices.Equal(slices.Collect(b.All()), list):
			t.Fatalf("%v lists %v", list, slices.Collect(b.All()))
		case b.Len() != len(list) || b.First() != first || b.Empty() != (len(list) == 0):
			t.Fatalf("%v: %d, first %d", list, b.Len(), b.First())
		case b.Common(c) != common || b.Meets(c) != (common > 0) || b.SubsetOf(c) != subset:
			t.Fatalf("%v and %v: %d shared, meets %v, subset %v", list, other, b.Common(c), b.Meets(c), b.SubsetOf(c))
		}
		union, both, less := slices.Clone(b), slices.Clone(b), slices.Clone(b)
		union.Unite(c)
		both.Intersect(c)
		less.Subtract(c)
		for i := range n {
			x, y := slices.Contains(list, i), slices.Contains(other, i)
			if union.Has(i) != (x || y) || both.Has(i) != (x && y) || less.Has(i) != (x && !y) {
				t.Fatalf("%v and %v at %d", list, other, i)
			}
		}
		for i := range n {
			b.Remove(i)
		}
		if full := Full(n); !b.Empty() || full.Len() != n || n > 0 && !full.Has(n-1) {
			t.Fatalf("%d: %v, full %v", n, b, full)
		}
	}
}

func TestMask(t *testing.T) {
	for _, list := range [][]int32{nil, {0}, {63}, {1, 5, 40, 63}} {
		b := Bits{Mask(list)}
		if !slices.EqualFunc(slices.Collect(b.All()), list, func(v int, w int32) bool { return v == int(w) }) {
			t.Errorf("%v: %x", list, b)
		}
	}
}

func TestMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 200 {
		rows, columns := rng.IntN(150), rng.IntN(150)
		lists := make([][]int32, rows)
		for i := range lists {
			for v := range columns {
				if rng.IntN(4) == 0 {
					lists[i] = append(lists[i], int32(v))
				}
			}
		}
		m := MatrixOf(rows, columns, slices.All(lists))
		for i, list := range lists {
			for v := range columns {
				if want := slices.Contains(list, int32(v)); m.Row(i).Has(v) != want {
					t.Fatalf("row %d, column %d: %v, want %v", i, v, m.Row(i).Has(v), want)
				}
			}
		}
	}
}

// TestTable compares every operation with its definition, set by set.
func TestTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for n := range 11 {
		for range 20 {
			lists := make([][]int32, rng.IntN(6))
			for i := range lists {
				for v := range n {
					if rng.IntN(3) == 0 {
						lists[i] = append(lists[i], int32(v))
					}
				}
			}
			live := func(x int) bool {
				return slices.ContainsFunc(lists, func(list []int32) bool { return int(Mask(list))&^x == 0 })
			}
			f := Up(n, slices.All(lists))
			dual := NewTable(n)
			f.Dual(dual)
			full := 1<<n - 1
			counts := make([]int64, n+1)
			out := rng.IntN(max(1, n))
			without, spared := NewTable(n), f.Clone()
			if n > 0 {
				f.Without(without, out)
			}
			spared.SpareAny(&[2]Table{NewTable(n), NewTable(n)})
			each, away := f.Clone(), []uint64{uint64(rng.IntN(full + 1)), uint64(rng.IntN(full + 1))}
			each.SpareEach(away...)
			var least []uint32
			for x := range 64 * len(f.Bits) {
				minimal := x <= full && live(x)
				for v := range n {
					minimal = minimal && (x>>v&1 == 0 || !live(x&^(1<<v)))
				}
				switch {
				case f.Has(x) != (x <= full && live(x)):
					t.Fatalf("n = %d, %v: %b is live: %v", n, lists, x, f.Has(x))
				case dual.Has(x) != (x <= full && !live(full&^x)):
					t.Fatalf("n = %d, %v: %b is live in the dual: %v", n, lists, x, dual.Has(x))
				case f.MinimalWord(x/64)>>(x%64)&1 == 1 != minimal:
					t.Fatalf("n = %d, %v: %b is minimal: %v", n, lists, x, !minimal)
				case n > 0 && without.Has(x) != f.Has(x&^(1<<out)):
					t.Fatalf("n = %d, %v: %b is live without %d: %v", n, lists, x, out, without.Has(x))
				case spared.Has(x) != (f.Has(x) && allOf(n, func(v int) bool { return live(x &^ (1 << v)) })):
					t.Fatalf("n = %d, %v: %b is live without any one: %v", n, lists, x, spared.Has(x))
				case each.Has(x) != (f.Has(x) && live(x&^int(away[0])) && live(x&^int(away[1]))):
					t.Fatalf("n = %d, %v: %b is live without %b: %v", n, lists, x, away, each.Has(x))
				case f.Has(x):
					counts[bits.OnesCount(uint(x))]++
				}
				if minimal {
					least = append(least, uint32(x))
				}
			}
			assert.MustSlice(t, AppendMinimal[uint32](nil, f), least, "n = %d, %v: the minimal sets are", n, lists)
			assert.MustSlice(t, f.BySize(), counts, "n = %d, %v: by size", n, lists)
		}
	}
}

func allOf(n int, holds func(v int) bool) bool {
	for v := range n {
		if !holds(v) {
			return false
		}
	}
	return true
}

// TestNarrowSelfDual: of all functions in an interval the self-dual ones stay, and where there is
// none of them left that may be told.
func TestNarrowSelfDual(t *testing.T) {
	const n = 4
	var all []Table // the self-dual monotone functions
	for code := range 1 << 16 {
		f, dual := NewTable(n), NewTable(n)
		f.Bits[0] = uint64(code)
		up := f.Clone()
		up.CloseUp()
		if f.Dual(dual); dual.Bits[0] == f.Bits[0] && up.Bits[0] == f.Bits[0] {
			all = append(all, f)
		}
	}
	assert.MustEqual(t, len(all), 12, "functions are self-dual")
	rng := rand.New(rand.NewPCG(3, 2))
	for range 2000 {
		low, high := NewTable(n), NewTable(n)
		high.Bits[0] = rng.Uint64() & rng.Uint64() & 0xffff
		low.Bits[0] = rng.Uint64() & rng.Uint64() & rng.Uint64() & 0xffff
		low.CloseUp()
		high.CloseUp()
		within := func() (list []uint64) {
			for _, f := range all {
				if low.SubsetOf(f.Bits) && f.SubsetOf(high.Bits) {
					list = append(list, f.Bits[0])
				}
			}
			return list
		}
		before := within()
		ok := NarrowSelfDual(low, high)
		dual := NewTable(n)
		if high.Dual(dual); ok != low.SubsetOf(high.Bits) || !ok && len(before) > 0 || ok && dual.Bits[0] != low.Bits[0] {
			t.Fatalf("low %x, high %x: %v, with %d functions", low.Bits, high.Bits, ok, len(before))
		}
		if after := within(); ok && !slices.Equal(after, before) {
			t.Fatalf("%d functions, then %d", len(before), len(after))
		}
	}
}

// TestNarrowMeeting: of all functions in an interval those that are at least their duals stay, and
// of each f that is left f or f* is one of them.
func TestNarrowMeeting(t *testing.T) {
	const n = 3
	var all []Table // the monotone functions that are at least their duals
	dual := NewTable(n)
	for code := range 1 << 8 {
		f := NewTable(n)
		f.Bits[0] = uint64(code)
		up := f.Clone()
		up.CloseUp()
		if f.Dual(dual); dual.SubsetOf(f.Bits) && up.Bits[0] == f.Bits[0] {
			all = append(all, f)
		}
	}
	rng := rand.New(rand.NewPCG(3, 5))
	empty := 0
	for range 2000 {
		low, high := NewTable(n), NewTable(n)
		high.Bits[0] = rng.Uint64() & rng.Uint64() & 0xff
		low.Bits[0] = rng.Uint64() & rng.Uint64() & rng.Uint64() & 0xff
		low.CloseUp()
		high.CloseUp()
		within := func() (list []uint64) {
			for _, f := range all {
				if low.SubsetOf(f.Bits) && f.SubsetOf(high.Bits) {
					list = append(list, f.Bits[0])
				}
			}
			return list
		}
		before := within()
		if ok := NarrowMeeting(low, high); ok != (len(before) > 0) || ok && !slices.Equal(within(), before) {
			t.Fatalf("low %x, high %x: %v, with %d functions, then %d", low.Bits, high.Bits, ok, len(before), len(within()))
		} else if !ok {
			empty++
			continue
		}
		for _, f := range []Table{low, high} {
			if !slices.Contains(before, f.Meeting().Bits[0]) {
				t.Fatalf("%x of %x to %x is %x", f.Bits, low.Bits, high.Bits, f.Meeting().Bits)
			}
		}
	}
	if len(all) != 12 || empty == 0 || empty == 2000 {
		t.Errorf("%d functions, %d intervals without one", len(all), empty)
	}
}

func TestWords(t *testing.T) {
	for x := range 64 {
		for v, w := range With {
			assert.Equal(t, (w>>x&1 == 1), (x>>v&1 == 1), "With[%d] at %d", v, x)
		}
		for s, w := range OfSize {
			assert.Equal(t, (w>>x&1 == 1), (bits.OnesCount(uint(x)) == s), "OfSize[%d] at %d", s, x)
		}
	}
}

// TestVoted: with one vote a node the sets of each size from the quota on are there, and votes of
// 2, 1, 1 and a quota of 3 want the first node and another.
func TestVoted(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for quota := 1; quota <= n+1; quota++ {
			for size, count := range Voted(slices.Repeat([]int{1}, n), quota).BySize() {
				want := int64(0)
				if size >= quota {
					want = int64(combin.Binomial(n, size))
				}
				if count != want {
					t.Errorf("n = %d, quota %d: %d sets of %d", n, quota, count, size)
				}
			}
		}
	}
	votes := []int{2, 1, 1}
	if got := AppendMinimal[int](nil, Voted(votes, Sum(votes)/2+1)); !slices.Equal(got, []int{3, 5}) {
		t.Errorf("%b", got)
	}
}
