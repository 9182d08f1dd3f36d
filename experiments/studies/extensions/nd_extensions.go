package extensions

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/plot"
	"coterie/internal/table"
	"coterie/measure"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
)

// ndExtensionsParameters holds the parameters of the study nondominated-extensions.
type ndExtensionsParameters struct {
	Nodes  int      `json:"nodes"`  // the default system of every family with at most so many nodes
	Groups []int    `json:"groups"` // the m for which group families are asked
	Specs  []string `json:"specs"`  // and these
	Loads  int      `json:"loads"`  // the least load is looked for on at most so many nodes
	Listed int      `json:"listed"` // systems of at most so many quorums are listed, and their loads solved
	Small  int      `json:"small"`  // every group quorum system of two cartels on at most so many nodes is extended, 4 at most
	Three  int      `json:"three"`  // and of three cartels
}

func Nondominated() experiments.Study {
	full := ndExtensionsParameters{
		Nodes: 21, Groups: []int{2, 3, 4, 5}, Loads: 12, Listed: 20_000, Small: 4, Three: 4,
		Specs: []string{
			"fpp:order=4", "grid:n=25", "billiard:q=7", "surficial:n=24,m=4", "surficial:n=27,m=3", "surficial:n=54,m=4", "affine:order=4,m=5",
			"affine:order=5,m=3", "read-write-grid:rows=5,columns=5", "fpp:order=5",
		},
	}
	return experiments.NewStudy(experiments.Spec[ndExtensionsParameters]{
		Name:  "nondominated-extensions",
		Title: "What families gain in availability when they are extended to nondominated systems",
		Doc: "For the default system of every family on few nodes, and some larger ones: whether it is nondominated; whether a nondominated system contains it, " +
			"each of its quorums being one of that; and the extension of the greatest availability at every crash probability p < 1/2 (of a group system of m cartels: of the " +
			"greatest sum of availabilities at every p <= 1/m), with its quorums, its failure probabilities and its load beside those of the given system. The extension of " +
			"the least load is given where it is proven, or with its bounds. And of all group quorum systems on few nodes, how many lie in a nondominated one.",
		Default: ndExtensionsParameters{
			Nodes: 13, Groups: []int{2, 3, 4}, Loads: 12, Listed: 5_000, Small: 4, Three: 3,
			Specs: []string{"grid:n=16", "grid:n=25", "fpp:order=4", "surficial:n=24,m=4", "affine:order=4,m=5"},
		},
		Full: &full,
		Run:  runNDExtensions,
	})
}

const ndExtensionsCommand = "coterie experiment run nondominated-extensions"

// ndCase is one system to be extended.
type ndCase struct {
	Family string
	M      int // 0: ordinary
	Spec   string
}

// ndRow is a system with its extensions. Lists go by cartel; an ordinary system is one.
type ndRow struct {
	ndCase
	N             int
	Reason        string `json:",omitempty"` // why there is no answer
	Nondominated  bool
	Contained     bool
	Best          bool   // the availability of the extension is proven to be the best
	Why           string `json:",omitempty"` // it is not
	Before, After []string
	LiveBefore    [][]string // live sets by size
	LiveAfter     [][]string
	Load          *bounds.Fraction `json:",omitempty"` // of the given system; of groups, all equally active
	LoadAfter     *bounds.Fraction `json:",omitempty"` // of the most available extension
	LeastLoad     *bounds.Fraction `json:",omitempty"` // of the extension of the least load that was found
	LeastFloor    *bounds.Fraction `json:",omitempty"` // no extension has a smaller one
	LeastProven   bool
}

// ndCrash are the crash probabilities of the study.
func ndCrash() []*big.Rat {
	return []*big.Rat{big.NewRat(1, 20), big.NewRat(1, 10), big.NewRat(1, 5), big.NewRat(3, 10)}
}

func runNDExtensions(ctx context.Context, env experiments.Env, p ndExtensionsParameters, out *experiments.Output) error {
	cases, err := ndCases(p)
	if err != nil {
		return err
	}
	rows, err := experiments.Rows(ctx, env, "systems", cases, func(ctx context.Context, c ndCase) (ndRow, error) { return ndExtend(ctx, p, c) })
	if err != nil {
		return err
	}
	t, err := ndTable(rows)
	if err != nil {
		return err
	}
	if err := out.Table("extensions.csv", t); err != nil {
		return err
	}
	failures, err := ndFailures(rows)
	if err != nil {
		return err
	}
	if err := out.Table("failures.csv", failures); err != nil {
		return err
	}
	if err := ndDraw(out, failures); err != nil {
		return err
	}
	tried, err := ndSmallRows(ctx, env, p)
	if err != nil {
		return err
	}
	if err := out.Table("small-groups.csv", ndSmallTable(tried)); err != nil {
		return err
	}
	return out.Claims(ndClaims(p, rows, tried)...)
}

