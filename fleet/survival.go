package fleet

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/lightest"
	"coterie/internal/solve/sets"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// Survival has a number of zones and a number of further nodes: if no more of them are down at
// once, whichever they are, a read quorum and a write quorum live.
type Survival struct {
	Zones int `json:"zones"`
	Nodes int `json:"nodes"`
}

// Failure is a set of zones and nodes that, down at once, leave no quorum of one kind.
type Failure struct {
	Zones []int      // ascending
	Nodes quorum.Set // further nodes
	Reads bool       // no read quorum is left; else no write quorum
	Lying quorum.Set // of the sets of Fleet.Lying that which is down, too
}

// Down returns all nodes that are down.
func (x Failure) Down(f *Fleet) quorum.Set { return x.Nodes.Union(f.inZones(x.Zones)).Union(x.Lying) }

// inZones returns the nodes of zones.
func (f *Fleet) inZones(zones []int) quorum.Set {
	var nodes []int
	for v, node := range f.Nodes {
		if node.Zone != NoZone && slices.Contains(zones, node.Zone) {
			nodes = append(nodes, v)
		}
	}
	return quorum.SetOf(nodes...)
}

// Peopled returns the zones that have nodes, ascending.
func (f *Fleet) Peopled() []int {
	var out []int
	for z := range f.Zones {
		if !f.inZones([]int{z}).Empty() {
			out = append(out, z)
		}
	}
	return out
}

// Survival returns the failures that have to be survived.
func (r Requirements) Survival() Survival { return Survival{r.SurviveZones, r.SurviveNodes} }

// Failures yields the sets of nodes that are down when exactly as many zones and further nodes are
// down as have to be survived, or all of them where there are fewer, with each set of Lying. Some
// sets may come twice.
func (f *Fleet) Failures() iter.Seq[quorum.Set] {
	want := f.Require.Survival()
	return func(yield func(quorum.Set) bool) {
		_, lying := f.Lying()
		if want == (Survival{}) && f.down == nil {
			return
		}
		for zones := range subsets(f.Peopled(), want.Zones) {
			down := f.inZones(zones)
			var rest []int
			for v := range f.N() {
				if !down.Has(v) {
					rest = append(rest, v)
				}
			}
			for nodes := range subsets(rest, want.Nodes) {
				for _, set := range lying {
					if !yield(down.Union(quorum.SetOf(nodes...)).Union(set)) {
						return
					}
				}
			}
		}
	}
}

// Avoided yields the sets that a read and a write of the best systems avoid: the failures and,
// since each quorum has a node that stores data, all witnesses.
//
// Proof: docs/theorems/fleet-survival.md.
func (f *Fleet) Avoided() iter.Seq[quorum.Set] {
	return func(yield func(quorum.Set) bool) {
		for down := range f.Failures() {
			if !yield(down) {
				return
			}
		}
		if w := f.Witnesses(); !w.Empty() {
			yield(w)
		}
	}
}

// subsets yields the subsets of min(k, len(of)) members in lexicographic order; each is changed
// by the next.
func subsets(of []int, k int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		out := make([]int, min(k, len(of)))
		for at := range sets.Combinations[int](len(of), len(out)) {
			for i, j := range at {
				out[i] = of[j]
			}
			if !yield(out) {
				return
			}
		}
	}
}

// maxZoneSets is the greatest number of sets of zones that are gone through.
const maxZoneSets = 1 << 16

// FindFailure returns a failure that s does not survive, with at most as many zones and further
// nodes as want has; nil if there is none. It has the fewest further nodes for its zones. The error
// is a *quorum.LimitError or a *quorum.InputError.
//
// Method: for each set of zones it finds the fewest further nodes that meet every quorum that is
// left: a smallest transversal (transversals.Smallest) of listed quorums, or the cheapest quorum of
// the dual of a read-once formula, where the nodes of the zones cost nothing.
//
// Proof: docs/theorems/fleet-survival.md.
func FindFailure(ctx context.Context, f *Fleet, s System, want Survival) (*Failure, error) {
	worst, err := f.worstFailure(ctx, s, want.Zones, want.Nodes)
	if err != nil || worst == nil || worst.Nodes.Len() > want.Nodes {
		return nil, err
	}
	return worst, nil
}

