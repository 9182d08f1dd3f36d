package cyclic

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// pairing looks for two covers that meet in any n slots, of so many residues. Sets of residues are
// words: bit x is set if residue x is in it.
type pairing struct {
	n      int
	moduli [2]int // m and n
	sizes  [2]int
	sets   [2]uint64
	rng    *rand.Rand
}

// turned returns the word of the residues y-x modulo n for those y of a word.
func turned(w uint64, x, n int) uint64 { return (w>>x | w<<(n-x)) & (1<<n - 1) }

// differences returns the differences of the residues of a word with x, both ways, and 0.
func differences(w uint64, x, n int) uint64 {
	w = turned(w, x, n) | 1
	return w | opposite(w, n)
}

// opposite returns the word of the residues -y modulo n.
func opposite(w uint64, n int) uint64 { return w&1 | bits.Reverse64(w)>>(63-n)&(1<<n-1) }

// allDifferences returns the differences of the residues of a word.
func allDifferences(set uint64, n int) (d uint64) {
	for x := range sets.Ones(set) {
		d |= differences(set, x, n)
	}
	return d
}

// shifts returns for each shift of one set the slots of n in which it is awake, modulo the modulus
// of the other: residue y of the other takes care of the shifts x-y for the slots x.
func (p *pairing) shifts(dst []uint64, side int) []uint64 {
	from, to := p.moduli[side], p.moduli[1-side]
	for s := range from {
		w := turned(p.sets[side], s, from)
		for k := from; k < p.n; k *= 2 {
			w |= w << k
		}
		folded := uint64(0)
		for w &= 1<<p.n - 1; w > 0; w >>= to {
			folded |= w & (1<<to - 1)
		}
		dst = append(dst, folded)
	}
	return dst
}

const (
	mateSteps  = 80_000
	mateWeight = 4 // a missing difference is worth so many shifts that are not met
	mateHeat   = 3.5
)

// anneal looks for sets that meet by simulated annealing over both, from those that are there.
func (p *pairing) anneal(ctx context.Context) bool {
	var lacks [2]int
	for side, n := range p.moduli {
		lacks[side] = mateWeight * (n - bits.OnesCount64(allDifferences(p.sets[side], n)))
	}
	var windows, met [MaxMates]uint64
	for step := 0; step < mateSteps; step++ {
		side := p.rng.IntN(2)
		n, set := p.moduli[side], p.sets[side]
		rows := p.shifts(windows[:0], 1-side)
		gone := p.rng.IntN(n)
		for ; set>>gone&1 == 0; gone = p.rng.IntN(n) {
		}
		rest := set &^ (1 << gone)
		have := allDifferences(rest, n)
		for s, w := range rows {
			met[s] = 0
			for r := rest; r > 0; r &= r - 1 {
				met[s] |= turned(w, bits.TrailingZeros64(r), n)
			}
		}
		missing := func(x int) int { return mateWeight * (n - bits.OnesCount64(have|differences(rest, x, n))) }
		lack := func(x, most int) (lack int) { // it ends when there is more
			lack = missing(x)
			for s, w := range rows {
				if lack > most {
					break
				}
				lack += n - bits.OnesCount64(met[s]|turned(w, x, n))
			}
			return lack
		}
		now, least := gone, lack(gone, 1<<30)
		for range annealingTries {
			next, most := p.rng.IntN(n), least+int(p.rng.ExpFloat64()*mateHeat)
			if set>>next&1 == 0 {
				if lack := lack(next, most); lack <= most {
					now, least = next, lack
				}
			}
		}
		p.sets[side], lacks[side] = rest|1<<now, missing(now)
		if least+lacks[1-side] == 0 {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
	}
	return false
}

// exhaust looks for sets of the sizes by exhaustive search: over the sets modulo m, and for each
// over those modulo n, or, if that takes more than so many steps, the other way round. The error
// says that neither has ended.
func (p *pairing) exhaust(ctx context.Context, most int) (found bool, err error) {
	for side, n := range p.moduli {
		e := &exhausting{pairing: p, side: 1 - side, steps: steps{Poll: par.NewPoll(ctx), most: most}}
		outer := filled(n, 1, []int{0, 1}) // some translate of each cover has them
		if found, err = outer.ascend(p.sizes[side], &e.steps, func() bool { return e.take(sets.Mask(outer.d)) }); found || err == nil {
			break
		}
	}
	return found, err
}

// exhausting goes through the sets of one side for each set of the other.
type exhausting struct {
	*pairing
	side int
	steps
	windows []uint64
	open    [MaxMates + 1][MaxMates]uint64 // by the number of residues: the shifts that are not met
}

// take looks for a set that meets a given one, unless a translate of that or its opposite comes
// before.
func (e *exhausting) take(set uint64) bool {
	n := e.moduli[e.side]
	if e.sets[1-e.side] = set; !isFirst(set, e.moduli[1-e.side]) {
		return false
	}
	e.windows = e.shifts(e.windows[:0], 1-e.side)
	for s, w := range e.windows {
		e.open[2][s] = (1<<n - 1) &^ w &^ turned(w, 1, n)
	}
	return e.inner(3, differences(3, 0, n)|differences(3, 1, n), 0)
}

// isFirst reports whether a set is the least word among its translates, and those of the opposite
// set, that hold 0 and 1.
func isFirst(set uint64, n int) bool {
	for _, w := range [2]uint64{set, opposite(set, n)} {
		for x := w & turned(w, 1, n); x > 0; x &= x - 1 {
			if turned(w, bits.TrailingZeros64(x), n) < set {
				return false
			}
		}
	}
	return true
}

// inner takes residues into a set, but not those that are barred: one of those that meet a shift of
// which the fewest do.
func (e *exhausting) inner(set, have, barred uint64) bool {
	n, size := e.moduli[e.side], bits.OnesCount64(set)
	left := e.sizes[e.side] - size
	if e.step() != nil || n-bits.OnesCount64(have) > left*(2*size+left-1) {
		return false
	}
	choice, fewest := (1<<n-1)&^barred&^set, n
	for s, w := range e.windows {
		open := e.open[size][s]
		if open == 0 {
			continue
		}
		if bits.OnesCount64(open) > left*bits.OnesCount64(w) {
			return false
		}
		able := turned(w, bits.TrailingZeros64(open), n) &^ barred
		if count := bits.OnesCount64(able); count < fewest {
			choice, fewest = able, count
		}
	}
	if left == 0 {
		e.sets[e.side] = set
		return true
	}
	for ; choice > 0; choice &= choice - 1 {
		x := bits.TrailingZeros64(choice)
		for s, w := range e.windows {
			e.open[size+1][s] = e.open[size][s] &^ turned(w, x, n)
		}
		if e.inner(set|1<<x, have|differences(set, x, n), barred) {
			return true
		}
		barred |= 1 << x
	}
	return false
}
