package measure

import (
	"context"
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/internal/solve/live"
	"coterie/internal/solve/transversal"
	"coterie/quorum"
)

// dominationQuestion asks for a set that meets every quorum of others and contains none of own, see
// JudgeDomination. The nodes that occur are called 0..len(nodes)-1 here; no other node changes
// which quorums a set meets or contains.
type dominationQuestion struct {
	ctx         context.Context // of the whole judgement: passes over the quorums end with it
	cartel      int
	nodes       []int32 // their numbers as given, ascending
	own, others quorum.Family
	selfDual    bool  // own and others are the same: an ordinary system
	gravity     []int // the order byGravity, once it is needed
}

// newDominationQuestion asks whether cartel number cartel, own, could have a further
// quorum beside the families others. The error says why the question could not be made.
func newDominationQuestion(ctx context.Context, cartel int, own quorum.Family, others []quorum.Family) (*dominationQuestion, error) {
	q := &dominationQuestion{ctx: ctx, cartel: cartel}
	q.selfDual = len(others) == 1 && own.Equal(others[0])
	entries := 2 * own.Incidences()
	beside := own
	if !q.selfDual {
		for _, f := range others {
			entries += 2 * f.Incidences()
		}
		if err := memory.Ask(ctx, "the quorums of the other cartels", entries, 4); err != nil {
			return nil, err
		}
		beside = quorum.Concat(others...)
	}
	if err := memory.Ask(ctx, "the question of domination", entries, 8); err != nil {
		return nil, err
	}
	to := make([]int32, own.N())
	for _, f := range []quorum.Family{own, beside} {
		for _, nodes := range par.Until(ctx, f.All()) {
			for _, v := range nodes {
				to[v] = 1
			}
		}
	}
	for v, occurs := range to {
		if occurs == 1 {
			to[v] = int32(len(q.nodes))
			q.nodes = append(q.nodes, int32(v))
		}
	}
	compact := func(f quorum.Family) quorum.Family {
		b, err := quorum.NewFamilyBuilder(len(q.nodes))
		if err != nil {
			panic(err)
		}
		b.Grow(f.Len(), f.Incidences())
		var small []int32
		for _, nodes := range par.Until(ctx, f.All()) {
			small = small[:0]
			for _, v := range nodes {
				small = append(small, to[v])
			}
			if err := b.AddSorted(small); err != nil {
				panic(err)
			}
		}
		return b.Family()
	}
	if ctx.Err() != nil {
		return nil, given.Ended(ctx)
	}
	q.own = compact(own)
	if q.others = q.own; !q.selfDual {
		q.others = compact(beside)
	}
	return q, given.Ended(ctx)
}

// incidences returns the size of the question.
func (q *dominationQuestion) incidences() int { return q.own.Incidences() + q.others.Incidences() }

func (q *dominationQuestion) byGravity() []int {
	if q.selfDual {
		return live.ByGravity(q.ctx, len(q.nodes), q.own)
	}
	return live.ByGravity(q.ctx, len(q.nodes), q.own, q.others)
}

// plain returns the order of the nodes as they are numbered.
func (q *dominationQuestion) plain() []int {
	order := make([]int, len(q.nodes))
	for v := range order {
		order[v] = v
	}
	return order
}

// isWitness judges by the definition; the answer is false if ctx has ended.
func (q *dominationQuestion) isWitness(t []bool) bool {
	for _, set := range par.Until(q.ctx, q.others.All()) {
		if !slices.ContainsFunc(set, func(v int32) bool { return t[v] }) {
			return false
		}
	}
	for _, set := range par.Until(q.ctx, q.own.All()) {
		if !slices.ContainsFunc(set, func(v int32) bool { return !t[v] }) {
			return false
		}
	}
	return q.ctx.Err() == nil
}

// shrink makes a set that meets all others a minimal one. A node leaves unless some set of others
// is met in this node alone; the last node of the order is tried first. If a set contains no quorum
// of own, neither do its subsets. One pass is enough, as a node that could not leave cannot do so
// later. If ctx ends the set stays as it is then.
func (q *dominationQuestion) shrink(t []bool, order []int) {
	met := make([]int32, q.others.Len())
	needed := make([]int32, len(t)) // how many sets meet t in this node alone
	only := func(i int) int32 {
		for _, v := range q.others.Quorum(i) {
			if t[v] {
				return v
			}
		}
		return -1
	}
	for i, set := range par.Until(q.ctx, q.others.All()) {
		for _, v := range set {
			if t[v] {
				met[i]++
			}
		}
		if met[i] == 1 {
			needed[only(i)]++
		}
	}
	in := q.incidence()
	poll := par.NewPoll(q.ctx)
	for _, v := range slices.Backward(order) {
		if !t[v] || needed[v] > 0 {
			continue
		}
		if poll.Work(len(in.Of(v))) != nil {
			return
		}
		t[v] = false
		for _, i := range in.Of(v) {
			if int(i) >= len(met) {
				break
			}
			if met[i]--; met[i] == 1 {
				needed[only(int(i))]++
			}
		}
	}
}

