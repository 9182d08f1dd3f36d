package measure

import (
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/lp"
)

// Crossing is a crash probability at which two availabilities change places, or touch.
type Crossing struct {
	// Low and High isolate it: it is the only one in Low..High, and High - Low is at most the
	// width asked for. They are equal where the crossing is that very number.
	Low, High bounds.Fraction
	// Before and After are the signs of the difference a - b on the two sides: +1 where a is
	// more available, -1 where b is. They are equal where the two only touch.
	Before, After int
}

// Crossings returns every p in 0 < p < 1 at which two systems are equally available, in ascending
// order, each in an isolating interval of at most the given width > 0; equal is true, and there is
// no crossing, if they are equally available at every p. The systems may have different numbers of
// nodes.
//
// With a_s live sets of s nodes, A(p) = Σ_s a_s (1-p)^s p^(n-s). The difference of two such
// polynomials has integer coefficients; all is exact arithmetic on them. Its square-free part is
// bisected by the method of Vincent, Collins and Akritas: by Descartes' rule the roots of Q in
// (0,1) are at most the sign changes of (1+x)^d·Q(1/(1+x)), and their number has the same parity,
// so no sign change means no root and one means exactly one; halving an interval often enough gives
// one of the two, as the roots are simple (Collins and Akritas, SYMSAC 1976,
// doi:10.1145/800205.806346). Cost O(d² log(1/width)) big-number operations for each crossing and
// each halving, d the greater number of nodes.
//
// It panics if width is not positive.
func Crossings(a, b LiveSets, width bounds.Fraction) (list []Crossing, equal bool) {
	if width.Rat().Sign() <= 0 {
		panic(fmt.Sprintf("measure: Crossings: width %v", width))
	}
	difference := polynomialDifference(a.Polynomial(), b.Polynomial())
	if len(difference) == 0 {
		return nil, true
	}
	simple := difference.squareFree()
	for _, i := range simple.isolate() {
		i.refine(simple, width.Rat())
		before, after := difference.signsAround(i, simple)
		list = append(list, Crossing{bounds.NewFraction(i.low), bounds.NewFraction(i.high), before, after})
	}
	return list, false
}

// polynomial is Σ p[i]·x^i with integer coefficients; the last is not 0, and zero is empty.
type polynomial []*big.Int

