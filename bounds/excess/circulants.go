package excess

import (
	"context"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
)

// circulants decides a type of t >= 2 cycles of one odd length a >= 5, in which each block is a
// circulant or an anticirculant. It goes through the matrices of weights, the row sums of the
// blocks, and for each matrix through the residues of the blocks.
//
// Proof: docs/theorems/excess-cycles.md.
type circulants struct {
	t, a int
	need []int // how often the blocks of one row have each difference, but for 0
	// profiles are the possible rows of weights, up to their order, descending.
	profiles [][]int
	steps    int
	poll     par.Poll
}

// circulantSteps bounds the number of rows that are tried for one type, and circulantRows the
// number kept at once. Beyond these bounds the type stays undecided.
const (
	circulantSteps = 20_000_000
	circulantRows  = 200_000
)

// newCirculants returns a search for rows that have each difference once, without profiles yet.
func newCirculants(ctx context.Context, t, a int) *circulants {
	return &circulants{t: t, a: a, need: slices.Repeat([]int{1}, a), poll: par.NewPoll(ctx)}
}

// forCycles returns the search for t cycles of length a and sets of k nodes: neighbours share one
// node more than others, and the profiles are the ways of a cycle that remain.
func forCycles(ctx context.Context, t, a, k int, known families) *circulants {
	s := newCirculants(ctx, t, a)
	s.need[1], s.need[a-1] = 2, 2
	count := func(l int) int {
		if l == a {
			return t
		}
		return 0
	}
	for w := range ways(k, a, count) {
		if known.pass(a, w) && w.size() <= k && len(w.same)+k-w.size() <= t {
			s.profiles = append(s.profiles, append(slices.Clone(w.same), slices.Repeat([]int{1}, k-w.size())...))
		}
	}
	return s
}

// circulants reports whether the type is impossible; false proves nothing. The error is that of
// ctx.
func (c cycles) circulants(ctx context.Context, k int, known families) (bool, error) {
	if len(c) != 1 || c[0].count < 2 || c[0].length < 5 || c[0].length%2 == 0 || c[0].length > 63 {
		return false, nil
	}
	s := forCycles(ctx, c[0].count, c[0].length, k, known)
	absent := true
	decided := s.weights(func(n [][]int) bool {
		found, decided := s.lift(n)
		absent = decided && !found && s.alike(n)
		return absent
	})
	return absent && decided, s.poll.Err()
}

// weights yields matrices of weights in which every two rows have the scalar product a, at least
// one of each class under permutations of rows and columns. Their columns satisfy the same
// conditions as their rows. It is false if yield, the budget or the context stopped it.
func (s *circulants) weights(yield func(n [][]int) bool) bool {
	var lists [][][]int
	for _, p := range s.profiles {
		list := arrangements(append(slices.Clone(p), make([]int, s.t-len(p))...), circulantRows)
		if list == nil {
			return false
		}
		lists = append(lists, list)
	}
	for i := range lists {
		// Rows of the earlier profiles were in the earlier matrices.
		w := &weighing{circulants: s, yield: yield}
		if !w.first(lists[i][0], slices.Concat(lists[i:]...)) {
			return false
		}
	}
	return true
}

// arrangements lists the orders of a descending list, itself first; nil if there are more than
// most.
func arrangements(list []int, most int) (all [][]int) {
	row := slices.Clone(list)
	for {
		if len(all) == most {
			return nil
		}
		all = append(all, slices.Clone(row))
		// The next smaller one.
		i := len(row) - 2
		for i >= 0 && row[i] <= row[i+1] {
			i--
		}
		if i < 0 {
			return all
		}
		j := len(row) - 1
		for row[j] >= row[i] {
			j--
		}
		row[i], row[j] = row[j], row[i]
		slices.Reverse(row[i+1:])
	}
}

// weighing is the search for rows with a given one. Columns that are equal so far can be exchanged.
// Of the rows that such exchanges turn into each other one is tried, then all of them are left out.
type weighing struct {
	*circulants
	yield   func(n [][]int) bool
	sum, sq int
	chosen  [][]int
}

func (w *weighing) first(row []int, rows [][]int) bool {
	for _, x := range row {
		w.sum, w.sq = w.sum+x, w.sq+x*x
	}
	w.chosen = [][]int{row}
	return w.next(w.fitting(rows))
}

