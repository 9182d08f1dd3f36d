package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/measure"
	"coterie/quorum"
)

// The budgets of one row, which keep a table of a hundred sizes under a minute. They are counted,
// never timed.
const (
	maxListed         = 100_000 // quorums that a list is made of
	maxListedClosed   = 2_000   // where there are closed forms, which are faster from there on
	maxPairs          = 20_000  // given quorums whose pairs are judged
	maxStates         = 400_000 // of a diagram of live sets
	failureWork       = 1 << 25 // of the count of transversals
	failureSamples    = 8_000   // of those that are not counted
	transversalNodes  = 50_000  // of the search for a smallest transversal
	loadPivots        = 20_000
	loadExact         = 1_000_000
	packingNodes      = 50_000 // of the search for the most disjoint quorums
	dominationRounds  = 20     // of a SAT solver
	dominationNodes   = 100_000
	dominationLiteral = 400_000
)

// filling finds the figures of one row.
type filling struct {
	Row
	opts    Options
	known   quorum.Known
	cartels []quorum.Cartel
	lists   []quorum.Family // one for each cartel; nil if they are not listed
	asked   *big.Rat        // other nodes that a site asks in its S_i, on average; nil without sites
}

// fill finds the figures of a task.
func fill(ctx context.Context, t task, opts Options) (Row, error) {
	f := &filling{Row: t.row, opts: opts}
	source, err := t.source, error(nil)
	switch {
	case t.find != nil:
		source, err = f.best(ctx, t)
	case source == nil:
		source, err = construct.Open(ctx, t.row.Spec, nil)
	}
	if err == nil {
		err = f.open(ctx, source)
	}
	if err != nil {
		return f.Row, fmt.Errorf("%s: %w", t.row.Spec, err)
	}
	f.meets(ctx)
	mix := f.load(ctx)
	f.messages(mix)
	live := f.failure(ctx)
	f.resilience(ctx, live, mix)
	f.degree(ctx)
	f.domination(ctx)
	return f.Row, nil
}

// best finds the best system that is known, and the spec that builds it.
func (f *filling) best(ctx context.Context, t task) (*construct.Source, error) {
	best, system, err := t.find(ctx, f.N, f.M)
	if err != nil {
		return nil, err
	}
	if i, err := construct.Parse(ctx, system.Name()); err == nil {
		best.Spec = i.Spec()
	}
	f.Best, f.Name = &best, system.Name()
	return construct.SourceOf(system), nil
}

// open lists the quorums, unless they are too many or closed forms are faster, and finds the sizes.
func (f *filling) open(ctx context.Context, source *construct.Source) error {
	closed := len(source.Formulas) == 1 && source.Formulas[0].ReadOnce()
	limit := maxListed
	if closed {
		limit = maxListedClosed
	}
	listed, err := source.Build(ctx, construct.BuildOptions{MaxQuorums: limit})
	var many *construct.TooManyError
	var long *quorum.LimitError
	if err != nil && !errors.As(err, &many) && !errors.As(err, &long) && !errors.As(err, new(*memory.Error)) {
		return err
	}
	f.known = source.Known(listed, err)
	if listed == nil {
		f.known.Sizes, _ = source.Sizes(ctx) // what cannot be counted stays unknown
	}
	f.cartels = f.known.Cartels()
	for _, c := range f.cartels {
		list, ok := c.List()
		if !ok {
			f.lists = nil
			break
		}
		f.lists = append(f.lists, list)
	}
	return f.sizes(ctx)
}

// sizes enters K and the responsibilities, of the S_i where sites are assigned.
func (f *filling) sizes(ctx context.Context) error {
	if f.lists == nil {
		f.knownSizes(ctx)
		return nil
	}
	var sites []int // how many sites each quorum belongs to; nil where none are assigned
	total := 0      // messages of each kind when every site asks once
	if s, ok := f.known.Structure.(*quorum.System); ok && s.HasSites() {
		sites = make([]int, s.Family().Len())
		for i, q := range s.Sites() {
			sites[q]++
			if s.Family().Set(q).Has(i) {
				total--
			}
		}
	}
	poll := par.NewPoll(ctx)
	least, greatest, resp := math.MaxInt, 0, make([]int, f.N)
	for _, list := range f.lists {
		for i, q := range list.All() {
			if err := poll.Err(); err != nil {
				return err
			}
			times := 1
			if sites != nil {
				times = sites[i]
			}
			if times == 0 {
				continue
			}
			least, greatest = min(least, len(q)), max(greatest, len(q))
			total += times * len(q)
			for _, v := range q {
				resp[v] += times
			}
		}
	}
	if sites != nil {
		f.sites, f.asked = true, big.NewRat(int64(total), int64(f.N))
	}
	f.K, f.Responsibility = span(least, greatest), span(slices.Min(resp), slices.Max(resp))
	return nil
}

