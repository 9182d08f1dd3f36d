package measure

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// enumeratedFailures computes the failure probability at each p from all 2^n sets of survivors.
func enumeratedFailures(f quorum.Family, ps []bounds.Fraction) []bounds.FailureAt {
	n := f.N()
	var masks []uint32
	for _, q := range f.All() {
		var x uint32
		for _, v := range q {
			x |= 1 << v
		}
		masks = append(masks, x)
	}
	dead := make([]int64, n+1)
	for set := range uint32(1) << n {
		if !slices.ContainsFunc(masks, func(x uint32) bool { return x&^set == 0 }) {
			dead[bits.OnesCount32(set)]++
		}
	}
	var failures []bounds.FailureAt
	for _, p := range ps {
		sum := new(big.Rat)
		for s, count := range dead {
			term := new(big.Rat).SetInt64(count)
			for i := range n {
				factor := p.Rat()
				if i < s {
					factor.Sub(big.NewRat(1, 1), factor)
				}
				term.Mul(term, factor)
			}
			sum.Add(sum, term)
		}
		failures = append(failures, bounds.FailureAt{P: p, Value: bounds.NewFraction(sum)})
	}
	return failures
}

var testProbabilities = []bounds.Fraction{bounds.FractionOf(1, 1000), bounds.FractionOf(1, 10), bounds.FractionOf(1, 2), bounds.FractionOf(7, 10)}

// verified reports whether a property of the structure holds.
func verified(t testing.TB, s quorum.Structure, p quorum.Property) bool {
	v, ok := quorum.Check(t.Context(), s, quorum.Options{}).Judged(p)
	return ok && v.Holds == quorum.Holds
}

// resilienceOf returns the exact resilience.
func resilienceOf(t testing.TB, f quorum.Family) *int {
	t.Helper()
	r, _ := transversals.Smallest(t.Context(), f, transversals.Options{})
	if !r.Exact() {
		t.Fatalf("resilience between %d and %d", r.Lower-1, r.Size-1)
	}
	f1 := r.Size - 1
	return &f1
}

// factsOf gathers the facts of an ordinary system; the caller gives its load.
func factsOf(t testing.TB, s *quorum.System, load *bounds.Fraction) bounds.Facts {
	t.Helper()
	facts := bounds.Facts{N: s.N(), Family: Listed(t.Context(), s.Family()), Figures: bounds.Figures{Load: load, Resilience: resilienceOf(t, s.Family())}}
	facts.Family.Intersecting = verified(t, s, quorum.Intersection)
	if verified(t, s, quorum.Inclusion) {
		sites := Listed(t.Context(), s.SiteFamily())
		sites.Intersecting, sites.Inclusion = facts.Family.Intersecting, true
		facts.Sites = &sites
	}
	if s.N() <= 13 && s.Family().Len() <= 2000 {
		facts.Failures = enumeratedFailures(s.Family(), testProbabilities)
	}
	return facts
}

// checkComparisons checks the conditions that every list must satisfy, with the numbers read back
// from their text.
func checkComparisons(t testing.TB, what string, list []Comparison) {
	t.Helper()
	read := func(s string) float64 {
		sum, sign := 0.0, 1.0
		for field := range strings.FieldsSeq(s) {
			switch {
			case field == "+" || field == "-":
				sign = map[string]float64{"+": 1, "-": -1}[field]
			default:
				inner, root := strings.CutPrefix(field, "sqrt(")
				r, ok := new(big.Rat).SetString(strings.TrimSuffix(inner, ")"))
				assert.MustTrue(t, ok, "%s: %q is no number", what, s)
				x, _ := r.Float64()
				if root {
					x = math.Sqrt(x)
				}
				sum += sign * x
			}
		}
		return sum
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) }
	for _, c := range list {
		if c.Name == "" || c.Formula == "" || c.Source == "" || c.AppliesTo == "" || c.Quantity == "" {
			t.Fatalf("%s: a field is missing in %+v", what, c)
		}
		if !near(read(c.Limit), c.Approx) {
			t.Fatalf("%s: %s: limit %s, %v", what, c.Name, c.Limit, c.Approx)
		}
		if c.Value == nil {
			if c.Slack != "" || c.Tight || c.SlackApprox != 0 {
				t.Fatalf("%s: %s has a slack, but no value", what, c.Name)
			}
			continue
		}
		distance := c.Value.Float64() - c.Approx
		if c.Direction == bounds.Upper {
			distance = -distance
		}
		if distance < -1e-12 || !near(distance, c.SlackApprox) || !near(read(c.Slack), c.SlackApprox) || c.Tight != (c.Slack == "0") {
			t.Fatalf("%s: %s: value %s, limit %s, slack %s (%v), tight %v", what, c.Name, c.Value, c.Limit, c.Slack, c.SlackApprox, c.Tight)
		}
		assert.Got(json.Marshal(c))(t)
	}
}

