package group

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/session"
	"coterie/internal/solve/sets"
)

// maxColumns is how many columns the exhaustive search holds at most; it gives up on questions that
// have more.
const maxColumns = 1_000_000

// columnOf is a column of a covering array: the rows of each symbol as a bit mask.
type columnOf []uint64

// exhaust decides by exhaustive search whether there is a covering array of n <= 64 rows, m >= 2
// columns and d >= 1 symbols in which every row shows a symbol in every column. outcome is sat for
// an array, unsat for a proof that there is none, and why says what ended it otherwise.
//
// The first two columns are fixed up to symmetry: rows are numbered so that the table of the first
// two columns, whose entry (a,b) is the number of rows with symbol a in the first and b in the
// second, can be read off, and tables that differ by the order of their rows, by that of their
// columns or by transposition stand for equivalent arrays, so one of each kind is tried. Of all
// pairs of columns of an array let the first two be one whose table has the greatest sum of
// squares; then no other pair may have a greater one. For each table all third columns are listed
// (each up to the names of its symbols: they are numbered in the order in which they first occur),
// and a set of m-2 of them is sought in which every two show all pairs of symbols. A candidate is
// tried only once from each orbit under the symmetries of the table that were found: an array with
// a candidate of the orbit is equivalent to one with that candidate, so all of them are dropped
// after it.
//
// Fewer rows are tried first: an array of fewer rows is one, with any further rows, and is found
// sooner. The proof that there is none is that for n rows alone.
func exhaust(ctx context.Context, n, m, d int) (array *array, complete bool, why string) {
	return exhaustWithin(ctx, n, m, d, math.MaxInt)
}

// firstSteps is how many steps the exhaustive search has before the local search is tried: about a
// second.
const firstSteps = 2_000_000

// exhaustWithin is exhaust with so many steps.
func exhaustWithin(ctx context.Context, n, m, d, steps int) (array *array, complete bool, why string) {
	if n > 64 {
		return nil, false, "the exhaustive search is for at most 64 nodes"
	}
	if d == 1 { // equal columns go together; for more symbols they do not, so that candidates are sets
		return constant(m).widened(n), true, ""
	}
	for rows := d * d; rows <= n; rows++ { // the first two columns show d² pairs in different rows
		array, complete, why = exhaustRows(ctx, rows, m, d, &steps)
		if array != nil {
			return array, true, ""
		}
	}
	if d*d > n {
		return nil, true, ""
	}
	if !complete && ctx.Err() != nil {
		why = session.StopCause(ctx)
	}
	return nil, complete, why
}

// exhaustRows is exhaust for exactly n rows.
func exhaustRows(ctx context.Context, n, m, d int, steps *int) (array *array, complete bool, why string) {
	tables, ok := tablesFor(ctx, d, n-d*d, min(maxTried, *steps/400))
	if !ok {
		return nil, false, "too many tables of the first two columns"
	}
	for _, t := range tables {
		e := newExhaustion(ctx, n, m, d, t)
		e.left = steps
		if m > 2 && !e.list() {
			return nil, false, "more than 1,000,000 candidates for a column"
		}
		if e.search() {
			return e.found(), true, ""
		}
		if ctx.Err() != nil || *steps < 0 {
			return nil, false, "it takes too many steps"
		}
	}
	return nil, true, ""
}

// maxTried is how many tables tablesFor is to look at, at most.
const maxTried = 200_000

// table is a d×d table of numbers of rows, row by row.
type table []int8

// tablesFor returns tables with entries of at least 1 and the sum d² + extra, at least one of each
// kind: tables are of one kind if they differ by the order of their rows, by that of their columns,
// and by transposition. For d <= 5 it is the lexicographically greatest of its kind alone; above,
// all whose rows and columns are in descending order, which the greatest one is among. ok is false
// if more than most have to be looked at, or the context ended.
func tablesFor(ctx context.Context, d, extra, most int) (tables []table, ok bool) {
	orders := orders(d)
	t := make(table, d*d)
	for i := range t {
		t[i] = 1
	}
	image := make(table, d*d)
	tried, poll := 0, par.NewPoll(ctx)
	var place func(from, left int) bool
	place = func(from, left int) bool {
		if left == 0 {
			if tried++; tried > most {
				return false
			}
			if poll.Err() != nil {
				return false
			}
			if t.sorted(d) && (orders == nil || t.greatest(image, orders)) {
				tables = append(tables, slices.Clone(t))
			}
			return true
		}
		if from == d*d {
			return true
		}
		for k := left; k >= 0; k-- {
			t[from] += int8(k)
			if !place(from+1, left-k) {
				return false
			}
			t[from] -= int8(k)
		}
		return true
	}
	if !place(0, extra) {
		return nil, false
	}
	return tables, true
}

