package quorum

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/solve/sets"
)

// packingWork bounds the word operations of the judgements on k-coteries, which
// are set-packing problems; beyond it the answer is Unknown. About half a minute.
const packingWork = 20_000_000_000

// packingBytes bounds the incidence matrix that these judgements need.
const packingBytes = 1 << 30

// JudgeKIntersection judges whether among any k+1 distinct quorums of f two meet,
// that is, whether no k+1 quorums are pairwise disjoint; k+1 disjoint quorums are the witness.
// Exact set packing, part by connected part: branch on the node whose quorums are fewest, cut by
// k+1 - chosen > ⌊free nodes / least size⌋. Memory: a bit for each quorum and
// occurring node. Unknown when ctx ends, after packingWork word operations, or if
// the matrix were larger than packingBytes.
func JudgeKIntersection(ctx context.Context, k int, f Family) Judged {
	least, _ := f.Sizes()
	switch {
	case f.Len() == 0:
		return holds(KIntersection, "there is no quorum")
	case k+1 > f.Len():
		return holds(KIntersection, fmt.Sprintf("there are fewer than %d quorums", k+1))
	case (k+1)*least > f.n:
		return holds(KIntersection, fmt.Sprintf("%d disjoint quorums of at least %d nodes do not fit in %d", k+1, least, f.n))
	}
	p, err := newPacker(ctx, f)
	if err != nil {
		return unanswered(ctx, KIntersection, err)
	}
	if p.packingOfParts(k + 1) {
		return fails(KIntersection, p.witness())
	}
	if p.stopped != "" {
		return undecided(KIntersection, p.stopped)
	}
	return holds(KIntersection, "")
}

// JudgeKNonIntersection judges whether every h < k pairwise disjoint quorums of f
// extend by one that is disjoint from all of them, h = 0 included; the witness is
// h disjoint quorums that every other quorum meets. (Miyamoto, Kakugawa and
// Yamashita 1994, section 1, print "there exist h"; their proofs use "every h",
// which is the definition of Kakugawa et al. 1993.) It visits all packings of fewer than k quorums,
// part by connected part: the least sizes of packings that do not extend add up. In a part of all
// sets of s of m nodes that is ⌊m/s⌋. Unknown as for JudgeKIntersection.
func JudgeKNonIntersection(ctx context.Context, k int, f Family) Judged {
	if f.Len() == 0 {
		return fails(KNonIntersection, Witness{})
	}
	p, err := newPacker(ctx, f)
	if err != nil {
		return unanswered(ctx, KNonIntersection, err)
	}
	distinct, err := repeated(ctx, f)
	if err != nil {
		return unanswered(ctx, KNonIntersection, err)
	}
	if p.maximalOfParts(k-1, distinct == noPair) {
		return fails(KNonIntersection, p.witness())
	}
	if p.stopped != "" {
		return undecided(KNonIntersection, p.stopped)
	}
	return holds(KNonIntersection, "")
}

var errTooLargeToPack = errors.New("its incidence matrix would not fit in 1 GiB")

// packer searches packings: sets of pairwise disjoint quorums.
type packer struct {
	ctx     context.Context
	f       Family // as given, for witnesses
	small   Family // over the nodes that occur
	inc     incidence
	least   int
	chosen  []int
	work    int // word operations so far
	checked int // of these, when ctx was last looked at
	stopped string
}

// newPacker returns an error if its incidence matrix would be larger than packingBytes, or than the
// budget of ctx, and the cause of ctx if that ends first.
func newPacker(ctx context.Context, f Family) (*packer, error) {
	least, _ := f.Sizes()
	small := compacted(f)
	if small.n*sets.Words(small.Len()) > packingBytes/8 {
		return nil, errTooLargeToPack
	}
	inc, err := newIncidence(ctx, small, 0, small.Len())
	if err != nil {
		return nil, err
	}
	return &packer{ctx: ctx, f: f, small: small, inc: inc, least: least}, nil
}

// packedPart is a connected part of a family: no quorum of it meets one of another part.
type packedPart struct {
	quorums []int
	nodes   int
}

// parts returns the connected parts in the order of their first quorums.
func (p *packer) parts() (list []packedPart) {
	up := make([]int32, p.small.n) // a node of the same part; itself where it stands for the part
	for v := range up {
		up[v] = int32(v)
	}
	root := func(v int32) int32 {
		for up[v] != v {
			up[v] = up[up[v]]
			v = up[v]
		}
		return v
	}
	for _, q := range p.small.All() {
		for _, v := range q[1:] {
			up[root(v)] = root(q[0])
		}
	}
	place := make([]int, p.small.n) // 1 + the place in list
	for i, q := range p.small.All() {
		r := root(q[0])
		if place[r] == 0 {
			list = append(list, packedPart{})
			place[r] = len(list)
		}
		part := &list[place[r]-1]
		part.quorums = append(part.quorums, i)
	}
	for v := range up {
		if at := place[root(int32(v))]; at > 0 { // else the node is in no quorum
			list[at-1].nodes++
		}
	}
	return list
}

// bits returns the set of these quorums.
func (p *packer) bits(quorums []int) sets.Bits {
	b := sets.New(p.f.Len())
	for _, i := range quorums {
		b.Add(i)
	}
	return b
}

