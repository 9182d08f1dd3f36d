package propose

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"coterie/quorum"
)

// formulaMenu is the menu of a formula that reads every node once: the lightest set comes from those of
// its gates. It keeps nothing, and serves any number of nodes up to 64.
type formulaMenu struct {
	v       *view
	formula [2]quorum.Formula // by operation
}

// moments are the times by which the nodes of a place answer, at most so many of them.
func (v *view) moments(place int) []float64 {
	const most = 8
	times := slices.Clone(v.fixed[place])
	slices.Sort(times)
	times = slices.Compact(times)
	for len(times) > most { // leave out every other one, the last stays
		kept := times[:0]
		for i, t := range times {
			if (len(times)-1-i)%2 == 0 {
				kept = append(kept, t)
			}
		}
		times = kept
	}
	return times
}

// cheapest implements menu.
func (s *formulaMenu) cheapest(group int, node []float64, perTime float64) (column, float64, bool) {
	g := s.v.groups[group]
	return s.v.cheapestInTime(group, node, perTime, func(node []float64, among uint64) (uint64, float64) {
		if s.v.silent > 0 {
			u := lightestSpared(s.formula[g.op], node, among, s.v.silent+1)
			return u[s.v.silent+1].set, u[s.v.silent+1].weight
		}
		return s.least(s.formula[g.op], node, among)
	}, s.formula[g.op])
}

// cheapestInTime tries sets among the nodes that have answered by each moment, where time has a price.
func (v *view) cheapestInTime(group int, node []float64, perTime float64, least func(node []float64, among uint64) (uint64, float64), f ...quorum.Formula) (c column, cost float64, ok bool) {
	place := v.groups[group].place
	if !v.timed() {
		set, cost := least(node, v.all)
		return column{group, set, 0}, cost, set != 0
	}
	moments := []float64{math.Inf(1)}
	if perTime > 0 {
		moments = v.moments(place)
	}
	cost = math.Inf(1)
	for _, t := range moments {
		set, _ := least(node, v.within(place, t))
		if set == 0 {
			continue
		}
		took := v.time(place, set)
		if v.silent > 0 && len(f) > 0 {
			took = v.until(place, set, f[0])
		}
		sum := perTime * took
		for r := set; r != 0; r &= r - 1 {
			sum += node[bits.TrailingZeros64(r)]
		}
		if sum < cost {
			c, cost, ok = column{group, set, took}, sum, true
		}
	}
	return c, cost, ok
}

// time implements menu.
func (s *formulaMenu) time(group int, set uint64) (float64, bool) {
	g := s.v.groups[group]
	f := s.formula[g.op]
	if s.v.silent == 0 {
		return s.v.time(g.place, set), f.Eval(quorum.SetOfMask(set))
	}
	if kills(f, set) <= s.v.silent {
		return 0, false
	}
	return s.v.until(g.place, set, f), true
}

// least returns the lightest set of some nodes on which a formula holds, 0 if there is none.
func (s *formulaMenu) least(f quorum.Formula, node []float64, among uint64) (set uint64, weight float64) {
	if v, leaf := f.Leaf(); leaf {
		if among>>v&1 == 0 {
			return 0, math.Inf(1)
		}
		return 1 << v, node[v]
	}
	quota, _ := f.Quota()
	type part struct {
		set    uint64
		weight float64
		votes  int
	}
	var parts []part
	for i := range f.Len() {
		if set, w := s.least(f.Part(i), node, among); set != 0 {
			parts = append(parts, part{set, w, f.PartVotes(i)})
		}
	}
	if f.UnitVotes() {
		if len(parts) < quota {
			return 0, math.Inf(1)
		}
		slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.weight, b.weight) })
		for _, p := range parts[:quota] {
			set |= p.set
			weight += p.weight
		}
		return set, weight
	}
	sums, sets := make([]float64, quota+1), make([]uint64, quota+1)
	for i := range sums[1:] {
		sums[i+1] = math.Inf(1)
	}
	for _, p := range parts {
		for have := quota - 1; have >= 0; have-- {
			if to := min(quota, have+p.votes); sums[have]+p.weight < sums[to] {
				sums[to], sets[to] = sums[have]+p.weight, sets[have]|p.set
			}
		}
	}
	return sets[quota], sums[quota]
}

