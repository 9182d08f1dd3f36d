package enumerate

// A column of a row for a function p holds two interval sizes: |[e, p AND c]| in its low half and
// |[e, p AND c*]| in its high half, for one function c of each pair of duals.

// kernelColumns is how many columns one call of products takes: each gives two terms, and each term
// is a product of four numbers below 2^13 (7581 is the size of the largest lattice). So the sum of
// all is below 2·1024·2^52 = 2^63.
const kernelColumns = 1024

// products returns the sum over c and over c* of |[e, p∧c]|·|[e, s∧c]|·|[e, q∧c*]|·|[e, r∧c*]|,
// for at most kernelColumns columns; the rows have the same length. This is the inner loop of
// counting on nine nodes.
func products(p, s, q, r []uint32) uint64 {
	s, q, r = s[:len(p)], q[:len(p)], r[:len(p)]
	var sum uint64
	for j, a := range p {
		b, c, d := s[j], q[j], r[j]
		sum += uint64(uint16(a)) * uint64(uint16(b)) * (uint64(c>>16) * uint64(d>>16))
		sum += uint64(a>>16) * uint64(b>>16) * (uint64(uint16(c)) * uint64(uint16(d)))
	}
	return sum
}
