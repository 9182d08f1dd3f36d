package sim

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"coterie/construct"
)

// structured returns a run of closed and what its optimal load is asked of.
func structured(t testing.TB, spec, algorithm string, entries int) (Config, Options) {
	t.Helper()
	s, err := construct.Build(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return closed(t, spec, algorithm, entries), Options{Structure: s.Structure}
}

func TestReportDoesNotDependOnJobs(t *testing.T) {
	c, o := structured(t, "fpp:order=3", "maekawa-fixed", 300)
	c.Warmup, c.Think = 50, Distribution{Exponential, 5, 0}
	o.Replications = 7
	var reports []Report
	for _, jobs := range []int{1, 4} {
		o.Jobs = jobs
		r, err := Replicate(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, r)
	}
	if !reflect.DeepEqual(reports[0], reports[1]) {
		t.Error("two jobs report something else than one")
	}
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
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", b)
}

func TestInterval(t *testing.T) {
	// t(0.975, 4) = 2.776 and s = √2.5.
	got, ok := interval([]float64{1, 2, 3, 4, 5})
	if half := 2.776 * math.Sqrt(2.5/5); !ok || got.Mean != 3 || math.Abs(got.High-3-half) > 1e-3 || math.Abs(3-got.Low-half) > 1e-3 {
		t.Errorf("%+v", got)
	}
	if _, ok := interval([]float64{1}); ok {
		t.Error("one replication has an interval")
	}
}
