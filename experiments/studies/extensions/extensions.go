package extensions

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
)

type parameters struct {
	Nodes  int      `json:"nodes"`  // the default system of every family with at most this many nodes
	Groups []int    `json:"groups"` // the m of the group families
	Specs  []string `json:"specs"`  // and these
	Loads  int      `json:"loads"`  // the least load is sought on at most this many nodes
	Listed int      `json:"listed"` // systems of at most this many quorums are listed, and their loads solved
	Small  int      `json:"small"`  // every group quorum system of two cartels on at most this many nodes is extended, 4 at most
	Three  int      `json:"three"`  // and of three cartels
}

// row is a system with its extensions.
type row struct {
	Spec         string           `csv:"spec" doc:"the given system"`
	Family       string           `csv:"family" doc:"name of the construction"`
	M            int              `csv:"m,groups,omitzero" doc:"number of cartels; empty for an ordinary system"`
	N            int              `csv:"n,nodes" doc:"number of nodes"`
	Reason       string           // the reason why there is no answer
	Nondominated bool             `csv:"nondominated" doc:"whether the given system is nondominated; then the extension is the same"`
	Contained    bool             `csv:"contained" doc:"whether some nondominated system has all quorums of the given one, each in its cartel"`
	Best         bool             `csv:"best" doc:"whether its availability is proven to be the best of all nondominated systems that contain the given one (that dominate it, where none contains it), for p < 1/2, of a group system the sum over m cartels for p <= 1/m"`
	Why          string           // no nondominated system contains the given one
	Cartels      []cartel         // an ordinary system has one
	Load         *bounds.Fraction // of the given system; of groups, all equally active
	LoadAfter    *bounds.Fraction // of the most available extension; nil: not solved
	LeastLoad    *bounds.Fraction // of the extension of the least load that was found; nil: not looked for
	LeastFloor   *bounds.Fraction // no extension has a smaller one
	LeastProven  bool             `csv:"least_load_proven" doc:"whether the least load is proven"`
}

func (r row) answered() bool { return r.Reason == "" }

// cartel is one cartel of the given system and its counterpart in the most available extension.
type cartel struct {
	Quorums, QuorumsAfter *big.Int
	Live, LiveAfter       availability.LiveSets
}

// line is a row of a table: a system, or one of its cartels.
type line struct {
	row
	cartel int `csv:"cartel,,omitzero" doc:"the cartel that the row is about, from 1; empty: the system"`
}

func (l line) system() bool { return l.cartel == 0 }

// of lists the cartels of the line.
func (l line) of() []cartel {
	if l.system() {
		return l.Cartels
	}
	return l.Cartels[l.cartel-1 : l.cartel]
}

// linesOf lists the lines of the system and, for an extended group system, of its cartels.
func linesOf(r row) []line {
	list := []line{{r, 0}}
	for k := 1; k <= r.M && r.answered(); k++ {
		list = append(list, line{r, k})
	}
	return list
}

// failure is a line at one crash probability, with the mean of the cartels' failure probabilities.
type failure struct {
	line
	p, before, after *big.Rat
}

func failuresOf(r row) (list []failure) {
	for _, l := range linesOf(r) {
		share := big.NewRat(1, int64(len(l.of())))
		for _, p := range []*big.Rat{big.NewRat(1, 20), big.NewRat(1, 10), big.NewRat(1, 5), big.NewRat(3, 10)} {
			f := failure{l, p, new(big.Rat), new(big.Rat)}
			for _, c := range l.of() {
				f.before.Add(f.before, new(big.Rat).Mul(share, c.Live.Failure(p)))
				f.after.Add(f.after, new(big.Rat).Mul(share, c.LiveAfter.Failure(p)))
			}
			list = append(list, f)
		}
	}
	return list
}

