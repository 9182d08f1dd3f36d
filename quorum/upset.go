package quorum

import "coterie/internal/solve/sets"

// upsetMaxNodes bounds the up-set table to 2^26 bits, 8 MiB. The table has all node sets that
// contain a quorum: the families of very many quorums on few nodes (majorities, enumerations) are
// judged with it in O(2^n n / 64 + m) word operations instead of O(m² K / 64).
const upsetMaxNodes = 26

// worthUpsets reports whether that number of tables is cheaper than the incidence kernel.
func worthUpsets(f Family, tables int) bool {
	if f.n > upsetMaxNodes {
		return false
	}
	table := float64(tables) * float64(uint64(1)<<f.n) / 64 * float64(f.n)
	kernel := float64(f.Incidences()) * float64(f.Len()) / 128
	return table < kernel
}

// firstMissed returns the lexicographically first pair of disjoint quorums.
func firstMissed(f Family) pair {
	live := sets.Up(f.n, f.All())
	full := uint64(1)<<f.n - 1
	for i, q := range f.All() {
		if x := sets.Mask(q); live.Has(int(full &^ x)) {
			for j, r := range f.All() {
				if sets.Mask(r)&x == 0 {
					return pair{i, j}
				}
			}
		}
	}
	return noPair
}

// firstNested returns the first quorum that contains another one, after the first
// that it contains. Repeats must have been excluded before.
func firstNested(f Family) pair {
	live := sets.Up(f.n, f.All())
	for i, q := range f.All() {
		x := sets.Mask(q)
		for _, v := range q {
			if !live.Has(int(x &^ (1 << v))) {
				continue
			}
			for j, r := range f.All() {
				if j != i && sets.Mask(r)&^x == 0 {
					return pair{j, i}
				}
			}
		}
	}
	return noPair
}
