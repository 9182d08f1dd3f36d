package propose

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// placing is a start on few nodes, with the best place of its nodes so far.
type placing struct {
	start
	masks []uint64 // its reads, over its own nodes
	to    []int    // the node of the fleet that each of them is
	candidate
	ok     bool
	mended bool // it did not survive what it has to, and was given the quorums for that
}

// judgePlacings judges all starts, the best first.
func (s *space) judgePlacings(ctx context.Context, starts []start, opts Options) ([]placing, error) {
	all := make([]placing, len(starts))
	jobs := par.Jobs(opts.Jobs)
	workers := make([]*worker, jobs)
	for i := range workers {
		workers[i] = s.worker()
	}
	count := par.Progress(opts.Progress).Count("systems to begin with", len(starts))
	err := par.For(ctx, jobs, len(starts), func(ctx context.Context, worker, i int) error {
		workers[worker].p.reset() // what it learned before depends on who did what
		p, err := workers[worker].begin(ctx, starts[i])
		all[i] = p
		count(1)
		return err
	})
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p placing) bool { return !p.ok })
	return s.byMerit(all), nil
}

// byMerit sorts placings, the best first, and leaves one of those that are the same.
func (s *space) byMerit(all []placing) []placing {
	slices.SortStableFunc(all, func(a, b placing) int { return cmp.Compare(s.merit(a.candidate), s.merit(b.candidate)) })
	return slices.CompactFunc(all, func(a, b placing) bool { return slices.Equal(a.f.Bits, b.f.Bits) })
}

// begin lists the reads of a start, puts its busiest nodes on the strongest of the fleet, and
// judges that.
func (w *worker) begin(ctx context.Context, st start) (placing, error) {
	p := placing{start: st}
	list := st.reads
	if st.formula != nil {
		var err error
		if list, err = st.formula.MinimalSets(ctx, listedReads); err != nil {
			return p, context.Cause(ctx)
		}
	}
	for _, q := range list.All() {
		p.masks = append(p.masks, sets.Mask(q))
	}
	if p.masks = sets.Minimal(p.masks); len(p.masks) == 0 {
		return p, nil
	}
	p.to = sets.Identity(list.N())
	if st.placed {
		w.judgePlacing(&p)
		return p, nil
	}
	busy := make([]float64, list.N())
	for _, m := range p.masks {
		for i := range sets.Ones(m) {
			busy[i] += 1 / float64(bits.OnesCount64(m))
		}
	}
	as := p
	w.judgePlacing(&as) // with its own numbers
	p.to = w.onStrongest(busy)
	w.judgePlacing(&p)
	if as.ok && (!p.ok || w.merit(as.candidate) <= w.merit(p.candidate)) {
		return as, nil
	}
	return p, nil
}

// strengths are how little a request keeps a node busy, reads and writes together.
func (v *view) strengths() []float64 {
	s := make([]float64, v.n)
	for i := range s {
		sum := 0.0
		for _, g := range v.groups {
			for j := range g.shares {
				sum += g.busy[j][i]
			}
		}
		s[i] = 1 / (sum + 1e-12)
	}
	return s
}

// descending returns the places of some numbers, the greatest first.
func descending(value []float64) []int {
	order := sets.Identity(len(value))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value[b], value[a]) })
	return order
}

// onStrongest puts the busiest nodes of a system on those that a request keeps busy least.
func (v *view) onStrongest(busy []float64) []int {
	to, nodes := make([]int, len(busy)), descending(v.strengths())
	for i, x := range descending(busy) {
		to[x] = nodes[i]
	}
	return to
}

// judgePlacing judges a placing where its nodes are now.
func (w *worker) judgePlacing(p *placing) {
	f := sets.NewTable(w.n)
	for _, m := range p.masks {
		at := 0
		for i := range sets.Ones(m) {
			at |= 1 << p.to[i]
		}
		f.Add(at)
	}
	f.CloseUp()
	p.ok, p.mended = false, !w.low.SubsetOf(f.Bits) || !f.SubsetOf(w.high.Bits)
	f.Unite(w.low.Bits) // what it takes to survive: quorums besides its own, and some of them less
	f.Intersect(w.high.Bits)
	if w.ties != nil {
		w.judgePlacingSame(p, f)
		return
	}
	if w.meeting {
		g := f.Meeting()
		p.mended = p.mended || !slices.Equal(f.Bits, g.Bits)
		f = g
	}
	p.candidate, p.ok = w.judged(f)
}