// Nondominated returns the study nondominated-extensions.
func Nondominated() experiments.Study {
	return experiments.NewStudy(experiments.Spec[parameters]{
		Name:  "nondominated-extensions",
		Title: "What families gain in availability when they are extended to nondominated systems",
		Doc: "For the default system of every family on few nodes, and some larger ones: whether it is nondominated; whether a nondominated system contains it, " +
			"each of its quorums being one of that; and the extension of the greatest availability at every crash probability p < 1/2 (of a group system of m cartels: of the " +
			"greatest sum of availabilities at every p <= 1/m), with its quorums, its failure probabilities and its load beside those of the given system. The extension of " +
			"the least load is given where it is proven, or with its bounds. And of all group quorum systems on few nodes, how many lie in a nondominated one.",
		Default: parameters{
			Nodes: 13, Groups: []int{2, 3, 4}, Loads: 12, Listed: 5_000, Small: 4, Three: 3,
			Specs: []string{"grid:n=16", "grid:n=25", "fpp:order=4", "surficial:n=24,m=4", "affine:order=4,m=5"},
		},
		Full: &parameters{
			Nodes: 21, Groups: []int{2, 3, 4, 5}, Loads: 12, Listed: 20_000, Small: 4, Three: 4,
			Specs: []string{
				"fpp:order=4", "grid:n=25", "billiard:q=7", "surficial:n=24,m=4", "surficial:n=27,m=3", "surficial:n=54,m=4", "affine:order=4,m=5",
				"affine:order=5,m=3", "read-write-grid:rows=5,columns=5", "fpp:order=5",
			},
		},
		Declare: declare,
	})
}

func declare(out *experiments.Output, p parameters) {
	rows := experiments.Compute(out, "systems", givenSystems(p), func(ctx context.Context, spec string) (row, error) { return extended(ctx, p, spec) })
	experiments.Table(out, "extensions", experiments.Flat(rows, linesOf), extensionColumns())
	answered := experiments.Keep(rows, row.answered)
	plotFailures(out, experiments.Table(out, "failures", experiments.Flat(answered, failuresOf),
		"n", "family", "m", "cartel", "spec",
		experiments.Ratios("p", "", "crash probability of each node", func(f failure) *big.Rat { return f.p }),
		experiments.Floats("failure", "", "probability that no quorum of the given system survives; of a group system the mean of its cartels",
			func(f failure) float64 { return experiments.FloatRat(f.before) }),
		experiments.Floats("failure_after", "", "the same for the most available extension", func(f failure) float64 { return experiments.FloatRat(f.after) }),
		experiments.Floats("ratio", "", "the second divided by the first",
			func(f failure) float64 { return experiments.FloatRat(new(big.Rat).Quo(f.after, f.before)) }),
		experiments.Floats("floor", "", "least failure probability of an ordinary quorum system of n nodes (Peleg and Wool 1995), which also limits the mean of cartels; none of its own for a cartel",
			func(f failure) float64 { return experiments.FloatRat(bounds.FailureFloor(f.N, f.p)) }).If(failure.system)))
	tried := declareSmallGroups(out, p)
	found(out, answered)
	claim(out, p, answered, tried)
}

func extensionColumns() []experiments.Column[line] {
	answered := line.answered
	whole := func(l line) bool { return l.system() && l.answered() }
	quorums := func(number func(cartel) *big.Int) func(line) *big.Int {
		return func(l line) *big.Int {
			sum := new(big.Int)
			for _, c := range l.of() {
				sum.Add(sum, number(c))
			}
			return sum
		}
	}
	load := func(name, doc string, of func(line) *bounds.Fraction) experiments.Column[line] {
		return experiments.Ratios(name, "", doc, func(l line) *big.Rat { return of(l).Rat() }).
			If(func(l line) bool { return l.system() && of(l) != nil })
	}
	return experiments.Columns[line](
		"n", "family", "m", "cartel", "spec",
		experiments.If(whole, "nondominated", "contained"),
		experiments.BigInts("quorums", "quorums", "minimal quorums of the given system; of a group system over all cartels",
			quorums(func(c cartel) *big.Int { return c.Quorums })).If(answered),
		experiments.BigInts("quorums_after", "quorums", "quorums of the most available extension",
			quorums(func(c cartel) *big.Int { return c.QuorumsAfter })).If(answered),
		experiments.If(whole, "best"),
		load("load", "load of the given system; of a group system with all groups equally active", func(l line) *bounds.Fraction { return l.Load }),
		load("load_after", "load of the most available extension; empty: not solved", func(l line) *bounds.Fraction { return l.LoadAfter }),
		load("least_load", "least load of an extension that was found; empty: not looked for", func(l line) *bounds.Fraction { return l.LeastLoad }),
		load("least_load_floor", "no extension has a smaller load; empty: not looked for", func(l line) *bounds.Fraction { return l.LeastFloor }),
		experiments.If(func(l line) bool { return l.system() && l.LeastLoad != nil }, "least_load_proven"),
		experiments.Texts("reason", "", "why there is no answer, or why no nondominated system contains the given one",
			func(l line) string { return cmp.Or(l.Reason, l.Why) }).If(line.system),
	)
}

