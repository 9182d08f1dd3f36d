package transversal

import (
	"context"
	"errors"
	"maps"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// hitting is a hitting-set instance: the quorums ("rows") as lists of nodes, and the nodes
// ("columns") as lists of the quorums that hold them; for the searches both as bits, too (see
// withBits). Nodes in no quorum are left out, as are repeated quorums and, where looking for them
// is cheap, quorums that contain another one: none of this changes the transversals of least size.
//
// Rows are sorted by size, equal sizes in the order of the family.
type hitting struct {
	nodes []int          // the node of the family that each column stands for, ascending
	index []quorum.Index // the quorum of the family that each row stands for
	sizes []int          // of the rows, ascending
	inRow Lists          // the columns in each row, ascending
	ofCol Lists          // the rows that hold each column, ascending

	rows sets.Matrix // a row for each of index
	cols sets.Matrix // a row for each of nodes
}

// Lists holds many lists in one slice.
type Lists struct {
	start []int
	items []int32
}

// Of returns list i.
func (l Lists) Of(i int) []int32 { return l.items[l.start[i]:l.start[i+1]] }

func (l Lists) all(yield func(int, []int32) bool) {
	for i := range len(l.start) - 1 {
		if !yield(i, l.Of(i)) {
			return
		}
	}
}

// supersetWork bounds the word operations that are spent on finding quorums that contain
// another one.
const supersetWork = 1 << 25

// mostWords bounds the words of the bits of an instance. Each node of a search goes over them
// several times, so a search over more of them would not get far.
const mostWords = 1 << 27

var errTooWide = errors.New("nodes times quorums are too many to search")

// entryBytes is the greatest memory of an instance's lists for each entry, node or quorum.
const entryBytes = 40

// quickSize bounds the families whose bounds are found in some hundredths of a second: they are
// found even if the context has ended, so that there is a result to report.
const quickSize = 200_000

// forBounds returns the context under which the bounds of a family are found.
func forBounds(ctx context.Context, f quorum.Family) context.Context {
	if f.N()+f.Incidences() <= quickSize {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// newHitting returns the instance of a family that has quorums, with its lists alone. The error
// says why it could not be made.
func newHitting(ctx context.Context, f quorum.Family) (*hitting, error) {
	if err := memory.Ask(ctx, "the lists of the quorums of each node", f.N()+f.Len()+f.Incidences(), entryBytes); err != nil {
		return nil, err
	}
	poll := par.NewPoll(ctx)
	order, err := BySize(ctx, f)
	if err != nil {
		return nil, err
	}
	used := make([]bool, f.N())
	for _, q := range f.All() {
		if poll.Work(len(q)) != nil {
			return nil, par.Ended(ctx)
		}
		for _, v := range q {
			used[v] = true
		}
	}
	h := &hitting{}
	column := make([]int32, f.N())
	for v, u := range used {
		if u {
			column[v] = int32(len(h.nodes))
			h.nodes = append(h.nodes, v)
		}
	}
	err = h.fill(ctx, order, f.Incidences(), func(i quorum.Index, row []int32) []int32 {
		for _, v := range f.Quorum(int(i)) {
			row = append(row, column[v])
		}
		return row
	})
	if err != nil {
		return nil, err
	}
	return h.withoutSupersets(ctx)
}

// fill sets the rows, in the given order, and the columns; repeated rows are dropped. Each appends
// the ascending columns of a row.
func (h *hitting) fill(ctx context.Context, order []quorum.Index, incidences int, each func(i quorum.Index, row []int32) []int32) error {
	poll := par.NewPoll(ctx)
	h.inRow = Lists{make([]int, 1, len(order)+1), make([]int32, 0, incidences)}
	last := make(map[uint64]int32, len(order)) // of the rows of one hash
	before := make([]int32, 0, len(order))     // the one before each of these; -1 for none
	for _, i := range order {
		from := len(h.inRow.items)
		h.inRow.items = each(i, h.inRow.items)
		row := h.inRow.items[from:]
		if poll.Work(len(row)) != nil {
			return par.Ended(ctx)
		}
		key := hitHash(row)
		same, ok := last[key]
		if !ok {
			same = -1
		}
		at := same
		for at >= 0 && !slices.Equal(h.inRow.Of(int(at)), row) {
			at = before[at]
		}
		if at >= 0 {
			h.inRow.items = h.inRow.items[:from]
			continue
		}
		last[key] = int32(len(h.index))
		before = append(before, same)
		h.index = append(h.index, i)
		h.sizes = append(h.sizes, len(row))
		h.inRow.start = append(h.inRow.start, len(h.inRow.items))
	}
	h.ofCol = transposed(ctx, len(h.nodes), len(h.inRow.items), h.inRow.all)
	return par.Ended(ctx)
}

// withBits makes rows and cols, unless they are there.
func (h *hitting) withBits(ctx context.Context) error {
	if h.rows.Words > 0 {
		return nil
	}
	words := len(h.index)*sets.Words(len(h.nodes)) + len(h.nodes)*sets.Words(len(h.index))
	if words > 2*mostWords {
		return errTooWide
	}
	if err := memory.Ask(ctx, "the nodes and quorums of a search, as bits,", words, 8); err != nil {
		return err
	}
	poll := par.NewPoll(ctx)
	made := func(l Lists, n, m int) (sets.Matrix, error) {
		bits := sets.NewMatrix(n, m)
		for i := range n {
			list := l.Of(i)
			if poll.Work(len(list)) != nil {
				return sets.Matrix{}, par.Ended(ctx)
			}
			row := bits.Row(i)
			for _, v := range list {
				row.Add(int(v))
			}
		}
		return bits, nil
	}
	rows, err := made(h.inRow, len(h.index), len(h.nodes))
	if err != nil {
		return err
	}
	if h.cols, err = made(h.ofCol, len(h.nodes), len(h.index)); err == nil {
		h.rows = rows
	}
	return err
}

func (h *hitting) row(i int) sets.Bits { return h.rows.Row(i) }
func (h *hitting) col(v int) sets.Bits { return h.cols.Row(v) }

// withoutSupersets returns the instance of the minimal rows, or h itself where that takes more than
// supersetWork, or more memory than there is. The rows that contain row i are the AND of the
// columns of its nodes.
func (h *hitting) withoutSupersets(ctx context.Context) (*hitting, error) {
	if len(h.inRow.items)*sets.Words(len(h.index)) > supersetWork {
		return h, nil
	}
	switch err := h.withBits(ctx); {
	case errors.As(err, new(*memory.Error)), errors.Is(err, errTooWide):
		return h, nil // the bounds by lists need no bits
	case err != nil:
		return nil, err
	}
	poll := par.NewPoll(ctx)
	drop := make([]bool, len(h.index))
	both := sets.New(len(h.index))
	found := false
	for i := range h.index {
		if drop[i] {
			continue
		}
		row := h.inRow.Of(i)
		if poll.Work(len(row)*len(both)) != nil {
			return nil, par.Ended(ctx)
		}
		copy(both, h.col(int(row[0])))
		for _, v := range row {
			both.Intersect(h.col(int(v)))
		}
		for j := range both.All() {
			if j != i {
				drop[j], found = true, true
			}
		}
	}
	if !found {
		return h, nil
	}
	var keep []int32
	for i := range h.index {
		if !drop[i] {
			keep = append(keep, int32(i))
		}
	}
	return h.restricted(ctx, keep)
}

// restricted returns the instance of the given rows, ascending, and of the nodes in them.
func (h *hitting) restricted(ctx context.Context, keep []int32) (*hitting, error) {
	poll := par.NewPoll(ctx)
	part := &hitting{}
	column := make(map[int32]int32)
	incidences := 0
	var order []quorum.Index
	for _, i := range keep {
		row := h.inRow.Of(int(i))
		if poll.Work(len(row)) != nil {
			return nil, par.Ended(ctx)
		}
		for _, v := range row {
			column[v] = 0
		}
		incidences += len(row)
		order = append(order, quorum.Index(i))
	}
	for _, v := range slices.Sorted(maps.Keys(column)) {
		column[v] = int32(len(part.nodes))
		part.nodes = append(part.nodes, h.nodes[v])
	}
	err := part.fill(ctx, order, incidences, func(i quorum.Index, row []int32) []int32 {
		for _, v := range h.inRow.Of(int(i)) {
			row = append(row, column[v])
		}
		return row
	})
	for r, i := range part.index {
		part.index[r] = h.index[i]
	}
	return part, err
}

// components splits the instance into its connected parts: two rows that share a node are in
// one part. A smallest transversal is the union of smallest transversals of the parts. They come
// in the order of their first rows.
func (h *hitting) components(ctx context.Context) ([]*hitting, error) {
	poll := par.NewPoll(ctx)
	reached := make([]bool, len(h.index))
	done := make([]bool, len(h.nodes)) // their rows are all reached
	var parts []*hitting
	for first := range h.index {
		if reached[first] {
			continue
		}
		reached[first] = true
		rows := []int32{int32(first)}
		for at := 0; at < len(rows); at++ { // breadth first
			for _, v := range h.inRow.Of(int(rows[at])) {
				if done[v] {
					continue
				}
				done[v] = true
				through := h.ofCol.Of(int(v))
				if poll.Work(len(through)) != nil {
					return nil, par.Ended(ctx)
				}
				for _, j := range through {
					if !reached[j] {
						reached[j] = true
						rows = append(rows, j)
					}
				}
			}
		}
		if len(rows) == len(h.index) {
			return []*hitting{h}, nil
		}
		slices.Sort(rows)
		part, err := h.restricted(ctx, rows)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// named returns the set of the family's nodes for some columns.
func (h *hitting) named(columns []int32) quorum.Set {
	nodes := make([]int, len(columns))
	for i, v := range columns {
		nodes[i] = h.nodes[v]
	}
	return quorum.SetOf(nodes...)
}

// hitHash is the 64-bit FNV-1a hash, taken word by word.
func hitHash[W uint64 | int32](words []W) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ uint64(w)) * 1099511628211
		h ^= h >> 29
	}
	return h
}
