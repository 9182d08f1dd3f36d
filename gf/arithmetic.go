package gf

import (
	"fmt"
	"math/bits"
)

// addition is the method by which the codes of a field are added.
type addition uint8

const (
	addPrime  addition = iota // m = 1: addition modulo p
	addBinary                 // p = 2 and m >= 2: exclusive or
	addPair                   // m = 2 and p² > maxBlock: two digits, each modulo p
	addBlocks                 // otherwise: blocks of digits, each by a table
)

// maxBlock bounds the size P = p^h of a block of h digits. The table of sums has P² bytes, at most
// 28 KiB, so that it stays in the fastest cache, where the Zech logarithms of a large field do not.
const maxBlock = 169

// prepareAddition makes the tables and constants for add and neg.
func (f *Field) prepareAddition() {
	p := f.char
	f.reciprocal = ^uint64(0)/uint64(p) + 1
	if p == 2 {
		f.xorOrder = f.order
	}
	switch {
	case f.degree == 1:
		f.addition, f.prime = addPrime, true
	case p == 2:
		f.addition = addBinary
	case f.degree == 2 && p*p > maxBlock:
		f.addition = addPair
	default:
		f.addition = addBlocks
		f.prepareBlocks()
	}
}

func (f *Field) prepareBlocks() {
	p := f.char
	size, digits := p, 1
	for digits < f.degree && size*p <= maxBlock {
		size *= p
		digits++
	}
	f.block = newDivider(size)
	f.blocks = (f.degree + digits - 1) / digits
	f.blockAdd = make([]uint8, size*size)
	f.blockNeg = make([]uint8, size)
	for a := range size {
		for b := range size {
			sum := addDigits(a, b, p)
			f.blockAdd[a*size+b] = uint8(sum)
			if sum == 0 {
				f.blockNeg[a] = uint8(b)
			}
		}
	}
}

// addDigits adds a and b digit by digit in base p, without carry.
func addDigits(a, b, p uint32) uint32 {
	sum, place := uint32(0), uint32(1)
	for a > 0 || b > 0 {
		sum += (a%p + b%p) % p * place
		a, b, place = a/p, b/p, place*p
	}
	return sum
}

// divider divides codes by a constant with one multiplication.
type divider struct {
	by         uint32
	reciprocal uint64 // ⌈2⁴⁰/by⌉
}

const dividerShift = 40

func newDivider(by uint32) divider {
	return divider{by: by, reciprocal: (1<<dividerShift + uint64(by) - 1) / uint64(by)}
}

// divide returns the quotient and the remainder of n for n <= 2²⁰. With reciprocal·by = 2⁴⁰ + e, 0
// <= e < by <= 2²⁰, the estimate n·reciprocal/2⁴⁰ exceeds n/by by n·e/(2⁴⁰·by) < 1/by, too little
// to reach the next integer.
func (d divider) divide(n uint32) (quotient, remainder uint32) {
	quotient = uint32(uint64(n) * d.reciprocal >> dividerShift)
	return quotient, n - quotient*d.by
}

// reduce returns n modulo p for n < 2⁴⁴, by one multiplication with the rounded-up reciprocal
// (Granlund and Montgomery 1994, "Division by invariant integers using multiplication"). The
// quotient is exact: with reciprocal·p = 2⁶⁴ + e, 0 <= e < p <= 2²⁰, the estimate n·reciprocal/2⁶⁴
// exceeds n/p by n·e/(2⁶⁴·p) < 1/p, too little to reach the next integer.
func (f *Field) reduce(n uint64) uint32 {
	quotient, _ := bits.Mul64(n, f.reciprocal)
	return uint32(n) - uint32(quotient)*f.char
}

// check panics unless a is a code.
func (f *Field) check(a uint32) {
	if a >= f.order {
		f.badCode(a)
	}
}

func (f *Field) check2(a, b uint32) {
	if a >= f.order || b >= f.order {
		f.badCode(max(a, b))
	}
}

func (f *Field) badCode(a uint32) {
	panic(&codeError{code: int64(a), order: f.Order()})
}

func (f *Field) zeroHasNo(operation string) {
	panic(fmt.Sprintf("gf: 0 has no %s in GF(%d)", operation, f.order))
}

// Add returns a + b: the sum of the two polynomials, digit by digit modulo p. For p = 2 that is
// exclusive or, for m = 1 addition modulo p; otherwise codes are cut into blocks of digits and the
// blocks added by a small table. It panics if a or b is not a code.
func (f *Field) Add(a, b uint32) uint32 {
	// Short enough to be inlined: xorOrder is 0 unless p = 2.
	if a >= f.xorOrder || b >= f.xorOrder {
		return f.addOdd(a, b)
	}
	return a ^ b
}

// addOdd is Add for odd p; it also refuses the bad codes for p = 2.
func (f *Field) addOdd(a, b uint32) uint32 {
	f.check2(a, b)
	switch f.addition {
	case addPrime:
		return addMod(a, b, f.char)
	case addPair:
		aHigh, aLow := f.digit.divide(a)
		bHigh, bLow := f.digit.divide(b)
		return addMod(aHigh, bHigh, f.char)*f.char + addMod(aLow, bLow, f.char)
	default:
		return f.addByBlocks(a, b)
	}
}

