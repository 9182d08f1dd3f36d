package availability

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
)

// FailureInterval holds a failure probability that is not known exactly: it is in Low..High with
// the stated confidence, which is 1 where the interval is proved.
//
// The failure probability is Σ_f D_f·p^f·(1-p)^(n-f), where D_f of the sets of f nodes are
// transversals. FindFailures counts D_f for few crashes and samples the rest.
type FailureInterval struct {
	// Value is the best guess. All three are rounded to a float64, Low and High outward. They may
	// be too small for a float64; the texts have their digits even then.
	Value, Low, High float64
	Confidence       float64
	// Approximate says that the confidence is that of Student's t for means of weights, which are
	// not normal. It is false for the limits of Clopper and Pearson, and for proved ones.
	Approximate bool
	// All transversals of at most Counted nodes were counted. The smallest of them has Smallest
	// nodes; 0 where there is none.
	Smallest, Counted int
	// Samples were drawn with more crashes than Counted; Hits of them left no quorum.
	Samples, Hits int
	Seed          uint64
	// By says how the interval was found, in a few words.
	By string

	value, low, high *big.Rat
	proved           [2]*big.Rat // the ends of the proved interval, nil where nothing is proved
}

// between returns the part of the interval in low..high, which is proved.
func (i FailureInterval) between(low, high *big.Rat) FailureInterval {
	out := newFailureInterval(inside(i.value, low, high), inside(i.low, low, high), inside(i.high, low, high))
	i.value, i.low, i.high, i.Value, i.Low, i.High = out.value, out.low, out.high, out.Value, out.Low, out.High
	return i
}

func newFailureInterval(value, low, high *big.Rat) FailureInterval {
	i := FailureInterval{value: value, low: low, high: high}
	i.Value, _ = value.Float64()
	i.Low, i.High = outward(Interval{Low: opposite(high), High: opposite(low)})
	return i
}

// inside returns x, or the end of low..high that is nearest to it.
func inside(x, low, high *big.Rat) *big.Rat {
	switch {
	case x.Cmp(low) < 0:
		return low
	case x.Cmp(high) > 0:
		return high
	}
	return x
}

// outward returns the interval of the failure probability for an interval of the availability, with
// the ends rounded outward.
func outward(i Interval) (low, high float64) {
	one := big.NewRat(1, 1)
	low, exact := new(big.Rat).Sub(one, i.High).Float64()
	if !exact {
		low = math.Nextafter(low, math.Inf(-1))
	}
	high, exact = new(big.Rat).Sub(one, i.Low).Float64()
	if !exact {
		high = math.Nextafter(high, math.Inf(1))
	}
	return max(low, 0), min(high, 1)
}

func opposite(p *big.Rat) *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), p) }

// ValueText writes Value with that many digits, even if it is too small for a float64.
func (i FailureInterval) ValueText(digits int) string { return ratText(i.value, digits) }

// LowText writes Low with that many digits, rounded down.
func (i FailureInterval) LowText(digits int) string { return directedText(i.low, digits, false) }

// HighText writes High with that many digits, rounded up.
func (i FailureInterval) HighText(digits int) string { return directedText(i.high, digits, true) }

// Digits returns how many significant digits of Value the interval settles: both ends are within
// one unit of the last digit. At most 17.
func (i FailureInterval) Digits() int {
	for digits := 17; digits > 0; digits-- {
		text, _ := new(big.Rat).SetString(ratText(i.value, digits))
		if unit := lastUnit(text, digits); within(i.low, text, unit) && within(i.high, text, unit) {
			return digits
		}
	}
	return 0
}

func within(x, y, distance *big.Rat) bool {
	d := new(big.Rat).Sub(x, y)
	return d.Abs(d).Cmp(distance) <= 0
}

// lastUnit returns one unit of the last significant digit of x, of the given number of digits.
func lastUnit(x *big.Rat, digits int) *big.Rat {
	if x.Sign() == 0 {
		return new(big.Rat)
	}
	exponent := new(big.Float).SetRat(x).Text('e', digits-1)
	unit, _ := new(big.Rat).SetString("1" + exponent[strings.IndexByte(exponent, 'e'):])
	power, _ := new(big.Rat).SetString("1e-" + big.NewInt(int64(digits-1)).String())
	return unit.Mul(unit, power)
}

// DirectedText writes x with that many digits, rounded down or up, so that the end of an interval
// stays an end.
func DirectedText(x float64, digits int, up bool) string {
	return directedText(new(big.Rat).SetFloat64(x), digits, up)
}

// directedText writes x with that many digits, rounded down or up.
func directedText(x *big.Rat, digits int, up bool) string {
	mode := big.ToNegativeInf
	if up {
		mode = big.ToPositiveInf
	}
	text := new(big.Float).SetPrec(256).SetMode(mode).SetRat(x).Text('g', digits)
	rounded, _ := new(big.Rat).SetString(text)
	if order := rounded.Cmp(x); up && order >= 0 || !up && order <= 0 {
		return text
	}
	unit := lastUnit(rounded, digits)
	if !up {
		unit.Neg(unit)
	}
	return ratText(rounded.Add(rounded, unit), digits)
}

// MarshalJSON returns {"value": 1.1e-14, "low": ..., "high": ..., "confidence": 0.99, ...}.
func (i FailureInterval) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Value       json.Number `json:"value"`
		Low         json.Number `json:"low"`
		High        json.Number `json:"high"`
		Confidence  float64     `json:"confidence"`
		Approximate bool        `json:"approximate,omitempty"`
		Digits      int         `json:"digits"`
		Smallest    int         `json:"smallest_transversal,omitempty"`
		Counted     int         `json:"counted_to"`
		Samples     int         `json:"samples"`
		Hits        int         `json:"failing_samples"`
		Seed        uint64      `json:"seed"`
		By          string      `json:"by"`
	}{
		json.Number(i.ValueText(17)), json.Number(i.LowText(17)), json.Number(i.HighText(17)), i.Confidence, i.Approximate, i.Digits(),
		i.Smallest, i.Counted, i.Samples, i.Hits, i.Seed, i.By,
	})
}
