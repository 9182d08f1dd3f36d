package propose

import (
	"maps"
	"math"
	"slices"

	"coterie/fleet"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// view is a fleet with its goal and requirements, in floating point: enough to tell thousands of
// systems apart. What is returned is judged exactly by others.
type view struct {
	f    *fleet.Fleet
	goal fleet.Goal
	n    int
	all  uint64
	// masks says that sets are masks, and failures few enough to list; else systems are formulas
	// alone, judged exactly, and what follows after groups is not there.
	masks bool

	weights  []float64 // of the shares of reads
	groups   []group
	capacity float64  // the limit on the mean load, 0 without one; in scaled units
	latency  float64  // the limit in seconds, 0 without one
	network  float64  // the limit, 0 without one
	failures []uint64 // the greatest sets of nodes that may be down at once
	left     []uint64 // what is left of each of them
	least    float64  // the availability asked for; 0 without one
	silent   int
	lying    []uint64 // of a table: sets any one of which may be silent; the first is empty
	meeting  bool     // writes have to meet each other

	scale  float64     // loads are divided by it, so that they are about 1
	second float64     // times are divided by it
	fixed  [][]float64 // by place and node: the time of its answer, or its mean
	grids  []grid      // by place: distributions, where some are no fixed times
	times  [][]float64 // by place and set: the mean time until all of it answered; nil above tableNodes
}

// group is a distribution over sets: of one operation from one place, at some shares of reads.
type group struct {
	place, op int
	shares    []int
	// busy has, for each of these shares and each node, what a set with that node adds to its load.
	busy [][]float64
	// mean is the weight of the group in latency and network.
	mean float64
}

// The operations.
const (
	reads  = 0
	writes = 1
)

// tableNodes bounds the nodes for which systems are tables of all sets.
const tableNodes = 16

// maskNodes bounds the nodes for which sets are masks.
const maskNodes = 64

// mostFailures bounds the sets of nodes that may be down which are listed above tableNodes.
const mostFailures = 50_000

// second is the weight of the load among systems that are equal by another goal.
const second = 1e-4

// penalty is the price of breaking a limit by its own size, where the load is about 1.
const penalty = 1e4

func number(x interface{ Float64() (float64, bool) }) float64 {
	v, _ := x.Float64()
	return v
}

// newView takes the numbers out of a fleet. Without masks they are only enough to make systems.
func newView(f *fleet.Fleet, goal fleet.Goal) *view {
	n := f.N()
	v := &view{f: f, goal: goal, n: n, all: math.MaxUint64, silent: f.Workload.Silent, second: 1}
	lying, _ := f.Lying()
	v.lying = append([]uint64{0}, quorum.Masks(lying)...)
	if n > tableNodes && lying != nil {
		v.silent++ // lists without a table cannot spare sets: formulas are sought
	}
	v.meeting = f.Require.WritesMeet && !f.Require.Same
	if n < maskNodes {
		v.all = 1<<n - 1
	}
	var capReads, capWrites []float64
	for _, node := range f.Nodes {
		capReads = append(capReads, number(node.Reads))
		capWrites = append(capWrites, number(node.Writes))
	}
	var share []float64
	for _, s := range f.Workload.Shares {
		v.weights = append(v.weights, number(s.Weight))
		share = append(share, number(s.Reads))
	}
	mean := number(f.Workload.MeanReads())
	for i := range n {
		v.scale += mean/capReads[i] + (1-mean)/capWrites[i]
	}
	v.scale /= float64(n)
	if v.scale == 0 || math.IsInf(v.scale, 0) {
		v.scale = 1
	}
	add := func(place, op int, shares []int) {
		at := number(f.Clients[place].Share)
		g := group{place: place, op: op, shares: shares}
		for _, k := range shares {
			r, caps := share[k], capReads
			if op == writes {
				r, caps = 1-r, capWrites
			}
			busy := make([]float64, n)
			for i := range busy {
				busy[i] = at * r / caps[i] / v.scale
			}
			g.busy = append(g.busy, busy)
			g.mean += float64(at * v.weights[k] * r)
		}
		v.groups = append(v.groups, g)
	}
	every := sets.Identity(len(share))
	for place := range f.Clients {
		for _, op := range []int{reads, writes} {
			if !f.Workload.Adapts {
				add(place, op, every)
				continue
			}
			for k := range share {
				add(place, op, []int{k})
			}
		}
	}
	v.masks = n <= maskNodes && v.fail()
	if v.masks {
		v.limits()
		v.clock()
	}
	return v
}

// limits takes the limits that are no goals.
func (v *view) limits() {
	want := v.f.Require
	if want.Capacity != nil && want.Capacity.Sign() > 0 {
		v.capacity = 1 / number(want.Capacity) / v.scale
	}
	if want.Latency != nil {
		v.latency = math.Max(number(want.Latency), 1e-12)
	}
	if want.Network != nil {
		v.network = number(want.Network)
	}
	if want.Availability != nil {
		v.least = number(want.Availability)
	}
}

// timed reports whether times are part of the program.
func (v *view) timed() bool { return v.latency > 0 || v.goal == fleet.LatencyGoal }

// clock prepares the times of sets.
func (v *view) clock() {
	if !v.timed() {
		return
	}
	for place, c := range v.f.Clients {
		var fixed []float64
		plain := true
		for _, l := range c.Latency {
			_, ok := l.Fixed()
			plain = plain && ok
			fixed = append(fixed, meanOf(l))
		}
		v.fixed = append(v.fixed, fixed)
		v.grids = append(v.grids, grid{})
		if !plain {
			v.grids[place] = newGrid(c.Latency)
		}
	}
	longest := 0.0
	for _, fixed := range v.fixed {
		longest = max(longest, slices.Max(fixed))
	}
	if longest > 0 {
		v.second = longest
	}
	if v.n > tableNodes {
		return
	}
	var times [][]float64
	for place := range v.fixed {
		table := make([]float64, 1<<v.n)
		for set := range table {
			table[set] = v.time(place, uint64(set))
		}
		times = append(times, table)
	}
	v.times = times
}

// time returns the mean time until all nodes of a set have answered in a place; it is 0 where times
// are no part of the program.
func (v *view) time(place int, set uint64) float64 {
	switch {
	case v.fixed == nil:
		return 0
	case v.times != nil:
		return v.times[place][set]
	case len(v.grids[place].at) > 0:
		return v.grids[place].mean(set)
	}
	longest := 0.0
	for i := range sets.Ones(set) {
		longest = math.Max(longest, v.fixed[place][i])
	}
	return longest
}

// fail lists the sets that quorums have to avoid, such as the greatest sets of nodes that may be
// down at once; false where they are too many.
func (v *view) fail() bool {
	seen, tried := map[uint64]bool{}, 0
	for nodes := range v.f.Avoided() {
		if tried++; tried > mostFailures && v.n > tableNodes {
			return false
		}
		if down := nodes.Mask(); !seen[down] {
			seen[down] = true
			v.failures = append(v.failures, down)
		}
	}
	for _, down := range v.failures {
		v.left = append(v.left, v.all&^down)
	}
	return true
}

// grid is the distributions of the answers of nodes at some times.
type grid struct {
	at   []float64   // the length of each step of time
	done [][]float64 // by node: the probability that it has answered, at each of them
}

// meanOf is the mean time of an answer.
func meanOf(l fleet.Latency) float64 {
	if t, ok := l.Fixed(); ok {
		return number(t)
	}
	return newGrid([]fleet.Latency{l}).mean(1)
}

// answers is the mean time of the answers of a node, over all places.
func (v *view) answers(i int) (mean float64) {
	for _, c := range v.f.Clients {
		mean += float64(number(c.Share) * meanOf(c.Latency[i]))
	}
	return mean
}

// newGrid cuts the time between percentiles into steps.
func newGrid(all []fleet.Latency) grid {
	const between = 6
	marks := map[float64]bool{0: true}
	for _, l := range all {
		for _, t := range l.Time {
			marks[number(t)] = true
		}
	}
	times := slices.Sorted(maps.Keys(marks))
	g := grid{done: make([][]float64, len(all))}
	for m := 1; m < len(times); m++ {
		step := (times[m] - times[m-1]) / between
		for s := range between {
			g.at = append(g.at, step)
			at := times[m-1] + float64((float64(s)+0.5)*step)
			for i, l := range all {
				g.done[i] = append(g.done[i], answered(l, at))
			}
		}
	}
	return g
}

// answered is the probability of an answer by a time, linear between percentiles.
func answered(l fleet.Latency, at float64) float64 {
	if t, ok := l.Fixed(); ok {
		if at >= number(t) {
			return 1
		}
		return 0
	}
	before, since := 0.0, 0.0
	for i := range l.At {
		p, t := number(l.At[i]), number(l.Time[i])
		if at < t {
			return before + (p-before)*(at-since)/(t-since)
		}
		before, since = p, t
	}
	return before
}

// mean is the mean time until all of a set have answered.
func (g grid) mean(set uint64) float64 {
	sum := 0.0
	for j, step := range g.at {
		p := 1.0
		for i := range sets.Ones(set) {
			p *= g.done[i][j]
		}
		sum += float64(step * (1 - p))
	}
	return sum
}
