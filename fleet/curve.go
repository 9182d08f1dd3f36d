package fleet

import (
	"context"
	"fmt"
	"math/big"
	"slices"
)

// CurvePoint is the least load of a system at one share of reads.
type CurvePoint struct {
	Reads *big.Rat // the share, in [0,1]
	Load  *big.Rat // seconds a request
}

// maxCurve bounds the number of programs for a curve.
const maxCurve = 200

// LoadCurve returns the least load of s at every share of reads, where the strategy is the best
// at that share: the points from 0 to 1 between which it is linear. The places of the clients and
// the silent nodes are those of f; its limits and its workload's shares do not count.
//
// At prices of the nodes that sum to 1 the load is at least a linear function of the share, and the
// greatest of these is the load (see Prices): the curve is convex, and piecewise linear since the
// prices have finitely many vertices. Where the lines of two shares cross, the load is computed
// again: either the crossing is a point of the curve, or a new line lies above both (M. J. Eisner
// and D. G. Severance, J. ACM 23, 1976). It takes two programs for each point. Proof:
// docs/theorems/fleet-load-curve.md.
//
// Errors are those of FindStrategy, and a *quorum.LimitError for a curve of more than 100 points.
func LoadCurve(ctx context.Context, f *Fleet, s System, opts StrategyOptions) ([]CurvePoint, error) {
	all, err := menusOf(ctx, f, s, clocks{})
	if err != nil {
		return nil, err
	}
	at := func(reads *big.Rat) (*Fleet, []*requests) {
		g := *f
		g.Workload.Shares = []Share{{reads, big.NewRat(1, 1)}}
		return &g, requestsOf(&g, all)
	}
	programs := 0
	// load returns the point at a share, with a line through it that is nowhere above the curve.
	load := func(reads *big.Rat) (CurvePoint, curveLine, error) {
		if programs++; programs > maxCurve {
			return CurvePoint{}, curveLine{}, notFound("the curve of the load of "+s.Name, fmt.Errorf("more than %d programs", maxCurve))
		}
		g, kinds := at(reads)
		st, err := findStrategy(ctx, g, s, kinds, []Goal{Load}, StrategyOptions{SkipCheck: opts.SkipCheck})
		if err != nil {
			return CurvePoint{}, curveLine{}, err
		}
		var ends [2]*big.Rat
		for end := range ends {
			h, kinds := at(big.NewRat(int64(end), 1))
			if ends[end], err = st.Prices.bound(ctx, h, kinds, Load, Limits{}); err != nil {
				return CurvePoint{}, curveLine{}, err
			}
		}
		return CurvePoint{reads, st.Load}, curveLine{ends[0], ends[1]}, nil
	}
	first, a, err := load(new(big.Rat))
	if err != nil {
		return nil, err
	}
	last, b, err := load(big.NewRat(1, 1))
	if err != nil {
		return nil, err
	}
	points := []CurvePoint{first, last}
	var between func(p, q CurvePoint, a, b curveLine) error
	between = func(p, q CurvePoint, a, b curveLine) error {
		if a.at(q.Reads).Cmp(q.Load) == 0 || b.at(p.Reads).Cmp(p.Load) == 0 {
			return nil // one line is the curve from p to q
		}
		reads := a.meets(b)
		m, c, err := load(reads)
		if err != nil {
			return err
		}
		points = append(points, m)
		if m.Load.Cmp(a.at(reads)) == 0 {
			return nil
		}
		if err := between(p, m, a, c); err != nil {
			return err
		}
		return between(m, q, c, b)
	}
	if err := between(first, last, a, b); err != nil {
		return nil, err
	}
	slices.SortFunc(points, func(a, b CurvePoint) int { return a.Reads.Cmp(b.Reads) })
	bends := points[:1]
	for i := 1; i+1 < len(points); i++ {
		if slope(bends[len(bends)-1], points[i]).Cmp(slope(points[i], points[i+1])) != 0 {
			bends = append(bends, points[i])
		}
	}
	return append(bends, last), nil
}

func slope(p, q CurvePoint) *big.Rat {
	rise := new(big.Rat).Sub(q.Load, p.Load)
	return rise.Quo(rise, new(big.Rat).Sub(q.Reads, p.Reads))
}

// curveLine is a linear function of the share of reads, by its values at 0 and at 1.
type curveLine struct{ at0, at1 *big.Rat }

func (l curveLine) at(reads *big.Rat) *big.Rat {
	v := new(big.Rat).Sub(l.at1, l.at0)
	return v.Add(v.Mul(v, reads), l.at0)
}

// meets returns the share at which two lines that are not parallel meet.
func (l curveLine) meets(k curveLine) *big.Rat {
	rise := new(big.Rat).Sub(l.at1, l.at0)
	rise.Sub(rise, new(big.Rat).Sub(k.at1, k.at0))
	x := new(big.Rat).Sub(k.at0, l.at0)
	return x.Quo(x, rise)
}
