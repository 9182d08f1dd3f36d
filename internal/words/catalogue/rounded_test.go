package catalogue

import (
	"math/big"
	"testing"

	"coterie/internal/check/assert"
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
				assert.Equal(t, rounded(v), exact(v), "%d^%d%+d", base, e, d)
			}
		}
	}
}
