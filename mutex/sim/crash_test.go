package sim

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/measure/availability"
	"coterie/mutex"
	"coterie/quorum"
)

// choosing returns a run of all processes of a system that take their quorums in a given way.
func choosing(t testing.TB, spec, algorithm string, entries int, choice Choice) Config {
	t.Helper()
	s := assert.Got(construct.Build(t.Context(), spec))(t)
	c := assert.Got(ConfigFor(t.Context(), s.Structure, mutex.Find(algorithm), mutex.Options{}, choice))(t)
	c.Entries, c.Latency, c.Critical = entries, Distribution{Exponential, 1, 0}, Distribution{Constant, 1, 0}
	return c
}

func TestCrashesOfARunLeaveNobodyStuck(t *testing.T) {
	abandoned, unserved := 0, 0
	for _, algorithm := range mutex.Algorithms() {
		if !algorithm.Abandons || algorithm.Unsafe {
			continue
		}
		for _, spec := range []string{"fpp:order=2", "grid:n=9", "majority:n=5"} {
			for _, choice := range []Choice{Site, Any, Strategy, Live} {
				for seed := range uint64(8) {
					c := choosing(t, spec, algorithm.Name, 150, choice)
					c.Seed, c.NoFIFO, c.Detect = seed, seed%2 == 1, float64(seed)
					for v := range int32(seed % 4) {
						c.Crashes = append(c.Crashes, Crash{Node: v * 2, At: float64(seed) * float64(v+1)})
					}
					var down, known []int32
					c.Trace = func(e Event) {
						switch {
						case e.What == Crashes:
							down = append(down, e.Process)
						case e.What == Learns:
							known = append(known, e.Process)
						case e.What == Succeeds:
							known = slices.DeleteFunc(known, func(v int32) bool { return v == e.Process })
						case e.What == Arrives && e.Message.Kind.ToArbiter() && slices.Contains(down, e.Message.To):
							t.Errorf("%v arrives at node %d, which is down", e.Message.Kind, e.Message.To)
						case e.What == Wishes:
							for _, v := range c.Setup.Quorums[e.Quorum] {
								if slices.Contains(known, v) {
									t.Errorf("a quorum is asked whose member %d is known to be down", v)
								}
							}
						}
					}
					r, err := Run(t.Context(), c)
					if err != nil || len(r.Stuck) > 0 || r.Violations > 0 || r.Entries+r.Unserved != r.Requests || r.Requests != 150 {
						t.Fatalf("%s over %s, %v, seed %d: %+v, %v", algorithm.Name, spec, choice, seed, r, err)
					}
					abandoned += r.Abandoned
					unserved += r.Unserved
				}
			}
		}
	}
	if abandoned == 0 || unserved == 0 {
		t.Errorf("%d requests given up and %d not served: the test tests little", abandoned, unserved)
	}
}

// TestServedIsTheAvailability compares the requests that are served after crashes with the
// probability that a quorum lives.
func TestServedIsTheAvailability(t *testing.T) {
	const p = 0.3
	c := choosing(t, "fpp:order=2", "maekawa-fixed", 1, Live)
	c.CrashProbability = p
	r := assert.Got(Replicate(t.Context(), c, Options{Replications: 4000}))(t)
	s, _ := construct.Build(t.Context(), "fpp:order=2")
	live := assert.Got(availability.CountLive(t.Context(), s, availability.LiveOptions{}))(t)
	want, _ := live.Availability(big.NewRat(3, 10)).Float64()
	served := r.Intervals["served"]
	if math.Abs(served.Mean-want) > 3*(served.High-served.Mean) {
		t.Errorf("served %+v, availability %g", served, want)
	}
	c = choosing(t, "fpp:order=2", "maekawa-fixed", 1, Site)
	c.CrashProbability = p
	c.Entries = 21 // three of each site
	r = assert.Got(Replicate(t.Context(), c, Options{Replications: 2000}))(t)
	if own := math.Pow(1-p, 3); math.Abs(r.Intervals["served"].Mean-own) > 0.03 {
		t.Errorf("served %+v with fixed quorums, want %g", r.Intervals["served"], own)
	}
}

// TestARefusedRequestIsNotTheCheapest: a request of a site whose S_i has a node that is down costs
// no message, and is no entry.
func TestARefusedRequestIsNotTheCheapest(t *testing.T) {
	c := choosing(t, "fpp:order=2", "maekawa-fixed", 70, Site)
	c.Crashes = []Crash{{Node: 0}, {Node: 5, At: 30}}
	r, err := Run(t.Context(), c)
	if err != nil || r.Unserved == 0 || r.Entries == 0 || r.Abandoned == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if r.MinMessages < 6 { // REQUEST, LOCKED and RELEASE of two others
		t.Errorf("an entry costs %d messages", r.MinMessages)
	}
}

func TestStrategyReachesTheLoad(t *testing.T) {
	c := choosing(t, "wheel:n=6", "maekawa-fixed", 20_000, Strategy)
	s := assert.Got(construct.Build(t.Context(), "wheel:n=6"))(t)
	r := assert.Got(Replicate(t.Context(), c, Options{Structure: s.Structure}))(t)
	if want := r.Accesses.OptimalLoad.Float64(); math.Abs(*r.Accesses.Busiest-want) > 0.02*want {
		t.Errorf("the busiest node has %g of the accesses, the optimal load is %g", *r.Accesses.Busiest, want)
	}
}

func TestCheckRefuses(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"at least one entry":        func(c *Config) { c.Entries = 0 },
		"nobody wishes":             func(c *Config) { c.Requesters = nil },
		"named twice":               func(c *Config) { c.Requesters[1] = c.Requesters[0] },
		"no process 8":              func(c *Config) { c.Requesters[0].Process = 7 },
		"matrix of latencies has 1": func(c *Config) { c.Matrix = [][]float64{{1}} },
		"row 1 of the matrix":       func(c *Config) { c.Matrix = make([][]float64, 7) },
		"the time of a message":     func(c *Config) { c.Latency.A = math.NaN() },
		"the time of thinking":      func(c *Config) { c.Think = Distribution{Uniform, 3, 2} },
		"some time between":         func(c *Config) { c.Open = true },
		"no probability":            func(c *Config) { c.CrashProbability = 1.5 },
		"no node 8":                 func(c *Config) { c.Crashes = []Crash{{Node: 7}} },
		"cannot crash at -1":        func(c *Config) { c.Crashes = []Crash{{Node: 6, At: -1}} },
		"takes no quorums":          func(c *Config) { c.Algorithm, c.CrashProbability = mutex.Find("suzuki-kasami"), 0.1 },
		"when an arbiter crashes":   func(c *Config) { c.Algorithm, c.Crashes = mutex.Find("maekawa"), []Crash{{2, 1}} },
		"no quorum to take":         func(c *Config) { c.Requesters[0].Menus = []Menu{{}} },
		"no -1 entries":             func(c *Config) { c.Warmup = -1 },
		"time to learn of a crash":  func(c *Config) { c.Detect = -1 },
	} {
		c := closed(t, "fpp:order=2", "maekawa-fixed", 10)
		spoil(&c)
		_, err := Run(t.Context(), c)
		if !errors.As(err, new(*quorum.InputError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
