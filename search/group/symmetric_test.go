package group

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/groups"
	"coterie/internal/check/assert"
)

// TestSymmetric: an array that is found is one, the same with any number of jobs, and the symmetry
// moves its rows to rows.
func TestSymmetric(t *testing.T) {
	for _, c := range []struct{ n, m, d int }{
		{11, 5, 3}, {19, 6, 4}, {29, 7, 5}, {46, 9, 6}, // Meagher and Stevens 2005: starter vectors
		{15, 13, 3}, {22, 9, 4}, // tables have these from tabu search and annealing
		{34, 9, 5}, {28, 25, 4}, {49, 11, 6}, // fewer rows than tables have
	} {
		b, generators, ok := symmetric(t.Context(), c.n, c.m, c.d, 2, 1, 1)
		if !ok {
			t.Errorf("%+v: not found", c)
			continue
		}
		b.array.covers(t, b.by, c.n, c.m, c.d)
		for _, move := range generators {
			assert.Equal(t, fmt.Sprint(moved(b.array, move)), fmt.Sprint(sorted(b.array)), "%+v: rows under a symmetry", c)
		}
		if again, _, _ := symmetric(t.Context(), c.n, c.m, c.d, 1, 1, 1); !slices.Equal(again.array.cell, b.array.cell) {
			t.Errorf("%+v: another array with one job", c)
		}
	}
}

// TestSymmetries: what is drawn generates permutations that move columns to columns, those of a
// group of the catalogue, and kinds are the orbits of pairs of points. Groups without a cyclic
// normal subgroup, and columns whose symbols turn when they are back, are among them.
func TestSymmetries(t *testing.T) {
	const d = 4
	drawn, orders, turning, simple := 0, map[int]bool{}, 0, 0
	for number := range 400 {
		m := 2 + number%9
		generators := draw(rand.New(rand.NewPCG(1, uint64(number))), m, d)
		if generators == nil {
			continue
		}
		drawn++
		for _, move := range generators {
			columns := map[int32]bool{}
			for p, q := range move {
				assert.Equal(t, move[p/d*d]/d, q/d, "plan %d: column of point %d", number, p)
				columns[q] = true
			}
			assert.Equal(t, len(columns), m*d, "plan %d: no permutation", number)
		}
		all := generators.group(m*d, groups.CatalogueOrder)
		orders[len(all)] = true
		if slices.ContainsFunc(all, func(move []int32) bool { return move[0] > 0 && move[0] < d }) {
			turning++
		}
		if len(all) == 12 && !slices.ContainsFunc(all, func(move []int32) bool { return order(move) > 3 }) {
			simple++ // the alternating group of four
		}
		a := newBreakout(all, m, d, 0)
		orbits := map[int32]bool{}
		for p := range m * d {
			for q := range m * d {
				kind := a.kind[p*m*d+q]
				assert.Equal(t, int(kind) == a.kinds, p/d == q/d, "plan %d: points %d and %d", number, p, q)
				for _, move := range generators {
					assert.Equal(t, a.kind[int(move[p])*m*d+int(move[q])], kind, "plan %d: points %d and %d, moved", number, p, q)
				}
				orbits[kind] = true
			}
		}
		assert.Equal(t, len(orbits), a.kinds+1, "plan %d: kinds", number)
	}
	if drawn < 300 || len(orders) < 15 || turning < 50 || simple == 0 {
		t.Errorf("%d drawn, of %d orders, %d turn symbols, %d alternating groups", drawn, len(orders), turning, simple)
	}
}

// order is how often a permutation is repeated before nothing is moved.
func order(move []int32) int {
	n := 1
	for power := move; !slices.IsSorted(power); power = after(move, power) {
		n++
	}
	return n
}

// TestDraw: every group is drawn that moves two columns of two symbols. They are the subgroups of
// the symmetries of a square whose diagonals are the columns: ten, in eight classes of conjugates.
func TestDraw(t *testing.T) {
	square := (symmetries{{1, 0, 2, 3}, {2, 3, 0, 1}}).group(4, 8)
	classes := map[string]bool{}
	for number := range 3000 {
		all := draw(rand.New(rand.NewPCG(2, uint64(number))), 2, 2).group(4, 8)
		var conjugates []string
		for _, by := range square {
			var of symmetries
			for _, move := range all {
				conjugate := make([]int32, 4) // by, after the move, after the inverse of by
				for p, q := range move {
					conjugate[by[p]] = by[q]
				}
				of = append(of, conjugate)
			}
			slices.SortFunc(of, slices.Compare)
			conjugates = append(conjugates, fmt.Sprint(of))
		}
		classes[slices.Min(conjugates)] = true
	}
	assert.Equal(t, len(classes), 8)
}

