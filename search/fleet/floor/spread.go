package floor

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/quorum"
)

// spread says that every read quorum and every write quorum has more than so many nodes outside the
// zones and the set that lies: with these zones any so many nodes may be down, and a quorum of the
// other kind lives.
type spread struct {
	zones []int
	nodes int
	why   string // the requirement that it comes from
	lying quorum.Set
}

// takes reports whether a node is down with the zones and the set.
func (s spread) takes(f *fleet.Fleet, v int) bool {
	return s.lying.Has(v) || f.Nodes[v].Zone != fleet.NoZone && slices.Contains(s.zones, f.Nodes[v].Zone)
}

// text names the failure: of zones, and of any further nodes.
func (s spread) text(f *fleet.Fleet) string {
	var parts []string
	for _, z := range s.zones {
		parts = append(parts, "zone "+f.Zones[z].Name)
	}
	if !s.lying.Empty() {
		parts = append(parts, "nodes "+s.lying.Label(f.Names()))
	}
	switch {
	case s.nodes == 1:
		parts = append(parts, "any node")
	case s.nodes > 1:
		parts = append(parts, fmt.Sprintf("any %d nodes", s.nodes))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// spreads returns what the requirements of survival and of availability say of every quorum. Where
// nodes are down together with a probability above what may fail, they are survived.
//
// Proof: docs/theorems/meeting-products.md.
func spreads(f *fleet.Fleet) []spread {
	var all []spread
	survived := min(f.Require.SurviveZones, len(f.Zones))
	for new(big.Int).Binomial(int64(len(f.Zones)), int64(survived)).Cmp(big.NewInt(mostSets)) > 0 {
		survived-- // fewer sets of zones, which is a weaker requirement
	}
	_, down := f.Lying()
	for zones := range subsets(len(f.Zones), func(chosen []int) bool { return len(chosen) < survived }) {
		for _, lying := range down {
			if len(zones) == survived && len(all) < mostSets {
				all = append(all, spread{zones, f.Require.SurviveNodes, "survive", lying})
			}
		}
	}
	if f.Require.Availability == nil {
		return all
	}
	mayFail := new(big.Rat).Sub(one, f.Require.Availability)
	for zones := range subsets(len(f.Zones), func(chosen []int) bool { return zonesDown(f, chosen).Cmp(mayFail) > 0 }) {
		down := zonesDown(f, zones)
		if down.Cmp(mayFail) <= 0 {
			continue
		}
		var others []*big.Rat
		for i, v := range f.Nodes {
			if !slices.Contains(zones, v.Zone) {
				others = append(others, nodeDown(f, i))
			}
		}
		slices.SortFunc(others, (*big.Rat).Cmp)
		k := 0
		for ; k < len(others); k++ {
			if down = product(down, others[k]); down.Cmp(mayFail) <= 0 {
				break
			}
		}
		at := slices.IndexFunc(all, func(s spread) bool { return slices.Equal(s.zones, zones) && s.lying.Empty() })
		switch {
		case at < 0:
			all = append(all, spread{zones, k, "availability", quorum.Set{}})
		case all[at].nodes < k:
			all[at] = spread{zones, k, "availability", quorum.Set{}}
		}
	}
	return all
}

// mostSets bounds the sets of zones that are looked at; those left out only weaken the bound.
const mostSets = 3000

// subsets goes through sets of 0..n-1 in the order of their sizes: those that extend a set for
// which further holds.
func subsets(n int, further func(chosen []int) bool) func(func([]int) bool) {
	return func(yield func([]int) bool) {
		queue := [][]int{{}}
		for seen := 0; len(queue) > 0 && seen < 4*mostSets; seen++ {
			chosen := queue[0]
			queue = queue[1:]
			if !yield(chosen) {
				return
			}
			if !further(chosen) {
				continue
			}
			first := 0
			if len(chosen) > 0 {
				first = chosen[len(chosen)-1] + 1
			}
			for z := first; z < n; z++ {
				queue = append(queue, append(slices.Clone(chosen), z))
			}
		}
	}
}

// nodeDown returns the probability that node i is down, by itself or with its zone.
func nodeDown(f *fleet.Fleet, i int) *big.Rat {
	v := f.Nodes[i]
	if v.Zone == fleet.NoZone {
		return v.Crash
	}
	up := product(new(big.Rat).Sub(one, v.Crash), new(big.Rat).Sub(one, f.Zones[v.Zone].Crash))
	return up.Sub(one, up)
}

// zonesDown returns the probability that all nodes of the zones are down.
func zonesDown(f *fleet.Fleet, zones []int) *big.Rat {
	all := big.NewRat(1, 1)
	for _, z := range zones {
		nodes := big.NewRat(1, 1)
		for _, v := range f.Nodes {
			if v.Zone == z {
				nodes.Mul(nodes, v.Crash)
			}
		}
		crash := f.Zones[z].Crash
		nodes.Mul(nodes, new(big.Rat).Sub(one, crash))
		all.Mul(all, nodes.Add(nodes, crash))
	}
	return all
}

// covered returns two spreads whose failures can take all nodes, one those of the reads and the
// other those of the writes: then no system survives both, as a read quorum that lives beside the
// one would not meet a write quorum that lives beside the other.
func covered(f *fleet.Fleet, all []spread) (first, second *spread, rest quorum.Set) {
	for i := range all {
		for j := range all[:i+1] {
			var left []int
			for v := range f.Nodes {
				if !all[i].takes(f, v) && !all[j].takes(f, v) {
					left = append(left, v)
				}
			}
			if rest := quorum.SetOf(left...); len(left) <= all[i].nodes+all[j].nodes+uneven(f, rest) {
				return &all[i], &all[j], rest
			}
		}
	}
	return nil, nil, rest
}

// uneven returns by how many nodes more a read and a write meet than nodes that are silent say: of
// an even number that they share, one, since fleet.Honest has half of the others silent. Of a set
// of nodes, that they share alone, they are as many as lie together.
func uneven(f *fleet.Fleet, of quorum.Set) int {
	l := f.Require.Liars
	more := (l.Shares() - 1) % 2
	if l != nil && l.Kind == quorum.Dissemination {
		for _, set := range l.Sets {
			more = max(more, set.Intersect(of).Len())
		}
	}
	return more
}

// leastSize returns how many nodes a quorum has at least under one spread of each set of zones:
// those outside have to be more than its nodes whichever zones have most.
func leastSize(f *fleet.Fleet, zones, nodes int) int {
	sizes, alone := make([]int, len(f.Zones)), 0
	for _, v := range f.Nodes {
		if v.Zone == fleet.NoZone {
			alone++
		} else {
			sizes[v.Zone]++
		}
	}
	slices.SortFunc(sizes, func(x, y int) int { return y - x })
	zones = min(zones, len(sizes))
	for level := 0; level <= f.N(); level++ {
		// At most level nodes of a zone, but for the zones that may be down, have to be enough.
		others := alone
		for _, s := range sizes[zones:] {
			others += min(s, level)
		}
		if others >= nodes+1 {
			down := 0
			for _, s := range sizes[:zones] {
				down += min(s, level)
			}
			return min(f.N(), down+nodes+1)
		}
	}
	return f.N()
}
