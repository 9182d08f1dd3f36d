package fleet

import (
	"cmp"
	"context"
	"encoding/binary"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// maxSpareWork bounds the words of quorums compared on the way to these sets: half a second.
const maxSpareWork = 50_000_000

// grownSpares returns the sets of spareSets, for any number of nodes. It starts from each quorum.
// As long as some nodes of the set, no more than may be lost, meet all quorums in the set, the set
// grows by a quorum that they do not meet. Every set that is sought is found in this way from each
// quorum in it: it has a quorum that misses those nodes, and the grown set stays within it. Proof:
// docs/theorems/fleet-asked-sets.md.
func grownSpares(ctx context.Context, family quorum.Family, silent int, t *timing) ([][]int32, error) {
	g := &spareGrowth{family: family, live: liveIn(family), rows: sets.MatrixOf(family.Len(), family.N(), family.All()), poll: par.NewPoll(ctx)}
	seen := map[string]bool{}
	var stack []sets.Bits
	push := func(b sets.Bits) {
		if key := keyOf(b); !seen[key] {
			seen[key] = true
			stack = append(stack, b)
		}
	}
	for j := range family.Len() {
		push(slices.Clone(g.rows.Row(j)))
	}
	var found [][]int32
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		lost, hit := g.hitting(b, silent)
		if g.err != nil {
			return nil, g.err
		}
		if hit {
			for j := range family.Len() {
				if row := g.rows.Row(j); !row.Meets(lost) {
					more := slices.Clone(b)
					more.Unite(row)
					push(more)
				}
			}
			g.work += 4 * family.Len() * len(b)
			continue
		}
		if g.needed(b, silent, t) {
			if len(found) == mostSets {
				return nil, errTooManySpares
			}
			found = append(found, nodesOf(b))
		}
		if g.err != nil {
			return nil, g.err
		}
	}
	slices.SortFunc(found, bySize)
	return found, nil
}

var errTooManySpares = &quorum.LimitError{What: "sets that may lose nodes", Limit: mostSets}

// bySize orders sets, the smallest first.
func bySize(a, b []int32) int { return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b)) }

func keyOf(b sets.Bits) string {
	key := make([]byte, 0, 8*len(b))
	for _, w := range b {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return string(key)
}

// spareGrowth asks about sets of nodes and the quorums in them.
type spareGrowth struct {
	family quorum.Family
	rows   sets.Matrix
	live   func([]int32) bool
	poll   par.Poll
	work   int
	err    error
}

func nodesOf(b sets.Bits) []int32 {
	var list []int32
	for v := range b.All() {
		list = append(list, int32(v))
	}
	return list
}

// hitting returns nodes that meet all quorums in b, no more than most, if there are such nodes.
func (g *spareGrowth) hitting(b sets.Bits, most int) (sets.Bits, bool) {
	lost := sets.New(g.family.N())
	return lost, g.hit(b, lost, most)
}

func (g *spareGrowth) hit(b, lost sets.Bits, most int) bool {
	if g.err == nil {
		g.err = g.poll.Work(g.family.Len() * len(b))
	}
	if g.work += g.family.Len() * len(b); g.work > maxSpareWork && g.err == nil {
		g.err = &quorum.LimitError{What: "words of quorums compared, for the sets that may lose nodes", Limit: maxSpareWork, OnWay: true}
	}
	if g.err != nil {
		return false
	}
	for j := range g.family.Len() {
		row := g.rows.Row(j)
		if !row.SubsetOf(b) || row.Meets(lost) {
			continue
		}
		if most == 0 {
			return false
		}
		for _, v := range g.family.Quorum(j) {
			lost.Add(int(v))
			if g.hit(b, lost, most-1) {
				return true
			}
			lost.Remove(int(v))
		}
		return false
	}
	return true
}

// needed reports whether b needs each of its nodes: without it, fewer nodes could be lost, or b
// would be slower.
func (g *spareGrowth) needed(b sets.Bits, silent int, t *timing) bool {
	var time *big.Rat
	nodes := nodesOf(b)
	if t != nil {
		time = t.until(nodes, g.live)
	}
	for i, v := range nodes {
		less := slices.Clone(b)
		less.Remove(int(v))
		if _, hit := g.hitting(less, silent); hit || g.err != nil {
			continue
		}
		if t == nil || t.until(slices.Concat(nodes[:i], nodes[i+1:]), g.live).Cmp(time) <= 0 {
			return false
		}
	}
	return true
}
