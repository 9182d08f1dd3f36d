package quotas

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/gf"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Up to maxVoteCells = voters × quota the quorums are counted from the votes, some tenths of a
// second; up to listedVoters voters they are listed otherwise, at most C(20,10) = 184756.
const (
	maxVoteCells = 2_000_000
	listedVoters = 20
)

var errMore = errors.New("more quorums than the limit")

// Threshold is the family of the minimal node sets with at least quota votes, 1 <= quota <= the
// votes of all nodes. Votes and quota are divided by the common divisor g of the votes, which
// changes no set: a sum of multiples of g reaches q if and only if it reaches g·⌈q/g⌉.
type Threshold struct {
	votes []int // of each node
	quota int
	Order []int // the nodes with votes, heaviest first
}

// New returns the family of the sets with the quota. The sum of the votes is at least the quota,
// and that at least 1.
func New(votes []int, quota int) *Threshold {
	g := 0
	for _, v := range votes {
		g = gf.GCD(g, v)
	}
	t := &Threshold{votes: make([]int, len(votes)), quota: (quota + g - 1) / g}
	for i, v := range votes {
		t.votes[i] = v / g
		if v > 0 {
			t.Order = append(t.Order, i)
		}
	}
	slices.SortStableFunc(t.Order, func(a, b int) int { return t.votes[b] - t.votes[a] })
	return t
}

// LeastSize returns the size of the smallest quorum: the heaviest nodes that reach the quota.
func (t *Threshold) LeastSize() int {
	sum := 0
	for i, v := range t.Order {
		if sum += t.votes[v]; sum >= t.quota {
			return i + 1
		}
	}
	panic("quotas: a quota beyond all votes")
}

// SizeBound returns an upper bound of the quorum sizes.
func (t *Threshold) SizeBound() int { return min(len(t.Order), t.quota) }

// Figures are the figures of a Threshold.
type Figures struct {
	Quorums, Entries *big.Int
	Least, Greatest  int        // quorum sizes
	Responsibilities []*big.Int // of the nodes with votes, heaviest first
	Method           string
	Unknown          string // why all figures but Least are missing
}

// Figures counts the quorums: by the votes where there are few votes, by the list where there are
// few nodes.
func (t *Threshold) Figures(ctx context.Context) (Figures, error) {
	var f Figures
	var err error
	switch {
	case len(t.Order) <= maxVoteCells/t.quota:
		f, err = t.CountByVotes(ctx)
	case len(t.Order) <= listedVoters:
		f, err = t.CountListed(ctx)
	default:
		return Figures{Least: t.LeastSize(), Unknown: fmt.Sprintf(
			"the number of quorums is not counted for more than %d nodes with votes if their number times the quota (in units of the votes' common divisor) is more than %d",
			listedVoters, maxVoteCells)}, nil
	}
	if err != nil {
		return Figures{}, err
	}
	f.Least = t.LeastSize()
	f.Entries = new(big.Int)
	for _, r := range f.Responsibilities {
		f.Entries.Add(f.Entries, r)
	}
	return f, nil
}

