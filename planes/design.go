package planes

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// Design is a block design in which any two points are in exactly one block: a 2-(v,k,1) design,
// with v points, blocks of k points each, and every pair of points in one block. Points and blocks
// are numbered from 0; every block lists its points ascending. Values are immutable and safe for
// concurrent use.
//
// Every point is in r = (v-1)/(k-1) blocks, and there are b = v(v-1)/(k(k-1)) of them. Projective
// and affine planes are such designs (Plane.Design), Steiner triple systems are the designs with k
// = 3 (SteinerTriples), and each v has two trivial designs: all pairs (AllPairs) and a single block
// (SingleBlock).
//
// Proof: docs/theorems/steiner-triples.md.
type Design struct {
	name         string
	points, size int
	table        []int32 // block i is the i-th run of size points
}

// AllPairs builds the design whose blocks are the pairs of v points, in lexicographic order.
//
// Domain: 2 to MaxSide points. Errors: as NewProjective. Cost: O(v^2).
func AllPairs(ctx context.Context, v int) (*Design, error) {
	if v < 2 || v > MaxSide {
		return nil, badOrder("design of all pairs", v, 2, MaxSide)
	}
	d := &Design{name: fmt.Sprintf("pairs of %d points", v), points: v, size: 2}
	if err := memory.Ask(ctx, d.name, v, v-1, 4); err != nil {
		return nil, err
	}
	d.table = make([]int32, 0, v*(v-1))
	poll := par.NewPoll(ctx)
	for a := range int32(v) {
		if err := poll.Work(v); err != nil {
			return nil, err
		}
		for b := a + 1; b < int32(v); b++ {
			d.table = append(d.table, a, b)
		}
	}
	return d, nil
}

// SingleBlock builds the design of one block that has all v points.
//
// Domain: 2 to MaxIncidences points. Errors: [*OrderError]. Cost: O(v).
func SingleBlock(v int) (*Design, error) {
	if v < 2 || v > MaxIncidences {
		return nil, badOrder("design of one block", v, 2, MaxIncidences)
	}
	d := &Design{name: fmt.Sprintf("one block of %d points", v), points: v, size: v, table: make([]int32, v)}
	for p := range d.table {
		d.table[p] = int32(p)
	}
	return d, nil
}

// MaxTriplePoints is the greatest number of points of SteinerTriples: its v(v-1)/2 incidences are
// within MaxIncidences.
const MaxTriplePoints = 23_169

