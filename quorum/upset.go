package quorum

import "slices"

// upsetMaxNodes bounds the up-set table to 2^26 bits, 8 MiB.
const upsetMaxNodes = 26

// upset is the table of all node sets that contain a quorum, one bit for each of
// the 2^n sets: the families of very many quorums on few nodes (majorities,
// enumerations) are judged with it in O(2^n n / 64 + m) word operations instead
// of O(m² K / 64).
type upset struct {
	n    int
	bits []uint64
}

// inWord[v] holds the positions of a 64-bit word whose index has bit v clear.
var inWord = [6]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
	0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
}

// worthUpset reports whether the table is cheaper than the incidence kernel.
func worthUpset(f Family) bool { return worthUpsets(f, 1) }

// worthUpsets is worthUpset for so many tables.
func worthUpsets(f Family, tables int) bool {
	if f.n > upsetMaxNodes {
		return false
	}
	table := float64(tables) * float64(uint64(1)<<f.n) / 64 * float64(f.n)
	kernel := float64(f.Incidences()) * float64(f.Len()) / 128
	return table < kernel
}

func newUpset(f Family) upset {
	u := upset{f.n, make([]uint64, max(1, 1<<f.n/64))}
	for _, q := range f.All() {
		x := mask(q)
		u.bits[x>>6] |= 1 << (x & 63)
	}
	for v := range min(6, f.n) {
		for i, w := range u.bits {
			u.bits[i] |= w & inWord[v] << (1 << v)
		}
	}
	for v := 6; v < f.n; v++ {
		step := 1 << (v - 6)
		for base := 0; base < len(u.bits); base += 2 * step {
			for i := base; i < base+step; i++ {
				u.bits[i+step] |= u.bits[i]
			}
		}
	}
	return u
}

func (u upset) has(x uint32) bool { return u.bits[x>>6]>>(x&63)&1 == 1 }

func mask(q []int32) uint32 {
	var x uint32
	for _, v := range q {
		x |= 1 << v
	}
	return x
}

// firstMissed returns the lexicographically first pair of a quorum of f and a
// quorum of g, the family of u, that are disjoint.
func (u upset) firstMissed(f, g Family) pair {
	full := uint32(1)<<u.n - 1
	for i, q := range f.All() {
		if x := mask(q); u.has(full &^ x) {
			for j, r := range g.All() {
				if mask(r)&x == 0 {
					return pair{i, j}
				}
			}
		}
	}
	return noPair
}

// firstNested returns the first quorum that contains another one, after the first
// that it contains. Repeats must have been excluded before.
func (u upset) firstNested(f Family) pair {
	for i, q := range f.All() {
		x := mask(q)
		for _, v := range q {
			if !u.has(x &^ (1 << v)) {
				continue
			}
			for j, r := range f.All() {
				if j != i && mask(r)&^x == 0 {
					return pair{j, i}
				}
			}
		}
	}
	return noPair
}

// repeated returns the first quorum that occurs again, with its next occurrence.
func repeated(f Family) pair {
	order := f.sortedOrder()
	best := noPair
	for k := 1; k < len(order); k++ {
		i, j := order[k-1], order[k]
		if slices.Equal(f.Quorum(i), f.Quorum(j)) && (best.i < 0 || i < best.i) {
			best = pair{i, j}
		}
	}
	return best
}
