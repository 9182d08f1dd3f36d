package measure_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/measure"
	"coterie/quorum"
)

// subjectOf builds the system that a spec names.
func subjectOf(t testing.TB, spec string) quorum.Known {
	t.Helper()
	source := assert.Got(construct.Open(context.Background(), spec, nil))(t)
	s := assert.Got(source.Build(context.Background(), 0))(t)
	system := quorum.KnownOf(s)
	system.Formulas = source.Formulas
	return system
}

func measured(t testing.TB, s quorum.Known, opts measure.Options) measure.Report {
	t.Helper()
	return assert.Got(measure.Measure(context.Background(), s, opts))(t)
}

// TestReportKeys holds the JSON form to its contract: scripts depend on the keys.
func TestReportKeys(t *testing.T) {
	family := "load capacity strategy node_weights resilience smallest_transversal resilience_proof live_sets availability"
	sizes := "quorums min_quorum max_quorum min_responsibility max_responsibility"
	for spec, want := range map[string]string{
		"fpp:order=2":          "intersecting kind name n " + sizes + " " + family + " nondominated domination_witness min_intersection min_intersection_witness byzantine writes_meet limits methods reasons",
		"surficial:n=12,m=3":   "intersecting kind name n " + sizes + " degree uniform mix mix_load mix_strategies mix_node_weights nondominated domination_witness min_intersection min_intersection_witness byzantine writes_meet cartels limits methods reasons",
		"sharing:alpha=1+2-2":  "intersecting kind name n " + sizes + " nondominated domination_witness min_intersection byzantine writes_meet cartels limits methods reasons",
		"expr:a*b+c":           "intersecting kind name n names roles " + sizes + " degree uniform mix mix_load mix_strategies mix_node_weights nondominated domination_witness min_intersection min_intersection_witness byzantine writes_meet cartels limits methods",
		"majority:n=3 k":       "intersecting kind n k " + sizes + " " + family + " nondominated domination_witness min_intersection byzantine writes_meet concurrency dominating semicoterie_nondominated semicoterie_witness limits methods reasons",
		"surficial:n=12,m=3 1": sizes + " " + family + " degree disjoint_quorums degree_proof methods",
	} {
		spec, which, _ := strings.Cut(spec, " ")
		s := subjectOf(t, spec)
		if which == "k" {
			f := assert.Got(quorum.NewFamily(4, [][]int{{0, 1}, {2, 3}, {0, 2}, {1, 3}, {0, 3}, {1, 2}}))(t)
			k := assert.Got(quorum.NewKCoterie("", 2, f, nil))(t)
			s = quorum.KnownOf(k)
		}
		text := assert.Got(json.Marshal(measured(t, s, measure.Options{})))(t)
		var got map[string]json.RawMessage
		assert.OK(t, json.Unmarshal(text, &got))
		if which == "1" {
			var cartels []map[string]json.RawMessage
			assert.OK(t, json.Unmarshal(got["cartels"], &cartels))
			got = cartels[0]
		}
		wanted := strings.Fields(want)
		slices.Sort(wanted)
		assert.Slice(t, slices.Sorted(maps.Keys(got)), wanted, "%s %s: keys", spec, which)
	}
}

