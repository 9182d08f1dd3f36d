package measure_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/measure"
	"coterie/measure/availability"
	"coterie/measure/liars"
	"coterie/measure/loads"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// The facts that a family states about its systems agree with the figures, for all default systems
// of few nodes.
func TestProvedAgreesWithTheFigures(t *testing.T) {
	said := map[string]int{}
	for _, f := range construct.Families() {
		for n := 1; n <= 35; n++ {
			for m := 2; m <= 3; m++ {
				i, err := f.ForN(n, m)
				if err != nil {
					continue
				}
				p := i.Proved()
				if p.Meet == quorum.Holds {
					said[f.Name]++
				}
				s, err := i.Build(t.Context(), 5000)
				var many *quorum.TooManyError
				if errors.As(err, &many) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				checkProved(t, i.Spec(), s, p)
				if !f.Groups() {
					break
				}
			}
		}
	}
	for _, f := range construct.Families() {
		if f.HasDefault() && f.Kind != quorum.KindKCoterie && f.Kind != quorum.KindSharing && said[f.Name] == 0 {
			t.Errorf("%s does not say that its quorums meet", f.Name)
		}
	}
}

func checkProved(t *testing.T, spec string, s quorum.Structure, p quorum.Proved) {
	t.Helper()
	if g, ok := s.(*quorum.GroupSystem); ok && p.Meet == quorum.Holds {
		assert.Equal(t, quorum.JudgeCrossIntersection(t.Context(), g, quorum.Options{}).Holds, quorum.Holds, "%s", spec)
	}
	system, ok := s.(*quorum.System)
	if !ok {
		return
	}
	f := system.Family()
	assert.Equal(t, quorum.JudgeIntersection(t.Context(), f, quorum.Options{}).Holds, p.Meet, "%s", spec)
	if !p.Transversal.Empty() {
		found, err := transversals.Smallest(t.Context(), f, transversals.Options{})
		if err != nil || found.Size != p.Transversal.Len() {
			t.Errorf("%s: a smallest transversal has %d nodes, not %v, %v", spec, found.Size, p.Transversal, err)
		}
		for _, q := range f.Sets() {
			assert.True(t, q.Intersects(p.Transversal), "%s: %v does not meet %v", spec, p.Transversal, q)
		}
	}
	if !p.Sharing[0].Empty() {
		found := assert.Got(liars.Find(t.Context(), []quorum.Family{f}, 1))(t)
		assert.Equal(t, p.Sharing[0].Intersect(p.Sharing[1]).Len(), found.Least, "%s: two quorums share", spec)
		for _, q := range p.Sharing {
			assert.True(t, slices.ContainsFunc(f.Sets(), q.Equal), "%s: %v is no quorum", spec, q)
		}
		r := assert.Got(measure.Measure(t.Context(), quorum.KnownOf(s), measure.Options{Only: []measure.Figure{measure.ByzantineFigure}}))(t)
		without := assert.Got(measure.Measure(t.Context(), quorum.Known{Kind: s.Kind(), Nodes: s.N(), Unlisted: "no list", Proved: p}, measure.Options{Only: []measure.Figure{measure.ByzantineFigure}}))(t)
		if without.Byzantine != nil { // else the pair does not settle the opaque ones
			assert.Equal(t, fmt.Sprint(*without.Byzantine.Masking, without.Byzantine.Opaque == nil), fmt.Sprint(*r.Byzantine.Masking, r.Byzantine.Opaque == nil), "%s", spec)
		}
	}
	if p.Survival != nil {
		known := quorum.Known{Kind: quorum.KindSystem, Nodes: f.N(), Structure: s, Proved: p}
		want := assert.Got(availability.CountLive(t.Context(), f, availability.LiveOptions{}))(t)
		got := assert.Got(availability.CountLive(t.Context(), known.Cartels()[0], availability.LiveOptions{}))(t)
		assert.Equal(t, fmt.Sprint(got.Counts), fmt.Sprint(want.Counts), "%s: live sets", spec)
		x := bounds.FractionOf(2, 7)
		point, ok := availability.Closed(t.Context(), known.Cartels()[0], x)
		assert.True(t, ok, "%s: no closed form", spec)
		assert.SameNumber(t, point.ExactFailure(), want.Failure(x.Rat()), "%s: failure", spec)
	}
	if p.Load != nil {
		assert.SameNumber(t, assert.Got(loads.Find(t.Context(), f, loads.Options{}))(t).Value.Rat(), p.Load, "%s: the load", spec)
	}
	if p.Nondominated != quorum.Unknown {
		d, err := measure.JudgeDomination(t.Context(), []quorum.Family{f}, measure.DominationOptions{})
		if err != nil || d.Dominated() == (p.Nondominated == quorum.Holds) {
			t.Errorf("%s: dominated %t, %v", spec, d.Dominated(), err)
		}
	}
}

