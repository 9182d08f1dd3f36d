package construct

import (
	"context"
	"fmt"
	"strings"

	"coterie/bounds"
	"coterie/gf"
	"coterie/planes"
	"coterie/quorum"
)

// maxPlaneOrder keeps the number of points within quorum.MaxNodes. Lists end earlier, at
// quorum.DefaultMaxQuorums or quorum.MaxIncidences: order 512 is the greatest that is built.
const maxPlaneOrder = 4095

// FPP returns the lines of the projective plane PG(2,q), as planes.NewProjective numbers points
// and lines: the optimal sets of Maekawa (1985), section 3. For q = 1 they are the three pairs of
// three nodes, his K = 2.
//
// It exists for q = 1 and for prime powers q, with n = q²+q+1 nodes and quorums. For other q the
// error is a *NoSystemError that says whether planes of the order are known to exist, or a
// *ParamError for q < 1 or q > 4095. Site i has a line through point i, and every line has one
// site. The assignment is a bipartite matching (quorum.Family's AssignSites), which exists as the
// incidence graph is regular (König). K = q+1, the positive root of n = K(K-1)+1, and every node is
// in q+1 quorums. So all four conditions of Maekawa hold, and the S_i differ. No family on n nodes
// for which they hold has a smaller K (bounds.MaekawaSize).
//
// Cost: (q+1)n entries and the matching on them. Beyond q = 512 it is not listed.
func FPP(q int) (quorum.Known, error) { return FPPOf(q, DesarguesPlane) }

// FPPOf returns the lines of a projective plane of order q. For DesarguesPlane it is FPP; for any
// other plane the lines are those of a plane that is not isomorphic to PG(2,q), as package planes
// numbers them (NewHall, NewDualHall, NewHughes). The facts in the comment of FPP hold for each
// plane, as they rest on the axioms of planes alone: sites, K, responsibilities and the conditions
// of Maekawa. The planes differ in the numbers of smallest transversals and of live sets, and in
// their symmetry.
//
// The Hall plane and its dual exist for the squares q of prime powers, 9 <= q <= 361, and the
// Hughes plane for the squares of odd prime powers, 9 <= q <= 169 (else the error is a *ParamError
// that names the planes of order q).
func FPPOf(q int, plane FPPlane) (quorum.Known, error) {
	return fppFamily().built(fppPlan(q, plane))
}

// FPPlane names the projective plane from which a system of fpp is made, among the planes of its
// order: it is the value of the parameter plane.
type FPPlane string

// The planes of package planes.
const (
	DesarguesPlane FPPlane = "desargues" // PG(2,q); for q = 1 the triangle
	HallPlane      FPPlane = "hall"
	DualHallPlane  FPPlane = "dual-hall"
	HughesPlane    FPPlane = "hughes"
)

// makerOf returns the constructor of package planes for the plane of that name and order. There
// must be a plane of this order over a field.
func makerOf(order int, plane FPPlane) (func(context.Context, int) (*planes.Plane, error), error) {
	_, m, ok := gf.PrimePower(order)
	hall := ok && m%2 == 0 && order >= 9 && order <= planes.MaxOrder
	var names []string
	for _, p := range []struct {
		plane  FPPlane
		make   func(context.Context, int) (*planes.Plane, error)
		exists bool
	}{
		{DesarguesPlane, planes.NewProjective, true},
		{HallPlane, planes.NewHall, hall},
		{DualHallPlane, planes.NewDualHall, hall},
		{HughesPlane, planes.NewHughes, hall && order%2 == 1 && order <= planes.MaxHughesOrder},
	} {
		switch {
		case !p.exists:
		case p.plane == plane:
			return p.make, nil
		default:
			names = append(names, string(p.plane))
		}
	}
	legal := fmt.Sprintf("a plane of order %d that is built here: %s", order, strings.Join(names, ", "))
	return nil, illegal("fpp", "plane", string(plane), legal)
}

func fppPlan(q int, of FPPlane) (*plan, error) {
	if err := checkPlaneOrder("fpp", q, 0); err != nil {
		return nil, err
	}
	makePlane, err := makerOf(q, of)
	if err != nil {
		return nil, err
	}
	settings := []setting{intSetting("order", q)}
	if of != DesarguesPlane {
		settings = append(settings, setting{"plane", string(of)})
	}
	n := bounds.PlanePoints(q)
	return &plan{
		settings: settings,
		n:        n,
		quorums:  constantCount(n),
		largest:  q + 1,
		shape:    uniformShape(q+1, q+1),
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			plane, err := makePlane(ctx, q)
			if err != nil {
				return nil, err
			}
			f, err := quorum.ListFamily(ctx, n, n, func(dst []int32, line int) []int32 { return append(dst, plane.Line(line)...) })
			if err != nil {
				return nil, err
			}
			sites, err := f.AssignSites(ctx)
			if err != nil {
				return nil, err
			}
			return structure(quorum.NewSystem(name, f, quorum.SystemOptions{Sites: sites}))
		},
	}, nil
}