// tight returns the names of the limits that are reached, those on failure with @p.
func tight(list []Comparison) map[string]bool {
	names := map[string]bool{}
	for _, c := range list {
		switch {
		case c.Tight && c.P != nil:
			names[c.Name+"@"+c.P.String()] = true
		case c.Tight:
			names[c.Name] = true
		}
	}
	return names
}

// TestComparisonsOfEveryFamily: no figure of any family is beyond a limit (Compare would
// panic).
func TestComparisonsOfEveryFamily(t *testing.T) {
	most := assert.Sized(16, 30)
	rows, judged := map[string]int{}, 0
	for _, family := range construct.Families() {
		for n := 1; n <= most; n++ {
			instances := []*construct.Instance{}
			if family.Kind == quorum.KindGroupSystem {
				for m := 2; m <= 4; m++ {
					if i, err := family.ForN(n, m); err == nil {
						instances = append(instances, i)
					}
				}
			} else if i, err := family.ForN(n, 0); err == nil {
				instances = append(instances, i)
			}
			for _, i := range instances {
				if shape, err := i.Shape(t.Context()); err != nil || shape.Unknown != "" || shape.Quorums.Cmp(big.NewInt(3000)) > 0 {
					continue
				}
				s := systems.Built(t, i.Spec())
				var list []Comparison
				switch s := s.(type) {
				case *quorum.System:
					list = Compare(factsOf(t, s, nil).Limits())
				case *quorum.GroupSystem:
					list = Compare(groupFactsOf(t, s).Limits(t.Context()))
				default:
					continue
				}
				judged++
				checkComparisons(t, i.Spec(), list)
				for _, c := range list {
					rows[c.Name]++
				}
			}
		}
	}
	if judged < 100 {
		t.Errorf("only %d systems were compared", judged)
	}
	for _, name := range []string{
		"maekawa-size", "plane-size", "inclusion-size", "responsibility-nodes", "equal-responsibility-size", "plane-load", "failure-floor",
		"majority-resilience", "cartel-degree", "joung-degree", "net-degree", "responsibility-degree", "resilience-sum", "failure-sum", "mix-load",
	} {
		if rows[name] == 0 {
			t.Errorf("no system has a row %s", name)
		}
	}
}

// groupFactsOf gathers the facts of a group system, but for loads.
func groupFactsOf(t testing.TB, g *quorum.GroupSystem) bounds.GroupFacts {
	t.Helper()
	facts := bounds.GroupFacts{N: g.N(), CrossIntersecting: verified(t, g, quorum.CrossIntersection), MaxResponsibility: slices.Max(g.Responsibilities())}
	for i := range g.Groups() {
		f := g.Cartel(i)
		least, _ := f.Sizes()
		packing, _ := transversals.MaxDisjoint(t.Context(), f, transversals.PackingOptions{})
		if !packing.Exact() {
			t.Fatalf("%s: degree between %d and %d", g.Name(), len(packing.Quorums), packing.Upper)
		}
		degree := len(packing.Quorums)
		cartel := bounds.CartelFacts{Smallest: least, Figures: bounds.Figures{Resilience: resilienceOf(t, f), Degree: &degree}}
		if g.N() <= 12 && f.Len() <= 1000 {
			cartel.Failures = enumeratedFailures(f, testProbabilities)
		}
		facts.Cartels = append(facts.Cartels, cartel)
		facts.Mix = append(facts.Mix, bounds.FractionOf(1, int64(g.Groups())))
	}
	return facts
}

