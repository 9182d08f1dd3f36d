package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"

	"coterie/bounds"
	"coterie/construct"
	"coterie/measure"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// The budgets of one row, which keep a table of a hundred sizes under a minute. They are counted,
// never timed.
const (
	maxListed         = 100_000 // quorums that a list is made of
	maxListedClosed   = 2_000   // if there are closed forms, which are faster for more quorums
	maxPairs          = 20_000  // given quorums whose pairs are judged
	maxStates         = 400_000 // of a diagram of live sets
	failureWork       = 1 << 25 // of the count of transversals
	guidedSamples     = 1_500   // of transversals, which are drawn with some care
	failureSamples    = 8_000   // of probabilities that are not counted
	transversalNodes  = 50_000  // of the search for a smallest transversal
	loadPivots        = 20_000
	loadExact         = 1_000_000
	packingNodes      = 50_000 // of the search for the most disjoint quorums
	dominationRounds  = 20     // of a SAT solver
	dominationNodes   = 100_000
	dominationLiteral = 400_000
)

// figure is an entry of the table of figures of a row.
type figure struct {
	of    Quantity
	asked func(*filling) bool // whether it is needed although it was not requested; nil for no
	find  func(*filling, context.Context) error
}

// figures is the table, in the order in which the figures are found: later ones build on earlier
// ones.
var figures = []figure{
	{of: Load, asked: (*filling).loadNeeded, find: (*filling).load},
	{of: Messages, find: (*filling).messages},
	{of: Failure, find: (*filling).failure},
	{of: Resilience, find: (*filling).resilience},
	{of: Degree, find: (*filling).degree},
	{of: Nondominated, find: (*filling).domination},
	{of: Byzantine, find: (*filling).liars},
}

// filling finds the figures of one row.
type filling struct {
	Row
	estimates *sync.Map // of the failures of lists: those of the same quorums have one
	opts      Options
	known     quorum.Known
	cartels   []quorum.Cartel
	closed    error           // the reason why package measure cannot judge a cartel; nil if it can
	lists     []quorum.Family // one for each cartel; nil if they are not listed
	asked     *big.Rat        // other nodes that a site asks in its S_i, on average; nil without sites

	// Results for the figures that build on others.
	own    *loads.Load             // of an ordinary system
	chosen [][]loads.Chosen        // the shares of the quorums under the load, cartel by cartel
	mean   *big.Rat                // the mean size under the load, where the shares are not written out
	shares []bounds.Fraction       // of the groups; nil for the only one
	live   []availability.LiveSets // of each cartel; nil if one is unknown
}

// fill finds the figures of a task.
func fill(ctx context.Context, t task, opts Options, estimates *sync.Map) (Row, error) {
	f := &filling{Row: t.row, opts: opts, estimates: estimates}
	var err error
	switch {
	case t.find != nil:
		f.known, err = f.best(ctx, t)
	case t.given != nil:
		f.known = *t.given
	default:
		f.known, err = construct.Open(ctx, t.row.Spec, nil)
	}
	if err == nil {
		err = f.open(ctx)
	}
	if err != nil {
		return f.Row, fmt.Errorf("%s: %w", t.row.Spec, err)
	}
	f.meets(ctx)
	if f.Resilience = &f.N; f.opts.Liars > 0 && !f.Given && (f.liars(ctx) != nil || f.Aside != "") {
		return f.Row, nil // it is left out, however many nodes may crash
	}
	f.Resilience = nil
	for _, g := range figures {
		if g.of == Degree && f.M == 0 || g.of == Byzantine && f.opts.Liars == 0 {
			continue
		}
		err := errNotAsked
		if opts.wants(g.of) || g.asked != nil && g.asked(f) {
			err = g.find(f, ctx)
		}
		if err == nil || err != errNotAsked && f.proved(g.of) {
		} else if slices.Contains(costs(), g.of) {
			f.Cell(g.of).Reason = err.Error()
		} else {
			f.Reasons[string(g.of)] = err.Error()
		}
	}
	return f.Row, nil
}

