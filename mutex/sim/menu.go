package sim

import (
	"math/rand/v2"
	"sort"
)

// none is the result of draw if there is no quorum to take.
const none = -2

// draw returns a quorum of the menu. It is -1 for an empty menu, and none if every quorum has a
// member that is known to be down. dead counts those members for each quorum; it is nil as long as
// there are none.
func (m Menu) draw(r *rand.Rand, dead []int32) int32 {
	switch {
	case len(m.Quorums) == 0:
		return -1
	case dead == nil:
		return m.blind(r)
	case !m.Live:
		if q := m.blind(r); dead[q] == 0 {
			return q
		}
		return none
	}
	for range 16 {
		if q := m.blind(r); dead[q] == 0 {
			return q
		}
	}
	// Few are left: look for them.
	var live []int32
	var shares []float64
	sum, before := 0.0, 0.0
	for i, q := range m.Quorums {
		share := 1.0
		if m.Cumulative != nil {
			share = m.Cumulative[i] - before
			before = m.Cumulative[i]
		}
		if dead[q] == 0 && share > 0 {
			sum += share
			live, shares = append(live, q), append(shares, sum)
		}
	}
	if len(live) == 0 {
		return none
	}
	x := r.Float64() * sum
	i := sort.Search(len(live), func(i int) bool { return shares[i] > x })
	return live[min(i, len(live)-1)]
}

func (m Menu) blind(r *rand.Rand) int32 {
	switch {
	case len(m.Quorums) == 1:
		return m.Quorums[0]
	case m.Cumulative == nil:
		return m.Quorums[r.IntN(len(m.Quorums))]
	}
	x := r.Float64()
	i := sort.Search(len(m.Quorums), func(i int) bool { return m.Cumulative[i] > x })
	return m.Quorums[min(i, len(m.Quorums)-1)]
}
