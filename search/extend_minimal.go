package search

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
)

// extendMinimalSets are families of sets of levels as zero-suppressed decision diagrams (Minato 1993): number 0 is the
// family of no set, 1 that of the empty set, others are (level, sets without it, sets with it, less it), the
// last not 0.
//
// The minimal sets of a monotone function f = (v, lo, hi) are those of lo, and those of hi that are none of lo, with v:
// a minimal set T of hi makes T ∪ {v} minimal iff lo does not hold at T; and if it does, T is a
// minimal set of lo too, as lo implies hi. So a difference of families is all that is needed.
type extendMinimalSets struct {
	extendStore
	of    map[int32]int32 // of diagram nodes
	steps int
	fail  error
}

func newExtendMinimalSets(levels, limit int) *extendMinimalSets {
	return &extendMinimalSets{extendStore: newExtendStore(levels, limit), of: map[int32]int32{0: 0, 1: 1}}
}

func (z *extendMinimalSets) node(level, lo, hi int32) int32 {
	if hi == 0 || z.fail != nil {
		return lo
	}
	number, ok := z.number(extendTest{level, lo, hi})
	if !ok {
		z.fail = fmt.Errorf("the minimal sets take more than %d diagram nodes", z.limit)
	}
	return number
}

// minus returns a ∖ b.
func (z *extendMinimalSets) minus(ctx context.Context, a, b int32) int32 {
	for {
		switch {
		case a == 0 || a == b || z.fail != nil:
			return 0
		case b == 0:
			return a
		}
		if z.nodes[b].level >= z.nodes[a].level {
			break
		}
		b = z.nodes[b].lo
	}
	if out, ok := z.applied(extendMinus, a, b); ok {
		return out
	}
	if z.steps++; z.steps&0xfff == 0 && ctx.Err() != nil && z.fail == nil {
		z.fail = context.Cause(ctx)
	}
	x, y := z.nodes[a], z.nodes[b]
	if y.level > x.level {
		y.lo, y.hi = b, 0
	}
	lo := z.minus(ctx, x.lo, y.lo)
	out := z.node(x.level, lo, z.minus(ctx, x.hi, y.hi))
	if z.fail == nil {
		z.remember(extendMinus, a, b, out)
	}
	return out
}

// minimal returns the minimal sets of a monotone function.
func (z *extendMinimalSets) minimal(ctx context.Context, d *extendDiagrams, f int32) int32 {
	if out, known := z.of[f]; known || z.fail != nil {
		return out
	}
	t := d.nodes[f]
	lo := z.minimal(ctx, d, t.lo)
	out := z.node(t.level, lo, z.minus(ctx, z.minimal(ctx, d, t.hi), lo))
	if z.fail == nil {
		z.of[f] = out
	}
	return out
}

// count returns the number of minimal sets. An antichain on 130 nodes has fewer than 2^128 sets (Sperner), as
// has each of its parts.
func (e extendDiagram) count(ctx context.Context) (*big.Int, error) {
	d := e.d
	if d.n > 130 {
		return nil, fmt.Errorf("quorums on more than 130 nodes are not counted")
	}
	if d.sets == nil || d.sets.fail != nil {
		d.sets = newExtendMinimalSets(d.n, d.limit)
	}
	z := d.sets
	root := z.minimal(ctx, d, e.f)
	if z.fail != nil {
		return nil, z.fail
	}
	counts := make([][2]uint64, len(z.nodes)) // high word first; children come before parents
	counts[1][1] = 1
	for i := 2; i < len(counts); i++ {
		a, b := counts[z.nodes[i].lo], counts[z.nodes[i].hi]
		low, carry := bits.Add64(a[1], b[1], 0)
		high, _ := bits.Add64(a[0], b[0], carry)
		counts[i] = [2]uint64{high, low}
	}
	out := new(big.Int).SetUint64(counts[root][0])
	return out.Or(out.Lsh(out, 64), new(big.Int).SetUint64(counts[root][1])), nil
}
