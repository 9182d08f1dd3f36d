package availability

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/measure/loads"
	"coterie/quorum"
)

// loadedSystem is an ordinary default system with its exact load.
type loadedSystem struct {
	N        int             `csv:"n,nodes" doc:"number of nodes"`
	Family   string          `csv:"family" doc:"name of the construction"`
	Spec     string          `csv:"spec" doc:"its default system of n nodes"`
	Smallest int             `csv:"k_min,nodes" doc:"least quorum size"`
	Load     bounds.Fraction `csv:"load" doc:"load"`
	MinResp  int             `csv:"responsibility_min,quorums" doc:"least responsibility"`
	MaxResp  int             `csv:"responsibility_max,quorums" doc:"greatest responsibility"`
	Reason   string          `json:",omitempty" csv:"reason" doc:"why figures are missing"`
}

func (s loadedSystem) known() bool { return s.Reason == "" }

// bySize returns a lower bound on the load of every system with quorums of this size.
func (s loadedSystem) bySize() *big.Rat { return bounds.LoadFromSize(s.N, s.Smallest) }

// overPlane returns the load divided by the least load that bounds.PlaneLoad allows for n nodes.
func (s loadedSystem) overPlane() float64 { return s.Load.Float64() / bounds.PlaneLoad(s.N).Float64() }

// timesRoot returns load·√n.
func timesRoot(load bounds.Fraction, n int) float64 { return load.Float64() * math.Sqrt(float64(n)) }

// loadsAt finds the loads of all ordinary default systems of n nodes with at most the given number
// of quorums.
func loadsAt(ctx context.Context, n, most int) ([]loadedSystem, error) {
	var list []loadedSystem
	for _, i := range experiments.Defaults(n) {
		s := loadedSystem{N: n, Family: i.Family().Name, Spec: i.Spec()}
		built, reason, err := experiments.ListSystem(ctx, i, most)
		if s.Reason = reason; err != nil {
			return nil, fmt.Errorf("%s: %w", i, err)
		}
		if built != nil {
			f := built.(*quorum.System).Family()
			s.Smallest, _ = f.Sizes()
			s.MinResp, s.MaxResp = slices.Min(f.Responsibilities()), slices.Max(f.Responsibilities())
			if s.Load, s.Reason, err = loadOf(ctx, f); err != nil {
				return nil, fmt.Errorf("%s: %w", i, err)
			}
		}
		list = append(list, s)
	}
	return list, nil
}

// surficialLoad is the load of one surficial system when its groups are equally active.
type surficialLoad struct {
	small.SurficialSize
	Mix bounds.Fraction `csv:"mix_load" doc:"load of the surficial system with all groups equally active"`
}

func surficialLoadOf(ctx context.Context, c small.SurficialSize) (surficialLoad, error) {
	system := experiments.Must(quorum.As[*quorum.GroupSystem](construct.Surficial(c.N, c.M)))
	mix, err := loads.FindMixed(ctx, system.Cartels(), nil, loads.Options{})
	return surficialLoad{c, mix.Value}, err
}

// leastLoad returns the system of n nodes with the least load, of any family except the one named
// by but; nil if there is none.
func leastLoad(loads []loadedSystem, n int, but string) *loadedSystem {
	var least *loadedSystem
	for i, s := range loads {
		if s.N == n && s.known() && s.Family != but && (least == nil || s.Load.Cmp(least.Load) < 0) {
			least = &loads[i]
		}
	}
	return least
}

