package construct

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/gf"
	"coterie/planes"
	"coterie/quorum"
)

// Net returns the group quorum system of a net: n = side² points, and as cartels m of its parallel
// classes, of side lines each, as planes.NewNet numbers points and lines. A net is the same as m-2
// mutually orthogonal Latin squares, so that the greatest degree √n (Joung 2003, Lemma 3.2) is not
// confined to prime powers: m = 2 and m = 3 exist for every side.
//
// It exists for side >= 1 and every m >= 2 for which planes.NewNet has a net (planes.MaxClasses): m
// <= 3 for every side, m <= side+1 for prime powers, m <= q+1 for the least prime-power component q
// of any side. Otherwise the error is a *NoSystemError that says whether such nets are known to
// exist, or a *ParamError for numbers that no system could have. There are m·side quorums of K =
// side nodes, and every node is in m of them, one of each cartel.
//
// Quorums of different cartels share one node, and the degree of every cartel is side = √n, the
// greatest that n nodes allow. Joung's four conditions (Theorem 3.1) hold, save that a node is in m
// quorums but in 2 in the surficial system.
//
// Proof: docs/theorems/nets.md.
func Net(side, m int) (quorum.Known, error) {
	return netFamily().built(netPlan(side, m))
}

// maxSide keeps the number of points within quorum.MaxNodes.
const maxSide = 4096

func netPlan(side, m int) (*plan, error) {
	if err := cmp.Or(checkRange("net", "side", side, 1, maxSide), checkRange("net", "m", m, 2, maxGroups)); err != nil {
		return nil, err
	}
	if m > planes.MaxClasses(side) {
		e := noSystem("net", side*side, m, "")
		e.Why, e.Note = missingNet(side, m)
		e.Below, e.Above = nearestSquares(side*side, netExists(m))
		return nil, e
	}
	return netLikePlan([]setting{intSetting("side", side), intSetting("m", m)}, side, m), nil
}

func netExists(m int) func(side int) bool {
	return func(side int) bool { return m <= planes.MaxClasses(side) }
}

// missingNet says whether nets of a side (at least 2) with more classes than are built are known to
// exist.
func missingNet(side, m int) (why, note string) {
	return missingSquares(side, m, "groups",
		fmt.Sprintf("a net of side %d has at most %d parallel classes", side, bounds.NetGroups(side).Upper),
		fmt.Sprintf("the net of side %d with %d parallel classes is not built here", side, m),
		fmt.Sprintf("no net of side %d with %d parallel classes is built here", side, m))
}

// missingSquares says whether m-2 mutually orthogonal Latin squares, which are the same as m
// things, are known to exist: none if there are none, unbuilt if there are some, and open if the
// answer is not known.
func missingSquares(side, m int, things, none, unbuilt, open string) (why, note string) {
	known := bounds.NetGroups(side)
	squares := fmt.Sprintf("%d %s are %d mutually orthogonal Latin squares of side %d", m, things, m-2, side)
	switch {
	case m > known.Upper:
		return none, fmt.Sprintf("%s, and there are at most %d (%s)", squares, known.Upper-2, known.UpperBy)
	case m <= known.Lower:
		return unbuilt, fmt.Sprintf("%s, which exist (%s)", squares, known.LowerBy)
	}
	return open, squares + "; the bounds used here leave open whether they exist"
}

// netLikePlan returns the plan of the group system of the first m classes of the net of that side.
func netLikePlan(settings []setting, side, m int) *plan {
	n := side * side
	return &plan{
		settings: settings,
		n:        n,
		groups:   m,
		quorums:  constantCount(m * side),
		largest:  side,
		shape:    withDegree(uniformShape(side, m), side),
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			net, err := planes.NewNet(ctx, side, m)
			if err != nil {
				return nil, err
			}
			return buildCartels(ctx, name, n, slices.Repeat([]int{side}, m), func(dst []int32, class, j int) []int32 {
				return append(dst, net.Line(class, j)...)
			})
		},
	}
}

// squareSide returns the s >= 1 with s² = n, if there is one.
func squareSide(n int) (side int, ok bool) {
	side = gf.FloorSqrt(n)
	return side, side*side == n
}

// nearestSquares returns the nearest s² below and above n for which there is a system; 0 for none
// up to quorum.MaxNodes.
func nearestSquares(n int, exists func(side int) bool) (below, above int) {
	side := gf.FloorSqrt(n)
	for s := side; s >= 1; s-- {
		if s*s < n && exists(s) {
			below = s * s
			break
		}
	}
	for s := side + 1; s <= maxSide; s++ {
		if exists(s) {
			above = s * s
			break
		}
	}
	return below, above
}

// resolveSquare reads the parameters of a family on side² nodes: the side, called key, or n in its
// place, and m.
func resolveSquare(key string, ofSide, ofNodes func(v, m int) (*plan, error)) func(a *args) (*plan, error) {
	return func(a *args) (*plan, error) {
		m := a.int("m")
		if a.has("n") {
			return ofNodes(a.groupNodes(m), m)
		}
		return ofSide(a.int(key), m)
	}
}

func netForN(n, m int) (*plan, error) {
	side, ok := squareSide(n)
	if !ok {
		return nil, noSystem("net", n, m, "n is no square").near(nearestSquares(n, netExists(m)))
	}
	return netPlan(side, m)
}

func netFamily() Family {
	return Family{
		Name:    "net",
		Kind:    quorum.KindGroupSystem,
		Summary: "parallel classes of a net of Latin squares: degree √n, for every side at m <= 3",
		Params: []Param{
			{Name: "side", Doc: "lines of a class and points of a line, at least 1"},
			{Name: "m", Doc: "number of cartels, at least 2; 3 for every side, more for some"},
			{Name: "n", Doc: "number of nodes, side²", InsteadOf: "side"},
		},
		Exists:  "n = s², m <= 3 for every s; m <= q+1 for the least prime-power component q of s",
		Source:  "Bruck 1951, MacNeish 1922; as a group quorum system ours, after Joung 2003, section 3",
		resolve: resolveSquare("side", netPlan, netForN),
		forN:    netForN,
	}
}

// groupNodes returns the parameter n of a group family, given in place of another one, once m is
// known to be in range as well.
func (a *args) groupNodes(m int) int {
	a.within("m", m, 2, maxGroups)
	return a.nodes()
}
