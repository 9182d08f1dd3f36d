package readonce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/packing"
	"coterie/quorum"
)

// maxFormulaPackings bounds the search for disjoint coalitions of a gate with general votes.
const maxFormulaPackings = 1_000_000

// Disjoint returns a largest list of pairwise disjoint quorums of a read-once formula.
//
// Disjoint quorums of a gate come from minimal coalitions, taken with repetition, that use each
// part x at most d_x times, where d_x is the greatest number of disjoint quorums of the part. Any
// such choice gives disjoint quorums.
//
// Gates of q of m parts, and those of walls and trees, have closed forms.
//
// Other votes: an exact search over the minimal coalitions. Where any two quorums meet the degree
// is 1.
//
// The error is that of Check, or names the limit that was met, or says that ctx has ended.
//
// Proof: docs/theorems/formula-degree.md.
func Disjoint(ctx context.Context, f quorum.Formula) ([]quorum.Set, error) {
	if err := cmp.Or(Check(f), fits(ctx, f)); err != nil {
		return nil, err
	}
	p, err := pack(ctx, f)
	if err != nil {
		return nil, err
	}
	var sets []quorum.Set
	for _, nodes := range p.quorums(p.degree) {
		sets = append(sets, quorum.SetOf(nodes...))
	}
	return sets, nil
}

// packed is a formula with a largest list of its disjoint quorums.
type packed struct {
	node       int // of a leaf; -1 of a gate
	degree     int
	parts      []*packed
	coalitions [][]int // as many, that use no part more often than it has disjoint quorums
}

// quorums returns count disjoint quorums, at most degree.
func (p *packed) quorums(count int) [][]int {
	list := make([][]int, count)
	if p.node >= 0 {
		for i := range list {
			list[i] = []int{p.node}
		}
		return list
	}
	at := make([]int, len(p.parts))
	for _, c := range p.coalitions[:count] {
		for _, x := range c {
			at[x]++
		}
	}
	of := make([][][]int, len(p.parts))
	for x, part := range p.parts {
		of[x] = part.quorums(at[x])
	}
	for i, c := range p.coalitions[:count] {
		for _, x := range c {
			at[x]--
			list[i] = append(list[i], of[x][at[x]]...)
		}
	}
	return list
}

func pack(ctx context.Context, f quorum.Formula) (*packed, error) {
	if err := par.Ended(ctx); err != nil {
		return nil, err
	}
	if v, ok := f.Leaf(); ok {
		return &packed{node: v, degree: 1}, nil
	}
	p := &packed{node: -1}
	room := make([]int, f.Len())
	for i := range f.Len() {
		part, err := pack(ctx, f.Part(i))
		if err != nil {
			return nil, err
		}
		p.parts = append(p.parts, part)
		room[i] = part.degree
	}
	heavy, isWall := wallGate(f)
	switch {
	case f.UnitVotes():
		quota, _ := f.Quota()
		p.coalitions = dealt(quota, room)
	case isWall:
		p.coalitions = wallPacking(heavy, room)
	default:
		var err error
		if p.coalitions, err = searchPacking(ctx, f, room); err != nil {
			return nil, err
		}
	}
	p.degree = len(p.coalitions)
	return p, nil
}

// dealt returns the greatest number of coalitions of quota parts for which there is room.
func dealt(quota int, room []int) [][]int {
	places := func(t int) (sum int) {
		for _, d := range room {
			sum += min(d, t)
		}
		return sum
	}
	low, high := 1, 1 // low is possible, as quota <= parts; high is sought
	for places(high) >= high*quota {
		low, high = high, 2*high
	}
	for high-low > 1 {
		if t := (low + high) / 2; places(t) >= t*quota {
			low = t
		} else {
			high = t
		}
	}
	coalitions := make([][]int, low)
	place := 0
	for x, d := range room {
		for range min(d, low) {
			if place == low*quota {
				return coalitions
			}
			coalitions[place%low] = append(coalitions[place%low], x)
			place++
		}
	}
	return coalitions
}

// wallPacking is dealt for the gate of wallGate.
func wallPacking(heavy int, room []int) [][]int {
	var others []int
	sum, least := 0, 0
	for x, d := range room {
		if x == heavy {
			continue
		}
		if len(others) == 0 || d < least {
			least = d
		}
		others = append(others, x)
		sum += d
	}
	r := len(others)
	best := min(least, max(0, (sum-room[heavy])/r))
	var coalitions [][]int
	for range best {
		coalitions = append(coalitions, others)
	}
	pairs := min(room[heavy], sum-r*best)
	for _, x := range others {
		for k := 0; k < room[x]-best && pairs > 0; k++ {
			coalitions = append(coalitions, []int{heavy, x})
			pairs--
		}
	}
	return coalitions
}

// searchPacking finds a longest list of minimal coalitions, with repetition, that the room allows.
func searchPacking(ctx context.Context, f quorum.Formula, room []int) ([][]int, error) {
	poll := par.NewPoll(ctx)
	if d, _ := pairsOf(&poll, f, f.Dual()); ctx.Err() == nil && !d.unknown && d.high == nil {
		for c := range f.MinimalCoalitions() {
			return [][]int{slices.Clone(c)}, nil
		}
	}
	coalitions, ok := coalitionsOf(f, maxCoalitions)
	if !ok {
		return nil, fmt.Errorf("more than %d minimal coalitions at a gate with general votes", maxCoalitions)
	}
	best, ok := packing.Most(ctx, coalitions, room, f.PartVotes, maxFormulaPackings)
	if !ok {
		return nil, cmp.Or(par.Ended(ctx), errors.New("the most disjoint coalitions of a gate were not found in a million steps"))
	}
	return best, nil
}
