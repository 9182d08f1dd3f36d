package enumerate

import (
	"math/big"
	"math/bits"
)

// wide is a sum below 2^128.
type wide struct{ hi, lo uint64 }

// add adds a product, which is exact here whatever the factors are. Where a factor is itself a product,
// its two factors are sizes of parts of a lattice, which has fewer than 2^16 members.
func (t *wide) add(x, y uint64) {
	hi, lo := bits.Mul64(x, y)
	var carry uint64
	t.lo, carry = bits.Add64(t.lo, lo, 0)
	t.hi, carry = bits.Add64(t.hi, hi, carry)
	if carry != 0 {
		panic("enumerate: a sum of 2^128 or more")
	}
}

func (t wide) big() *big.Int {
	sum := new(big.Int).SetUint64(t.hi)
	return sum.Lsh(sum, 64).Add(sum, new(big.Int).SetUint64(t.lo))
}
