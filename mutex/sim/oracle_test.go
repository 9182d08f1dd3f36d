package sim

import (
	"math"
	"slices"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
)

// naive computes a result once more from the trace of a run, by going over all of it for each
// figure.
type naive struct {
	c      Config
	events []Event
}

// counts reports whether a request comes after the warm-up: its wish is among the last c.Entries.
func (o naive) counts(p int32, entry uint32) bool {
	before := 0
	for _, e := range o.events {
		if e.What == Wishes {
			before++
			if e.Process == p && e.Entry == entry {
				return before > o.c.Warmup
			}
		}
	}
	return false
}

func (o naive) check(t *testing.T, r Result) {
	t.Helper()
	messages, accesses := map[mutex.Cause]uint32{}, make([]uint64, o.c.Setup.Nodes)
	var byType [mutex.Kinds]uint64
	var entries, switches, violations, inside, most, waiters, overtaken int
	var waited, delayed []Time
	last, emptied := int32(-1), Time(-1)
	asked := map[int32]Event{}
	passed, within := map[int32]int{}, map[int32]int32{}
	for _, e := range o.events {
		switch e.What {
		case Wishes:
			asked[e.Process] = e
			passed[e.Process] = 0
			waiters++
			if c := (mutex.Cause{Process: e.Process, Entry: e.Entry}); o.counts(e.Process, e.Entry) {
				messages[c] += 0
			}
		case Sends:
			if c := e.Message.Cause; o.counts(c.Process, c.Entry) {
				messages[c]++
				byType[e.Message.Kind]++
			}
		case Arrives, Tells:
			if c := e.Message.Cause; e.Message.Kind == mutex.Request && o.counts(c.Process, c.Entry) {
				accesses[e.Message.To]++
			}
		case Enters:
			waiters--
			inside++
			most = max(most, inside)
			within[e.Process] = e.Group
			for _, g := range within {
				if g != e.Group || o.c.Setup.Groups() == 1 && inside > 1 {
					violations++
					break
				}
			}
			if o.counts(e.Process, e.Entry) {
				entries++
				waited = append(waited, e.At-asked[e.Process].At)
				overtaken = max(overtaken, passed[e.Process])
				if last >= 0 && last != e.Group {
					switches++
				}
				if emptied >= 0 {
					delayed = append(delayed, e.At-emptied)
				}
			}
			emptied, last = -1, e.Group
			for p := range passed {
				passed[p]++
			}
		case Exits:
			inside--
			delete(within, e.Process)
			if inside == 0 && waiters > 0 {
				emptied = e.At
			}
		}
	}
	costs := []uint32{}
	sum := uint64(0)
	for _, n := range messages {
		costs = append(costs, n)
		sum += uint64(n)
	}
	if r.Entries != entries || r.ContextSwitches != switches || r.Violations != violations || r.MaxInCS != most || r.Overtaken != overtaken {
		t.Errorf("%d entries, %d switches, %d violations, %d inside, overtaken by %d; want %d, %d, %d, %d, %d",
			r.Entries, r.ContextSwitches, r.Violations, r.MaxInCS, r.Overtaken, entries, switches, violations, most, overtaken)
	}
	if r.Messages != sum || r.ByType != byType || r.MinMessages != slices.Min(costs) || r.MaxMessages != slices.Max(costs) || messages[r.Worst] != r.MaxMessages {
		t.Errorf("%d messages, %v, %d to %d; want %d, %v, %d to %d", r.Messages, r.ByType, r.MinMessages, r.MaxMessages, sum, byType, slices.Min(costs), slices.Max(costs))
	}
	assert.Slice(t, r.Accesses, accesses, "accesses")
	for _, s := range []struct {
		name  string
		got   Sketch
		times []Time
	}{{"waiting", r.Waiting, waited}, {"delay", r.SyncDelay, delayed}} {
		if len(s.times) == 0 || s.got.Count() != len(s.times) {
			t.Fatalf("%s: %d times, want %d", s.name, s.got.Count(), len(s.times))
		}
		slices.Sort(s.times)
		total := Time(0)
		for _, x := range s.times {
			total += x
		}
		near := func(a, b float64) bool { return math.Abs(a-b) <= 2e-3*b+2e-6 }
		median := s.times[max(1, (len(s.times)+1)/2)-1].Units()
		if !near(s.got.Mean(), total.Units()/float64(len(s.times))) || !near(s.got.Quantile(.5), median) || s.got.Max() != s.times[len(s.times)-1].Units() {
			t.Errorf("%s: mean %g, median %g, max %g; want %g, %g, %g", s.name, s.got.Mean(), s.got.Quantile(.5), s.got.Max(),
				total.Units()/float64(len(s.times)), median, s.times[len(s.times)-1].Units())
		}
	}
}

