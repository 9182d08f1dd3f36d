package experiments

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/measure"
	"coterie/quorum"
)

// measuresParameters holds the parameters of the study measures.
type measuresParameters struct {
	To      int   `json:"to"`      // every n up to this
	Groups  []int `json:"groups"`  // the m for which group families are asked
	Listed  int   `json:"listed"`  // families of at most so many quorums are listed
	Exact   int   `json:"exact"`   // live sets of at most so many nodes are counted with diagrams of at most so many states:
	States  int   `json:"states"`  // these,
	Fewer   int   `json:"fewer"`   // and of more nodes these
	Samples int   `json:"samples"` // of an estimate
}

// crashProbabilities are the p of the table: 1/1000, 1/100, 1/10, 3/10.
func crashProbabilities() []*big.Rat {
	return []*big.Rat{big.NewRat(1, 1000), big.NewRat(1, 100), big.NewRat(1, 10), big.NewRat(3, 10)}
}

// How a failure probability is known.
const (
	byExact    = "exact"
	byEstimate = "estimate"
	byBounds   = "bounds"
)

const tooLargeProgram = "not computed: the linear program is too large"

// measuredFailure is the failure probability at one p: exactly, by sampling with an interval, or within bounds.
type measuredFailure struct {
	By        string
	Value     float64 // not with bounds
	Low, High float64 // estimate: the interval of 99 %; bounds: certain
}

// measuredFamily is one family of quorums: an ordinary system, or a cartel of a group system.
type measuredFamily struct {
	Quorums              *big.Int
	MinQuorum, MaxQuorum int
	MinResp, MaxResp     *big.Int

	Load       *measure.Fraction `json:",omitempty"`
	Resilience int               // -1: not known
	Degree     int               // 0: not known
	Failures   []measuredFailure `json:",omitempty"` // at crashProbabilities, or none

	// How each figure was found, or why it was not.
	LoadBy, ResilienceBy, FailuresBy string
	Total                            *big.Int `json:",omitempty"` // of the live sets, where they were counted
}

// measuredSystem is one system with its figures.
type measuredSystem struct {
	N, M         int // M is 0 for an ordinary system
	Family, Spec string
	Own          measuredFamily   // of a group system: the mix, see measureGroups
	Cartels      []measuredFamily `json:",omitempty"`
	Nondominated quorum.Truth
	DominationBy string
}

func measuresStudy() Study {
	full := measuresParameters{To: 60, Groups: []int{2, 3, 4, 5}, Listed: 1_000_000, Exact: 60, States: 1 << 23, Fewer: 1 << 23, Samples: 10_000_000}
	return NewStudy(Spec[measuresParameters]{
		Name:  "measures",
		Title: "Load, resilience, availability and domination of every family",
		Doc: "Every family's default system at every number of nodes, group families for each m with one row for the system and one for each cartel: exact " +
			"load and capacity, resilience, failure probability at four crash probabilities, domination, degree, and how each figure was found, or why it is missing. " +
			"Families whose list is too long are measured by closed forms where their formula is known. Where live sets are too many to " +
			"count, failure probabilities are estimates with an interval of 99 %, or certain bounds, each marked as what it is in failures.csv.",
		Default: measuresParameters{To: 60, Groups: []int{2, 3, 4, 5}, Listed: 20_000, Exact: 34, States: 1 << 19, Fewer: 1 << 17, Samples: 500_000},
		Full:    &full,
		Run:     runMeasures,
	})
}

func runMeasures(ctx context.Context, env Env, p measuresParameters, out *Output) error {
	var specs []string
	for n := 1; n <= p.To; n++ {
		at, err := defaultSpecs(n, p.Groups)
		if err != nil {
			return err
		}
		specs = append(specs, at...)
	}
	systems, err := Rows(ctx, env, "systems", specs, func(ctx context.Context, spec string) (measuredSystem, error) {
		s, err := measureSystem(ctx, env, p, spec)
		if err != nil {
			return s, fmt.Errorf("%s: %w", spec, err)
		}
		return s, nil
	})
	if err != nil {
		return err
	}
	if err := emitMeasures(out, systems); err != nil {
		return err
	}
	return out.Claims(measuresClaims(p, systems)...)
}

