package propose

import (
	"cmp"
	"context"
	"math"
	"slices"

	"coterie/internal/solve/lightest"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// formulaMenu is the menu of a formula that reads every node once: the lightest set comes from
// those of its gates. It serves any number of nodes up to 64.
type formulaMenu struct {
	v       *view
	formula [2]quorum.Formula // by operation
	weight  []lightest.Float
	quick   []bool
}

// menuOf returns the menu of a formula of reads and its dual; false where the lightest sets are out
// of reach.
func (v *view) menuOf(f quorum.Formula) (*formulaMenu, bool) {
	m := &formulaMenu{v: v, formula: [2]quorum.Formula{f, f.Dual()}, weight: make([]lightest.Float, v.n), quick: make([]bool, v.n)}
	return m, lightest.Fits(m.formula[reads], v.silent, v.timed()) && lightest.Fits(m.formula[writes], v.silent, v.timed())
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
	f := s.formula[g.op]
	for i, price := range node {
		s.weight[i] = lightest.Float(price)
	}
	return s.v.cheapestInTime(group, node, perTime, func(by uint64) uint64 {
		d := lightest.Demand{Kill: s.v.silent + 1}
		if by != s.v.all { // the quorum comes in time, and what may be needed for silent nodes later
			if d.Quick = true; s.v.silent == 0 {
				d.Kill = 0
			}
			for i := range s.quick {
				s.quick[i] = by>>i&1 == 1
			}
		}
		nodes, _, _ := lightest.Set(context.Background(), f, d, s.weight, 0, s.quick) // the context does not end
		return sets.Mask(nodes)
	}, s.time)
}

// cheapestInTime tries sets whose answers may come from the nodes that have answered by each
// moment, where time has a price. That is heuristic: of many moments some are left out.
func (v *view) cheapestInTime(group int, node []float64, perTime float64, light func(by uint64) uint64, time func(group int, set uint64) (float64, bool)) (c column, cost float64, ok bool) {
	moments := []float64{math.Inf(1)}
	if v.timed() && perTime > 0 {
		moments = v.moments(v.groups[group].place)
	}
	cost = math.Inf(1)
	for _, t := range moments {
		by := v.all
		if v.timed() {
			by = v.within(v.groups[group].place, t)
		}
		set := light(by)
		if set == 0 {
			continue
		}
		took, _ := time(group, set)
		if sum := priced(node, set) + float64(perTime*took); sum < cost {
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
	return s.v.until(g.place, set, func(s uint64) bool { return f.Eval(quorum.SetOfMask(s)) }), true
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
	return s.v.cheapestInTime(group, node, perTime, func(by uint64) uint64 {
		set, _ := lightHitting(meet, s.v.left, node, by)
		return set
	}, s.time)
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
			for i := range sets.Ones(set & among) {
				if v := i; node[v] < least {
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
			for i := range sets.Ones(free) {
				least = math.Min(least, node[i])
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
		for v := range sets.Ones(pick) {
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
			left := slices.DeleteFunc(slices.Clone(open), func(set uint64) bool { return set>>o.v&1 == 1 })
			branch(chosen|1<<o.v, banned, sum+node[o.v], left)
			banned |= 1 << o.v
		}
	}
	branch(0, 0, 0, family)
	// What is not needed goes, the dearest first.
	for best != 0 {
		drop, price := -1, -1.0
		for v := range sets.Ones(best) {
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

// priced returns the sum of the prices of the nodes of a set.
func priced(node []float64, set uint64) (sum float64) {
	for i := range sets.Ones(set) {
		sum += node[i]
	}
	return sum
}

func meetsAll(set uint64, family []uint64) bool {
	return !slices.ContainsFunc(family, func(other uint64) bool { return set&other == 0 })
}
