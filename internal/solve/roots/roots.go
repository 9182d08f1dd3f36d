package roots

import (
	"math/big"
	"slices"

	"coterie/internal/solve/lp"
)

// Polynomial is Σ p[i]·x^i with integer coefficients; the last is not 0, and zero is empty.
type Polynomial []*big.Int

func (p Polynomial) trimmed() Polynomial {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// Difference returns p - q.
func Difference(p, q Polynomial) Polynomial {
	out := make(Polynomial, max(len(p), len(q)))
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
func (p Polynomial) primitive() Polynomial {
	g := new(big.Int)
	for _, c := range p {
		g.GCD(nil, nil, g, new(big.Int).Abs(c))
	}
	if g.Sign() == 0 {
		return p
	}
	out := make(Polynomial, len(p))
	for i, c := range p {
		out[i] = new(big.Int).Quo(c, g)
	}
	return out
}

func (p Polynomial) derivative() Polynomial {
	if len(p) < 2 {
		return nil
	}
	out := make(Polynomial, len(p)-1)
	for i := range out {
		out[i] = new(big.Int).Mul(p[i+1], big.NewInt(int64(i+1)))
	}
	return out.trimmed()
}

// divide returns a multiple of p/q and of its remainder by the same integer factor:
// pseudo-division.
func (p Polynomial) divide(q Polynomial) (quotient, remainder Polynomial) {
	rest := make(Polynomial, len(p))
	for i, c := range p {
		rest[i] = new(big.Int).Set(c)
	}
	rest = rest.trimmed()
	quotient = make(Polynomial, max(0, len(p)-len(q)+1))
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

// SquareFree returns a polynomial with the roots of p, each once: p / gcd(p, p').
func (p Polynomial) SquareFree() Polynomial {
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

// At returns the sign of p(x).
func (p Polynomial) At(x *big.Rat) int {
	sum := new(big.Rat)
	for _, c := range slices.Backward(p) {
		sum.Mul(sum, x)
		sum.Add(sum, new(big.Rat).SetInt(c))
	}
	return sum.Sign()
}

// Interval holds one root: the number itself where low = high, else an inner point.
type Interval struct{ Low, High *big.Rat }

// Isolate returns intervals in ascending order, one for each root of p in 0 < x < 1; p has simple
// roots only.
func (p Polynomial) Isolate() []Interval {
	var list []Interval
	// q(x) has the roots of p in low..low+width at x in 0..1.
	var search func(q Polynomial, low, width *big.Rat)
	search = func(q Polynomial, low, width *big.Rat) {
		switch q.signChanges() {
		case 0:
			return
		case 1:
			list = append(list, Interval{low, new(big.Rat).Add(low, width)})
			return
		}
		half := new(big.Rat).Quo(width, big.NewRat(2, 1))
		middle := new(big.Rat).Add(low, half)
		left := make(Polynomial, len(q)) // 2^d·q(x/2)
		for i, c := range q {
			left[i] = new(big.Int).Lsh(c, uint(len(q)-1-i))
		}
		right := left.shifted() // 2^d·q((x+1)/2)
		search(left, low, half)
		if right[0].Sign() == 0 {
			list = append(list, Interval{middle, middle})
		}
		search(right, middle, half)
	}
	search(p, new(big.Rat), big.NewRat(1, 1))
	return list
}

// shifted returns p(x+1).
func (p Polynomial) shifted() Polynomial {
	out := make(Polynomial, len(p))
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
func (p Polynomial) signChanges() int {
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

// Refine halves the interval of a simple root of p until it is at most width wide, and its ends are
// no roots.
func (i *Interval) Refine(p Polynomial, width *big.Rat) {
	for i.Low != i.High {
		wide := new(big.Rat).Sub(i.High, i.Low).Cmp(width) > 0
		below, above := p.At(i.Low), p.At(i.High)
		if !wide && below != 0 && above != 0 {
			return
		}
		middle := new(big.Rat).Quo(new(big.Rat).Add(i.Low, i.High), big.NewRat(2, 1))
		s := p.At(middle)
		switch {
		case s == 0:
			i.Low, i.High = middle, middle
			return
		case below != 0 && s == below || below == 0 && above != 0 && s != above:
			i.Low = middle
		case below == 0 && above == 0:
			// Both ends are other roots: between two of them, next to each other in order, p keeps
			// its sign on either side of this one; the rule of Descartes gives the side on which it
			// is.
			if p.on(i.Low, middle).signChanges()%2 == 1 {
				i.High = middle
			} else {
				i.Low = middle
			}
		default:
			i.High = middle
		}
	}
}

// on returns a multiple of p(low + (high-low)·x).
func (p Polynomial) on(low, high *big.Rat) Polynomial {
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
	return Polynomial(out).trimmed()
}

// SignsAround returns the signs of p on the two sides of an isolated root. simple has the roots of
// p.
func (p Polynomial) SignsAround(i Interval, simple Polynomial) (before, after int) {
	if i.Low != i.High {
		return p.At(i.Low), p.At(i.High)
	}
	// A root that is known exactly: step aside until no other root is between.
	for step := big.NewRat(1, 4); ; step.Quo(step, big.NewRat(2, 1)) {
		low, high := new(big.Rat).Sub(i.Low, step), new(big.Rat).Add(i.High, step)
		if low.Sign() <= 0 || high.Cmp(big.NewRat(1, 1)) >= 0 || simple.At(low) == 0 || simple.At(high) == 0 {
			continue
		}
		if simple.on(low, i.Low).signChanges() == 0 && simple.on(i.High, high).signChanges() == 0 {
			return p.At(low), p.At(high)
		}
	}
}
