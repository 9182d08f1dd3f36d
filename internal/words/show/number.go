package show

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Number formats a number of at most the given number of digits, which may be some hundred, in
// full, and a greater one with six digits: "about 1.5e+31". A greater number is first divided by a
// power of ten, in floating point with 192 bits, because its exact decimal expansion may have
// millions of digits and take seconds.
func Number(v *big.Int, digits int) string {
	const precision = 192
	if v.BitLen() <= 4*digits {
		if text := v.String(); len(text) <= digits {
			return text
		}
	}
	exponent := int(float64(v.BitLen()-1) * math.Log10(2)) // the number of digits less 1 or 2
	float := func() *big.Float { return new(big.Float).SetPrec(precision) }
	power, base := float().SetInt64(1), float().SetInt64(10)
	for e := exponent; e > 0; e >>= 1 {
		if e&1 == 1 {
			power.Mul(power, base)
		}
		base.Mul(base, base)
	}
	lead, _ := float().Quo(float().SetInt(v), power).Float64() // between 1 and 20
	mantissa, more, _ := strings.Cut(strconv.FormatFloat(lead, 'e', 5, 64), "e")
	carry, err := strconv.Atoi(more)
	if err != nil {
		panic("no exponent: " + more)
	}
	mantissa = strings.TrimSuffix(strings.TrimRight(mantissa, "0"), ".")
	return fmt.Sprintf("about %se+%02d", mantissa, exponent+carry)
}
