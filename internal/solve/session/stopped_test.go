package session_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/measure"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/measure/transversals"
	"coterie/measure/votes"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
	planned "coterie/search/fleet"
	"coterie/search/group"
	"coterie/search/maekawa"
	"coterie/search/total"
)

// limits are the proved bounds of a figure. A nil bound is unknown.
type limits struct{ low, high *big.Rat }

func whole(low, high int) limits {
	return limits{big.NewRat(int64(low), 1), big.NewRat(int64(high), 1)}
}

func fractions(low, high *bounds.Fraction) (l limits) {
	if low != nil {
		l.low = low.Rat()
	}
	if high != nil {
		l.high = high.Rat()
	}
	return l
}

func exactly(x *big.Rat) limits { return limits{x, x} }

// claims holds the results of a computation for its figures. Open lists those that it calls
// unknown.
type claims struct {
	of   map[string]limits
	open map[string]string
}

func (c *claims) say(figure string, l limits) {
	if c.of == nil {
		c.of, c.open = map[string]limits{}, map[string]string{}
	}
	c.of[figure] = l
}

// found takes the result of a search. If more is better, the value is a lower bound.
func (c *claims) found(name string, r *search.Result, err error) error {
	if err != nil {
		return err
	}
	c.say(name, fractions(r.Lower, r.Upper))
	if !r.Optimal {
		c.open[name] = r.StoppedBy
	}
	if r.Value != nil && (r.Upper != nil && r.Value.Cmp(*r.Upper) > 0 || r.Lower != nil && r.Value.Cmp(*r.Lower) < 0) {
		return fmt.Errorf("%s: the value %v is not in %v to %v", name, r.Value, r.Lower, r.Upper)
	}
	return nil
}

// family takes the report on a family of quorums.
func (c *claims) family(name string, f *measure.FamilyFigures, notes measure.Notes) {
	if f.Load != nil {
		c.say(name+"load", exactly(f.Load.Rat()))
	}
	if p := f.ResilienceProof; p != nil {
		c.say(name+"transversal", whole(p.AtLeast, p.AtMost))
		if f.Resilience == nil {
			c.open[name+"transversal"] = notes.Reasons["resilience"].Text
		}
	}
	for _, a := range f.Availability {
		switch {
		case a.Estimate == nil:
			c.say(name+"failure", exactly(new(big.Rat).SetFloat64(a.Failure)))
		case a.AtLeast != nil:
			c.say(name+"failure", limits{new(big.Rat).SetFloat64(*a.AtLeast), new(big.Rat).SetFloat64(*a.AtMost)})
		}
	}
}

func (c *claims) report(r measure.Report) {
	if r.FamilyFigures != nil {
		c.family("", r.FamilyFigures, r.Notes)
	}
	if r.GroupFigures != nil && r.MixLoad != nil {
		c.say("mix load", exactly(r.MixLoad.Rat()))
	}
	for i := range r.Cartels {
		k := &r.Cartels[i]
		c.family(fmt.Sprint(i), &k.FamilyFigures, k.Notes)
		if p := k.DegreeProof; p != nil {
			degree := fmt.Sprint(i, "degree")
			c.say(degree, whole(len(k.Disjoint), p.AtMost))
			if k.Degree == nil {
				c.open[degree] = k.Reasons["degree"].Text
			}
		}
	}
	if r.Nondominated != quorum.Unknown {
		c.say("nondominated", whole(int(r.Nondominated), int(r.Nondominated)))
	}
	if r.Intersecting != quorum.Unknown {
		c.say("intersecting", whole(int(r.Intersecting), int(r.Intersecting)))
	}
}

// broad is a family whose lists are too long for a bound of it to be found in no time.
func broad(t *testing.T) quorum.Family {
	b := assert.Got(quorum.NewFamilyBuilder(1500))(t)
	for i := range 30 {
		for side := range 8 {
			q := []int{i}
			for v := 30 + side; v < 1500; v++ {
				if (v*(side+3)+v*v*i)%8 < 5 {
					q = append(q, v)
				}
			}
			assert.OK(t, b.Add(q...))
		}
	}
	return b.Family()
}

