package fleet

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// The examples of quoracle (M. Whittaker et al., Read-write quorum systems made practical, PaPoC
// 2021): examples/paper.py and the README of mwhittaker/quoracle print these values in comments.

// quoracleFleet returns nodes with these read and write capacities and latencies in seconds, and
// shares of reads with weights.
func quoracleFleet(reads, writes, latency []int64, shares ...Share) *Fleet {
	f := &Fleet{Clients: []Client{{Zone: NoZone, Share: one}}, Optimize: []Goal{Load}}
	f.Workload.Shares = shares
	for i := range reads {
		f.Nodes = append(f.Nodes, Node{Name: string(rune('a' + i)), Zone: NoZone, Crash: new(big.Rat),
			Reads: big.NewRat(reads[i], 1), Writes: big.NewRat(writes[i], 1)})
		t := new(big.Rat)
		if latency != nil {
			t.SetInt64(latency[i])
		}
		f.Clients[0].Latency = append(f.Clients[0].Latency, Latency{At: []*big.Rat{one}, Time: []*big.Rat{t}})
	}
	return f
}

// expression returns the system of a formula of reads, with its dual as writes.
func expression(t testing.TB, f *Fleet, text string) System {
	t.Helper()
	formula, names := assert.Got2(quorum.ParseFormula(text))(t)
	to, _ := f.namesOf(names)
	formula = formula.Substituted(func(v int) quorum.Formula { return quorum.Leaf(to[v]) }).Over(f.N())
	return System{Name: text, Reads: formula, Writes: formula.Dual()}
}

func only(reads int64) Share { return Share{big.NewRat(reads, 100), one} }

func TestQuoraclesExamples(t *testing.T) {
	ctx := context.Background()
	ones, hundreds := []int64{1, 1, 1, 1, 1, 1}, []int64{100, 100, 50, 50}
	double := []int64{200, 200, 100, 100}
	paper := func(reads int64) *Fleet { return quoracleFleet(double, hundreds, []int64{4, 4, 1, 1}, only(reads)) }
	mixed := quoracleFleet(double, hundreds, nil)
	for _, s := range [][2]int64{{100, 1}, {75, 1}, {50, 2}, {25, 4}, {0, 10}} {
		mixed.Workload.Shares = append(mixed.Workload.Shares, Share{big.NewRat(s[0], 100), big.NewRat(s[1], 18)})
	}
	silent := paper(100)
	silent.Workload.Silent = 1
	six := func(s ...Share) *Fleet { return quoracleFleet(ones, ones, nil, s...) }
	thousands, tens := []int64{1000, 500, 1000, 500, 1000, 500}, []int64{10000, 5000, 10000, 5000, 10000, 5000}
	half := big.NewRat(1, 2)
	for _, c := range []struct {
		what, reads string
		f           *Fleet
		goal        Goal
		limits      Limits
		load        string // mean
		round       int64  // the capacity as printed, times 1000, or 0
	}{
		{"majority of 3", "a*b+b*c+a*c", quoracleFleet(ones[:3], ones[:3], nil, only(100)), Load, Limits{}, "2/3", 1500},
		{"capacities", "a*b+c*d", quoracleFleet(hundreds, hundreds, nil, only(100)), Load, Limits{}, "1/150", 150000},
		{"reads", "a*b+c*d", paper(100), Load, Limits{}, "1/300", 300000},
		{"half", "a*b+c*d", paper(50), Load, Limits{}, "1/200", 200000},
		{"writes", "a*b+c*d", paper(0), Load, Limits{}, "1/100", 100000},
		{"a distribution", "a*c+b*d", mixed, Load, Limits{}, "", 159000},
		{"choose", "choose(2,a,b,c,d)", paper(100), Load, Limits{}, "1/300", 300000},
		{"one silent", "a*b+c*d", silent, Load, Limits{}, "1/100", 100000},
		{"one silent of a majority", "choose(2,a,b,c,d)", silent, Load, Limits{}, "1/200", 200000},
		{"README 25%", "a*b*c+d*e*f", six(only(25)), Load, Limits{}, "3/8", 2667},
		{"README two shares", "a*b*c+d*e*f", six(Share{big.NewRat(3, 4), half}, Share{big.NewRat(1, 10), half}), Load, Limits{}, "97/240", 0},
		{"README unequal", "a*b*c+d*e*f", quoracleFleet(thousands, thousands, nil, only(75)), Load, Limits{}, "3/4000", 1333333},
		{"README reads", "a*b*c+d*e*f", quoracleFleet(tens, thousands, nil, only(100)), Load, Limits{}, "1/10000", 10000000},
		{"README half", "a*b*c+d*e*f", quoracleFleet(tens, thousands, nil, only(50)), Load, Limits{}, "", 3913000},
		{"README writes", "a*b*c+d*e*f", quoracleFleet(tens, thousands, nil, only(0)), Load, Limits{}, "1/2000", 2000000},
		{"limits", "a*b+c*d", paper(100), LatencyGoal, Limits{Load: big.NewRat(1, 150), Network: big.NewRat(2, 1)}, "1/150", 0},
		{"searched", "a+b+c+d", paper(100), LatencyGoal, Limits{Load: big.NewRat(1, 150), Network: big.NewRat(2, 1)}, "", 0},
	} {
		st, err := FindStrategy(ctx, c.f, expression(t, c.f, c.reads), StrategyOptions{Goal: c.goal, Limits: c.limits})
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		capacity, _ := st.Capacity.Float64()
		load, _ := st.Load.Float64()
		t.Logf("%s: load %v = %.4g, capacity %.6g, latency %v, network %v", c.what, st.Load.RatString(), load, capacity, st.Latency.RatString(), st.Network.RatString())
		if want, _ := new(big.Rat).SetString(c.load); want != nil && st.Load.Cmp(want) != 0 {
			t.Errorf("%s: load %v, not %v", c.what, st.Load, want)
		}
		if got := capacity * 1000; c.round != 0 && (got < float64(c.round)-1000 || got > float64(c.round)+1000) {
			t.Errorf("%s: capacity %v, printed %v", c.what, capacity, float64(c.round)/1000)
		}
		switch c.what {
		case "limits": // ab: 1/3, cd: 2/3
			if want := big.NewRat(2, 1); st.Latency.Cmp(want) != 0 || len(st.Menus[0].Choices) != 2 || st.Menus[0].Choices[0].Weight.Cmp(big.NewRat(1, 3)) != 0 {
				t.Errorf("%s: %v seconds by %v", c.what, st.Latency, st.Menus[0])
			}
		case "searched": // c and d alone, 1 second
			if st.Latency.Cmp(one) != 0 || st.Network.Cmp(one) != 0 || !slices.Equal(st.Menus[0].Choices[0].Nodes, []int{2}) {
				t.Errorf("%s: %v seconds by %v", c.what, st.Latency, st.Menus[0])
			}
		}
	}
}