// TestBase: a kind of rows is judged against all rows: those that its symmetries leave unchanged
// are as many as it says, have as many images, and show each kind of pairs as often.
func TestBase(t *testing.T) {
	const m, d = 4, 3
	judged := 0
	for number := range 300 {
		a, _ := (&plan{number: number}).breakout(9, m, d, 2)
		if a == nil {
			continue
		}
		for _, b := range a.rows {
			chosen, images := [][]int32{}, 0
			for code := range 81 {
				row := make([]int32, m)
				for c := range row {
					row[c] = int32(c*d + code%d)
					code /= d
				}
				if !slices.ContainsFunc(b.keep, func(move []int32) bool { return !slices.Equal(sortedPoints(row, move), row) }) {
					chosen = append(chosen, row)
					seen := map[string]bool{}
					for _, move := range a.group {
						seen[fmt.Sprint(sortedPoints(row, move))] = true
					}
					images = max(images, len(seen))
				}
			}
			assert.True(t, near(math.Exp(b.choices), float64(len(chosen))), "plan %d: rows", number)
			if images > b.images {
				t.Errorf("plan %d: a row of %d images stands for %d", number, images, b.images)
			}
			misses := make([]float64, a.kinds)
			seen := map[[2]int32]bool{}
			for e := range int32(m) {
				for c := range e {
					if seen[[2]int32{c, e}] {
						continue
					}
					for _, move := range b.keep {
						c, e := move[c*d]/d, move[e*d]/d
						seen[[2]int32{min(c, e), max(c, e)}] = true
					}
					shows := make([]int, a.kinds)
					for _, row := range chosen {
						shows[a.kind[int(row[c])*m*d+int(row[e])]]++
					}
					for k, times := range shows {
						misses[k] += math.Log(max(1-float64(times)/float64(len(chosen)), 1e-20))
					}
				}
			}
			for k := range misses {
				assert.True(t, near(b.misses[k], misses[k]), "plan %d: %g and %g, kind %d", number, b.misses[k], misses[k], k)
			}
			judged++
		}
	}
	if judged < 100 {
		t.Errorf("only %d kinds of rows", judged)
	}
}

// TestWords: a permutation that moves seven columns in cycles of 3, 3 and 1 has three powers.
func TestWords(t *testing.T) {
	move := []int32{2, 3, 4, 5, 0, 1, 8, 9, 10, 11, 6, 7, 12, 13}
	assert.Equal(t, symmetries{move}.group(14, 3).words(2), "3 symmetries, whose orbits of columns have sizes 3, 1")
	if all := (symmetries{move}).group(14, 2); all != nil {
		t.Errorf("a group of %d elements, at most 2 are allowed", len(all))
	}
}

// TestClosest: the plans that lack least go on, no third one of a kind, none without a search,
// and groups of a rare order before many others of one order.
func TestClosest(t *testing.T) {
	var plans []*plan
	for i, lacks := range []int{9, 3, 5, 3, 4, unusable, 7} {
		plans = append(plans, &plan{number: i, lacks: lacks, order: 12, kinds: []int{7, 1, 2, 1, 3, 4, 5}[i]})
	}
	plans = append(plans, &plan{number: 7, lacks: 4, order: 12, kinds: 1}, &plan{number: 8, lacks: 5, order: 3, kinds: 8})
	var numbers []int
	for _, p := range closest(plans, 6) {
		numbers = append(numbers, p.number)
	}
	assert.Slice(t, numbers, []int{1, 3, 4, 8, 2, 6})
}

func near(x, y float64) bool { return math.Abs(x-y) < 1e-6 }

// sortedPoints returns the points to which a symmetry moves those of a row, ascending.
func sortedPoints(row, move []int32) []int32 {
	image := make([]int32, len(row))
	for i, p := range row {
		image[i] = move[p]
	}
	slices.Sort(image)
	return image
}

// TestSymmetriesWords: each size of an orbit is named once, in the order of the first columns.
func TestSymmetriesWords(t *testing.T) {
	swap := symmetries{{2, 3, 0, 1, 4, 5, 8, 9, 6, 7}} // columns 1 and 2, and 4 and 5
	assert.Equal(t, swap.group(10, 2).words(2), "2 symmetries, whose orbits of columns have sizes 2, 1", "words")
}
