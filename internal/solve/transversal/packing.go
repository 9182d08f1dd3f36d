package transversal

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Packing is a list of pairwise disjoint quorums, with an upper bound on the length of a longest
// one.
type Packing struct {
	Quorums     []quorum.Index // ascending
	Upper       int            // an upper bound on their number
	UpperBy     string
	Transversal quorum.Set // where UpperBy is "transversal": of Upper nodes
	Stopped     error      // why there may be more; nil where the list is a longest one
}

// Disjoint finds a longest list of pairwise disjoint quorums in a family that has quorums; see
// transversals.MaxDisjoint.
func Disjoint(ctx context.Context, f quorum.Family, opts Options) Packing {
	quick := forBounds(ctx, f)
	h, err := newHitting(quick, f)
	if err != nil {
		return oneQuorum(f, err)
	}
	opts = opts.withDefaults(h)
	rows, err := h.greedyPacking(quick)
	p := Packing{Upper: len(h.index), UpperBy: "none"}
	lower := func(upper int, by string) bool {
		if upper < p.Upper {
			p.Upper, p.UpperBy = upper, by
		}
		return p.Upper == len(rows)
	}
	done := lower(h.sizesBound(), "sizes") || lower(h.weightsBound(), "weights")
	var cover []int32
	if !done && err == nil {
		if cover, err = h.greedyTransversal(quick); err == nil {
			if done = lower(len(cover), "transversal"); p.UpperBy == "transversal" {
				p.Transversal = h.named(cover)
			}
		}
	}
	if !done && err != nil {
		p.Stopped, done = err, true
	}
	if !done && len(rows) == 1 {
		var pair []int
		switch pair, p.Stopped = h.disjointRows(ctx); {
		case p.Stopped != nil:
			done = true
		case pair != nil:
			rows = pair
			done = lower(p.Upper, p.UpperBy)
		default:
			done = lower(1, "intersection")
			p.Transversal = quorum.Set{}
		}
	}
	if !done {
		rows = h.longest(ctx, rows, &p, opts)
	}
	for _, r := range rows {
		p.Quorums = append(p.Quorums, h.index[r])
	}
	slices.Sort(p.Quorums)
	return p
}

// oneQuorum returns the packing that is known without the lists of the family. Its upper bound is
// the number of quorums of the smallest size for which the nodes have room, or the number of all
// quorums if that is less.
func oneQuorum(f quorum.Family, stopped error) Packing {
	least, _ := f.Sizes()
	p := Packing{Quorums: []quorum.Index{0}, Upper: f.N() / least, UpperBy: "sizes", Stopped: stopped}
	if f.Len() < p.Upper {
		p.Upper, p.UpperBy = f.Len(), "none"
	}
	if p.Upper == 1 {
		p.Stopped = nil
	}
	return p
}

// sizesBound returns the greatest t for which the t smallest rows have no more nodes, counted
// with repetition, than there are columns.
func (h *hitting) sizesBound() int {
	left := len(h.nodes)
	for t, size := range h.sizes {
		if left -= size; left < 0 {
			return t
		}
	}
	return len(h.sizes)
}

// weightsBound returns ⌊Σ 1/s(v)⌋ over all columns v.
func (h *hitting) weightsBound() int {
	least := map[int]int64{} // the number of nodes whose smallest quorum has each size
	for v := range h.nodes {
		least[h.sizes[h.ofCol.Of(v)[0]]]++
	}
	sum := new(big.Rat)
	for size, nodes := range least {
		sum.Add(sum, big.NewRat(nodes, int64(size)))
	}
	return int(new(big.Int).Quo(sum.Num(), sum.Denom()).Int64())
}

// disjointRows returns two disjoint rows, or nil if there are none. The error says why the answer
// is not known. The rows that meet a row are the OR of the columns of its nodes. Rows are taken in
// lexicographic order, where neighbours begin with the same nodes, and a row takes over the OR for
// these: that saves nearly all of the work for large families.
func (h *hitting) disjointRows(ctx context.Context) (pair []int, err error) {
	if err := h.withBits(ctx); err != nil {
		return nil, err
	}
	poll := par.NewPoll(ctx)
	order := make([]int, len(h.index))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := h.row(a), h.row(b)
		for w := range x {
			if differ := x[w] ^ y[w]; differ != 0 {
				if x[w]&(differ&-differ) != 0 {
					return -1
				}
				return 1
			}
		}
		return 0
	})
	var nodes, before []int
	var met []sets.Bits // met[p]: the rows that meet one of the first p+1 nodes
	for _, i := range order {
		if poll.Work(h.sizes[i]*len(h.cols.Row(0))) != nil {
			return nil, par.Ended(ctx)
		}
		nodes = slices.AppendSeq(nodes[:0], h.row(i).All())
		same := 0
		for same < min(len(before), len(nodes)) && nodes[same] == before[same] {
			same++
		}
		for p := same; p < len(nodes); p++ {
			if p == len(met) {
				met = append(met, sets.New(len(h.index)))
			}
			copy(met[p], h.col(nodes[p]))
			if p > 0 {
				met[p].Unite(met[p-1])
			}
		}
		for w, x := range met[len(nodes)-1] {
			if missed := sets.FullWord(len(h.index), w) &^ x; missed != 0 {
				return []int{i, w<<6 + bits.TrailingZeros64(missed)}, nil
			}
		}
		nodes, before = before, nodes
	}
	return nil, nil
}

// longest extends the packing rows as far as it can, and sets the bound and its reason in p. If the
// bounds suffice, a transversal found by search replaces the exhaustive search as certificate, if
// it is cheap.
func (h *hitting) longest(ctx context.Context, rows []int, p *Packing, opts Options) []int {
	const cheap = 2000
	if p.Stopped = h.withBits(ctx); p.Stopped != nil {
		return rows
	}
	best := h.bounded(ctx)
	err := best.stopped
	var parts []*hitting
	if err == nil && best.lower < len(best.columns) {
		parts, err = h.components(ctx)
	}
	if err != nil {
		p.Stopped = err
		return rows
	}
	if len(parts) == 1 {
		best, _ = h.searched(ctx, best, Options{Jobs: 1, MaxNodes: cheap}, cheap)
	}
	if len(best.columns) < p.Upper {
		p.Upper, p.UpperBy, p.Transversal = len(best.columns), "transversal", h.named(best.columns)
	}
	s := newPackSearch(ctx, h, opts.MaxNodes)
	for len(rows) < p.Upper {
		s.chosen = s.chosen[:0]
		found := s.extend(0, sets.Full(len(h.index)), len(rows)+1)
		switch {
		case found:
			rows = slices.Clone(s.chosen)
		case s.stopped != nil:
			p.Stopped = s.stopped
			return rows
		default:
			p.Upper, p.UpperBy, p.Transversal = len(rows), "search", quorum.Set{}
		}
	}
	return rows
}
