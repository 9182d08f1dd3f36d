package measure_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/solve/readonce"
	"coterie/measure"
	"coterie/measure/loads"
	"coterie/quorum"
)

// organisations returns the spec of a majority of n organisations of three nodes, where two nodes
// speak for their organisation.
func organisations(n int) string {
	return fmt.Sprintf("hierarchical:outer=(majority:n=%d),inner=(majority:n=3)", n)
}

func knownBySpec(t testing.TB, spec string, list bool) quorum.Known {
	t.Helper()
	s, err := construct.Parse(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	k := quorum.Known{Kind: quorum.KindSystem, Name: spec, Nodes: s.N(), Formulas: s.Formulas(), Unlisted: "not listed"}
	if list {
		k.Structure = assert.Got(s.Build(context.Background(), 0))(t)
	}
	return k
}

// A system with closed forms uses them at every size, listed or not; where the same system comes as
// a mere list, its figures are the same.
func TestClosedFormsAtEverySize(t *testing.T) {
	for _, spec := range []string{
		organisations(2), organisations(3), organisations(4), organisations(5), "majority:n=3", "majority:n=8",
		"wall:rows=1-2-3", "wheel:n=6", "tree:height=2", "weighted:votes=3-2-2-1-1",
	} {
		listed := knownBySpec(t, spec, true)
		unlisted := knownBySpec(t, spec, false)
		bare := listed
		bare.Formulas = nil
		var reports []measure.Report
		for _, k := range []quorum.Known{listed, unlisted, bare} {
			r := assert.Got(measure.Measure(t.Context(), k, measure.Options{Jobs: 1}))(t)
			reports = append(reports, r)
		}
		for i, r := range reports[:2] {
			for _, key := range []string{"load", "resilience", "live_sets", "nondominated"} {
				assert.Equal(t, r.Methods[key], readonce.Method, "%s, %d: %s by", spec, i, key)
			}
		}
		want := figures(reports[2])
		for i, r := range reports[:2] {
			assert.Equal(t, figures(r), want, "%s, %d: by closed forms and by the list", spec, i)
		}
		// The strategy names quorums of the list, and is checked with them.
		f, _ := listed.List()
		l := assert.Got(loads.Find(t.Context(), listed, loads.Options{}))(t)
		if err := loads.Check(t.Context(), f, l); err != nil || l.Method != readonce.Method {
			t.Errorf("%s: %v, by %s", spec, err, l.Method)
		}
	}
	for _, n := range []int{9, 10, 11, 12} {
		k := knownBySpec(t, organisations(n), false)
		r, err := measure.Measure(t.Context(), k, measure.Options{Jobs: 1})
		if err != nil || r.Methods["load"] != readonce.Method || r.Load == nil || !measure.NeedsNoList(k.Formulas[0]) {
			t.Errorf("%d organisations: %v, load by %q", n, err, r.Methods["load"])
		}
	}
	votes := knownBySpec(t, "weighted:votes=9-8-7-6-5-4-3-2-1", false)
	if measure.NeedsNoList(votes.Formulas[0]) {
		t.Error("general votes may need their list")
	}
}

// figures writes the figures of a report that have one value.
func figures(r measure.Report) string {
	var b strings.Builder
	fmt.Fprint(&b, r.Quorums, *r.MinQuorum, *r.MaxQuorum, r.MinResponsibility, r.MaxResponsibility, " load ", r.Load,
		" resilience ", *r.Resilience, " live ", r.LiveSets, r.Nondominated, r.Intersecting)
	for _, a := range r.Availability {
		fmt.Fprint(&b, " ", a.FailureText(12))
	}
	for _, l := range r.Limits {
		fmt.Fprint(&b, " ", l.Name, l.Slack)
	}
	return b.String()
}

// BenchmarkOrganisations measures majorities of organisations around the size up to which quorums
// are listed: the time does not fall where the system grows.
func BenchmarkOrganisations(b *testing.B) {
	for _, n := range []int{9, 10, 11, 12} {
		k := knownBySpec(b, organisations(n), false)
		b.Run(fmt.Sprintf("organisations=%d", n), func(b *testing.B) {
			for b.Loop() {
				if r, err := measure.Measure(b.Context(), k, measure.Options{}); err != nil || r.Load.Rat().Cmp(new(big.Rat)) <= 0 {
					b.Fatal(err)
				}
			}
		})
	}
}
