package construct

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"coterie/gf"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// The limits of the vote assignments of weighted and gifford, and of their computations.
const (
	maxVoters = 20_000        // nodes
	maxVotes  = 1_000_000_000 // votes of all nodes together

	// Up to maxVoteCells = voters × quota the quorums are counted from the votes, some tenths of a
	// second; up to listedVoters voters they are listed otherwise, at most C(20,10) = 184756.
	maxVoteCells = 2_000_000
	listedVoters = 20
)

// voteThreshold is the family of the minimal node sets with at least quota votes, 1 <= quota <= the
// votes of all nodes. Votes and quota are divided by the common divisor g of the votes, which
// changes no set: a sum of multiples of g reaches q if and only if it reaches g·⌈q/g⌉.
type voteThreshold struct {
	votes []int // of each node
	quota int
	order []int // the nodes with votes, heaviest first
}

func newVoteThreshold(votes []int, quota int) *voteThreshold {
	g := 0
	for _, v := range votes {
		g = gf.GCD(g, v)
	}
	t := &voteThreshold{votes: make([]int, len(votes)), quota: (quota + g - 1) / g}
	for i, v := range votes {
		t.votes[i] = v / g
		if v > 0 {
			t.order = append(t.order, i)
		}
	}
	slices.SortStableFunc(t.order, func(a, b int) int { return t.votes[b] - t.votes[a] })
	return t
}

// checkVotes returns the sum of the votes. It fails if their number, a vote or the sum is not
// legal.
func checkVotes(family string, votes []int) (int, error) {
	fail := func(value, format string, values ...any) (int, error) {
		return 0, illegal(family, "votes", value, fmt.Sprintf(format, values...))
	}
	if len(votes) < 1 || len(votes) > maxVoters {
		return fail(strconv.Itoa(len(votes))+" numbers", "the votes of 1..%d nodes", maxVoters)
	}
	sum := 0
	for i, v := range votes {
		if v < 0 || v > maxVotes-sum {
			return fail(fmt.Sprintf("%d of node %v", v, quorum.Node(i)), "votes of at least 0, at most %d together", maxVotes)
		}
		sum += v
	}
	if sum == 0 {
		return fail(listSetting("votes", votes).value, "a node with a vote, or there is no quorum")
	}
	return sum, nil
}

// leastSize returns the size of the smallest quorum: the heaviest nodes that reach the quota.
func (t *voteThreshold) leastSize() int {
	sum := 0
	for i, v := range t.order {
		if sum += t.votes[v]; sum >= t.quota {
			return i + 1
		}
	}
	panic("construct: a quota beyond all votes")
}

// sizeBound returns an upper bound of the quorum sizes.
func (t *voteThreshold) sizeBound() int { return min(len(t.order), t.quota) }

// voteFigures are the figures of a voteThreshold.
type voteFigures struct {
	quorums, entries *big.Int
	least, greatest  int        // quorum sizes
	responsibilities []*big.Int // of the nodes of order
	method           string
	unknown          string // why all figures but least are missing
}

// figures counts the quorums: by the votes where there are few votes, by the list where there are
// few nodes.
func (t *voteThreshold) figures(ctx context.Context) (voteFigures, error) {
	var f voteFigures
	var err error
	switch {
	case len(t.order) <= maxVoteCells/t.quota:
		f, err = t.countByVotes(ctx)
	case len(t.order) <= listedVoters:
		f, err = t.countListed(ctx)
	default:
		return voteFigures{least: t.leastSize(), unknown: fmt.Sprintf(
			"the number of quorums is not counted for more than %d nodes with votes if their number times the quota (in units of the votes' common divisor) is more than %d",
			listedVoters, maxVoteCells)}, nil
	}
	if err != nil {
		return voteFigures{}, err
	}
	f.least = t.leastSize()
	f.entries = sumOf(f.responsibilities)
	return f, nil
}

// countByVotes counts by dynamic programming. In the order from the heaviest to the lightest a set
// with the quota is minimal if and only if it lacks the quota without its last node. So the quorums
// are the paths that start with sum 0, take or pass one node after the other, and end with the
// first node that brings the sum to the quota. before[s] counts the ways to reach the sum s < quota
// with nodes up to some place of the order, after[s] the ways to go on from there to the end. A
// node with w votes adds before[s-w] to before[s]; on the way back this is subtracted again. Cost
// O(voters·quota) additions, and O(quota) products for every different vote.
func (t *voteThreshold) countByVotes(ctx context.Context) (voteFigures, error) {
	q := t.quota
	f := voteFigures{quorums: new(big.Int), method: "counted by dynamic programming over the votes"}
	before, after := make([]big.Int, q), make([]big.Int, q)
	before[0].SetInt64(1)
	longest := make([]int32, q) // the most nodes with that sum; -1 for none
	for s := 1; s < q; s++ {
		longest[s] = -1
	}
	poll := par.NewPoll(ctx)
	for _, node := range t.order {
		if err := poll.Work(q); err != nil {
			return f, err
		}
		w := t.votes[node]
		for s := max(0, q-w); s < q; s++ {
			f.quorums.Add(f.quorums, &before[s])
			f.greatest = max(f.greatest, int(longest[s])+1)
		}
		for s := q - 1; s >= w; s-- {
			if from := s - w; longest[from] >= 0 {
				before[s].Add(&before[s], &before[from])
				longest[s] = max(longest[s], longest[from]+1)
			}
		}
	}
	f.responsibilities = make([]*big.Int, len(t.order))
	var product big.Int
	one := bigOf(1)
	for i := len(t.order) - 1; i >= 0; i-- {
		if err := poll.Work(q); err != nil {
			return f, err
		}
		w := t.votes[t.order[i]]
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
		if i+1 < len(t.order) && t.votes[t.order[i+1]] == w {
			f.responsibilities[i] = f.responsibilities[i+1]
		} else {
			r := new(big.Int)
			for s := range before {
				if before[s].Sign() != 0 {
					r.Add(r, product.Mul(&before[s], ends(s)))
				}
			}
			f.responsibilities[i] = r
		}
		for s := range after {
			after[s].Add(&after[s], ends(s))
		}
	}
	return f, nil
}

