package construct

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"strconv"

	"coterie/internal/machine/par"
	"coterie/internal/solve/quotas"
	"coterie/quorum"
)

// The limits of the vote assignments of weighted and gifford.
const (
	maxVoters = 20_000        // nodes
	maxVotes  = 1_000_000_000 // votes of all nodes together
)

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

// votesPlan is the plan of an ordinary system of so many nodes or, where there are several families
// on the same votes, of a group system of these cartels and of that degree.
func votesPlan(settings []setting, degree int, nodes int, families ...*quotas.Threshold) *plan {
	figures := par.Once(func(ctx context.Context) (list []quotas.Figures, err error) {
		for _, t := range families {
			f, err := t.Figures(ctx)
			if err != nil {
				return nil, err
			}
			list = append(list, f)
		}
		return list, nil
	})
	sum := func(of func(quotas.Figures) *big.Int) counter {
		return countFound(figures, func(list []quotas.Figures) *big.Int {
			sum := new(big.Int)
			for _, f := range list {
				if f.Unknown != "" {
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
		quorums:  sum(func(f quotas.Figures) *big.Int { return f.Quorums }),
		entries:  sum(func(f quotas.Figures) *big.Int { return f.Entries }),
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
				f, ok, err := t.List(ctx, limit)
				switch {
				case !ok:
					return nil, errMore
				case err != nil:
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
				list = append(list, t.Formula())
			}
			return list
		},
	}
	for _, t := range families {
		p.largest = max(p.largest, t.SizeBound())
	}
	return p
}

// voteShape returns the figures of families on the votes of the given number of nodes.
func voteShape(families []quotas.Figures, nodes, degree int) Shape {
	s := Shape{MinQuorum: families[0].Least, Degree: degree}
	for _, f := range families {
		s.Method, s.Unknown = cmp.Or(s.Method, f.Method), cmp.Or(f.Unknown, s.Unknown)
		s.MinQuorum, s.MaxQuorum = min(s.MinQuorum, f.Least), max(s.MaxQuorum, f.Greatest)
	}
	if s.Unknown != "" {
		s.MaxQuorum = 0
		return s
	}
	for i := range families[0].Responsibilities {
		r := new(big.Int)
		for _, f := range families {
			r.Add(r, f.Responsibilities[i])
		}
		s.take(r)
	}
	if len(families[0].Responsibilities) < nodes {
		s.MinResponsibility = new(big.Int) // of the nodes without votes
	}
	return s
}