// FindSurvival returns, for 0, 1, 2, ... zones, how many further nodes may be down together with
// that many zones, whichever they are. The list ends before the number of zones that s does not
// survive, and so is empty if s needs every node. witnesses has, for each entry, a failure of one
// node more, and then a failure of zones alone that s does not survive, unless s survives all
// zones. Method and errors are those of FindFailure.
func FindSurvival(ctx context.Context, f *Fleet, s System) (most []Survival, witnesses []Failure, err error) {
	for zones := range len(f.Peopled()) + 1 {
		worst, err := f.worstFailure(ctx, s, zones, math.MaxInt)
		if err != nil {
			return nil, nil, err
		}
		witnesses = append(witnesses, *worst)
		if worst.Nodes.Empty() {
			break
		}
		most = append(most, Survival{zones, worst.Nodes.Len() - 1})
	}
	return most, witnesses, nil
}

// worstFailure returns a failure of that number of zones, or of all zones if there are fewer, with
// the fewest further nodes; the first failure with at most enough of them will do.
func (f *Fleet) worstFailure(ctx context.Context, s System, zones, enough int) (*Failure, error) {
	const figure = "what a system survives"
	var cuts []cut // of the reads and the writes of each place in turn
	peopled, counts := f.Peopled(), f.down == nil
	_, lying := f.Lying()
	for place := range s.places() {
		for _, o := range []Operation{Reads, Writes} {
			q := s.At(place, o)
			formula, family, err := readable(f, q)
			if err != nil {
				return nil, err
			}
			if family.Len() == 0 && !lightest.Fits(formula.Dual(), 0, false) {
				if family, err = formula.MinimalSets(ctx, mostSets); err != nil {
					return nil, notFound(figure, err)
				}
			}
			if family.Len() > 0 {
				cuts = append(cuts, listedCut(family))
			} else {
				cuts = append(cuts, formulaCut(f.N(), formula.Dual()))
			}
			_, of, ok := countOf(q)
			counts = counts && ok && of.Len() == f.N()
		}
	}
	if counts && len(peopled) > maxZonesDown { // any so many nodes are a quorum: the largest zones are the worst
		peopled = f.largest(peopled, zones)
	}
	var worst *Failure
	tried := 0
	for down := range subsets(peopled, zones) {
		if tried++; tried > maxZoneSets {
			return nil, notFound(figure, fmt.Errorf("more than %d sets of zones", maxZoneSets))
		}
		for i := range len(cuts) * len(lying) {
			nodes, err := cuts[i%len(cuts)](ctx, f.inZones(down).Union(lying[i/len(cuts)]))
			if err == nil {
				err = par.Ended(ctx)
			}
			if err != nil {
				return nil, notFound(figure, err)
			}
			if worst == nil || nodes.Len() < worst.Nodes.Len() {
				worst = &Failure{slices.Clone(down), nodes, i%len(cuts)%2 == 0, lying[i/len(cuts)]}
				if nodes.Len() <= enough && enough < math.MaxInt || nodes.Empty() {
					return worst, nil
				}
			}
		}
	}
	return worst, nil
}

// cut returns the fewest nodes that, together with the nodes that are down, leave no quorum.
type cut func(ctx context.Context, down quorum.Set) (quorum.Set, error)

func listedCut(family quorum.Family) cut {
	return func(ctx context.Context, down quorum.Set) (quorum.Set, error) {
		var left []quorum.Set
		for i := range family.Len() {
			if q := family.Set(i); !q.Intersects(down) {
				left = append(left, q)
			}
		}
		if len(left) == 0 {
			return quorum.Set{}, nil
		}
		rest, err := quorum.FamilyOfSets(family.N(), left)
		if err != nil {
			return quorum.Set{}, err
		}
		t, err := transversals.Smallest(ctx, rest, transversals.Options{Jobs: 1})
		return t.Set, err
	}
}

// formulaCut returns a cut that finds the lightest set on which the dual of a formula holds, where
// the nodes that are down weigh nothing.
func formulaCut(n int, dual quorum.Formula) cut {
	return func(ctx context.Context, down quorum.Set) (quorum.Set, error) {
		weight := slices.Repeat([]lightest.Float{1}, n)
		for v := range down.All() {
			weight[v] = 0
		}
		nodes, _, err := lightest.Set(ctx, dual, lightest.Demand{Kill: 1}, weight, 0, nil)
		return quorum.SetOf(as[int](nodes)...).Minus(down), err
	}
}
