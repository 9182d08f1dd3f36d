package enumerate

import (
	"math/big"
	"math/bits"
)

// wide is a sum below 2^128.
type wide struct{ hi, lo uint64 }

// add adds weight times term. It panics if the sum does not fit: a number that is wrong must not
// come out.
func (w *wide) add(weight, term uint64) {
	hi, lo := bits.Mul64(weight, term)
	w.plus(wide{hi, lo})
}

// plus adds another sum.
func (w *wide) plus(v wide) {
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, v.lo, 0)
	w.hi, carry = bits.Add64(w.hi, v.hi, carry)
	if carry != 0 {
		panic("enumerate: a sum over 128 bits")
	}
}

// times returns the sum multiplied.
func (w wide) times(weight uint64) wide {
	over, hi := bits.Mul64(w.hi, weight)
	if over != 0 {
		panic("enumerate: a sum over 128 bits")
	}
	product := wide{hi: hi}
	product.add(w.lo, weight)
	return product
}

func (w wide) big() *big.Int {
	x := new(big.Int).SetUint64(w.hi)
	return x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(w.lo))
}
