package construct

import (
	"context"
	"fmt"

	"coterie/quorum"
)

// UniformArbiter returns the uniform k-arbiter: all sets of s = ⌊kn/(k+1)⌋ + 1 of n nodes, the
// least size for which every k+1 of them share a node: k+1 sets miss at most (k+1)(n-s) nodes in
// all, and that is less than n exactly if (k+1)s > kn. If each node lets k processes in at once, no
// k+1 processes are inside, whichever quorums they use. For k = 1 it is Majority.
//
// It exists for 1 <= n <= MaxMajority and k >= 1 (else the error is a *ParamError). Every node is
// in C(n-1,s-1) of the C(n,s) quorums.
//
// Y. Manabe, R. Baldoni, M. Raynal and S. Aoyagi, k-Arbiter: a safe and general scheme for h-out
// of-k mutual exclusion, Theoret. Comput. Sci. 193, 1998, pages 97-112, defines k-arbiters and has
// this one. (Its text was not at hand; Y.-C. Kuo, Composite k-arbiters, IEEE Trans. Parallel
// Distrib. Syst. 12, 2001, repeats the definition of a k-arbiter in its abstract, and Y. Manabe and
// N. Tajima, Theoret. Comput. Sci. 310, 2004, call the uniform one a generalization of the majority
// coterie.)
func UniformArbiter(n, k int) (quorum.Known, error) {
	return uniformArbiterFamily().built(uniformArbiterPlan(n, k))
}

func uniformArbiterPlan(n, k int) (*plan, error) {
	if err := checkNodesAndK("uniform-arbiter", n, k); err != nil {
		return nil, err
	}
	p := allOfSizePlan(n, k*n/(k+1)+1, plainSystem)
	p.settings = append(p.settings, intSetting("k", k))
	return p, nil
}

func uniformArbiterFamily() Family {
	return Family{
		Name:    "uniform-arbiter",
		Kind:    quorum.KindSystem,
		Summary: "all sets of ⌊kn/(k+1)⌋+1 nodes: every k+1 of them share a node, which lets k in",
		Params:  []Param{{Name: "n", Doc: "number of nodes, 1..20000"}, kParam("holders at once, at least 1")},
		Exists:  "every n in 1..20000",
		Source:  "Manabe, Baldoni, Raynal and Aoyagi 1998",
		resolve: func(a *args) (*plan, error) { return uniformArbiterPlan(a.int("n"), a.int("k")) },
		forN:    upToMaxMajority("uniform-arbiter", uniformArbiterPlan),
		holders: true,
	}
}

// CubeArbiter returns the (k+1)-cube k-arbiter: the nodes are the points of a cube of k+1
// dimensions, and S_x has the points that agree with x in at least one coordinate. Any k+1 quorums,
// of x_0, ..., x_k, share the point whose coordinate i is that of x_i. For k = 1 it is the square
// grid: a row and a column.
//
// It exists for k >= 1 and side >= 1 with n = side^(k+1) <= quorum.MaxNodes (else the error is a
// *ParamError). K = D = n - (side-1)^(k+1), and all conditions of Maekawa hold.
//
// Y. Manabe, R. Baldoni, M. Raynal and S. Aoyagi, Theoret. Comput. Sci. 193, 1998, as Y. Manabe and
// N. Tajima, Theoret. Comput. Sci. 310, 2004, describe it in their abstract: a generalization of
// the square grid coterie.
func CubeArbiter(side, k int) (quorum.Known, error) {
	return cubeArbiterFamily().built(cubeArbiterPlan(side, k))
}

func cubeArbiterPlan(side, k int) (*plan, error) {
	const name = "cube-arbiter"
	if err := checkRange(name, "k", k, 1, quorum.MaxNodes); err != nil {
		return nil, err
	}
	if err := checkRange(name, "side", side, 1, mostSide(k)); err != nil {
		return nil, err
	}
	n := raised(side, k+1)
	size := n - raised(side-1, k+1)
	return &plan{
		settings: []setting{intSetting("side", side), intSetting("k", k)},
		n:        n,
		quorums:  constantCount(n),
		largest:  size,
		shape:    uniformShape(size, size),
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return buildSites(ctx, name, n, func(dst []int32, x int) []int32 {
				for y := range n {
					a, b, left := x, y, k // coordinates left after these
					for ; left > 0 && a%side != b%side; left-- {
						a, b = a/side, b/side
					}
					if a%side == b%side {
						dst = append(dst, int32(y))
					}
				}
				return dst
			})
		},
	}, nil
}

// mostSide returns the greatest side of a cube of k+1 dimensions, k >= 1.
func mostSide(k int) int {
	side := 1
	for raised(side+1, k+1) <= quorum.MaxNodes {
		side++
	}
	return side
}

// raised returns base^exponent, or quorum.MaxNodes + 1 if it is larger.
func raised(base, exponent int) int {
	if base <= 1 {
		return base
	}
	p := 1
	for range exponent {
		if p *= base; p > quorum.MaxNodes {
			return quorum.MaxNodes + 1
		}
	}
	return p
}

func cubeArbiterFamily() Family {
	return Family{
		Name:    "cube-arbiter",
		Kind:    quorum.KindSystem,
		Summary: "the points of a cube of k+1 dimensions that agree with a point in some coordinate",
		Params: []Param{
			{Name: "side", Doc: "side of the cube, at least 1"},
			kParam("holders at once, at least 1"),
			{Name: "n", Doc: "number of nodes, side^(k+1)", InsteadOf: "side"},
		},
		Exists: "n = side^(k+1)",
		Source: "Manabe, Baldoni, Raynal and Aoyagi 1998; Manabe and Tajima 2004",
		resolve: func(a *args) (*plan, error) {
			if a.has("n") {
				return cubeForN(a.nodes(), a.int("k"))
			}
			return cubeArbiterPlan(a.int("side"), a.int("k"))
		},
		forN:    cubeForN,
		holders: true,
	}
}

func cubeForN(n, k int) (*plan, error) {
	if err := checkRange("cube-arbiter", "k", k, 1, quorum.MaxNodes); err != nil {
		return nil, err
	}
	p, err := onlySizes("cube-arbiter", n, fmt.Sprintf("it is no power side^%d", k+1), mostSide(k),
		func(side int) int { return raised(side, k+1) }, func(side int) (*plan, error) { return cubeArbiterPlan(side, k) })
	if none, ok := err.(*NoSystemError); ok {
		none.forK(k)
	}
	return p, err
}
