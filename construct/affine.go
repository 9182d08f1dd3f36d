package construct

import (
	"cmp"
	"fmt"

	"coterie/gf"
	"coterie/quorum"
)

// Affine returns the group quorum system of an affine plane: n = q² points of AG(2,q), and as
// cartels its first m parallel classes, of q lines each. Points and lines are numbered as by
// planes.NewAffine: cartel 1 is the lines x = c, cartel 2+a the lines y = ax + c of slope a. Joung
// (2003, section 3) mentions it as the construction of the greatest degree, √n, of his technical
// report.
//
// It exists for prime powers q and 2 <= m <= q+1 (else the error is a *NoSystemError, or a
// *ParamError for numbers that no system could have). There are mq quorums of K = q nodes, and
// every node is in m of them, one of each cartel. The cartels are those of Net(q,m); see there.
//
// The paper asks that "n must be equal to some p^{2c}, where p is a prime and c is a positive
// integer": this is the same condition, n = q² for prime powers q.
//
// Proof: docs/theorems/nets.md.
func Affine(q, m int) (quorum.Known, error) {
	return affineFamily().built(affinePlan(q, m))
}

func affinePlan(q, m int) (*plan, error) {
	if err := cmp.Or(checkRange("affine", "order", q, 2, maxSide), checkRange("affine", "m", m, 2, maxGroups)); err != nil {
		return nil, err
	}
	if !affineExists(m)(q) {
		e := noSystem("affine", q*q, m, "")
		if gf.IsPrimePower(q) {
			e.Why = fmt.Sprintf("AG(2,%d) has %d parallel classes", q, q+1)
		} else {
			e.Why, e.Note = missingPlane(q)
			e.Why += ", and so no affine plane"
		}
		e.Below, e.Above = nearestSquares(e.N, affineExists(m))
		return nil, e
	}
	// planes.NewNet has the first classes of planes.NewAffine, line for line, at the cost of m
	// classes and not of all q+1.
	return netLikePlan([]setting{intSetting("order", q), intSetting("m", m)}, q, m), nil
}

func affineExists(m int) func(q int) bool {
	return func(q int) bool { return m <= q+1 && gf.IsPrimePower(q) }
}

func affineForN(n, m int) (*plan, error) {
	q, ok := squareSide(n)
	if !ok || q == 1 {
		return nil, noSystem("affine", n, m, "n is not q² for a prime power q").near(nearestSquares(n, affineExists(m)))
	}
	return affinePlan(q, m)
}

func affineFamily() Family {
	return Family{
		Name:    "affine",
		Kind:    quorum.KindGroupSystem,
		Summary: "parallel classes of the affine plane over a field: degree √n, the greatest",
		Params: []Param{
			{Name: "order", Doc: "order of the plane, a prime power"},
			{Name: "m", Doc: "number of cartels, 2 to order+1"},
			{Name: "n", Doc: "number of nodes, q²", InsteadOf: "order"},
		},
		Exists:  "n = q², q a prime power, m <= q+1",
		Source:  "Joung 2003, section 3, after Lemma 3.2",
		resolve: resolveSquare("order", affinePlan, affineForN),
		forN:    affineForN,
	}
}
