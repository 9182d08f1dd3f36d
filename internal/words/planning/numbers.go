package planning

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

var one = big.NewRat(1, 1)

// Number formats a number for reading: as a whole number from 1,000 on, otherwise with four digits.
func Number(r *big.Rat) string { return number(r, 0) }

// number is Number with extra digits.
func number(r *big.Rat, extra int) string {
	if r == nil {
		return "-"
	}
	x, _ := r.Float64()
	switch size := math.Abs(x); {
	case x == 0:
		return "0"
	case size >= 1e15 || size < 1e-3:
		return new(big.Float).SetPrec(64).SetRat(r).Text('g', 4+extra)
	case size >= 1000:
		return r.FloatString(extra)
	default:
		return strconv.FormatFloat(mathRound(x, 4+extra), 'f', -1, 64)
	}
}

// mathRound rounds to the given number of significant digits.
func mathRound(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	return y
}

// Time formats seconds in a suitable unit.
func Time(seconds *big.Rat) string { return duration(seconds, 0) }

// duration is Time with extra digits.
func duration(seconds *big.Rat, extra int) string {
	if seconds == nil {
		return "-"
	}
	x, _ := seconds.Float64()
	switch {
	case x == 0:
		return "0 ms"
	case x < 1e-3:
		return strconv.FormatFloat(mathRound(x*1e6, 3+extra), 'f', -1, 64) + " µs"
	case x < 1:
		return strconv.FormatFloat(mathRound(x*1e3, 3+extra), 'f', -1, 64) + " ms"
	}
	return strconv.FormatFloat(mathRound(x, 4+extra), 'f', -1, 64) + " s"
}

// span formats a long time in seconds, in days or in years of 365 days; nil is without end.
func span(seconds *big.Rat) string {
	if seconds == nil {
		return "infinitely many years"
	}
	days := new(big.Rat).Quo(seconds, big.NewRat(86400, 1))
	if year := big.NewRat(365, 1); days.Cmp(year) >= 0 {
		return Number(days.Quo(days, year)) + " years"
	}
	return Number(days) + " days"
}

// Probability formats a probability near 1 as a percentage, with two digits of its distance from 1,
// and never rounds it up: 99.98 %, or 1-2e-13 if that would be long.
func Probability(p *big.Rat) string { return probability(p, 0) }

// probability is Probability with extra digits.
func probability(p *big.Rat, extra int) string {
	if p == nil {
		return "-"
	}
	missing := new(big.Rat).Sub(big.NewRat(1, 1), p)
	if missing.Sign() <= 0 {
		return "100 %"
	}
	digits := 1 // the place of the first digit of the distance from 1
	for m := new(big.Rat).Mul(missing, big.NewRat(10, 1)); m.Cmp(big.NewRat(1, 1)) < 0 && digits < 1000; digits++ {
		m.Mul(m, big.NewRat(10, 1))
	}
	if digits > 13 {
		up := floor(p, digits+extra)
		return "1-" + big.NewFloat(0).SetRat(up.Sub(big.NewRat(1, 1), up)).Text('g', 1+extra)
	}
	return Percent(floor(p, digits+1+extra), max(digits-1+extra, 0))
}

// floor rounds down to the given number of decimal places.
func floor(r *big.Rat, places int) *big.Rat {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	v := new(big.Int).Mul(r.Num(), scale)
	v.Div(v, r.Denom())
	return new(big.Rat).SetFrac(v, scale)
}

// Percent formats a share as a percentage with at most the given number of decimal places.
func Percent(r *big.Rat, places int) string {
	text := new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(places)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text + " %"
}

// float returns the nearest float64, nil for nil.
func float(r *big.Rat) *float64 {
	if r == nil {
		return nil
	}
	x, _ := r.Float64()
	return &x
}