// meetingMenu is the menu of an interval that is known by lists: reads meet all of one list, and
// writes all of the other.
type meetingMenu struct {
	v *view
	// meet has by operation the sets that its sets have to meet, besides what is left of each
	// failure.
	meet [2][]uint64
}

// cheapest implements menu: a set that is light, not always the lightest.
func (s *meetingMenu) cheapest(group int, node []float64, perTime float64) (column, float64, bool) {
	meet := s.meet[s.v.groups[group].op]
	return s.v.cheapestInTime(group, node, perTime, func(node []float64, among uint64) (uint64, float64) {
		return lightHitting(meet, s.v.left, node, among)
	})
}

// time implements menu.
func (s *meetingMenu) time(group int, set uint64) (float64, bool) {
	g := s.v.groups[group]
	return s.v.time(g.place, set), meetsAll(set, s.meet[g.op]) && meetsAll(set, s.v.left)
}

// branches bounds the work for one light set.
const branches = 400

// lightHitting returns a set of some nodes that meets all of a family, by greed first and then by
// branching over the nodes of a set that is not met; 0 if there is none. What large sets it then
// misses gets the cheapest node.
func lightHitting(family, large []uint64, node []float64, among uint64) (best uint64, weight float64) {
	weight = math.Inf(1)
	steps := 0
	whole := func(chosen uint64, sum float64) {
		for _, set := range large {
			if set&chosen != 0 {
				continue
			}
			add, least := -1, math.Inf(1)
			for r := set & among; r != 0; r &= r - 1 {
				if v := bits.TrailingZeros64(r); node[v] < least {
					add, least = v, node[v]
				}
			}
			if add < 0 {
				return
			}
			chosen, sum = chosen|1<<add, sum+least
		}
		if sum < weight {
			best, weight = chosen, sum
		}
	}
	var branch func(chosen, banned uint64, sum float64, open []uint64)
	branch = func(chosen, banned uint64, sum float64, open []uint64) {
		if steps++; steps > branches {
			return
		}
		if len(open) == 0 {
			whole(chosen, sum)
			return
		}
		// The set with the dearest cheapest node has to be paid for.
		dearest, pick := -1.0, uint64(0)
		for _, set := range open {
			least := math.Inf(1)
			free := set & among &^ banned
			for r := free; r != 0; r &= r - 1 {
				least = math.Min(least, node[bits.TrailingZeros64(r)])
			}
			if free == 0 {
				return
			}
			if least > dearest {
				dearest, pick = least, free
			}
		}
		if sum+dearest >= weight {
			return
		}
		// Its nodes, those first that meet most for their price.
		type offer struct {
			v     int
			worth float64
		}
		var order [64]offer
		count := 0
		for r := pick; r != 0; r &= r - 1 {
			v := bits.TrailingZeros64(r)
			met := 0
			for _, set := range open {
				met += int(set >> v & 1)
			}
			order[count].v, order[count].worth = v, float64(met)/(node[v]+1e-9)
			count++
		}
		nodes := order[:count]
		slices.SortStableFunc(nodes, func(a, b offer) int { return cmp.Compare(b.worth, a.worth) })
		for _, o := range nodes {
			if steps > branches {
				return
			}
			if sum+node[o.v] >= weight {
				banned |= 1 << o.v
				continue
			}
			left := make([]uint64, 0, len(open))
			for _, set := range open {
				if set>>o.v&1 == 0 {
					left = append(left, set)
				}
			}
			branch(chosen|1<<o.v, banned, sum+node[o.v], left)
			banned |= 1 << o.v
		}
	}
	branch(0, 0, 0, family)
	// What is not needed goes, the dearest first.
	for best != 0 {
		drop, price := -1, -1.0
		for r := best; r != 0; r &= r - 1 {
			v := bits.TrailingZeros64(r)
			if node[v] > price && meetsAll(best&^(1<<v), family) && meetsAll(best&^(1<<v), large) {
				drop, price = v, node[v]
			}
		}
		if drop < 0 {
			break
		}
		best &^= 1 << drop
		weight -= price
	}
	return best, weight
}

func meetsAll(set uint64, family []uint64) bool {
	for _, other := range family {
		if set&other == 0 {
			return false
		}
	}
	return true
}
