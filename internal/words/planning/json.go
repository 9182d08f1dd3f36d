package planning

import (
	"context"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/fleet"
	"coterie/internal/words/report"
	"coterie/quorum"
	"coterie/search"
	plans "coterie/search/fleet"
)

// figuresJSON holds the figures of a system in JSON. They are decimals; exact has them as
// fractions.
type figuresJSON struct {
	Spec *string `json:"spec"`
	strategyJSON
	Availability *float64            `json:"availability"`
	ReadsLive    *float64            `json:"reads_availability"`
	WritesLive   *float64            `json:"writes_availability"`
	Survives     []fleet.Survival    `json:"survives"`
	WritesMeet   *bool               `json:"writes_meet"`
	Disjoint     []quorum.Set        `json:"disjoint_writes"` // two that share no node, if there are any
	GoodFor      string              `json:"writes_good_for"`
	Percentiles  map[string]*float64 `json:"percentiles"`
	Places       []placeJSON         `json:"place_percentiles"` // where there are several
	Between      *lossesJSON         `json:"mean_time_between_losses"`
	First        *lossesJSON         `json:"mean_time_to_loss"`
	Lost         []fleet.Lost        `json:"data_lost,omitempty"` // through witnesses, the fewest crashes first
	Exact        map[string]string   `json:"exact"`
	Reasons      map[string]string   `json:"reasons"`
	Reads        []quorum.Set        `json:"reads"`
	Writes       []quorum.Set        `json:"writes"`
	Strategy     []menuJSON          `json:"strategy"`
	Prices       *pricesJSON         `json:"prices"`
}

// lossesJSON holds mean times to losses of quorums, null where none is ever lost.
type lossesJSON struct {
	Reads  *float64 `json:"reads"`
	Writes *float64 `json:"writes"`
	Both   *float64 `json:"both"`
	Unit   string   `json:"unit"`
	Error  float64  `json:"error"` // at most, as a share of a time
	Method string   `json:"method"`
}

// losses sets the mean times to losses, and the reasons for those that are null.
func (out *figuresJSON) losses(l *fleet.Losses, none error) {
	for _, x := range []struct {
		key     string
		between bool
		to      **lossesJSON
	}{{"mean_time_between_losses", true, &out.Between}, {"mean_time_to_loss", false, &out.First}} {
		switch {
		case none != nil:
			out.Reasons[x.key] = none.Error()
		case l == nil:
			out.Reasons[x.key] = "no rates of crashes are given, as in crash: {afr: 4%, repair: 6h}"
		case l.Between == x.between:
			*x.to = &lossesJSON{float(l.Times[0]), float(l.Times[1]), float(l.Times[2]), "seconds", l.Error, l.Method}
		case x.between:
			out.Reasons[x.key] = "nothing is repaired"
		default:
			out.Reasons[x.key] = "crashes are repaired"
		}
	}
}

// placeJSON holds the percentiles of the requests from a place.
type placeJSON struct {
	Place       string              `json:"place"`
	Percentiles map[string]*float64 `json:"percentiles"`
}

// percentilesOf returns percentiles by their names.
func percentilesOf(list []fleet.Quantile) map[string]*float64 {
	out := map[string]*float64{}
	for i, g := range fleet.PercentileGoals() {
		var seconds *float64
		if list != nil {
			seconds = float(list[i].Seconds)
		}
		out[string(g)] = seconds
	}
	return out
}

// strategyJSON holds the figures of a strategy.
type strategyJSON struct {
	Capacity *float64 `json:"capacity"`
	Load     *float64 `json:"load"`
	Latency  *float64 `json:"latency"`
	Network  *float64 `json:"network"`
}

func strategyOf(s *fleet.Strategy) strategyJSON {
	return strategyJSON{float(s.Capacity), float(s.Load), float(s.Latency), float(s.Network)}
}

// leaderJSON is a place of the leader with the best system found there.
type leaderJSON struct {
	Node  string   `json:"node"`
	Way   *float64 `json:"way"`
	Found bool     `json:"found"`
	strategyJSON
}

// entryJSON is a system of a plan.
type entryJSON struct {
	By     string   `json:"by"`
	Within string   `json:"within,omitempty"`
	Keeps  bool     `json:"keeps"`
	Fails  []string `json:"fails"`
	Open   []string `json:"open"`
	Front  bool     `json:"front"`
	figuresJSON
}

// menuJSON holds the choices of requests of one kind.
type menuJSON struct {
	Place     string           `json:"place,omitempty"`
	Operation string           `json:"operation"`
	Share     *bounds.Fraction `json:"share_of_reads,omitempty"`
	Choices   []choiceJSON     `json:"choices"`
}

type choiceJSON struct {
	Nodes  []string `json:"nodes"`
	Weight string   `json:"weight"`
	Approx float64  `json:"approx"`
}

type pricesJSON struct {
	Nodes   [][]bounds.Fraction `json:"nodes"`
	Load    *bounds.Fraction    `json:"load"`
	Latency *bounds.Fraction    `json:"latency"`
	Network *bounds.Fraction    `json:"network"`
	// Late are those of the limits of percentiles.
	Late map[fleet.Goal]*bounds.Fraction `json:"late,omitempty"`
}

