package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/quorum"
)

// structured returns a run of closed and the structure for its optimal load.
func structured(t testing.TB, spec, algorithm string, entries int) (Config, Options) {
	t.Helper()
	s := assert.Got(construct.Build(t.Context(), spec))(t)
	return closed(t, spec, algorithm, entries), Options{Structure: s.Structure}
}

func TestReportDoesNotDependOnJobs(t *testing.T) {
	c, o := structured(t, "fpp:order=3", "maekawa-fixed", 300)
	c.Warmup, c.Think = 50, Distribution{Exponential, 5, 0}
	o.Replications = 7
	var reports []Report
	for _, jobs := range []int{1, 4} {
		o.Jobs = jobs
		r := assert.Got(Replicate(t.Context(), c, o))(t)
		reports = append(reports, r)
	}
	assert.Deep(t, reports[0], reports[1], "two jobs report something else than one")
	r := reports[0]
	if r.Entries != 7*300 || r.Replications != 7 || r.Failed != 0 {
		t.Errorf("%d entries in %d replications, failed %d", r.Entries, r.Replications, r.Failed)
	}
	i, ok := r.Intervals["messages_per_entry"]
	if !ok || i.Low > *r.MessagesPerEntry || i.High < *r.MessagesPerEntry || i.Low == i.High {
		t.Errorf("%g messages per entry, interval %+v", *r.MessagesPerEntry, i)
	}
	if r.Accesses.OptimalLoad == nil || r.Accesses.OptimalLoad.String() != "4/13" {
		t.Errorf("optimal load %v, want 4/13", r.Accesses.OptimalLoad)
	}
	b := assert.Got(json.MarshalIndent(r, "", " "))(t)
	for _, key := range []string{"entries", "messages", "by_type", "messages_per_entry", "max_in_cs", "sync_delay", "waiting", "context_switches", "accesses", "violations", "stuck"} {
		assert.True(t, bytes.Contains(b, []byte(`"`+key+`":`)), "there is no key %s", key)
	}
}

func TestInterval(t *testing.T) {
	// t(0.975, 4) = 2.776 and s = √2.5.
	got, ok := interval([]share{{2, 2}, {4, 2}, {6, 2}, {8, 2}, {10, 2}})
	if half := 2.776 * math.Sqrt(2.5/5); !ok || got.Mean != 3 || math.Abs(got.High-3-half) > 1e-3 || math.Abs(3-got.Low-half) > 1e-3 {
		t.Errorf("%+v", got)
	}
	if _, ok := interval([]share{{1, 1}}); ok {
		t.Error("one replication has an interval")
	}
	if _, ok := interval([]share{{0, 0}, {0, 0}}); ok {
		t.Error("nothing over nothing has an interval")
	}
	// One draw of 20 has 1 to 3 times as many of it as its divisor says, 2 in the mean: the
	// interval holds that in about 95 % of all cases.
	random, held := rand.New(rand.NewPCG(5, 6)), 0
	for range 2000 {
		var shares []share
		for range 20 {
			over := float64(random.IntN(5))
			shares = append(shares, share{over * (1 + 2*random.Float64()), over})
		}
		if i, ok := interval(shares); ok && i.Low <= 2 && 2 <= i.High {
			held++
		}
	}
	if held < 1840 || held > 1960 {
		t.Errorf("%d of 2000 intervals hold the ratio", held)
	}
}

// TestChargesAgainstAllOfThem charges at random, some long after.
func TestChargesAgainstAllOfThem(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	c := newCharges(3)
	all, late := map[mutex.Cause]uint32{}, uint64(0)
	latest := [3]uint32{}
	c.counts = []uint32{1, 40, 0}
	for range 60_000 {
		p := random.Int32N(3)
		if random.IntN(20) == 0 || latest[p] == 0 {
			latest[p]++
			c.open(p, latest[p])
			if c.counts[p] > 0 && latest[p] >= c.counts[p] {
				all[mutex.Cause{Process: p, Entry: latest[p]}] = 0
			}
			continue
		}
		to := mutex.Cause{Process: p, Entry: latest[p] - uint32(min(random.ExpFloat64()*20, float64(latest[p]-1)))}
		_, counts := all[to]
		assert.MustEqual(t, c.charge(to), counts, "%v counts", to)
		if counts && latest[p]-to.Entry >= window {
			late++
		} else if counts {
			all[to]++
		}
	}
	c.end()
	costs := slices.Collect(maps.Values(all))
	if c.min != slices.Min(costs) || c.max != slices.Max(costs) || all[c.worst] != c.max || c.late != late || late == 0 {
		t.Errorf("%d to %d at %v, %d late; want %d to %d, %d late", c.min, c.max, c.worst, c.late, slices.Min(costs), slices.Max(costs), late)
	}
	if c.charge(mutex.Cause{}) {
		t.Error("a message of no request counts")
	}
}

