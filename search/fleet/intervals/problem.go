package intervals

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"coterie/fleet"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// MaxNodes is the greatest number of nodes of a fleet whose systems are searched: their tables have
// 2^n places, and a relaxation a column for each minimal set.
const MaxNodes = 14

// problem is a fleet as numbers of the relaxations. Loads are multiplied by loadUnit and times by
// timeUnit, so that floats near 1 stand for them; goal and limits are in the same units.
type problem struct {
	fleet    *fleet.Fleet
	n        int
	all      uint32
	goal     fleet.Goal // Load, LatencyGoal, Network, Availability; "" asks whether there is any
	selfDual bool
	meeting  bool // writes have to meet each other: the dual is at most the function
	votes    bool // only functions of votes count
	silent   int
	lying    []uint64 // sets any one of which may be silent, too; the first is empty

	loadUnit, timeUnit *big.Rat
	shares             int          // how many loads there are, 0 where none matters
	groups             []group      // one distribution each
	places             []place      // whose times matter; one without times where none does
	coef               [][]*big.Rat // coef[op*shares+k][i]: load of asking node i always, at share k times its weight
	coefFloat          [][]float64

	limit      [limits]*big.Rat // nil where there is none
	limitFloat [limits]float64

	sets *weights // probabilities of the sets of live nodes; nil where none matters
}

// The limits on what a strategy costs, in the order of their rows.
const (
	loadLimit = iota
	timeLimit
	sizeLimit
	limits
)

// group is a distribution over asked sets: of reads or writes, of one share or of all, of one
// place.
type group struct {
	op, share, place int      // op is 0 for reads, 1 for writes; share -1 stands for all
	part             *big.Rat // of the requests that come from the place
	mass             *big.Rat // of all requests
	partFloat        float64
	massFloat        float64
}

// place is where clients are: the times that differ, ascending, and the nodes that answer within
// each.
type place struct {
	times []*big.Rat
	float []float64
	near  []uint32
	means *means // where latencies are distributions; then there are no times
}

// means are the mean times until all nodes of a set have answered, found when they are asked for.
type means struct {
	client fleet.Client
	unit   *big.Rat
	mu     sync.Mutex
	of     map[uint32]mean
}

type mean struct {
	exact *big.Rat
	float float64
}

// time returns the time of a column.
func (at *place) time(c column) mean {
	if at.means == nil {
		return mean{at.times[c.time], at.float[c.time]}
	}
	m := at.means
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.of[c.set]
	if !ok {
		var list []int32
		for i := range sets.Ones(uint64(c.set)) {
			list = append(list, int32(i))
		}
		// Each latency has a last percentile, and the context does not end.
		v, err := fleet.MeanTime(context.Background(), m.client, list)
		if err != nil {
			panic(err)
		}
		t.exact = v.Mul(v, m.unit)
		t.float, _ = t.exact.Float64()
		m.of[c.set] = t
	}
	return t
}

