package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestCheckStrategyRefuses: a strategy with one number changed is refused.
func TestCheckStrategyRefuses(t *testing.T) {
	ctx := context.Background()
	f := caseStudy(0)
	s := expression(t, f, "a*b+c*d*e")
	for what, change := range map[string]func(*Strategy){
		"nothing":  func(*Strategy) {},
		"weight":   func(st *Strategy) { st.Menus[0].Choices[0].Weight = big.NewRat(1, 1000) },
		"node":     func(st *Strategy) { st.Menus[0].Choices[0].Nodes = []int{0, 2} },
		"load":     func(st *Strategy) { st.Load = new(big.Rat).Mul(st.Load, big.NewRat(99, 100)) },
		"value":    func(st *Strategy) { st.Value = new(big.Rat).Mul(st.Value, big.NewRat(99, 100)) },
		"latency":  func(st *Strategy) { st.Latency = new(big.Rat) },
		"capacity": func(st *Strategy) { st.Capacity = st.Load },
		"network":  func(st *Strategy) { st.Network = new(big.Rat) },
		"limit":    func(st *Strategy) { st.Limits.Network = big.NewRat(1, 1) },
		"place":    func(st *Strategy) { st.Menus[0].Operation = Writes },
		"goal":     func(st *Strategy) { st.Goal = Network },
		"price":    func(st *Strategy) { st.Prices.Load = big.NewRat(2, 1) },
		"node price": func(st *Strategy) {
			for i, y := range st.Prices.Nodes[3] {
				st.Prices.Nodes[3][i] = new(big.Rat).Mul(y, big.NewRat(1, 2))
			}
		},
		"negative": func(st *Strategy) { st.Prices.Nodes[0][0] = big.NewRat(-1, 10) },
	} {
		st := assert.Got(FindStrategy(ctx, f, s, StrategyOptions{}))(t)
		change(st)
		if err := CheckStrategy(ctx, f, s, st); (err == nil) != (what == "nothing") {
			t.Errorf("%s changed: %v", what, err)
		}
	}
}

// TestRelabelledAndScaled: renaming nodes changes nothing, capacities in another unit scale the
// load, one more quorum never hurts.
func TestRelabelledAndScaled(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(9, 10))
	for range 15 {
		n := 3 + r.IntN(4)
		f, s := mixedFleet(r, n), mixedSystem(r, n)
		f.Workload.Silent = 0
		opts := StrategyOptions{Goal: []Goal{Load, LatencyGoal, Network}[r.IntN(3)]}
		st := assert.Got(FindStrategy(ctx, f, s, opts))(t)
		to := r.Perm(n)
		g := *f
		g.Nodes, g.Clients = make([]Node, n), nil
		for i, v := range f.Nodes {
			v.Reads, v.Writes = new(big.Rat).Mul(v.Reads, big.NewRat(7, 2)), new(big.Rat).Mul(v.Writes, big.NewRat(7, 2))
			g.Nodes[to[i]] = v
		}
		for _, c := range f.Clients {
			moved := make([]Latency, n)
			for i, l := range c.Latency {
				moved[to[i]] = l
			}
			c.Latency = moved
			g.Clients = append(g.Clients, c)
		}
		reads, _ := s.Reads.List()
		writes, _ := s.Writes.List()
		again := assert.Got(FindStrategy(ctx, &g, System{Reads: reads.Relabelled(to), Writes: writes.Relabelled(to)}, opts))(t)
		want := st.Value
		if opts.Goal == Load {
			want = new(big.Rat).Mul(want, big.NewRat(2, 7))
		}
		assert.SameNumber(t, again.Value, want, "%s is %v, of the nodes in another order and unit", opts.Goal, want)
		more := assert.Got(quorum.FamilyOfMasks(n, []uint{1 + r.UintN(1<<n-1)}))(t)
		richer, err := FindStrategy(ctx, f, System{Reads: quorum.Concat(reads, more), Writes: writes}, opts)
		if err != nil || richer.Value.Cmp(st.Value) > 0 {
			t.Errorf("with one quorum more %s is above %v: %v %v", opts.Goal, st.Value, richer, err)
		}
	}
}

