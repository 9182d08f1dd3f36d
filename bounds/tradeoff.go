package bounds

import "math/big"

// SizeByDegree returns ⌈d(m-1)/(r-1)⌉, r = min(R, m): the size below which no quorum is in an m-group quorum system, m ≥ 2,
// of degree at least d in which every node has responsibility at most R.
//
// Proof. Let Q be a quorum of cartel i, and choose d pairwise disjoint quorums in every other cartel. Q meets all d(m-1) of
// them. A node of Q lies in at most one chosen quorum of each of the m-1 other cartels, and, besides Q itself, in at most
// R-1 quorums; so in at most r-1 chosen ones. Hence |Q|·(r-1) ≥ d(m-1). ∎
//
// With R ≥ m it is d, Joung's remark that a system of degree d has quorums of at least d nodes (2003, section 3, after
// Definition 3.2); with R = 2 it is (m-1)d, which the surficial system has. It panics if m < 2, d < 1 or R < 2; with R < 2
// there is no system of non-empty cartels. A result that is no int is given as the greatest int.
func SizeByDegree(m, d, responsibility int) int {
	return smallInt(sizeByDegree(m, d, responsibility))
}

func sizeByDegree(m, d, responsibility int) *big.Int {
	needAtLeast("m", m, 2)
	needAtLeast("d", d, 1)
	needAtLeast("R", responsibility, 2)
	return ceilQuo(multiply(d, m-1), bigInt(min(responsibility, m)-1))
}

// NodesByDegree returns ⌈m·d·K/r⌉ with K = SizeByDegree(m, d, R) and r = min(R, m): the number of nodes below which there
// is no m-group quorum system, m ≥ 2, of degree at least d in which every node has responsibility at most R. It is the
// inverse of Joung's Lemma 3.3 for responsibility R (DegreeByResponsibility), and more where d(m-1)/(r-1) is no integer:
//
//	⌈m·d/r·⌈d(m-1)/(r-1)⌉⌉ ≥ d²·m(m-1)/(r(r-1)).
//
// Proof. Choose d pairwise disjoint quorums in every cartel: m·d of them, each of at least K nodes by SizeByDegree. A node
// lies in at most r chosen quorums, one of a cartel and R in all. Hence m·d·K ≤ n·r. ∎ (The count is Schönheim's for
// coverings and packings, 1964.)
//
// # Which systems meet the bound
//
// Equality n = d²·m(m-1)/(R(R-1)), 2 ≤ R ≤ m, holds exactly for group divisible designs: a system of degree d and
// responsibility at most R has so few nodes if and only if its nodes are the blocks, and its quorums the points, of an
// R-GDD of type d^m, which is m·d points in m groups of d, and blocks of R points of different groups, such that any two
// points of different groups are in exactly one block. The groups are the cartels.
//
// Proof. Let equality hold. In the proof of DegreeRadicand every node then serves R(R-1)/2 pairs of chosen quorums, and
// each pair is served by one node. So each node lies in exactly R chosen quorums, of R different cartels. No node is in
// another quorum, as its responsibility is at most R; quorums are not empty, so all quorums are chosen, d in each cartel.
// With a block for each node, the set of the R quorums that it is in, any two quorums of different cartels are in exactly
// one block: this is the design. Conversely give a GDD a node for each block, and let quorum p be the nodes whose blocks
// contain the point p: quorums of different cartels share one node, those of one cartel none, a node is in R, and counting
// pairs gives n. ∎
//
// An R-GDD of type d^m can exist only if R-1 divides d(m-1), the number of points outside the group of a point, and R(R-1)
// divides d²·m(m-1). A block design on the m groups with an orthogonal array of d symbols on each block is one; so are the
// surficial system (R = 2) and the net (R = m).
//
// It panics if m < 2, d < 1 or R < 2. A result that is no int is given as the greatest int.
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
