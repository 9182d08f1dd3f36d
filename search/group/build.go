package group

import (
	"context"
	"fmt"

	"coterie/gf"
	"coterie/planes"
)

// built is an array with the words of its construction.
type built struct {
	array *array
	by    string
}

// build returns a covering array of at most n rows, m columns and d symbols, if one of the
// constructions that are known here gives one; that with the fewest rows. Each array is checked.
func build(n, m, d int) (best built, ok bool) {
	try := func(a *array, format string, args ...any) {
		if a == nil || a.columns < m || best.array != nil && a.rows >= best.array.rows {
			return
		}
		best = built{a.firstColumns(m), fmt.Sprintf(format, args...)}
	}
	switch {
	case d == 1:
		try(constant(m), "one quorum of one node in every cartel")
	case m <= planes.MaxClasses(d):
		try(net(d, m), "the net of side %d", d)
	case d == 2:
		try(katona(m), "Katona's sets")
	}
	if best.array == nil {
		if q := bestPower(n, m, d); q > 0 {
			try(fuse(power(q, m), q-d), "%s", powerWords(q, m, q-d))
		}
	}
	if b, ok := keptFor(n, m, d, 0); ok {
		try(b.array, "%s", b.by)
	}
	if best.array == nil || best.array.rows > n {
		return built{}, false
	}
	return best, true
}

// bestPower returns the power q of a prime, d <= q <= 2d, for which power with q-d symbols fused
// promises the fewest rows; 0 if they are always more than n.
func bestPower(n, m, d int) (best int) {
	rows := n + 1
	for q := d; q <= 2*d && q*q-2*(q-d) < rows; q++ {
		if _, _, ok := gf.PrimePower(q); !ok {
			continue
		}
		promised := q*q - 2*(q-d)
		for k, power := 1, 1; (q+k)*power < m; k, power = k+1, power*q {
			promised += q*q - q
		}
		if promised < rows {
			best, rows = q, promised
		}
	}
	return best
}

func powerWords(q, m, fused int) string {
	words := fmt.Sprintf("the net of side %d", q)
	if m > q+1 {
		words = fmt.Sprintf("a product of nets of side %d", q)
	}
	if fused > 0 {
		words += fmt.Sprintf(" with %d symbols fused", fused)
	}
	return words
}

// constant is the array of one row and one symbol.
func constant(m int) *array {
	a := newArray(1, m, 1)
	for c := range m {
		a.set(0, c, 0)
	}
	return a
}

// net is the orthogonal array of a net: a row for each point, a column for each parallel class; nil
// if planes has none.
func net(side, m int) *array {
	net, err := planes.NewNet(context.Background(), side, m)
	if err != nil {
		return nil
	}
	a := newArray(side*side, m, side)
	for c := range m {
		for i, line := range net.Class(c) {
			for _, v := range line {
				a.set(int(v), c, i)
			}
		}
	}
	return a
}

// katona is the covering array of two symbols with the fewest rows: symbol 0 in the first row, and
// symbol 1 in the ⌈n/2⌉ further rows of a set that differs from column to column.
//
// Proof that it is one. Two sets of ⌈n/2⌉ of n-1 rows meet, since 2⌈n/2⌉ > n-1: a row shows (1,1).
// They differ and have equal sizes, so each has a row that the other has not: (1,0) and (0,1). The
// first row shows (0,0). ∎ See bounds: no array has more than C(n-1, ⌈n/2⌉) columns.
func katona(m int) *array {
	n := 1
	for binaryColumns(n) < int64(m) {
		n++
	}
	n = max(n, 4)
	a := newArray(n, m, 2)
	clear(a.cell)
	set := make([]int, (n+1)/2) // rows, ascending; the sets in lexicographic order
	for i := range set {
		set[i] = i + 1
	}
	for c := range m {
		for _, r := range set {
			a.set(r, c, 1)
		}
		i := len(set) - 1
		for i >= 0 && set[i] == n-len(set)+i {
			i--
		}
		if i < 0 {
			break
		}
		set[i]++
		for k := i + 1; k < len(set); k++ {
			set[k] = set[k-1] + 1
		}
	}
	return a
}

