package show_test

import (
	"math/big"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/words/show"
)

func TestNumber(t *testing.T) {
	number := func(base, exponent int64) *big.Int {
		return new(big.Int).Exp(big.NewInt(base), big.NewInt(exponent), nil)
	}
	for want, v := range map[string]*big.Int{
		"0":                     new(big.Int),
		"-7":                    big.NewInt(-7),
		"100000000000000000000": number(10, 20),
		"about 1e+30":           number(10, 30),
		"about 1.26765e+30":     number(2, 100),
		"about 3.5253e+4771212": number(3, 10_000_000),
	} {
		begun := reach.CPU()
		assert.Equal(t, show.Number(v, 30), want)
		if took := reach.CPU() - begun; took > time.Second {
			t.Errorf("%s took %v", want, took)
		}
	}
}
