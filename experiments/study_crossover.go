package experiments

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/table"
	"coterie/measure"
	"coterie/quorum"
)

// crossoverParameters holds the parameters of the study crossover.
type crossoverParameters struct {
	From   int   `json:"from"`   // least n
	To     int   `json:"to"`     // greatest n
	Listed int   `json:"listed"` // systems of at most so many quorums are listed
	States int   `json:"states"` // live sets are counted with decision diagrams of at most so many states
	Width  int   `json:"width"`  // crossings are isolated to 1/width
	Drawn  []int `json:"drawn"`  // the n whose failure probabilities are drawn
}

// availableSystem is one family's default system of n nodes with its live sets, or why they are not known.
type availableSystem struct {
	Family, Spec string
	Reason       string     `json:",omitempty"`
	Live         []*big.Int `json:",omitempty"` // by size, 0..n
	Method       string     `json:",omitempty"`
	Load         bounds.Fraction
	LoadUnknown  string `json:",omitempty"`
}

func (s availableSystem) known() bool { return s.Reason == "" }

func (s availableSystem) sets() measure.LiveSets { return measure.LiveSets{Counts: s.Live} }

// resilience is the size of a smallest transversal less one: without t nodes a quorum may be missing, and t is the
// least number for which some set of n-t nodes is not live.
func (s availableSystem) resilience() int {
	n := len(s.Live) - 1
	for t := range n + 1 {
		if s.Live[n-t].Cmp(new(big.Int).Binomial(int64(n), int64(t))) < 0 {
			return t - 1
		}
	}
	return n
}

// nondominated reports whether the coterie is: half of all sets are live.
func (s availableSystem) nondominated() bool {
	half := new(big.Int).Lsh(big.NewInt(1), uint(len(s.Live)-2))
	return s.sets().Total().Cmp(half) == 0
}

// crossoverPair is how the availabilities of two systems of one n compare, over all crash probabilities.
type crossoverPair struct {
	First, Second int  // places among the systems
	Equal         bool // at every p
	Sign          int  // without a crossing: +1 where the first is more available everywhere, -1 where the second is
	Crossings     []measure.Crossing
}

// crossoverRow is everything about one n.
type crossoverRow struct {
	N       int
	Systems []availableSystem
	Pairs   []crossoverPair
	All     []envelopePart // the most available system at each p
	Light   []envelopePart // the same among those of load below 1/2
}

func crossoverStudy() Study {
	full := crossoverParameters{From: 3, To: 60, Listed: 1_000_000, States: 1 << 22, Width: 1_000_000_000, Drawn: []int{13, 31}}
	return NewStudy(Spec[crossoverParameters]{
		Name:  "crossover",
		Title: "The crash probabilities at which one family overtakes another",
		Doc: "For every number of nodes and every two ordinary families with default systems of that many: all crash probabilities p in (0,1) at which one " +
			"overtakes the other in availability, isolated exactly from the numbers of live sets, and which family is the most available at each " +
			"p, among all families and among those of load below 1/2, whose busiest node does less than half of the work. Above the p at which " +
			"a family is overtaken by the singleton, one node alone is more available than all n.",
		Default: crossoverParameters{From: 3, To: 40, Listed: 100_000, States: 1 << 19, Width: 1_000_000_000, Drawn: []int{13, 31}},
		Full:    &full,
		Run:     runCrossover,
	})
}

func runCrossover(ctx context.Context, env Env, p crossoverParameters, out *Output) error {
	var ns []int
	for n := p.From; n <= p.To; n++ {
		ns = append(ns, n)
	}
	rows, err := Rows(ctx, env, "nodes", ns, func(ctx context.Context, n int) (crossoverRow, error) { return crossoverAt(ctx, p, n) })
	if err != nil {
		return err
	}
	if err := emitCrossoverSystems(out, rows); err != nil {
		return err
	}
	if err := emitCrossings(out, rows); err != nil {
		return err
	}
	if err := emitEnvelopes(out, rows); err != nil {
		return err
	}
	return drawCrossovers(out, p, rows)
}

// crossoverAt compares every two families that have a default system of n nodes.
func crossoverAt(ctx context.Context, p crossoverParameters, n int) (crossoverRow, error) {
	row := crossoverRow{N: n}
	defaults, err := ordinaryDefaults(n)
	if err != nil {
		return row, err
	}
	for _, i := range defaults {
		s, err := availabilityOf(ctx, i, p.Listed, p.States)
		if err != nil {
			return row, fmt.Errorf("%s: %w", i, err)
		}
		row.Systems = append(row.Systems, s)
	}
	return row, row.compare(p.Width)
}

// compare fills in pairs and envelopes. Where three systems meet too closely to tell which of them is the best in
// between, crossings are isolated anew, 10⁹ times closer, and the third time as close as that it is taken for one
// point.
func (r *crossoverRow) compare(width int) error {
	for narrow, times := bounds.FractionOf(1, int64(width)), 0; ; times++ {
		r.Pairs = crossoverPairs(r.Systems, narrow)
		var err error
		if r.All, err = upperEnvelope(r.Systems, r.Pairs, availableSystem.known, times == 3); err == nil {
			r.Light, err = upperEnvelope(r.Systems, r.Pairs, availableSystem.light, times == 3)
		}
		if err == nil || times == 3 {
			return err
		}
		narrow = bounds.NewFraction(new(big.Rat).Quo(narrow.Rat(), big.NewRat(1_000_000_000, 1)))
	}
}