// countListed counts on the list.
func (t *voteThreshold) countListed(ctx context.Context) (voteFigures, error) {
	family, err := t.list(ctx, math.MaxInt)
	if err != nil {
		return voteFigures{}, err
	}
	f := voteFigures{quorums: bigOf(family.Len()), method: "counted on the listed quorums"}
	_, f.greatest = family.Sizes()
	responsibilities := family.Responsibilities()
	for _, node := range t.order {
		f.responsibilities = append(f.responsibilities, bigOf(responsibilities[node]))
	}
	return f, nil
}

// votesPlan is the plan of an ordinary system or, where there are several families on the same
// votes, of a group system of these cartels and of that degree.
func votesPlan(settings []setting, degree int, families ...*voteThreshold) *plan {
	nodes := len(families[0].votes)
	figures := once(func(ctx context.Context) (list []voteFigures, err error) {
		for _, t := range families {
			f, err := t.figures(ctx)
			if err != nil {
				return nil, err
			}
			list = append(list, f)
		}
		return list, nil
	})
	sum := func(of func(voteFigures) *big.Int) counter {
		return countFound(figures, func(list []voteFigures) *big.Int {
			sum := new(big.Int)
			for _, f := range list {
				if f.unknown != "" {
					return nil
				}
				sum.Add(sum, of(f))
			}
			return sum
		})
	}
	p := &plan{
		settings: settings,
		n:        nodes,
		quorums:  sum(func(f voteFigures) *big.Int { return f.quorums }),
		entries:  sum(func(f voteFigures) *big.Int { return f.entries }),
		shape: func(ctx context.Context) (Shape, error) {
			list, err := figures(ctx)
			if err != nil {
				return Shape{}, err
			}
			return voteShape(list, nodes, degree), nil
		},
		build: func(ctx context.Context, name string, limit int) (quorum.Structure, error) {
			var cartels []quorum.Family
			for _, t := range families {
				f, err := t.list(ctx, limit)
				if err != nil {
					return nil, err
				}
				cartels, limit = append(cartels, f), limit-f.Len()
			}
			if len(cartels) > 1 {
				return structure(quorum.NewGroupSystem(name, cartels, nil))
			}
			return structure(quorum.NewSystem(name, cartels[0], quorum.SystemOptions{}))
		},
		formulas: func() (list []quorum.Formula) {
			for _, t := range families {
				list = append(list, t.formula())
			}
			return list
		},
	}
	for _, t := range families {
		p.largest = max(p.largest, t.sizeBound())
	}
	return p
}

// voteShape returns the figures of families on the votes of the given number of nodes.
func voteShape(families []voteFigures, nodes, degree int) Shape {
	s := Shape{MinQuorum: families[0].least, Degree: degree}
	for _, f := range families {
		s.Method, s.Unknown = cmp.Or(s.Method, f.method), cmp.Or(f.unknown, s.Unknown)
		s.MinQuorum, s.MaxQuorum = min(s.MinQuorum, f.least), max(s.MaxQuorum, f.greatest)
	}
	if s.Unknown != "" {
		s.MaxQuorum = 0
		return s
	}
	for i := range families[0].responsibilities {
		r := new(big.Int)
		for _, f := range families {
			r.Add(r, f.responsibilities[i])
		}
		s.take(r)
	}
	if len(families[0].responsibilities) < nodes {
		s.MinResponsibility = new(big.Int) // of the nodes without votes
	}
	return s
}

// list returns the quorums in lexicographic order, or errMore if there are more than limit.
//
// The search takes or passes the nodes from the heaviest to the lightest, as long as those that
// remain reach the quota, and ends a set with the node that does. Such a set is minimal, since its
// last node is its lightest; every minimal set is found so; and there is no dead end, for taking
// all nodes that come next always leads to the quota.
func (t *voteThreshold) list(ctx context.Context, limit int) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(len(t.votes))
	if err != nil {
		return quorum.Family{}, err
	}
	rest := make([]int, len(t.order)+1) // rest[i] is the sum of the votes of order[i:]
	for i := len(t.order) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + t.votes[t.order[i]]
	}
	poll := par.NewPoll(ctx)
	var chosen []int
	listed := 0
	// extend lists the quorums that consist of the chosen nodes, which have sum < quota votes, and
	// of nodes from place from of the order on.
	var extend func(from, sum int) error
	extend = func(from, sum int) error {
		for i := from; i < len(t.order) && sum+rest[i] >= t.quota; i++ {
			if err := poll.Err(); err != nil {
				return err
			}
			node := t.order[i]
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
		return quorum.Family{}, err
	}
	if slices.IsSorted(t.order) {
		return b.Family(), nil // in lexicographic order already
	}
	return b.Family().Sorted(), nil
}
