package measure

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/quorum"
)

// countByDiagram returns the number of node sets that contain a quorum of f, from the
// reduced ordered binary decision diagram (Bryant 1986) of "contains a quorum", with the
// nodes in their order. The error is the cause of ctx, or that there are more than limit
// diagram nodes, made or kept. Cost: a look-up for each diagram node made; for example
// n²/4 nodes for a majority of n, at most 2^k times n where no more than k quorums are ever begun.
func countByDiagram(ctx context.Context, f quorum.Family, limit int) (live *big.Int, err error) {
	if f.N() > diagramMaxLevels {
		return nil, fmt.Errorf("more than %d nodes", diagramMaxLevels)
	}
	// A node takes 42 bytes with its share of table and cache, and its number further words.
	words := f.N()/64 + 1
	d := &countingDiagram{ctx: ctx, limit: 50 * limit / (42 + 8*words), n: int32(f.N())}
	d.nodes = append(d.nodes, diagramNode{level: d.n}, diagramNode{level: d.n})
	d.grow(1 << 10)
	d.cache = make([]diagramOr, 1<<16)
	order := make([]int32, f.Len())
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return slices.Compare(f.Quorum(int(i)), f.Quorum(int(j))) })
	root, err := d.build(f, order, 0)
	if err != nil {
		return nil, err
	}
	return d.count(root), nil
}

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

// build returns the function "contains a quorum" of the listed quorums, in
// lexicographic order and equal in their first depth nodes, as far as the further nodes go.
func (d *countingDiagram) build(f quorum.Family, list []int32, depth int) (int32, error) {
	if len(f.Quorum(int(list[0]))) == depth {
		return 1, nil
	}
	result := int32(0)
	for end := len(list); end > 0; {
		first := f.Quorum(int(list[end-1]))[depth]
		from := end - 1
		for from > 0 && f.Quorum(int(list[from-1]))[depth] == first {
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

// count returns the number of sets at which the function is true. The numbers of all
// diagram nodes, over the nodes from their level on, stand in words, low first.
func (d *countingDiagram) count(root int32) *big.Int {
	words := int(d.n)/64 + 1
	counts := make([]uint64, words*len(d.nodes))
	at := func(i int32) []uint64 { return counts[int(i)*words : (int(i)+1)*words] }
	at(1)[0] = 1
	for i := int32(2); i < int32(len(d.nodes)); i++ { // children come before parents
		x := d.nodes[i]
		addShifted(at(i), at(x.lo), int(d.nodes[x.lo].level-x.level-1))
		addShifted(at(i), at(x.hi), int(d.nodes[x.hi].level-x.level-1))
	}
	total := make([]uint64, words)
	addShifted(total, at(root), int(d.nodes[root].level))
	return wordsToBig(total)
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

func wordsToBig(words []uint64) *big.Int {
	z := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(words[i]))
	}
	return z
}
