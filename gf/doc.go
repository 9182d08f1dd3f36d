// Package gf implements the finite fields (Galois fields) of every prime power order up to 2²⁰, and
// finds primitive cubic polynomials over the fields up to order 2¹³. It also has the arithmetic of
// integers that the other packages share: primes, prime powers, factors, divisors, roots.
//
// # The field
//
// A finite field has q = p^m elements, p a prime, its characteristic, and m >= 1, its degree; for
// each such q there is exactly one field up to isomorphism, GF(q), and for no other number is there
// one (Lidl and Niederreiter, Finite Fields, Theorem 2.5). GF(p) is the integers modulo p. GF(p^m)
// is GF(p)[x]/(f): the polynomials over GF(p) of degree less than m, multiplied modulo an
// irreducible polynomial f of degree m, the modulus. Under addition it is a vector space of
// dimension m over GF(p). Under multiplication the non-zero elements are a cyclic group: all q-1 of
// them are powers 1, g, g², ..., g^(q-2) of a generator g, and f is called primitive if the class
// of x is a generator.
//
// # Codes
//
// An element c_0 + c_1·x + ... + c_{m-1}·x^{m-1} is represented by its code, the number
//
//	c_0 + c_1·p + ... + c_{m-1}·p^{m-1},   0 <= c_i < p,
//
// a uint32 from 0 to q-1 whose base-p digits are the coefficients. So 0 and 1 are the codes of zero
// and one, the codes below p are the subfield GF(p), and for m >= 2 the code of x is p. The methods
// of [Field] calculate with bare codes, which can be kept in flat arrays.
//
//	GF(9) = GF(3)[a]/(a²+a+2):   code 7 = 1 + 2·3   is   2a+1
//
// # Which modulus
//
// The modulus is found, not looked up, and it is always the same: the lexicographically first
// primitive polynomial. The order compares monic polynomials x^m +
// c_{m-1}·x^{m-1} + ... + c_0 by the sequences
//
//	(c_{m-1}, c_{m-2}, ..., c_1, c_0)
//
// from the highest degree down, each coefficient as a number 0 to p-1; in other words, by the code
// of the part below x^m. Examples are x³+x+1 for GF(8), x²+x+2 for GF(9) and x⁴+x+1 for GF(16).
// Over GF(q), for [FirstPrimitiveCubic], the coefficients are compared by their codes. This is not
// the Conway polynomial in general: that one compares with alternating signs and must also be
// compatible with the Conway polynomials of the subfields. For GF(25) the modulus is x²+x+2, and
// the Conway polynomial x²+4x+2. Codes of another system therefore mean other elements, though the
// fields are isomorphic.
//
// For m = 1 the rule is the same: the modulus is x + c with the least c whose root p-c is a
// primitive root modulo p. The integers modulo p do not depend on it; it only makes p-c, the
// greatest primitive root, the generator that [Field.Exp] and [Field.Log] refer to.
//
// # Representation
//
// A Field holds two tables, the powers of g (exp, through two periods for m >= 2) and the
// logarithms (log), 12 bytes per element together, 8 for m = 1. Each operation uses the fastest
// way:
//
//   - Mul, for m >= 2: exp[log a + log b]. For m = 1: one product modulo p by multiplication with
//     the reciprocal of p, where the random access to a large table would cost more.
//   - Div, Inv, Pow, Exp, Log: the tables.
//   - Add, Sub, Neg: exclusive or for p = 2; modulo p for m = 1. For odd p and m >= 2 digits must
//     be added without carry. Zech logarithms would do it with two more tables' worth of dependent
//     random reads. Instead the code is cut, by multiplication with a reciprocal, into blocks of as
//     many digits as stay below 170, and blocks are added by one table of at most 28 KiB that
//     remains in the fastest cache: one to four blocks, three for 3¹² (m = 2 with larger p: two
//     digits, no table). In the large fields this is two to five times as fast as Zech logarithms,
//     in the small ones at least equal (BenchmarkAdd).
//
// A cubic extension has no table: with q up to 2¹³ it has up to 2³⁹ elements. [FirstPrimitiveCubic]
// judges primitivity by the prime factors of q³-1. It serves Singer's construction:
// the points of the projective plane PG(2,q) are the classes w^k·GF(q)*, 0 <= k <= q²+q, of the
// powers of a primitive element w, a line is the set of k for which w^k lies in a two-dimensional
// subspace, and all lines are translates of one another modulo q²+q+1.
//
// # Invariants
//
// A Field never changes after construction and may be shared between goroutines. The construction
// is deterministic, so two fields of the same order have the same codes.
//
// # Errors and panics
//
// A mistake that a person can type is answered with an error: an order that is no prime power. A
// caller's bug is answered with a panic: a code out of range, the inverse or logarithm of 0, a
// subfield that does not exist.
//
// # Sources
//
//   - R. Lidl and H. Niederreiter, Finite Fields, 2nd edition, Cambridge University Press 1997:
//     Theorems 2.5 (existence and uniqueness), 2.6 (subfields), 2.8 (the cyclic group), Definition
//     3.15 (primitive polynomials).
//   - M. O. Rabin, Probabilistic algorithms in finite fields, SIAM Journal on Computing 9 (1980):
//     the test of irreducibility.
//   - J. Singer, A theorem in finite projective geometry and some applications to number theory,
//     Transactions of the American Mathematical Society 43 (1938): the cubic extension as a plane.
//   - R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20 (1980); J. P. Sorenson
//     and J. Webster, Strong pseudoprimes to twelve prime bases, Mathematics of Computation 86
//     (2017): factors and primes.
package gf
