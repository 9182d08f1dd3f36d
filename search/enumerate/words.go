package enumerate

import "coterie/internal/solve/sets"

// Words returns the truth table: bit a%64 of word a/64 is the value at set a, and bits from 2^n on
// are 0.
func (f Function) Words() [4]uint64 { return f.words }

// SelfDual returns the nondominated coterie on n nodes, 1 <= n <= 8, whose values at the sets
// without the last node are the bits of low, as [Function.Words] has them; those at the others
// follow. ok is false if there is none: the function would not be monotone.
func SelfDual(n int, low [2]uint64) (f Function, ok bool) {
	f = Function{n: n}
	if n < 1 || n > MaxNodes {
		return Function{}, false
	}
	half := 1 << (n - 1)
	for w, x := range low {
		if rest := half - 64*w; rest < 64 && x>>max(0, rest) != 0 {
			return Function{}, false
		}
		f.words[w] = x
	}
	dual := f.Dual()
	if n == MaxNodes {
		f.words[2], f.words[3] = dual.words[2], dual.words[3]
	} else if n == MaxNodes-1 {
		f.words[1] = dual.words[1]
	} else {
		f.words[0] |= dual.words[0] &^ (1<<half - 1)
	}
	return f, f.monotone()
}

// monotone reports whether every superset of a true set is true.
func (f *Function) monotone() bool {
	for w, x := range f.table().Bits {
		above := uint64(0) // what has to be true
		for v := range min(6, f.n) {
			above |= x &^ sets.With[v] << (1 << v)
		}
		for v := range 2 {
			if w>>v&1 == 1 {
				above |= f.words[w&^(1<<v)]
			}
		}
		if above&^x != 0 {
			return false
		}
	}
	return true
}