var errNotAsked = errors.New(NotAsked)

// proved enters a figure that was not found from the theorems of its family, and reports whether
// they have it.
func (f *filling) proved(of Quantity) bool {
	switch p := f.known.Proved; {
	case of == Load && p.Load != nil:
		f.Load = Cell{Exact: p.Load}
	case of == Resilience && !p.Transversal.Empty():
		f.Resilience = new(p.Transversal.Len() - 1)
	case of == Nondominated && p.Nondominated != quorum.Unknown:
		f.Nondominated = p.Nondominated
	default:
		return false
	}
	return true
}

// best finds the best known system and the spec that builds it.
func (f *filling) best(ctx context.Context, t task) (quorum.Known, error) {
	best, system, err := t.find(ctx, f.N, f.M)
	if err != nil {
		return quorum.Known{}, err
	}
	if i, err := construct.Parse(ctx, system.Name()); err == nil {
		best.Spec = i.Spec()
	}
	f.Best, f.Name = &best, system.Name()
	return quorum.KnownOf(system), nil
}

// open lists the quorums, unless they are too many or closed forms are faster, and finds the sizes.
func (f *filling) open(ctx context.Context) (err error) {
	closed := len(f.known.Formulas) == 1 && f.known.Formulas[0].ReadOnce()
	limit := maxListed
	if closed {
		limit = maxListedClosed
	}
	if f.known, err = f.known.Listed(ctx, limit); err != nil {
		return err
	}
	f.cartels = f.known.Cartels()
	for _, c := range f.cartels {
		if list, ok := c.List(); ok {
			f.lists = append(f.lists, list)
		} else if formula, ok := c.Formula(); !ok || !formula.ReadOnce() {
			f.closed = errors.New(f.known.Unlisted)
		}
	}
	if len(f.lists) < len(f.cartels) {
		f.lists = nil
	}
	return f.sizes(ctx)
}

// sizes enters K and the responsibilities, those of the S_i if sites are assigned.
func (f *filling) sizes(ctx context.Context) error {
	s, ok := f.known.Structure.(*quorum.System)
	switch {
	case f.lists == nil:
		f.knownSizes(ctx)
	case ok && s.HasSites():
		least, greatest, total := math.MaxInt, 0, 0 // total: messages of each kind when every site asks once
		for i, q := range s.Sites() {
			own := s.Family().Quorum(q)
			least, greatest, total = min(least, len(own)), max(greatest, len(own)), total+len(own)
			if _, in := slices.BinarySearch(own, int32(i)); in {
				total--
			}
		}
		resp := s.SiteResponsibilities()
		f.sites, f.asked = true, big.NewRat(int64(total), int64(f.N))
		f.K, f.Responsibility = span(least, greatest), span(slices.Min(resp), slices.Max(resp))
	default:
		sizes, err := quorum.SizesOf(ctx, f.lists...)
		f.enter(sizes)
		return err
	}
	return nil
}

// enter enters the sizes that are known.
func (f *filling) enter(s quorum.Sizes) {
	if s.MinQuorum != nil {
		f.K.Min = big.NewInt(int64(*s.MinQuorum))
	}
	if s.MaxQuorum != nil {
		f.K.Max = big.NewInt(int64(*s.MaxQuorum))
	}
	f.Responsibility = Span{s.MinResponsibility, s.MaxResponsibility}
}