// sorted reports whether the rows and the columns are in descending order.
func (t table) sorted(d int) bool {
	for i := 1; i < d; i++ {
		if slices.Compare(t[(i-1)*d:i*d], t[i*d:(i+1)*d]) < 0 {
			return false
		}
		for row := range d {
			if a, b := t[row*d+i-1], t[row*d+i]; a != b {
				if a < b {
					return false
				}
				break
			}
		}
	}
	return true
}

// orders returns all orders of 0..d-1, or nil if they are too many to try in pairs.
func orders(d int) [][]int {
	if d > 5 {
		return nil
	}
	list := [][]int{{}}
	for k := range d {
		var longer [][]int
		for _, p := range list {
			for at := range k + 1 {
				longer = append(longer, slices.Insert(slices.Clone(p), at, k))
			}
		}
		list = longer
	}
	return list
}

// greatest reports whether no table of the same kind is lexicographically greater; image is memory.
func (t table) greatest(image table, orders [][]int) bool {
	for _, a := range orders {
		for _, b := range orders {
			for _, swap := range []bool{false, true} {
				t.image(image, a, b, swap)
				if slices.Compare(image, t) > 0 {
					return false
				}
			}
		}
	}
	return true
}

// image writes the table whose entry (i,j) is that of t at (a[i],b[j]), or (b[j],a[i]) if swap.
func (t table) image(dst table, a, b []int, swap bool) {
	d := len(a)
	for i := range d {
		for j := range d {
			if swap {
				dst[i*d+j] = t[b[j]*d+a[i]]
			} else {
				dst[i*d+j] = t[a[i]*d+b[j]]
			}
		}
	}
}

// exhaustion is the search of one table.
type exhaustion struct {
	poll       par.Poll
	left       *int // steps that may still be made
	n, m, d    int
	table      table
	start      []int // start[k] is the first row with pair k = a·d+b; start[d²] = n
	one, two   columnOf
	most       int      // the sum of squares of the table
	masks      []uint64 // d for each candidate
	symmetries [][]int  // renamings of rows
	chosen     []int
}

// ends counts a step that goes through so many candidates, as one for every 64 of them and one
// more, and reports whether no steps are left, or the context ended.
func (e *exhaustion) ends(candidates int) bool {
	*e.left -= 1 + candidates/64
	return *e.left < 0 || e.poll.Work(candidates) != nil
}

func newExhaustion(ctx context.Context, n, m, d int, t table) *exhaustion {
	e := &exhaustion{poll: par.NewPoll(ctx), n: n, m: m, d: d, table: t, one: make(columnOf, d), two: make(columnOf, d)}
	row := 0
	for k, rows := range t {
		e.start = append(e.start, row)
		for range rows {
			e.one[k/d] |= 1 << row
			e.two[k%d] |= 1 << row
			row++
		}
		e.most += int(rows) * int(rows)
	}
	e.start = append(e.start, row)
	e.symmetries = e.rowSymmetries()
	return e
}

// rowSymmetries returns renamings of rows that keep the partitions of both columns, or exchange
// them: the exchange of two neighbours with equal pairs, and one for each symmetry of the table.
func (e *exhaustion) rowSymmetries() [][]int {
	var list [][]int
	same := sets.Identity(e.n)
	for k := range e.table {
		for r := e.start[k]; r+1 < e.start[k+1]; r++ {
			to := slices.Clone(same)
			to[r], to[r+1] = r+1, r
			list = append(list, to)
		}
	}
	image := make(table, e.d*e.d)
	orders := orders(e.d)
	for _, a := range orders {
		for _, b := range orders {
			for _, swap := range []bool{false, true} {
				if e.table.image(image, a, b, swap); !slices.Equal(image, e.table) {
					continue
				}
				to := make([]int, e.n)
				for i := range e.d {
					for j := range e.d {
						from := e.start[i*e.d+j]
						k := a[i]*e.d + b[j]
						if swap {
							k = b[j]*e.d + a[i]
						}
						for x := range int(e.table[k]) {
							to[from+x] = e.start[k] + x
						}
					}
				}
				if !slices.Equal(to, same) && len(list) < 40 {
					list = append(list, to)
				}
			}
		}
	}
	return list
}