// CountByVotes counts by dynamic programming. In the order from the heaviest to the lightest a set
// with the quota is minimal if and only if it lacks the quota without its last node. So the quorums
// are the paths that start with sum 0, take or pass one node after the other, and end with the
// first node that brings the sum to the quota. before[s] counts the ways to reach the sum s < quota
// with nodes up to some place of the order, after[s] the ways to go on from there to the end. A
// node with w votes adds before[s-w] to before[s]; on the way back this is subtracted again. Cost
// O(voters·quota) additions, and O(quota) products for every different vote.
func (t *Threshold) CountByVotes(ctx context.Context) (Figures, error) {
	q := t.quota
	f := Figures{Quorums: new(big.Int), Method: "counted by dynamic programming over the votes"}
	before, after := make([]big.Int, q), make([]big.Int, q)
	before[0].SetInt64(1)
	longest := make([]int32, q) // the most nodes with that sum; -1 for none
	for s := 1; s < q; s++ {
		longest[s] = -1
	}
	poll := par.NewPoll(ctx)
	for _, node := range t.Order {
		if err := poll.Work(q); err != nil {
			return f, err
		}
		w := t.votes[node]
		for s := max(0, q-w); s < q; s++ {
			f.Quorums.Add(f.Quorums, &before[s])
			f.Greatest = max(f.Greatest, int(longest[s])+1)
		}
		for s := q - 1; s >= w; s-- {
			if from := s - w; longest[from] >= 0 {
				before[s].Add(&before[s], &before[from])
				longest[s] = max(longest[s], longest[from]+1)
			}
		}
	}
	f.Responsibilities = make([]*big.Int, len(t.Order))
	var product big.Int
	one := big.NewInt(1)
	for i := len(t.Order) - 1; i >= 0; i-- {
		if err := poll.Work(q); err != nil {
			return f, err
		}
		w := t.votes[t.Order[i]]
		for s := w; s < q; s++ {
			if before[s-w].Sign() != 0 {
				before[s].Sub(&before[s], &before[s-w])
			}
		}
		ends := func(s int) *big.Int { // the ways to go on from s with this node
			if s+w >= q {
				return one
			}
			return &after[s+w]
		}
		if i+1 < len(t.Order) && t.votes[t.Order[i+1]] == w {
			f.Responsibilities[i] = f.Responsibilities[i+1]
		} else {
			r := new(big.Int)
			for s := range before {
				if before[s].Sign() != 0 {
					r.Add(r, product.Mul(&before[s], ends(s)))
				}
			}
			f.Responsibilities[i] = r
		}
		for s := range after {
			after[s].Add(&after[s], ends(s))
		}
	}
	return f, nil
}

// CountListed counts on the list.
func (t *Threshold) CountListed(ctx context.Context) (Figures, error) {
	family, _, err := t.List(ctx, math.MaxInt)
	if err != nil {
		return Figures{}, err
	}
	f := Figures{Quorums: big.NewInt(int64(family.Len())), Method: "counted on the listed quorums"}
	_, f.Greatest = family.Sizes()
	responsibilities := family.Responsibilities()
	for _, node := range t.Order {
		f.Responsibilities = append(f.Responsibilities, big.NewInt(int64(responsibilities[node])))
	}
	return f, nil
}

// List returns the quorums in lexicographic order; ok is false if there are more than limit.
//
// The search takes or passes the nodes from the heaviest to the lightest, as long as those that
// remain reach the quota, and ends a set with the node that does. Such a set is minimal, since its
// last node is its lightest; every minimal set is found so; and there is no dead end, for taking
// all nodes that come next always leads to the quota.
func (t *Threshold) List(ctx context.Context, limit int) (f quorum.Family, ok bool, err error) {
	b, err := quorum.NewFamilyBuilder(len(t.votes))
	if err != nil {
		return quorum.Family{}, true, err
	}
	rest := make([]int, len(t.Order)+1) // rest[i] is the sum of the votes of Order[i:]
	for i := len(t.Order) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + t.votes[t.Order[i]]
	}
	poll := par.NewPoll(ctx)
	var chosen []int
	listed := 0
	// extend lists the quorums that consist of the chosen nodes, which have sum < quota votes, and
	// of nodes from place from of the order on.
	var extend func(from, sum int) error
	extend = func(from, sum int) error {
		for i := from; i < len(t.Order) && sum+rest[i] >= t.quota; i++ {
			if err := poll.Err(); err != nil {
				return err
			}
			node := t.Order[i]
			chosen = append(chosen, node)
			if with := sum + t.votes[node]; with < t.quota {
				if err := extend(i+1, with); err != nil {
					return err
				}
			} else {
				if listed == limit {
					return errMore
				}
				listed++
				if err := b.Add(chosen...); err != nil {
					return err
				}
			}
			chosen = chosen[:len(chosen)-1]
		}
		return nil
	}
	if err := extend(0, 0); err != nil {
		return quorum.Family{}, err != errMore, err
	}
	if slices.IsSorted(t.Order) {
		return b.Family(), true, nil // in lexicographic order already
	}
	return b.Family().Sorted(), true, nil
}

// Formula returns the formula of the sets with the quota.
func (t *Threshold) Formula() quorum.Formula {
	var parts []quorum.Formula
	var votes []int
	for v, w := range t.votes {
		if w > 0 {
			parts, votes = append(parts, quorum.Leaf(v)), append(votes, w)
		}
	}
	return quorum.Votes(t.quota, votes, parts...).Over(len(t.votes))
}