// light reports whether the load is known to be below 1/2.
func (s availableSystem) light() bool {
	return s.known() && s.LoadUnknown == "" && s.Load.Cmp(bounds.FractionOf(1, 2)) < 0
}

// crossoverPairs compares every two systems. Two nondominated ones, or one and the singleton, have half of all sets
// live, so that they meet at p = 1/2, where every set of surviving nodes is as likely as any other.
func crossoverPairs(systems []availableSystem, width bounds.Fraction) []crossoverPair {
	var pairs []crossoverPair
	done := map[[2]string]crossoverPair{} // by live sets: families often agree
	for i, a := range systems {
		for j := i + 1; j < len(systems); j++ {
			b := systems[j]
			if !a.known() || !b.known() {
				continue
			}
			key := [2]string{fmt.Sprint(a.Live), fmt.Sprint(b.Live)}
			pair, ok := done[key]
			if !ok {
				pair.Crossings, pair.Equal = measure.Crossings(a.sets(), b.sets(), width)
				if !pair.Equal && len(pair.Crossings) == 0 {
					// They differ at p = 1/2.
					pair.Sign = a.sets().Total().Cmp(b.sets().Total())
				}
				done[key] = pair
			}
			pair.First, pair.Second = i, j
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// availabilityOf counts the live sets of an ordinary system and finds its load. Whatever is out of the limits is not
// there, and Reason or LoadUnknown says why; the errors are others.
func availabilityOf(ctx context.Context, i *construct.Instance, listed, states int) (availableSystem, error) {
	s := availableSystem{Family: i.Family().Name, Spec: i.Spec()}
	if formulas := i.Formulas(); formulas != nil && formulas[0].ReadOnce() {
		return s, s.byFormula(ctx, formulas[0])
	}
	built, err := listSystem(ctx, i, listed)
	var many *construct.TooManyError
	switch {
	case errors.As(err, &many):
		s.Reason = fmt.Sprintf("more than %d quorums", listed)
		return s, nil
	case err != nil:
		return s, err
	}
	family := built.(*quorum.System).Family()
	live, err := measure.CountLive(ctx, family, measure.LiveOptions{MaxStates: states})
	var limit *measure.LiveLimitError
	switch {
	case ctx.Err() != nil:
		return s, contextError(ctx)
	case errors.As(err, &limit):
		s.Reason = fmt.Sprintf("more than %d states", states)
		return s, nil
	case err != nil:
		return s, err
	}
	s.Live, s.Method = live.Counts, live.Method
	load, err := measure.FindLoad(ctx, family, measure.LoadOptions{})
	var stopped *measure.LoadLimitError
	switch {
	case ctx.Err() != nil:
		return s, contextError(ctx)
	case errors.As(err, &stopped):
		s.LoadUnknown = "too large a linear program"
	case err != nil:
		return s, err
	}
	s.Load = load.Value
	return s, nil
}

// byFormula fills in the live sets and the load of a read-once formula.
func (s *availableSystem) byFormula(ctx context.Context, f quorum.Formula) error {
	live, err := measure.FormulaLive(ctx, f, measure.FormulaOptions{})
	if ctx.Err() != nil {
		return contextError(ctx)
	}
	if err != nil {
		s.Reason = err.Error()
		return nil
	}
	s.Live, s.Method = live.Counts, live.Method
	load, err := measure.FormulaLoad(ctx, f, measure.FormulaOptions{})
	if ctx.Err() != nil {
		return contextError(ctx)
	}
	if err != nil {
		s.LoadUnknown = err.Error()
		return nil
	}
	s.Load = load.Value
	return nil
}

// thresholdLive returns the numbers of live sets of the coterie of all sets of k of n nodes.
func thresholdLive(n, k int) []*big.Int {
	counts := make([]*big.Int, n+1)
	for s := range counts {
		counts[s] = new(big.Int)
		if s >= k {
			counts[s].Binomial(int64(n), int64(s))
		}
	}
	return counts
}

func emitCrossoverSystems(out *Output, rows []crossoverRow) error {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("family", "", "name of the construction"),
		table.Texts("spec", "", "its default system of n nodes"),
		table.Ratios("load", "", "load; empty where the live sets are not known"),
		table.Ints("resilience", "nodes", "crashes that always leave a live quorum"),
		table.BigInts("live_sets", "sets", "number of node sets that contain a quorum, of all sizes"),
		table.Bools("nondominated", "", "half of all node sets are live"),
		table.Texts("method", "", "how live sets were counted"),
		table.Texts("reason", "", "why figures are missing"),
	)
	for _, r := range rows {
		for _, s := range r.Systems {
			cells := []table.Cell{table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Text(s.Reason)}
			if s.known() {
				load := table.Empty()
				if s.LoadUnknown == "" {
					load = table.Ratio(s.Load.Rat())
				}
				cells = []table.Cell{load, table.Int(s.resilience()), table.Big(s.sets().Total()), table.Bool(s.nondominated()), table.Text(s.Method), textOr(s.LoadUnknown)}
			}
			if err := t.Append(append([]table.Cell{table.Int(r.N), table.Text(s.Family), table.Text(s.Spec)}, cells...)...); err != nil {
				return err
			}
		}
	}
	return out.Table("systems.csv", t)
}

func emitCrossings(out *Output, rows []crossoverRow) error {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("first", "", "a family"),
		table.Texts("second", "", "another one"),
		table.Texts("kind", "", "crosses, touches, never (one of them is more available at every p) or equal (at every p)"),
		table.Floats("p", "", "crash probability of the crossing"),
		table.Ratios("p_low", "", "the crossing is not below this, and is this if p_high is the same"),
		table.Ratios("p_high", "", "nor above this"),
		table.Texts("better_below", "", "which is more available just below p; without a crossing, everywhere"),
		table.Texts("better_above", "", "which is more available just above p; without a crossing, everywhere"),
		table.Ratios("load_difference", "", "load of the first less that of the second"),
		table.Ints("resilience_difference", "nodes", "resilience of the first less that of the second"),
	)
	for _, r := range rows {
		for _, pair := range r.Pairs {
			a, b := r.Systems[pair.First], r.Systems[pair.Second]
			head := []table.Cell{table.Int(r.N), table.Text(a.Family), table.Text(b.Family)}
			load := table.Empty()
			if a.LoadUnknown == "" && b.LoadUnknown == "" {
				load = table.Ratio(new(big.Rat).Sub(a.Load.Rat(), b.Load.Rat()))
			}
			tail := []table.Cell{load, table.Int(a.resilience() - b.resilience())}
			better := func(sign int) table.Cell {
				switch {
				case sign > 0:
					return table.Text(a.Family)
				case sign < 0:
					return table.Text(b.Family)
				}
				return table.Empty()
			}
			if len(pair.Crossings) == 0 {
				kind := "never"
				if pair.Equal {
					kind = "equal"
				}
				cells := slices.Concat(head, []table.Cell{table.Text(kind), table.Empty(), table.Empty(), table.Empty(), better(pair.Sign), better(pair.Sign)}, tail)
				if err := t.Append(cells...); err != nil {
					return err
				}
			}
			for _, c := range pair.Crossings {
				kind := "crosses"
				if c.Before == c.After {
					kind = "touches"
				}
				cells := slices.Concat(head, []table.Cell{table.Text(kind), table.Float(middle(c)), table.Ratio(c.Low.Rat()), table.Ratio(c.High.Rat()), better(c.Before), better(c.After)}, tail)
				if err := t.Append(cells...); err != nil {
					return err
				}
			}
		}
	}
	return out.Table("crossings.csv", t)
}

// middle is the middle of an isolating interval.
func middle(c measure.Crossing) float64 {
	sum := new(big.Rat).Add(c.Low.Rat(), c.High.Rat())
	x, _ := sum.Quo(sum, big.NewRat(2, 1)).Float64()
	return x
}

func emitEnvelopes(out *Output, rows []crossoverRow) error {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("among", "", "all families, or those of load below 1/2"),
		table.Floats("from", "", "least crash probability of the part; 0 and 1 themselves are left out"),
		table.Floats("to", "", "greatest crash probability of the part"),
		table.Texts("best", "", "the most available family within the part; several where they are equal at every p"),
		table.Texts("left_out", "", "families of n nodes whose live sets or loads are not known, so that they are not compared"),
	)
	for _, r := range rows {
		for _, e := range []struct {
			among   string
			parts   []envelopePart
			leftOut string
		}{
			{"all", r.All, r.familiesThat(func(s availableSystem) bool { return !s.known() })},
			{"load below 1/2", r.Light, r.familiesThat(func(s availableSystem) bool { return !s.known() || s.LoadUnknown != "" })},
		} {
			from := 0.0
			for i, part := range e.parts {
				to := 1.0
				if i < len(e.parts)-1 {
					to = middle(part.Until)
				}
				if err := t.Append(table.Int(r.N), table.Text(e.among), table.Float(from), table.Float(to), table.Text(strings.Join(familiesOf(r.Systems, part.Best), " = ")), textOr(e.leftOut)); err != nil {
					return err
				}
				from = to
			}
		}
	}
	return out.Table("envelope.csv", t)
}

func (r crossoverRow) familiesThat(want func(availableSystem) bool) string {
	var names []string
	for _, s := range r.Systems {
		if want(s) {
			names = append(names, s.Family)
		}
	}
	return strings.Join(names, ", ")
}

func familiesOf(systems []availableSystem, places []int) []string {
	names := make([]string, len(places))
	for i, k := range places {
		names[i] = systems[k].Family
	}
	return names
}