func (f *Field) addByBlocks(a, b uint32) uint32 {
	sum, place := uint32(0), uint32(1)
	for range f.blocks {
		var aBlock, bBlock uint32
		a, aBlock = f.block.divide(a)
		b, bBlock = f.block.divide(b)
		sum += uint32(f.blockAdd[aBlock*f.block.by+bBlock]) * place
		place *= f.block.by
	}
	return sum
}

func addMod(a, b, p uint32) uint32 {
	sum := a + b
	if sum >= p {
		sum -= p
	}
	return sum
}

// Neg returns -a. It panics if a is not a code.
func (f *Field) Neg(a uint32) uint32 {
	f.check(a)
	switch f.addition {
	case addBinary:
		return a
	case addPrime:
		return negMod(a, f.char)
	case addPair:
		high, low := f.digit.divide(a)
		return negMod(high, f.char)*f.char + negMod(low, f.char)
	default:
		negative, place := uint32(0), uint32(1)
		for range f.blocks {
			var block uint32
			a, block = f.block.divide(a)
			negative += uint32(f.blockNeg[block]) * place
			place *= f.block.by
		}
		return negative
	}
}

func negMod(a, p uint32) uint32 {
	if a == 0 {
		return 0
	}
	return p - a
}

// Sub returns a - b. It panics if a or b is not a code.
func (f *Field) Sub(a, b uint32) uint32 {
	if f.addition == addBlocks {
		f.check2(a, b)
		return f.subByBlocks(a, b)
	}
	return f.Add(a, f.Neg(b))
}

func (f *Field) subByBlocks(a, b uint32) uint32 {
	difference, place, size := uint32(0), uint32(1), f.block.by
	for range f.blocks {
		var aBlock, bBlock uint32
		a, aBlock = f.block.divide(a)
		b, bBlock = f.block.divide(b)
		difference += uint32(f.blockAdd[aBlock*size+uint32(f.blockNeg[bBlock])]) * place
		place *= size
	}
	return difference
}

// Mul returns a·b: for m = 1 by multiplication modulo p, otherwise by the tables of powers and
// logarithms. It panics if a or b is not a code.
func (f *Field) Mul(a, b uint32) uint32 {
	// Written to stay within the compiler's budget for inlining, which a call of badCode would
	// exceed: to call Mul would cost as much as the lookups.
	if max(a, b) >= f.order {
		panic(&codeError{code: int64(max(a, b)), order: int(f.order)})
	}
	if f.prime {
		return f.reduce(uint64(a) * uint64(b))
	}
	if a == 0 || b == 0 {
		return 0
	}
	return f.exp[f.log[a]+f.log[b]]
}

// mulAdd returns a·b + c for codes a, b, c.
func (f *Field) mulAdd(a, b, c uint32) uint32 {
	if f.prime {
		return f.reduce(uint64(a)*uint64(b) + uint64(c))
	}
	return f.Add(f.Mul(a, b), c)
}

// Div returns a/b. It panics if b is 0, or if a or b is not a code.
func (f *Field) Div(a, b uint32) uint32 {
	f.check2(a, b)
	if b == 0 {
		f.zeroHasNo("inverse")
	}
	if a == 0 {
		return 0
	}
	return f.exp[addMod(f.log[a], negMod(f.log[b], f.groupSize), f.groupSize)]
}

// Inv returns 1/a. It panics if a is 0 or not a code.
func (f *Field) Inv(a uint32) uint32 {
	f.check(a)
	if a == 0 {
		f.zeroHasNo("inverse")
	}
	return f.exp[negMod(f.log[a], f.groupSize)]
}

// Pow returns a^e for any integer e; a^0 is 1, also for a = 0. It panics for a negative
// power of 0, and if a is not a code.
func (f *Field) Pow(a uint32, e int64) uint32 {
	f.check(a)
	if a == 0 {
		if e < 0 {
			f.zeroHasNo("negative power")
		}
		if e == 0 {
			return 1
		}
		return 0
	}
	n := int64(f.groupSize)
	// Both factors are below 2²⁰.
	return f.exp[int64(f.log[a])*floorMod(e, n)%n]
}

// floorMod returns the k in 0..n-1 with k ≡ e mod n.
func floorMod(e, n int64) int64 {
	if e %= n; e < 0 {
		e += n
	}
	return e
}

// Exp returns the k-th power of the generator, for any integer k, also a negative one.
func (f *Field) Exp(k int) uint32 {
	return f.exp[floorMod(int64(k), int64(f.groupSize))]
}

// Log returns the k from 0 to q-2 with Exp(k) = a. It panics if a is 0 or not a
// code.
func (f *Field) Log(a uint32) int {
	f.check(a)
	if a == 0 {
		f.zeroHasNo("logarithm")
	}
	return int(f.log[a])
}
