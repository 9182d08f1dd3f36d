package cyclic

import (
	"math/rand/v2"
	"slices"
)

// polish looks for a cover one residue smaller than a given one, by local search: it
// holds a set D of the wanted size, and swaps an element for a residue that gives a missing
// difference, the best of the swaps it tries, never at once back (tabu search). It proves
// nothing.
type polish struct {
	n     int
	need  []int32 // by class: the pairs that are to have it
	lack  int     // pairs that are missing, over all classes
	rng   *rand.Rand
	d     []int
	in    []bool
	times []int32 // by class 0..n/2: how many pairs of D have the difference
	// missing lists the classes that too few pairs have; at[c] is 1 + the place of c, 0 if it is
	// not missing.
	missing, at []int32
	added       []int32 // by class: the pairs that a trial would add
	moved       []int   // by residue: the move that last put it in or out
	move        int
}

// polishTries bounds how many elements, and how many residues in their place, a move
// compares.
const polishTries = 24

// newPolish starts from a cover of at least two residues, less the element that leaves the fewest
// differences missing.
func newPolish(n, lambda int, cover []int, seed uint64) *polish {
	p := filled(n, lambda, cover)
	p.rng = rand.New(rand.NewPCG(seed, uint64(n)))
	least, worst := 0, lambda*n
	for _, x := range cover {
		p.drop(x)
		if p.lack < worst {
			least, worst = x, p.lack
		}
		p.put(x)
	}
	p.drop(least)
	for i := range p.moved {
		p.moved[i] = -n
	}
	return p
}

// filled holds the residues of a set. A pair of residues has the difference n/2 in both orders.
func filled(n, lambda int, set []int) *polish {
	p := &polish{
		n: n, in: make([]bool, n), times: make([]int32, n/2+1), need: slices.Repeat([]int32{int32(lambda)}, n/2+1),
		at: make([]int32, n/2+1), added: make([]int32, n/2+1), moved: make([]int, n),
	}
	if n%2 == 0 {
		p.need[n/2] = int32(lambda+1) / 2
	}
	for c := 1; c <= n/2; c++ {
		p.lack += int(p.need[c])
		p.miss(int32(c))
	}
	for _, x := range set {
		p.put(x)
	}
	return p
}

func (p *polish) miss(c int32) {
	p.missing = append(p.missing, c)
	p.at[c] = int32(len(p.missing))
}

func (p *polish) class(x, y int) int {
	d := x - y
	if d < 0 {
		d = -d
	}
	return min(d, p.n-d)
}

// put adds x to D.
func (p *polish) put(x int) {
	for _, y := range p.d {
		c := p.class(x, y)
		if p.times[c] < p.need[c] {
			p.lack--
		}
		if p.times[c]++; p.times[c] == p.need[c] {
			i, last := p.at[c]-1, p.missing[len(p.missing)-1]
			p.missing[i], p.at[last], p.at[c] = last, i+1, 0
			p.missing = p.missing[:len(p.missing)-1]
		}
	}
	p.d, p.in[x] = append(p.d, x), true
}

// drop takes x out of D.
func (p *polish) drop(x int) {
	i := slices.Index(p.d, x)
	p.d[i] = p.d[len(p.d)-1]
	p.d, p.in[x] = p.d[:len(p.d)-1], false
	for _, y := range p.d {
		c := p.class(x, y)
		p.times[c]--
		if p.times[c] < p.need[c] {
			p.lack++
		}
		if p.times[c] == p.need[c]-1 {
			p.miss(int32(c))
		}
	}
}

// gain returns how many missing pairs x would give.
func (p *polish) gain(x int) (gain int) {
	for _, y := range p.d {
		if c := p.class(x, y); p.times[c]+p.added[c] < p.need[c] {
			p.added[c]++
			gain++
		}
	}
	for _, y := range p.d {
		p.added[p.class(x, y)] = 0
	}
	return gain
}

// run makes up to moves moves, and returns a cover, ascending from 0, if it comes to one.
func (p *polish) run(moves int) []int {
	for range moves {
		if len(p.missing) == 0 {
			return translated(p.n, p.d)
		}
		p.swap()
	}
	return nil
}

// swap makes one move.
func (p *polish) swap() {
	p.move++
	d := int(p.missing[p.rng.IntN(len(p.missing))])
	bestOut, bestIn, best, ties := -1, -1, 1<<30, 0
	outs := slices.Clone(p.d)
	p.rng.Shuffle(len(outs), func(i, j int) { outs[i], outs[j] = outs[j], outs[i] })
	tenure := 3 + p.rng.IntN(len(outs)+1)/2
	for _, out := range outs[:min(len(outs), polishTries)] {
		if p.move-p.moved[out] < tenure {
			continue
		}
		p.drop(out)
		first := p.rng.IntN(len(outs))
		for i := range min(len(outs), polishTries) {
			y := outs[(first+i)%len(outs)]
			if y == out {
				continue
			}
			for _, x := range [2]int{(y + d) % p.n, (y - d + p.n) % p.n} {
				if p.in[x] || x == out || p.move-p.moved[x] < tenure {
					continue
				}
				left := p.lack - p.gain(x)
				if left < best {
					bestOut, bestIn, best, ties = out, x, left, 1
				} else if left == best {
					if ties++; p.rng.IntN(ties) == 0 {
						bestOut, bestIn = out, x
					}
				}
			}
		}
		p.put(out)
	}
	if bestOut < 0 {
		return
	}
	p.drop(bestOut)
	p.put(bestIn)
	p.moved[bestOut], p.moved[bestIn] = p.move, p.move
}