// incidence lists, for each node, the sets that it is in, ascending: first the sets of others, then
// the sets of own, numbered from others.Len().
func (q *dominationQuestion) incidence() transversal.Lists {
	return transversal.Through(q.ctx, len(q.nodes), q.others, q.own)
}

// allOfTheirSizes is the method "sizes" of JudgeDomination.
func (q *dominationQuestion) allOfTheirSizes() bool {
	u := len(q.nodes)
	a, all := allOfLeastSize(q.ctx, q.own, u)
	if !all {
		return false
	}
	if q.selfDual {
		return 2*a == u+1
	}
	b, all := allOfLeastSize(q.ctx, q.others, u)
	return all && a+b == u+1
}

// allOfLeastSize returns the size of the smallest sets, and whether they are all sets of
// that size on u nodes.
func allOfLeastSize(ctx context.Context, f quorum.Family, u int) (size int, all bool) {
	size, _ = f.Sizes()
	if min(size, u-size) >= 62 { // (u choose size) >= 2^min(size, u-size)
		return size, false
	}
	want := new(big.Int).Binomial(int64(u), int64(size))
	if want.Cmp(big.NewInt(int64(f.Len()))) > 0 {
		return size, false
	}
	distinct := map[string]struct{}{}
	var key []byte
	for _, s := range par.Until(ctx, f.All()) {
		if len(s) == size {
			key = key[:0]
			for _, v := range s {
				key = binary.AppendUvarint(key, uint64(v))
			}
			distinct[string(key)] = struct{}{}
		}
	}
	return size, want.Cmp(big.NewInt(int64(len(distinct)))) == 0
}

const (
	// expectationOrders are the orders of the nodes that are tried ...
	expectationOrders = 8
	// expectationWork ... as long as they visit no more incidences than this.
	expectationWork = 4_000_000
)

// conditionalExpectations is the method of that name of JudgeDomination: a witness, or nil if it
// does not come upon one. The expectations are floating-point numbers. This does no harm, since the
// witness is checked.
func (q *dominationQuestion) conditionalExpectations(seed uint64) []bool {
	in := q.incidence()
	order := q.plain()
	rng := rand.New(rand.NewPCG(seed, 0))
	for attempt := range expectationOrders {
		switch {
		case attempt > 0 && attempt*q.incidences() > expectationWork || q.ctx.Err() != nil:
			return nil
		case attempt == 1: // the busiest nodes first
			slices.SortStableFunc(order, func(v, w int) int { return len(in.Of(w)) - len(in.Of(v)) })
		case attempt > 1:
			rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		if t := q.leastExpectation(in, order); q.isWitness(t) {
			return t
		}
	}
	return nil
}

// leastExpectation decides the nodes in order.
func (q *dominationQuestion) leastExpectation(in transversal.Lists, order []int) []bool {
	// A set weighs the probability that it ends up broken: 2^-(nodes not yet decided), or 0
	// once a node has settled it.
	split := int32(q.others.Len())
	weight := make([]float64, q.others.Len()+q.own.Len())
	for i := range weight {
		s := q.others
		k := i
		if i >= int(split) {
			s, k = q.own, i-int(split)
		}
		weight[i] = math.Ldexp(1, -len(s.Quorum(k)))
	}
	t := make([]bool, len(q.nodes))
	poll := par.NewPoll(q.ctx)
	for _, v := range order {
		if poll.Work(2*len(in.Of(v))) != nil {
			return t // isWitness says no
		}
		asksIn, asksOut := 0.0, 0.0
		for _, i := range in.Of(v) {
			if i < split {
				asksIn += weight[i]
			} else {
				asksOut += weight[i]
			}
		}
		t[v] = asksIn >= asksOut
		for _, i := range in.Of(v) {
			if t[v] == (i < split) {
				weight[i] = 0
			} else {
				weight[i] *= 2
			}
		}
	}
	return t
}
