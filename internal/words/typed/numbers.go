package typed

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
)

// Fractions reads a list of exact numbers, as Fraction reads each.
func Fractions(flag string, texts []string) ([]bounds.Fraction, error) {
	if err := decimalComma(flag, texts); err != nil {
		return nil, err
	}
	var list []bounds.Fraction
	for _, text := range texts {
		f, err := Fraction(flag, text)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// decimalComma refuses the parts of a number that was typed with a comma, as in 0,01: they would be
// taken for the numbers 0 and 1.
func decimalComma(flag string, texts []string) error {
	for i := 1; i < len(texts); i++ {
		before, after := strings.TrimSpace(texts[i-1]), strings.TrimRight(strings.TrimSpace(texts[i]), "%")
		digits := len(after) > 1 && strings.Trim(after, "0123456789") == ""
		if !digits || after[0] != '0' && before != "0" {
			continue
		}
		meant := before + "." + strings.TrimSpace(texts[i])
		hint := fmt.Sprintf("did you mean %s?", show.Brief(meant))
		if r, ok := new(big.Rat).SetString(meant); ok && len(meant) <= 12 {
			percent := strings.TrimRight(r.Mul(r, big.NewRat(100, 1)).FloatString(10), "0")
			hint = fmt.Sprintf("did you mean %s (%s%%)?", meant, strings.TrimRight(percent, "."))
		}
		return Hinted{fmt.Errorf("--%s %s: a comma separates numbers", flag, show.Brief(strings.Join(texts, ","))), hint}
	}
	return nil
}

// Fraction reads one number as people write them: a decimal, a fraction or a percentage. It is the
// one reader of probabilities and shares, whichever flag asks for them.
func Fraction(flag, text string) (bounds.Fraction, error) {
	const longest = 40 // digits; a number such as 1e999999 would fill the memory
	text = strings.TrimSpace(text)
	number, percent := strings.CutSuffix(text, "%")
	number = strings.TrimRight(number, " ")
	plain := strings.IndexFunc(number, func(r rune) bool { return !strings.ContainsRune("+-0123456789./", r) }) < 0
	r, ok := new(big.Rat), false
	if small(number) || plain && len(number) <= longest {
		r, ok = r.SetString(number)
	}
	if parts := strings.Split(text, ","); !ok && len(parts) > 1 { // the flag takes no list
		if err := decimalComma(flag, parts); err != nil {
			return bounds.Fraction{}, err
		}
		return bounds.Fraction{}, Hinted{fmt.Errorf("--%s %s: want one number", flag, show.Brief(text)), "such as 0.01 or 1%"}
	}
	if !ok {
		return bounds.Fraction{}, Hinted{fmt.Errorf("--%s %s: want a number", flag, show.Value(text)), "numbers from 0 to 1, such as 0.01, 1%, 1e-6 or 1/100, separated by commas"}
	}
	if percent {
		r.Quo(r, big.NewRat(100, 1))
	}
	return bounds.NewFraction(r), nil
}

// small reports whether text is a float in scientific form with a small exponent.
func small(text string) bool {
	mantissa, exponent, ok := strings.Cut(strings.ToLower(text), "e")
	e, err := strconv.Atoi(exponent)
	return ok && err == nil && e >= -400 && e <= 0 && len(mantissa) <= 30 && !strings.ContainsAny(mantissa, "xXpP_/")
}
