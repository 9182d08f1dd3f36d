package measure

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"coterie/internal/sets"
	"coterie/quorum"
)

// DefaultPackingNodes is how many nodes of its search tree MaxDisjoint visits unless it is told
// otherwise; for large families fewer, as with DefaultTransversalNodes.
const DefaultPackingNodes = 1_000_000

// PackingOptions are the settings of MaxDisjoint; the zero value stands for the defaults.
type PackingOptions struct {
	// Intersecting says that every two quorums are known to meet, so that this need not be
	// checked again.
	Intersecting bool
	// MaxNodes limits the nodes of the search tree; 0 means DefaultPackingNodes, and fewer for large
	// families.
	MaxNodes int64
}

// MaxDisjoint finds as many pairwise disjoint quorums of f as there can be, with a proof that there
// are no more. For a cartel of a group quorum system that is its degree (Joung 2003, Definition
// 3.2); quorums may be repeated and may contain each other. A family without quorums has the empty
// list.
//
// The result is exact (Packing.Exact) unless the search was stopped by the context or by
// opts.MaxNodes; then Quorums and Upper are the best known, and Stopped says why. UpperBy is one of
//
//	sizes         the Upper+1 smallest distinct minimal quorums have more nodes than there are
//	              nodes in quorums; with equal sizes c that is ⌊n/c⌋
//	weights       ⌊Σ 1/s(v)⌋ over the nodes v, s(v) being the size of the smallest quorum that
//	              holds v: every quorum Q has s(v) <= |Q| at its |Q| nodes, so it takes at least 1
//	              of the sum, and disjoint ones take it from different nodes
//	transversal   Transversal has Upper nodes and meets every quorum: one node for each of the
//	              disjoint quorums
//	intersection  every two quorums meet, as was checked pair by pair, or is known by
//	              opts.Intersecting: Upper is 1
//	search        a longer list was excluded by exhaustive search
//	none          nothing is known but that there are no more than quorums
//
// Method: the greedy list of small quorums against these bounds; then an exact search: take the
// node that is in the fewest quorums left, and try each of these quorums, and to leave the node
// out; with the weights as a bound at every step, and a memo on the set of nodes left, on which
// alone the answer depends; sets that differ by interchangeable nodes (as those of equal votes are)
// count as one. Deterministic.
//
// Cost: exponential in the worst case. The memo bounds it by 2^n sets for families on few nodes,
// and by Π (c+1) for classes of c interchangeable nodes, however many quorums there are; the
// cartels of grids, nets and staircases are closed by the bounds. That a large family intersects
// takes O(m²/64) word operations and more, for m quorums: a second or so for 10^5; opts.MaxNodes
// does not limit that, the context does.
//
// It panics if opts.MaxNodes is negative, or if opts.Intersecting is set and two quorums are seen
// not to meet (which is not looked for).
//
// Proof: docs/theorems/packing-bounds.md.
func MaxDisjoint(ctx context.Context, f quorum.Family, opts PackingOptions) Packing {
	if opts.MaxNodes < 0 {
		panic(fmt.Sprintf("measure: MaxDisjoint: negative MaxNodes %d", opts.MaxNodes))
	}
	if f.Len() == 0 {
		return Packing{UpperBy: "none"}
	}
	h := newHitting(f)
	if opts.MaxNodes == 0 {
		opts.MaxNodes = h.defaultNodes(DefaultPackingNodes)
	}
	rows := h.greedyPacking()
	if opts.Intersecting && len(rows) > 1 {
		panic(fmt.Sprintf("measure: MaxDisjoint: the quorums at %d and %d are disjoint", h.index[rows[0]], h.index[rows[1]]))
	}
	p := Packing{Upper: len(h.index), UpperBy: "none"}
	lower := func(upper int, by string) bool {
		if upper < p.Upper {
			p.Upper, p.UpperBy = upper, by
		}
		return p.Upper == len(rows)
	}
	done := lower(h.sizesBound(), "sizes") || lower(h.weightsBound(), "weights")
	if !done {
		cover := h.greedyTransversal()
		if done = lower(len(cover), "transversal"); p.UpperBy == "transversal" {
			p.Transversal = h.named(cover)
		}
	}
	if !done && opts.Intersecting {
		done = lower(1, "intersection")
		p.Transversal = quorum.Set{}
	}
	if !done && len(rows) == 1 {
		var pair []int
		if pair, done = h.disjointRows(ctx); pair != nil {
			rows = pair
			done = lower(p.Upper, p.UpperBy)
		} else if done {
			lower(1, "intersection")
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
	least := map[int]int64{} // how many nodes have a smallest quorum of each size
	for v := range h.nodes {
		least[h.sizes[h.col(v).First()]]++
	}
	sum := new(big.Rat)
	for size, nodes := range least {
		sum.Add(sum, big.NewRat(nodes, int64(size)))
	}
	return int(new(big.Int).Quo(sum.Num(), sum.Denom()).Int64())
}

// disjointRows returns two disjoint rows, or nil if there are none; ok is false if the context
// ended before that was known. The rows that meet a row are the OR of the columns of its nodes.
// Rows are taken in lexicographic order, where neighbours begin with the same nodes, and a row
// takes over the OR for these: that saves nearly all of the work for large families.
func (h *hitting) disjointRows(ctx context.Context) (pair []int, ok bool) {
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
		if ctx.Err() != nil {
			return nil, false
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
				return []int{i, w<<6 + bits.TrailingZeros64(missed)}, true
			}
		}
		nodes, before = before, nodes
	}
	return nil, true
}

// longest extends the packing rows as far as it can, and sets the bound and its reason in p. If
// no more than the bounds is needed, a transversal found by search replaces the exhaustive
// search as certificate where it is cheap.
func (h *hitting) longest(ctx context.Context, rows []int, p *Packing, opts PackingOptions) []int {
	const cheap = 2000
	best := h.bounded()
	if best.lower < len(best.columns) && len(h.components()) == 1 {
		best, _ = h.searched(ctx, best, TransversalOptions{Jobs: 1, MaxNodes: cheap}, cheap)
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
		case s.stopped != "":
			p.Stopped = s.stopped
			return rows
		default:
			p.Upper, p.UpperBy, p.Transversal = len(rows), "search", quorum.Set{}
		}
	}
	return rows
}