// steady computes the measurements between the first wish that counts and the last one.
func (o naive) steady(t *testing.T, r Result) {
	t.Helper()
	wishes, entries, inside := 0, 0, 0
	var begun, last, busy Time
	area := 0.0
	for _, e := range o.events {
		if wishes > o.c.Warmup && wishes < o.c.Warmup+o.c.Entries {
			area += float64(inside) * float64(e.At-last)
			if inside > 0 {
				busy += e.At - last
			}
			if e.What == Enters {
				entries++
			}
		}
		last = e.At
		switch e.What {
		case Wishes:
			if wishes++; wishes == o.c.Warmup+1 {
				begun = e.At
			}
			if wishes == o.c.Warmup+o.c.Entries && (r.Steady != e.At-begun || r.Busy != busy || r.SteadyEntries != entries || math.Abs(r.Inside-area) > 1e-9*area) {
				t.Errorf("steady for %v, busy %v, inside %g, %d entries; want %v, %v, %g, %d", r.Steady, r.Busy, r.Inside, r.SteadyEntries, e.At-begun, busy, area, entries)
			}
		case Enters:
			inside++
		case Exits:
			inside--
		}
	}
}

func TestResultOfGroupsIsThatOfItsTrace(t *testing.T) {
	for _, algorithm := range []string{"maekawa-m", "maekawa-s", "fixed-order"} {
		s := assert.Got(construct.Build(t.Context(), "surficial:n=12,m=3"))(t)
		setup := assert.Got(mutex.NewSetup(s.Structure, 9, mutex.Options{}))(t)
		for seed := range uint64(5) {
			o := naive{c: Config{
				Algorithm: mutex.Find(algorithm), Setup: setup, Entries: 120, Warmup: 20, Seed: seed,
				Latency: Distribution{Uniform, 1, 3}, Critical: Distribution{Exponential, 4, 0}, Think: Distribution{Exponential, 2, 0},
			}}
			o.c.Requesters = assert.Got(Requesters(t.Context(), s.Structure, o.c.Algorithm, setup, nil, nil, Any))(t)
			o.c.Trace = func(e Event) { o.events = append(o.events, e) }
			r, err := Run(t.Context(), o.c)
			if err != nil || len(r.Stuck) > 0 || r.ContextSwitches == 0 {
				t.Fatal(err, r.Stuck, r.ContextSwitches)
			}
			o.check(t, r)
			o.steady(t, r)
		}
	}
}

// TestMatrixSaysWhatAMessageTakes runs with latencies of their own from place to place.
func TestMatrixSaysWhatAMessageTakes(t *testing.T) {
	c := closed(t, "fpp:order=2", "maekawa-fixed", 100)
	for i := range 7 {
		c.Matrix = append(c.Matrix, nil)
		for j := range 7 {
			c.Matrix[i] = append(c.Matrix[i], float64(10*i+j))
		}
	}
	sent := map[uint64]Event{}
	c.Trace = func(e Event) {
		switch m := e.Message; e.What {
		case Sends:
			sent[e.ID] = e
		case Arrives:
			if took := e.At - sent[e.ID].At; took.Units() != float64(10*m.From+m.To) {
				t.Errorf("a message from %d to %d takes %g", m.From, m.To, took.Units())
			}
		}
	}
	r, err := Run(t.Context(), c)
	if err != nil || r.Entries != 100 {
		t.Fatal(err, r.Entries)
	}
	if got := c.MeanLatency(); got != 33 { // the mean of 10i+j over i ≠ j
		t.Errorf("mean latency %g", got)
	}
}

