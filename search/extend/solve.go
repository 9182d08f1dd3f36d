package extend

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/solve/dd"
	"coterie/internal/solve/session"
	"coterie/measure/availability"
	"coterie/quorum"
	"coterie/search"
)

// solution is one nondominated extension.
type solution struct {
	functions []function
	given     []function // of the given system
	// most and least bound the functions of every extension of the base from above and below: live
	// at sets of more than half of the nodes only where most are, and at least where least are.
	most, least []function
	unchanged   bool
	tie         tie
	proof       string
}

// built evaluates a closed form and checks the proof. The error is that of the algebra, or
// internal.
func built[T any](p *problem, a algebra[T], tie tie) (*solution, error) {
	up := func(families []quorum.Family) []T {
		fs := make([]T, len(families))
		for i, f := range families {
			fs[i] = a.Up(f)
		}
		return fs
	}
	given := up(p.given)
	base := given
	if p.demands != nil && len(p.demands.list) > 0 {
		base = up(p.base)
	}
	var out, most, least []T
	switch {
	case !p.group():
		most, least = []T{a.Dual(base[0])}, base
		out = []T{one(a, base[0], tieOf(a, p.n, base, tie))}
	case p.opts.First > 0:
		out = first(a, base, p.opts.First-1)
	default:
		out = group(a, base, tieOf(a, p.n, base, tie))
		two := group(a, base, a.Up(quorum.Family{}))
		least = two
		for i := range base {
			most = append(most, others(a, base, i))
		}
	}
	proved := a.proved(out)
	if err := a.err(); err != nil {
		return nil, err
	}
	if !proved {
		return nil, quorum.Internal("the system made of %q is not nondominated", p.s.Name())
	}
	s := &solution{tie: tie, unchanged: true}
	for i, f := range out {
		s.functions = append(s.functions, a.value(f))
		s.given = append(s.given, a.value(given[i]))
		s.unchanged = s.unchanged && a.equal(f, given[i])
		if most != nil {
			s.most, s.least = append(s.most, a.value(most[i])), append(s.least, a.value(least[i]))
		}
	}
	return s, nil
}

// tables and diagrams evaluate the closed form in one representation.
func (p *problem) tables(ctx context.Context, tie tie) (*solution, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	s, err := built[table](p, tables{ctx, p.n}, tie)
	if err == nil {
		s.proof = p.equations("each of the %s sets of nodes was looked at", new(big.Int).Lsh(big.NewInt(1), uint(p.n)).String())
	}
	return s, err
}

func (p *problem) diagrams(ctx context.Context, order []int, tie tie) (*solution, error) {
	d := diagrams{dd.New(ctx, dd.BDD, order, cmp.Or(p.opts.DiagramNodes, diagramNodes)), p.n}
	s, err := built[dd.Ref](p, d, tie)
	if err == nil {
		s.proof = p.equations("compared as reduced decision diagrams, %d diagram nodes in all", d.Len())
	}
	return s, err
}

// equations describes the check.
func (p *problem) equations(how string, args ...any) string {
	what := "X is live if and only if its complement is not, for every X"
	if p.group() {
		what = "X is live in a cartel if and only if its complement is live in none of the others, for every X and cartel"
	}
	return what + ": " + fmt.Sprintf(how, args...)
}

// solve finds the extension.
func (p *problem) solve(ctx context.Context) (*Extension, error) {
	p.session.At(sought(p.s) + ": what containment asks for")
	if err := p.contain(ctx); err != nil {
		return p.end(ctx, nil, err)
	}
	p.session.At(sought(p.s))
	best, err := p.closedForm(ctx)
	if err != nil {
		return p.end(ctx, nil, err)
	}
	best, err = p.prefer(ctx, best)
	return p.end(ctx, best, err)
}

// contain finds out whether the given system is part of a nondominated one, and makes the base.
func (p *problem) contain(ctx context.Context) error {
	d, err := newDemands(ctx, p.given, p.opts.First-1)
	if err != nil {
		return err
	}
	if d.reason != "" {
		p.ext.ContainsWitness, p.ext.ContainsReason = d.witness, d.reason
		return nil
	}
	if p.opts.Dominate {
		return nil
	}
	p.demands = d
	p.base, err = d.enlarged()
	return err
}

// diagramMost is the greatest number of nodes for which diagrams are tried.
const diagramMost = 400