// caseStudy is the fleet of examples/case_study.py.
func caseStudy(silent int) *Fleet {
	f := quoracleFleet([]int64{4000, 2000, 4000, 2000, 4000}, []int64{2000, 1000, 2000, 1000, 2000}, []int64{1, 1, 3, 4, 5})
	weights := []int64{10, 20, 100, 100, 100, 60, 30, 30, 20}
	for k, w := range weights {
		f.Workload.Shares = append(f.Workload.Shares, Share{big.NewRat(int64(9-k), 10), big.NewRat(w, 470)})
	}
	f.Workload.Silent = silent
	return f
}

// The paper prints the case study (section 5) in whole commands a second.
func TestQuoraclesCaseStudy(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		reads    string
		silent   int
		capacity float64
	}{
		{"majority(a,b,c,d,e)", 0, 3667}, {"a*b+c*d*e", 0, 4200}, {"a*b+a*c*e+d*e+d*c*b", 0, 4125},
		{"majority(a,b,c,d,e)", 1, 2750}, {"a*b+c*d*e", 1, 1375}, {"a*b+a*c*e+d*e+d*c*b", 1, 1375},
	} {
		f := caseStudy(c.silent)
		s := expression(t, f, c.reads)
		st := assert.Got(FindStrategy(ctx, f, s, StrategyOptions{}))(t)
		if got, _ := st.Capacity.Float64(); math.Round(got) != c.capacity {
			t.Errorf("%s, %d silent: capacity %v, printed %v", c.reads, c.silent, got, c.capacity)
		}
		limited, err := FindStrategy(ctx, f, s, StrategyOptions{Goal: LatencyGoal, Limits: Limits{Load: big.NewRat(1, 2000)}})
		assert.Equal(t, (err == nil), c.capacity > 2000, "%s, %d silent: with a load of at most 1/2000: %v", c.reads, c.silent, err)
		if err == nil && limited.Latency.Cmp(st.Latency) > 0 {
			t.Errorf("%s, %d silent: the least latency is %v, and another strategy has %v", c.reads, c.silent, limited.Latency, st.Latency)
		}
	}
}

// TestQuoraclesSilentLatency: for f > 0 quoracle (quorum_system.py, _f_resilient_quorums) stops at
// the first set along an order of the nodes that keeps a quorum without any f of them. The order is
// that of a set of Python, which for names differs from run to run, and so does the list: here
// {c,d,e} alone, or {c,d,e} with a quick spare node too, which answers after a ninth of the time.
func TestQuoraclesSilentLatency(t *testing.T) {
	f := quoracleFleet([]int64{1, 1, 1, 1}, []int64{1, 1, 1, 1}, []int64{1, 1, 9, 9}, only(100))
	f.Workload.Silent = 1
	s := expression(t, f, "a*b+b*c+c*d+b*d") // a is x, the spare one
	st, err := FindStrategy(context.Background(), f, s, StrategyOptions{Goal: LatencyGoal})
	if err != nil || st.Latency.Cmp(one) != 0 || !slices.Equal(st.Menus[0].Choices[0].Nodes, []int{0, 1, 2, 3}) {
		t.Fatalf("%+v: %v", st, err)
	}
	live := liveOf(s.Reads)
	times := timingOf(f.Clients[0])
	listed := func(order []int32) (best *big.Rat) {
		var along func(have []int32, from int)
		along = func(have []int32, from int) {
			keeps := len(have) > 0
			for i := range have {
				keeps = keeps && live(slices.Concat(have[:i], have[i+1:]))
			}
			if keeps {
				if u := times.until(have, live); best == nil || u.Cmp(best) < 0 {
					best = u
				}
				return
			}
			for j := from; j < len(order); j++ {
				along(append(slices.Clone(have), order[j]), j+1)
			}
		}
		along(nil, 0)
		return best
	}
	if first, last := listed([]int32{0, 1, 2, 3}), listed([]int32{1, 2, 3, 0}); first.Cmp(one) != 0 || last.Cmp(big.NewRat(9, 1)) != 0 {
		t.Errorf("with the spare node first %v seconds, last %v", first, last)
	}
}