// knownSizes enters what is known of the sizes without a list.
func (f *filling) knownSizes(ctx context.Context) {
	s := f.known.Sizes
	if s.MinQuorum != nil {
		f.K.Min = big.NewInt(int64(*s.MinQuorum))
	}
	if s.MaxQuorum != nil {
		f.K.Max = big.NewInt(int64(*s.MaxQuorum))
	}
	f.Responsibility = Span{s.MinResponsibility, s.MaxResponsibility}
	if formula, ok := f.known.Formula(); ok && f.K.Max == nil && formula.ReadOnce() {
		if shape, err := formula.Shape(ctx); err == nil {
			f.K = span(shape.MinQuorum, shape.MaxQuorum)
			f.Responsibility = Span{shape.Responsibilities[0], shape.Responsibilities[0]}
			for _, r := range shape.Responsibilities {
				f.Responsibility.include(r)
			}
		}
	}
	if f.K.Min == nil || f.K.Max == nil {
		f.Reasons["k"] = f.known.Unlisted
	}
	if f.Responsibility.Min == nil {
		f.Reasons["responsibility"] = f.known.Unlisted
	}
}

func span(low, high int) Span { return Span{big.NewInt(int64(low)), big.NewInt(int64(high))} }

func (s *Span) include(v *big.Int) {
	if v.Cmp(s.Min) < 0 {
		s.Min = v
	}
	if v.Cmp(s.Max) > 0 {
		s.Max = v
	}
}

// meets judges whether the quorums of a given list meet. Families of package construct do, but for
// those whose parts or votes are the user's.
func (f *filling) meets(ctx context.Context) {
	if !f.Given && f.Best == nil {
		f.Meets = quorum.Holds
		return
	}
	if f.lists == nil {
		f.Reasons["meets"] = f.known.Unlisted
		return
	}
	total := 0
	for _, list := range f.lists {
		total += list.Len()
	}
	if total > maxPairs {
		f.Reasons["meets"] = fmt.Sprintf("whether the quorums meet is judged here for at most %d of them", maxPairs)
		return
	}
	opts := quorum.Options{Jobs: 1}
	var judged quorum.Judged
	switch s := f.known.Structure.(type) {
	case *quorum.KCoterie: // any two quorums may miss each other: that is its purpose
		judged = quorum.JudgeKIntersection(ctx, s.K(), f.lists[0])
	case *quorum.GroupSystem:
		judged = quorum.JudgeCrossIntersection(ctx, s, opts)
	default:
		judged = quorum.JudgeIntersection(ctx, f.lists[0], opts)
	}
	judged = judged.Named(f.known.Names, f.known.Roles)
	f.Meets = judged.Holds
	if f.Meets != quorum.Holds {
		f.Reasons["meets"] = judged.Reason
	}
	if f.Meets == quorum.Fails {
		f.Aside = "it is no quorum system: " + judged.Reason
	}
}

// strategies are the shares of the quorums under the load, cartel by cartel.
type strategies struct {
	chosen [][]measure.Chosen
	shares []bounds.Fraction // of the groups; nil for the only one
	load   *measure.Load     // of an ordinary system
}

