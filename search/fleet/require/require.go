package require

import (
	"math/big"
	"slices"

	"coterie/fleet"
)

// Requirement is one of the requirements of a fleet, by the name that its file has.
type Requirement string

// The requirements; besides them, the percentiles.
const (
	SurviveNodes Requirement = "survive nodes"
	SurviveZones Requirement = "survive zones"
	Capacity     Requirement = "capacity"
	Latency      Requirement = "latency"
	Network      Requirement = "network"
	Availability Requirement = "availability"
	Same         Requirement = "same quorums" // for reads and writes
	WritesMeet   Requirement = "writes meet"
	Liars        Requirement = "liars"
)

type field struct {
	name Requirement
	take func(to, from *fleet.Requirements)
}

// percentile returns the field of a percentile, whose name is that of its goal.
func percentile(i int) field {
	return field{Requirement(fleet.PercentileGoals()[i]), func(to, from *fleet.Requirements) { to.Percentiles[i] = from.Percentiles[i] }}
}

// fields takes each requirement over from a fleet to another, in the order above.
var fields = []field{
	{SurviveNodes, func(to, from *fleet.Requirements) { to.SurviveNodes = from.SurviveNodes }},
	{SurviveZones, func(to, from *fleet.Requirements) { to.SurviveZones = from.SurviveZones }},
	{Capacity, func(to, from *fleet.Requirements) { to.Capacity = from.Capacity }},
	{Latency, func(to, from *fleet.Requirements) { to.Latency = from.Latency }},
	percentile(0), percentile(1), percentile(2),
	{Network, func(to, from *fleet.Requirements) { to.Network = from.Network }},
	{Availability, func(to, from *fleet.Requirements) { to.Availability = from.Availability }},
	{Same, func(to, from *fleet.Requirements) { to.Same = from.Same }},
	{WritesMeet, func(to, from *fleet.Requirements) { to.WritesMeet = from.WritesMeet }},
	{Liars, func(to, from *fleet.Requirements) { to.Liars = from.Liars }},
}

// Of returns the requirements that f states, in the order above.
func Of(f *fleet.Fleet) []Requirement {
	var all []Requirement
	for _, r := range fields {
		if Only(f, r.name).Require != (fleet.Requirements{}) {
			all = append(all, r.name)
		}
	}
	return all
}

// Only returns f with those of its requirements alone that are kept.
func Only(f *fleet.Fleet, kept ...Requirement) *fleet.Fleet {
	g := *f
	g.Require = fleet.Requirements{}
	for _, r := range fields {
		if slices.Contains(kept, r.name) {
			r.take(&g.Require, &f.Require)
		}
	}
	return &g
}

// Without returns f without one of its requirements.
func Without(f *fleet.Fleet, r Requirement) *fleet.Fleet {
	return Only(f, slices.DeleteFunc(Of(f), func(s Requirement) bool { return s == r })...)
}

// Change is what a question about a requirement changes.
type Change string

// The changes.
const (
	Dropped Change = "dropped"  // the requirement is left out
	OneMore Change = "one more" // one node, or one zone, more is survived
	OneLess Change = "one less"
)

// Variant is a fleet with another requirement than the one asked about.
type Variant struct {
	Requirement Requirement
	Change      Change
	Fleet       *fleet.Fleet
}

// Variants returns the fleets that show what the requirements of f cost: without each of them, and
// with one node and one zone more and less to survive. What would come twice comes once: one less
// of one is none.
func Variants(f *fleet.Fleet) []Variant {
	var all []Variant
	for _, r := range Of(f) {
		all = append(all, Variant{r, Dropped, Without(f, r)})
	}
	for _, by := range []struct {
		requirement Requirement
		most        int
		count       func(r *fleet.Requirements) *int
	}{
		{SurviveNodes, f.N(), func(r *fleet.Requirements) *int { return &r.SurviveNodes }},
		{SurviveZones, len(f.Peopled()), func(r *fleet.Requirements) *int { return &r.SurviveZones }},
	} {
		for _, change := range []Change{OneLess, OneMore} {
			g := *f
			count := by.count(&g.Require)
			if change == OneMore && *count+1 < by.most {
				*count++
			} else if change == OneLess && *count > 1 {
				*count--
			} else {
				continue
			}
			all = append(all, Variant{by.requirement, change, &g})
		}
	}
	return all
}

// Answer holds the facts known of the best system of a fleet for its goal.
type Answer struct {
	// Value is that of the best system found; nil without one. Bound is what none that keeps the
	// requirements is better than; nil where that is not known.
	Value, Bound *big.Rat
	// Absent says that it is proven that there is none.
	Absent bool
}

// Cost is the effect of a change of a requirement on the answer.
type Cost struct {
	Requirement Requirement
	Change      Change
	Answer      Answer
	// Share is (new-old)/old of the values, nil where one is not known: of a load, -18/100 is 18 %
	// less. Proven says that both values are optimal, so that this is what the requirement costs;
	// else what was found differs by so much.
	Share  *big.Rat
	Proven bool
	// At least and at most by how much the best values differ, as Share says it: from the values
	// and the bounds of both answers. nil where not known.
	Least, Most *big.Rat
}
