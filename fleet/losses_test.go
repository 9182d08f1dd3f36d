package fleet

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// lossFleet has nodes in two zones, that crash as repair says, or with rates by age.
func lossFleet(t *testing.T, crash string) (*Fleet, System) {
	t.Helper()
	f := read(t, fmt.Sprintf(`
nodes:
  - {name: a, zone: x, crash: {afr: 300%%%[1]s}}
  - {name: b, zone: x, crash: {afr: 100%%%[1]s}}
  - {name: c, zone: y, crash: {afr: %[2]s}}
  - {name: d, crash: {afr: 200%%%[1]s}}
zones: {x: {crash: {afr: 50%%%[1]s}}, y: {}}
`, crash, map[bool]string{true: "120%" + crash, false: "[{at: 0y, rate: 800%}, {at: 30d, rate: 10%}, {at: 2y, rate: 300%}]"}[crash != ""]))
	return f, expression(t, f, "a*b+c*d")
}

// livesIn reports whether reads, writes and both live where these parts are up: nodes, then zones.
func livesIn(f *Fleet, s System, up func(i int) bool) [3]bool {
	var nodes []int32
	for i, v := range f.Nodes {
		if up(i) && (v.Zone == NoZone || up(f.N()+v.Zone)) {
			nodes = append(nodes, int32(i))
		}
	}
	reads, writes := liveOf(s.Reads)(nodes), liveOf(s.Writes)(nodes)
	return [3]bool{reads, writes, reads && writes}
}

// TestTimeBetweenLosses: the times are those of all states, with the rates from those in which a
// quorum lives to those in which none does.
func TestTimeBetweenLosses(t *testing.T) {
	f, s := lossFleet(t, ", repair: 10d")
	l := assert.Got(FindLosses(t.Context(), f, s))(t)
	parts, _, _ := f.lives()
	var often [3]*big.Rat
	for k := range often {
		often[k] = new(big.Rat)
	}
	for state := range 1 << len(parts) {
		chance := new(big.Rat).Set(one)
		for i, p := range parts {
			x := p.down()
			if state>>i&1 == 1 {
				x.Sub(one, x)
			}
			chance.Mul(chance, x)
		}
		now := livesIn(f, s, func(i int) bool { return state>>i&1 == 1 })
		for i, p := range parts {
			if !p.crashes() || state>>i&1 == 0 {
				continue
			}
			then := livesIn(f, s, func(j int) bool { return j != i && state>>j&1 == 1 })
			for k := range now {
				if now[k] && !then[k] {
					often[k].Add(often[k], new(big.Rat).Mul(chance, p.Rates[0].Often))
				}
			}
		}
	}
	for k, got := range l.Times {
		assert.SameNumber(t, got, often[k].Inv(often[k]), "%d", k)
	}
}

// age draws the age at which something crashes that has not at age 0.
func age(r *rand.Rand, l Life) float64 {
	rest := r.ExpFloat64()
	for k, rate := range l.Rates {
		often, _ := rate.Often.Float64()
		from, _ := rate.From.Float64()
		to := math.Inf(1)
		if k+1 < len(l.Rates) {
			to, _ = l.Rates[k+1].From.Float64()
		}
		if x := rest / often; x < to-from {
			return from + x
		}
		rest -= often * (to - from)
	}
	return math.Inf(1)
}