// list finds all candidates; false if they are too many or the context ended.
func (e *exhaustion) list() bool {
	d := e.d
	column := make(columnOf, d)
	ok := true
	var place func(row, used int)
	place = func(row, used int) {
		if !ok {
			return
		}
		if e.ends(0) {
			ok = false
			return
		}
		if row == e.n {
			if used == d && e.within(e.one, column) && e.within(e.two, column) {
				if len(e.masks) >= maxColumns*d {
					ok = false
					return
				}
				e.masks = append(e.masks, column...)
			}
			return
		}
		for s := range min(used+1, d) {
			column[s] |= 1 << row
			if e.completes(column, row+1, max(used, s+1)) {
				place(row+1, max(used, s+1))
			}
			column[s] &^= 1 << row
		}
	}
	place(0, 0)
	return ok
}

// completes reports whether the rows below can still be given symbols so that every class of the
// first two columns has all of them, judged class by class.
func (e *exhaustion) completes(column columnOf, rows, used int) bool {
	below := ^uint64(0) << rows
	if rows == 64 {
		below = 0
	}
	for _, fixed := range []columnOf{e.one, e.two} {
		for _, class := range fixed {
			missing := 0
			for _, mask := range column {
				if mask&class == 0 {
					missing++
				}
			}
			if missing > bits.OnesCount64(class&below) {
				return false
			}
		}
	}
	return true
}

// within reports whether two columns show all pairs, with a sum of squares of at most e.most.
func (e *exhaustion) within(a, b []uint64) bool {
	sum := 0
	for _, x := range a {
		for _, y := range b {
			k := bits.OnesCount64(x & y)
			if k == 0 {
				return false
			}
			sum += k * k
		}
	}
	return sum <= e.most
}

func (e *exhaustion) candidate(i int) columnOf { return e.masks[i*e.d : (i+1)*e.d] }

// search looks for m-2 candidates that go together.
func (e *exhaustion) search() bool {
	if e.m == 2 {
		return true
	}
	count := len(e.masks) / e.d
	dropped := make([]bool, count)
	places := map[string]int{}
	if len(e.symmetries) > 0 && e.m > 3 {
		for i := range count {
			places[e.key(e.candidate(i))] = i
		}
	}
	var pool []int
	for i := range count {
		if dropped[i] {
			continue
		}
		if e.ends(count) {
			return false
		}
		e.chosen = append(e.chosen[:0], i)
		if e.m == 3 {
			return true
		}
		pool = pool[:0]
		for j := range count {
			if j != i && !dropped[j] && e.within(e.candidate(i), e.candidate(j)) {
				pool = append(pool, j)
			}
		}
		if e.extend(pool, e.m-3) {
			return true
		}
		if e.ends(0) {
			return false
		}
		e.dropOrbit(i, dropped, places)
	}
	return false
}

// extend looks for so many further candidates of the pool that go together.
func (e *exhaustion) extend(pool []int, more int) bool {
	if more == 0 {
		return true
	}
	for k, i := range pool {
		if len(pool)-k < more || e.ends(0) {
			return false
		}
		var rest []int
		for _, j := range pool[k+1:] {
			if e.within(e.candidate(i), e.candidate(j)) {
				rest = append(rest, j)
			}
		}
		if e.ends(len(pool)) {
			return false
		}
		e.chosen = append(e.chosen, i)
		if e.extend(rest, more-1) {
			return true
		}
		e.chosen = e.chosen[:len(e.chosen)-1]
	}
	return false
}

// key names a candidate, whatever the order of its masks.
func (e *exhaustion) key(c columnOf) string {
	sorted := slices.Clone(c)
	slices.Sort(sorted)
	text := make([]byte, 0, 8*len(sorted))
	for _, mask := range sorted {
		text = binary.LittleEndian.AppendUint64(text, mask)
	}
	return string(text)
}

// dropOrbit marks candidate i and all that the symmetries make of it.
func (e *exhaustion) dropOrbit(i int, dropped []bool, places map[string]int) {
	dropped[i] = true
	queue := []int{i}
	image := make(columnOf, e.d)
	for len(queue) > 0 {
		c := e.candidate(queue[0])
		queue = queue[1:]
		for _, to := range e.symmetries {
			for s, mask := range c {
				image[s] = 0
				for i := range sets.Ones(mask) {
					image[s] |= 1 << to[i]
				}
			}
			if j, ok := places[e.key(image)]; ok && !dropped[j] {
				dropped[j] = true
				queue = append(queue, j)
			}
		}
	}
}

// found returns the array that the search ended with.
func (e *exhaustion) found() *array {
	a := newArray(e.n, e.m, e.d)
	columns := []columnOf{e.one, e.two}
	for _, i := range e.chosen {
		columns = append(columns, e.candidate(i))
	}
	for c, column := range columns {
		for s, mask := range column {
			for i := range sets.Ones(mask) {
				a.set(i, c, s)
			}
		}
	}
	return a
}
