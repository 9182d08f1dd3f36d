package availability

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/measure"
	"coterie/measure/availability"
	"coterie/quorum"
)

// measuresParameters holds the parameters of the study measures.
type measuresParameters struct {
	To      int   `json:"to"`      // every n up to this
	Groups  []int `json:"groups"`  // the m of the group families
	Listed  int   `json:"listed"`  // families of at most this many quorums are listed
	Exact   int   `json:"exact"`   // live sets of at most this many nodes are counted with diagrams of at most this many states:
	States  int   `json:"states"`  // these,
	Fewer   int   `json:"fewer"`   // and of more nodes these
	Samples int   `json:"samples"` // of an estimate
}

// How a failure probability was found.
const (
	byExact    = "exact"
	byEstimate = "estimate"
	byBounds   = "bounds"
)

// measuredFailure is the failure probability at one p: exactly, by sampling with an interval, or
// within bounds.
type measuredFailure struct {
	By    string  `csv:"by" doc:"exact; estimate, by sampling; bounds, which are certain"`
	Value float64 `csv:"failure" doc:"probability that no quorum survives; empty where only bounds are known"`
	Low   float64 `csv:"low" doc:"estimate: low end of the 99 % interval; bounds: lower bound; empty: exact"`
	High  float64 `csv:"high" doc:"estimate: high end of the 99 % interval; bounds: upper bound; empty: exact"`
}

// measuredFamily is one family of quorums: an ordinary system, or a cartel of a group system.
type measuredFamily struct {
	Quorums   *big.Int `csv:"quorums,quorums" doc:"number of quorums; of a group system over all cartels"`
	MinQuorum int      `csv:"k_min,nodes,omitzero" doc:"least quorum size"`
	MaxQuorum int      `csv:"k_max,nodes,omitzero" doc:"greatest quorum size"`
	MinResp   *big.Int `csv:"responsibility_min,quorums" doc:"least number of quorums that a node is in: of the S_i where the family assigns sites; of a group system over all cartels"`
	MaxResp   *big.Int `csv:"responsibility_max,quorums" doc:"greatest"`

	Load       *bounds.Fraction  `json:",omitempty"`
	Resilience int               `csv:"resilience,nodes" doc:"crashes that always leave a live quorum; of a group system in every cartel"`
	Degree     int               `csv:"degree,quorums,omitzero" doc:"most pairwise disjoint quorums in a cartel; of a group system in every cartel"`
	Failures   []measuredFailure `json:",omitempty"` // at crashProbabilities, or none

	// How each figure was found, or why it was not.
	LoadBy       string `csv:"load_by" doc:"how the load was found, or why not"`
	ResilienceBy string `csv:"resilience_by" doc:"why no transversal is smaller, or why the resilience is not known"`
	FailuresBy   string `csv:"failures_by" doc:"how live sets were counted, or why not"`
	Counted      bool   // the live sets were
}

// measuredSystem is one system with its figures.
type measuredSystem struct {
	N            int              `csv:"n,nodes" doc:"number of nodes"`
	M            int              `csv:"m,groups,omitzero" doc:"number of cartels; empty for an ordinary system"`
	Family       string           `csv:"family" doc:"name of the construction"`
	Spec         string           `csv:"spec" doc:"the default system of n nodes"`
	Own          measuredFamily   // of a group system as a whole, see combine
	Cartels      []measuredFamily `json:",omitempty"`
	Nondominated quorum.Truth
	DominationBy string `csv:"domination_by" doc:"how domination was decided, or why not"`
}

// Measures returns the study measures.
func Measures() experiments.Study {
	return experiments.NewStudy(experiments.Spec[measuresParameters]{
		Name:  "measures",
		Title: "Load, resilience, availability and domination of every family",
		Doc: "Every family's default system at every number of nodes, group families for each m with one row for the system and one for each cartel: exact " +
			"load and capacity, resilience, failure probability at four crash probabilities, domination, degree, and how each figure was found, or why it is missing. " +
			"Families whose list is too long are measured by closed forms where their formula is known. Where live sets are too many to " +
			"count, failure probabilities are estimates with an interval of 99 %, or certain bounds, each marked as what it is in failures.csv.",
		Default: measuresParameters{To: 60, Groups: []int{2, 3, 4, 5}, Listed: 20_000, Exact: 34, States: 1 << 19, Fewer: 1 << 17, Samples: 300_000},
		Full:    &measuresParameters{To: 60, Groups: []int{2, 3, 4, 5}, Listed: 1_000_000, Exact: 60, States: 1 << 22, Fewer: 1 << 22, Samples: 10_000_000},
		Declare: declareMeasures,
	})
}