// fuse returns an array with so many symbols less, and two rows less for each; see the proof of
// fusion in the documentation of the package. The array must be full, its columns at least 2.
func fuse(a *array, symbols int) *array {
	if a == nil {
		return nil
	}
	for range symbols {
		a = a.fused()
	}
	return a
}

// fused executes the proof of fusion: the symbols of every column are renamed so that the last row
// shows the last symbol throughout; that row goes, and the symbol with it; and so does the last but
// one, whose entries fill the blanks.
func (a *array) fused() *array {
	last := int16(a.symbols - 1)
	b := newArray(a.rows-2, a.columns, a.symbols-1)
	for c := range a.columns {
		gone := a.cell[(a.rows-1)*a.columns+c]
		rename := func(s int16) int16 {
			switch s {
			case gone:
				return blank
			case last:
				return gone
			}
			return s
		}
		fill := rename(a.cell[(a.rows-2)*a.columns+c])
		if fill == blank {
			fill = 0
		}
		for r := range b.rows {
			s := rename(a.cell[r*a.columns+c])
			if s == blank {
				s = fill
			}
			b.set(r, c, int(s))
		}
	}
	return b
}

// power returns an array of q symbols, q a prime power, with m columns or more, made of nets of
// side q by products: of q² + k(q²-q) rows for the least k with (q+k+1)·q^k >= m.
func power(q, m int) *array {
	if m <= q+1 {
		return net(q, m)
	}
	inner := partedNet(q)
	a := inner
	for a.columns < m {
		a = product(a, inner)
	}
	return a.array
}

// parted is an array whose last rows, one for each symbol, part its columns: the whole ones, which
// come first, show k in the k-th of these rows, and the others 0 in each.
type parted struct {
	*array
	whole int
}

// partedNet is the net of side q, whose last rows are the points of a line of its last class.
func partedNet(q int) parted {
	net := net(q, q+1)
	a := newArray(q*q, q+1, q)
	at, last := 0, q*q-q
	for r := range net.rows {
		to := &at
		if net.at(r, q) == 0 {
			to = &last
		}
		copy(a.row(*to), net.row(r))
		*to++
	}
	for c := range q {
		name := make([]int, q)
		for k := range q {
			name[a.at(q*q-q+k, c)] = k
		}
		for r := range a.rows {
			a.set(r, c, name[a.at(r, c)])
		}
	}
	return parted{a, q}
}

// product returns an array with a column for each pair of a column of a and one of b, over the same
// symbols, but for two that are not whole: first the rows of a without the last ones, each entry of
// column i in all columns (i,j), then those of b, each entry of column j in all columns (i,j), and
// then the last ones. Two whole columns make a whole one. Colbourn, Martirosyan, Mullen, Shasha,
// Sherwood and Yucas 2006 have it as the product of two partitioned arrays.
//
// Proof: docs/theorems/covering-arrays.md.
func product(a, b parted) parted {
	last := a.symbols
	p := newArray(a.rows+b.rows-last, a.columns*b.columns-(a.columns-a.whole)*(b.columns-b.whole), a.symbols)
	c := 0
	for _, whole := range []bool{true, false} {
		for i := range a.columns {
			for j := range b.columns {
				if (i < a.whole && j < b.whole) != whole || i >= a.whole && j >= b.whole {
					continue
				}
				at := 0
				for r := range a.rows - last {
					p.set(at, c, a.at(r, i))
					at++
				}
				for r := range b.rows - last {
					p.set(at, c, b.at(r, j))
					at++
				}
				for k := range last {
					p.set(at+k, c, 0)
					if whole {
						p.set(at+k, c, k)
					}
				}
				c++
			}
		}
	}
	return parted{p, a.whole * b.whole}
}
