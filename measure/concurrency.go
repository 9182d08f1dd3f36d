package measure

import (
	"context"
	"errors"
	"fmt"

	"coterie/internal/solve/given"
	"coterie/quorum"
)

// disjointUnions returns the minimal node sets that contain r >= 1 pairwise disjoint quorums of f,
// in lexicographic order: the sets whose survival lets r processes in at once, when each needs a
// quorum of its own. There may be none. With them as quorums, CountLive gives the
// (k,r)-availability of a k-coterie (Kakugawa, Fujita, Yamashita and Ae, IEEE Trans. Comput. 42,
// 1993).
//
// A set contains r+1 disjoint quorums iff it contains u ∪ q for a quorum q and a u of the minimal
// sets for r that is disjoint from q: if u' ⊆ u is such a set, q is disjoint from u' as well, and
// u' ∪ q ⊆ u ∪ q. So the sets for r+1 are the minimal ones of these unions. Cost O(|f|·U·n/64) for
// U sets at each step, and the square of their number to keep the minimal ones. The error is a
// *quorum.LimitError if there are more than limit unions at a step, or more than 10⁹ pairs to try
// at one, or the cause of ctx if that ends first. It panics if r < 1.
func disjointUnions(ctx context.Context, q quorum.Quorums, r, limit int) (sets []quorum.Set, err error) {
	f, err := given.List(q)
	if err != nil {
		return nil, err
	}
	if r < 1 {
		panic(fmt.Sprintf("measure: disjointUnions: r = %d", r))
	}
	quorums := f.Minimized().Sets()
	unions := quorums
	for range r - 1 {
		// Without many disjoint pairs the limit on unions would not end a step.
		if float64(len(unions))*float64(len(quorums)) > maxUnionPairs {
			return nil, &quorum.LimitError{What: "pairs of a quorum and a set of disjoint quorums", Limit: maxUnionPairs}
		}
		seen := map[string]bool{}
		var larger []quorum.Set
		for _, u := range unions {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for _, q := range quorums {
				if u.Intersects(q) {
					continue
				}
				union := u.Union(q)
				if key := union.String(); !seen[key] {
					seen[key] = true
					larger = append(larger, union)
				}
				if len(seen) > limit {
					return nil, &quorum.LimitError{What: "sets of disjoint quorums", Limit: limit}
				}
			}
		}
		all, err := quorum.FamilyOfSets(f.N(), larger)
		if err != nil {
			return nil, err
		}
		unions = all.Minimized().Sets()
	}
	return unions, nil
}

// maxUnionPairs bounds the pairs that disjointUnions tries at a step, to some ten seconds.
const maxUnionPairs = 1_000_000_000

// maxDisjointUnions bounds the sets that a report counts the live sets of.
const maxDisjointUnions = 20_000

// Concurrency is the availability of a k-coterie to several processes at once.
type Concurrency struct {
	Entries      int                 `json:"entries"` // r: so many disjoint quorums live
	LiveSets     []Count             `json:"live_sets"`
	Availability []CrashAvailability `json:"availability"`
	Reason       string              `json:"reason,omitempty"` // why they are null
}

// severalEnter is where several processes may be in at once: in listed k-coteries.
func severalEnter(m *measurer, p *part) bool {
	return p.whole.K > 1 && m.wants(AvailabilityFigure)
}

// concurrency enters, for a k-coterie, how likely r = 2..k disjoint quorums live, up to the first
// r for which there are none.
func (m *measurer) concurrency(p *part) error {
	f, _ := p.cartel.List()
	for r := 2; r <= p.whole.K; r++ {
		c := Concurrency{Entries: r}
		err := errNoDisjoint
		if !p.meets {
			m.stage("sets with %d disjoint quorums", r)
			err = m.disjointLive(f, r, &c)
		}
		switch {
		case err == errNoDisjoint:
			c.Reason = fmt.Sprintf("there are no %d disjoint quorums", r)
		case err != nil:
			c.Reason = err.Error()
		}
		p.whole.Concurrency = append(p.whole.Concurrency, c)
		if err == errNoDisjoint {
			break
		}
	}
	return nil
}

// errNoDisjoint says that a family has not so many disjoint quorums.
var errNoDisjoint = errors.New("there are no disjoint quorums")

func (m *measurer) disjointLive(f quorum.Family, r int, dst *Concurrency) error {
	sets, err := disjointUnions(m.ctx, f, r, maxDisjointUnions)
	if err != nil {
		return err
	}
	if len(sets) == 0 {
		return errNoDisjoint
	}
	unions, err := quorum.FamilyOfSets(f.N(), sets)
	if err != nil {
		return err
	}
	l, err := CountLive(m.ctx, unions, LiveOptions{MaxStates: m.opts.MaxStates})
	if err != nil {
		return err
	}
	dst.LiveSets = countsOf(l)
	for _, p := range m.opts.Crash {
		a := CrashAvailability{P: p}
		a.exact(l)
		dst.Availability = append(dst.Availability, a)
	}
	return nil
}
