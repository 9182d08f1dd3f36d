package availability

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
	"coterie/quorum"
)

// measuredLine is a line of measures.csv: a system as a whole, or one of its cartels. A line of
// failures.csv also has a crash probability and the failure probability at it.
type measuredLine struct {
	measuredSystem
	measuredFamily
	measuredFailure
	P      *big.Rat `csv:"p" doc:"crash probability of each node"`
	cartel int      `csv:"cartel,,omitzero" doc:"the cartel that the row is about, from 1; empty: the system"`
}

func (s measuredSystem) lines() []measuredLine {
	list := []measuredLine{{measuredSystem: s, measuredFamily: s.Own}}
	for c, m := range s.Cartels {
		list = append(list, measuredLine{measuredSystem: s, measuredFamily: m, cartel: c + 1})
	}
	return list
}

func (l measuredLine) whole() bool   { return l.cartel == 0 }
func (l measuredLine) decided() bool { return l.whole() && l.Nondominated != quorum.Unknown }
func (l measuredLine) loaded() bool  { return l.Load != nil }

// loadFloor returns the least load that n nodes allow.
func (l measuredLine) loadFloor() float64 {
	if l.M > 0 {
		return bounds.LoadFromNodes(l.N).Float64()
	}
	return bounds.PlaneLoad(l.N).Float64()
}

// failuresKnown returns how each failure probability was found, in one word if all were found in
// the same way.
func (l measuredLine) failuresKnown() string {
	var how []string
	for _, f := range l.Failures {
		how = append(how, f.By)
	}
	if one := slices.Compact(slices.Clone(how)); len(one) == 1 {
		return one[0]
	}
	return strings.Join(how, ", ")
}

// floor returns the least failure probability that n nodes allow.
func (l measuredLine) floor() float64 { return experiments.FloatRat(bounds.FailureFloor(l.N, l.P)) }

func (l measuredLine) failures() (list []measuredLine) {
	for k, f := range l.Failures {
		l.P, l.measuredFailure = crashProbabilities()[k], f
		list = append(list, l)
	}
	return list
}

// tabulateMeasures makes the table of figures, with a row for each system and each cartel, and the
// table of failure probabilities.
func tabulateMeasures(out *experiments.Output, systems []measuredSystem) (figures, failures *experiments.Sheet) {
	lines := experiments.Flat(systems, measuredSystem.lines)
	columns := experiments.Columns[measuredLine]("n", "family", "m", "cartel", "spec",
		"quorums", "k_min", "k_max", "responsibility_min", "responsibility_max",
		experiments.Ratios("load", "", "load; of a group system with all groups equally active", func(l measuredLine) *big.Rat { return l.Load.Rat() }).If(measuredLine.loaded),
		experiments.Floats("load_decimal", "", "the same", func(l measuredLine) float64 { return l.Load.Float64() }).If(measuredLine.loaded),
		experiments.Floats("load_floor", "", "least load that n nodes allow: (1+√(4n-3))/(2n) for an ordinary system, 1/√n for groups equally active; none of its own for a cartel",
			measuredLine.loadFloor).If(measuredLine.whole),
		experiments.Ratios("capacity", "", "1/load", func(l measuredLine) *big.Rat { return new(big.Rat).Inv(l.Load.Rat()) }).If(measuredLine.loaded),
		experiments.If(func(l measuredLine) bool { return l.Resilience >= 0 }, "resilience"))
	for k, p := range crashProbabilities() {
		at := table.Float(experiments.FloatRat(p)).String()
		columns = append(columns, experiments.Floats("failure_"+strings.ReplaceAll(at, ".", "_"), "",
			"probability that no quorum survives if nodes crash with probability "+at+" each; empty: see failures.csv. Of a group system the mean of its cartels",
			func(l measuredLine) float64 { return l.Failures[k].Value }).If(func(l measuredLine) bool { return l.Failures != nil && l.Failures[k].By != byBounds }))
	}
	figures = experiments.Table(out, "measures", lines, columns,
		experiments.Texts("failures", "", "exact, or how each of the four is known, in order: exact, estimate or bounds (failures.csv has the intervals)", measuredLine.failuresKnown),
		experiments.Bools("nondominated", "", "whether the system is nondominated; empty: not decided",
			func(l measuredLine) bool { return l.Nondominated == quorum.Holds }).If(measuredLine.decided),
		"degree", "load_by", "resilience_by", "failures_by",
		experiments.If(measuredLine.whole, "domination_by"))

	interval := func(f measuredLine) bool { return f.By != byExact }
	failures = experiments.Table(out, "failures", experiments.Flat(lines, measuredLine.failures),
		"n", "family", "m", "cartel", "spec",
		"p",
		"by",
		experiments.If(func(f measuredLine) bool { return f.By != byBounds }, "failure"),
		experiments.If(interval, "low", "high"),
		experiments.Floats("floor", "", "least failure probability of an ordinary quorum system of n nodes (Peleg and Wool 1995), which also limits the mean of cartels; none of its own for a cartel",
			measuredLine.floor).If(measuredLine.whole))
	return figures, failures
}