func (p polynomial) trimmed() polynomial {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func polynomialDifference(p, q polynomial) polynomial {
	out := make(polynomial, max(len(p), len(q)))
	for i := range out {
		out[i] = new(big.Int)
		if i < len(p) {
			out[i].Add(out[i], p[i])
		}
		if i < len(q) {
			out[i].Sub(out[i], q[i])
		}
	}
	return out.trimmed()
}

// primitive divides p by the greatest common divisor of its coefficients.
func (p polynomial) primitive() polynomial {
	g := new(big.Int)
	for _, c := range p {
		g.GCD(nil, nil, g, new(big.Int).Abs(c))
	}
	if g.Sign() == 0 {
		return p
	}
	out := make(polynomial, len(p))
	for i, c := range p {
		out[i] = new(big.Int).Quo(c, g)
	}
	return out
}

func (p polynomial) derivative() polynomial {
	if len(p) < 2 {
		return nil
	}
	out := make(polynomial, len(p)-1)
	for i := range out {
		out[i] = new(big.Int).Mul(p[i+1], big.NewInt(int64(i+1)))
	}
	return out.trimmed()
}

// divide returns a multiple of p/q and of its remainder by the same integer factor:
// pseudo-division.
func (p polynomial) divide(q polynomial) (quotient, remainder polynomial) {
	rest := make(polynomial, len(p))
	for i, c := range p {
		rest[i] = new(big.Int).Set(c)
	}
	rest = rest.trimmed()
	quotient = make(polynomial, max(0, len(p)-len(q)+1))
	for i := range quotient {
		quotient[i] = new(big.Int)
	}
	lead := q[len(q)-1]
	for len(rest) >= len(q) {
		at, top := len(rest)-len(q), new(big.Int).Set(rest[len(rest)-1])
		for _, c := range quotient {
			c.Mul(c, lead)
		}
		quotient[at].Add(quotient[at], top)
		for i := range rest {
			rest[i].Mul(rest[i], lead)
		}
		for i, c := range q {
			rest[at+i].Sub(rest[at+i], new(big.Int).Mul(c, top))
		}
		rest = rest.trimmed()
	}
	return quotient.trimmed(), rest
}

// squareFree returns a polynomial with the roots of p, each once: p / gcd(p, p').
func (p polynomial) squareFree() polynomial {
	a, b := p.primitive(), p.derivative().primitive()
	for len(b) > 0 {
		_, r := a.divide(b)
		a, b = b, r.primitive()
	}
	if len(a) <= 1 { // a constant: no repeated root
		return p.primitive()
	}
	quotient, _ := p.divide(a)
	return quotient.primitive()
}

// at returns the sign of p(x).
func (p polynomial) at(x *big.Rat) int {
	sum := new(big.Rat)
	for _, c := range slices.Backward(p) {
		sum.Mul(sum, x)
		sum.Add(sum, new(big.Rat).SetInt(c))
	}
	return sum.Sign()
}

// interval holds one root: the number itself where low = high, else an inner point.
type interval struct{ low, high *big.Rat }

// isolate returns intervals in ascending order, one for each root of p in 0 < x < 1; p has simple
// roots only.
func (p polynomial) isolate() []interval {
	var list []interval
	// q(x) has the roots of p in low..low+width at x in 0..1.
	var search func(q polynomial, low, width *big.Rat)
	search = func(q polynomial, low, width *big.Rat) {
		switch q.signChanges() {
		case 0:
			return
		case 1:
			list = append(list, interval{low, new(big.Rat).Add(low, width)})
			return
		}
		half := new(big.Rat).Quo(width, big.NewRat(2, 1))
		middle := new(big.Rat).Add(low, half)
		left := make(polynomial, len(q)) // 2^d·q(x/2)
		for i, c := range q {
			left[i] = new(big.Int).Lsh(c, uint(len(q)-1-i))
		}
		right := left.shifted() // 2^d·q((x+1)/2)
		search(left, low, half)
		if right[0].Sign() == 0 {
			list = append(list, interval{middle, middle})
		}
		search(right, middle, half)
	}
	search(p, new(big.Rat), big.NewRat(1, 1))
	return list
}

// shifted returns p(x+1).
func (p polynomial) shifted() polynomial {
	out := make(polynomial, len(p))
	for i, c := range p {
		out[i] = new(big.Int).Set(c)
	}
	for i := range out {
		for j := len(out) - 2; j >= i; j-- {
			out[j].Add(out[j], out[j+1])
		}
	}
	return out
}

// signChanges returns the sign changes of (1+x)^d·p(1/(1+x)), zeros left out: the rule of Descartes
// for the roots in the open interval from 0 to 1.
func (p polynomial) signChanges() int {
	reversed := slices.Clone(p)
	slices.Reverse(reversed)
	changes, last := 0, 0
	for _, c := range reversed.shifted() {
		if s := c.Sign(); s != 0 {
			if last != 0 && s != last {
				changes++
			}
			last = s
		}
	}
	return changes
}

// refine halves the interval of a simple root of p until it is at most width wide, and its ends are
// no roots.
func (i *interval) refine(p polynomial, width *big.Rat) {
	for i.low != i.high {
		wide := new(big.Rat).Sub(i.high, i.low).Cmp(width) > 0
		below, above := p.at(i.low), p.at(i.high)
		if !wide && below != 0 && above != 0 {
			return
		}
		middle := new(big.Rat).Quo(new(big.Rat).Add(i.low, i.high), big.NewRat(2, 1))
		s := p.at(middle)
		switch {
		case s == 0:
			i.low, i.high = middle, middle
			return
		case below != 0 && s == below || below == 0 && above != 0 && s != above:
			i.low = middle
		case below == 0 && above == 0:
			// Both ends are other roots: between two of them, next to each other in order, p keeps
			// its sign on either side of this one; the rule of Descartes says on which side it is.
			if p.on(i.low, middle).signChanges()%2 == 1 {
				i.high = middle
			} else {
				i.low = middle
			}
		default:
			i.high = middle
		}
	}
}

// on returns a multiple of p(low + (high-low)·x).
func (p polynomial) on(low, high *big.Rat) polynomial {
	width := new(big.Rat).Sub(high, low)
	// By Horner's rule in the coefficients of x, which are rational, then cleared.
	sum := []*big.Rat{}
	for _, c := range slices.Backward(p) {
		next := make([]*big.Rat, len(sum)+1)
		for k := range next {
			next[k] = new(big.Rat)
		}
		for k, s := range sum {
			next[k].Add(next[k], new(big.Rat).Mul(s, low))
			next[k+1].Add(next[k+1], new(big.Rat).Mul(s, width))
		}
		next[0].Add(next[0], new(big.Rat).SetInt(c))
		sum = next
	}
	out, _ := lp.Integers(sum)
	return polynomial(out).trimmed()
}

// signsAround returns the signs of p on the two sides of an isolated root. simple has the roots of
// p.
func (p polynomial) signsAround(i interval, simple polynomial) (before, after int) {
	if i.low != i.high {
		return p.at(i.low), p.at(i.high)
	}
	// A root that is known exactly: step aside until no other root is between.
	for step := big.NewRat(1, 4); ; step.Quo(step, big.NewRat(2, 1)) {
		low, high := new(big.Rat).Sub(i.low, step), new(big.Rat).Add(i.high, step)
		if low.Sign() <= 0 || high.Cmp(big.NewRat(1, 1)) >= 0 || simple.at(low) == 0 || simple.at(high) == 0 {
			continue
		}
		if simple.on(low, i.low).signChanges() == 0 && simple.on(i.high, high).signChanges() == 0 {
			return p.at(low), p.at(high)
		}
	}
}
