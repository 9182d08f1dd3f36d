package bounds

import "math/big"

// A Surd is an exact real number a + √r with rational a and rational r ≥ 0. The zero value is 0. If
// √r is itself rational it is folded into a, so a Surd is rational if and only if its radicand is
// 0.
type Surd struct {
	rational, radicand *big.Rat // nil stands for 0
}

// NewSurd returns a + √r. It panics if r is negative.
func NewSurd(a, r *big.Rat) Surd {
	if r.Sign() < 0 {
		panic("bounds: the square root of " + r.RatString() + " is not real")
	}
	if root, ok := rationalRoot(r); ok {
		return Surd{rational: root.Add(root, a)}
	}
	return Surd{rational: new(big.Rat).Set(a), radicand: new(big.Rat).Set(r)}
}

// squareRoot returns √r.
func squareRoot(r *big.Rat) Surd { return NewSurd(new(big.Rat), r) }

// rationalRoot returns √r if it is rational. In lowest terms that is so exactly when numerator
// and denominator are squares.
func rationalRoot(r *big.Rat) (root *big.Rat, ok bool) {
	num, numOK := integerRoot(r.Num())
	den, denOK := integerRoot(r.Denom())
	if !numOK || !denOK {
		return nil, false
	}
	return new(big.Rat).SetFrac(num, den), true
}

// integerRoot returns the square root of x ≥ 0 if it is an integer.
func integerRoot(x *big.Int) (root *big.Int, ok bool) {
	root = new(big.Int).Sqrt(x)
	return root, new(big.Int).Mul(root, root).Cmp(x) == 0
}

// RationalPart returns the a of a + √r.
func (s Surd) RationalPart() *big.Rat { return copyRat(s.rational) }

// Radicand returns the r of a + √r: 0 if and only if the number is rational.
func (s Surd) Radicand() *big.Rat { return copyRat(s.radicand) }

// IsRational reports whether the number is rational (and so equal to RationalPart).
func (s Surd) IsRational() bool { return s.radicand == nil || s.radicand.Sign() == 0 }

func copyRat(r *big.Rat) *big.Rat {
	if r == nil {
		return new(big.Rat)
	}
	return new(big.Rat).Set(r)
}

// Cmp compares the number with x, exactly: -1 if it is smaller, 0 if equal, +1 if greater.
func (s Surd) Cmp(x *big.Rat) int {
	rest := new(big.Rat).Sub(x, s.RationalPart()) // compare √r with rest
	if rest.Sign() < 0 {
		return 1
	}
	return s.Radicand().Cmp(rest.Mul(rest, rest))
}

// Floor returns the greatest integer that is at most the number.
func (s Surd) Floor() *big.Int {
	a, r := s.RationalPart(), s.Radicand()
	floor := floorRat(a)
	floor.Add(floor, FloorSqrt(r))
	// The two fractional parts that were dropped add up to less than 2.
	next := new(big.Int).Add(floor, big.NewInt(1))
	if s.Cmp(new(big.Rat).SetInt(next)) >= 0 {
		return next
	}
	return floor
}

// Float64 returns the number rounded to a float64.
func (s Surd) Float64() float64 {
	const precision = 256
	root := new(big.Float).SetPrec(precision).SetRat(s.Radicand())
	root.Sqrt(root)
	sum := new(big.Float).SetPrec(precision).SetRat(s.RationalPart())
	value, _ := sum.Add(sum, root).Float64()
	return value
}

// String returns the exact value in one of the forms "3/7", "sqrt(2/3)" and "1/10 +
// sqrt(17/100)".
func (s Surd) String() string {
	a, r := s.RationalPart(), s.Radicand()
	switch {
	case r.Sign() == 0:
		return a.RatString()
	case a.Sign() == 0:
		return "sqrt(" + r.RatString() + ")"
	}
	return a.RatString() + " + sqrt(" + r.RatString() + ")"
}

// MarshalText returns String.
func (s Surd) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// FloorSqrt returns ⌊√r⌋. It panics if r is negative.
func FloorSqrt(r *big.Rat) *big.Int {
	// An integer t has t² ≤ r exactly when t² ≤ ⌊r⌋.
	return new(big.Int).Sqrt(floorRat(r))
}

// floorRat returns ⌊r⌋.
func floorRat(r *big.Rat) *big.Int {
	// Div rounds towards minus infinity, since a denominator is positive.
	return new(big.Int).Div(r.Num(), r.Denom())
}