// TestLossesSimulated: drawn crashes and repairs lose quorums after these times, in the mean.
func TestLossesSimulated(t *testing.T) {
	assert.Long(t, "over half a second of CPU")
	for _, repair := range []string{", repair: 20d", ""} {
		f, s := lossFleet(t, repair)
		l := assert.Got(FindLosses(t.Context(), f, s))(t)
		assert.Equal(t, l.Between, repair != "")
		r := rand.New(rand.NewPCG(1, 9))
		parts, _, _ := f.lives()
		const batches, losses = 60, 150 // of each kind, whose mean is taken
		var means [3][]float64
		for k := range means {
			for range batches {
				total := 0.0
				up, next := make([]bool, len(parts)), make([]float64, len(parts))
				begin := func() {
					for i, p := range parts {
						up[i], next[i] = true, age(r, p)
					}
				}
				begin()
				now := 0.0
				for lost := 0; lost < losses; {
					i := 0
					for j := range next {
						if next[j] < next[i] {
							i = j
						}
					}
					before := livesIn(f, s, func(j int) bool { return up[j] })[k]
					now, up[i] = next[i], !up[i]
					switch repaired := parts[i].Repair; {
					case up[i]:
						next[i] = now + age(r, parts[i])
					case repaired == nil:
						next[i] = math.Inf(1)
					default:
						mean, _ := repaired.Float64()
						next[i] = now + mean*r.ExpFloat64()
					}
					if before && !livesIn(f, s, func(j int) bool { return up[j] })[k] {
						lost++
						if repair == "" {
							total += now
							begin()
						}
					}
				}
				if repair != "" {
					total = now
				}
				means[k] = append(means[k], total/losses)
			}
		}
		for k, want := range l.Times {
			sum, squares := 0.0, 0.0
			for _, x := range means[k] {
				sum, squares = sum+x/batches, squares+x*x/batches
			}
			seconds, _ := want.Float64()
			// 4.5 deviations of a mean of 60; the start, when all is up, is a small part of a
			// batch.
			if deviation := math.Sqrt((squares - sum*sum) / (batches - 1)); math.Abs(sum-seconds) > 4.5*deviation {
				t.Errorf("%q, %d: %.4g ± %.2g drawn, want %.4g", repair, k, sum, deviation, seconds)
			}
		}
	}
}

// TestTimeToLoss: of nodes that are alike, k of which are needed, the mean time is the sum of
// 1/(i·rate) from i = k on; what cannot be lost never is; and why there is no time is said.
func TestTimeToLoss(t *testing.T) {
	f := read(t, "nodes: [{count: 7, crash: {afr: [{at: 0, rate: 50%}, {at: 1d, rate: 50%}]}}]")
	var parts []quorum.Formula
	for v := range 7 {
		parts = append(parts, quorum.Leaf(v))
	}
	q := quorum.Choose(5, parts...)
	l := assert.Got(FindLosses(t.Context(), f, System{Reads: q, Writes: q.Dual()}))(t)
	for k, at := range []int64{5, 3} {
		want := 0.0
		for i := at; i <= 7; i++ {
			want += 2 * 365 * 86400 / float64(i)
		}
		if got, _ := l.Times[k].Float64(); math.Abs(got-want) > l.Error*want || l.Error > 1e-7 {
			t.Errorf("%d: %v, with an error of %v; want %v", k, got, l.Error, want)
		}
	}
	f = read(t, "nodes: [{count: 18, crash: {afr: 50%}}]") // whose terms are large, and those of all nodes not
	half := anyOf(9, 18)
	alone := assert.Got(FindLosses(t.Context(), f, System{Reads: half, Writes: half}))(t)
	beside := assert.Got(FindLosses(t.Context(), f, System{Reads: half, Writes: anyOf(18, 18)}))(t)
	assert.True(t, alone.Error > 6e-9 && beside.Error >= alone.Error, "errors of %v and %v", alone.Error, beside.Error)
	f = read(t, "nodes: [{name: a, crash: {afr: [{at: 0, rate: 100000%}, {at: 10y, rate: 0}]}}, {name: b, crash: {afr: 1}}]")
	l = assert.Got(FindLosses(t.Context(), f, expression(t, f, "a+b")))(t) // a lives for ever, with a probability of e^-10000
	assert.True(t, l.Times[0] == nil && l.Times[1] != nil, "%v", l)
	f = read(t, "nodes: [a, {name: b, crash: {afr: 4%}}]")
	s := expression(t, f, "a+b")
	l = assert.Got(FindLosses(t.Context(), f, s))(t)
	assert.True(t, l.Times[0] == nil && l.Times[1] != nil, "%v", l)
	assert.Refused(FindAvailability(t.Context(), f, s))(t, "node b is never repaired")
	s.Places = [][2]quorum.Quorums{{s.Reads, s.Writes}, {s.Writes, s.Reads}} // the union of all quorums would be too good
	assert.Refused(FindLosses(t.Context(), f, s))(t, "differ from place to place")
	s.Places = nil
	for text, want := range map[string]string{
		"[{crash: 1%}, {name: b, crash: {afr: 1}}]": "says nothing of times",
	} {
		assert.Refused(FindLosses(t.Context(), read(t, "nodes: "+text), System{Reads: quorum.Leaf(0).Over(2), Writes: quorum.Leaf(0).Over(2)}))(t, want)
	}
}
