package group

import (
	"context"
	"fmt"
)

// circulant looks for a covering array of at most n rows and m columns that a cyclic shift of its
// columns leaves unchanged: a few base rows with all their shifts, over k >= m columns, and perhaps
// a row of each symbol alone. ok is false if none is found with the effort that is made.
//
// The base rows must show every pair (s, t) at every distance 1 <= δ <= k/2, but for the pairs
// (s, s) where there are rows of one symbol: columns c and c+δ show it in some shift. Distance k-δ
// is distance δ with the columns exchanged. They are called cover starters.
//
// Proof: docs/theorems/covering-arrays.md.
func circulant(ctx context.Context, n, m, d, jobs int, seed uint64) (built, bool) {
	for _, alone := range []int{0, d} {
		left := n - alone
		for rows := 1; rows*m <= left; rows++ {
			for k := m; k <= left/rows && k <= m+circulantWider; k++ {
				if rows*k < d*d-alone { // pairs of a distance
					continue
				}
				s, ok := circulants(k, rows, d, alone > 0).search(ctx, jobs, circulantRounds, circulantSteps*rows*k*d, seed)
				if !ok {
					continue
				}
				by := fmt.Sprintf("%d base rows, shifted over %d columns", rows, k)
				if alone > 0 {
					by += ", and a row of each symbol"
				}
				return built{circulantArray(s, alone).firstColumns(m), by}, true
			}
		}
	}
	return built{}, false
}

// circulantArray returns the array of base rows: all their shifts, and the rows of one symbol.
func circulantArray(s *state, alone int) *array {
	k := s.columns
	a := newArray(s.rows*k+alone, k, s.symbols)
	for r := range s.rows {
		for shift := range k {
			for c := range k {
				a.set(r*k+shift, c, int(s.row(r)[(c+shift)%k])%s.width)
			}
		}
	}
	for x := range alone {
		for c := range k {
			a.set(s.rows*k+x, c, x)
		}
	}
	return a
}

// How much is tried: so many columns more than asked for, so many rounds, each of so many steps for
// each entry and symbol.
const (
	circulantWider  = 3
	circulantRounds = 2
	circulantSteps  = 1000
)

// circulants is the annealer of so many base rows over k columns.
func circulants(k, rows, d int, alone bool) *annealer {
	half := k / 2
	a := newAnnealer(rows, k, d, 0, half*d*d, func(c, s, e, t int) int {
		if alone && s == t {
			return -1
		}
		switch delta := e - c; {
		case 2*delta > k:
			delta = k - delta
			return ((delta-1)*d+t)*d + s
		case 2*delta == k:
			return ((delta-1)*d+min(s, t))*d + max(s, t)
		default:
			return ((delta-1)*d+s)*d + t
		}
	})
	if a != nil {
		a.distinct = false
	}
	return a
}
