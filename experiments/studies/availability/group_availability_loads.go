package availability

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/table"
	"coterie/measure"
	"coterie/quorum"
)

// loadedSystem is an ordinary default system with its exact load.
type loadedSystem struct {
	N                int
	Family, Spec     string
	Smallest         int // its smallest quorum
	Load             bounds.Fraction
	MinResp, MaxResp int
	Reason           string `json:",omitempty"`
}

// loadsAt finds the loads of all ordinary default systems of n nodes of at most so many quorums.
func loadsAt(ctx context.Context, n, listed int) ([]loadedSystem, error) {
	var out []loadedSystem
	defaults, err := experiments.OrdinaryDefaults(n)
	if err != nil {
		return nil, err
	}
	for _, i := range defaults {
		s, err := loadOf(ctx, i, listed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", i, err)
		}
		out = append(out, s)
	}
	return out, nil
}

func loadOf(ctx context.Context, i *construct.Instance, listed int) (loadedSystem, error) {
	s := loadedSystem{N: i.N(), Family: i.Family().Name, Spec: i.Spec()}
	built, err := experiments.ListSystem(ctx, i, listed)
	var many *construct.TooManyError
	switch {
	case errors.As(err, &many):
		s.Reason = fmt.Sprintf("more than %d quorums", listed)
		return s, nil
	case err != nil:
		return s, err
	}
	system := built.(*quorum.System)
	s.Smallest, _ = system.Family().Sizes()
	responsibilities := system.Family().Responsibilities()
	s.MinResp, s.MaxResp = slices.Min(responsibilities), slices.Max(responsibilities)
	load, err := measure.FindLoad(ctx, system.Family(), measure.LoadOptions{})
	var stopped *measure.LimitError
	switch {
	case ctx.Err() != nil:
		return s, experiments.ContextError(ctx)
	case errors.As(err, &stopped):
		s.Reason = "too large a linear program"
		return s, nil
	case err != nil:
		return s, err
	}
	s.Load = load.Value
	return s, nil
}

// surficialLoad is the load of one surficial system when its groups are equally active, beside that of the ordinary
// system of as many nodes with the least load, used by all groups.
type surficialLoad struct {
	N, M, Side int
	Mix        bounds.Fraction
	Other      string `json:",omitempty"`
	OtherLoad  bounds.Fraction
}

// tryLoads judges what the papers say about loads.
//
// Proof: docs/theorems/triangle-lattice-load.md.
func tryLoads(ctx context.Context, env experiments.Env, out *experiments.Output, p groupAvailabilityParameters) ([]experiments.Claim, error) {
	var ns []int
	for n := 2; n <= p.Nodes; n++ {
		ns = append(ns, n)
	}
	for d := 1; d <= p.Rows; d++ {
		if n := d * (d + 1) / 2; n < 2 || n > p.Nodes {
			ns = append(ns, n)
		}
	}
	slices.Sort(ns)
	perN, err := experiments.Rows(ctx, env, "loads", ns, func(ctx context.Context, n int) ([]loadedSystem, error) { return loadsAt(ctx, n, p.Listed) })
	if err != nil {
		return nil, err
	}
	loads := slices.Concat(perN...)
	surficial, err := experiments.Rows(ctx, env, "surficial-loads", small.SurficialSizes(p.Nodes), func(ctx context.Context, c small.SurficialSize) (surficialLoad, error) {
		return surficialLoadOf(ctx, c, loads)
	})
	if err != nil {
		return nil, err
	}
	if err := emitLoads(out, loads); err != nil {
		return nil, err
	}
	if err := emitSurficialLoads(out, surficial); err != nil {
		return nil, err
	}
	return loadClaims(p, loads, surficial), nil
}

func surficialLoadOf(ctx context.Context, c small.SurficialSize, loads []loadedSystem) (surficialLoad, error) {
	row := surficialLoad{N: c.N, M: c.M, Side: c.Side}
	system, err := construct.Surficial(c.N, c.M)
	if err != nil {
		return row, err
	}
	cartels := make([]quorum.Family, c.M)
	for i := range cartels {
		cartels[i] = system.Cartel(i)
	}
	mix, err := measure.FindMixLoad(ctx, cartels, nil, measure.LoadOptions{})
	if err != nil {
		return row, err
	}
	row.Mix = mix.Value
	if s, ok := leastLoad(loads, c.N, ""); ok {
		row.Other, row.OtherLoad = s.Spec, s.Load
	}
	return row, nil
}

