package construct

import (
	"coterie/bounds"
	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// BoostFPP returns the system boostFPP(q,b) of Malkhi, Reiter and Wool: the plane of order q (FPP)
// with the threshold of 3b+1 of 4b+1 nodes (ByzantineThreshold) in the place of each point. It is
// hierarchical:outer=(fpp:order=q),inner=(threshold:n=4b+1,b=b), and numbered as that.
//
// It exists for prime powers q and b >= 1 with n = (4b+1)(q²+q+1) <= quorum.MaxNodes, 4b+1 <=
// MaxMajority (else the error is a *ParamError, or a *NoSystemError as for FPP). K = (q+1)(3b+1);
// two quorums share 2b+1 nodes or more; the load is K/n, and (q+1)(b+1)-1 nodes may crash. There
// are (q²+q+1)·C(4b+1,b)^(q+1) quorums, and no site assignment.
//
// Malkhi, Reiter and Wool 2000, as MGrid cites them.
//
// Proof: docs/theorems/byzantine-designs.md.
func BoostFPP(q, b int) (quorum.Known, error) { return boostFPPFamily().built(boostFPPPlan(q, b)) }

func boostFPPPlan(q, b int) (*plan, error) {
	if err := checkRange("boostfpp", "order", q, 2, maxPlaneOrder); err != nil {
		return nil, err
	}
	if err := checkRange("boostfpp", "b", b, 1, mostBoost(q)); err != nil {
		return nil, err
	}
	outer, err := fppPlan(q, DesarguesPlane)
	if err != nil {
		return nil, err
	}
	inner, err := thresholdPlan(4*b+1, b, quorum.Masking)
	if err != nil {
		return nil, err
	}
	p, err := hierarchicalPlan(&Instance{fppFamily(), outer}, []*Instance{{thresholdFamily(), inner}})
	if err != nil {
		return nil, err
	}
	p.settings = []setting{intSetting("order", q), intSetting("b", b)}
	p.proved = forms.Alike(p.n, p.largest, quorum.Set{})
	return p, nil
}

// mostBoost returns the greatest b for planes of order q; it may be 0.
func mostBoost(q int) int { return (min(quorum.MaxNodes/bounds.PlanePoints(q), MaxMajority) - 1) / 4 }

// boostForN returns the system of n nodes of the greatest order, and so of the least load.
func boostForN(n int) (*plan, error) {
	if q, b := boostOf(n); q > 0 {
		return boostFPPPlan(q, b)
	}
	e := noSystem("boostfpp", n, 0, "n is not (4b+1)(q²+q+1) for a prime power q and a b >= 1")
	for e.Below = n - 1; e.Below > 0; e.Below-- {
		if q, _ := boostOf(e.Below); q > 0 {
			break
		}
	}
	for e.Above = n + 1; ; e.Above++ {
		if e.Above > quorum.MaxNodes {
			e.Above = 0
			break
		}
		if q, _ := boostOf(e.Above); q > 0 {
			break
		}
	}
	return nil, e
}

// boostOf returns the greatest order q, and b, with n = (4b+1)(q²+q+1); 0 if there is none.
func boostOf(n int) (q, b int) {
	for order := 2; 5*bounds.PlanePoints(order) <= n; order++ {
		points := bounds.PlanePoints(order)
		if n%points == 0 && n/points%4 == 1 && n/points <= MaxMajority && bounds.PlaneOrder(order).Exists() {
			q, b = order, n/points/4
		}
	}
	return q, b
}

func boostFPPFamily() Family {
	return Family{
		Name:    "boostfpp",
		Kind:    quorum.KindSystem,
		Summary: "a projective plane with 3b+1 of 4b+1 nodes in the place of each point",
		Params: []Param{
			{Name: "order", Doc: "order of the plane, a prime power"},
			{Name: "b", Doc: "number of liars, at least 1"},
		},
		Exists:  "n = (4b+1)(q²+q+1), q a prime power, b >= 1; by default the greatest q",
		Source:  "Malkhi, Reiter and Wool 2000",
		resolve: func(a *args) (*plan, error) { return boostFPPPlan(a.int("order"), a.int("b")) },
		forN:    ofNodes(boostForN),
	}
}