// closedForm evaluates the closed form with the tie-break that comes first.
func (p *problem) closedForm(ctx context.Context) (*solution, error) {
	free := p.opts.First == 0 && p.opts.Prefer == ""
	if p.n <= tableNodes {
		s, err := p.tables(ctx, majority())
		if err == nil && free {
			s = p.listable(ctx, s)
		}
		return s, err
	}
	if p.n > diagramMost {
		if p.opts.First > 0 || p.opts.Prefer == "availability" {
			return nil, tooLarge("more than %d nodes", diagramMost)
		}
		return p.lazy(ctx, 0)
	}
	order := order(ctx, p.base)
	if p.opts.Prefer == "availability" {
		return p.diagrams(ctx, order, majority())
	}
	s, err := p.diagrams(ctx, order, dictatorial(order[0]))
	if isLimit(err) && p.opts.First == 0 {
		return p.lazy(ctx, order[0])
	}
	if free {
		p.ext.Instead = majority().words
	}
	return s, err
}

// listable returns an extension with one node as tie-break where s has more quorums than are listed
// and that one has not.
func (p *problem) listable(ctx context.Context, s *solution) *solution {
	most, err := p.countAll(ctx, s)
	if err != nil || few(most) {
		return s
	}
	for _, tie := range p.ties() {
		other, err := p.tables(ctx, tie)
		if err != nil {
			break
		}
		if count, err := p.countAll(ctx, other); err == nil && few(count) {
			p.ext.Instead, p.ext.InsteadQuorums = s.tie.words, most.Num()
			return other
		}
	}
	return s
}

// few says that so many quorums are listed.
func few(quorums *big.Rat) bool { return quorums.Cmp(big.NewRat(listed, 1)) <= 0 }

// end completes the extension.
func (p *problem) end(ctx context.Context, best *solution, err error) (*Extension, error) {
	e, err := p.finished(ctx, best, err)
	if err != nil {
		return nil, err
	}
	return e, p.session.Close()
}