// packingOfParts looks for want pairwise disjoint quorums, and leaves them in p.chosen.
func (p *packer) packingOfParts(want int) bool {
	parts := p.parts()
	var found []int
	for x, part := range parts {
		cand := p.bits(part.quorums)
		if p.chosen = nil; p.packing(cand, part.nodes, want-len(found)) {
			p.chosen = append(p.chosen, found...)
			return true
		}
		var most []int // of this part
		for size := 1; x < len(parts)-1 && size < want-len(found) && p.packing(cand, part.nodes, size); size++ {
			most, p.chosen = p.chosen, nil
		}
		found = append(found, most...)
	}
	return false
}

// maximalOfParts looks for at most most pairwise disjoint quorums that no quorum extends, and
// leaves them in p.chosen. distinct says that no quorum repeats.
func (p *packer) maximalOfParts(most int, distinct bool) bool {
	parts := p.parts()
	var found []int
	for x, part := range parts {
		left := most - len(found) - (len(parts) - 1 - x) // each part after this one takes one quorum or more
		cand := p.bits(part.quorums)
		size := len(p.small.Quorum(part.quorums[0]))
		ok := false
		switch p.chosen = nil; {
		case left < 1:
		case distinct && p.complete(part, size):
			if ok = part.nodes/size <= left; ok {
				for rest := cand; !rest.Empty(); rest = p.without(rest, rest.First()) {
					p.chosen = append(p.chosen, rest.First())
				}
			}
		case x == len(parts)-1:
			ok = p.maximalBelow(cand, 0, left+1)
		default:
			for below := 2; !ok && below <= left+1 && p.stopped == ""; below++ {
				ok = p.maximalBelow(cand, 0, below)
			}
		}
		if !ok {
			return false
		}
		found = append(found, p.chosen...)
	}
	p.chosen = found
	return true
}

// complete reports whether the quorums of a part, no two of them equal, are all sets of size of its
// nodes.
func (p *packer) complete(part packedPart, size int) bool {
	for _, i := range part.quorums {
		if len(p.small.Quorum(i)) != size {
			return false
		}
	}
	return new(big.Int).Binomial(int64(part.nodes), int64(size)).Cmp(big.NewInt(int64(len(part.quorums)))) == 0
}

// spend counts work on so many rows of the incidence matrix and reports whether
// to go on. It looks at ctx every few milliseconds.
func (p *packer) spend(rows int) bool {
	const between = 1 << 23
	const step = 64 // a step costs as much as this many words, however small the family
	p.work += rows*p.inc.Words + step
	switch {
	case p.stopped != "":
	case p.work > packingWork:
		p.stopped = fmt.Sprintf("undecided after %d word operations", packingWork)
	case p.work-p.checked > between:
		p.checked = p.work
		if p.ctx.Err() != nil {
			p.stopped = "stopped: " + context.Cause(p.ctx).Error()
		}
	}
	return p.stopped == ""
}

// without returns the candidates that are disjoint from quorum i.
func (p *packer) without(cand sets.Bits, i int) sets.Bits {
	rest := slices.Clone(cand)
	for _, v := range p.small.Quorum(i) {
		rest.Subtract(p.inc.Row(int(v)))
	}
	return rest
}

// packing looks for want pairwise disjoint quorums among cand, which leave free
// nodes, and leaves them in p.chosen.
func (p *packer) packing(cand sets.Bits, free, want int) bool {
	if want == 0 {
		return true
	}
	if !p.spend(p.small.n) || want*p.least > free || cand.Len() < want {
		return false
	}
	v := p.rarestNode(cand)
	through := slices.Clone(cand)
	through.Intersect(p.inc.Row(v))
	for i := range through.All() {
		p.chosen = append(p.chosen, i)
		if p.packing(p.without(cand, i), free-len(p.small.Quorum(i)), want-1) {
			return true
		}
		p.chosen = p.chosen[:len(p.chosen)-1]
		if p.stopped != "" {
			return false
		}
	}
	rest := slices.Clone(cand)
	rest.Subtract(through)
	return p.packing(rest, free-1, want)
}

// rarestNode returns a node that is in at least one candidate, and in the fewest.
func (p *packer) rarestNode(cand sets.Bits) int {
	best, bestCount := -1, 0
	for v := range p.small.n {
		if count := cand.Common(p.inc.Row(v)); count > 0 && (best < 0 || count < bestCount) {
			best, bestCount = v, count
		}
	}
	return best
}

// maximalBelow looks for fewer than k pairwise disjoint quorums that no quorum
// extends. cand holds all quorums disjoint from the chosen ones; only those from
// index from on are tried, since a packing is a set.
func (p *packer) maximalBelow(cand sets.Bits, from, k int) bool {
	if !p.spend(1 + len(p.chosen)) {
		return false
	}
	if cand.Empty() {
		return true
	}
	if len(p.chosen) == k-1 {
		return false
	}
	for i := range cand.All() {
		if i < from {
			continue
		}
		p.spend(len(p.small.Quorum(i)))
		p.chosen = append(p.chosen, i)
		if p.maximalBelow(p.without(cand, i), i+1, k) {
			return true
		}
		p.chosen = p.chosen[:len(p.chosen)-1]
		if p.stopped != "" {
			return false
		}
	}
	return false
}

func (p *packer) witness() Witness {
	slices.Sort(p.chosen)
	var w Witness
	for _, i := range p.chosen {
		w.Quorums = append(w.Quorums, Index(i))
		w.Sets = append(w.Sets, p.f.Set(i))
	}
	return w
}