// leastLoad returns the system of n nodes with the least load, of any family but one.
func leastLoad(loads []loadedSystem, n int, but string) (least loadedSystem, ok bool) {
	for _, s := range loads {
		if s.N == n && s.Reason == "" && s.Family != but && (!ok || s.Load.Cmp(least.Load) < 0) {
			least, ok = s, true
		}
	}
	return least, ok
}

func emitLoads(out *experiments.Output, loads []loadedSystem) error {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("family", "", "name of the construction"),
		table.Texts("spec", "", "its default system of n nodes"),
		table.Ints("k_min", "nodes", "least quorum size"),
		table.Ratios("load", "", "load"),
		table.Ratios("load_by_size", "", "max(1/k_min, k_min/n): no system with such quorums has less"),
		table.Floats("load_root_n", "", "load times √n; at least 1 for every quorum system"),
		table.Floats("over_plane", "", "load divided by (1+√(4n-3))/(2n), which no quorum system of n nodes goes below"),
		table.Ints("responsibility_min", "quorums", "least responsibility"),
		table.Ints("responsibility_max", "quorums", "greatest responsibility"),
		table.Texts("reason", "", "why figures are missing"),
	)
	for _, s := range loads {
		cells := make([]table.Cell, 7)
		if s.Reason == "" {
			cells = []table.Cell{table.Int(s.Smallest), table.Ratio(s.Load.Rat()), table.Ratio(bounds.LoadFromSize(s.N, s.Smallest)), table.Float(s.Load.Float64() * rootOf(s.N)),
				table.Float(overPlane(s.Load, s.N)), table.Int(s.MinResp), table.Int(s.MaxResp)}
		}
		if err := t.Append(append(append([]table.Cell{table.Int(s.N), table.Text(s.Family), table.Text(s.Spec)}, cells...), experiments.TextOr(s.Reason))...); err != nil {
			return err
		}
	}
	return out.Table("loads.csv", t)
}

func emitSurficialLoads(out *experiments.Output, rows []surficialLoad) error {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of cartels"),
		table.Ints("side", "nodes", "k = √(2n/(m(m-1)))"),
		table.Ratios("mix_load", "", "load of the surficial system with all groups equally active"),
		table.Floats("mix_load_root_n", "", "that times √n; at least 1 for every group quorum system"),
		table.Texts("other", "", "the ordinary default system of n nodes with the least load"),
		table.Ratios("other_load", "", "its load, which is also that of (C, ..., C)"),
	)
	for _, r := range rows {
		other, load := table.Empty(), table.Empty()
		if r.Other != "" {
			other, load = table.Text(r.Other), table.Ratio(r.OtherLoad.Rat())
		}
		if err := t.Append(table.Int(r.N), table.Int(r.M), table.Int(r.Side), table.Ratio(r.Mix.Rat()), table.Float(r.Mix.Float64()*rootOf(r.N)), other, load); err != nil {
			return err
		}
	}
	return out.Table("surficial-loads.csv", t)
}