// finished is end, but for the session.
func (p *problem) finished(ctx context.Context, best *solution, err error) (*Extension, error) {
	e := p.ext
	if best == nil {
		if e.StoppedBy = session.StopCause(ctx); e.StoppedBy == "" {
			if !isLimit(err) {
				return nil, err
			}
			e.StoppedBy = err.Error()
		}
		if p.demands != nil {
			p.note("there is a nondominated system that contains the given one, as its sets meet, but it was not made")
		}
		return e, nil
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	e.StoppedBy = session.StopCause(ctx)
	e.Verdict = search.Found
	e.functions, e.Unchanged, e.Proof, e.TieBreak = best.functions, best.unchanged, best.proof, best.tie.words
	if best.tie.majority && p.n%2 == 0 {
		e.TieBreak += fmt.Sprintf(", node %v between equal halves", quorum.Node(best.tie.dictator))
	}
	if p.opts.First > 0 {
		e.TieBreak = fmt.Sprintf("cartel %d first", p.opts.First)
	}
	e.Contains = true
	cut := func() bool { return ctx.Err() != nil && p.n > tableNodes }
	for i, c := range p.given {
		kept := 0
		for k := range c.Len() {
			q := c.Set(k)
			if !e.functions[i].has(q) {
				return nil, quorum.Internal("quorum %v contains no quorum of the extension", q)
			}
			minimal := true
			for v := range q.All() {
				if cut() || e.functions[i].has(q.Minus(quorum.SetOf(v))) {
					minimal = false
					break
				}
			}
			if cut() {
				return p.interrupted(ctx), nil
			}
			if minimal {
				kept++
			}
		}
		e.Kept = append(e.Kept, kept)
		e.Contains = e.Contains && kept == c.Len()
	}
	if p.demands != nil && !e.Contains {
		return nil, quorum.Internal("the extension of %q does not contain it", p.s.Name())
	}
	if best.unchanged {
		e.Instead, e.InsteadQuorums = "", nil
		p.note("the given system is nondominated")
	}
	if err := p.counts(ctx, best); err != nil {
		return nil, err
	}
	return e, p.list(ctx)
}

// interrupted is what is left where ctx ended before the extension was compared with the given
// system.
func (p *problem) interrupted(ctx context.Context) *Extension {
	e := p.ext
	return &Extension{Result: &search.Result{Search: "extend", Question: e.Question, Objective: e.Objective, Verdict: search.Unknown, StoppedBy: session.StopCause(ctx), System: e.System}}
}

// counts counts the live sets before and after, and judges availability.
func (p *problem) counts(ctx context.Context, best *solution) error {
	e := p.ext
	count := func(fs []function) ([]availability.LiveSets, error) {
		var out []availability.LiveSets
		for _, f := range fs {
			c, err := f.live(ctx)
			if err != nil {
				return nil, err
			}
			out = append(out, availability.LiveSets{Counts: c})
		}
		return out, nil
	}
	var err error
	if e.Before, err = count(best.given); err == nil {
		e.After, err = count(best.functions)
	}
	if err != nil {
		e.Before, e.After = nil, nil
		p.note("live sets were not counted: %v", err)
		return nil
	}
	if e.Objective != "availability" {
		return nil
	}
	both, err := count(slices.Concat(best.most, best.least))
	if err != nil {
		p.note("the bound on availability was not counted: %v", err)
		return nil
	}
	most, least := both[:len(best.most)], both[len(best.most):]
	for i := range e.After {
		for size, c := range e.After[i].Counts {
			if 2*size > p.n && c.Cmp(most[i].Counts[size]) != 0 || 2*size < p.n && c.Cmp(least[i].Counts[size]) != 0 {
				return quorum.Internal("the live sets of size %d are not those of the best availability", size)
			}
		}
	}
	e.Optimal = p.demands == nil || !p.demands.free
	among := "systems that dominate the given one"
	if p.demands != nil {
		among = "systems that contain the given one"
	}
	by := fmt.Sprintf("complementary sets: all sets of more than half of the nodes are live that are so in any of the nondominated %s, and no smaller one that need not be; for every crash probability p < 1/2", among)
	if p.group() {
		by = fmt.Sprintf("%s (for the sum over the %d cartels, p <= 1/%d)", by, len(p.given), len(p.given))
	}
	e.LowerBy = by
	if e.Optimal {
		e.UpperBy = by
	} else {
		p.note("some sets may be live in one cartel or in another: the best availability is proven only for the choice that was made")
	}
	return nil
}

// listed bounds the listed quorums where there is no table, whose judgement takes time with the
// square.
const listed, listedBeyond = 100_000, 10_000

// list lists the quorums, if they are few, and has them judged.
func (p *problem) list(ctx context.Context) error {
	limit := p.opts.Limit
	if limit == 0 {
		limit = listed
		if p.n > tableNodes {
			limit = listedBeyond
		}
	}
	lists := make([][][]int, len(p.given))
	total := 0
	for i, q := range p.ext.Quorums(ctx) {
		if total++; total > limit {
			p.ext.System.Unlisted = fmt.Sprintf("there are more than %d quorums", limit)
			return nil
		}
		lists[i] = append(lists[i], q.Nodes())
	}
	if ctx.Err() != nil {
		p.ext.System.Unlisted = session.StopCause(ctx)
		return nil
	}
	families := make([]quorum.Family, len(lists))
	for i, list := range lists {
		slices.SortFunc(list, slices.Compare[[]int])
		f, err := quorum.NewFamily(p.n, list)
		if err != nil {
			return quorum.Internal("%w", err)
		}
		families[i] = f
	}
	var s quorum.Structure
	var err error
	properties := []quorum.Property{quorum.CrossIntersection, quorum.CartelMinimality}
	if p.group() {
		var g *quorum.GroupSystem
		if g, err = quorum.NewGroupSystem("", families, p.s.Names()); err == nil {
			s = g.WithRoles(quorum.RolesOf(p.s))
		}
	} else {
		properties = []quorum.Property{quorum.Intersection, quorum.Minimality}
		s, err = quorum.NewSystem("", families[0], quorum.SystemOptions{Names: p.s.Names()})
	}
	if err != nil {
		return quorum.Internal("%w", err)
	}
	report := quorum.Check(ctx, s, quorum.Options{Jobs: p.opts.Jobs})
	for _, property := range properties {
		if v, _ := report.Judged(property); v.Holds != quorum.Holds {
			if ctx.Err() != nil {
				p.ext.System.Unlisted = session.StopCause(ctx)
				return nil
			}
			if v.Holds == quorum.Unknown {
				p.ext.System.Unlisted = v.Reason
				return nil
			}
			return quorum.Internal("%s of the extension: %s", property, v.Reason)
		}
	}
	p.ext.System = quorum.KnownOf(s)
	return nil
}