// plotFailures draws failure probabilities before and after.
func plotFailures(out *experiments.Output, t *experiments.Sheet) {
	atTenth, several := experiments.Is("p", "1/10"), experiments.Not(experiments.Is("n", 1))
	var layers []experiments.Layer
	for _, s := range []struct {
		family, name string
		draw         func(name, x, y string, filters ...experiments.Filter) experiments.Layer
	}{
		{"degenerate-fpp", "degenerate plane", t.Line}, {"grid", "grid", t.Line}, {"fpp", "plane", t.Scatter}, {"billiard", "billiard", t.Scatter},
	} {
		of := experiments.Is("family", s.family)
		layers = append(layers, s.draw(s.name, "n", "failure", of, atTenth, several).Family(s.family),
			s.draw(s.name+", extended", "n", "failure_after", of, atTenth, several).Family(s.family).Ringed(true))
	}
	out.Plot("failure", "Failure probability at crash probability 0.1, as given and extended",
		experiments.NodeAxis(), plot.Logarithmic("failure probability", plot.NoUnit),
		append(layers, t.Guide("least of any coterie", "n", "floor", experiments.Is("family", "grid"), atTenth, several))...)
}

// givenSystems lists the default systems by n and family, then the named systems that are not among
// them.
func givenSystems(p parameters) (specs []string) {
	add := func(i *construct.Instance) {
		if !slices.Contains(specs, i.Spec()) {
			specs = append(specs, i.Spec())
		}
	}
	for n := 1; n <= p.Nodes; n++ {
		for _, i := range experiments.Defaults(n, p.Groups...) {
			add(i)
		}
	}
	for _, spec := range p.Specs {
		add(experiments.Must(construct.Parse(context.Background(), spec)))
	}
	return specs
}

// extended extends one system.
func extended(ctx context.Context, p parameters, spec string) (row, error) {
	i := experiments.Must(construct.Parse(ctx, spec))
	r := row{Spec: spec, Family: i.Family().Name, N: i.N()}
	if i.Kind() == quorum.KindGroupSystem {
		r.M = i.Groups()
	}
	s, reason := experiments.Must2(experiments.ListSystem(ctx, i, p.Listed))
	if r.Reason = reason; s == nil {
		return r, nil
	}
	prefer := func(what string) *extend.Extension {
		e, err := extend.Find(ctx, s, extend.Options{Options: search.Options{Jobs: 1}, Prefer: what, Limit: p.Listed})
		experiments.Ensure(errors.Join(err, ctx.Err()))
		return e
	}
	e := prefer("availability")
	if e.Verdict != search.Found || e.After == nil {
		if r.Reason = e.StoppedBy; r.Reason == "" {
			r.Reason = e.Notes[len(e.Notes)-1]
		}
		return r, nil
	}
	r.Nondominated, r.Contained, r.Best, r.Why = e.Unchanged, e.Contains, e.Optimal, e.ContainsReason
	counts := experiments.Must(e.Count(ctx))
	for k, f := range e.Given {
		r.Cartels = append(r.Cartels, cartel{big.NewInt(int64(f.Len())), counts[k], e.Before[k], e.After[k]})
	}
	r.Load = experiments.Must(loadOf(ctx, e.Given))
	switch s := e.System.Structure.(type) {
	case *quorum.System:
		r.LoadAfter = experiments.Must(loadOf(ctx, []quorum.Family{s.Family()}))
	case *quorum.GroupSystem:
		r.LoadAfter = experiments.Must(loadOf(ctx, s.Cartels()))
	}
	if r.N <= p.Loads {
		least := prefer("load")
		r.LeastLoad, r.LeastFloor, r.LeastProven = least.Value, least.Lower, least.Optimal
	}
	return r, nil
}

// loadOf returns the load of a coterie, or of cartels that are all equally active.
func loadOf(ctx context.Context, cartels []quorum.Family) (*bounds.Fraction, error) {
	l, err := loads.FindMixed(ctx, cartels, nil, loads.Options{Sparse: true})
	return &l.Value, err
}
