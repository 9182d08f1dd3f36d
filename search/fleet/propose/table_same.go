package propose

import (
	"fmt"
	"math"
	"slices"

	"coterie/fleet"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Where reads and writes have the same quorums, systems are self-dual functions: dominated
// coteries are no better. Of any f, and any m that is self-dual, the median of f, its dual and m is
// one: where f and its dual agree it says the same, and else what m says.

// selfDual returns the median of f, its dual and m: (f and f*) or ((f or f*) and m).
func selfDual(f, m sets.Table) sets.Table {
	dual := sets.NewTable(f.N)
	f.Dual(dual)
	g, either := f.Clone(), f.Clone()
	g.Intersect(dual.Bits)
	either.Unite(dual.Bits)
	either.Intersect(m.Bits)
	g.Unite(either.Bits)
	return g
}

// tieVotes are votes with an odd sum: most of them is a self-dual function.
func (v *view) tieVotes() [][]int {
	even, crash := make([]float64, v.n), make([]float64, v.n)
	for i, node := range v.f.Nodes {
		p := number(node.Crash)
		if node.Zone != fleet.NoZone {
			p = 1 - float64((1-p)*(1-number(v.f.Zones[node.Zone].Crash)))
		}
		p = math.Min(math.Max(p, 1e-9), 0.49)
		even[i], crash[i] = 1, math.Log((1-p)/p)
	}
	strength := v.strengths()
	values := [][]float64{strength, crash, even}
	strongest := slices.Index(strength, slices.Max(strength))
	var all [][]int
	for k, value := range values {
		most, total := slices.Max(value), 0
		votes := make([]int, v.n)
		for i, x := range value {
			votes[i] = max(1, int(math.Round(x/most*8)))
			if k == 2 {
				votes[i] = 1
			}
			total += votes[i]
		}
		if total%2 == 0 {
			votes[strongest]++
		}
		if !slices.ContainsFunc(all, func(other []int) bool { return slices.Equal(other, votes) }) {
			all = append(all, votes)
		}
	}
	return all
}

// tieTables are the votes as functions.
func (s *space) tieTables() []sets.Table {
	var all []sets.Table
	for _, votes := range s.tieVotes() {
		all = append(all, sets.Voted(votes, sets.Sum(votes)/2+1))
	}
	return all
}

// tied returns a self-dual function above low that is available, low having quorums that meet.
func (s *space) tied(low sets.Table) (f sets.Table, available float64) {
	for _, m := range s.ties {
		g := selfDual(low, m)
		if a, b := s.available(g); f.Bits == nil || math.Min(a, b) > available {
			f, available = g, math.Min(a, b)
		}
	}
	return f, available
}

// judgePlacingSame judges the self-dual functions that a placing is changed to.
func (w *worker) judgePlacingSame(p *placing, f sets.Table) {
	dual := sets.NewTable(w.n)
	f.Dual(dual)
	p.mended = p.mended || !slices.Equal(dual.Bits, f.Bits)
	for _, m := range w.ties {
		c, ok := w.judged(selfDual(f, m))
		if ok && (!p.ok || w.merit(c) < w.merit(p.candidate)) {
			p.candidate, p.ok = c, true
		}
		if !p.mended {
			break
		}
	}
}

// judged returns a function with its figures.
func (w *worker) judged(f sets.Table) (c candidate, ok bool) {
	c.f = f
	if c.outcome, ok = w.interval(f, f); !ok {
		return c, false
	}
	c.available = math.Min(w.available(f))
	return c, true
}

// takeTurnsSame gives a function the best strategy that it has, and does so again with what its
// strategy leaves open decided otherwise.
func (w *worker) takeTurnsSame(c candidate) candidate {
	best := c
	for _, m := range w.ties {
		low, high := w.span(best.strategy)
		if !sets.NarrowSelfDual(low, high) {
			continue
		}
		if next, ok := w.judged(selfDual(low, m)); ok && w.merit(next) < w.merit(best) {
			best = next
		}
	}
	return best
}

// ownDual reports whether a formula is its own dual by its form.
func ownDual(f quorum.Formula) bool { return f.Dual().String() == f.String() }

// sameStarts are systems that are their own duals: most of the votes, and most of the votes of
// zones, each with most of its nodes. Where they are even, one has a vote more.
func (v *view) sameStarts(add func(by string, f quorum.Formula)) {
	strength := v.strengths()
	most := func(votes []int, parts []quorum.Formula) quorum.Formula {
		return quorum.Votes(sets.Sum(votes)/2+1, votes, parts...)
	}
	for _, votes := range v.tieVotes() {
		add("most of the votes", most(votes, v.leaves(nil)))
	}
	zones := map[int][]int{}
	for i, node := range v.f.Nodes {
		zone := node.Zone
		if zone == fleet.NoZone {
			zone = -1 - i
		}
		zones[zone] = append(zones[zone], i)
	}
	if len(zones) < 2 || len(zones) == v.n {
		return
	}
	for _, bySize := range []bool{false, true} {
		for _, spread := range []bool{false, true} {
			var parts []quorum.Formula
			var votes []int
			total, heaviest := 0, 0
			for z := -v.n; z < len(v.f.Zones); z++ {
				of := slices.Clone(zones[z])
				if len(of) == 0 {
					continue
				}
				inner, weight, best := make([]int, len(of)), 0.0, 0
				for k, i := range of {
					inner[k] = 1
					weight += strength[i]
					if strength[i] > strength[of[best]] {
						best = k
					}
				}
				if len(of)%2 == 0 {
					inner[best]++
				}
				part := most(inner, v.leaves(of))
				if !spread { // the strongest node stands for its zone
					part = quorum.Leaf(of[best])
				}
				vote := 1
				if bySize {
					vote = len(of)
				}
				parts, votes = append(parts, part), append(votes, vote)
				total += vote
				if vote > votes[heaviest] {
					heaviest = len(votes) - 1
				}
			}
			if total%2 == 0 {
				votes[heaviest]++
			}
			add(fmt.Sprintf("most of %d zones, and most of the nodes of each", len(parts)), most(votes, parts))
		}
	}
}