// fitting lists the rows that can be added to the chosen ones, if they could be added before the
// last chosen row.
func (w *weighing) fitting(rows [][]int) (fit [][]int) {
	sums, squares, products := make([]int, w.t), make([]int, w.t), make([][]int, w.t)
	for j := range products {
		products[j] = make([]int, w.t)
		for _, row := range w.chosen {
			sums[j] += row[j]
			squares[j] += row[j] * row[j]
			for l := range j {
				products[j][l] += row[j] * row[l]
			}
		}
	}
	last := w.chosen[len(w.chosen)-1]
	possible := func(row []int) bool {
		dot := 0
		for j, x := range row {
			dot += x * last[j]
		}
		if dot != w.a {
			return false
		}
		for j, x := range row {
			if x == 0 {
				continue
			}
			if sums[j]+x > w.sum || squares[j]+x*x > w.sq {
				return false
			}
			for l, y := range row[:j] {
				if products[j][l]+x*y > w.a {
					return false
				}
			}
		}
		return true
	}
	for _, row := range rows {
		if possible(row) {
			fit = append(fit, row)
		}
	}
	return fit
}

// next adds a row that fits to the chosen ones.
func (w *weighing) next(rows [][]int) bool {
	if len(w.chosen) == w.t {
		return w.yield(w.chosen)
	}
	w.steps += len(rows) + 1
	if w.steps > circulantSteps || w.poll.Err() != nil {
		return false
	}
	if len(w.chosen)+len(rows) < w.t {
		return true
	}
	class, column := w.classes(rows)
	if column < 0 {
		return true // the rows chosen fill every column, and there are too few of them
	}
	for len(rows) > 0 {
		i := slices.IndexFunc(rows, func(row []int) bool { return row[column] > 0 })
		if i < 0 {
			return true // some column equal to this one would stay too light
		}
		row := rows[i]
		w.chosen = append(w.chosen, row)
		ok := w.next(w.fitting(slices.Delete(slices.Clone(rows), i, i+1)))
		w.chosen = w.chosen[:len(w.chosen)-1]
		if !ok {
			return false
		}
		tried := sorted(row, class)
		rows = slices.DeleteFunc(slices.Clone(rows), func(other []int) bool { return slices.Equal(sorted(other, class), tried) })
	}
	return true
}

// classes numbers the columns by the entries of the chosen rows, and picks a column with the fewest
// rows among those that are not full yet, -1 if all are full.
func (w *weighing) classes(rows [][]int) (class []int, column int) {
	class, column = make([]int, w.t), -1
	fewest := 0
	for j := range w.t {
		class[j] = j
		sum, count := 0, 0
		for _, row := range w.chosen {
			sum += row[j]
		}
		for l := j - 1; l >= 0; l-- {
			if !slices.ContainsFunc(w.chosen, func(row []int) bool { return row[j] != row[l] }) {
				class[j] = class[l]
			}
		}
		for _, row := range rows {
			if row[j] > 0 {
				count++
			}
		}
		if sum < w.sum && (column < 0 || count < fewest) {
			column, fewest = j, count
		}
	}
	return class, column
}

// sorted returns the row with the columns of each class in descending order of its entries.
func sorted(row, class []int) []int {
	row = slices.Clone(row)
	for j := range row {
		for l := j; l > 0; {
			before := l - 1
			for before >= 0 && class[before] != class[l] {
				before--
			}
			if before < 0 || row[before] >= row[l] {
				break
			}
			row[before], row[l] = row[l], row[before]
			l = before
		}
	}
	return row
}

// alike reports whether every choice of circulants and anticirculants becomes one of circulants
// alone when cycles are reversed. In all columns where both are not 0, two rows have only equal
// signs or only opposite ones. So the signs of the first row can be made +, by columns, and then,
// by rows, those of a column that meets it, and so on.
func (s *circulants) alike(n [][]int) bool {
	known := make([][]bool, len(n))
	rows, columns := make([]bool, len(n)), make([]bool, len(n[0])) // lines with a known sign
	for i := range n {
		known[i] = make([]bool, len(n[i]))
	}
	learn := func(i, j int) {
		known[i][j], rows[i], columns[j] = true, true, true
	}
	each := func(do func(i, j int)) {
		for i := range n {
			for j, x := range n[i] {
				if x > 0 && !known[i][j] {
					do(i, j)
				}
			}
		}
	}
	for {
		changed, left := false, false
		// If two rows have a common column with known signs, their relation is known and carries
		// over to their other common columns.
		each(func(i, j int) {
			for l := range n {
				if !known[l][j] {
					continue
				}
				for c := range n[i] {
					if known[i][c] && known[l][c] && !known[i][j] {
						learn(i, j)
						changed = true
					}
				}
			}
		})
		// A line without known signs can be reversed.
		if !changed {
			each(func(i, j int) {
				left = true
				if !changed && (!rows[i] || !columns[j]) {
					learn(i, j)
					changed = true
				}
			})
		}
		if !changed {
			return !left
		}
	}
}