// load finds the load, if it is wanted itself or for the messages.
func (f *filling) load(ctx context.Context) *strategies {
	if !f.opts.wants(Load) && (!f.opts.wants(Messages) || f.evenSize() != nil || f.asked != nil) && !f.opts.wants(Resilience) {
		f.Load.Reason = NotAsked
		return nil
	}
	opts := measure.LoadOptions{MaxPivots: loadPivots, MaxExact: loadExact}
	var s strategies
	var value bounds.Fraction
	var err error
	if len(f.cartels) == 1 {
		var l measure.Load
		if !answerable(f.cartels[0]) {
			err = errors.New(f.known.Unlisted)
		} else if l, err = measure.FindLoad(ctx, f.cartels[0], opts); err == nil {
			value, s = l.Value, strategies{chosen: [][]measure.Chosen{l.Strategy}, load: &l}
		}
	} else if f.lists == nil {
		err = errors.New(f.known.Unlisted)
	} else if mix := f.opts.Mix; mix != nil && len(mix) != len(f.cartels) {
		err = fmt.Errorf("the mix is one of %d groups", len(mix))
	} else {
		var l measure.MixLoad
		if l, err = measure.FindMixLoad(ctx, f.cartels, f.opts.Mix, opts); err == nil {
			value, s = l.Value, strategies{chosen: l.Strategies, shares: l.Mix}
		}
	}
	if err != nil {
		f.Load.Reason = err.Error()
		if limit := (*measure.LimitError)(nil); errors.As(err, &limit) && limit.Figure != "" {
			f.Load.Interval = &Interval{limit.Lower.Float64(), limit.Upper.Float64(), 1}
		}
		return nil
	}
	f.Load.Exact = value.Rat()
	return &s
}

// answerable reports whether package measure can say anything of a cartel.
func answerable(c quorum.Cartel) bool {
	if _, listed := c.List(); listed {
		return true
	}
	formula, ok := c.Formula()
	return ok && formula.ReadOnce()
}

// evenSize returns the size of all quorums if they have one, else nil.
func (f *filling) evenSize() *big.Int {
	if f.K.Min == nil || f.K.Max == nil || f.K.Min.Cmp(f.K.Max) != 0 {
		return nil
	}
	return f.K.Min
}

// failure finds the failure probability, of the worst cartel, and returns the live sets of each.
func (f *filling) failure(ctx context.Context) []measure.LiveSets {
	if !f.opts.wants(Failure) {
		f.Failure.Reason = NotAsked
		return nil
	}
	var all []measure.LiveSets
	var cells []Cell
	for _, c := range f.cartels {
		if !answerable(c) {
			cells = append(cells, Cell{Reason: f.known.Unlisted})
			continue
		}
		live, err := measure.CountLive(ctx, c, measure.LiveOptions{MaxStates: maxStates})
		if err == nil {
			all = append(all, live)
			cells = append(cells, Cell{Exact: live.Failure(f.opts.P.Rat())})
			continue
		}
		cells = append(cells, f.estimate(ctx, c, err))
	}
	f.Failure = worst(cells)
	if len(all) < len(f.cartels) {
		return nil
	}
	return all
}

// estimate bounds or samples a failure probability that cannot be counted for that reason.
func (f *filling) estimate(ctx context.Context, c quorum.Cartel, why error) Cell {
	cell := Cell{Reason: why.Error()}
	if _, listed := c.List(); !listed {
		return cell
	}
	found, err := measure.FindFailures(ctx, c, []*big.Rat{f.opts.P.Rat()}, measure.FailureOptions{Seed: f.opts.Seed, Samples: failureSamples, MaxWork: failureWork})
	if err == nil {
		cell.Interval = &Interval{found[0].Low, found[0].High, found[0].Confidence}
		return cell
	}
	e, err := measure.EstimateAvailability(ctx, c, []float64{f.opts.P.Float64()}, measure.EstimateOptions{Seed: f.opts.Seed, Samples: failureSamples, Jobs: 1})
	if err == nil {
		cell.Interval = &Interval{1 - e.High, 1 - e.Low, e.Confidence}
	}
	return cell
}

// worst is the greatest of the cells: exact only if all are.
func worst(cells []Cell) Cell {
	w := cells[0]
	for _, c := range cells[1:] {
		switch {
		case w.Exact != nil && c.Exact != nil:
			if c.Exact.Cmp(w.Exact) > 0 {
				w = c
			}
		case w.Reason != "" && w.Interval == nil:
		case c.Exact == nil && c.Interval == nil:
			w = c
		default:
			a, b := w.interval(), c.interval()
			w = Cell{Reason: max(w.Reason, c.Reason), Interval: &Interval{
				max(a.Low, b.Low), max(a.High, b.High), both(a.Confidence, b.Confidence)}}
		}
	}
	return w
}

