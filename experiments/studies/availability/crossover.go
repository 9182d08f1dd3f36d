package availability

import (
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/quorum"
)

// crossoverParameters holds the parameters of the study crossover.
type crossoverParameters struct {
	From   int   `json:"from"`   // least n
	To     int   `json:"to"`     // greatest n
	Listed int   `json:"listed"` // systems of at most this many quorums are listed
	States int   `json:"states"` // live sets are counted with decision diagrams of at most this many states
	Width  int   `json:"width"`  // crossings are isolated to 1/width
	Drawn  []int `json:"drawn"`  // the n whose failure probabilities are drawn
}

// availableSystem is one family's default system of n nodes with its live sets, or the reason why
// they are not known.
type availableSystem struct {
	N           int    `csv:"n,nodes" doc:"number of nodes"`
	Family      string `csv:"family" doc:"name of the construction"`
	Spec        string `csv:"spec" doc:"its default system of n nodes"`
	Reason      string `json:",omitempty"`
	Live        availability.LiveSets
	Load        bounds.Fraction
	LoadUnknown string `json:",omitempty"`
}

func (s availableSystem) known() bool { return s.Reason == "" }

func (s availableSystem) resilience() int { return resilienceOf(s.Live) }

// nondominated reports whether the coterie is nondominated: half of all sets are live.
func (s availableSystem) nondominated() bool {
	half := new(big.Int).Lsh(big.NewInt(1), uint(s.Live.N()-1))
	return s.Live.Total().Cmp(half) == 0
}

// crossoverPair compares the availabilities of two systems of one n, over all crash probabilities.
type crossoverPair struct {
	First, Second int  // places among the systems
	Equal         bool // at every p
	Sign          int  // without a crossing: +1 if the first is more available everywhere, -1 if the second is
	Crossings     []availability.Crossing
}

// crossoverRow holds all results for one n.
type crossoverRow struct {
	N       int
	Systems []availableSystem
	Pairs   []crossoverPair
	All     []envelopePart // the most available system at each p
	Light   []envelopePart // the same among those of load below 1/2
}

// Crossover returns the study crossover.
func Crossover() experiments.Study {
	return experiments.NewStudy(experiments.Spec[crossoverParameters]{
		Name:  "crossover",
		Title: "The crash probabilities at which one family overtakes another",
		Doc: "For every number of nodes and every two ordinary families with default systems of that many: all crash probabilities p in (0,1) at which one " +
			"overtakes the other in availability, isolated exactly from the numbers of live sets, and which family is the most available at each " +
			"p, among all families and among those of load below 1/2, whose busiest node does less than half of the work. Above the p at which " +
			"a family is overtaken by the singleton, one node alone is more available than all n.",
		Default: crossoverParameters{From: 3, To: 40, Listed: 100_000, States: 1 << 19, Width: 1_000_000_000, Drawn: []int{13, 31}},
		Full:    &crossoverParameters{From: 3, To: 60, Listed: 1_000_000, States: 1 << 22, Width: 1_000_000_000, Drawn: []int{13, 31}},
		Declare: declareCrossover,
	})
}

func declareCrossover(out *experiments.Output, p crossoverParameters) {
	rows := experiments.Compute(out, "nodes", experiments.Numbers(p.From, p.To), func(ctx context.Context, n int) (crossoverRow, error) { return crossoverAt(ctx, p, n) })
	tabulateCrossovers(out, rows)
	drawFailures(out, p, rows)
	drawBreakEven(out, p, rows)
	foundCrossover(out, rows)
}

// crossoverAt compares every two families that have a default system of n nodes.
func crossoverAt(ctx context.Context, p crossoverParameters, n int) (crossoverRow, error) {
	row := crossoverRow{N: n}
	for _, i := range experiments.Defaults(n) {
		s, err := availabilityOf(ctx, i, p.Listed, p.States)
		if err != nil {
			return row, fmt.Errorf("%s: %w", i, err)
		}
		row.Systems = append(row.Systems, s)
	}
	return row, row.compare(p.Width)
}

// compare fills in pairs and envelopes. If three systems meet too closely to tell which of them is
// the best in between, crossings are isolated anew, 10⁹ times closer. If they still cannot be told
// apart the third time, the meeting is taken for one point.
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

// load returns the load, nil if it is not known.
func (s availableSystem) load() *big.Rat {
	if !s.known() || s.LoadUnknown != "" {
		return nil
	}
	return s.Load.Rat()
}

// light reports whether the load is known to be below 1/2.
func (s availableSystem) light() bool {
	return s.load() != nil && s.Load.Cmp(bounds.FractionOf(1, 2)) < 0
}

// crossoverPairs compares every two systems. In nondominated systems, such as the singleton, half
// of all sets are live, so that any two of them meet at p = 1/2, where every set of surviving nodes
// is as likely as any other.
func crossoverPairs(systems []availableSystem, width bounds.Fraction) []crossoverPair {
	var pairs []crossoverPair
	done := map[[2]string]crossoverPair{} // by live sets: families often agree
	for i, a := range systems {
		for j := i + 1; j < len(systems); j++ {
			b := systems[j]
			if !a.known() || !b.known() {
				continue
			}
			key := [2]string{fmt.Sprint(a.Live.Counts), fmt.Sprint(b.Live.Counts)}
			pair, ok := done[key]
			if !ok {
				pair.Crossings, pair.Equal = availability.Crossings(a.Live, b.Live, width)
				if !pair.Equal && len(pair.Crossings) == 0 {
					// They differ at p = 1/2.
					pair.Sign = a.Live.Total().Cmp(b.Live.Total())
				}
				done[key] = pair
			}
			pair.First, pair.Second = i, j
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// availabilityOf counts the live sets of an ordinary system and finds its load. A figure beyond the
// limits is left out, and Reason or LoadUnknown says why. The error covers all other failures.
func availabilityOf(ctx context.Context, i *construct.Instance, most, states int) (s availableSystem, err error) {
	s = availableSystem{N: i.N(), Family: i.Family().Name, Spec: i.Spec()}
	if formulas := i.Formulas(); formulas != nil && formulas[0].ReadOnce() {
		return s, s.byFormula(ctx, formulas[0])
	}
	built, reason := experiments.Must2(experiments.ListSystem(ctx, i, most))
	if s.Reason = reason; built == nil {
		return s, nil
	}
	family := built.(*quorum.System).Family()
	if s.Live, s.Reason, err = liveOf(ctx, family, states); err != nil || s.Reason != "" {
		return s, err
	}
	s.Load, s.LoadUnknown, err = loadOf(ctx, family)
	return s, err
}

// byFormula fills in the live sets and the load of a read-once formula.
func (s *availableSystem) byFormula(ctx context.Context, f quorum.Formula) error {
	live, err := availability.CountLive(ctx, f, availability.LiveOptions{})
	if err != nil {
		s.Reason = err.Error()
		return ctx.Err()
	}
	s.Live = live
	load, err := loads.Find(ctx, f, loads.Options{})
	if err != nil {
		s.LoadUnknown = err.Error()
		return ctx.Err()
	}
	s.Load = load.Value
	return nil
}