// defaultSpecs lists the default systems of n nodes: of ordinary families, and of group families for each m.
func defaultSpecs(n int, groups []int) ([]string, error) {
	var specs []string
	for _, f := range construct.Families() {
		if !f.HasDefault() {
			continue
		}
		ms := []int{0}
		if f.Groups() {
			ms = groups
		}
		for _, m := range ms {
			i, err := f.ForN(n, m)
			var none *construct.NoSystemError
			if errors.As(err, &none) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if k := i.Kind(); k == quorum.KindSystem || k == quorum.KindGroupSystem {
				specs = append(specs, i.Spec())
			}
		}
	}
	return specs, nil
}

// measureSystem measures one system.
func measureSystem(ctx context.Context, env Env, p measuresParameters, spec string) (measuredSystem, error) {
	i, err := construct.Parse(spec)
	if err != nil {
		return measuredSystem{}, err
	}
	s := measuredSystem{N: i.N(), Family: i.Family().Name, Spec: i.Spec()}
	groups := 1
	if i.Kind() == quorum.KindGroupSystem {
		s.M, groups = i.Groups(), i.Groups()
	}
	families, why, err := listCartels(ctx, i, p.Listed)
	if err != nil {
		return s, err
	}
	if families == nil && s.Family == "read-write-grid" {
		return s, s.measureReadWriteGrid(i)
	}
	formulas := i.Formulas()
	cartels := make([]measuredFamily, groups)
	for c := range cartels {
		switch {
		case formulas != nil && formulas[c].ReadOnce():
			cartels[c], err = measureByFormula(ctx, i, formulas[c], &s)
		case families != nil:
			// By n and not by spec, so that families with the same list have the same estimate.
			seed := env.Rand("failures", fmt.Sprint(s.N), fmt.Sprint(c)).Uint64()
			cartels[c], err = measureByList(ctx, p, families[c], s.M > 0, seed)
		default:
			cartels[c] = measuredFamily{Resilience: -1, LoadBy: why, ResilienceBy: why, FailuresBy: why}
		}
		if err != nil {
			return s, err
		}
	}
	if s.M == 0 {
		s.Own = cartels[0]
		s.Own.Degree = 0
	} else {
		s.Cartels = cartels
		if err := s.mix(ctx, families, why); err != nil {
			return s, err
		}
	}
	return s, s.judgeDomination(ctx, families, why)
}

// listCartels lists the quorums, cartel by cartel; there are none, and why says so, if there are more than listed.
func listCartels(ctx context.Context, i *construct.Instance, listed int) (families []quorum.Family, why string, err error) {
	shape, err := i.Shape()
	if err != nil {
		return nil, "", err
	}
	if shape.Quorums == nil || shape.Quorums.Cmp(big.NewInt(int64(listed))) > 0 {
		return nil, fmt.Sprintf("not computed: more than %d quorums, and no closed form", listed), nil
	}
	built, err := i.Build(ctx, construct.BuildOptions{})
	if err != nil {
		return nil, "", err
	}
	switch s := built.(type) {
	case *quorum.System:
		families = []quorum.Family{s.Family()}
	case *quorum.GroupSystem:
		for c := range s.Groups() {
			families = append(families, s.Cartel(c))
		}
	default:
		return nil, "", fmt.Errorf("a %s", built.Kind())
	}
	return families, "", nil
}

// measureByFormula measures a read-once formula; of an ordinary system it decides domination, too.
func measureByFormula(ctx context.Context, i *construct.Instance, f quorum.Formula, s *measuredSystem) (measuredFamily, error) {
	figures, err := measure.MeasureFormula(ctx, f, measure.FormulaOptions{})
	if err != nil {
		return measuredFamily{}, err
	}
	if ctx.Err() != nil {
		return measuredFamily{}, contextError(ctx)
	}
	m := measuredFamily{
		Quorums: figures.Quorums, MinQuorum: figures.MinQuorum, MaxQuorum: figures.MaxQuorum,
		MinResp: figures.MinResponsibility, MaxResp: figures.MaxResponsibility, Degree: figures.Degree,
		Resilience: -1, LoadBy: figures.Reasons.Load, ResilienceBy: figures.Reasons.Transversal, FailuresBy: figures.Reasons.Live,
	}
	if figures.Load != nil {
		m.Load, m.LoadBy = &figures.Load.Value, figures.Load.Method
	}
	if t := figures.Transversal; t != nil && t.Exact() {
		m.Resilience, m.ResilienceBy = t.Size-1, t.LowerBy
	}
	if figures.Live != nil {
		m.exactFailures(*figures.Live)
	}
	if i.Kind() == quorum.KindSystem && figures.Domination.Nondominated != quorum.Unknown {
		s.Nondominated, s.DominationBy = figures.Domination.Nondominated, figures.Domination.Method
	}
	return m, nil
}