// both is the confidence with which two intervals hold at once, whatever they have to do with each
// other.
func both(a, b float64) float64 { return math.Round(1e6*max(0, a+b-1)) / 1e6 }

// interval is where the figure of a cell lies, which is exact or has one.
func (c Cell) interval() Interval {
	if c.Exact == nil {
		return *c.Interval
	}
	v, _ := c.Exact.Float64()
	return Interval{v, v, 1}
}

// resilience finds the size of a smallest transversal less one, of the worst cartel.
func (f *filling) resilience(ctx context.Context, live []measure.LiveSets, s *strategies) {
	if !f.opts.wants(Resilience) {
		f.Reasons["resilience"] = NotAsked
		return
	}
	least := -1
	for i, c := range f.cartels {
		size := 0
		switch {
		case live != nil:
			size = firstFailure(live[i])
		case !answerable(c):
			f.Reasons["resilience"] = f.known.Unlisted
			return
		default:
			opts := measure.TransversalOptions{Jobs: 1, MaxNodes: transversalBudget(c)}
			if s != nil {
				opts.Load = s.load
			}
			t, err := measure.SmallestTransversal(ctx, c, opts)
			if err != nil || !t.Exact() {
				f.Reasons["resilience"] = fmt.Sprintf("it is %d to %d; the search is bounded here", t.Lower-1, t.Size-1)
				return
			}
			size = t.Size
		}
		if least < 0 || size < least {
			least = size
		}
	}
	resilience := least - 1
	f.Resilience = &resilience
}

// degree finds the most disjoint quorums of the worst cartel.
func (f *filling) degree(ctx context.Context) {
	if f.M == 0 {
		return
	}
	if !f.opts.wants(Degree) {
		f.Reasons["degree"] = NotAsked
		return
	}
	least := math.MaxInt
	for _, c := range f.cartels {
		if !answerable(c) {
			f.Reasons["degree"] = f.known.Unlisted
			return
		}
		p, err := measure.MaxDisjoint(ctx, c, measure.PackingOptions{MaxNodes: packingNodes})
		if err != nil || !p.Exact() {
			f.Reasons["degree"] = fmt.Sprintf("it is %d to %d; the search is bounded here", len(p.Quorums), p.Upper)
			return
		}
		least = min(least, len(p.Quorums))
	}
	f.Degree = &least
}

// transversalBudget is transversalNodes for systems of up to 100 nodes and as many quorums, and
// less for larger ones, whose nodes of the search cost more.
func transversalBudget(q quorum.Quorums) int64 {
	cells := int64(q.N()) * int64(q.N())
	if f, ok := q.List(); ok {
		cells = int64(q.N()) * int64(f.Len())
	}
	return max(1, min(transversalNodes, transversalNodes*10_000/max(1, cells)))
}

// firstFailure returns the size of a smallest transversal: the least i with a term p^i in the
// failure probability.
func firstFailure(l measure.LiveSets) int {
	for i, c := range l.FailurePolynomial() {
		if c.Sign() != 0 {
			return i
		}
	}
	panic("compare: every node set is live")
}

func (f *filling) domination(ctx context.Context) {
	reason := ""
	switch {
	case !f.opts.wants(Nondominated):
		reason = NotAsked
	case f.known.Kind == quorum.KindKCoterie:
		reason = "between k-coteries domination asks for a family with all k-properties; it is not judged here"
	case f.Meets == quorum.Fails:
		reason = f.Aside
	case f.known.Kind == quorum.KindGroupSystem && len(f.cartels) < 2:
		reason = "domination of group systems is defined for two cartels or more"
	default:
		for _, c := range f.cartels {
			if !answerable(c) {
				reason = f.known.Unlisted
			}
		}
	}
	if reason == "" {
		d, err := measure.JudgeDomination(ctx, f.cartels, measure.DominationOptions{
			Seed: f.opts.Seed, Jobs: 1, SATRounds: dominationRounds, SATLiterals: dominationLiteral, DiagramNodes: dominationNodes})
		switch {
		case err != nil:
			reason = err.Error()
			if input := (*measure.InputError)(nil); errors.As(err, &input) {
				reason = input.Why
			}
		case d.Dominated():
			f.Nondominated = quorum.Fails
		default:
			f.Nondominated = quorum.Holds
		}
	}
	if reason != "" {
		f.Reasons["nondominated"] = reason
	}
}