const stoppedFleet = `
nodes:
  - {name: a, capacity: 4000, zone: x, crash: 0.01}
  - {name: b, capacity: 3000, zone: x, crash: 0.02}
  - {name: c, capacity: 2000, zone: y, crash: 0.05}
zones: {x: {crash: 0.01}, y: {crash: 0.01}}
workload: {reads: 0.7}
`

// stoppable are the computations that say how far they came.
func stoppable(t *testing.T, chosen func(name string) bool) map[string]func(context.Context, *claims) error {
	all := map[string]func(context.Context, *claims) error{}
	known := func(spec string) quorum.Known {
		return assert.Got(construct.Build(t.Context(), spec))(t)
	}
	cartels := func(spec string) (list []quorum.Family) {
		for _, c := range known(spec).Cartels() {
			f, _ := c.List()
			list = append(list, f)
		}
		return list
	}
	families := map[string]quorum.Family{"broad": broad(t)}
	for _, spec := range []string{"fpp:order=3", "tree:height=3", "triangle:rows=4", "billiard:q=9", "{1,2,3},{4,5},{6,7,8},{6,9}"} {
		families[spec] = cartels(spec)[0]
	}
	for name, f := range families {
		all["load of "+name] = func(ctx context.Context, c *claims) error {
			l, err := loads.Find(ctx, f, loads.Options{MaxRows: 100})
			if err == nil {
				c.say("load", exactly(l.Value.Rat()))
			}
			return err
		}
		all["transversal of "+name] = func(ctx context.Context, c *claims) error {
			x, err := transversals.Smallest(ctx, f, transversals.Options{Jobs: 1, MaxNodes: 100_000})
			c.say("size of a smallest transversal", whole(x.Lower, x.Size))
			return err
		}
		all["packing of "+name] = func(ctx context.Context, c *claims) error {
			p, err := transversals.MaxDisjoint(ctx, f, transversals.PackingOptions{MaxNodes: 100_000})
			c.say("greatest number of disjoint quorums", whole(len(p.Quorums), p.Upper))
			return err
		}
		if name == "broad" {
			continue // takes long
		}
		all["availability of "+name] = func(ctx context.Context, c *claims) error {
			i, err := availability.Bounds(ctx, f, big.NewRat(1, 10))
			if i.Low != nil {
				c.say("availability", limits{i.Low, i.High})
			}
			return err
		}
	}
	all["list of an expression"] = func(ctx context.Context, c *claims) error {
		k, err := construct.Build(ctx, "expr:a*b+c*d+e")
		if err == nil {
			c.say("nodes", whole(k.N(), k.N()))
		}
		return err
	}
	for _, spec := range []string{"surficial:n=54,m=4", "net:side=3,m=3"} {
		all["mix load of "+spec] = func(ctx context.Context, c *claims) error {
			l, err := loads.FindMixed(ctx, cartels(spec), nil, loads.Options{})
			if err == nil {
				c.say("load", exactly(l.Value.Rat()))
			}
			return err
		}
	}
	for _, spec := range []string{"fpp:order=3", "net:side=3,m=3", "hierarchical:outer=(majority:n=3),inner=(majority:n=3)", "wheel:n=9"} {
		k := known(spec)
		all["measure "+spec] = func(ctx context.Context, c *claims) error {
			r, err := measure.Measure(ctx, k, measure.Options{Jobs: 1, Crash: []bounds.Fraction{bounds.FractionOf(1, 10)}, Samples: 1000})
			c.report(r)
			return err
		}
	}
	weighted := cartels("weighted:votes=9-7-5-4-3-2-1")[0]
	all["votes"] = func(ctx context.Context, c *claims) error {
		v, err := votes.Find(ctx, weighted, votes.Options{})
		if v.Weights != nil {
			c.say("least total of votes", whole(v.Lower, v.Total))
		}
		return err
	}
	result := func(name string, find func(ctx context.Context) (*search.Result, error)) {
		all[name] = func(ctx context.Context, c *claims) error {
			r, err := find(ctx)
			return c.found(name, r, err)
		}
	}
	for _, s := range allSought(t) {
		if !chosen(s.name) {
			continue
		}
		result("search "+s.name, func(ctx context.Context) (*search.Result, error) { return s.find(ctx, search.Options{Jobs: 1}) })
	}
	result("search maekawa", func(ctx context.Context) (*search.Result, error) {
		return maekawa.Least(ctx, 9, maekawa.Options{Options: search.Options{Jobs: 1}})
	})
	result("search total without a solver", func(ctx context.Context) (*search.Result, error) {
		return total.Find(ctx, 6, total.Options{Options: search.Options{Jobs: 1}, Responsibility: 3})
	})
	result("search group without a solver", func(ctx context.Context) (*search.Result, error) {
		return group.Find(ctx, 9, 4, group.Options{Options: search.Options{Jobs: 1}, Method: search.Exhaustive})
	})
	crumb := assert.Got(construct.Build(t.Context(), "grid:n=9"))(t)
	for _, prefer := range []string{"", "availability", "quorums"} {
		result("extend for "+prefer, func(ctx context.Context) (*search.Result, error) {
			e, err := extend.Find(ctx, crumb.Structure, extend.Options{Options: search.Options{Jobs: 1}, Prefer: prefer, ExactNodes: 5})
			if err != nil {
				return nil, err
			}
			return e.Result, nil
		})
	}
	f := assert.Got(fleet.Read(strings.NewReader(stoppedFleet), "fleet.yaml"))(t)
	all["most available"] = func(ctx context.Context, c *claims) error {
		m, err := fleet.FindMostAvailable(ctx, f)
		if m.Bound == nil {
			return err
		}
		l := limits{high: m.Bound}
		if m.System.Reads != nil {
			l.low = m.Chances.Least()
		} else if m.Chances.Reads != nil {
			return errors.New("the chances of no system")
		}
		c.say("availability", l)
		return err
	}
	if !chosen("plan") {
		return all
	}
	all["plan"] = func(ctx context.Context, c *claims) error {
		a, err := planned.Plan(ctx, f, planned.Options{Jobs: 1})
		if err != nil {
			return err
		}
		l := limits{low: a.Bound}
		if a.Best >= 0 {
			l.high = a.Entries[a.Best].Value(fleet.Load)
		}
		c.say("load", l)
		return nil
	}
	return all
}