// exactFailures fills in the failure probabilities from the live sets.
func (m *measuredFamily) exactFailures(live measure.LiveSets) {
	m.Total, m.FailuresBy = live.Total(), live.Method
	for _, p := range crashProbabilities() {
		v, _ := live.Failure(p).Float64()
		m.Failures = append(m.Failures, measuredFailure{By: byExact, Value: v})
	}
}

// measureByList measures listed quorums.
func measureByList(ctx context.Context, p measuresParameters, f quorum.Family, cartel bool, seed uint64) (measuredFamily, error) {
	m := measuredFamily{Quorums: big.NewInt(int64(f.Len())), Resilience: -1}
	m.MinQuorum, m.MaxQuorum = f.Sizes()
	responsibilities := f.Responsibilities()
	m.MinResp, m.MaxResp = big.NewInt(int64(slices.Min(responsibilities))), big.NewInt(int64(slices.Max(responsibilities)))

	load, err := measure.FindLoad(ctx, f, measure.LoadOptions{})
	var tooLarge *measure.LoadLimitError
	transversal := measure.TransversalOptions{Jobs: 1}
	switch {
	case ctx.Err() != nil:
		return m, contextError(ctx)
	case errors.As(err, &tooLarge):
		m.LoadBy = tooLargeProgram
	case err != nil:
		return m, err
	default:
		m.Load, m.LoadBy, transversal.Load = &load.Value, load.Method, &load
	}
	t := measure.SmallestTransversal(ctx, f, transversal)
	switch {
	case ctx.Err() != nil:
		return m, contextError(ctx)
	case t.Exact():
		m.Resilience, m.ResilienceBy = t.Size-1, t.LowerBy
	default:
		m.ResilienceBy = "not computed: " + t.Stopped
	}
	if cartel {
		if d := measure.MaxDisjoint(ctx, f, measure.PackingOptions{}); d.Exact() {
			m.Degree = len(d.Quorums)
		}
	}
	states := p.States
	if f.N() > p.Exact {
		states = p.Fewer
	}
	live, err := measure.CountLive(ctx, f, measure.LiveOptions{MaxStates: states})
	var limit *measure.LiveLimitError
	switch {
	case ctx.Err() != nil:
		return m, contextError(ctx)
	case err == nil:
		m.exactFailures(live)
		return m, nil
	case !errors.As(err, &limit):
		return m, err
	}
	return m, m.estimateFailures(ctx, p, f, fmt.Sprintf("more than %d states", states), seed)
}

// fewestFailures is how many samples without a live quorum an estimate needs; with fewer, certain bounds say more.
const fewestFailures = 10

// estimateFailures fills in the failure probabilities where live sets were not counted.
func (m *measuredFamily) estimateFailures(ctx context.Context, p measuresParameters, f quorum.Family, why string, seed uint64) error {
	m.FailuresBy = fmt.Sprintf("not counted: %s; %d samples or bounds", why, p.Samples)
	for k, x := range crashProbabilities() {
		low, high, err := failureBounds(ctx, f, m.Resilience, x)
		if ctx.Err() != nil {
			return contextError(ctx)
		}
		if err != nil {
			return err
		}
		found := measuredFailure{By: byBounds, Low: low, High: high}
		if high*float64(p.Samples) >= fewestFailures { // else samples would show too few failures
			e, err := measure.EstimateAvailability(ctx, f, []float64{floatRat(x)}, measure.EstimateOptions{Samples: p.Samples, Seed: seed + uint64(k), Confidence: 0.99})
			if ctx.Err() != nil {
				return contextError(ctx)
			}
			if err != nil {
				return err
			}
			if e.Samples-e.Live >= fewestFailures {
				found = measuredFailure{byEstimate, 1 - e.Value, 1 - e.High, 1 - e.Low}
			}
		}
		m.Failures = append(m.Failures, found)
	}
	return nil
}

