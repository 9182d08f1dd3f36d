package measure

import (
	"context"
	"errors"
	"fmt"

	"coterie/quorum"
)

// DisjointUnions returns the minimal node sets that contain r >= 1 pairwise disjoint quorums of f,
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
func DisjointUnions(ctx context.Context, q quorum.Quorums, r, limit int) (sets []quorum.Set, err error) {
	f, err := listOf(q)
	if err != nil {
		return nil, err
	}
	if r < 1 {
		panic(fmt.Sprintf("measure: DisjointUnions: r = %d", r))
	}
	quorums := f.Minimized().Sets()
	unions := quorums
	for range r - 1 {
		// Without many disjoint pairs the limit on unions would not end a step.
		if float64(len(unions))*float64(len(quorums)) > maxUnionPairs {
			return nil, &quorum.LimitError{What: "pairs of a quorum and a set of disjoint quorums", Limit: maxUnionPairs}
		}
		seen := map[string]bool{}
		b, err := quorum.NewFamilyBuilder(f.N())
		if err != nil {
			return nil, err
		}
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
					if err := b.Add(union.Nodes()...); err != nil {
						return nil, err
					}
				}
				if len(seen) > limit {
					return nil, &quorum.LimitError{What: "sets of disjoint quorums", Limit: limit}
				}
			}
		}
		unions = b.Family().Minimized().Sets()
	}
	return unions, nil
}

// maxUnionPairs bounds the pairs that DisjointUnions tries at a step, to some ten seconds.
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

// concurrency fills in, for a k-coterie, how likely r = 2..k disjoint quorums live, up to the first
// r for which there are none. meets says that every two quorums meet.
func (m *measurer) concurrency(f quorum.Family, k int, meets bool) []Concurrency {
	var list []Concurrency
	for r := 2; r <= k; r++ {
		c := Concurrency{Entries: r}
		err := error(&noDisjointError{r})
		if !meets {
			m.stage("sets with %d disjoint quorums", r)
			err = m.disjointLive(f, r, &c)
		}
		if err != nil {
			c.Reason = err.Error()
		}
		list = append(list, c)
		if none := (*noDisjointError)(nil); errors.As(err, &none) {
			break
		}
	}
	return list
}

// noDisjointError says that a family has not so many disjoint quorums.
type noDisjointError struct{ r int }

func (e *noDisjointError) Error() string { return fmt.Sprintf("there are no %d disjoint quorums", e.r) }

func (m *measurer) disjointLive(f quorum.Family, r int, dst *Concurrency) error {
	sets, err := DisjointUnions(m.ctx, f, r, maxDisjointUnions)
	if err != nil {
		return err
	}
	if len(sets) == 0 {
		return &noDisjointError{r}
	}
	b, err := quorum.NewFamilyBuilder(f.N())
	if err != nil {
		return err
	}
	for _, s := range sets {
		if err := b.Add(s.Nodes()...); err != nil {
			return err
		}
	}
	l, err := CountLive(m.ctx, b.Family(), LiveOptions{MaxStates: m.opts.MaxStates})
	if err != nil {
		return err
	}
	for _, c := range l.Counts {
		dst.LiveSets = append(dst.LiveSets, Count{c})
	}
	for _, p := range m.opts.Crash {
		a := CrashAvailability{P: p}
		a.exact(l)
		dst.Availability = append(dst.Availability, a)
	}
	return nil
}
