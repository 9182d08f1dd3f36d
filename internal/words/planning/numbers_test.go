package planning

import (
	"math/big"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
)

func rat(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	assert.MustTrue(t, ok, "%q is no number", text)
	return r
}

// TestNumbers: figures are short enough to read, and an availability is never rounded up.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		write      func(*big.Rat) string
		from, want string
	}{
		{Number, "5234.4", "5234"}, {Number, "17/7", "2.429"}, {Number, "1/3", "0.3333"}, {Number, "2", "2"}, {Number, "123456789/2", "61728395"},
		{Number, "0", "0"}, {Number, "1/30000", "3.333e-05"},
		{Time, "0.0825", "82.5 ms"}, {Time, "5/4", "1.25 s"}, {Time, "0.00034", "340 µs"}, {Time, "0", "0 ms"},
		{Probability, "0.9999871", "99.9987 %"}, {Probability, "0.99999", "99.999 %"}, {Probability, "1", "100 %"}, {Probability, "0.5", "50 %"},
		{Probability, "0.99996", "99.996 %"}, {Probability, "0.999999999995", "99.9999999995 %"}, {Probability, "0.99999999999975", "99.999999999975 %"}, {Probability, "0.99999999999999979", "1-3e-16"}, {Probability, "0.999999999999991", "1-9e-15"},
		{Probability, "0.9", "90 %"}, {Probability, "1/3", "33 %"},
	} {
		assert.Equal(t, c.write(rat(t, c.from)), c.want, "%s is written", c.from)
	}
	if Number(nil) != "-" || Time(nil) != "-" || Probability(nil) != "-" {
		t.Error("what is not known is no dash")
	}
}

// The majority may be better than the best system that the fleet names.
func TestGainOfTheMajority(t *testing.T) {
	one, two := big.NewRat(1, 1), big.NewRat(2, 1)
	for _, c := range []struct {
		goal           fleet.Goal
		majority, best *big.Rat
		want           string
	}{
		{fleet.Capacity, two, one, "the best has 100 % more"},
		{fleet.Capacity, one, two, "it has 100 % more than the best"},
		{fleet.Load, two, one, "the best has 50 % less"},
		{fleet.Load, one, two, "it has 50 % less than the best"},
		{fleet.Network, one, one, ""},
	} {
		assert.Equal(t, gainText(c.goal, c.majority, c.best), c.want, "%s, %v and %v", c.goal, c.majority, c.best)
	}
}