func TestPlace(t *testing.T) {
	ctx := context.Background()
	f := caseStudy(0)
	for _, c := range []struct {
		spec string
		ok   bool
		at   []int32 // the first read quorum
	}{
		{"expr:e*d+c*b*a", true, []int32{3, 4}}, // names of the fleet
		{"expr:e*d", true, []int32{3, 4}},       // of some of its nodes
		{"expr:x*y+z*u*v", true, []int32{0, 1}}, // other names count as numbers
		{"expr:x*y", false, nil},
		{"expr:e*d*c+b*x", false, nil}, // some of the names are names of the fleet
		{"majority:n=5", true, []int32{0, 1, 2}},
		{"majority:n=7", false, nil},
		{"surficial:n=3,m=3", false, nil},
		{"read-write-grid:rows=1,columns=5", true, nil},
	} {
		k := assert.Got(construct.Build(ctx, c.spec))(t, "%s", c.spec)
		s, err := f.Place(k)
		assert.Equal(t, (err == nil), c.ok, "%s: %v", c.spec, err)
		if err != nil {
			if !errors.As(err, new(*quorum.InputError)) {
				t.Errorf("%s: %v is no *quorum.InputError", c.spec, err)
			}
			continue
		}
		assert.NoError(t, s.Meets(ctx), "%s", c.spec)
		if list, ok := s.Reads.List(); c.at != nil && (!ok || !quorum.SetOf(as[int](list.Quorum(0))...).Equal(quorum.SetOf(as[int](c.at)...))) {
			t.Errorf("%s: reads begin with %v, not %v", c.spec, list.Set(0), c.at)
		}
	}
}

func TestMeets(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(11, 12))
	met := map[bool]int{}
	for range 300 {
		n := 2 + r.IntN(5)
		family := func() quorum.Family {
			masks := make([]uint, 1+r.IntN(3))
			for i := range masks {
				masks[i] = 1 + r.UintN(1<<n-1) | 1<<r.IntN(n)
			}
			return assert.Got(quorum.FamilyOfMasks(n, masks))(t)
		}
		reads, writes := family(), family()
		want := true
		for i := range reads.Len() {
			for j := range writes.Len() {
				want = want && reads.Set(i).Intersects(writes.Set(j))
			}
		}
		met[want]++
		err := System{Reads: reads, Writes: writes}.Meets(ctx)
		var input *quorum.InputError
		switch {
		case (err == nil) != want:
			t.Errorf("%v and %v: %v", reads.Sets(), writes.Sets(), err)
		case err != nil && (!errors.As(err, &input) || !showsMiss(err, reads, writes)):
			t.Errorf("%v and %v: %v shows nothing", reads.Sets(), writes.Sets(), err)
		}
	}
	if met[true] < 20 || met[false] < 20 {
		t.Error(met)
	}
	big := quorum.Choose(26, func() (parts []quorum.Formula) {
		for v := range 50 {
			parts = append(parts, quorum.Leaf(v))
		}
		return
	}()...)
	assert.NoError(t, (System{Reads: big, Writes: big}).Meets(ctx))
	assert.NoError(t, (System{Reads: big, Writes: big.Dual()}).Meets(ctx))
	assert.Fails(t, (System{Reads: big.Dual(), Writes: big.Dual()}).Meets(ctx), "", "two sets of 25 of 50 nodes meet")
}

// showsMiss reports whether an error names a read and a write quorum that miss each other.
func showsMiss(err error, reads, writes quorum.Family) bool {
	for _, r := range reads.Sets() {
		for _, w := range writes.Sets() {
			if !r.Intersects(w) && strings.Contains(err.Error(), fmt.Sprintf("the read quorum %v and the write quorum %v have", r, w)) {
				return true
			}
		}
	}
	return false
}

