package measure

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/quorum"
)

// byDiagrams is the method "counting" of JudgeDomination with decision diagrams of at most
// the limits, one after the other, for two orders of the nodes: as they are numbered, which
// is good for systems that are drawn in the plane row by row or composed part by part, and
// by gravity.
func (q *dominationQuestion) byDiagrams(ctx context.Context, limits ...int) Domination {
	var d Domination
	gravity := false
	for _, limit := range limits {
		for range 2 {
			r := q
			if gravity {
				if q.gravity == nil {
					q.gravity = q.reordered(q.byGravity())
				}
				r = q.gravity
			}
			if d = r.byDiagram(ctx, limit); d.Nondominated != quorum.Unknown || ctx.Err() != nil {
				return d
			}
			gravity = !gravity
		}
		gravity = true // the better bet for the larger ones
	}
	return d
}

// byDiagram counts with the reduced ordered binary
// decision diagrams (Bryant 1986) of "contains a quorum" for own and others, the nodes in
// their order. It gives up beyond a limit of diagram nodes made, and where ctx ends. Cost: a few
// look-ups for each of them; a majority of n has n²/4, and where no more than k quorums
// are ever begun and not finished there are at most n·2^k.
//
// A witness is found by going down both diagrams. A node that is put into T turns C into
// the sets Q minus that node, and takes the sets with that node out of O; a node left out
// does it the other way round. Sets of both still meet, so that the number of witnesses
// follows at every step from the counts, which the diagram nodes have.
func (q *dominationQuestion) byDiagram(ctx context.Context, limit int) Domination {
	unknown := func(err error) Domination { return Domination{Reason: "counting: " + err.Error()} }
	if len(q.nodes) > diagramMaxLevels {
		return unknown(fmt.Errorf("more than %d nodes", diagramMaxLevels))
	}
	d := newDiagram(ctx, len(q.nodes), limit)
	own, err := d.of(q.own)
	if err != nil {
		return unknown(err)
	}
	others := own
	if !q.selfDual {
		if others, err = d.of(q.others); err != nil {
			return unknown(err)
		}
	}
	counts := d.counts()
	// witnesses of the nodes from level on, for diagram nodes a of own and b of others.
	witnesses := func(level, a, b int32) int {
		n := new(big.Int).Lsh(big.NewInt(1), uint(d.n-level))
		n.Sub(n, counts.of(a, level))
		return n.Sub(n, counts.of(b, level)).Sign()
	}
	switch witnesses(0, own, others) {
	case -1:
		return Domination{Reason: notAllMeet}
	case 0:
		return q.nondominated(DominationCounting)
	}
	t := make([]bool, len(q.nodes))
	for v := range t {
		level := int32(v)
		a, b := d.nodes[own], d.nodes[others]
		if a.level > level {
			a.lo, a.hi = own, own
		}
		if b.level > level {
			b.lo, b.hi = others, others
		}
		t[v] = witnesses(level+1, a.hi, b.lo) > 0
		own, others = a.hi, b.lo
		if !t[v] {
			own, others = a.lo, b.hi
		}
	}
	if !q.isWitness(t) {
		return Domination{Reason: notAllMeet}
	}
	return q.dominated(t, DominationCounting)
}

const notAllMeet = "the quorums do not all meet"

// diagramMaxLevels bounds the depth of recursion.
const diagramMaxLevels = 1 << 16

// diagramNode tests node level: the function is hi if it is in the set, lo otherwise. The
// constants false and true are numbers 0 and 1, at level n.
type diagramNode struct{ level, lo, hi int32 }

type diagramOr struct{ a, b, or int32 }

type countingDiagram struct {
	ctx   context.Context
	limit int
	n     int32
	nodes []diagramNode
	table []int32 // hash table of the nodes, 0 where free
	cache []diagramOr
	steps int
}

// newDiagram starts a diagram of at most limit nodes over n nodes of a system; of fewer
// where the counts of n >= 64 nodes take more words.
func newDiagram(ctx context.Context, n, limit int) *countingDiagram {
	// A diagram node takes 42 bytes with its share of table and cache, and its count.
	d := &countingDiagram{ctx: ctx, limit: 50 * limit / (42 + 8*(n/64+1)), n: int32(n)}
	d.nodes = append(d.nodes, diagramNode{level: d.n}, diagramNode{level: d.n})
	d.grow(1 << 8)
	return d
}

// of returns the diagram node of "contains a set of f"; f has a set.
func (d *countingDiagram) of(f flatSets) (int32, error) {
	order := make([]int32, f.len())
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return slices.Compare(f.set(int(i)), f.set(int(j))) })
	return d.build(f, order, 0)
}

// build returns the function "contains a set" of the listed sets of f, in
// lexicographic order and equal in their first depth nodes, as far as the further nodes go.
func (d *countingDiagram) build(f flatSets, list []int32, depth int) (int32, error) {
	if len(f.set(int(list[0]))) == depth {
		return 1, nil
	}
	result := int32(0)
	for end := len(list); end > 0; {
		first := f.set(int(list[end-1]))[depth]
		from := end - 1
		for from > 0 && f.set(int(list[from-1]))[depth] == first {
			from--
		}
		with, err := d.build(f, list[from:end], depth+1)
		if err != nil {
			return 0, err
		}
		if with, err = d.or(with, result); err != nil {
			return 0, err
		}
		if result, err = d.node(first, result, with); err != nil {
			return 0, err
		}
		end = from
	}
	return result, nil
}

