package measure

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"coterie/internal/solve/dd"
	"coterie/internal/solve/given"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// byDiagrams is the method "counting" of JudgeDomination with decision diagrams of at most
// the limits, one after the other, for two orders of the nodes: as they are numbered, which
// is good for systems that are drawn in the plane row by row or composed part by part, and
// by gravity.
func (q *dominationQuestion) byDiagrams(ctx context.Context, limits ...int) dominationAnswer {
	var d dominationAnswer
	gravity := false
	for _, limit := range limits {
		for range 2 {
			order := q.plain()
			if gravity {
				if q.gravity == nil {
					q.gravity = q.byGravity()
				}
				order = q.gravity
			}
			if d = q.byDiagram(ctx, order, limit); d.nondominated != quorum.Unknown || ctx.Err() != nil {
				return d
			}
			gravity = !gravity
		}
		gravity = true // the better bet for the larger ones
	}
	return d
}

// byDiagram counts with the binary decision diagrams of "contains a quorum" for own and others, the
// nodes in an order. It gives up beyond a limit of diagram nodes made, of fewer where the counts of
// n >= 64 nodes take more words, and where ctx ends. Cost: a few look-ups for each of them; a
// majority of n has n²/4, and where no more than k quorums are ever begun and not finished there
// are at most n·2^k.
//
// A witness is found by going down both diagrams. A node that is put into T turns C into
// the sets Q minus that node, and takes the sets with that node out of O; a node left out
// does it the other way round. Sets of both still meet, so that the number of witnesses
// follows at every step from the counts, which the diagram nodes have.
func (q *dominationQuestion) byDiagram(ctx context.Context, order []int, limit int) dominationAnswer {
	unknown := func(err error) dominationAnswer { return dominationAnswer{err: fmt.Errorf("counting: %w", err)} }
	n := int32(len(order))
	if n > diagramMaxLevels {
		return unknown(fmt.Errorf("more than %d nodes", diagramMaxLevels))
	}
	d := dd.New(ctx, dd.BDD, order, 50*limit/(42+8*int(n/64+1)))
	own := d.Up(q.own)
	others := own
	if !q.selfDual {
		others = d.Up(q.others)
	}
	if d.Err() != nil {
		return unknown(d.Err())
	}
	counts := d.Counts()
	// witnesses of the nodes from level on, for diagrams a of own and b of others.
	witnesses := func(level int32, a, b dd.Ref) int {
		all := new(big.Int).Lsh(big.NewInt(1), uint(n-level))
		all.Sub(all, counts.Of(a, level))
		return all.Sub(all, counts.Of(b, level)).Sign()
	}
	switch witnesses(0, own, others) {
	case -1:
		return dominationAnswer{err: errNotAllMeet}
	case 0:
		return q.nondominated(DominationCounting)
	}
	t := make([]bool, n)
	for level := range n {
		a0, a1 := d.At(own, level)
		b0, b1 := d.At(others, level)
		v := order[level]
		t[v] = witnesses(level+1, a1, b0) > 0
		if own, others = a1, b0; !t[v] {
			own, others = a0, b1
		}
	}
	if !q.isWitness(t) {
		return dominationAnswer{err: errNotAllMeet}
	}
	q.shrink(t, order)
	return q.dominated(t, DominationCounting)
}

// wordsPerNode is how many words of 64 sets a sweep goes over for a node of a diagram: for 50,000
// nodes it takes on a system of 30.
const wordsPerNode = 512

// sweepable reports whether a sweep is worth no more than that number of nodes of diagrams.
func (q *dominationQuestion) sweepable(nodes int) bool {
	return sets.SweepWords(len(q.nodes))/wordsPerNode <= nodes
}

// bySweep is the method "counting" of JudgeDomination by a sweep over all sets: a set is no witness
// if and only if it contains a quorum of own or has no node of one of others. The witness of the
// answer is a largest one, shrunk.
func (q *dominationQuestion) bySweep(ctx context.Context, jobs int) dominationAnswer {
	swept, err := sets.Sweep(ctx, jobs, len(q.nodes), sets.Masks(q.own.All()), sets.Masks(q.others.All()))
	switch {
	case err != nil:
		return dominationAnswer{err: given.Ended(ctx)}
	case swept.Size < 0:
		return q.nondominated(DominationCounting)
	}
	t := make([]bool, len(q.nodes))
	for v := range sets.Ones(swept.Most) {
		t[v] = true
	}
	return q.dominated(t, DominationCounting)
}

var errNotAllMeet = errors.New("the quorums do not all meet")

// diagramMaxLevels bounds the depth of recursion.
const diagramMaxLevels = 1 << 16