// lift looks for the blocks of circulants with these weights: sets of residues modulo a with the
// required differences within a row, and with each residue once as a difference between two rows.
// The question stays undecided if there are too many rows.
func (s *circulants) lift(n [][]int) (found, decided bool) {
	lists := make([][][]uint64, len(n))
	for i := range n {
		if lists[i], decided = s.rows(n[i], i == 0); !decided {
			return false, false
		}
	}
	return s.complete(lists)
}

// rows lists the rows of blocks, as sets of residues. A whole row may be translated, so that its
// first non-empty block is its own least translate. If free is set, as for one row, every non-empty
// block is.
func (s *circulants) rows(weights []int, free bool) (list [][]uint64, ok bool) {
	row, need := make([]uint64, len(weights)), slices.Clone(s.need)
	ok = true
	var fill func(j int, turned bool)
	fill = func(j int, turned bool) {
		if !ok {
			return
		}
		if j == len(row) {
			if !slices.ContainsFunc(need[1:], func(x int) bool { return x != 0 }) {
				list = append(list, slices.Clone(row))
				ok = len(list) <= circulantRows
			}
			return
		}
		if weights[j] == 0 {
			fill(j+1, turned)
			return
		}
		var choose func(x, left int)
		choose = func(x, left int) {
			if left == 0 {
				if turned && !free || s.least(row[j]) {
					fill(j+1, true)
				}
				return
			}
			for ; x <= s.a-left; x++ {
				s.steps++
				if s.steps > circulantSteps {
					ok = false
					return
				}
				old := row[j]
				fits := true
				for m := old; m != 0; m &= m - 1 {
					d := x - bits.TrailingZeros64(m)
					need[d]--
					need[s.a-d]--
					fits = fits && need[d] >= 0 && need[s.a-d] >= 0
				}
				row[j] |= 1 << x
				if fits {
					choose(x+1, left-1)
				}
				row[j] = old
				for m := old; m != 0; m &= m - 1 {
					d := x - bits.TrailingZeros64(m)
					need[d]++
					need[s.a-d]++
				}
			}
		}
		choose(0, weights[j])
	}
	fill(0, false)
	return list, ok
}

// turn adds d to each residue.
func (s *circulants) turn(set uint64, d int) uint64 {
	return (set<<d | set>>(s.a-d)) & (1<<s.a - 1)
}

func (s *circulants) least(set uint64) bool {
	for d := 1; d < s.a; d++ {
		if s.turn(set, d) < set {
			return false
		}
	}
	return true
}

// disjoint reports whether no residue is the difference of two blocks, in a common column, more
// than once.
func (s *circulants) disjoint(r, q []uint64) bool {
	seen := uint64(0)
	for j, set := range r {
		for m := set; m != 0 && q[j] != 0; m &= m - 1 {
			// y - x for the y of q and one x of r.
			differences := s.turn(q[j], (s.a-bits.TrailingZeros64(m))%s.a)
			if seen&differences != 0 {
				return false
			}
			seen |= differences
		}
	}
	return true
}

// complete picks one row of each list such that every two are disjoint.
func (s *circulants) complete(lists [][][]uint64) (found, decided bool) {
	if len(lists) == 0 {
		return true, true
	}
	i := 0
	for j := range lists {
		if len(lists[j]) < len(lists[i]) {
			i = j
		}
	}
	for _, row := range lists[i] {
		var left [][][]uint64
		for j, list := range lists {
			if j == i {
				continue
			}
			s.steps += len(list)
			if s.steps > circulantSteps || s.poll.Err() != nil {
				return false, false
			}
			var fit [][]uint64
			for _, other := range list {
				if s.disjoint(row, other) {
					fit = append(fit, other)
				}
			}
			if fit == nil {
				break
			}
			left = append(left, fit)
		}
		if len(left) == len(lists)-1 {
			if found, decided := s.complete(left); found || !decided {
				return found, decided
			}
		}
	}
	return false, true
}
