package compare

import (
	"math"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/samples"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// TestMessagesAreThoseOfRuns: every family's figure is the mean over 4,000 wishes that hardly ever
// meet, each of a random node, which takes the quorum of the row. The tolerance is five standard
// errors, and one message for each of four wishes that may meet all the same.
func TestMessagesAreThoseOfRuns(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	t.Parallel()
	const entries = 4000
	seen := map[string]bool{}
	runs := func(sizes []int, m int, given ...Given) {
		table := assert.Got(Compare(t.Context(), sizes, m, given, Options{Only: []Quantity{Messages}}))(t)
		for _, r := range table.Rows {
			seen[r.Family] = true
			structure := assert.Got(construct.Build(t.Context(), r.Spec))(t).Structure
			choice, ok := map[Choice]sim.Choice{BySites: sim.Site, ByLoad: sim.Strategy}[r.MessagesBy]
			if system, isSystem := structure.(*quorum.System); !ok || (choice == sim.Site) != (isSystem && system.HasSites()) {
				t.Errorf("%s: messages by %q", r.Spec, r.MessagesBy)
				continue
			}
			algorithm := mutex.Find("maekawa-fixed")
			switch structure.Kind() {
			case quorum.KindGroupSystem:
				algorithm = mutex.Find("maekawa-m")
			case quorum.KindKCoterie:
				algorithm = mutex.Find("protocol-p")
			}
			setup := assert.Got(mutex.NewSetup(structure, r.N, mutex.Options{Self: mutex.SelfLocal}))(t)
			requesters := assert.Got(sim.Requesters(t.Context(), structure, algorithm, setup, nil, nil, choice))(t)
			costs, squares := 0.0, 0.0
			cost := map[[2]int32]float64{}
			config := sim.Config{
				Algorithm: algorithm, Setup: setup, Requesters: requesters, Open: true, Entries: entries, Seed: 28,
				Think: sim.Exp(1e6), Latency: sim.Always(1), Critical: sim.Always(1),
				Trace: func(e sim.Event) {
					if e.What == sim.Sends {
						cost[[2]int32{e.Message.Cause.Process, int32(e.Message.Cause.Entry)}]++
					}
				},
			}
			assert.Got(sim.Run(t.Context(), config))(t)
			for _, c := range cost {
				costs, squares = costs+c, squares+c*c
			}
			mean := costs / entries
			deviation := math.Sqrt(max(0, squares/entries-mean*mean) / entries)
			if x := r.Messages.Interval; x != nil { // of two lists of quorums that are too long
				if mean < x.Low-5*deviation || mean > x.High+5*deviation {
					t.Errorf("%s by %s: %v messages an entry, %v in a run", r.Spec, r.MessagesBy, x, mean)
				}
				continue
			}
			if want, _ := r.Messages.Exact.Float64(); math.Abs(mean-want) > 5*deviation+4.0/entries {
				t.Errorf("%s by %s: %v messages an entry, %v in a run, standard error %v", r.Spec, r.MessagesBy, want, mean, deviation)
			}
		}
	}
	runs([]int{3, 4, 5, 6, 7, 11, 12, 13}, 0)
	for m := 2; m <= 5; m++ {
		runs([]int{9, 12, 16, 20}, m)
	}
	for _, spec := range samples.Forms() {
		if i := assert.Got(construct.Parse(t.Context(), spec))(t); i.Kind() == quorum.KindSharing || i.N() > 16 {
			continue
		}
		g := given(t, spec)
		runs([]int{g.System.Nodes}, g.Groups(), g)
	}
	for _, f := range construct.Families() {
		// boostfpp begins at 35 nodes, where others have more quorums than can be listed.
		if f.Kind != quorum.KindSharing && !seen[f.Name] && f.Name != "boostfpp" {
			t.Errorf("no system of the family %s has run", f.Name)
		}
	}
}

// TestDegreeOfUnlisted: the degree is that of the family, also where the quorums are not listed.
func TestDegreeOfUnlisted(t *testing.T) {
	unlisted := 0
	for _, r := range assert.Got(Compare(t.Context(), []int{4, 20}, 2, nil, Options{Only: []Quantity{Degree}}))(t).Rows {
		i := assert.Got(construct.Parse(t.Context(), r.Spec))(t)
		shape := assert.Got(i.Shape(t.Context()))(t)
		if assert.Equal(t, *r.Degree, shape.Degree, "the degree of %s", r.Spec); shape.Quorums.Int64() > 100_000 {
			unlisted++
		}
	}
	assert.True(t, unlisted > 0, "no system was too long to list")
}
