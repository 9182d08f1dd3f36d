package group

import (
	"context"
	"fmt"
)

// development is a covering array that the additions of Z_g leave unchanged: its symbols are the
// numbers 0..g-1 and d-g further ones, "infinite", and its rows are base rows, with every number of
// Z_g added to their numbers, and a covering array of the infinite symbols alone.
//
// Its base rows must show, in every two columns, every difference of two numbers, (i, a number) and
// (a number, i) for each infinite i.
//
// Base rows have g+2(d-g) pairs to show, so there are at least so many of them. With exactly so
// many, and an orthogonal array of the infinite symbols, the array has g(2d-g) + (d-g)² = d² rows:
// such a quasi-difference matrix over Z_7 with three infinite symbols gave Parker (1959) his two
// orthogonal squares of side 10.
//
// Proof: docs/theorems/covering-arrays.md.
type development struct {
	g, infinite, columns int
	base                 [][]int // symbols from g on are infinite
}

// kinds is how many kinds of pairs the base rows have to show in two columns.
func (v *development) kinds() int { return v.g + 2*v.infinite }

// kind returns the kind of a pair of symbols; kinds() for two infinite ones.
func (v *development) kind(a, b int) int {
	switch {
	case a < v.g && b < v.g:
		return (b - a + v.g) % v.g
	case a < v.g:
		return b // g..d-1
	case b < v.g:
		return a + v.infinite // d..
	}
	return v.kinds()
}

// array develops the base rows; small is a covering array of the infinite symbols, or nil without
// any.
func (v *development) array(small *array) *array {
	rows := v.g * len(v.base)
	if small != nil {
		rows += small.rows
	}
	a := newArray(rows, v.columns, v.g+v.infinite)
	at := 0
	for _, row := range v.base {
		for x := range v.g {
			for c, s := range row {
				if s < v.g {
					s = (s + x) % v.g
				}
				a.set(at, c, s)
			}
			at++
		}
	}
	if small != nil {
		for r := range small.rows {
			for c := range v.columns {
				s := max(small.at(r, c), 0) // a blank may be filled with any symbol
				a.set(at, c, v.g+s)
			}
			at++
		}
	}
	return a
}

// baseRows looks for base rows by annealing, in rounds of 500 steps for each entry and symbol; nil
// if none is found, or ctx ends.
func baseRows(ctx context.Context, g, infinite, columns, rows int, jobs int, seed uint64) *development {
	v := &development{g: g, infinite: infinite, columns: columns}
	kinds := v.kinds()
	a := newAnnealer(rows, columns, g+infinite, 0, columns*(columns-1)/2*kinds, func(c, s, e, t int) int {
		if s >= g && t >= g {
			return -1
		}
		return (e*(e-1)/2+c)*kinds + v.kind(s, t)
	})
	const rounds = 4
	found, ok := a.search(ctx, jobs, rounds, 500*rows*columns*(g+infinite), seed)
	if !ok {
		return nil
	}
	for r := range rows {
		row := make([]int, columns)
		for c, p := range found.row(r) {
			row[c] = int(p) % a.width
		}
		v.base = append(v.base, row)
	}
	return v
}

// The numbers of symbols for which develop is tried: for fewer the exhaustive search is better, and
// for more than that annealing finds little.
const (
	developLeast = 5
	developMost  = 12
)

// develop looks for a covering array of at most n rows, m columns and d symbols that additions
// leave unchanged, with up to three infinite symbols and as many base rows as fit. ok is false if
// none is found with the effort that is made, which no clock ends.
func develop(ctx context.Context, n, m, d int, jobs int, seed uint64) (built, bool) {
	if d < developLeast || d > developMost || n > d*d+d*m {
		return built{}, false
	}
	for infinite := range 4 {
		var small *array
		left := n
		if infinite > 0 {
			b, ok := build(n, m, infinite)
			if !ok {
				continue
			}
			small = b.array
			left -= small.rows
		}
		g := d - infinite
		if left < g*(g+2*infinite) {
			continue
		}
		if v := baseRows(ctx, g, infinite, m, left/g, jobs, seed); v != nil {
			return built{v.array(small), fmt.Sprintf("%d base rows developed over Z_%d, with %d further symbols", len(v.base), g, infinite)}, true
		}
	}
	return built{}, false
}
