package group

import (
	"context"
	"fmt"
	"math/rand/v2"

	"coterie/internal/par"
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

// kind is that of a pair of symbols; kinds() for two infinite ones.
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

// anneal looks for base rows by simulated annealing: an entry at a time is changed, and changes
// that show fewer kinds of pairs are taken with a probability that sinks from a start to its end.
// There are four starts, of 500 changes for each entry and symbol; seed is the source of chance,
// and the same arguments give the same answer, on every machine, as all is reckoned in whole
// numbers. It returns nil if none is found, or ctx ends.
func anneal(ctx context.Context, g, infinite, columns, rows int, seed uint64) *development {
	v := &development{g: g, infinite: infinite, columns: columns}
	rng := rand.New(rand.NewPCG(seed, uint64(g)<<32|uint64(infinite)<<24|uint64(columns)<<12|uint64(rows)))
	d, kinds := g+infinite, v.kinds()
	shown := make([]int16, columns*columns*(kinds+1)) // rows that show a kind in columns c < e
	at := func(c, e int) []int16 { return shown[(c*columns+e)*(kinds+1):][:kinds+1] }
	const restarts = 4
	poll := par.NewPoll(ctx)
	for range restarts {
		clear(shown)
		v.base = make([][]int, rows)
		missing := columns * (columns - 1) / 2 * kinds
		add := func(c, e, kind int) {
			n := &at(c, e)[kind]
			if *n++; *n == 1 && kind < kinds {
				missing--
			}
		}
		remove := func(c, e, kind int) {
			n := &at(c, e)[kind]
			if *n--; *n == 0 && kind < kinds {
				missing++
			}
		}
		change := func(r, c, s int) {
			row := v.base[r]
			for e := range columns {
				switch {
				case e < c:
					remove(e, c, v.kind(row[e], row[c]))
					add(e, c, v.kind(row[e], s))
				case e > c:
					remove(c, e, v.kind(row[c], row[e]))
					add(c, e, v.kind(s, row[e]))
				}
			}
			row[c] = s
		}
		for r := range v.base {
			v.base[r] = make([]int, columns)
			for c := range columns {
				v.base[r][c] = rng.IntN(d)
				for e := range c {
					add(e, c, v.kind(v.base[r][e], v.base[r][c]))
				}
			}
		}
		each := 500 * rows * columns * d
		for step := range each {
			if missing == 0 {
				return v
			}
			if poll.Err() != nil {
				return nil
			}
			r, c, s := rng.IntN(rows), rng.IntN(columns), rng.IntN(d)
			before, old := missing, v.base[r][c]
			if s == old {
				continue
			}
			change(r, c, s)
			if worse := missing - before; worse > 0 {
				left := uint64(each - step)
				one := 17_000 * left * left / (uint64(each) * uint64(each)) // of 2^16: the chance of a change that shows one kind less
				chance := one
				for range min(worse, 4) - 1 {
					chance = chance * one >> 16
				}
				if rng.Uint64N(1<<16) >= chance {
					change(r, c, old)
				}
			}
		}
	}
	return nil
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
func develop(ctx context.Context, n, m, d int, seed uint64) (built, bool) {
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
		if v := anneal(ctx, g, infinite, m, left/g, seed); v != nil {
			return built{v.array(small), fmt.Sprintf("%d base rows developed over Z_%d, with %d further symbols", len(v.base), g, infinite)}, true
		}
	}
	return built{}, false
}