// mostListed is the greatest number of quorums that a JSON form lists.
const mostListed = 1000

// costJSON is the cost of a requirement.
type costJSON struct {
	Requirement string   `json:"requirement"`
	Change      string   `json:"change"`
	Value       *float64 `json:"value"`
	Share       *float64 `json:"share"`
	Least       *float64 `json:"least"`
	Most        *float64 `json:"most"`
	Proven      bool     `json:"proven"`
	Absent      bool     `json:"absent"`
}

// PlanJSON returns the JSON form of a plan.
func PlanJSON(a *plans.Answer) any {
	figure := plans.Figure(a.Fleet, a.Goals[0])
	out := struct {
		N            int            `json:"n"`
		Nodes        []string       `json:"nodes"`
		Optimize     []fleet.Goal   `json:"optimize"`
		Verdict      search.Verdict `json:"verdict"`
		Best         *entryJSON     `json:"best"`
		Optimal      bool           `json:"optimal"`
		OptimalBy    string         `json:"optimal_by"`
		Ties         []fleet.Goal   `json:"ties"`
		TiesOptimal  bool           `json:"ties_optimal"`
		Bound        *float64       `json:"bound"`
		BoundExact   *string        `json:"bound_exact"`
		BoundOf      fleet.Goal     `json:"bound_of"`
		BoundBy      string         `json:"bound_by"`
		Gap          *float64       `json:"gap"`
		Assumed      string         `json:"latency_assumed"`
		ReadOnce     *float64       `json:"read_once"`
		FrontOptimal *bool          `json:"front_optimal"`
		Conflict     []string       `json:"conflict"`
		ConflictBy   string         `json:"conflict_by"`
		Costs        []costJSON     `json:"costs"`
		StoppedBy    string         `json:"stopped_by"`
		Notes        []string       `json:"notes"`
		Systems      []entryJSON    `json:"systems"`
		Majority     *entryJSON     `json:"majority"`
		Liars        *fleet.Liars   `json:"liars,omitempty"`   // that every system of verdict found bears
		Leader       string         `json:"leader,omitempty"`  // where there is one
		Leaders      []leaderJSON   `json:"leaders,omitempty"` // all places where it may stand
		LeaderProven *bool          `json:"leader_proven,omitempty"`
		Shapes       []shapeJSON    `json:"shapes,omitempty"` // those asked for
		Change       *changeJSON    `json:"change,omitempty"` // with a system of today
	}{
		N: a.Fleet.N(), Nodes: a.Fleet.Names(), Optimize: a.Goals, Verdict: a.Verdict,
		Optimal: a.Optimal, OptimalBy: a.OptimalBy, Ties: a.Order[1:], TiesOptimal: a.TiesOptimal, BoundOf: figure, BoundBy: a.BoundBy, Gap: float(a.Gap()), Assumed: assumed(a.Fleet),
		Conflict: texts(a.Conflict), ConflictBy: a.ConflictBy, StoppedBy: a.StoppedBy, Notes: texts(a.Notes),
		Costs: []costJSON{}, Systems: []entryJSON{}, Liars: a.Fleet.Require.Liars,
	}
	shown := func(v *big.Rat) *big.Rat { // values of a capacity are loads
		if figure == fleet.Capacity {
			return inverse(v)
		}
		return v
	}
	out.ReadOnce, out.Shapes = float(shown(a.ReadOnce)), shapesJSON(a, shown)
	if bound := shown(a.Bound); bound != nil {
		out.Bound = float(bound)
		text := bound.RatString()
		out.BoundExact = &text
	}
	if len(a.Goals) > 1 && len(a.Front) > 0 {
		out.FrontOptimal = &a.FrontOptimal
	}
	for _, c := range a.Costs {
		out.Costs = append(out.Costs, costJSON{string(c.Requirement), string(c.Change), float(shown(c.Answer.Value)), float(c.Share), float(c.Least), float(c.Most), c.Proven, c.Answer.Absent})
	}
	for i := range a.Entries {
		e := &a.Entries[i]
		out.Systems = append(out.Systems, entryJSON{
			e.By, withinText(a.Fleet, e), e.Keeps(), texts(e.Fails), texts(e.Open), slices.Contains(a.Front, i),
			entryOf(a.Fleet, e),
		})
	}
	if a.Best >= 0 {
		out.Best = &out.Systems[a.Best]
	}
	for _, s := range a.Seats {
		l := leaderJSON{Node: s.Node, Way: float(s.Way), Found: s.Best != nil}
		if l.Found && s.Best.Strategy != nil {
			l.strategyJSON = strategyOf(s.Best.Strategy)
		}
		out.Leaders = append(out.Leaders, l)
	}
	if len(a.Seats) > 0 {
		proven := a.SeatProven()
		out.Leader, out.LeaderProven = a.Seats[a.Seat].Node, &proven
	}
	if a.Majority >= 0 {
		out.Majority = &out.Systems[a.Majority]
	}
	out.Change = changeOf(a.Change)
	return out
}

