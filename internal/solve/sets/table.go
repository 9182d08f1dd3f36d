package sets

import (
	"iter"
	"math/bits"
	"slices"
)

// With[v] has the places of a word whose number has bit v: in a table the sets with v, for v < 6.
var With = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// OfSize[s] has the places of a word whose number has s bits.
var OfSize = func() (of [7]uint64) {
	for x := range 64 {
		of[bits.OnesCount(uint(x))] |= 1 << x
	}
	return of
}()

// Table is the truth table of a Boolean function of N variables: the sets of them at which it is
// true, each by its mask. It has max(1, 2^N/64) words. Bits beyond 2^N are 0.
type Table struct {
	N int
	Bits
}

// NewTable returns the function that is false everywhere.
func NewTable(n int) Table { return Table{n, make(Bits, max(1, 1<<n/64))} }

// Clone returns a copy.
func (t Table) Clone() Table { return Table{t.N, slices.Clone(t.Bits)} }

// Up returns the function that is true at every set that contains one of the lists.
func Up(n int, lists iter.Seq2[int, []int32]) Table { return UpFrom(n, Masks(lists)...) }

// UpFrom returns the function that is true at every set that contains one of the sets.
func UpFrom[M word](n int, family ...M) Table {
	t := NewTable(n)
	for _, m := range family {
		t.Add(int(m))
	}
	t.CloseUp()
	return t
}

// Voted returns the function that is true at the sets with a quota of the votes.
func Voted(votes []int, quota int) Table {
	t := NewTable(len(votes))
	for x := range 1 << t.N {
		sum := 0
		for v := range Ones(uint64(x)) {
			sum += votes[v]
		}
		if sum >= quota {
			t.Add(x)
		}
	}
	return t
}

// CloseUp makes t true at every set that contains one at which it is. Cost: O(N·2^N/64).
func (t Table) CloseUp() {
	for i, w := range t.Bits {
		if w == 0 || ^w == 0 {
			continue
		}
		for v := range min(6, t.N) {
			w |= w &^ With[v] << (1 << v)
		}
		t.Bits[i] = w
	}
	for v := 6; v < t.N; v++ {
		step := 1 << (v - 6)
		for base := 0; base < len(t.Bits); base += 2 * step {
			t.Bits[base+step:].Unite(t.Bits[base : base+step])
		}
	}
}

// Dual sets dst, of as many variables, to the function that is true at a set where t is false at
// its complement. Complementing a set reverses the order of the table.
func (t Table) Dual(dst Table) {
	for i := range dst.Bits {
		dst.Bits[i] = ^bits.Reverse64(t.Bits[len(t.Bits)-1-i]) >> (64 - 1<<min(t.N, 6))
	}
}

// MinimalWord returns word i of the table of the minimal sets of a monotone function.
func (t Table) MinimalWord(i int) uint64 {
	w := t.Bits[i]
	above := uint64(0) // sets whose subset without one variable is in the table
	for v := range min(6, t.N) {
		above |= w &^ With[v] << (1 << v)
	}
	for rest := uint(i); rest != 0; rest &= rest - 1 {
		above |= t.Bits[uint(i)&^(rest&-rest)]
	}
	return w &^ above
}

// AppendMinimal appends the minimal sets of a monotone function, ascending by their masks.
func AppendMinimal[M word](dst []M, t Table) []M {
	for i := range t.Bits {
		for w := t.MinimalWord(i); w != 0; w &= w - 1 {
			dst = append(dst, M(i<<6|bits.TrailingZeros64(w)))
		}
	}
	return dst
}

// Without sets dst, of as many variables, to the sets at which t is true once v is taken out of
// them; dst is not t.
func (t Table) Without(dst Table, v int) {
	if v < 6 {
		for i, w := range t.Bits {
			low := w &^ With[v]
			dst.Bits[i] = low | low<<(1<<v)
		}
		return
	}
	step := 1 << (v - 6)
	for base := 0; base < len(t.Bits); base += 2 * step {
		copy(dst.Bits[base:base+step], t.Bits[base:base+step])
		copy(dst.Bits[base+step:base+2*step], t.Bits[base:base+step])
	}
}

// SpareAny leaves t true only at the sets at which it is true whichever variable is taken out of
// them. It overwrites the two tables of spare.
func (t Table) SpareAny(spare *[2]Table) {
	copy(spare[1].Bits, t.Bits)
	for v := range t.N {
		t.Without(spare[0], v)
		spare[1].Intersect(spare[0].Bits)
	}
	copy(t.Bits, spare[1].Bits)
}

// SpareEach leaves t true only at the sets at which it is true whichever set of variables is taken
// out of them.
func (t Table) SpareEach(out ...uint64) {
	was := t.Clone()
	for _, set := range out {
		now, next := was.Clone(), t.Clone()
		for v := range Ones(set) {
			now.Without(next, v)
			now, next = next, now
		}
		t.Intersect(now.Bits)
	}
}

// NarrowSelfDual narrows the interval low <= f <= high without losing a self-dual f: afterwards a
// set is in low if and only if its complement is not in high. It returns false if no self-dual f is
// left.
func NarrowSelfDual(low, high Table) bool {
	other := NewTable(low.N)
	high.Dual(other)
	low.Unite(other.Bits)
	low.Dual(other)
	high.Intersect(other.Bits)
	return low.SubsetOf(high.Bits)
}

// NarrowMeeting narrows the interval low <= f <= high without losing an f with f* <= f, that is,
// one such that the sets of its dual meet: afterwards a set is in low if its complement is not in
// high. It returns false if no such f is left. Otherwise, for every f in between, the function "f
// or f*" is one.
func NarrowMeeting(low, high Table) bool {
	other := NewTable(low.N)
	high.Dual(other)
	low.Unite(other.Bits)
	return low.SubsetOf(high.Bits)
}

// Meeting returns g = f or f*. Every two sets of its dual, which is f and f*, meet.
func (t Table) Meeting() Table {
	g := NewTable(t.N)
	t.Dual(g)
	g.Unite(t.Bits)
	return g
}

// BySize returns the numbers of sets of 0, 1, ..., N variables at which the function is true.
func (t Table) BySize() []int64 {
	counts := make([]int64, max(t.N, 6)+1)
	t.addBySize(counts)
	return counts[:t.N+1]
}

// addBySize adds the numbers of BySize to counts, which has room for max(N, 6)+1 of them.
func (t Table) addBySize(counts []int64) {
	for i, w := range t.Bits {
		if w == 0 {
			continue
		}
		above := (*[7]int64)(counts[bits.OnesCount(uint(i)):])
		for s, m := range &OfSize {
			above[s] += int64(bits.OnesCount64(w & m))
		}
	}
}