// knownSizes enters the sizes that follow without listing the quorums.
func (f *filling) knownSizes(ctx context.Context) {
	f.enter(f.known.Sizes)
	if formula, ok := f.known.Formula(); ok && f.K.Max == nil && formula.ReadOnce() {
		if shape, err := formula.Shape(ctx); err == nil {
			f.enter(shape.Sizes())
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

// meets judges whether the quorums of a given list meet. The quorums of the families of package
// construct meet, except possibly if the user chose parts or votes.
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

// loadNeeded reports whether other figures need the load.
func (f *filling) loadNeeded() bool {
	return f.opts.wants(Messages) && f.evenSize() == nil && f.asked == nil || f.opts.wants(Resilience)
}

func (f *filling) load(ctx context.Context) (err error) {
	opts, mix := loads.Options{MaxPivots: loadPivots, MaxExact: loadExact}, f.opts.Mix
	switch {
	case f.closed != nil:
		return f.closed
	case len(f.cartels) == 1:
		var l loads.Load
		if l, err = loads.Find(ctx, f.cartels[0], opts); err == nil {
			f.Load.Exact, f.chosen, f.own = l.Value.Rat(), [][]loads.Chosen{l.Strategy}, &l
		} else if value, mean, short := loads.Value(ctx, f.cartels[0]); short == nil {
			f.Load.Exact, f.mean, err = value.Rat(), mean, nil
		}
	case f.lists == nil:
		return errors.New(f.known.Unlisted)
	case mix != nil && len(mix) != len(f.cartels):
		return fmt.Errorf("the mix is one of %d groups", len(mix))
	default:
		var l loads.Mixed
		if l, err = loads.FindMixed(ctx, f.cartels, mix, opts); err == nil {
			f.Load.Exact, f.chosen, f.shares = l.Value.Rat(), l.Strategies, l.Mix
		}
	}
	if limit := (*quorum.LimitError)(nil); errors.As(err, &limit) && limit.Figure != "" {
		lower, _ := limit.Lower.Float64()
		upper, _ := limit.Upper.Float64()
		f.Load.Interval = &Interval{lower, upper, 1}
	}
	return err
}

// evenSize returns the common size of all quorums, nil if their sizes differ.
func (f *filling) evenSize() *big.Int {
	if f.K.Min == nil || f.K.Max == nil || f.K.Min.Cmp(f.K.Max) != 0 {
		return nil
	}
	return f.K.Min
}

// failure finds the failure probability of the worst cartel, and the live sets of each cartel.
func (f *filling) failure(ctx context.Context) error {
	if f.closed != nil && !f.cartels[0].Survives() {
		return f.closed
	}
	var cells []Cell
	for _, c := range f.cartels {
		live, err := availability.CountLive(ctx, c, availability.LiveOptions{MaxStates: maxStates})
		if err != nil {
			cell := Cell{Reason: err.Error()}
			if a, ok := availability.Closed(ctx, c, f.opts.P); ok {
				cell = Cell{Exact: a.ExactFailure()}
			} else if list, listed := c.List(); listed {
				found, _ := f.estimates.LoadOrStore(fmt.Sprint(f.N, list), sync.OnceValue(func() *Interval { return f.estimate(ctx, list) }))
				cell.Interval = found.(func() *Interval)()
			}
			cells = append(cells, cell)
			continue
		}
		f.live = append(f.live, live)
		cells = append(cells, Cell{Exact: live.Failure(f.opts.P.Rat())})
	}
	if f.Failure = worst(cells); len(f.live) < len(f.cartels) {
		f.live = nil
	}
	f.failureOfAll(ctx)
	return nil
}

// failureOfAll finds the probability that not all holders can be in at once.
func (f *filling) failureOfAll(ctx context.Context) {
	k := f.known.K
	if k < 2 {
		if f.Holders > 1 {
			f.FailureOfAll = f.Failure
		}
		return
	}
	live, err := availability.CountConcurrent(ctx, f.known, k, availability.LiveOptions{MaxStates: maxStates})
	switch {
	case err != nil:
		f.FailureOfAll.Reason = err.Error()
		if f.lists == nil {
			return
		}
		e, err := availability.EstimateConcurrent(ctx, f.cartels[0], k, f.opts.P, availability.SampleOptions{Seed: f.opts.Seed, Samples: failureSamples, Jobs: 1})
		if err != nil {
			f.FailureOfAll.Reason += "; " + err.Error()
			return
		}
		f.FailureOfAll.Interval = &Interval{1 - e.Estimate.High, 1 - e.Estimate.Low, e.Estimate.Confidence}
	case live.Counts == nil: // there are no k disjoint quorums
		f.FailureOfAll.Exact = big.NewRat(1, 1)
	default:
		f.FailureOfAll.Exact = live.Failure(f.opts.P.Rat())
	}
}

// estimate bounds or samples a failure probability that cannot be counted; nil if ctx ended.
func (f *filling) estimate(ctx context.Context, c quorum.Family) *Interval {
	found, err := availability.FindFailures(ctx, c, []*big.Rat{f.opts.P.Rat()}, availability.FailureOptions{Seed: f.opts.Seed, Samples: guidedSamples, MaxWork: failureWork})
	if err == nil {
		return &Interval{found[0].Low, found[0].High, found[0].Confidence}
	}
	e, err := availability.Sample(ctx, c, []float64{f.opts.P.Float64()}, availability.SampleOptions{Seed: f.opts.Seed, Samples: failureSamples, Jobs: 1})
	if err != nil {
		return nil
	}
	return &Interval{1 - e.High, 1 - e.Low, e.Confidence}
}

// worst returns the greatest of the cells. It is exact only if all are.
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

// both returns the confidence with which two intervals hold at once, whatever their dependence.
func both(a, b float64) float64 { return math.Round(1e6*max(0, a+b-1)) / 1e6 }

// interval returns the interval of a cell, which must be exact or have one.
func (c Cell) interval() Interval {
	if c.Exact == nil {
		return *c.Interval
	}
	v, _ := c.Exact.Float64()
	return Interval{v, v, 1}
}

// resilience finds the size of a smallest transversal, less one, for the worst cartel.
func (f *filling) resilience(ctx context.Context) error {
	if f.closed != nil {
		return f.closed
	}
	least := math.MaxInt
	for i, c := range f.cartels {
		if f.live != nil {
			least = min(least, f.live[i].SmallestTransversal())
			continue
		}
		t, err := transversals.Smallest(ctx, c, transversals.Options{Jobs: 1, MaxNodes: transversalBudget(c), Load: f.own})
		if err != nil || !t.Exact() {
			live, ok := availability.LiveSets{}, false
			if !f.opts.wants(Failure) { // else counting has failed
				live, ok = measure.CheapLive(ctx, c)
			}
			if !ok {
				return fmt.Errorf("it is %d to %d; the search is bounded here", t.Lower-1, t.Size-1)
			}
			t.Size = live.SmallestTransversal()
		}
		least = min(least, t.Size)
	}
	f.Resilience = new(least - 1)
	return nil
}

// degree finds the greatest number of disjoint quorums in the worst cartel.
func (f *filling) degree(ctx context.Context) error {
	if f.closed != nil {
		return f.closed
	}
	least := math.MaxInt
	for _, c := range f.cartels {
		p, err := transversals.MaxDisjoint(ctx, c, transversals.PackingOptions{MaxNodes: packingNodes})
		if err != nil || !p.Exact() {
			return fmt.Errorf("it is %d to %d; the search is bounded here", p.Size(), p.Upper)
		}
		least = min(least, p.Size())
	}
	f.Degree = &least
	return nil
}

// transversalBudget returns transversalNodes for systems of up to 100 nodes and 100 quorums, and
// less for larger ones, because each node of their search costs more.
func transversalBudget(q quorum.Quorums) int64 {
	cells := int64(q.N()) * int64(q.N())
	if f, ok := q.List(); ok {
		cells = int64(q.N()) * int64(f.Len())
	}
	return max(1, min(transversalNodes, transversalNodes*10_000/max(1, cells)))
}