// checkPlaneOrder returns an error unless there is a field plane of order q, or q = 1: for the
// families whose n is q²+q+1.
func checkPlaneOrder(family string, q, m int) error {
	if err := checkRange(family, "order", q, 1, maxPlaneOrder); err != nil {
		return err
	}
	if bounds.PlaneOrder(q).Exists() {
		return nil
	}
	why, note := missingPlane(q)
	return noPlaneSize(family, bounds.PlanePoints(q), m, why, note)
}

// missingPlane says, for an order that is no prime power, whether planes of that order are known to
// exist, and by which theorem.
func missingPlane(q int) (why, note string) {
	v := bounds.PlaneOrder(q)
	note = fmt.Sprintf("%s (%s)", v.Reason, v.Source)
	switch v.Status {
	case bounds.PlaneExcludedByTheorem:
		return fmt.Sprintf("there is no projective plane of order %d", q), "Bruck-Ryser theorem: " + note
	case bounds.PlaneExcludedByComputation:
		return fmt.Sprintf("there is no projective plane of order %d", q), fmt.Sprintf("order %d is %s", q, note)
	default:
		return fmt.Sprintf("no projective plane of order %d is known", q), note
	}
}

// noPlaneSize returns the error for a number n of nodes that is not q²+q+1 for the order q of an
// available plane, with the nearest numbers that are.
func noPlaneSize(family string, n, m int, why, note string) *NoSystemError {
	e := &NoSystemError{Family: family, N: n, M: m, Why: why, Note: note}
	if n > 3 {
		// The greatest order whose n is less, and the least whose n is greater.
		below := 1
		for bounds.PlanePoints(below+1) < n {
			below++
		}
		below = bounds.PlaneOrderAtMost(below)
		e.Below = bounds.PlanePoints(below)
		if above := bounds.PlaneOrderAtLeast(below + 1); above <= maxPlaneOrder {
			e.Above = bounds.PlanePoints(above)
		}
	} else {
		e.Above = 3
	}
	return e
}

// planeOrderForN returns the q >= 1 with q²+q+1 = n for which there is a plane, or 0 and the
// error.
func planeOrderForN(family string, n, m int) (int, error) {
	q, ok := bounds.OrderOfPoints(n)
	if !ok {
		why := "n is not q²+q+1 for a whole q"
		if n == 1 { // 0² + 0 + 1
			why += " >= 1"
		}
		return 0, noPlaneSize(family, n, m, why, "")
	}
	return q, checkPlaneOrder(family, q, m)
}

func fppForN(n int, plane FPPlane) (*plan, error) {
	q, err := planeOrderForN("fpp", n, 0)
	if err != nil {
		return nil, err
	}
	return fppPlan(q, plane)
}

func fppFamily() Family {
	return Family{
		Name:    "fpp",
		Kind:    quorum.KindSystem,
		Summary: "lines of a projective plane (over a field unless said): the optimal sets, K ≈ √n",
		Params: []Param{
			{Name: "order", Doc: "order of the plane, 1 or a prime power"},
			{
				Name: "plane", Doc: "which plane of the order: desargues, over a field; hall, dual-hall or hughes, where Desargues's theorem fails",
				Optional: true, Default: string(DesarguesPlane),
				Words: []string{string(DesarguesPlane), string(HallPlane), string(DualHallPlane), string(HughesPlane)},
			},
			{Name: "n", Doc: "number of nodes, q²+q+1", InsteadOf: "order"},
		},
		Exists: "n = q²+q+1, q = 1 or a prime power (hall, dual-hall: q = 9, 16, 25, ..., a square; hughes: an odd square)",
		Source: "Maekawa 1985, section 3 and Figure 1",
		resolve: func(a *args) (*plan, error) {
			plane := DesarguesPlane
			if a.has("plane") {
				plane = FPPlane(a.values["plane"])
			}
			if a.has("n") {
				return fppForN(a.nodes(), plane)
			}
			return fppPlan(a.int("order"), plane)
		},
		forN: func(n, _ int) (*plan, error) { return fppForN(n, DesarguesPlane) },
	}
}