// TestUncertainLatencies: with distributions the strategy counts means, and says which node has
// none.
func TestUncertainLatencies(t *testing.T) {
	ctx := context.Background()
	f := caseStudy(0)
	wait := func(at, time int64) Latency { // uniform to time, if at is 100
		return Latency{At: []*big.Rat{big.NewRat(at, 100)}, Time: []*big.Rat{big.NewRat(time, 1)}}
	}
	for i := range f.Nodes {
		f.Clients[0].Latency[i] = Latency{At: []*big.Rat{new(big.Rat), one}, Time: []*big.Rat{new(big.Rat), big.NewRat(6, 1)}}
	}
	s := expression(t, f, "a*b+c*d*e")
	st, err := FindStrategy(ctx, f, s, StrategyOptions{Goal: LatencyGoal})
	if err != nil {
		t.Fatal(err)
	}
	// The later of two answers that are uniform in 0..6 comes after 4 seconds in the mean.
	assert.SameNumber(t, st.Latency, big.NewRat(4, 1), "latency")
	f.Clients[0].Latency[2] = wait(99, 1)
	st, err = FindStrategy(ctx, f, s, StrategyOptions{})
	if err != nil || st.Latency != nil || !errors.As(st.NoLatency, new(*NoMeanError)) {
		t.Errorf("%v, %v", st, err)
	}
	if _, err = FindStrategy(ctx, f, s, StrategyOptions{Goal: LatencyGoal}); !errors.As(err, new(*NoMeanError)) {
		t.Error(err)
	}
}

func TestFindFigures(t *testing.T) {
	ctx := context.Background()
	f := caseStudy(0)
	f.Require.Latency = big.NewRat(2, 1)
	x, err := FindFigures(ctx, f, expression(t, f, "a*b+c*d*e"), StrategyOptions{})
	if err != nil || x.Best == nil || x.Single == nil || x.Adapting == nil || len(x.Curve) < 2 || x.Chances == nil || len(x.Survives) == 0 {
		t.Fatalf("%+v: %v", x, err)
	}
	if x.Adapting.Load.Cmp(x.Single.Load) >= 0 || x.Alone[Load].Load.Cmp(x.Best.Load) >= 0 || x.Best.Latency.Cmp(f.Require.Latency) > 0 {
		t.Errorf("loads %v, %v, %v, %v; latency %v", x.Adapting.Load, x.Single.Load, x.Alone[Load].Load, x.Best.Load, x.Best.Latency)
	}
	// The curve at the shares of the workload is the load of a strategy that adapts.
	mean := new(big.Rat)
	for _, s := range f.Workload.Shares {
		for i := range x.Curve[1:] {
			p, q := x.Curve[i], x.Curve[i+1]
			if p.Reads.Cmp(s.Reads) < 0 && s.Reads.Cmp(q.Reads) <= 0 {
				y := slope(p, q)
				y.Mul(y, new(big.Rat).Sub(s.Reads, p.Reads))
				mean.Add(mean, y.Mul(y.Add(y, p.Load), s.Weight))
			}
		}
	}
	assert.SameNumber(t, mean, x.Adapting.Load, "adapting reaches %v, the curve", x.Adapting.Load)
	f.Require.Latency = big.NewRat(1, 2)
	if x, err = FindFigures(ctx, f, expression(t, f, "a*b+c*d*e"), StrategyOptions{}); err != nil || x.Best != nil || x.Strategy() == nil || !errors.As(x.NoBest, new(*InfeasibleError)) {
		t.Errorf("%+v: %v", x, err)
	}
	f.Require.Latency, f.Clients[0].Latency[2].At = nil, []*big.Rat{big.NewRat(99, 100)}
	if x, err = FindFigures(ctx, f, expression(t, f, "a*b+c*d*e"), StrategyOptions{}); err != nil || x.Best == nil || x.Best.NoLatency == nil || x.Alone[LatencyGoal] != nil {
		t.Errorf("without means: %+v: %v", x, err)
	}
}