func declareMeasures(out *experiments.Output, p measuresParameters) {
	var specs []string
	for n := 1; n <= p.To; n++ {
		for _, i := range experiments.Defaults(n, p.Groups...) {
			specs = append(specs, i.Spec())
		}
	}
	systems := experiments.Compute(out, "systems", specs, func(ctx context.Context, spec string) (measuredSystem, error) {
		return measureSystem(ctx, out.Env, p, spec)
	})
	figures, failures := tabulateMeasures(out, systems)
	plotLoads(out, p, figures)
	plotFailures(out, failures)
	plotGroupLoads(out, p, figures)
	plotLoadFailure(out, p, figures)
	foundMeasures(out, p, systems)
	claimMeasures(out, p, systems)
}

// crashProbabilities returns the crash probabilities of the tables: 1/1000, 1/100, 1/10, 3/10.
func crashProbabilities() []*big.Rat {
	return []*big.Rat{big.NewRat(1, 1000), big.NewRat(1, 100), big.NewRat(1, 10), big.NewRat(3, 10)}
}

// measureSystem measures one system. An ordinary system with a read-once formula is measured by the
// formula, so that no list is needed; any other by its list.
func measureSystem(ctx context.Context, env experiments.Env, p measuresParameters, spec string) (measuredSystem, error) {
	i := experiments.Must(construct.Parse(ctx, spec))
	s := measuredSystem{N: i.N(), Family: i.Family().Name, Spec: i.Spec()}
	if i.Kind() == quorum.KindGroupSystem {
		s.M = i.Groups()
	}
	subject := quorum.Known{Kind: i.Kind(), Name: i.Spec(), Nodes: i.N(), Unlisted: "not listed"}
	if formulas := i.Formulas(); s.M == 0 && formulas != nil && formulas[0].ReadOnce() {
		subject.Formulas = formulas
	} else {
		structure, reason := experiments.Must2(experiments.ListSystem(ctx, i, p.Listed))
		switch {
		case reason != "" && s.Family == "read-write-grid":
			s.measureReadWriteGrid(i)
			return s, nil
		case reason != "":
			subject.Unlisted = fmt.Sprintf("not computed: %s, and no closed form", reason)
		default:
			subject.Structure = structure
		}
	}
	options := measure.Options{Jobs: 1, Samples: p.Samples, MaxStates: p.States, CountWork: -1, Seed: env.Rand("failures", fmt.Sprint(s.N)).Uint64()}
	if s.N > p.Exact {
		options.MaxStates = p.Fewer
	}
	for _, x := range crashProbabilities() {
		options.Crash = append(options.Crash, bounds.NewFraction(x))
	}
	s.take(experiments.Must(measure.Measure(ctx, subject, options)), p.Samples, subject.Formulas != nil)
	return s, nil
}

// take makes the row of a report.
func (s *measuredSystem) take(r measure.Report, samples int, byFormula bool) {
	if s.M == 0 {
		s.Own = takeFamily(r.Sizes, *r.FamilyFigures, r.Notes, s.N, samples)
	} else {
		for _, c := range r.Cartels {
			m := takeFamily(c.Sizes, c.FamilyFigures, c.Notes, s.N, samples)
			if c.Degree != nil {
				m.Degree = *c.Degree
			}
			s.Cartels = append(s.Cartels, m)
		}
		s.combine(familyOf(r.Sizes))
		s.Own.Load, s.Own.LoadBy = r.MixLoad, howFound(r.Notes, "mix_load")
	}
	s.Nondominated = r.Nondominated
	switch { // not by the quicker method
	case r.Nondominated == quorum.Unknown:
		s.DominationBy = r.Reasons["nondominated"].Text
	case byFormula:
		s.DominationBy = r.Methods["nondominated"]
	case s.M == 0 && s.Own.Counted:
		s.DominationBy = "live sets" // which Measure compares with the verdict
	case r.Nondominated == quorum.Fails:
		s.DominationBy = "a witness"
	default:
		s.DominationBy = "no witness"
	}
}