// A system of too many quorums to list has the figures that its theorems know, and a reason for
// every other.
func TestFiguresWithoutAList(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{"paths:d=5", "true 5 null false"},
		{"triangle-lattice:rows=11", "true 10 1/6 true"},
		{"triangle-lattice:rows=20", "true 19 2/21 true"},
	} {
		known := assert.Got(construct.Build(t.Context(), c.spec))(t)
		r := assert.Got(measure.Measure(t.Context(), known, measure.Options{}))(t)
		load := "null"
		if r.Load != nil {
			load = r.Load.String()
		}
		assert.Equal(t, fmt.Sprint(r.Intersecting == quorum.Holds, " ", *r.Resilience, " ", load, " ", r.Nondominated == quorum.Holds), c.want, "%s", c.spec)
		if r.Nondominated == quorum.Fails && r.DominationWitness == nil {
			t.Errorf("%s: no witness", c.spec)
		}
		for key, method := range map[string]string{"intersecting": "construction", "resilience": "construction", "nondominated": "construction"} {
			if !strings.HasPrefix(r.Methods[key], method) || r.Reasons[key].Text != "" {
				t.Errorf("%s: %s by %q, open because %q", c.spec, key, r.Methods[key], r.Reasons[key].Text)
			}
		}
		open := []string{"quorums", "max_quorum", "strategy"}
		if known.Nodes > 128 {
			open = append(open, "live_sets", "availability")
		} else {
			assert.Equal(t, len(r.LiveSets), known.Nodes+1, "%s", c.spec)
			assert.True(t, len(r.Availability) > 0 && r.Availability[0].ExactFailure() != nil && r.Availability[0].Floor != nil, "%s: no exact availability", c.spec)
		}
		assert.Equal(t, *r.MinIntersection, 1, "%s", c.spec)
		assert.Equal(t, *r.Byzantine.Masking, 0, "%s", c.spec)
		for _, key := range open {
			if r.Reasons[key].Text == "" {
				t.Errorf("%s: %s has no reason", c.spec, key)
			}
		}
	}
}

// TestGridTransversals: the smallest transversals of grids meet every quorum, and no search finds a
// smaller one. Where the search is not exact, its bounds hold.
func TestGridTransversals(t *testing.T) {
	for n := 1; n <= 300; n++ {
		i := assert.Got(construct.Parse(t.Context(), fmt.Sprintf("grid:n=%d", n)))(t)
		set := i.Proved().Transversal
		f := assert.Got(i.Build(t.Context(), 0))(t).(*quorum.System).Family()
		for _, q := range f.Sets() {
			if !q.Intersects(set) {
				t.Fatalf("n = %d: %v does not meet %v", n, set, q)
			}
		}
		h, w, r := construct.GridLayout(n)
		want := h - 1 // as the theorem says
		switch u := w - r; {
		case u == 0:
			want = w
		case w < h, u >= 4:
			want = h - 2
		}
		assert.Equal(t, set.Len(), want, "n = %d", n)
		if n > 60 {
			continue
		}
		found, err := transversals.Smallest(t.Context(), f, transversals.Options{Jobs: 1, MaxNodes: 200_000})
		if err == nil && found.Size != want || want < found.Lower || want > found.Size {
			t.Errorf("n = %d: %v, and a smallest transversal has %d to %d nodes", n, set, found.Lower, found.Size)
		}
	}
}
