package excess

import (
	"context"
	"fmt"
	"slices"

	"coterie/gf"
)

// Argument is a reason why a type of excess graphs is impossible.
type Argument string

// The arguments, in the order in which they are tried.
const (
	// ByDeterminant: the determinant of (K-1)I + J + E is not a square.
	ByDeterminant Argument = "determinant argument"
	// ByNorm: K-1+ζ+ζ⁻¹ is not a norm of a cyclotomic field.
	ByNorm Argument = "norm from a cyclotomic field"
	// ByRationalForm: two quadratic forms are not equivalent over the rational numbers (Hasse and
	// Minkowski).
	ByRationalForm Argument = "Hasse-Minkowski"
	// ByBlockSums: no matrix of block sums satisfies its equations.
	ByBlockSums Argument = "block sums"
	// ByCirculants: for cycles of one odd length, no circulants have the required weights and
	// differences.
	ByCirculants Argument = "circulants of given weights"
)

// Refuted counts the types that an argument excludes.
type Refuted struct {
	By    Argument
	Types int
}

// Report holds the arithmetic conclusions about n pairwise meeting sets on n nodes, with sizes and
// responsibilities of at most K.
type Report struct {
	N, K int
	// Excess is e = K(K-1)+1-n. If Regular, it is also the number of nodes, beyond one each, in all
	// intersections of a set with the others.
	Excess int
	// Regular: e <= K-2, so that all sizes and responsibilities are K, and the excess graph is
	// e-regular.
	Regular bool
	// Excluded: there are no such sets. By says why in a sentence.
	Excluded bool
	By       string
	// Theorem is the file of docs/theorems, without folder and ending, that has the proof.
	Theorem string
	// Types is the number of types of excess graphs that were judged one by one, if they are few
	// enough: 1 for e = 1, and for e = 2 one for each way of writing n as a sum of lengths of
	// cycles that the counts of nodes and differences leave. It is 0 if no type was judged.
	Types   int
	Refuted []Refuted
	// Left are the types that remain, as lengths of cycles; nil if no type was judged.
	Left [][]int
}

// MostCycles is the greatest K for which types of cycles are judged, for e = 2. At that K it takes
// seconds.
const MostCycles = 9

// Decide judges by arithmetic whether there are n pairwise meeting sets on n nodes with sizes and
// responsibilities at most K. Domain: n >= 1 and K >= 1. Conclusions are only drawn for K >= 3, 0
// <= e <= 2 and regular sets, and for e = 2 only for 4 <= K <= MostCycles. If nothing is excluded,
// nothing is proved. The error is that of ctx.
//
// Cost: for e = 2 milliseconds for K = 6, tens of milliseconds for 7, a quarter of a second for 8,
// a second or two for 9; otherwise nothing.
//
// Proof: docs/theorems/near-planes.md, docs/theorems/excess-pairs.md,
// docs/theorems/excess-cycles.md.
func Decide(ctx context.Context, n, k int) (Report, error) {
	r := Report{N: n, K: k, Excess: k*(k-1) + 1 - n}
	if r.Excess < 0 {
		r.Excluded, r.By, r.Theorem = true, fmt.Sprintf("counting, K(K-1)+1 >= n: %d < %d", k*(k-1)+1, n), "nodes-by-responsibility"
		return r, nil
	}
	if r.Regular = r.Excess <= k-2; !r.Regular || k < 3 {
		return r, nil
	}
	r.Theorem = "near-planes"
	switch {
	case r.Excess == 1:
		r.pairs()
	case r.Excess == 2 && k >= 4 && k <= MostCycles:
		if err := r.cycles(ctx); err != nil {
			return Report{}, err
		}
	}
	return r, nil
}

// pairs judges the case e = 1: the excess graph is a perfect matching.
func (r *Report) pairs() {
	r.Theorem, r.Types = "excess-pairs", 1
	m := r.N / 2
	argument, why := pairsObstruction(r.K, m)
	if argument == "" {
		r.Left = [][]int{slices.Repeat([]int{1}, m)}
		return
	}
	r.Refuted = []Refuted{{argument, 1}}
	r.Excluded, r.By = true, fmt.Sprintf("%s, n = K(K-1) for K = %d%s", argument, r.K, why)
}

// pairsObstruction compares the forms of the eigenvalues 1 and -1 of a matching of 2m sets, KI + 2J
// and (K-2)I of dimension m, with I. Cost: two factorisations.
func pairsObstruction(k, m int) (by Argument, why string) {
	if m%2 == 1 && !gf.IsSquare(k-2) || m%2 == 0 && !gf.IsSquare(k) {
		return ByDeterminant, ""
	}
	if m%4 == 2 { // (K-2)I against I: the invariants differ by (K-2,-1)^(m(m-1)/2)
		if p := symbolPrime(k-2, -1); p != 0 {
			return ByRationalForm, fmt.Sprintf(": K-2 is no sum of two squares, by the prime %d", p)
		}
	}
	if m%4 == 1 { // KI + 2J against I; with -2 there is a solution, as K-2 is a square
		if p := symbolPrime(k, 2); p != 0 {
			return ByRationalForm, fmt.Sprintf(": z² = K·x² + 2·y² has no solution, by the prime %d", p)
		}
	}
	return "", ""
}

// symbolPrime returns the least prime at which the Hilbert symbol of a > 0 and b, -1 or 2, is -1; 0
// if there is none.
func symbolPrime(a, b int) int {
	for _, f := range append(gf.Factor(uint64(a)), gf.PrimeFactor{Prime: 2}) {
		if p := int(f.Prime); gf.HilbertSymbol(a, b, p) < 0 {
			return p
		}
	}
	return 0
}

// cycles judges the case e = 2: the excess graph is a union of cycles.
func (r *Report) cycles(ctx context.Context) error {
	r.Theorem = "excess-cycles"
	counts := map[Argument]int{}
	numbers, known := newNorms(r.K), families{}
	var failed error
	cycleTypes(r.N, r.K, func(c cycles) bool {
		if failed = ctx.Err(); failed != nil {
			return false
		}
		r.Types++
		var by Argument
		by, failed = c.refute(ctx, r.K, numbers, known)
		if by != "" {
			counts[by]++
		} else {
			left := c.lengths()
			slices.Reverse(left)
			r.Left = append(r.Left, left)
		}
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	for _, by := range []Argument{ByDeterminant, ByNorm, ByRationalForm, ByBlockSums, ByCirculants} {
		if counts[by] > 0 {
			r.Refuted = append(r.Refuted, Refuted{by, counts[by]})
		}
	}
	if r.Excluded = r.Left == nil; r.Excluded {
		r.By = fmt.Sprintf("excess graphs of cycles, n = K(K-1)-1 for K = %d: all %d types refuted", r.K, r.Types)
	}
	return nil
}

// refute returns the first argument against a type; empty if there is none.
func (c cycles) refute(ctx context.Context, k int, numbers *norms, known families) (Argument, error) {
	if !c.determinant(k) {
		return ByDeterminant, nil
	}
	if _, _, ok := c.norm(numbers); ok {
		return ByNorm, nil
	}
	if c.rational(k) != 0 {
		return ByRationalForm, nil
	}
	found, decided, err := quotient(ctx, k, c, known)
	if err == nil && decided && !found {
		return ByBlockSums, nil
	}
	if err != nil {
		return "", err
	}
	absent, err := c.circulants(ctx, k, known)
	if err == nil && absent {
		return ByCirculants, nil
	}
	return "", err
}