func loadClaims(p groupAvailabilityParameters, loads []loadedSystem, surficial []surficialLoad) []experiments.Claim {
	of := func(family string, from, to int) func(func(loadedSystem) bool) {
		return func(yield func(loadedSystem) bool) {
			for _, s := range loads {
				if s.Family == family && s.Reason == "" && s.N >= from && s.N <= to && !yield(s) {
					return
				}
			}
		}
	}
	lattices := fmt.Sprintf("triangle lattices of 1 to %d rows", p.Rows)
	balanced := fmt.Sprintf("degenerate planes, n in 3..%d", p.Nodes)
	return []experiments.Claim{
		{
			ID: "joung-lattice-load", Source: "Joung 2003", Section: "section 4.4",
			Statement: "The triangle lattices have optimal load.",
			Command:   groupAvailabilityCommand,
			Judgement: experiments.HoldsUnderReading("optimal for their quorum size, and within √2 of the least for their number of nodes",
				experiments.Judge(experiments.Every(lattices+", beside the other families' default systems of as many nodes"), of("triangle-lattice", 1, 1<<20), func(s loadedSystem) (bool, string) {
					least, ok := leastLoad(loads, s.N, s.Family)
					return !ok || s.Load.Cmp(least.Load) <= 0, fmt.Sprintf("%s has load %v, %s on as many nodes %v", s.Spec, s.Load, least.Spec, least.Load)
				}),
				experiments.Judge(experiments.Every(lattices), of("triangle-lattice", 1, 1<<20), func(s loadedSystem) (bool, string) {
					d := gf.FloorSqrt(2 * s.N) // d² < 2n = d(d+1) < (d+1)²
					square := new(big.Rat).Mul(s.Load.Rat(), s.Load.Rat())
					square.Mul(square, big.NewRat(int64(s.N), 1))
					ok := s.Smallest == d && s.Load.Cmp(bounds.FractionOf(2, int64(d+1))) == 0 &&
						s.Load.Cmp(bounds.NewFraction(bounds.LoadFromSize(s.N, s.Smallest))) == 0 && square.Cmp(big.NewRat(2, 1)) < 0
					return ok, fmt.Sprintf("%s: smallest quorum %d, load %v", s.Spec, s.Smallest, s.Load)
				}).Proved("triangle-lattice-load")),
		},
		{
			ID: "maekawa-method-1-load", Source: "Maekawa 1985", Section: "section 7, Method 1",
			Statement: "With the degenerate sets of Method 1 the load of each node is, on the average, balanced.",
			Command:   groupAvailabilityCommand,
			Judgement: experiments.HoldsUnderReading("up to a factor: if the sets are drawn in the best way, the busiest node is asked with at most 4/3 the probability that no system of as many nodes goes below",
				experiments.Judge(experiments.Every(balanced), of("degenerate-fpp", 3, p.Nodes), func(s loadedSystem) (bool, string) {
					return s.MinResp == s.MaxResp, fmt.Sprintf("%s: nodes are in %d to %d of the sets", s.Spec, s.MinResp, s.MaxResp)
				}),
				experiments.Judge(experiments.Every(balanced), of("degenerate-fpp", 3, p.Nodes), func(s loadedSystem) (bool, string) {
					return overPlane(s.Load, s.N) <= 4.0/3, fmt.Sprintf("%s: load %v, %.4g times the least for n nodes", s.Spec, s.Load, overPlane(s.Load, s.N))
				})),
		},
		{
			ID: "joung-load-two-quorums", Source: "Joung 2003", Section: "section 3, before Lemma 3.3",
			Statement: "A node's load can be minimized by letting it be included in at most two quorums.",
			Command:   groupAvailabilityCommand,
			Judgement: experiments.HoldsUnderReading("if the load of a node is the number of quorums that it is in: in the intersection of two quorums of different cartels some node is in two",
				experiments.Judge(experiments.Every(fmt.Sprintf("surficial systems with all groups equally active, n in 1..%d, beside (C, ..., C) for the ordinary default systems C of n nodes", p.Nodes)), slices.Values(surficial), func(r surficialLoad) (bool, string) {
					return r.Other == "" || r.Mix.Cmp(r.OtherLoad) <= 0, fmt.Sprintf("n = %d, m = %d: the busiest node of the surficial system is asked with probability %v, that of %s for all groups with %v", r.N, r.M, r.Mix, r.Other, r.OtherLoad)
				}),
				experiments.Judge(experiments.Every("all systems of 2 cartels, n in 1..4"), smallSystems(4), func(s small.System) (bool, string) {
					return s.Cartels.Responsibility() >= 2, s.String()
				})),
		},
	}
}

// smallSystems yields every group quorum system of two cartels on at most n nodes.
func smallSystems(n int) func(func(small.System) bool) {
	return func(yield func(small.System) bool) {
		for nodes := 1; nodes <= n; nodes++ {
			for g := range small.GroupSystems(nodes, 2) {
				if !yield(small.System{N: nodes, Cartels: g}) {
					return
				}
			}
		}
	}
}
