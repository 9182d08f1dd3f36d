package floor

import (
	"fmt"
	"math/big"
	"slices"

	"coterie/fleet"
	"coterie/quorum"
)

// relaxation is the linear program of a fleet and a goal, over the means of each class.
type relaxation struct {
	program
	fleet   *fleet.Fleet
	classes []class
	limit   *big.Rat // of the mean load: only systems within it are in question; nil is no limit
	silent  int

	reads, writes []int // the variables of each class
	meets         []int
	loads         []int      // of each share
	busyR, busyW  []*big.Rat // what a read and a write add to the mean load of a node of the class

	// seen has the steps of the cuts of each class that were wanted under some limit; they are
	// likely to be wanted under the next.
	seen map[int][]int64
}

// relax returns the relaxation for the systems that keep the requirements of f, and whose mean load
// is at most limit where that is not nil.
func relax(f *fleet.Fleet, goal fleet.Goal, all []spread, limit *big.Rat, seen map[int][]int64) *relaxation {
	lying, _ := f.Lying() // any one node is in a set, or only some are
	r := &relaxation{fleet: f, classes: classes(f), limit: limit, silent: f.Workload.Silent + min(len(lying), (f.Require.Liars.Shares()-1)/2), seen: seen}
	mean := f.Workload.MeanReads()
	writes := new(big.Rat).Sub(one, mean)
	for _, c := range r.classes {
		r.busyR = append(r.busyR, ratio(mean, c.node.Reads))
		r.busyW = append(r.busyW, ratio(writes, c.node.Writes))
		var costR, costW *big.Rat
		if goal == fleet.Network {
			costR, costW = product(mean, c.count), product(writes, c.count)
		}
		r.reads = append(r.reads, r.unknown("read", one, costR))
		r.writes = append(r.writes, r.unknown("write", one, costW))
	}
	r.size(all)
	r.load(goal)
	r.network(mean, writes)
	r.latency(goal, mean, writes, all)
	r.meet()
	return r
}

// size says how many nodes are asked, and that they are beside what may fail.
func (r *relaxation) size(all []spread) {
	least := 1 + r.silent
	for _, s := range all {
		least = max(least, leastSize(r.fleet, uniform(r.fleet, all, len(s.zones), s.nodes), s.nodes+r.silent))
	}
	for _, asked := range [][]int{r.reads, r.writes} {
		r.add("the size of a quorum", whole(least), r.sum(asked, spread{})...)
		for _, s := range all {
			if terms := r.sum(asked, s); len(s.zones) > 0 || s.nodes > 0 || !s.lying.Empty() {
				r.add(s.why, whole(s.nodes+1+r.silent), terms...)
			}
		}
	}
}

// uniform returns zones where every set of so many zones may be down with so many nodes, else 0.
func uniform(f *fleet.Fleet, all []spread, zones, nodes int) int {
	found := int64(0)
	for _, s := range all {
		if len(s.zones) == zones && s.nodes >= nodes {
			found++
		}
	}
	if new(big.Int).Binomial(int64(len(f.Zones)), int64(zones)).Cmp(big.NewInt(found)) == 0 {
		return zones
	}
	return 0
}

// sum returns the sum of the variables over all nodes that a failure does not take. A variable
// below 0 is none.
func (r *relaxation) sum(variables []int, down spread) []term {
	var terms []term
	for k, c := range r.classes {
		if variables[k] >= 0 && !down.takes(r.fleet, c.nodes[0]) {
			terms = append(terms, term{variables[k], c.count})
		}
	}
	return terms
}

// load has a variable for the load at each share of reads, and the limit on their mean.
func (r *relaxation) load(goal fleet.Goal) {
	if goal != fleet.Load && goal != fleet.Capacity && r.limit == nil {
		return
	}
	most := new(big.Rat)
	for _, c := range r.classes {
		for _, busy := range []*big.Rat{c.node.Reads, c.node.Writes} {
			if v := ratio(one, busy); v.Cmp(most) > 0 {
				most = v
			}
		}
	}
	var mean []term
	for _, share := range r.fleet.Workload.Shares {
		var cost *big.Rat
		if goal == fleet.Load || goal == fleet.Capacity {
			cost = share.Weight
		}
		load := r.unknown("load", most, cost)
		r.loads = append(r.loads, load)
		mean = append(mean, term{load, minus(share.Weight)})
		rest := new(big.Rat).Sub(one, share.Reads)
		for k, c := range r.classes {
			r.add("the load of a node", zero, term{load, one},
				term{r.reads[k], minus(ratio(share.Reads, c.node.Reads))}, term{r.writes[k], minus(ratio(rest, c.node.Writes))})
		}
	}
	if r.limit != nil {
		r.add("the limit of the load", minus(r.limit), mean...)
	}
}

