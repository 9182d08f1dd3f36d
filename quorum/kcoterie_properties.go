package quorum

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// packingSteps bounds the search nodes of the judgements on k-coteries, which are
// set-packing problems; beyond it the answer is Unknown. About a minute.
const packingSteps = 20_000_000

// JudgeKIntersection judges whether among any k+1 distinct quorums of f two meet,
// that is, whether no k+1 quorums are pairwise disjoint; these are the witness.
// Exact set packing: branch on the node whose quorums are fewest, cut by
// k+1 - chosen > ⌊free nodes / least size⌋. Unknown when ctx ends or after
// packingSteps search nodes.
func JudgeKIntersection(ctx context.Context, k int, f Family) Verdict {
	p := newPacker(ctx, f)
	if least, _ := f.Sizes(); f.Len() == 0 || (k+1)*least > f.n {
		return holds(KIntersection, fmt.Sprintf("%d disjoint quorums of at least %d nodes do not fit in %d", k+1, least, f.n))
	}
	if p.packing(p.all(), f.n, k+1) {
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
// which is the definition of Kakugawa et al. 1993.) It visits all packings of
// fewer than k quorums; Unknown as for JudgeKIntersection.
func JudgeKNonIntersection(ctx context.Context, k int, f Family) Verdict {
	if f.Len() == 0 {
		return fails(KNonIntersection, Witness{})
	}
	p := newPacker(ctx, f)
	if p.maximalBelow(p.all(), 0, k) {
		return fails(KNonIntersection, p.witness())
	}
	if p.stopped != "" {
		return undecided(KNonIntersection, p.stopped)
	}
	return holds(KNonIntersection, "")
}

// packer searches packings: sets of pairwise disjoint quorums.
type packer struct {
	ctx     context.Context
	f       Family
	inc     incidence
	least   int
	chosen  []int
	steps   int
	stopped string
}

func newPacker(ctx context.Context, f Family) *packer {
	least, _ := f.Sizes()
	return &packer{ctx: ctx, f: f, inc: newIncidence(f, 0, f.Len()), least: least}
}

func (p *packer) all() []uint64 {
	full := make([]uint64, p.inc.words)
	copy(full, FullSet(p.f.Len()).words)
	return full
}

func (p *packer) step() bool {
	p.steps++
	if p.steps > packingSteps {
		p.stopped = fmt.Sprintf("undecided after %d search nodes", packingSteps)
	} else if p.steps&1023 == 0 && p.ctx.Err() != nil {
		p.stopped = "stopped: " + context.Cause(p.ctx).Error()
	}
	return p.stopped == ""
}

// without returns the candidates that are disjoint from quorum i.
func (p *packer) without(cand []uint64, i int) []uint64 {
	rest := slices.Clone(cand)
	for _, v := range p.f.Quorum(i) {
		for w, x := range p.inc.row(v) {
			rest[w] &^= x
		}
	}
	return rest
}

// packing looks for want pairwise disjoint quorums among cand, which leave free
// nodes, and leaves them in p.chosen.
func (p *packer) packing(cand []uint64, free, want int) bool {
	if want == 0 {
		return true
	}
	if !p.step() || want*p.least > free || onesCount(cand) < want {
		return false
	}
	v := p.rarestNode(cand)
	row := p.inc.row(v)
	for w, x := range row {
		for through := x & cand[w]; through != 0; through &= through - 1 {
			i := w<<6 + bits.TrailingZeros64(through)
			p.chosen = append(p.chosen, i)
			if p.packing(p.without(cand, i), free-len(p.f.Quorum(i)), want-1) {
				return true
			}
			p.chosen = p.chosen[:len(p.chosen)-1]
			if p.stopped != "" {
				return false
			}
		}
	}
	rest := slices.Clone(cand)
	for w, x := range row {
		rest[w] &^= x
	}
	return p.packing(rest, free-1, want)
}

// rarestNode returns a node that is in at least one candidate, and in the fewest.
func (p *packer) rarestNode(cand []uint64) int32 {
	best, bestCount := int32(-1), 0
	for v := range int32(p.f.n) {
		count := 0
		for w, x := range p.inc.row(v) {
			count += bits.OnesCount64(x & cand[w])
		}
		if count > 0 && (best < 0 || count < bestCount) {
			best, bestCount = v, count
		}
	}
	return best
}

// maximalBelow looks for fewer than k pairwise disjoint quorums that no quorum
// extends. cand holds all quorums disjoint from the chosen ones; only those from
// index from on are tried, since a packing is a set.
func (p *packer) maximalBelow(cand []uint64, from, k int) bool {
	if !p.step() {
		return false
	}
	if onesCount(cand) == 0 {
		return true
	}
	if len(p.chosen) == k-1 {
		return false
	}
	for i := range (Set{cand}).All() {
		if i < from {
			continue
		}
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

func onesCount(words []uint64) int {
	c := 0
	for _, w := range words {
		c += bits.OnesCount64(w)
	}
	return c
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