// howFound returns the method of a figure, or the reason why it is missing.
func howFound(notes measure.Notes, figure string) string {
	return cmp.Or(notes.Methods[figure], notes.Reasons[figure].Text)
}

// familyOf returns a measured family with its sizes alone.
func familyOf(s quorum.Sizes) measuredFamily {
	m := measuredFamily{Quorums: s.Quorums, MinResp: s.MinResponsibility, MaxResp: s.MaxResponsibility, Resilience: -1}
	if s.MinQuorum != nil {
		m.MinQuorum, m.MaxQuorum = *s.MinQuorum, *s.MaxQuorum
	}
	return m
}

// takeFamily makes a measured family from a report.
func takeFamily(sizes quorum.Sizes, figures measure.FamilyFigures, notes measure.Notes, n, samples int) measuredFamily {
	m := familyOf(sizes)
	m.Load, m.Counted = figures.Load, len(figures.LiveSets) > 0
	m.LoadBy, m.ResilienceBy, m.FailuresBy = howFound(notes, "load"), howFound(notes, "resilience"), howFound(notes, "live_sets")
	if figures.Resilience != nil {
		m.Resilience = *figures.Resilience
	}
	for _, a := range figures.Availability {
		m.Failures = append(m.Failures, takeFailure(a, n, m.Resilience))
	}
	if len(m.Failures) > 0 && !m.Counted {
		m.FailuresBy += fmt.Sprintf("; %d samples or bounds", samples)
	}
	return m
}

// fewestFailures is the number of samples without a live quorum that an estimate needs; with fewer,
// certain bounds say more.
const fewestFailures = 10

// takeFailure returns the exact failure probability, an estimate with enough failures, or certain
// bounds: those of the report and those by the resilience, if it is known (not -1).
func takeFailure(a availability.Point, n, resilience int) measuredFailure {
	e := a.Estimate
	switch {
	case e == nil:
		return measuredFailure{By: byExact, Value: a.Failure}
	case e.Samples-e.Live >= fewestFailures:
		return measuredFailure{byEstimate, 1 - e.Value, 1 - e.High, 1 - e.Low}
	}
	f := measuredFailure{By: byBounds, High: 1}
	if a.AtLeast != nil {
		f.Low, f.High = *a.AtLeast, *a.AtMost
	}
	if resilience >= 0 {
		f.Low = max(f.Low, experiments.FloatRat(bounds.FailureFromResilience(resilience, a.P.Rat())))
		f.High = min(f.High, experiments.FloatRat(bounds.FailureCeiling(n, resilience, a.P.Rat())))
	}
	return f
}

// combine adds the figures of the cartels to the sizes of a group system: the least resilience and
// degree, and the mean failure probability, which is that of a request if all groups are equally
// likely.
func (s *measuredSystem) combine(own measuredFamily) {
	weakest := slices.MinFunc(s.Cartels, func(a, b measuredFamily) int { return cmp.Compare(a.Resilience, b.Resilience) })
	own.Resilience, own.ResilienceBy = weakest.Resilience, weakest.ResilienceBy
	own.Degree = slices.MinFunc(s.Cartels, func(a, b measuredFamily) int { return cmp.Compare(a.Degree, b.Degree) }).Degree
	own.Failures, own.FailuresBy = s.meanFailures()
	s.Own = own
}

// meanFailures returns the means over the cartels if all are known exactly. Otherwise there are
// none, and by gives the reason.
func (s *measuredSystem) meanFailures() (means []measuredFailure, by string) {
	for _, m := range s.Cartels {
		if m.Failures == nil {
			return nil, m.FailuresBy
		}
	}
	for k := range crashProbabilities() {
		mean := measuredFailure{By: byExact}
		for _, m := range s.Cartels {
			if m.Failures[k].By != byExact {
				return nil, "see the cartels"
			}
			mean.Value += m.Failures[k].Value / float64(s.M)
		}
		means = append(means, mean)
	}
	return means, "mean of the cartels"
}