// declareLoads judges the papers' statements about loads.
func declareLoads(out *experiments.Output, p groupAvailabilityParameters) {
	ns := experiments.Numbers(2, p.Nodes)
	for d := 1; d <= p.Rows; d++ {
		if n := d * (d + 1) / 2; n < 2 || n > p.Nodes {
			ns = append(ns, n)
		}
	}
	slices.Sort(ns)
	loads := slices.Concat(experiments.Compute(out, "loads", ns,
		func(ctx context.Context, n int) ([]loadedSystem, error) { return loadsAt(ctx, n, p.Listed) })...)
	experiments.Table(out, "loads", loads,
		"n", "family", "spec",
		experiments.If(loadedSystem.known, "k_min", "load"),
		experiments.Ratios("load_by_size", "", "max(1/k_min, k_min/n): no system with such quorums has less", loadedSystem.bySize).If(loadedSystem.known),
		experiments.Floats("load_root_n", "", "load times √n; at least 1 for every quorum system",
			func(s loadedSystem) float64 { return timesRoot(s.Load, s.N) }).If(loadedSystem.known),
		experiments.Floats("over_plane", "", "load divided by (1+√(4n-3))/(2n), which no quorum system of n nodes goes below", loadedSystem.overPlane).If(loadedSystem.known),
		experiments.If(loadedSystem.known, "responsibility_min", "responsibility_max"),
		"reason")

	surficial := experiments.Compute(out, "surficial-loads", small.SurficialSizes(p.Nodes), surficialLoadOf)
	// The ordinary system of as many nodes with the least load, used by all groups.
	other := func(r surficialLoad) *loadedSystem { return leastLoad(loads, r.N, "") }
	known := func(r surficialLoad) bool { return other(r) != nil }
	experiments.Table(out, "surficial-loads", surficial,
		"n", "m", "side", "mix_load",
		experiments.Floats("mix_load_root_n", "", "that times √n; at least 1 for every group quorum system", func(r surficialLoad) float64 { return timesRoot(r.Mix, r.N) }),
		experiments.Texts("other", "", "the ordinary default system of n nodes with the least load", func(r surficialLoad) string { return other(r).Spec }).If(known),
		experiments.Ratios("other_load", "", "its load, which is also that of (C, ..., C)", func(r surficialLoad) *big.Rat { return other(r).Load.Rat() }).If(known))

	claimLatticeLoad(out, p, loads)
	claimDegenerateLoad(out, p, loads)
	// Joung's load of a node is the number of quorums that contain it. A node in a single quorum is
	// redundant, as his next sentence says.
	out.Claim("joung-load-two-quorums", joung, "section 3, before Lemma 3.3",
		"A node's load can be minimized by letting it be included in at most two quorums.",
		experiments.ForAll("all systems of 2 cartels, n in 1..4: in the intersection of two quorums of different cartels some node is in two", pairsOfCartels(4), func(s small.System) (bool, string) {
			return s.Cartels.Responsibility() >= 2, s.String()
		}))
	out.Claim("ours-load-two-quorums", experiments.BeyondThePaper, "after Joung 2003, section 3",
		"With nodes in two quorums each, the busiest node is asked with the least probability.",
		experiments.ForAll(fmt.Sprintf("surficial systems with all groups equally active, n in 1..%d, beside (C, ..., C) for the ordinary default systems C of n nodes", p.Nodes), surficial,
			func(r surficialLoad) (bool, string) {
				if !known(r) {
					return true, ""
				}
				return r.Mix.Cmp(other(r).Load) <= 0, fmt.Sprintf("n = %d, m = %d: the busiest node of the surficial system is asked with probability %v, that of %s for all groups with %v",
					r.N, r.M, r.Mix, other(r).Spec, other(r).Load)
			}))
}

// claimLatticeLoad judges the load of triangle lattices.
//
// Proof: docs/theorems/triangle-lattice-load.md.
func claimLatticeLoad(out *experiments.Output, p groupAvailabilityParameters, loads []loadedSystem) {
	lattices := experiments.Keep(loads, func(s loadedSystem) bool { return s.Family == "triangle-lattice" && s.known() })
	words := fmt.Sprintf("triangle lattices of 1 to %d rows", p.Rows)
	out.Claim("joung-lattice-load", joung, joungSection, "The triangle lattices have optimal load.",
		experiments.HoldsUnderReading("optimal for their quorum size, and within √2 of the least for their number of nodes",
			experiments.ForAll(words+", beside the other families' default systems of as many nodes", lattices, func(s loadedSystem) (bool, string) {
				least := leastLoad(loads, s.N, s.Family)
				if least == nil {
					return true, ""
				}
				return s.Load.Cmp(least.Load) <= 0, fmt.Sprintf("%s has load %v, %s on as many nodes %v", s.Spec, s.Load, least.Spec, least.Load)
			}),
			experiments.ForAll(words, lattices, func(s loadedSystem) (bool, string) {
				d := gf.FloorSqrt(2 * s.N) // d² < 2n = d(d+1) < (d+1)²
				optimal := s.Smallest == d && s.Load.Cmp(bounds.FractionOf(2, int64(d+1))) == 0 && s.Load.Rat().Cmp(s.bySize()) == 0
				return optimal && 2*s.N < (d+1)*(d+1), fmt.Sprintf("%s: smallest quorum %d, load %v", s.Spec, s.Smallest, s.Load)
			}).Proved("triangle-lattice-load")))
}

func claimDegenerateLoad(out *experiments.Output, p groupAvailabilityParameters, loads []loadedSystem) {
	degenerate := experiments.Keep(loads, func(s loadedSystem) bool {
		return s.Family == "degenerate-fpp" && s.known() && s.N >= 3 && s.N <= p.Nodes
	})
	words := fmt.Sprintf("degenerate planes, n in 3..%d", p.Nodes)
	out.Claim("maekawa-method-1-load", "Maekawa 1985", "section 7, Method 1",
		"With the degenerate sets of Method 1 the load of each node is, on the average, balanced.",
		experiments.HoldsUnderReading("up to a factor: if the sets are drawn in the best way, the busiest node is asked with at most 4/3 the probability that no system of as many nodes goes below",
			experiments.ForAll(words, experiments.LargestFirst(degenerate), func(s loadedSystem) (bool, string) {
				return s.MinResp == s.MaxResp, fmt.Sprintf("%s: nodes are in %d to %d of the sets", s.Spec, s.MinResp, s.MaxResp)
			}),
			experiments.ForAll(words, degenerate, func(s loadedSystem) (bool, string) {
				return s.overPlane() <= 4.0/3, fmt.Sprintf("%s: load %v, %.4g times the least for n nodes", s.Spec, s.Load, s.overPlane())
			})))
}

// pairsOfCartels lists every group quorum system of two cartels on at most n nodes.
func pairsOfCartels(n int) []small.System {
	return experiments.Flat(experiments.Numbers(1, n), func(n int) (list []small.System) {
		for g := range small.GroupSystems(n, 2) {
			list = append(list, small.System{N: n, Cartels: slices.Clone(g)})
		}
		return list
	})
}