// ordinaryLayers returns a layer for each ordinary family: a line if the family has a system for
// most n. Systems of one node are left out.
func ordinaryLayers(t *experiments.Sheet, y string, filters ...experiments.Filter) (layers []experiments.Layer) {
	for _, family := range ordinaryFamilies() {
		draw := t.Scatter
		if slices.Contains([]string{"singleton", "wheel", "majority", "grid", "degenerate-fpp"}, family) {
			draw = t.Line
		}
		layers = append(layers, draw(family, "n", y, append(filters, experiments.Is("family", family), manyNodes())...).Family(family))
	}
	return layers
}

// ordinaryFamilies lists the ordinary families of the figures.
func ordinaryFamilies() []string {
	return []string{"singleton", "wheel", "majority", "tree", "grid", "paths", "triangle", "triangle-lattice", "billiard", "degenerate-fpp", "fpp"}
}

func manyNodes() experiments.Filter { return experiments.AtLeast("n", 2) }

// rootGuide returns the curve 1/√n.
func rootGuide(t *experiments.Sheet, name string, to int) experiments.Layer {
	return t.Curve(name, 2, float64(to), func(n float64) float64 { return 1 / math.Sqrt(n) })
}

func plotLoads(out *experiments.Output, p measuresParameters, t *experiments.Sheet) {
	out.Plot("load", "Load of the families against the number of nodes", experiments.NodeAxis(), plot.Logarithmic("load", plot.NoUnit),
		append(ordinaryLayers(t, "load_decimal"), t.Guide("plane bound", "n", "load_floor", experiments.Is("family", "singleton"), manyNodes()), rootGuide(t, "1/√n (Naor-Wool)", p.To))...)
}

func plotFailures(out *experiments.Output, t *experiments.Sheet) {
	const least = 1e-9
	tenth, by := experiments.Is("p", "1/10"), func(by string) experiments.Filter { return experiments.Is("by", by) }
	layers := append(ordinaryLayers(t, "failure", tenth, by(byExact), experiments.AtLeast("failure", least)),
		t.Scatter("degenerate, estimate", "n", "failure", experiments.Is("family", "degenerate-fpp"), tenth, by(byEstimate)).Family("degenerate-fpp").Ringed(true),
		t.Guide("least (Peleg-Wool)", "n", "floor", experiments.Is("family", "singleton"), tenth, manyNodes()))
	out.Plot("failure", "Failure probability of the families at crash probability 0.1", experiments.NodeAxis(),
		plot.Logarithmic("failure probability", plot.NoUnit).Between(least, 1), layers...)
}

// plotGroupLoads draws the loads of group systems with all groups equally active.
func plotGroupLoads(out *experiments.Output, p measuresParameters, t *experiments.Sheet) {
	var layers []experiments.Layer
	for _, l := range append(surficialLines(), groupLine{"net, m = 3", "net", 3, false},
		groupLine{"read-write grid", "read-write-grid", 2, false}) {
		layers = append(layers, t.Line(l.name, "n", "load_decimal", experiments.Is("family", l.family), experiments.Is("m", l.m), experiments.Is("cartel", ""), manyNodes()).Family(l.family).Ringed(l.ringed))
	}
	out.Plot("group-load", "Load of group systems with all groups equally active", experiments.NodeAxis(),
		plot.Logarithmic("load", plot.NoUnit), append(layers, rootGuide(t, "1/√n", p.To))...)
}

func claimMeasures(out *experiments.Output, p measuresParameters, systems []measuredSystem) {
	distributed := experiments.Keep(systems, func(s measuredSystem) bool {
		m := s.Own
		return s.M == 0 && s.Nondominated != quorum.Unknown && m.MinQuorum > 0 && m.MinQuorum == m.MaxQuorum && m.MinResp.Cmp(m.MaxResp) == 0
	})
	short := experiments.Keep(distributed, func(s measuredSystem) bool {
		k := s.Own.MaxQuorum + 1
		return s.N > 9 && k*k <= 4*s.N
	})
	dominated := func(s measuredSystem) (bool, string) {
		return s.Nondominated == quorum.Fails, fmt.Sprintf("%s has quorums of %d nodes, %v for every node, and is nondominated", s.Spec, s.Own.MinQuorum, s.Own.MinResp)
	}
	const words = "default systems whose quorums have one size and whose nodes one responsibility"
	out.Claim("joung-distributed-dominated", joung, "section 3, after Theorem 3.4",
		"Full distributedness and nondominance conflict: fully distributed ordinary quorum systems are dominated.",
		experiments.HoldsUnderReading("for more than 9 nodes and quorums of at most 2√n - 1: planes of order 3 and more, and grids",
			experiments.ForAll(fmt.Sprintf("%s, n in 1..%d", words, p.To), experiments.LargestFirst(distributed), dominated),
			experiments.ForAll(fmt.Sprintf("%s of at most 2√n - 1, n in 10..%d", words, p.To), short, dominated)))
}
