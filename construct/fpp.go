package construct

import (
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/planes"
	"coterie/quorum"
)

// maxPlaneOrder keeps the number of points within quorum.MaxNodes. Lists end earlier, at
// DefaultMaxQuorums or MaxIncidences: order 512 is the greatest that is built.
const maxPlaneOrder = 4095

// FPP returns the lines of the projective plane PG(2,q), as planes.NewProjective numbers points
// and lines: the optimal sets of Maekawa (1985), section 3. For q = 1 they are the three pairs of
// three nodes, his K = 2.
//
// It exists for q = 1 and for prime powers q (else the error is a *NoSystemError that says what is
// known of the order; a *ParamError for q < 1 or q > 4095), with n = q²+q+1 nodes and quorums.
// Site i has a line through point i, each line once: a bipartite matching (quorum.Family's
// AssignSites), which exists as the incidence graph is regular (König). K = q+1, the positive
// root of n = K(K-1)+1, and every node is in q+1 quorums. So all four conditions of Maekawa
// hold, and the S_i differ. No family on n nodes for which they hold has a smaller K
// (bounds.MaekawaSize).
//
// Cost: (q+1)n entries and the matching on them. Beyond q = 512 the error is a *TooManyError.
func FPP(q int) (*quorum.System, error) {
	p, err := fppPlan(q)
	return buildSystem(fppFamily(), p, err)
}

func fppPlan(q int) (*plan, error) {
	if err := checkPlaneOrder("fpp", q, 0); err != nil {
		return nil, err
	}
	n := bounds.PlanePoints(q)
	return &plan{
		settings: []setting{intSetting("order", q)},
		n:        n,
		groups:   1,
		quorums:  constantCount(n),
		largest:  q + 1,
		shape:    uniformShape(q+1, q+1),
		build: func(ctx context.Context, name string) (quorum.Structure, error) {
			plane, err := planes.NewProjective(q)
			if err != nil {
				return nil, err
			}
			b, err := quorum.NewFamilyBuilder(n)
			if err != nil {
				return nil, err
			}
			b.Grow(n, n*(q+1))
			for i, line := range plane.AllLines() {
				if i&1023 == 0 && ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				if err := b.AddSorted(line); err != nil {
					return nil, err
				}
			}
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			f := b.Family()
			sites, err := f.AssignSitesContext(ctx)
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

// missingPlane says, for an order that is no prime power, what is known of planes of that order,
// and by which theorem.
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

// noPlaneSize returns the error of a number n of nodes that is not q²+q+1 for the order of a
// plane that can be had, with the nearest that are.
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

func fppForN(n int) (*plan, error) {
	q, err := planeOrderForN("fpp", n, 0)
	if err != nil {
		return nil, err
	}
	return fppPlan(q)
}

func fppFamily() Family {
	return Family{
		Name:    "fpp",
		Kind:    quorum.KindSystem,
		Summary: "lines of the projective plane over a field: the optimal sets, K ≈ √n",
		Params: []Param{
			{Name: "order", Doc: "order of the plane, 1 or a prime power"},
			{Name: "n", Doc: "number of nodes, q²+q+1", InsteadOf: "order"},
		},
		Exists: "n = q²+q+1, q = 1 or a prime power",
		Source: "Maekawa 1985, section 3 and Figure 1",
		resolve: func(a *args) (*plan, error) {
			if a.has("n") {
				n, err := a.nodes()
				if err != nil {
					return nil, err
				}
				return fppForN(n)
			}
			q, err := a.int("order", 0)
			if err != nil {
				return nil, err
			}
			return fppPlan(q)
		},
		forN: func(n, _ int) (*plan, error) { return fppForN(n) },
	}
}