// ndCases lists the default systems by n and family, then the named ones that are none of these.
func ndCases(p ndExtensionsParameters) ([]ndCase, error) {
	var cases []ndCase
	seen := map[string]bool{}
	add := func(i *construct.Instance) {
		if !seen[i.Spec()] {
			seen[i.Spec()] = true
			m := 0
			if i.Kind() == quorum.KindGroupSystem {
				m = i.Groups()
			}
			cases = append(cases, ndCase{i.Family().Name, m, i.Spec()})
		}
	}
	for n := 1; n <= p.Nodes; n++ {
		for _, f := range construct.Families() {
			ms := p.Groups
			if !f.Groups() {
				ms = []int{0}
			}
			for _, m := range ms {
				if !f.HasDefault() {
					continue
				}
				i, err := f.ForN(n, m)
				var none *construct.NoSystemError
				switch {
				case errors.As(err, &none):
				case err != nil:
					return nil, err
				case i.Kind() == quorum.KindSystem || i.Kind() == quorum.KindGroupSystem && i.Groups() > 1:
					add(i)
				}
			}
		}
	}
	for _, spec := range p.Specs {
		i, err := construct.Parse(spec)
		if err != nil {
			return nil, err
		}
		add(i)
	}
	return cases, nil
}

// ndExtend extends one system.
func ndExtend(ctx context.Context, p ndExtensionsParameters, c ndCase) (ndRow, error) {
	row := ndRow{ndCase: c}
	i, err := construct.Parse(c.Spec)
	if err != nil {
		return row, err
	}
	row.N = i.N()
	s, err := experiments.ListSystem(ctx, i, p.Listed)
	if err != nil {
		if tooMany := new(construct.TooManyError); errors.As(err, &tooMany) {
			row.Reason = fmt.Sprintf("more than %d quorums", p.Listed)
			return row, nil
		}
		return row, err
	}
	e, err := extend.Find(ctx, s, extend.Options{Options: search.Options{Jobs: 1}, Prefer: "availability", Limit: p.Listed})
	if err != nil || ctx.Err() != nil {
		return row, errors.Join(err, ctx.Err())
	}
	if e.Verdict != search.Found || e.After == nil {
		row.Reason = e.StoppedBy
		if row.Reason == "" {
			row.Reason = e.Notes[len(e.Notes)-1]
		}
		return row, nil
	}
	row.Nondominated, row.Contained, row.Best, row.Why = e.Unchanged, e.Contains, e.Optimal, e.ContainsReason
	counts, err := e.Count(ctx)
	if err != nil {
		return row, err
	}
	for k, given := range e.Given {
		row.Before = append(row.Before, fmt.Sprint(given.Len()))
		row.After = append(row.After, counts[k].String())
		row.LiveBefore = append(row.LiveBefore, decimals(e.Before[k].Counts))
		row.LiveAfter = append(row.LiveAfter, decimals(e.After[k].Counts))
	}
	if row.Load, err = ndLoad(ctx, e.Given); err != nil {
		return row, err
	}
	if e.System != nil {
		if row.LoadAfter, err = ndLoad(ctx, ndCartels(e.System)); err != nil {
			return row, err
		}
	}
	if row.N > p.Loads {
		return row, ctx.Err()
	}
	least, err := extend.Find(ctx, s, extend.Options{Options: search.Options{Jobs: 1}, Prefer: "load", Limit: p.Listed})
	if err != nil || ctx.Err() != nil {
		return row, errors.Join(err, ctx.Err())
	}
	row.LeastLoad, row.LeastFloor, row.LeastProven = least.Value, least.Lower, least.Optimal
	return row, nil
}

func decimals(counts []*big.Int) []string {
	var out []string
	for _, c := range counts {
		out = append(out, c.String())
	}
	return out
}

func ndCartels(s quorum.Structure) []quorum.Family {
	switch s := s.(type) {
	case *quorum.System:
		return []quorum.Family{s.Family()}
	case *quorum.GroupSystem:
		var out []quorum.Family
		for i := range s.Groups() {
			out = append(out, s.Cartel(i))
		}
		return out
	}
	return nil
}