// network has the limit on the number of nodes asked.
func (r *relaxation) network(mean, writes *big.Rat) {
	if r.fleet.Require.Network == nil {
		return
	}
	var terms []term
	for k, c := range r.classes {
		terms = append(terms, term{r.reads[k], minus(product(mean, c.count))}, term{r.writes[k], minus(product(writes, c.count))})
	}
	r.add("the limit on asked", minus(r.fleet.Require.Network), terms...)
}

// meet says that reads meet writes, and how often at one node at most. With silent nodes any read
// meets any write in twice as many nodes more.
func (r *relaxation) meet() {
	for k := range r.classes {
		w := r.unknown("meet", one, nil)
		r.meets = append(r.meets, w)
		r.add("a read is asked", zero, term{r.reads[k], one}, term{w, minus(one)})
		r.add("a write is asked", zero, term{r.writes[k], one}, term{w, minus(one)})
	}
	r.add("every read meets every write", whole(1+2*r.silent+uneven(r.fleet, quorum.Set{})), r.sum(r.meets, spread{})...)
	r.meetWrites()
	if r.limit == nil {
		return
	}
	for k := range r.classes {
		if len(r.seen[k]) == 0 {
			r.seen[k] = []int64{cutSteps / 4, cutSteps / 2, cutSteps * 3 / 4}
		}
		for _, step := range r.seen[k] {
			r.cut(k, big.NewRat(step, cutSteps))
		}
	}
}

// meetWrites says that writes meet each other where that is required. A node of class k gives each
// write the probability b of its asks, and a·b with reads: of p·a+q·b <= limit, b times each side.
func (r *relaxation) meetWrites() {
	if !r.fleet.Require.WritesMeet {
		return
	}
	var again []int
	for k := range r.classes {
		v := r.unknown("meet again", one, nil)
		again = append(again, v)
		r.add("a write is asked", zero, term{r.writes[k], one}, term{v, minus(one)})
		if r.limit != nil {
			r.add(fmt.Sprintf("writes meeting at node %d", r.classes[k].nodes[0]+1), zero,
				term{r.writes[k], r.limit}, term{r.meets[k], minus(r.busyR[k])}, term{v, minus(r.busyW[k])})
		}
	}
	r.add("every write meets every write", whole(1+2*r.silent+uneven(r.fleet, quorum.Set{})), r.sum(again, spread{})...)
}

// cut says that a read and a write meet at a node of class k at most as often as the limit of the
// load allows: a·b <= limit·(λ²·b/p + (1-λ)²·a/q) for loads p·a+q·b <= limit.
func (r *relaxation) cut(k int, lambda *big.Rat) {
	if r.busyR[k].Sign() == 0 || r.busyW[k].Sign() == 0 {
		return
	}
	rest := new(big.Rat).Sub(one, lambda)
	byB := ratio(product(r.limit, product(lambda, lambda)), r.busyR[k])
	byA := ratio(product(r.limit, product(rest, rest)), r.busyW[k])
	r.add(fmt.Sprintf("meeting at node %d", r.classes[k].nodes[0]+1), zero,
		term{r.writes[k], byB}, term{r.reads[k], byA}, term{r.meets[k], minus(one)})
}

// cutSteps is the denominator of the λ of cuts.
const cutSteps = 256

// sharpen adds the cuts that the point x violates most, and reports whether there are any.
func (r *relaxation) sharpen(x []float64) bool {
	if r.limit == nil {
		return false
	}
	limit, _ := r.limit.Float64()
	added := false
	for k := range r.classes {
		a, b, w := x[r.reads[k]], x[r.writes[k]], x[r.meets[k]]
		p, _ := r.busyR[k].Float64()
		q, _ := r.busyW[k].Float64()
		if a <= 0 || b <= 0 || p == 0 || q == 0 {
			continue
		}
		if w <= float64(limit*a*b/(float64(p*a)+float64(q*b))*(1+1e-4))+1e-7 {
			continue
		}
		// The least of λ²·b/p + (1-λ)²·a/q is where λ is the part of p·a in the load.
		step := int64(float64(p*a/(float64(p*a)+float64(q*b))*cutSteps) + 0.5)
		if step > 0 && step < cutSteps && !slices.Contains(r.seen[k], step) {
			r.seen[k] = append(r.seen[k], step)
			r.cut(k, big.NewRat(step, cutSteps))
			added = true
		}
	}
	return added
}
