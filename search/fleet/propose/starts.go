package propose

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"coterie/construct"
	"coterie/fleet"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// start is a system to begin with: what is known by a formula, or by the list of its reads. Writes
// are the dual.
type start struct {
	by      string
	spec    string // where every node of the fleet is the node of this system with its number
	formula *quorum.Formula
	reads   quorum.Family // the list, where there is no formula
	placed  bool          // its nodes are where they belong
	group   bool          // the spec says reads and writes
}

// startsOf lists systems for a fleet. Those made for its capacities and zones come first.
func (v *view) startsOf(ctx context.Context, seed uint64) ([]start, error) {
	var all []start
	rng := rand.New(rand.NewPCG(seed, 77))
	add := func(by string, f quorum.Formula) {
		f = f.Over(v.n)
		all = append(all, start{by: by, formula: &f, placed: true})
	}
	v.rowStarts(rng, add)
	v.zoneStarts(add)
	if v.f.Require.Same || v.meeting {
		v.sameStarts(add)
	}
	leaves := v.leaves(nil)
	for k := 1; k <= v.n; k++ {
		if v.n > 20 && k%max(1, v.n/16) != 0 && k != v.n/2+1 {
			continue
		}
		by := fmt.Sprintf("any %d of the nodes", k)
		add(by, quorum.Choose(k, leaves...))
	}
	families, err := v.familyStarts(ctx)
	return append(all, families...), err
}

// leaves are the nodes, or some of them.
func (v *view) leaves(of []int) []quorum.Formula {
	var parts []quorum.Formula
	for i := range v.n {
		if of == nil || slices.Contains(of, i) {
			parts = append(parts, quorum.Leaf(i))
		}
	}
	return parts
}

// rowStarts are rows shaped to the capacities: reads ask a row and writes one node of each, or the
// other way round.
func (v *view) rowStarts(rng *rand.Rand, add func(by string, f quorum.Formula)) {
	for _, s := range v.rowShapes(rng) {
		word := [...]string{"reads ask a row, writes a node of each", "writes ask a row, reads a node of each"}[s.whole]
		add(fmt.Sprintf("%d rows shaped to the capacities: %s", s.count, word), s.formula())
	}
}

func (v *view) rowShapes(rng *rand.Rand) []*rows {
	steps := 2000 + 60*v.n
	var all []*rows
	late := []float64{math.Inf(1)}
	if limit := v.f.Require.Latency; limit != nil && slices.ContainsFunc(sets.Identity(v.n), func(i int) bool { return v.answers(i) > number(limit) }) {
		late = append(late, number(limit))
	}
	for _, late := range late {
		var shapes []*rows
		for _, whole := range []int{reads, writes} {
			for count := 1; count <= v.n && count*count <= 4*v.n; count++ {
				s := v.newRows(whole, count, late, rng)
				s.anneal(steps/4, rng)
				shapes = append(shapes, s)
			}
		}
		sort := func() {
			slices.SortStableFunc(shapes, func(a, b *rows) int { return cmp.Compare(a.best, b.best) })
		}
		sort()
		shapes = shapes[:min(8, len(shapes))]
		for _, s := range shapes {
			s.anneal(steps, rng)
		}
		sort()
		all = append(all, shapes...)
	}
	return all
}

// zoneStarts are hierarchies: some of the zones, and in each of these some of its nodes.
func (v *view) zoneStarts(add func(by string, f quorum.Formula)) {
	zones := make([][]int, len(v.f.Zones))
	for i, node := range v.f.Nodes {
		if node.Zone == fleet.NoZone {
			zones = append(zones, []int{i})
		} else {
			zones[node.Zone] = append(zones[node.Zone], i)
		}
	}
	zones = slices.DeleteFunc(zones, func(of []int) bool { return len(of) == 0 })
	if len(zones) < 2 || len(zones) == v.n || len(zones) > 12 {
		return
	}
	for take := 1; take <= len(zones); take++ {
		seen := map[string]bool{}
		for _, part := range []float64{0, 0.25, 0.34, 0.5, 0.67, 0.75, 1} {
			var parts []quorum.Formula
			for _, of := range zones {
				k := int(math.Round(part * float64(len(of))))
				parts = append(parts, quorum.Choose(min(max(1, k), len(of)), v.leaves(of)...))
			}
			f := quorum.Choose(take, parts...)
			if text := f.String(); !seen[text] {
				seen[text] = true
				add(fmt.Sprintf("%d of %d zones, and a part of the nodes of each", take, len(zones)), f)
			}
		}
		// Pairs of nodes in each zone, which reads ask whole.
		var parts []quorum.Formula
		for _, of := range zones {
			var pairs []quorum.Formula
			for at := 0; at < len(of); at += 2 {
				pairs = append(pairs, quorum.And(v.leaves(of[at:min(at+2, len(of))])...))
			}
			parts = append(parts, quorum.Or(pairs...))
		}
		f := quorum.Choose(take, parts...)
		add(fmt.Sprintf("%d of %d zones, and a pair of nodes in each", take, len(zones)), f)
		add(fmt.Sprintf("%d of %d zones, and a node of each pair in them", len(zones)-take+1, len(zones)), f.Dual())
	}
}

// listedReads bounds the lists of quorums of families.
const listedReads = 5_000

// familyStarts are the systems of package construct for the nodes of the fleet, or for a few less,
// with reads and writes either way.
func (v *view) familyStarts(ctx context.Context) ([]start, error) {
	var found []start
	for _, family := range construct.Families() {
		if !family.HasDefault() || family.Holders() || family.Kind == quorum.KindSharing {
			continue
		}
		tried := 0
		for n := v.n; n > max(2, v.n*3/4-1) && tried < 2; n-- {
			instance, err := family.ForN(n, 2)
			if err != nil {
				continue
			}
			tried++
			more, err := v.instanceStarts(ctx, instance)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
	}
	for rows := 2; rows*rows <= 2*v.n; rows++ { // grids of other shapes than the default one
		spec := fmt.Sprintf("read-write-grid:rows=%d,columns=%d", rows, v.n/rows)
		if instance, err := construct.Parse(ctx, spec); err == nil {
			more, err := v.instanceStarts(ctx, instance)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
	}
	return found, nil
}

// instanceStarts are the system of an instance, with each of its families as the reads.
func (v *view) instanceStarts(ctx context.Context, instance *construct.Instance) ([]start, error) {
	n := instance.N()
	if n > v.n || instance.Kind() != quorum.KindSystem && instance.Kind() != quorum.KindGroupSystem {
		return nil, nil
	}
	by, spec := "family "+instance.Spec(), ""
	if n == v.n {
		spec = instance.Spec()
	}
	if n < v.n {
		by += fmt.Sprintf(", on %d of the nodes", n)
	}
	if formulas := instance.Formulas(); len(formulas) > 0 && len(formulas) <= 2 {
		var out []start
		for i, f := range formulas {
			if i > 0 && f.String() == formulas[0].String() {
				continue
			}
			out = append(out, start{by: by, spec: spec, formula: &f, group: len(formulas) == 2})
			spec = "" // it names reads and writes the other way round
		}
		return out, nil
	}
	built, err := instance.Build(ctx, listedReads)
	if err != nil {
		return nil, context.Cause(ctx)
	}
	switch s := built.(type) {
	case *quorum.System:
		return []start{{by: by, spec: spec, reads: s.Family()}}, nil
	case *quorum.GroupSystem:
		if s.Groups() == 2 {
			return []start{{by: by, reads: s.Cartel(0)}, {by: by, reads: s.Cartel(1)}}, nil
		}
	}
	return nil, nil
}