// ndLoad returns the load of a coterie, or of cartels that are all equally active.
func ndLoad(ctx context.Context, cartels []quorum.Family) (*bounds.Fraction, error) {
	if len(cartels) == 1 {
		l, err := measure.FindLoad(ctx, cartels[0], measure.LoadOptions{Sparse: true})
		return &l.Value, err
	}
	l, err := measure.FindMixLoad(ctx, cartels, nil, measure.LoadOptions{Sparse: true})
	return &l.Value, err
}

// live returns the live sets of a cartel of the given system, and of the extension.
func (r ndRow) live(k int) (before, after measure.LiveSets) {
	read := func(counts []string) (l measure.LiveSets) {
		for _, text := range counts {
			c, ok := new(big.Int).SetString(text, 10)
			if !ok {
				panic("experiments: a count of live sets is no number: " + text)
			}
			l.Counts = append(l.Counts, c)
		}
		return l
	}
	return read(r.LiveBefore[k]), read(r.LiveAfter[k])
}

// head are the cells that say which system, and which cartel from 1 (0: the system), a row is about.
func (r ndRow) head(cartel int) []table.Cell {
	m, c := table.Empty(), table.Empty()
	if r.M > 0 {
		m = table.Int(r.M)
	}
	if cartel > 0 {
		c = table.Int(cartel)
	}
	return []table.Cell{table.Int(r.N), table.Text(r.Family), m, c, table.Text(r.Spec)}
}

func ndHead() []table.Column {
	return []table.Column{
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("family", "", "name of the construction"),
		table.Ints("m", "groups", "number of cartels; empty for an ordinary system"),
		table.Ints("cartel", "", "the cartel that the row is about, from 1; empty: the system"),
		table.Texts("spec", "", "the given system"),
	}
}

