package measure

import (
	"context"
	"math/big"

	"coterie/quorum"
)

// byCounting is the method "counting" of JudgeDomination with opts.Count.
func (q *dominationQuestion) byCounting(ctx context.Context, opts DominationOptions) dominationAnswer {
	rest := restriction{q, make([]int8, len(q.nodes))}
	witnesses, err := rest.witnesses(ctx, opts)
	switch {
	case err != nil:
		return dominationAnswer{reason: "counting: " + err.Error()}
	case witnesses.Sign() < 0:
		return dominationAnswer{reason: notAllMeet}
	case witnesses.Sign() == 0:
		return q.nondominated(DominationCounting)
	}
	// A node is in some witness or out of all: one more count for each node.
	for v := range rest.side {
		rest.side[v] = 1
		with, err := rest.witnesses(ctx, opts)
		switch {
		case err != nil:
			return dominationAnswer{reason: "counting shows that there is a witness; looking for it: " + err.Error()}
		case with.Sign() == 0:
			rest.side[v] = -1
		}
	}
	t := make([]bool, len(rest.side))
	for v, side := range rest.side {
		t[v] = side > 0
	}
	if !q.isWitness(t) {
		return dominationAnswer{reason: notAllMeet}
	}
	return q.dominated(t, DominationCounting)
}

// restriction is a question whose first nodes are decided: side[v] is 1 for a node that is
// in the set, -1 for one that is not, 0 for an open one.
type restriction struct {
	q    *dominationQuestion
	side []int8
}

// witnesses returns 2^u - L(own) - L(others) for the u open nodes, as in JudgeDomination:
// own without the nodes that are in the set and without the quorums that a node left out
// has settled, others the other way round.
func (r restriction) witnesses(ctx context.Context, opts DominationOptions) (*big.Int, error) {
	open := 0
	to := make([]int32, len(r.side))
	for v, side := range r.side {
		if side == 0 {
			to[v] = int32(open)
			open++
		}
	}
	total := new(big.Int).Lsh(big.NewInt(1), uint(open))
	live := func(f quorum.Family, gone int8) (*big.Int, error) {
		return liveOfRest(ctx, f, r.side, gone, to, open, opts)
	}
	own, err := live(r.q.own, 1)
	if err != nil {
		return nil, err
	}
	others := own
	if !r.q.selfDual || open < len(r.side) {
		if others, err = live(r.q.others, -1); err != nil {
			return nil, err
		}
	}
	total.Sub(total, own)
	return total.Sub(total, others), nil
}

// liveOfRest counts the sets of open nodes that contain a set of f, where the nodes on the
// side gone are taken out of the sets and those on the other side settle them.
func liveOfRest(ctx context.Context, f quorum.Family, side []int8, gone int8, to []int32, open int, opts DominationOptions) (*big.Int, error) {
	all := new(big.Int).Lsh(big.NewInt(1), uint(open))
	if open == 0 {
		for _, set := range f.All() {
			if _, settled := restOf(nil, set, side, gone, to); !settled {
				return all, nil
			}
		}
		return new(big.Int), nil
	}
	b, err := quorum.NewFamilyBuilder(open)
	if err != nil {
		return nil, err
	}
	var rest []int32
	kept := 0
	for _, set := range f.All() {
		var settled bool
		rest, settled = restOf(rest[:0], set, side, gone, to)
		switch {
		case settled:
			continue
		case len(rest) == 0:
			return all, nil
		}
		if err := b.AddSorted(rest); err != nil {
			return nil, err
		}
		kept++
	}
	if kept == 0 {
		return new(big.Int), nil
	}
	return opts.Count(ctx, b.Family())
}

func restOf(dst, set []int32, side []int8, gone int8, to []int32) (rest []int32, settled bool) {
	for _, v := range set {
		switch side[v] {
		case 0:
			dst = append(dst, to[v])
		case -gone:
			return dst, true
		}
	}
	return dst, false
}