// TestStoppedAnywhere: wherever a computation is stopped, its results agree with those of the whole
// computation; a figure whose bounds are equal is not called unknown; and an unknown figure has no
// value.
func TestStoppedAnywhere(t *testing.T) { stopAnywhere(t, light) }

// stopAnywhere does so with the chosen searches.
func stopAnywhere(t *testing.T, chosen func(name string) bool) {
	t.Parallel()
	for name, run := range stoppable(t, chosen) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var exact claims
			if err := run(t.Context(), &exact); err != nil && !errors.As(err, new(*quorum.LimitError)) {
				t.Fatal(err)
			}
			for times := 0; ; times += 1 + times/5 {
				ctx := looks.Before(t.Context(), times)
				var said claims
				err := run(ctx, &said)
				var limit *quorum.LimitError
				switch {
				case errors.As(err, &limit) && limit.Figure != "":
					said.say(limit.Figure, limits{limit.Lower, limit.Upper})
					said.open[limit.Figure] = err.Error()
				case err != nil && !errors.Is(err, looks.Err) && !errors.As(err, &limit):
					t.Errorf("after %d looks: %v", times, err)
				}
				for figure, l := range said.of {
					truth, compared := exact.of[figure]
					reason, open := said.open[figure]
					switch at := fmt.Sprintf("after %d looks: %s from %v to %v, which is %v to %v (%s)", times, figure, l.low, l.high, truth.low, truth.high, reason); {
					case l.low != nil && l.high != nil && (l.low.Cmp(l.high) > 0 || open && l.low.Cmp(l.high) == 0):
						t.Error(at)
					case compared && l.low != nil && truth.high != nil && l.low.Cmp(truth.high) > 0, compared && l.high != nil && truth.low != nil && l.high.Cmp(truth.low) < 0:
						t.Error(at)
					}
				}
				if ended := ctx.Context.Err() != nil; !ended && maps.EqualFunc(said.of, exact.of, limits.equal) {
					break
				} else if !ended {
					t.Fatalf("after %d looks: %v, want %v", times, said.of, exact.of)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

func (l limits) equal(m limits) bool {
	same := func(a, b *big.Rat) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }
	return same(l.low, m.low) && same(l.high, m.high)
}
