package main

import (
	"math/big"
	"testing"
)

// TestRounded compares rounded with the exact decimal expansion, at and around powers of two and of
// ten.
func TestRounded(t *testing.T) {
	exact := func(v *big.Int) string {
		text := v.String()
		if len(text) <= 30 {
			return text
		}
		return "about " + new(big.Float).SetPrec(uint(v.BitLen())).SetInt(v).Text('g', 6)
	}
	for e := int64(0); e < 1200; e += 1 + e/50 {
		for _, base := range []int64{2, 3, 10} {
			power := new(big.Int).Exp(big.NewInt(base), big.NewInt(e), nil)
			for d := int64(-1); d <= 1; d++ {
				v := new(big.Int).Add(power, big.NewInt(d))
				if got, want := rounded(v), exact(v); got != want {
					t.Errorf("%d^%d%+d: %s, want %s", base, e, d, got, want)
				}
			}
		}
	}
}

// TestPrintableNames: what a file calls its system cannot move the cursor, nor pretend to be
// another line.
func TestPrintableNames(t *testing.T) {
	for name, want := range map[string]string{
		"":                      "(no name)",
		"fpp:order=2":           "fpp:order=2",
		"größe 7":               "größe 7",
		"a\nerror: \x1b[31mred": `"a\nerror: \x1b[31mred"`,
	} {
		if got := printable(name); got != want {
			t.Errorf("printable(%q) = %s, want %s", name, got, want)
		}
	}
}
