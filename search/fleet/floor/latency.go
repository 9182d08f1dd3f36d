package floor

import (
	"math/big"
	"slices"

	"coterie/fleet"
)

// leastTime returns a time that the answer of node i takes at least in the mean: its time where
// that is fixed. Of a distribution by percentiles it is the mean with linear interpolation, where
// all nodes asked have to answer; with silent nodes the fastest answers may do, and nothing is
// said.
func leastTime(f *fleet.Fleet, place, i int) *big.Rat {
	l := f.Clients[place].Latency[i]
	if t, ok := l.Fixed(); ok {
		return t
	}
	mean, before, at := new(big.Rat), new(big.Rat), new(big.Rat)
	if lying, _ := f.Lying(); f.Workload.Silent > 0 || lying != nil {
		return mean
	}
	for k, t := range l.Time {
		middle := new(big.Rat).Add(before, t)
		middle.Mul(middle, new(big.Rat).Sub(l.At[k], at))
		mean.Add(mean, middle.Quo(middle, whole(2)))
		before, at = t, l.At[k]
	}
	return mean.Add(mean, product(before, new(big.Rat).Sub(one, at)))
}

// mostTimes bounds the times that a place tells apart, and mostAsked how many variables there are
// for them and the classes; more of them are rounded down.
const (
	mostTimes = 8
	mostAsked = 600
)

// part is what the requests of one kind from one place ask by one time.
type part struct {
	write bool
	time  *big.Rat
	nodes []int // the classes that answer by then
	until []int // the variables of how often requests are done by an earlier time, or by then
}

// latency has the times until requests are done: for each place, kind and time the probability that
// it ends just then, and how often it asks each class meanwhile.
func (r *relaxation) latency(goal fleet.Goal, mean, writes *big.Rat, all []spread) {
	f := r.fleet
	if f.Require.Latency == nil && goal != fleet.LatencyGoal {
		return
	}
	var limit []term
	var parts []part
	for _, write := range []bool{false, true} {
		kind, asked := mean, r.reads
		if write {
			kind, asked = writes, r.writes
		}
		used := make([][]term, len(r.classes)) // Σ share·x of each class
		for place, client := range f.Clients {
			weight := product(kind, client.Share)
			var ends []int
			times := r.times(place)
			for s, t := range times {
				var cost *big.Rat
				if goal == fleet.LatencyGoal {
					cost = product(weight, t)
				}
				end := r.unknown("end", one, cost)
				ends = append(ends, end)
				limit = append(limit, term{end, minus(product(weight, t))})
				now := part{write: write, time: t, until: slices.Clone(ends)}
				x := make([]int, len(r.classes))
				for k, c := range r.classes {
					x[k] = -1
					if s+1 == len(times) || leastTime(f, place, c.nodes[0]).Cmp(times[s+1]) < 0 {
						x[k] = r.unknown("asked by then", one, nil)
						now.nodes = append(now.nodes, k)
						used[k] = append(used[k], term{x[k], minus(client.Share)})
						r.add("asked by those that end", zero, term{end, one}, term{x[k], minus(one)})
					}
				}
				parts = append(parts, now)
				r.spreadBy(x, end, all)
			}
			var sum, less []term
			for _, end := range ends {
				sum, less = append(sum, term{end, one}), append(less, term{end, minus(one)})
			}
			r.add("every request ends", one, sum...)
			r.add("every request ends once", minus(one), less...)
		}
		for k, terms := range used {
			r.add("who is asked", zero, append(terms, term{asked[k], one})...)
		}
	}
	if f.Require.Latency != nil {
		r.add("the limit of the latency", minus(f.Require.Latency), limit...)
	}
	r.exclusions(parts)
}

// times returns the times of answers to the place, ascending: at most mostTimes of them, each of
// which stands for those up to the next.
func (r *relaxation) times(place int) []*big.Rat {
	var times []*big.Rat
	for _, c := range r.classes {
		times = append(times, leastTime(r.fleet, place, c.nodes[0]))
	}
	slices.SortFunc(times, (*big.Rat).Cmp)
	times = slices.CompactFunc(times, func(x, y *big.Rat) bool { return x.Cmp(y) == 0 })
	most := min(mostTimes, max(2, mostAsked/(2*len(r.fleet.Clients)*len(r.classes))))
	for len(times) > most {
		// The time that is nearest to the one before it gives way.
		nearest, gap := 1, new(big.Rat).Sub(times[1], times[0])
		for s := 2; s < len(times); s++ {
			if d := new(big.Rat).Sub(times[s], times[s-1]); d.Cmp(gap) < 0 {
				nearest, gap = s, d
			}
		}
		times = slices.Delete(times, nearest, nearest+1)
	}
	return times
}

// spreadBy says that what ends at a time has asked a quorum: nodes beside all that may fail.
func (r *relaxation) spreadBy(x []int, end int, all []spread) {
	for i, s := range append([]spread{{why: "the size of a quorum"}}, all...) {
		if i == 0 || len(s.zones) > 0 || s.nodes > 0 || !s.lying.Empty() {
			r.add(s.why, zero, append([]term{{end, whole(-s.nodes - 1)}}, r.sum(x, s)...)...)
		}
	}
}

// exclusions say what requests that end in time mean for the others: if some end within a set of
// nodes, all of the other kind ask a node of it, and none of them ends within a set beside it.
func (r *relaxation) exclusions(parts []part) {
	for _, p := range parts {
		var terms []term
		other := r.writes
		if p.write {
			other = r.reads
		}
		for _, k := range p.nodes {
			terms = append(terms, term{other[k], r.classes[k].count})
		}
		if len(p.nodes) == len(r.classes) {
			continue
		}
		for _, end := range p.until {
			terms = append(terms, term{end, minus(one)})
		}
		r.add("what meets a fast quorum", zero, terms...)
		if p.write {
			continue
		}
		for _, q := range parts {
			if !q.write || slices.ContainsFunc(p.nodes, func(k int) bool { return slices.Contains(q.nodes, k) }) {
				continue
			}
			var both []term
			for _, end := range slices.Concat(p.until, q.until) {
				both = append(both, term{end, minus(one)})
			}
			r.add("disjoint sets are not both quorums", minus(one), both...)
		}
	}
}
