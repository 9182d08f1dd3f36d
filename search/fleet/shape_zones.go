package fleet

import (
	"fmt"
	"slices"

	"coterie/fleet"
	"coterie/quorum"
)

// zoning is the nodes of a fleet by their zones.
type zoning struct {
	n     int
	zones []int   // those that have nodes
	nodes [][]int // of each of them
	names []string
	// everywhere says that no client is given a zone.
	everywhere bool
}

// zonePool has every pair of levels whose reads meet their writes. Where no client is given a zone,
// any zone is the local one of some, or a zone is chosen as that of all of them. Pairs whose reads
// do not meet their writes, with some local zone, come back apart from the others, with two sets
// that show it.
func zonePool(f *fleet.Fleet) (c *formulas, out []Apart, why string) {
	z := &zoning{n: f.N(), zones: f.Peopled()}
	z.nodes = make([][]int, len(z.zones))
	for v, node := range f.Nodes {
		at := slices.Index(z.zones, node.Zone)
		if at < 0 {
			return nil, nil, fmt.Sprintf("node %s is in no zone", node.Name)
		}
		z.nodes[at] = append(z.nodes[at], v)
	}
	for _, zone := range z.zones {
		z.names = append(z.names, f.Zones[zone].Name)
	}
	homes := z.homes(f)
	c = &formulas{complete: true}
	for r := fleet.LocalZone; r <= fleet.MostNodes; r++ {
		for w := fleet.LocalZone; w <= fleet.MostNodes; w++ {
			options := homes
			if r != fleet.LocalZone && w != fleet.LocalZone {
				options = [][]int{nil}
			} else if f.Require.Same && r != w {
				continue
			}
			told := false
			for _, home := range options {
				if a, b, found := z.apart(r, w, home); found {
					if !told {
						out = append(out, Apart{z.say(r, home), z.say(w, home), a, b})
					}
					told = true
				} else if !f.Require.Same || r == w {
					c.list = append(c.list, z.member(r, w, home))
				}
			}
		}
	}
	c.text = fmt.Sprintf("all %d pairs of levels: a majority of the local zone, of each zone, of most zones, or of all nodes", len(c.list))
	return c, out, ""
}

// homes returns the ways to say which zone is local in each place: one way, or with places in no
// zone one for each zone; none where a place is in a zone without nodes. If no place is in a zone,
// the first way is that of clients everywhere: all zones.
func (z *zoning) homes(f *fleet.Fleet) (all [][]int) {
	if z.everywhere = !slices.ContainsFunc(f.Clients, func(c fleet.Client) bool { return c.Zone != fleet.NoZone }); z.everywhere && len(z.zones) > 1 {
		all = append(all, quorum.FullSet(len(z.zones)).Nodes())
	}
	for chosen := range z.zones {
		var home []int
		free := false
		for _, c := range f.Clients {
			at := slices.Index(z.zones, c.Zone)
			switch {
			case c.Zone == fleet.NoZone:
				at, free = chosen, true
			case at < 0:
				return nil
			}
			home = append(home, at)
		}
		if all = append(all, home); !free {
			break
		}
	}
	return all
}

func (z *zoning) member(r, w fleet.Level, home []int) member {
	m := member{reads: z.say(r, home), writes: z.say(w, home)}
	m.system = fleet.System{Reads: r.Quorums(z.n, z.nodes, home), Writes: w.Quorums(z.n, z.nodes, home)}
	if len(z.distinct(home)) > 1 && !z.everywhere {
		for _, at := range home {
			m.system.Places = append(m.system.Places, [2]quorum.Quorums{r.Quorums(z.n, z.nodes, []int{at}), w.Quorums(z.n, z.nodes, []int{at})})
		}
	}
	return m
}

func (z *zoning) distinct(home []int) []int {
	return slices.Compact(slices.Sorted(slices.Values(home)))
}

// say names a level; the local zone by its name where it is the same for all clients.
func (z *zoning) say(l fleet.Level, home []int) string {
	if zones := z.distinct(home); l == fleet.LocalZone && len(zones) == 1 {
		return "zone " + z.names[zones[0]]
	}
	return l.String()
}

// apart returns two sets without a common node, the first with a quorum of one level and the second
// with one of the other, if there are any. Two majorities of a zone meet, so that where one set has
// one the other has none; and majorities of each zone are together more than half of all nodes, so
// that they meet each other level.
//
// Proof: docs/theorems/fleet-shapes.md.
func (z *zoning) apart(r, w fleet.Level, home []int) (a, b quorum.Set, found bool) {
	if r == fleet.EachZone || w == fleet.EachZone || r == fleet.MostNodes && w == fleet.MostNodes {
		return a, b, false
	}
	if r == fleet.MostNodes || w == fleet.LocalZone && r != fleet.LocalZone {
		b, a, found = z.apart(w, r, home)
		return a, b, found
	}
	tries := [][]int{z.few(nil)}
	if r == fleet.LocalZone {
		tries = nil
		for _, at := range home {
			tries = append(tries, []int{at})
		}
	}
	for _, used := range tries {
		a = z.majorities(used)
		switch w {
		case fleet.LocalZone:
			for _, at := range home {
				if !slices.Contains(used, at) {
					return a, z.majorities([]int{at}), true
				}
			}
		case fleet.MostZones:
			if others := z.few(used); len(others) > 0 {
				return a, z.majorities(others), true
			}
		default:
			if rest := quorum.FullSet(z.n).Minus(a).Nodes(); len(rest) >= z.n/2+1 {
				return a, quorum.SetOf(rest[:z.n/2+1]...), true
			}
		}
	}
	return a, b, false
}

// few returns more than half of all zones, without those that are used: the ones with the fewest
// nodes. nil: too few are left.
func (z *zoning) few(used []int) []int {
	var zones []int
	for at := range z.zones {
		if !slices.Contains(used, at) {
			zones = append(zones, at)
		}
	}
	if len(zones) < len(z.zones)/2+1 {
		return nil
	}
	slices.SortStableFunc(zones, func(a, b int) int { return len(z.nodes[a]) - len(z.nodes[b]) })
	return zones[:len(z.zones)/2+1]
}

// majorities returns a majority of each of some zones.
func (z *zoning) majorities(zones []int) quorum.Set {
	var nodes []int
	for _, at := range zones {
		nodes = append(nodes, z.nodes[at][:len(z.nodes[at])/2+1]...)
	}
	return quorum.SetOf(nodes...)
}
