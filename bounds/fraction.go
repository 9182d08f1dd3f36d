package bounds

import (
	"encoding/json"
	"fmt"
	"math/big"
)

// Fraction is an exact rational number whose text and JSON forms are "3/7", or "2"
// for an integer. The zero value is 0. Fractions are immutable.
type Fraction struct{ r *big.Rat }

// NewFraction returns r as a Fraction; later changes of r do not change it.
func NewFraction(r *big.Rat) Fraction { return Fraction{new(big.Rat).Set(r)} }

// FractionOf returns a/b. It panics if b is 0.
func FractionOf(a, b int64) Fraction { return Fraction{big.NewRat(a, b)} }

// Integer returns v as a Fraction.
func Integer(v int) Fraction { return FractionOf(int64(v), 1) }

// Rat returns the number as a new *big.Rat.
func (f Fraction) Rat() *big.Rat {
	if f.r == nil {
		return new(big.Rat)
	}
	return new(big.Rat).Set(f.r)
}

// Int returns the number as an int. ok is false if f is nil or the number is not an integer that
// fits.
func (f *Fraction) Int() (v int, ok bool) {
	if f == nil {
		return 0, false
	}
	x := f.Rat()
	if !x.IsInt() || !x.Num().IsInt64() {
		return 0, false
	}
	return int(x.Num().Int64()), true
}

// Rats returns the numbers as new rationals.
func Rats(list []Fraction) []*big.Rat {
	out := make([]*big.Rat, len(list))
	for i, f := range list {
		out[i] = f.Rat()
	}
	return out
}

// Sign returns -1, 0 or +1.
func (f Fraction) Sign() int { return f.Rat().Sign() }

// Cmp compares f with g: -1, 0 or +1.
func (f Fraction) Cmp(g Fraction) int { return f.Rat().Cmp(g.Rat()) }

// Float64 returns the nearest float64.
func (f Fraction) Float64() float64 {
	x, _ := f.Rat().Float64()
	return x
}

// String returns "3/7", or "2" for an integer.
func (f Fraction) String() string { return f.Rat().RatString() }

// MarshalJSON returns the text form in quotes.
func (f Fraction) MarshalJSON() ([]byte, error) { return json.Marshal(f.String()) }

// UnmarshalJSON reads the text form.
func (f *Fraction) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return fmt.Errorf("%q is no fraction", s)
	}
	f.r = r
	return nil
}
