package typed

import (
	"testing"

	"coterie/internal/check/assert"
)

// TestFraction: decimals, fractions and percentages are the same numbers, and nothing else is one.
func TestFraction(t *testing.T) {
	for text, want := range assert.Pairs(
		"0.01", "1/100", "1%", "1/100", " 1 % ", "1/100", "1/100", "1/100", "1e-2", "1/100", "1e0%", "1/100", ".5", "1/2",
		"12.5%", "1/8", "1/3%", "1/300", "100%", "1", "0%", "0", "150%", "3/2", "-1%", "-1/100",
	) {
		assert.Equal(t, assert.Got(Fraction("p", text))(t).String(), want, "%q", text)
	}
	for _, text := range []string{"", "%", "1%%", "%1", "one%", "1/0", "1/0%", "1e9999%", "0x1%", "1 000%", "1e-401%"} {
		if f, err := Fraction("p", text); err == nil {
			t.Errorf("%q: %v", text, f)
		}
	}
}