func newProblem(ctx context.Context, f *fleet.Fleet, goal fleet.Goal) (*problem, error) {
	n := f.N()
	if n < 1 || n > MaxNodes {
		return nil, quorum.Bad("nodes", fmt.Sprintf("%d is out of range", n), fmt.Sprintf("want from 1 to %d nodes where all systems are searched", MaxNodes))
	}
	p := &problem{fleet: f, n: n, all: 1<<n - 1, goal: goal, selfDual: f.Require.Same, silent: f.Workload.Silent}
	lying, _ := f.Lying()
	p.lying = append([]uint64{0}, quorum.Masks(lying)...)
	p.meeting = f.Require.WritesMeet && !p.selfDual
	if goal == fleet.Capacity {
		p.goal = fleet.Load
	}
	r := f.Require
	p.loadUnit, p.timeUnit = new(big.Rat), new(big.Rat)
	for _, v := range f.Nodes {
		p.loadUnit.Add(p.loadUnit, v.Reads).Add(p.loadUnit, v.Writes)
	}
	p.loadUnit.Mul(p.loadUnit, big.NewRat(1, int64(2*n)))
	if r.Capacity != nil && r.Capacity.Sign() > 0 {
		p.limit[loadLimit] = new(big.Rat).Quo(p.loadUnit, r.Capacity)
	}
	p.limit[sizeLimit] = r.Network
	if p.goal == fleet.LatencyGoal || r.Latency != nil {
		if err := p.addPlaces(); err != nil {
			return nil, err
		}
		if r.Latency != nil {
			p.limit[timeLimit] = new(big.Rat).Mul(r.Latency, p.timeUnit)
		}
	} else {
		p.timeUnit = one
		p.places = []place{{}}
	}
	for l, v := range p.limit {
		if v != nil {
			p.limitFloat[l], _ = v.Float64()
		}
	}
	if p.goal == fleet.Load || p.limit[loadLimit] != nil {
		p.addLoads()
	}
	p.addGroups()
	if p.goal == fleet.Availability || r.Availability != nil {
		var err error
		if p.sets, err = newWeights(ctx, f); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// addPlaces makes the times of each place.
func (p *problem) addPlaces() error {
	for _, c := range p.fleet.Clients {
		for i, l := range c.Latency {
			if !l.HasMean() {
				return &fleet.NoMeanError{Node: quorum.Node(i), Names: p.fleet.Names()}
			}
		}
	}
	p.timeUnit.Inv(p.fleet.LongestTime())
	for _, c := range p.fleet.Clients {
		if !c.Fixed() {
			if p.spares() {
				return &quorum.LimitError{Cause: errors.New("the best of all systems was not found: nodes may be silent while latencies are distributions")}
			}
			p.places = append(p.places, place{means: &means{client: c, unit: p.timeUnit, of: map[uint32]mean{}}})
			continue
		}
		var at place
		for i := range p.n {
			t, _ := c.Latency[i].Fixed()
			at.times = append(at.times, t)
		}
		slices.SortFunc(at.times, (*big.Rat).Cmp)
		at.times = slices.CompactFunc(at.times, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
		for k, t := range at.times {
			near := uint32(0)
			for i := range p.n {
				if own, _ := c.Latency[i].Fixed(); own.Cmp(t) <= 0 {
					near |= 1 << i
				}
			}
			at.near = append(at.near, near)
			at.times[k] = new(big.Rat).Mul(t, p.timeUnit)
			v, _ := at.times[k].Float64()
			at.float = append(at.float, v)
		}
		p.places = append(p.places, at)
	}
	return nil
}

// addLoads makes the loads of asking a node always.
func (p *problem) addLoads() {
	w := p.fleet.Workload.Shares
	p.shares = len(w)
	p.coef = make([][]*big.Rat, 2*len(w))
	p.coefFloat = make([][]float64, 2*len(w))
	for k, s := range w {
		for op, part := range []*big.Rat{s.Reads, new(big.Rat).Sub(one, s.Reads)} {
			row, float := make([]*big.Rat, p.n), make([]float64, p.n)
			for i, v := range p.fleet.Nodes {
				rate := v.Reads
				if op == 1 {
					rate = v.Writes
				}
				row[i] = new(big.Rat).Quo(part, rate)
				row[i].Mul(row[i], s.Weight).Mul(row[i], p.loadUnit)
				float[i], _ = row[i].Float64()
			}
			p.coef[op*len(w)+k], p.coefFloat[op*len(w)+k] = row, float
		}
	}
}

// addGroups makes the distributions: one for each place only where times matter, and for each share
// only where loads do.
func (p *problem) addGroups() {
	w := p.fleet.Workload
	parts := []*big.Rat{big.NewRat(1, 1)}
	if p.hasTimes() {
		parts = nil
		for _, c := range p.fleet.Clients {
			parts = append(parts, c.Share)
		}
	}
	shares := []int{-1}
	if w.Adapts && p.shares > 0 {
		shares = nil
		for k := range w.Shares {
			shares = append(shares, k)
		}
	}
	for c, part := range parts {
		for _, k := range shares {
			mean, weight := w.MeanReads(), big.NewRat(1, 1)
			if k >= 0 {
				mean, weight = w.Shares[k].Reads, w.Shares[k].Weight
			}
			for op := range 2 {
				m := new(big.Rat).Set(mean)
				if op == 1 {
					m.Sub(big.NewRat(1, 1), mean)
				}
				g := group{op: op, share: k, place: c, part: part, mass: m.Mul(m, weight).Mul(m, part)}
				g.partFloat, _ = part.Float64()
				g.massFloat, _ = g.mass.Float64()
				p.groups = append(p.groups, g)
			}
		}
	}
}

// hasTimes says whether times matter.
func (p *problem) hasTimes() bool { return p.places[0].means != nil || len(p.places[0].times) > 0 }

// counts says whether the load at share k of what group g asks counts.
func (g *group) counts(k int) bool { return g.share < 0 || g.share == k }

// goalRow returns the kind of cost that is the goal, or limits if it is none of them.
func (p *problem) goalRow() int {
	switch p.goal {
	case fleet.Load:
		return loadLimit
	case fleet.LatencyGoal:
		return timeLimit
	case fleet.Network:
		return sizeLimit
	}
	return limits
}

// value returns a figure in the units of a person for one in those of the relaxations.
func (p *problem) value(v *big.Rat) *big.Rat {
	switch p.goal {
	case fleet.Load:
		return new(big.Rat).Quo(v, p.loadUnit)
	case fleet.LatencyGoal:
		return new(big.Rat).Quo(v, p.timeUnit)
	case fleet.Availability:
		return new(big.Rat).Sub(big.NewRat(1, 1), v)
	}
	return new(big.Rat).Set(v)
}

// units returns the figure in the units of the relaxations for one in those of a person.
func (p *problem) units(v *big.Rat) float64 {
	x := new(big.Rat).Set(v)
	switch p.goal {
	case fleet.Load:
		x.Mul(x, p.loadUnit)
	case fleet.LatencyGoal:
		x.Mul(x, p.timeUnit)
	case fleet.Availability:
		x.Sub(one, x)
	}
	f, _ := x.Float64()
	return f
}

// root returns the interval of the systems that survive what is required, and have no quorum of
// witnesses alone; false where there is none.
func (p *problem) root() (interval, bool) {
	iv := interval{sets.NewTable(p.n), sets.NewTable(p.n)}
	iv.lo.Add(int(p.all))
	for s := uint32(1); s <= p.all; s++ {
		iv.hi.Add(int(s))
	}
	for down := range p.fleet.Avoided() {
		s := uint32(down.Mask())
		if !iv.include(p.all&^s) || !iv.exclude(s) {
			return iv, false
		}
	}
	return iv, p.narrow(iv)
}