// TestMeasureOfEveryFamily: the figures of every default system that can be listed agree with each
// other and with every limit (a figure beyond one panics), with the closed forms of the family, and
// every null has a reason.
func TestMeasureOfEveryFamily(t *testing.T) {
	assert.Long(t, "it measures every family")
	greatest := assert.Sized(11, 26)
	seen := 0
	for _, f := range construct.Families() {
		if !f.HasDefault() {
			continue
		}
		for n := 1; n <= greatest; n++ {
			for m := 2; m <= 4; m++ {
				i, err := f.ForN(n, m)
				if err != nil || m > 2 && !f.Groups() && !f.Holders() {
					continue
				}
				shape, err := i.Shape(t.Context())
				if err != nil || shape.Quorums == nil || shape.Quorums.IsInt64() && shape.Quorums.Int64() > 3000 {
					continue
				}
				seen++
				checkReport(t, i, shape)
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d systems measured", seen)
	}
}

func checkReport(t *testing.T, i *construct.Instance, shape construct.Shape) {
	t.Helper()
	r := measured(t, subjectOf(t, i.Spec()), measure.Options{MaxStates: 100_000, Samples: 1000})
	if r.Quorums.Cmp(shape.Quorums) != 0 || *r.MinQuorum != shape.MinQuorum || *r.MaxQuorum != shape.MaxQuorum ||
		r.MinResponsibility.Cmp(shape.MinResponsibility) != 0 || r.MaxResponsibility.Cmp(shape.MaxResponsibility) != 0 {
		t.Errorf("%s: sizes %v, the family says %+v", i.Spec(), r.Sizes, shape)
	}
	if i.Family().Groups() && (r.Degree == nil || shape.Degree != 0 && *r.Degree != shape.Degree) {
		t.Errorf("%s: degree %v, the family says %d", i.Spec(), r.Degree, shape.Degree)
	}
	if r.Kind == quorum.KindSystem && r.Nondominated == quorum.Unknown {
		t.Errorf("%s: domination is open: %s", i.Spec(), r.Reasons["nondominated"].Text)
	}
	for _, key := range r.Open() {
		if !strings.HasSuffix(key, "live_sets") && !strings.HasSuffix(key, "availability") &&
			(r.Kind != quorum.KindKCoterie || key != "nondominated") {
			t.Errorf("%s: %s is open", i.Spec(), key)
		}
	}
	if len(r.Limits) == 0 {
		t.Errorf("%s: no limit applies", i.Spec())
	}
}

// TestMeasureOfFormulasAgrees: figures without a list agree with figures with one.
func TestMeasureOfFormulasAgrees(t *testing.T) {
	for _, spec := range []string{
		"majority:n=7", "majority:n=8", "wall:rows=1-2-3", "wheel:n=6", "tree:height=2", "tree:height=3", "weighted:votes=3-2-2-1-1",
		"hierarchical:outer=(majority:n=3),inner=(wheel:n=4)", "gifford:votes=2-1-1-1,read=2,write=4", "lift:m=3,of=(majority:n=5)", "singleton:n=4",
		"expr:a*(b+c) + d*e",
	} {
		listed := subjectOf(t, spec)
		unlisted := listed
		unlisted.Structure, unlisted.Unlisted = nil, "not listed here"
		a, b := measured(t, listed, measure.Options{}), measured(t, unlisted, measure.Options{})
		if a.Quorums.Cmp(b.Quorums) != 0 || *a.MinQuorum != *b.MinQuorum || *a.MaxQuorum != *b.MaxQuorum || a.Nondominated != b.Nondominated {
			t.Errorf("%s: %v, %v listed and %v, %v not", spec, a.Sizes, a.Nondominated, b.Sizes, b.Nondominated)
		}
		if a.FamilyFigures != nil {
			sameFigures(t, spec, *a.FamilyFigures, *b.FamilyFigures)
		}
		for k := range a.Cartels {
			sameFigures(t, fmt.Sprintf("%s, cartel %d", spec, k), a.Cartels[k].FamilyFigures, b.Cartels[k].FamilyFigures)
			assert.Equal(t, *a.Cartels[k].Degree, *b.Cartels[k].Degree, "%s, cartel %d: degree", spec, k)
		}
	}
}

func sameFigures(t *testing.T, where string, a, b measure.FamilyFigures) {
	t.Helper()
	if a.Load == nil || b.Load == nil || a.Load.Cmp(*b.Load) != 0 {
		t.Errorf("%s: load %v and %v", where, a.Load, b.Load)
	}
	if a.Resilience == nil || b.Resilience == nil || *a.Resilience != *b.Resilience {
		t.Errorf("%s: resilience %v and %v", where, a.Resilience, b.Resilience)
	}
	if fmt.Sprint(a.LiveSets) != fmt.Sprint(b.LiveSets) || len(a.LiveSets) == 0 {
		t.Errorf("%s: live sets %v and %v", where, a.LiveSets, b.LiveSets)
	}
	if len(a.Availability) != 4 || len(b.Availability) != 4 || a.Availability[2].FailureText(17) != b.Availability[2].FailureText(17) {
		t.Errorf("%s: availability %v and %v", where, a.Availability, b.Availability)
	}
}

// TestMeasureStops: when the context ends there is still a report, and it says why figures are
// missing.
func TestMeasureStops(t *testing.T) {
	assert.Long(t, "it measures large systems until they are stopped")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, spec := range []string{"fpp:order=7", "surficial:n=12,m=3", "majority:n=15"} {
		r, err := measure.Measure(ctx, subjectOf(t, spec), measure.Options{})
		if err != nil || !r.Stopped() {
			t.Errorf("%s: %v, stopped %v", spec, err, r.Stopped())
		}
		if r.Quorums == nil {
			t.Errorf("%s: no sizes", spec)
		}
	}
	ctx, cancel = context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	start := reach.CPU()
	r, err := measure.Measure(ctx, subjectOf(t, "fpp:order=13"), measure.Options{})
	if took := reach.CPU() - start; err != nil || !r.Stopped() || took > 3*time.Second {
		t.Errorf("fpp:order=13: %v, stopped %v, after %v", err, r.Stopped(), took)
	}
	if r.Load == nil || r.Resilience == nil {
		t.Error("what was found before the end is not there")
	}
}

func TestMeasureInput(t *testing.T) {
	one, half := bounds.Integer(1), bounds.FractionOf(1, 2)
	for _, c := range []struct {
		spec string
		opts measure.Options
		want string
	}{
		{"fpp:order=2", measure.Options{Mix: []bounds.Fraction{one}}, "mix"},
		{"surficial:n=12,m=3", measure.Options{Mix: []bounds.Fraction{half, half}}, "mix"},
		{"surficial:n=12,m=3", measure.Options{Mix: []bounds.Fraction{half, half, half}}, "mix"},
		{"surficial:n=12,m=3", measure.Options{Mix: []bounds.Fraction{one, one, bounds.Integer(-1)}}, "mix"},
		{"fpp:order=2", measure.Options{Crash: []bounds.Fraction{bounds.FractionOf(3, 2)}}, "p"},
		{"fpp:order=2", measure.Options{NodeCrash: []bounds.Fraction{half}}, "node-p"},
		{"fpp:order=2", measure.Options{NodeCrash: slices.Repeat([]bounds.Fraction{bounds.FractionOf(-1, 2)}, 7)}, "node-p"},
	} {
		_, err := measure.Measure(context.Background(), subjectOf(t, c.spec), c.opts)
		var input *quorum.InputError
		if !errors.As(err, &input) || input.What != c.want || input.Hint() == "" {
			t.Errorf("%s: %v, want a complaint about %s", c.spec, err, c.want)
		}
	}
}

// TestMeasureOfFamiliesThatDoNotMeet: figures are those of the family, and figures that need a
// quorum system are not there.
func TestMeasureOfFamiliesThatDoNotMeet(t *testing.T) {
	f := assert.Got(quorum.NewFamily(4, [][]int{{0, 1}, {2, 3}}))(t)
	s := assert.Got(quorum.NewSystem("", f, quorum.SystemOptions{}))(t)
	r := measured(t, quorum.KnownOf(s), measure.Options{})
	if r.Load.String() != "1/2" || *r.Resilience != 1 || r.Nondominated != quorum.Unknown || !strings.Contains(r.Reasons["nondominated"].Text, "no quorum system") {
		t.Errorf("load %v, resilience %v, nondominated %v (%s)", r.Load, *r.Resilience, r.Nondominated, r.Reasons["nondominated"].Text)
	}
	for _, a := range r.Availability {
		if a.Floor != nil {
			t.Error("the floor of quorum systems stands beside a family that is none")
		}
	}
	for _, c := range r.Limits {
		if strings.Contains(c.Name, "naor-wool") || strings.Contains(c.Name, "majority") {
			t.Errorf("the limit %s of quorum systems stands beside a family that is none", c.Name)
		}
	}
}

func ExampleMeasure() {
	source, err := construct.Open(context.Background(), "fpp:order=2", nil)
	if err != nil {
		panic(err)
	}
	system, err := source.Build(context.Background(), 0)
	if err != nil {
		panic(err)
	}
	r, err := measure.Measure(context.Background(), quorum.KnownOf(system), measure.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println("load", r.Load, "by", len(r.Strategy), "quorums; resilience", *r.Resilience, "by", r.SmallestTransversal)
	fmt.Println("live sets", r.LiveSets)
	fmt.Println("nondominated:", r.Nondominated)
	// Output:
	// load 3/7 by 7 quorums; resilience 2 by {1,2,3}
	// live sets [0 0 0 7 28 21 7 1]
	// nondominated: holds
}

// TestDominatedCartelIsNamed: of ({1}), ({1}), ({1,2}) only the third cartel can be improved.
func TestDominatedCartelIsNamed(t *testing.T) {
	var cartels []quorum.Family
	for _, q := range [][]int{{0}, {0}, {0, 1}} {
		f := assert.Got(quorum.NewFamily(2, [][]int{q}))(t)
		cartels = append(cartels, f)
	}
	g := assert.Got(quorum.NewGroupSystem("", cartels, nil))(t)
	r := measured(t, quorum.KnownOf(g), measure.Options{})
	w := r.DominationWitness
	if r.Nondominated != quorum.Fails || w == nil || w.Cartel == nil || w.Cartel.Ordinal() != 3 || w.Nodes.String() != "{1}" {
		t.Errorf("nondominated %v, witness %+v", r.Nondominated, w)
	}
}

// TestProvedRangeHoldsTheFailure: the proved range of the failure probability beside an estimate
// holds the exact one. For majorities the upper end is that very number, as every set of more
// crashes than the resilience is fatal.
func TestProvedRangeHoldsTheFailure(t *testing.T) {
	for _, spec := range []string{"majority:n=5", "majority:n=7", "fpp:order=2", "fpp:order=3", "grid:n=14", "billiard:q=5", "wheel:n=6"} {
		s := subjectOf(t, spec)
		s.Formulas = nil
		exact := measured(t, s, measure.Options{})
		sampled := measured(t, s, measure.Options{MaxStates: 2, Samples: 200})
		for i, a := range sampled.Availability {
			want := exact.Availability[i].Failure
			if a.Estimate == nil || a.AtLeast == nil || a.AtMost == nil {
				t.Errorf("%s at %v: no estimate with a proved range: %+v", spec, a.P, a)
				continue
			}
			if *a.AtLeast > want || *a.AtMost < want {
				t.Errorf("%s at %v: failure %g is outside the proved range %g..%g", spec, a.P, want, *a.AtLeast, *a.AtMost)
			}
			if strings.HasPrefix(spec, "majority") && a.P.Cmp(bounds.FractionOf(1, 100)) <= 0 && *a.AtMost > want*1.000001 {
				t.Errorf("%s at %v: failure %g, and no more than %g proved", spec, a.P, want, *a.AtMost)
			}
		}
	}
}