func TestReportOfAnEndedContextIsOfWhatWasDone(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	c, o := structured(t, "fpp:order=2", "maekawa-fixed", 100)
	o.Replications, o.Jobs = 1000, 1
	because := errors.New("enough")
	o.Progress = func(_ string, done, _ int) {
		if done == 3 {
			stop(because)
		}
	}
	r, err := Replicate(ctx, c, o)
	if !errors.Is(err, because) || r.Replications < 3 || r.Replications > 20 || r.Entries != 100*r.Replications {
		t.Errorf("%d replications, %d entries, %v", r.Replications, r.Entries, err)
	}
}

// TestIntervalsStayWhereFiguresCanBe: shares are from 0 to 1, and nothing is below 0, however much
// the replications differ.
func TestIntervalsStayWhereFiguresCanBe(t *testing.T) {
	c := choosing(t, "fpp:order=2", "maekawa-fixed", 100, Live)
	for seed := range uint64(20) {
		for _, p := range []float64{0.2, 0.7} {
			c.CrashProbability, c.Seed = p, seed
			r := assert.Got(Replicate(t.Context(), c, Options{Replications: 3}))(t)
			for name, i := range r.Intervals {
				if i.Low < 0 || i.Mean < i.Low || i.High < i.Mean || name == "served" && i.High > 1 {
					t.Errorf("seed %d, crashes %g: %s %+v", seed, p, name, i)
				}
			}
		}
	}
}

// TestTheClockEnds: a run that a Time cannot count is an error, and time does not begin anew.
func TestTheClockEnds(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	c := closed(t, "{1}", "maekawa-fixed", 3_000_000)
	c.Think, c.Critical = Distribution{A: longest}, Distribution{A: longest}
	var wrong *quorum.InputError
	if r, err := Run(t.Context(), c); !errors.As(err, &wrong) || r.Ended > lastMoment || r.Entries < 1_000_000 {
		t.Errorf("ended at %v after %d entries: %v", r.Ended.Units(), r.Entries, err)
	}
}

// TestARunWithoutRequestsIsNotTheCheapest: a replication in which no request counts, as all are
// stuck before, says nothing about the cost of a request.
func TestARunWithoutRequestsIsNotTheCheapest(t *testing.T) {
	c, o := structured(t, "fpp:order=5", "maekawa", 300)
	c.NoFIFO, c.Latency, c.Warmup, o.Replications = true, Distribution{Exponential, 1, 0}, 300, 10
	stuck, least := false, uint32(math.MaxUint32)
	for i := range o.Replications {
		one := c
		one.Stream = uint64(i)
		r := assert.Got(Run(t.Context(), one))(t)
		if r.Requests > 0 {
			least = min(least, r.MinMessages)
		} else {
			stuck = true
		}
	}
	if r, err := Replicate(t.Context(), c, o); err != nil || !stuck || r.MinMessages != least {
		t.Errorf("%v: the cheapest of all has %d, of each %d; one without requests: %v", err, r.MinMessages, least, stuck)
	}
}

// TestWhoIsStuckIsNotTheCheapest: the messages of a request that never enters are not those of an
// entry, which needs a REQUEST, a LOCKED and a RELEASE for each of two others.
func TestWhoIsStuckIsNotTheCheapest(t *testing.T) {
	c, o := structured(t, "fpp:order=2", "maekawa", 100)
	c.Latency, c.Think, o.Replications = Distribution{Exponential, 1, 0}, Distribution{Exponential, 5, 0}, 20
	if r, err := Replicate(t.Context(), c, o); err != nil || !r.Stuck || r.MinMessages != 6 {
		t.Errorf("%v: stuck %v, and the cheapest entry has %d messages", err, r.Stuck, r.MinMessages)
	}
}
