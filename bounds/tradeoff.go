package bounds

import "math/big"

// SizeByDegree returns ⌈d(m-1)/(r-1)⌉, r = min(R, m): a lower bound on the size of every quorum in
// an m-group quorum system, m ≥ 2, of degree at least d in which every node has responsibility at
// most R.
//
// With R ≥ m it is d, Joung's remark that a system of degree d has quorums of at least d nodes
// (2003, section 3, after Definition 3.2); with R = 2 it is (m-1)d, which the surficial system has.
// It panics if m < 2, d < 1 or R < 2; with R < 2 there is no system of non-empty cartels. A result
// that does not fit an int is given as the greatest int.
//
// Proof: docs/theorems/size-by-degree.md.
func SizeByDegree(m, d, responsibility int) int {
	return smallInt(sizeByDegree(m, d, responsibility))
}

func sizeByDegree(m, d, responsibility int) *big.Int {
	needAtLeast("m", m, 2)
	needAtLeast("d", d, 1)
	needAtLeast("R", responsibility, 2)
	return ceilQuo(multiply(d, m-1), bigInt(min(responsibility, m)-1))
}

// NodesByDegree returns ⌈m·d·K/r⌉ with K = SizeByDegree(m, d, R) and r = min(R, m): a lower bound
// on the number of nodes of an m-group quorum system, m ≥ 2, of degree at least d in which every
// node has responsibility at most R. It is the inverse of Joung's Lemma 3.3 for responsibility R
// (DegreeByResponsibility), and larger if d(m-1)/(r-1) is not an integer:
//
//	⌈m·d/r·⌈d(m-1)/(r-1)⌉⌉ ≥ d²·m(m-1)/(r(r-1)).
//
// Equality n = d²·m(m-1)/(R(R-1)), 2 ≤ R ≤ m, holds exactly for the group divisible designs.
//
// It panics if m < 2, d < 1 or R < 2. A result that does not fit an int is given as the greatest
// int.
//
// Proof: docs/theorems/nodes-by-degree.md.
func NodesByDegree(m, d, responsibility int) int {
	size := sizeByDegree(m, d, responsibility)
	return smallInt(ceilQuo(size.Mul(size, multiply(m, d)), bigInt(min(responsibility, m))))
}

// ceilQuo returns ⌈x/y⌉ for x ≥ 0 and y > 0.
func ceilQuo(x, y *big.Int) *big.Int {
	q, rest := new(big.Int).QuoRem(x, y, new(big.Int))
	if rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}