func (d *countingDiagram) or(a, b int32) (int32, error) {
	switch {
	case a == b || b == 0:
		return a, nil
	case a == 0:
		return b, nil
	case a == 1 || b == 1:
		return 1, nil
	case a > b:
		a, b = b, a
	}
	slot := (uint64(a)<<32 | uint64(b)) * 0x9e3779b97f4a7c15 >> 32 & uint64(len(d.cache)-1)
	if c := d.cache[slot]; c.a == a && c.b == b {
		return c.or, nil
	}
	if d.steps++; d.steps&0xfff == 0 && d.ctx.Err() != nil {
		return 0, context.Cause(d.ctx)
	}
	x, y := d.nodes[a], d.nodes[b]
	level := min(x.level, y.level)
	if x.level > level {
		x.lo, x.hi = a, a
	}
	if y.level > level {
		y.lo, y.hi = b, b
	}
	lo, err := d.or(x.lo, y.lo)
	if err != nil {
		return 0, err
	}
	hi, err := d.or(x.hi, y.hi)
	if err != nil {
		return 0, err
	}
	or, err := d.node(level, lo, hi)
	if err != nil {
		return 0, err
	}
	// The cache may have grown meanwhile.
	slot = (uint64(a)<<32 | uint64(b)) * 0x9e3779b97f4a7c15 >> 32 & uint64(len(d.cache)-1)
	d.cache[slot] = diagramOr{a, b, or}
	return or, nil
}

// node returns the number of a diagram node, made at most once.
func (d *countingDiagram) node(level, lo, hi int32) (int32, error) {
	if lo == hi {
		return lo, nil
	}
	want := diagramNode{level, lo, hi}
	slot := want.hash(len(d.table))
	for d.table[slot] != 0 {
		if d.nodes[d.table[slot]] == want {
			return d.table[slot], nil
		}
		slot = (slot + 1) & (len(d.table) - 1)
	}
	if len(d.nodes)-2 >= d.limit {
		return 0, fmt.Errorf("more than %d diagram nodes", d.limit)
	}
	d.nodes = append(d.nodes, want)
	number := int32(len(d.nodes) - 1)
	d.table[slot] = number
	if 2*len(d.nodes) > len(d.table) {
		d.grow(2 * len(d.table))
	}
	return number, nil
}

func (x diagramNode) hash(size int) int {
	h := uint64(x.lo)*0x9e3779b97f4a7c15 ^ uint64(x.hi)*0xc2b2ae3d27d4eb4f ^ uint64(x.level)*0x165667b19e3779f9
	h ^= h >> 29
	return int(h * 0xbf58476d1ce4e5b9 >> 33 & uint64(size-1))
}

// grow makes the table, and with it the cache, that large.
func (d *countingDiagram) grow(size int) {
	d.table = make([]int32, size)
	for i := 2; i < len(d.nodes); i++ {
		slot := d.nodes[i].hash(size)
		for d.table[slot] != 0 {
			slot = (slot + 1) & (size - 1)
		}
		d.table[slot] = int32(i)
	}
	if size > len(d.cache) {
		d.cache = make([]diagramOr, size)
	}
}

// diagramCounts are, for each diagram node, the numbers of sets at which its function is
// true, over the nodes from its level on.
type diagramCounts struct {
	d     *countingDiagram
	words int // for each, low word first
	all   []uint64
}

func (d *countingDiagram) counts() diagramCounts {
	c := diagramCounts{d, int(d.n)/64 + 1, nil}
	c.all = make([]uint64, c.words*len(d.nodes))
	c.row(1)[0] = 1
	for i := int32(2); i < int32(len(d.nodes)); i++ { // children come before parents
		x := d.nodes[i]
		addShifted(c.row(i), c.row(x.lo), int(d.nodes[x.lo].level-x.level-1))
		addShifted(c.row(i), c.row(x.hi), int(d.nodes[x.hi].level-x.level-1))
	}
	return c
}

func (c diagramCounts) row(i int32) []uint64 { return c.all[int(i)*c.words : (int(i)+1)*c.words] }

// of returns the count for diagram node i over the nodes from level on.
func (c diagramCounts) of(i, level int32) *big.Int {
	z := new(big.Int)
	for _, w := range slices.Backward(c.row(i)) {
		z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(w))
	}
	return z.Lsh(z, uint(c.d.nodes[i].level-level))
}

// addShifted adds x << shift to dst, of the same length, which has room for it.
func addShifted(dst, x []uint64, shift int) {
	carry, low := uint64(0), uint(shift&63)
	for i := shift >> 6; i < len(dst); i++ {
		k := i - shift>>6
		w := x[k] << low
		if k > 0 {
			w |= x[k-1] >> (64 - low) // 0 for low = 0
		}
		sum := dst[i] + w
		overflow := sum < w
		sum += carry
		overflow = overflow || sum < carry
		carry = 0
		if overflow {
			carry = 1
		}
		dst[i] = sum
	}
}