// TestComparisonsOfKnownSystems: which limits are reached, with the loads that are known in
// closed form.
func TestComparisonsOfKnownSystems(t *testing.T) {
	for _, c := range []struct {
		spec string
		load bounds.Fraction
		want []string
		not  []string
	}{
		{"fpp:order=2", bounds.FractionOf(3, 7), []string{"plane-load", "largest-load", "size-load", "maekawa-size", "plane-size", "equal-responsibility-size", "responsibility-nodes", "size-resilience", "load-resilience"}, []string{"naor-wool-load", "majority-resilience", "failure-floor@1/10", "failure-floor@7/10"}},
		{"fpp:order=3", bounds.FractionOf(4, 13), []string{"plane-load", "maekawa-size", "size-resilience"}, []string{"naor-wool-load", "failure-floor@1/10"}},
		{"grid:n=9", bounds.FractionOf(5, 9), []string{"size-load"}, []string{"plane-load", "maekawa-size", "size-resilience"}},
		{"majority:n=5", bounds.FractionOf(3, 5), []string{"failure-floor@1/10", "failure-floor@1/2", "majority-resilience", "size-resilience", "size-load", "resilience-failure-ceiling@1/10"}, []string{"plane-load", "failure-floor@7/10"}},
		{"majority:n=3", bounds.FractionOf(2, 3), []string{"failure-floor@1/10", "plane-load", "majority-resilience"}, nil},
		{"singleton:n=4", bounds.Integer(1), []string{"failure-floor@7/10", "size-resilience", "resilience-failure@1/10", "load-resilience", "resilience-load"}, []string{"majority-resilience", "failure-floor@1/10"}},
		{"wheel:n=4", bounds.FractionOf(3, 5), []string{"majority-resilience", "failure-floor@1/10"}, []string{"plane-load"}},
	} {
		list := Compare(factsOf(t, systems.Built(t, c.spec).(*quorum.System), &c.load).Limits())
		checkComparisons(t, c.spec, list)
		reached := tight(list)
		for _, name := range c.want {
			if !reached[name] {
				t.Errorf("%s does not reach %s", c.spec, name)
			}
		}
		for _, name := range c.not {
			if reached[name] {
				t.Errorf("%s reaches %s", c.spec, name)
			}
		}
	}
	half := bounds.FractionOf(1, 2)
	grid := groupFactsOf(t, systems.Built(t, "net:side=2,m=2").(*quorum.GroupSystem))
	for i := range grid.Cartels {
		grid.Cartels[i].Load = &half
	}
	grid.MixLoad = &half
	list := Compare(grid.Limits(t.Context()))
	checkComparisons(t, "net", list)
	reached := tight(list)
	for _, name := range []string{"joung-degree", "cartel-degree", "responsibility-degree", "busiest-cartel-load", "load-product", "mix-load", "mix-size-load", "cartel-load", "resilience-degree", "cartel-resilience"} {
		assert.True(t, reached[name], "rows and columns do not reach %s", name)
	}
	if reached["resilience-sum"] {
		t.Error("rows and columns reach resilience-sum") // 1 + 1 < 3
	}
}

// TestHypothesesAreNeeded: where a hypothesis was not verified its limits are not listed; the
// same figures would be beyond them.
func TestHypothesesAreNeeded(t *testing.T) {
	pairs := assert.Got(quorum.NewFamily(5, [][]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}))(t)
	load, f := bounds.FractionOf(2, 5), 3
	facts := bounds.Facts{N: 5, Family: Listed(t.Context(), pairs), Figures: bounds.Figures{Load: &load, Resilience: &f, Failures: enumeratedFailures(pairs, testProbabilities)}}
	list := Compare(facts.Limits())
	checkComparisons(t, "pairs of five", list)
	if !tight(list)["spread-load"] || !tight(list)["survivors-resilience"] || !tight(list)["size-failure@1/10"] {
		t.Errorf("pairs of five: %+v", list)
	}
	facts.Family.Intersecting = true
	mustPanic(t, "internal error", func() { Compare(facts.Limits()) })
	facts.Resilience, facts.Failures = nil, nil
	mustPanic(t, "beyond its lower limit", func() { Compare(facts.Limits()) })

	// A star has sites with responsibility above K: Maekawa's bound says nothing about it.
	star := systems.Built(t, "singleton:n=7").(*quorum.System)
	for _, c := range Compare(factsOf(t, star, nil).Limits()) {
		if c.Name == "maekawa-size" || c.Name == "plane-size" {
			t.Errorf("%s is listed for the singleton", c.Name)
		}
	}
	// Cartels that do not meet: 2 + 2 disjoint singletons.
	degree, none := 2, 1
	one := bounds.CartelFacts{Smallest: 1, Figures: bounds.Figures{Degree: &degree, Resilience: &none}}
	apart := bounds.GroupFacts{N: 4, Cartels: []bounds.CartelFacts{one, one}}
	checkComparisons(t, "apart", Compare(apart.Limits(t.Context())))
	apart.CrossIntersecting = true
	mustPanic(t, "internal error", func() { Compare(apart.Limits(t.Context())) })
	mustPanic(t, "no cartels", func() { Compare((bounds.GroupFacts{N: 4}).Limits(t.Context())) })
}

// mustPanic checks that the call panics with the text in its message.
func mustPanic(t *testing.T, text string, call func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), text) {
			t.Errorf("panic %v, want one with %q", r, text)
		}
	}()
	call()
}