// failureBounds returns certain bounds on the failure probability of f at p, its resilience being known or -1.
func failureBounds(ctx context.Context, f quorum.Family, resilience int, p *big.Rat) (low, high float64, err error) {
	b, err := measure.AvailabilityBounds(ctx, f, p)
	if err != nil {
		return 0, 0, err
	}
	one := big.NewRat(1, 1)
	least, most := new(big.Rat).Sub(one, b.High), new(big.Rat).Sub(one, b.Low)
	if resilience >= 0 {
		if x := bounds.FailureFromResilience(resilience, p); x.Cmp(least) > 0 {
			least = x
		}
		if x := bounds.FailureCeiling(f.N(), resilience, p); x.Cmp(most) < 0 {
			most = x
		}
	}
	low, _ = least.Float64()
	high, _ = most.Float64()
	return low, high, nil
}

// mix fills in the figures of a group system as a whole: the load when all groups are equally active, and what combine does.
func (s *measuredSystem) mix(ctx context.Context, families []quorum.Family, why string) error {
	s.combine()
	s.Own.LoadBy = why
	if families == nil {
		return nil
	}
	load, err := measure.FindMixLoad(ctx, families, nil, measure.LoadOptions{})
	var tooLarge *measure.LoadLimitError
	switch {
	case ctx.Err() != nil:
		return contextError(ctx)
	case errors.As(err, &tooLarge):
		s.Own.LoadBy = tooLargeProgram
	case err != nil:
		return err
	default:
		s.Own.Load, s.Own.LoadBy = &load.Value, load.Method
	}
	return nil
}

// combine makes the figures of a group system of those of its cartels: the least resilience and degree, and the failure
// probability for a request of each group with the same probability, which is the mean.
func (s *measuredSystem) combine() {
	own := measuredFamily{Resilience: -1, Quorums: new(big.Int), MinQuorum: s.N}
	for c, m := range s.Cartels {
		if m.Quorums == nil {
			own.Quorums = nil
		} else if own.Quorums != nil {
			own.Quorums.Add(own.Quorums, m.Quorums)
		}
		own.MinQuorum, own.MaxQuorum = min(own.MinQuorum, m.MinQuorum), max(own.MaxQuorum, m.MaxQuorum)
		if c == 0 || m.Resilience < own.Resilience {
			own.Resilience, own.ResilienceBy = m.Resilience, m.ResilienceBy
		}
		if c == 0 || m.Degree < own.Degree {
			own.Degree = m.Degree
		}
	}
	s.meanFailures(&own)
	s.Own = own
}

// meanFailures takes the mean of the cartels where all are known in the same way.
func (s *measuredSystem) meanFailures(own *measuredFamily) {
	for _, m := range s.Cartels {
		if m.Failures == nil {
			own.FailuresBy = m.FailuresBy
			return
		}
	}
	own.FailuresBy = "mean of the cartels"
	for k := range crashProbabilities() {
		mean := measuredFailure{By: byExact}
		for _, m := range s.Cartels {
			if m.Failures[k].By != byExact {
				mean.By = byBounds
			}
			mean.Value += m.Failures[k].Value / float64(s.M)
		}
		if mean.By != byExact {
			own.Failures, own.FailuresBy = nil, "see the cartels"
			return
		}
		own.Failures = append(own.Failures, mean)
	}
}

// judgeDomination fills in domination: of an ordinary system from the number of live sets where they were counted (half of all iff
// nondominated), else by a witness or its exclusion.
func (s *measuredSystem) judgeDomination(ctx context.Context, families []quorum.Family, why string) error {
	switch {
	case s.DominationBy != "":
		return nil
	case s.M == 0 && s.Own.Total != nil:
		s.Nondominated, s.DominationBy = quorum.Fails, "live sets"
		if s.Own.Total.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(s.N-1))) == 0 {
			s.Nondominated = quorum.Holds
		}
		return nil
	case families == nil:
		s.DominationBy = why
		return nil
	}
	d := measure.JudgeDomination(ctx, families, measure.DominationOptions{Jobs: 1})
	if ctx.Err() != nil {
		return contextError(ctx)
	}
	s.Nondominated = d.Nondominated
	switch d.Nondominated { // not by what was quicker
	case quorum.Fails:
		s.DominationBy = "a witness"
	case quorum.Holds:
		s.DominationBy = "no witness"
	default:
		s.DominationBy = "not decided"
	}
	return nil
}
