package availability

import (
	"errors"
	"math/big"
	"slices"

	"coterie/measure/availability"
)

// envelopePart is a range of crash probabilities within which the most available systems are the
// same.
type envelopePart struct {
	Best  []int                 // their places; several if they are equally available at every p
	Until availability.Crossing // the end of the part; unset for the last one
}

// errTooClose says that crossings of three systems are too near to each other to be told apart.
var errTooClose = errors.New("experiments: three systems meet within the width of the crossings")

// cluster is the union of overlapping isolating intervals, with their pairs of systems.
type cluster struct {
	low, high *big.Rat
	members   []crossoverPair // each with one crossing
}

// upperEnvelope returns the most available of the admitted systems at each p in (0,1), from 0 to 1.
// The parts are exact except for the finitely many p at which they meet. There are no parts if no
// system is admitted.
//
// # The most available system at each crash probability
//
// Overlapping isolating intervals of the crossings of all pairs are joined. Between the resulting
// ranges no two systems change places, so that one p decides, in exact arithmetic. Let A be the
// best system before a range and B the best one after it. Within the range a third system C can be
// the best only if C crosses both A and B there, or, if A = B, only if C crosses A twice. In these
// cases upperEnvelope returns an error, unless a part narrower than the intervals may be missed
// (lenient). Narrower intervals settle the question, except if all three meet in one p, and then
// nothing is missed.
func upperEnvelope(systems []availableSystem, pairs []crossoverPair, admitted func(availableSystem) bool, lenient bool) ([]envelopePart, error) {
	var places []int
	for i, s := range systems {
		if admitted(s) {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return nil, nil
	}
	clusters := clustersOf(systems, pairs, admitted)
	var parts []envelopePart
	low := new(big.Rat)
	for k, c := range append(clusters, cluster{low: big.NewRat(1, 1)}) {
		best := bestAt(systems, places, mean(low, c.low)) // from low to c.low no two systems change places
		low = c.high
		if k == 0 {
			parts = append(parts, envelopePart{Best: best})
			continue
		}
		part := &parts[len(parts)-1]
		until, err := clusters[k-1].change(places, part.Best[0], best[0], lenient)
		if err != nil {
			return nil, err
		}
		if part.Best[0] != best[0] {
			part.Until = until
			parts = append(parts, envelopePart{Best: best})
		}
	}
	return parts, nil
}

// clustersOf joins overlapping isolating intervals, in ascending order.
func clustersOf(systems []availableSystem, pairs []crossoverPair, admitted func(availableSystem) bool) []cluster {
	var all []cluster
	for _, pair := range pairs {
		if !admitted(systems[pair.First]) || !admitted(systems[pair.Second]) {
			continue
		}
		for _, c := range pair.Crossings {
			pair.Crossings = []availability.Crossing{c}
			all = append(all, cluster{c.Low.Rat(), c.High.Rat(), []crossoverPair{pair}})
		}
	}
	slices.SortStableFunc(all, func(a, b cluster) int { return a.low.Cmp(b.low) })
	var joined []cluster
	for _, c := range all {
		if last := len(joined) - 1; last >= 0 && c.low.Cmp(joined[last].high) <= 0 {
			if c.high.Cmp(joined[last].high) > 0 {
				joined[last].high = c.high
			}
			joined[last].members = append(joined[last].members, c.members...)
			continue
		}
		joined = append(joined, c)
	}
	return joined
}

func mean(x, y *big.Rat) *big.Rat {
	sum := new(big.Rat).Add(x, y)
	return sum.Quo(sum, big.NewRat(2, 1))
}

// bestAt returns the places with the greatest availability at p.
func bestAt(systems []availableSystem, places []int, p *big.Rat) []int {
	var best []int
	var most *big.Rat
	for _, i := range places {
		a := systems[i].Live.Availability(p)
		switch {
		case most == nil || a.Cmp(most) > 0:
			best, most = []int{i}, a
		case a.Cmp(most) == 0:
			best = append(best, i)
		}
	}
	return best
}

// change returns the crossing at which b takes the place of a within the cluster, or errTooClose if
// a third system might be the best in between.
func (c cluster) change(places []int, a, b int, lenient bool) (availability.Crossing, error) {
	crossings := map[[2]int][]availability.Crossing{}
	for _, m := range c.members {
		if at := m.Crossings[0]; at.Before != at.After {
			crossings[[2]int{m.First, m.Second}] = append(crossings[[2]int{m.First, m.Second}], at)
		}
	}
	of := func(i, j int) []availability.Crossing { return crossings[[2]int{min(i, j), max(i, j)}] }
	if c.low.Cmp(c.high) < 0 && !lenient {
		for _, third := range places {
			if a != b && len(of(a, third)) > 0 && len(of(b, third)) > 0 || a == b && len(of(a, third)) > 1 {
				return availability.Crossing{}, errTooClose
			}
		}
	}
	if a == b {
		return availability.Crossing{}, nil
	}
	if len(of(a, b)) != 1 && !lenient {
		return availability.Crossing{}, errTooClose
	}
	return of(a, b)[0], nil
}