func TestResultIsThatOfItsTrace(t *testing.T) {
	for i, spec := range []string{"fpp:order=2", "grid:n=9", "fpp:order=3"} {
		if i > 0 && !assert.WithSlow {
			continue
		}
		for seed := range uint64(6) {
			for _, schedule := range []Schedule{Random, LIFO, Starve} {
				o := naive{c: closed(t, spec, "maekawa-fixed", 120)}
				o.c.Seed, o.c.Schedule, o.c.Warmup, o.c.NoFIFO = seed, schedule, int(seed)*7, seed%2 == 1
				o.c.Think = Distribution{Exponential, 3 * float64(seed), 0}
				o.c.Trace = func(e Event) { o.events = append(o.events, e) }
				r, err := Run(t.Context(), o.c)
				if err != nil || len(r.Stuck) > 0 {
					t.Fatal(err, r.Stuck)
				}
				o.check(t, r)
				o.order(t)
				o.steady(t, r)
			}
		}
	}
}

// flight is a message under way.
type flight struct {
	Event
	victim bool
}

// order checks that channels keep their order, and which message the schedule lets arrive.
func (o naive) order(t *testing.T) {
	t.Helper()
	var under []flight
	for _, e := range o.events {
		switch e.What {
		case Sends:
			m := e.Message
			under = append(under, flight{e, m.From == 0 && m.Kind.ToArbiter() || m.To == 0 && !m.Kind.ToArbiter()})
		case Arrives:
			i := slices.IndexFunc(under, func(f flight) bool { return f.ID == e.ID })
			if i < 0 || under[i].Message != e.Message || under[i].At > e.At {
				t.Fatalf("message %d arrives as it was not sent", e.ID)
			}
			same := func(f flight) bool { return f.Message.From == e.Message.From && f.Message.To == e.Message.To }
			if !o.c.NoFIFO && slices.IndexFunc(under, same) != i {
				t.Errorf("message %d overtakes another", e.ID)
			}
			switch newest := under[len(under)-1]; {
			case o.c.Schedule == LIFO && o.c.NoFIFO && newest.ID != e.ID, o.c.Schedule == LIFO && !same(newest):
				t.Errorf("message %d arrives, and the last one sent is %d", e.ID, newest.ID)
			case o.c.Schedule == Starve && under[i].victim && slices.ContainsFunc(under, free(under, o.c.NoFIFO)):
				t.Errorf("message %d of the victim arrives before another", e.ID)
			}
			under = slices.Delete(under, i, i+1)
		}
	}
	if len(under) > 0 {
		t.Errorf("%d messages never arrived", len(under))
	}
}

// free returns whether a message is not the victim's, and none of the victim's is before it in its
// channel.
func free(under []flight, noFIFO bool) func(flight) bool {
	return func(f flight) bool {
		return !f.victim && (noFIFO || !slices.ContainsFunc(under, func(g flight) bool {
			return g.victim && g.ID < f.ID && g.Message.From == f.Message.From && g.Message.To == f.Message.To
		}))
	}
}

// TestOpenCentralizedIsAQueue compares one server without latencies with the theory: with
// exponential times it is M/M/1, whose mean wait is ρ/(1-ρ) critical sections.
func TestOpenCentralizedIsAQueue(t *testing.T) {
	for _, rho := range []float64{0.3, 0.7} {
		c := closed(t, "fpp:order=2", "centralized", 20_000)
		c.Open, c.Warmup, c.Latency = true, 500, Distribution{}
		c.Critical = Distribution{Exponential, 1, 0}
		c.Think = Distribution{Exponential, float64(len(c.Requesters)) / rho, 0}
		r := assert.Got(Replicate(t.Context(), c, Options{Replications: 8}))(t)
		if want := rho / (1 - rho); math.Abs(r.Waiting.Mean-want) > 0.06*want {
			t.Errorf("load %g: mean wait %g, want %g", rho, r.Waiting.Mean, want)
		}
		if math.Abs(*r.Throughput-rho) > 0.03*rho {
			t.Errorf("throughput %g, want %g", *r.Throughput, rho)
		}
	}
}