func texts(list []string) []string { return append([]string{}, list...) }

func inverse(r *big.Rat) *big.Rat {
	if r == nil || r.Sign() == 0 {
		return nil
	}
	return new(big.Rat).Inv(r)
}

// entryOf returns the figures of an entry of a plan.
func entryOf(f *fleet.Fleet, e *plans.Entry) figuresJSON {
	out := figuresJSON{
		Exact: map[string]string{}, Reasons: map[string]string{}, Survives: append([]fleet.Survival{}, e.Survives...),
		Reads: quorumsOf(e.System.Reads), Writes: quorumsOf(e.System.Writes),
		Percentiles: percentilesOf(nil), Places: []placeJSON{},
		Lost: e.Lost, Disjoint: []quorum.Set{}, GoodFor: quorum.WritesGoodFor(e.Writes.Holds),
	}
	switch w := e.Writes; w.Holds {
	case quorum.Unknown:
		out.Reasons["writes_meet"] = w.Reason
	case quorum.Fails:
		out.Disjoint = w.Witness.Sets
		fallthrough
	default:
		meet := w.Holds == quorum.Holds
		out.WritesMeet = &meet
	}
	if e.System.Name != "" {
		out.Spec = &e.System.Name
	}
	exactly := func(key string, r *big.Rat) *float64 {
		if r != nil && len(r.Denom().Bits()) < 64 {
			out.Exact[key] = r.RatString()
		}
		return float(r)
	}
	for _, x := range figures {
		exactly(x.key, x.of(e))
	}
	if s := e.Strategy; s != nil {
		out.strategyJSON = strategyOf(s)
		out.Strategy = menusOf(f, s.Menus)
		out.Prices = &pricesJSON{Load: report.Fraction(s.Prices.Load), Latency: report.Fraction(s.Prices.Latency), Network: report.Fraction(s.Prices.Network), Late: map[fleet.Goal]*bounds.Fraction{}}
		for i, g := range fleet.PercentileGoals() {
			if p := s.Prices.Late[i]; p != nil {
				out.Prices.Late[g] = report.Fraction(p)
			}
		}
		for _, share := range s.Prices.Nodes {
			row := []bounds.Fraction{}
			for _, p := range share {
				row = append(row, bounds.NewFraction(p))
			}
			out.Prices.Nodes = append(out.Prices.Nodes, row)
		}
		if s.NoLatency != nil {
			out.Reasons["latency"] = s.NoLatency.Error()
		}
	}
	if p := e.Percentiles; p != nil {
		out.Percentiles = percentilesOf(p.All)
		for i, own := range p.Places {
			out.Places = append(out.Places, placeJSON{placeName(f, i), percentilesOf(own)})
		}
		for _, g := range fleet.PercentileGoals() {
			if p.Of(g) == nil {
				out.Reasons[string(g)] = "some latencies have no p100, and are not known so far"
			}
		}
	}
	out.losses(e.Losses, e.NoLosses)
	if c := e.Chances; c != nil {
		out.ReadsLive, out.WritesLive = exactly("reads_availability", c.Reads), exactly("writes_availability", c.Writes)
		out.Availability = float(c.Least())
	}
	for key, err := range map[string]error{"strategy": e.NoStrategy, "percentiles": e.NoPercentiles, "availability": e.NoChances, "survives": e.NoSurvives, "data_lost": e.NoLost} {
		if err != nil {
			out.Reasons[key] = err.Error()
		}
	}
	if out.Reads == nil || out.Writes == nil {
		out.Reasons["reads"] = "the quorums are too many to list"
	}
	return out
}

// quorumsOf lists quorums. It returns nil if they are too many, or neither listed nor of a formula.
func quorumsOf(q quorum.Quorums) []quorum.Set {
	list, ok := q.List()
	if formula, has := q.Formula(); has && !ok {
		var err error
		list, err = formula.MinimalSets(context.Background(), mostListed)
		ok = err == nil
	}
	if !ok || list.Len() > mostListed {
		return nil
	}
	sets := []quorum.Set{}
	for i := range list.Len() {
		sets = append(sets, list.Set(i))
	}
	return sets
}

func menusOf(f *fleet.Fleet, menus []fleet.Menu) []menuJSON {
	names := f.Names()
	out := []menuJSON{}
	for _, m := range menus {
		row := menuJSON{Operation: m.Operation.String(), Choices: []choiceJSON{}}
		if len(f.Clients) > 1 {
			row.Place = placeName(f, m.Place)
		}
		if m.Share >= 0 {
			row.Share = report.Fraction(f.Workload.Shares[m.Share].Reads)
		}
		for _, c := range m.Choices {
			nodes := []string{}
			for _, v := range c.Nodes {
				nodes = append(nodes, names[v])
			}
			row.Choices = append(row.Choices, choiceJSON{nodes, c.Weight.RatString(), *float(c.Weight)})
		}
		out = append(out, row)
	}
	return out
}
