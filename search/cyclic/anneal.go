package cyclic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
)

// annealing looks for a difference cover of k residues that is a union of orbits, by simulated
// annealing at one temperature: an orbit gives way to another of its size, often to one that gives
// a missing difference, and always if the union lacks no more differences then. It proves nothing.
type annealing struct {
	*tally
	rng  *rand.PCG
	in   []int32 // the orbits of D
	isIn []bool
	odds []uint64 // of 2^64: that a move which loses so many pairs is made
}

// annealingTries bounds how many orbits a step tries in the place of one.
const annealingTries = 6

// newAnnealing starts from random orbits, full ones as long as there is room, and smaller ones.
func newAnnealing(o *orbits, lambda, k int, temperature float64, rng *rand.PCG) *annealing {
	a := &annealing{tally: newTally(o, lambda), rng: rng, isIn: make([]bool, len(o.members))}
	full := k - a.below(2)*a.below(2)*len(o.group)
	for range 2 {
		for _, at := range rand.New(rng).Perm(len(o.members)) {
			i, size := int32(at), len(o.members[at])
			if len(a.d)+size <= full && !a.isIn[i] && (full == k || size == len(o.group)) {
				a.put(i)
				a.in, a.isIn[i] = append(a.in, i), true
			}
		}
		full = k
	}
	for lost := range 20 {
		a.odds = append(a.odds, uint64(math.Exp(-float64(lost+1)/temperature)*(1<<63))<<1)
	}
	return a
}

// below returns a random number of 0..k-1.
func (a *annealing) below(k int) int { return int(a.rng.Uint64() >> 32 * uint64(k) >> 32) }

// run makes up to so many steps, and returns a cover, ascending from 0, if it comes to one.
func (a *annealing) run(steps int) []int {
	for ; steps > 0 && a.lack > 0 && len(a.in) > 0; steps-- {
		a.step()
	}
	if a.lack > 0 {
		return nil
	}
	return a.cover()
}

// step lets several orbits compete for the place of one.
func (a *annealing) step() {
	i, lack := a.below(len(a.in)), a.lack
	now := a.in[i]
	size := len(a.members[now])
	same := a.bySize[size]
	target := int(a.rep[a.missing[a.below(len(a.missing))]])
	a.drop(now)
	a.isIn[now] = false
	for range annealingTries {
		next := same[a.below(len(same))]
		if choice := a.rng.Uint64(); choice&1 == 0 && len(a.d) > 0 {
			x := target * a.group[a.below(len(a.group))]
			if choice&2 == 0 {
				x = -x
			}
			next = a.of[((int(a.d[a.below(len(a.d))])+x)%a.n+a.n)%a.n]
		}
		if a.isIn[next] || next == now || len(a.members[next]) != size {
			continue
		}
		left := a.lack - a.gain(next)
		if lost := left - lack; lost <= 0 || lost <= len(a.odds) && a.rng.Uint64() < a.odds[lost-1] {
			now, lack = next, left
			if lack == 0 {
				break
			}
		}
	}
	a.put(now)
	a.in[i], a.isIn[now] = now, true
}

const (
	climbSteps   = 1 << 12 // of the first run with each group; with each further round twice as many
	climbDoubled = 6       // so often
	climbSlice   = 1 << 9  // steps between looks at the context: a millisecond
	climbWide    = 256     // without a group no more classes are tried: constructions are better there
)

// anneal looks for one cover after the other, each smaller by a residue: with every group under
// which one may be expected in turn, the largest first, and then again with more steps. It ends
// when the lower bound is met, so many steps were made in vain, or with ctx.
func (c *inquiry) anneal(ctx context.Context, steps int) {
	rng, all := rand.NewPCG(max(c.Options.Seed, 1), uint64(c.n)), [][]int{{1}}
	if c.lambda == 1 && !c.Met() {
		all = groups(c.n, 2*int(math.Sqrt(float64(c.n))))
	}
	going := func() bool { return ctx.Err() == nil && steps > 0 && len(c.Cover) > c.LowerOr(0) }
	for going() {
		k := len(c.Cover) - 1
		var spaces []*orbits
		for _, group := range all {
			if o := orbitsUnder(c.n, group); c.lambda > 1 || len(group) <= k && o.hope(k) > 0 && (len(group) > 1 || len(o.weight) <= climbWide) {
				spaces = append(spaces, o)
			}
		}
		if spaces == nil {
			return
		}
		c.At(fmt.Sprintf("annealing for %s", residues(fmt.Sprint(k, " "), c.n, c.lambda)))
		for runs := 0; going() && len(c.Cover) > k; runs++ {
			a := newAnnealing(spaces[runs%len(spaces)], c.lambda, k, 0.35+0.25*float64(rng.Uint64()>>40)/(1<<24), rng)
			for left := climbSteps << min(climbDoubled, runs/len(spaces)); left > 0 && going() && len(c.Cover) > k; left -= climbSlice {
				if cover := a.run(climbSlice); cover == nil {
					steps -= climbSlice
				} else if order := len(a.group); order > 1 {
					c.Improve(cover, fmt.Sprintf("annealing over orbits under multiplication by the group of order %d that holds %d", order, a.group[1]))
				} else {
					c.Improve(cover, "annealing")
				}
			}
		}
	}
}
