package availability

import (
	"cmp"
	"math/big"

	"coterie/experiments"
	"coterie/internal/words/show"
	"coterie/measure/availability"
)

// crossoverLine is a line of crossings.csv: a crossing of two systems, or the fact that there is
// none.
type crossoverLine struct {
	N             int `csv:"n,nodes" doc:"number of nodes"`
	First, Second availableSystem
	Kind          string                `csv:"kind" doc:"crosses, touches, never (one of them is more available at every p) or equal (at every p)"`
	At            availability.Crossing // without a crossing only who is better
}

func (l crossoverLine) crosses() bool { return l.Kind == "crosses" || l.Kind == "touches" }

// better names the more available of the two.
func (l crossoverLine) better(sign int) string {
	return [...]string{l.Second.Family, "", l.First.Family}[sign+1]
}

func (l crossoverLine) loadDifference() *big.Rat {
	a, b := l.First.load(), l.Second.load()
	if a == nil || b == nil {
		return nil
	}
	return new(big.Rat).Sub(a, b)
}

// lines returns the crossings of the pair among the systems of n nodes.
func (c crossoverPair) lines(n int, systems []availableSystem) []crossoverLine {
	line := crossoverLine{N: n, First: systems[c.First], Second: systems[c.Second]}
	if len(c.Crossings) == 0 {
		line.Kind, line.At = "never", availability.Crossing{Before: c.Sign, After: c.Sign}
		if c.Equal {
			line.Kind = "equal"
		}
		return []crossoverLine{line}
	}
	var lines []crossoverLine
	for _, line.At = range c.Crossings {
		line.Kind = "crosses"
		if line.At.Before == line.At.After {
			line.Kind = "touches"
		}
		lines = append(lines, line)
	}
	return lines
}

// envelopeLine is a line of envelope.csv.
type envelopeLine struct {
	N       int     `csv:"n,nodes" doc:"number of nodes"`
	Among   string  `csv:"among" doc:"all families, or those of load below 1/2"`
	Best    string  `csv:"best" doc:"the most available family within the part; several where they are equal at every p"`
	LeftOut string  `csv:"left_out" doc:"families of n nodes whose live sets or loads are not known, so that they are not compared"`
	From    float64 `csv:"from" doc:"least crash probability of the part; 0 and 1 themselves are left out"`
	To      float64 `csv:"to" doc:"greatest crash probability of the part"`
}

// envelopes lists the parts of both envelopes.
func (r crossoverRow) envelopes() []envelopeLine {
	var lines []envelopeLine
	list := func(among string, parts []envelopePart, without func(availableSystem) bool) {
		from := 0.0
		for i, part := range parts {
			line := envelopeLine{r.N, among, familiesOf(r.Systems, part.Best), show.Join(experiments.Keep(r.Systems, without), ", ", func(s availableSystem) string { return s.Family }), from, 1}
			if i < len(parts)-1 {
				line.To = experiments.FloatRat(middle(part.Until))
			}
			lines, from = append(lines, line), line.To
		}
	}
	list("all", r.All, func(s availableSystem) bool { return !s.known() })
	list("load below 1/2", r.Light, func(s availableSystem) bool { return s.load() == nil })
	return lines
}

// familiesOf names the systems at these places, which are equally available.
func familiesOf(systems []availableSystem, places []int) string {
	return show.Join(places, " = ", func(k int) string { return systems[k].Family })
}

// middle returns the middle of an isolating interval.
func middle(c availability.Crossing) *big.Rat { return mean(c.Low.Rat(), c.High.Rat()) }

func tabulateCrossovers(out *experiments.Output, rows []crossoverRow) {
	experiments.Table(out, "systems", experiments.Flat(rows, func(r crossoverRow) []availableSystem { return r.Systems }),
		"n", "family", "spec",
		experiments.Ratios("load", "", "load; empty where the live sets are not known", availableSystem.load),
		experiments.Ints("resilience", "nodes", "crashes that always leave a live quorum", availableSystem.resilience).If(availableSystem.known),
		experiments.BigInts("live_sets", "sets", "number of node sets that contain a quorum, of all sizes",
			func(s availableSystem) *big.Int { return s.Live.Total() }).If(availableSystem.known),
		experiments.Bools("nondominated", "", "half of all node sets are live", availableSystem.nondominated).If(availableSystem.known),
		experiments.Texts("method", "", "how live sets were counted", func(s availableSystem) string { return s.Live.Method }),
		experiments.Texts("reason", "", "why figures are missing", func(s availableSystem) string { return cmp.Or(s.Reason, s.LoadUnknown) }))

	crossings := experiments.Flat(rows, func(r crossoverRow) []crossoverLine {
		return experiments.Flat(r.Pairs, func(c crossoverPair) []crossoverLine { return c.lines(r.N, r.Systems) })
	})
	experiments.Table(out, "crossings", crossings,
		"n",
		experiments.Texts("first", "", "a family", func(l crossoverLine) string { return l.First.Family }),
		experiments.Texts("second", "", "another one", func(l crossoverLine) string { return l.Second.Family }),
		"kind",
		experiments.Floats("p", "", "crash probability of the crossing", func(l crossoverLine) float64 { return experiments.FloatRat(middle(l.At)) }).If(crossoverLine.crosses),
		experiments.Ratios("p_low", "", "the crossing is not below this, and is this if p_high is the same",
			func(l crossoverLine) *big.Rat { return l.At.Low.Rat() }).If(crossoverLine.crosses),
		experiments.Ratios("p_high", "", "nor above this", func(l crossoverLine) *big.Rat { return l.At.High.Rat() }).If(crossoverLine.crosses),
		experiments.Texts("better_below", "", "which is more available just below p; without a crossing, everywhere",
			func(l crossoverLine) string { return l.better(l.At.Before) }),
		experiments.Texts("better_above", "", "which is more available just above p; without a crossing, everywhere",
			func(l crossoverLine) string { return l.better(l.At.After) }),
		experiments.Ratios("load_difference", "", "load of the first less that of the second", crossoverLine.loadDifference),
		experiments.Ints("resilience_difference", "nodes", "resilience of the first less that of the second",
			func(l crossoverLine) int { return l.First.resilience() - l.Second.resilience() }))

	experiments.Table(out, "envelope", experiments.Flat(rows, crossoverRow.envelopes),
		"n", "among", "from", "to", "best", "left_out")
}
