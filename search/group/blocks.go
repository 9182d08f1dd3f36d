package group

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/solve/sets"
	"coterie/planes"
)

// blocks returns an array of at most n rows with at most responsibility symbols in a row, 2 <=
// responsibility < m, put together from covering arrays on blocks of columns: every two columns are
// together in a block, and every row belongs to one block. ok is false if none is found.
//
// With blocks of two it is Joung's staircase of squares. With blocks of one size R in which every
// two columns are together once, and nets on the blocks, it meets the bound of Lemma 3.3
// generalised to R.
func blocks(designs []design, n, m, d, responsibility int) (best built, ok bool) {
	if a := punctured(n, m, d, responsibility); a != nil {
		best = built{a, fmt.Sprintf("the lines of the affine plane of order %d that miss a point", m-1)}
	}
	arrays := map[int]built{} // by size of block
	array := func(size int) (built, bool) {
		b, ok := arrays[size]
		if !ok {
			b, _ = build(n, size, d)
			arrays[size] = b
		}
		return b, b.array != nil
	}
	for _, design := range designs {
		rows := 0
		for _, block := range design.blocks {
			b, ok := array(len(block))
			if !ok {
				rows = n + 1
				break
			}
			rows += b.array.rows
		}
		if rows > n || best.array != nil && rows >= best.array.rows {
			continue
		}
		a := newArray(rows, m, d)
		at := 0
		for _, block := range design.blocks {
			part := arrays[len(block)].array
			for r := range part.rows {
				for i, c := range block {
					a.set(at, c, part.at(r, i))
				}
				at++
			}
		}
		best = built{a, fmt.Sprintf("covering arrays on the blocks of %s", design.words)}
	}
	if b, ok := keptFor(n, m, d, responsibility); ok && (best.array == nil || b.array.rows < best.array.rows) {
		best = b
	}
	return best, best.array != nil
}

// punctured returns the array of q = m-1 that has as rows the q²-1 lines of an affine plane of
// order q that miss a point P, as columns the q+1 lines through P, and as symbols of a column d of
// the q-1 other points of that line; nil unless the responsibility is q, d <= q-1, q is a power of
// a prime, and there are at most n rows.
//
// Proof. A row meets each line through P in at most one point, its symbol, and has a blank for the
// one that it is parallel to: q symbols. Points of different lines through P, neither of them P,
// are on one line, and that misses P. ∎ With d = q-1 this meets Lemma 3.3 generalised to
// responsibility q: m(m-1)d² = q(q-1)n.
func punctured(n, m, d, responsibility int) *array {
	q := m - 1
	if responsibility != q || q < 2 || d > q-1 || q*q-1 > n {
		return nil
	}
	plane, err := planes.NewAffine(context.Background(), q)
	if err != nil {
		return nil
	}
	const point = 0
	column, symbol := make([]int, plane.Points()), make([]int, plane.Points()) // symbol -1 for P
	symbol[point] = -1
	for c, l := range plane.LinesThrough(point) {
		s := 0
		for _, v := range plane.Line(int(l)) {
			if v != point {
				column[v], symbol[v] = c, s
				s++
			}
		}
	}
	a := newArray(q*q-1, m, d)
	r := 0
	for _, line := range plane.AllLines() {
		if slices.Contains(line, point) {
			continue
		}
		for _, v := range line {
			if symbol[v] < d {
				a.set(r, column[v], symbol[v])
			}
		}
		r++
	}
	return a
}

// design is a list of blocks of columns, of at least two and at most R, such that every two columns
// are together in a block.
type design struct {
	words  string
	blocks [][]int
}

// designsFor lists those that are tried.
func designsFor(m, most int) []design {
	list := []design{{"all pairs of cartels", pairs(m)}}
	for size := 3; size <= most; size++ {
		if size > 10 && size < most {
			continue
		}
		list = append(list, design{fmt.Sprintf("a greedy packing by blocks of at most %d cartels", size), greedyBlocks(m, size)})
	}
	for q := 2; q < most; q++ { // lines of q+1 points
		if q*q+q+1 < m {
			continue
		}
		if p, err := planes.NewProjective(context.Background(), q); err == nil {
			list = append(list, design{fmt.Sprintf("the projective plane of order %d", q), shortened(p, m)})
		}
		break
	}
	for q := 2; q <= most; q++ {
		if q*q < m {
			continue
		}
		if p, err := planes.NewAffine(context.Background(), q); err == nil {
			list = append(list, design{fmt.Sprintf("the affine plane of order %d", q), shortened(p, m)})
		}
		break
	}
	if half := most / 2; half > 1 {
		list = append(list, design{fmt.Sprintf("pairs of parts of %d cartels", half), parts(m, half)})
	}
	return list
}

func pairs(m int) [][]int {
	var blocks [][]int
	for c := range m {
		for e := range c {
			blocks = append(blocks, []int{e, c})
		}
	}
	return blocks
}

// greedyBlocks takes blocks in lexicographic order, each as long as possible up to size, whose
// pairs are in no block yet.
func greedyBlocks(m, size int) [][]int {
	together := make([]bool, m*m)
	var blocks [][]int
	for want := size; want >= 2; want-- {
		for a := range m {
			for b := a + 1; b < m; b++ {
				if together[a*m+b] {
					continue
				}
				block := []int{a, b}
				for c := b + 1; c < m && len(block) < want; c++ {
					if !slices.ContainsFunc(block, func(x int) bool { return together[x*m+c] }) {
						block = append(block, c)
					}
				}
				if len(block) < want {
					continue
				}
				blocks = append(blocks, block)
				for i, x := range block {
					for _, y := range block[i+1:] {
						together[x*m+y] = true
					}
				}
			}
		}
	}
	return blocks
}

// shortened returns the lines of a plane on its first m points, where at least two are left.
func shortened(p *planes.Plane, m int) [][]int {
	var blocks [][]int
	for _, line := range p.AllLines() {
		var block []int
		for _, v := range line {
			if int(v) < m {
				block = append(block, int(v))
			}
		}
		if len(block) >= 2 {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// parts splits the columns into parts of so many and takes every two parts as a block.
func parts(m, size int) [][]int {
	parts := slices.Collect(slices.Chunk(sets.Identity(m), size))
	var blocks [][]int
	for i, a := range parts {
		for _, b := range parts[:i] {
			blocks = append(blocks, slices.Concat(b, a))
		}
	}
	return blocks
}
