package liars

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Shared says how much two quorums share.
type Shared struct {
	// Least is the least |Q∩R| of two quorums, and Pair two such quorums.
	Least int
	Pair  quorum.Witness
	// Slack is the least 2|Q∩R| - |R|, and Opaque two such quorums, Q and then R. Without a list of
	// the quorums it may be unknown; then Open says why.
	Slack  int
	Opaque quorum.Witness
	Open   error
}

// mostPairWords bounds the words of pairs of listed quorums, to some seconds.
const mostPairWords = 2_000_000_000

// Find returns how much two quorums share: of one family, or of two different families where there
// are several. It goes through all pairs of lists, in O(m² n/64) for m quorums, or has the closed
// form of read-once formulas whose parts have the same nodes. Its error is a *quorum.LimitError
// where neither is in reach, or the cause of ctx.
func Find[Q quorum.Quorums](ctx context.Context, families []Q, jobs int) (Shared, error) {
	return FindOutside(ctx, families, quorum.Set{}, jobs)
}

// FindOutside returns the Least and the Pair of Find, of which the nodes of a set do not count.
func FindOutside[Q quorum.Quorums](ctx context.Context, families []Q, out quorum.Set, jobs int) (Shared, error) {
	var lists []quorum.Family
	for _, q := range families {
		if f, ok := q.List(); ok {
			lists = append(lists, f)
		}
	}
	if len(lists) < len(families) {
		return ofFormulas(ctx, families, out)
	}
	return ofLists(ctx, lists, out, jobs)
}

// at is a quorum of a list.
type at struct{ cartel, i int }

// pairs are all pairs of quorums of one list, or of different ones.
type pairs struct {
	lists []quorum.Family
	rows  []at // all quorums
	bits  sets.Matrix
	sizes []int
}

func pairsOf(ctx context.Context, lists []quorum.Family) (*pairs, error) {
	m, n := 0, lists[0].N()
	for _, f := range lists {
		m += f.Len()
	}
	words := (n + 63) / 64
	if float64(m)*float64(m)/2*float64(words) > mostPairWords {
		return nil, &quorum.LimitError{Cause: fmt.Errorf("the pairs of %d quorums are too many to be gone through", m)}
	}
	if err := memory.Ask(ctx, "the quorums as bits", m, 8*words+32); err != nil {
		return nil, err
	}
	p := &pairs{lists: lists}
	for c, f := range lists {
		for i := range f.Len() {
			p.rows = append(p.rows, at{c, i})
			p.sizes = append(p.sizes, len(f.Quorum(i)))
		}
	}
	p.bits = sets.MatrixOf(m, n, func(yield func(int, []int32) bool) {
		for k, q := range p.rows {
			if !yield(k, lists[q.cartel].Quorum(q.i)) {
				return
			}
		}
	})
	return p, nil
}

// each calls visit for every pair, Q before R or R itself, in parallel for different Q.
func (p *pairs) each(ctx context.Context, jobs int, visit func(worker, q, r int)) error {
	return par.For(ctx, jobs, len(p.rows), func(ctx context.Context, worker, q int) error {
		poll := par.NewPoll(ctx)
		for r := q; r < len(p.rows); r++ {
			if err := poll.Work(p.bits.Words); err != nil {
				return err
			}
			if p.pair(q, r) {
				visit(worker, q, r)
			}
		}
		return nil
	})
}

// pair reports whether two quorums are of one list alone, or of different ones.
func (p *pairs) pair(q, r int) bool {
	return len(p.lists) == 1 || p.rows[q].cartel != p.rows[r].cartel
}

// shared returns |Q∩R|.
func (p *pairs) shared(q, r int) int { return p.bits.Row(q).Common(p.bits.Row(r)) }

// witness returns quorums as evidence.
func (p *pairs) witness(of ...int) (w quorum.Witness) {
	for _, k := range of {
		w.Quorums = append(w.Quorums, quorum.Index(p.rows[k].i))
		w.Sets = append(w.Sets, p.lists[p.rows[k].cartel].Set(p.rows[k].i))
		if len(p.lists) > 1 {
			w.Cartels = append(w.Cartels, quorum.Index(p.rows[k].cartel))
		}
	}
	return w
}

// found is the least value of a pair so far, and of pairs with it the first.
type found struct{ value, q, r int }

// take is small enough to be inlined, as few pairs get further.
func (f *found) take(value, q, r int) {
	if f.q < 0 || value <= f.value {
		f.enter(value, q, r)
	}
}

func (f *found) enter(value, q, r int) {
	if f.q < 0 || value < f.value || slices.Compare([]int{q, r}, []int{f.q, f.r}) < 0 {
		*f = found{value, q, r}
	}
}

func ofLists(ctx context.Context, lists []quorum.Family, out quorum.Set, jobs int) (Shared, error) {
	p, err := pairsOf(ctx, lists)
	if err != nil {
		return Shared{}, err
	}
	for k := range p.rows {
		for v := range out.All() {
			p.bits.Row(k).Remove(v)
		}
	}
	jobs = par.Jobs(jobs)
	best := make([][2]found, jobs)
	for w := range best {
		best[w] = [2]found{{q: -1}, {q: -1}}
	}
	err = par.For(ctx, jobs, len(p.rows), func(_ context.Context, worker, q int) error {
		least, row, size := best[worker], p.bits.Row(q), p.sizes[q]
		for r := q; r < len(p.rows); r++ {
			if !p.pair(q, r) {
				continue
			}
			s := row.Common(p.bits.Row(r))
			least[0].take(s, q, r)
			if other := p.sizes[r]; other >= size {
				least[1].take(2*s-other, q, r)
			} else {
				least[1].take(2*s-size, r, q)
			}
		}
		best[worker] = least
		return nil
	})
	if err != nil {
		return Shared{}, err
	}
	all := [2]found{{q: -1}, {q: -1}}
	for _, of := range best {
		for k, f := range of {
			if f.q >= 0 {
				all[k].take(f.value, f.q, f.r)
			}
		}
	}
	if all[0].q < 0 {
		return Shared{}, &quorum.LimitError{Cause: errors.New("there are no two quorums")}
	}
	return Shared{Least: all[0].value, Pair: p.witness(all[0].q, all[0].r), Slack: all[1].value, Opaque: p.witness(all[1].q, all[1].r)}, nil
}

// Greatest are the greatest numbers of nodes that may lie; nil where not even 0 will do, or it is
// not known.
type Greatest struct {
	Dissemination *int `json:"dissemination"`
	Masking       *int `json:"masking"`
	Opaque        *int `json:"opaque"`
}

// Of returns the number of one of Kinds; nil if g is nil.
func (g *Greatest) Of(kind quorum.Property) *int {
	if g == nil {
		return nil
	}
	return []*int{g.Dissemination, g.Masking, g.Opaque}[slices.Index(Kinds(), kind)]
}

// Greatest returns the greatest b of each kind for a system of that resilience: no so many nodes
// meet all quorums of a family.
func (s Shared) Greatest(resilience int) (g Greatest) {
	if s.Least == 0 {
		return g
	}
	g.Dissemination, g.Masking = new(min(s.Least-1, resilience)), new(min((s.Least-1)/2, resilience))
	if s.Open == nil && s.Slack >= 0 {
		g.Opaque = new(min(s.Slack/2, (s.Least-1)/2, resilience))
	}
	return g
}