// ndTable has a row for each system, and for each cartel of a group system.
func ndTable(rows []ndRow) (*table.Table, error) {
	t := table.New(append(ndHead(),
		table.Bools("nondominated", "", "whether the given system is nondominated; then the extension is the same"),
		table.Bools("contained", "", "whether some nondominated system has all quorums of the given one, each in its cartel"),
		table.BigInts("quorums", "quorums", "minimal quorums of the given system; of a group system over all cartels"),
		table.BigInts("quorums_after", "quorums", "quorums of the most available extension"),
		table.Bools("best", "", "whether its availability is proven to be the best of all nondominated systems that contain the given one (that dominate it, where none contains it), for p < 1/2, of a group system the sum over m cartels for p <= 1/m"),
		table.Ratios("load", "", "load of the given system; of a group system with all groups equally active"),
		table.Ratios("load_after", "", "load of the most available extension; empty: not solved"),
		table.Ratios("least_load", "", "least load of an extension that was found; empty: not looked for"),
		table.Ratios("least_load_floor", "", "no extension has a smaller load; empty: not looked for"),
		table.Bools("least_load_proven", "", "whether the least load is proven"),
		table.Texts("reason", "", "why there is no answer, or why no nondominated system contains the given one"),
	)...)
	for _, r := range rows {
		if r.Reason != "" {
			cells := append(r.head(0), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Text(r.Reason))
			if err := t.Append(cells...); err != nil {
				return nil, err
			}
			continue
		}
		ratio := func(f *bounds.Fraction) table.Cell {
			if f == nil {
				return table.Empty()
			}
			return table.Ratio(f.Rat())
		}
		proven := table.Empty()
		if r.LeastLoad != nil {
			proven = table.Bool(r.LeastProven)
		}
		err := t.Append(append(r.head(0), table.Bool(r.Nondominated), table.Bool(r.Contained), table.Big(sumOf(r.Before)), table.Big(sumOf(r.After)), table.Bool(r.Best),
			ratio(r.Load), ratio(r.LoadAfter), ratio(r.LeastLoad), ratio(r.LeastFloor), proven, experiments.TextOr(r.Why))...)
		if err != nil {
			return nil, err
		}
		for k := range r.M {
			err := t.Append(append(r.head(k+1), table.Empty(), table.Empty(), table.Big(sumOf(r.Before[k:k+1])), table.Big(sumOf(r.After[k:k+1])),
				table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty())...)
			if err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func sumOf(numbers []string) *big.Int {
	sum := new(big.Int)
	for _, text := range numbers {
		x, ok := new(big.Int).SetString(text, 10)
		if !ok {
			panic("experiments: no number: " + text)
		}
		sum.Add(sum, x)
	}
	return sum
}

// ndFailures has a row for each system or cartel, and crash probability.
func ndFailures(rows []ndRow) (*table.Table, error) {
	t := table.New(append(ndHead(),
		table.Ratios("p", "", "crash probability of each node"),
		table.Floats("failure", "", "probability that no quorum of the given system survives; of a group system the mean of its cartels"),
		table.Floats("failure_after", "", "the same for the most available extension"),
		table.Floats("ratio", "", "the second divided by the first"),
		table.Floats("floor", "", "least failure probability of an ordinary quorum system of n nodes (Peleg and Wool 1995), which also limits the mean of cartels; none of its own for a cartel"),
	)...)
	for _, r := range rows {
		if r.Reason != "" {
			continue
		}
		for cartel := 0; cartel <= r.M; cartel++ {
			for _, p := range ndCrash() {
				before, after := r.failures(cartel, p)
				floor := table.Empty()
				if cartel == 0 {
					floor = table.Float(experiments.FloatRat(bounds.FailureFloor(r.N, p)))
				}
				ratio := table.Float(experiments.FloatRat(new(big.Rat).Quo(after, before)))
				if err := t.Append(append(r.head(cartel), table.Ratio(p), table.Float(experiments.FloatRat(before)), table.Float(experiments.FloatRat(after)), ratio, floor)...); err != nil {
					return nil, err
				}
			}
		}
	}
	return t, nil
}

// failures returns the failure probabilities of cartel k, from 1, or of all, the mean, for k = 0.
func (r ndRow) failures(k int, p *big.Rat) (before, after *big.Rat) {
	before, after = new(big.Rat), new(big.Rat)
	list := []int{k - 1}
	if k == 0 {
		list = list[:0]
		for i := range r.Before {
			list = append(list, i)
		}
	}
	share := big.NewRat(1, int64(len(list)))
	for _, i := range list {
		b, a := r.live(i)
		before.Add(before, new(big.Rat).Mul(share, b.Failure(p)))
		after.Add(after, new(big.Rat).Mul(share, a.Failure(p)))
	}
	return before, after
}

// ndDraw draws failure probabilities before and after.
func ndDraw(out *experiments.Output, t *table.Table) error {
	f := plot.Figure{
		Title: "Failure probability at crash probability 0.1, as given and extended",
		X:     plot.Axis{Label: "n", Unit: "nodes"},
		Y:     plot.Axis{Label: "failure probability", Unit: plot.NoUnit, Log: true},
	}
	most := 0.0
	for _, s := range []struct{ family, name string }{
		{"degenerate-fpp", "degenerate plane"}, {"grid", "grid"}, {"fpp", "plane"}, {"billiard", "billiard"},
	} {
		of := func(row int) bool {
			return t.At(row, "family") == table.Text(s.family) && t.At(row, "p").String() == "1/10" && t.At(row, "n") != table.Int(1)
		}
		before, after := t.Points("n", "failure", of), t.Points("n", "failure_after", of)
		if len(before) == 0 {
			continue
		}
		slices.SortFunc(before, func(a, b table.Point) int { return int(a.X - b.X) })
		slices.SortFunc(after, func(a, b table.Point) int { return int(a.X - b.X) })
		most = max(most, before[len(before)-1].X)
		kind := plot.Line
		if s.family == "fpp" || s.family == "billiard" {
			kind = plot.Scatter
		}
		look := experiments.FamilyLook(s.family)
		f.Series = append(f.Series,
			plot.Series{Name: s.name, Kind: kind, Points: before, Look: look},
			plot.Series{Name: s.name + ", extended", Kind: kind, Points: after, Look: look + len(experiments.FamilyLooks)/2})
	}
	if len(f.Series) == 0 {
		return nil
	}
	floor := t.Points("n", "floor", func(row int) bool {
		return t.At(row, "family") == table.Text("grid") && t.At(row, "p").String() == "1/10" && t.At(row, "n") != table.Int(1)
	})
	if len(floor) > 1 {
		f.Series = append(f.Series, plot.Series{Name: "least of any coterie", Kind: plot.Guide, Points: floor})
	}
	return experiments.PlotBoth(out, "failure", f, "failures.csv")
}