// SteinerTriples builds a Steiner triple system on v points: triples, any two points in exactly
// one. The triples are in lexicographic order.
//
// Domain: v from 3 to MaxTriplePoints with remainder 1 or 3 modulo 6. There is none for other v >
// 1: a point is in (v-1)/2 triples, so v is odd, and v(v-1)/6 is their number, which excludes
// remainder 5 (Kirkman 1847).
//
// v = 6t+3, by Bose (1939). Let q = 2t+1 and i∘j = (i+j)(t+1) modulo q, half of i+j: a Latin
// square, symmetric and with i∘i = i. The points are Z_q on three levels, point (i, k) being k q +
// i; the triples are {(i,0), (i,1), (i,2)} for each i, and {(i,k), (j,k), (i∘j,k+1)} for i < j and
// each level k modulo 3.
//
// v = 6t+1, by Skolem (1958). Let q = 2t and i∘j = h((i+j) mod q), where h maps 0, 2, 4, ... to
// 0..t-1 and 1, 3, 5, ... to t..2t-1: a Latin square, symmetric, with i∘i = i for i < t and i∘i =
// i-t for i >= t. The points are Z_q on three levels and one more, ∞ = v-1; the triples are {(i,0),
// (i,1), (i,2)} for i < t, {∞, (t+i,k), (i,k+1)} for i < t and each k, and {(i,k), (j,k),
// (i∘j,k+1)} for i < j and each k.
//
// Errors: as NewProjective. Cost: O(v^2) memory, O(v^2 log v) time for the order of the triples.
//
// Proof: docs/theorems/steiner-triples.md.
func SteinerTriples(ctx context.Context, v int) (*Design, error) {
	if v < 3 || v > MaxTriplePoints {
		return nil, badOrder("Steiner triple system", v, 3, MaxTriplePoints)
	}
	t := v / 6
	q, half := 2*t+1, func(sum int) int { return sum * (t + 1) % (2*t + 1) }
	switch v % 6 {
	case 3:
	case 1:
		q, half = 2*t, func(sum int) int {
			sum %= 2 * t
			return sum/2 + sum%2*t
		}
	default:
		e := badOrder("Steiner triple system", v, 3, MaxTriplePoints)
		e.Needs = "1 or 3 modulo 6"
		for e.Below = v - 1; e.Below%6 != 1 && e.Below%6 != 3; e.Below-- {
		}
		for e.Above = v + 1; e.Above%6 != 1 && e.Above%6 != 3; e.Above++ {
		}
		return nil, e
	}
	if err := memory.Ask(ctx, fmt.Sprintf("the Steiner triples of %d points", v), v, v-1, 4); err != nil {
		return nil, err // v(v-1)/6 triples, twice
	}
	triples := make([][3]int32, 0, v*(v-1)/6)
	add := func(a, b, c int) {
		triple := [3]int32{int32(a), int32(b), int32(c)}
		slices.Sort(triple[:])
		triples = append(triples, triple)
	}
	at := func(i, level int) int { return level%3*q + i }
	poll := par.NewPoll(ctx)
	for i := range q {
		if err := poll.Work(3 * q); err != nil {
			return nil, err
		}
		if half(2*i) == i {
			add(at(i, 0), at(i, 1), at(i, 2))
		} else { // i >= t in Skolem's square
			for level := range 3 {
				add(v-1, at(i, level), at(i-t, level+1))
			}
		}
		for j := i + 1; j < q; j++ {
			for level := range 3 {
				add(at(i, level), at(j, level), at(half(i+j), level+1))
			}
		}
	}
	if err := sortTriples(ctx, triples, v); err != nil {
		return nil, err
	}
	d := &Design{name: fmt.Sprintf("Steiner triple system of %d points", v), points: v, size: 3, table: make([]int32, 0, 3*len(triples))}
	for _, triple := range triples {
		if err := poll.Err(); err != nil {
			return nil, err
		}
		d.table = append(d.table, triple[:]...)
	}
	return d, nil
}

// sortTriples sorts ascending triples of points below v lexicographically: first by the first
// point, and then the triples with the same first point.
func sortTriples(ctx context.Context, triples [][3]int32, v int) error {
	start := make([]int, v+1)
	for _, t := range triples {
		start[t[0]+1]++
	}
	for p := range v {
		start[p+1] += start[p]
	}
	byFirst, next := make([][3]int32, len(triples)), slices.Clone(start)
	for _, t := range triples {
		byFirst[next[t[0]]] = t
		next[t[0]]++
	}
	copy(triples, byFirst)
	poll := par.NewPoll(ctx)
	for p := range v {
		own := triples[start[p]:start[p+1]]
		if err := poll.Work(len(own)); err != nil {
			return err
		}
		slices.SortFunc(own, func(a, b [3]int32) int { return slices.Compare(a[1:], b[1:]) })
	}
	return nil
}

// Design returns the points and lines of a projective or an affine plane as a block design, in the
// order of the plane, whose table of lines it shares. Cost: O(1).
func (p *Plane) Design() *Design {
	points, _, size, _ := p.counts()
	return &Design{name: p.name, points: points, size: size, table: p.table}
}

// Points returns v, the number of points.
func (d *Design) Points() int { return d.points }

// BlockSize returns k, the number of points of each block.
func (d *Design) BlockSize() int { return d.size }

// Blocks returns b, the number of blocks.
func (d *Design) Blocks() int { return len(d.table) / d.size }

// AllBlocks yields the blocks with their numbers. Each is a view of the design: read it, do not
// write it.
func (d *Design) AllBlocks() iter.Seq2[int, []int32] {
	return func(yield func(int, []int32) bool) {
		for i := range d.Blocks() {
			if !yield(i, d.table[i*d.size:(i+1)*d.size:(i+1)*d.size]) {
				return
			}
		}
	}
}

// Verify judges from the list of blocks alone whether any two points are in exactly one block. It
// returns nil, or an [*AxiomError] (Lines being blocks) that names the least offending pair. Cost:
// O(b k^2 + v^2) time, O(b k + v) memory.
func (d *Design) Verify(ctx context.Context) error {
	return pairsMeetOnce(ctx, d.name, d.table, d.points, d.Blocks(), d.size)
}
