// Package roots isolates the real roots of polynomials with integer coefficients in (0,1), by exact
// arithmetic.
//
// The square-free part is bisected by the method of Vincent, Collins and Akritas: by Descartes'
// rule the roots of Q in (0,1) are at most the sign changes of (1+x)^d·Q(1/(1+x)), and their number
// has the same parity, so no sign change means no root and one means exactly one; halving an
// interval often enough gives one of these two cases, as the roots are simple (Collins and Akritas,
// SYMSAC 1976, doi:10.1145/800205.806346).
package roots
