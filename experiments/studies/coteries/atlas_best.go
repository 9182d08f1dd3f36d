package coteries

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/table"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// atlasName gives each class the specs of the default systems of families that are in it, on the nodes in use.
func atlasName(ctx context.Context, rows []atlasRow) error {
	type named struct {
		used int
		form enumerate.Function
	}
	names := map[named][]string{}
	most := 0
	for _, r := range rows {
		most = max(most, r.N)
	}
	for n := 1; n <= most; n++ {
		defaults, err := experiments.Defaults(n)
		if err != nil {
			return err
		}
		for _, i := range defaults {
			s, err := i.Build(ctx, construct.BuildOptions{})
			if err != nil {
				return err
			}
			f := s.(*quorum.System).Family().Minimized()
			used, form, err := atlasForm(f)
			if err != nil {
				return err
			}
			names[named{used, form}] = append(names[named{used, form}], i.Spec())
		}
	}
	for k := range rows {
		f, err := rows[k].family()
		if err != nil {
			return err
		}
		used, form, err := atlasForm(f)
		if err != nil {
			return err
		}
		for _, spec := range names[named{used, form}] {
			// A family with an idle node is named where that is used up.
			if i, err := construct.Parse(spec); err == nil && i.N() == used {
				rows[k].Names = append(rows[k].Names, spec)
			}
		}
	}
	return nil
}

// atlasForm returns how many nodes are in quorums, and the canonical form of the system on these.
func atlasForm(f quorum.Family) (used int, form enumerate.Function, err error) {
	place := make([]int, f.N())
	for v, times := range f.Responsibilities() {
		if times > 0 {
			place[v] = used
			used++
		}
	}
	var lists [][]int
	for _, q := range f.All() {
		var nodes []int
		for _, v := range q {
			nodes = append(nodes, place[v])
		}
		lists = append(lists, nodes)
	}
	g, err := quorum.NewFamily(used, lists)
	if err != nil {
		return 0, form, err
	}
	function, err := enumerate.FunctionOf(g)
	if err != nil {
		return 0, form, err
	}
	form, _ = enumerate.Canonical(function)
	return used, form, nil
}

// atlasScope is a set of classes on n nodes among which the best is looked for.
type atlasScope struct {
	n       int
	allUsed bool
	rows    []atlasRow
}

// atlasScopes returns, for each n, all classes, and those with all nodes in use.
func atlasScopes(rows []atlasRow) []atlasScope {
	var scopes []atlasScope
	for n := 1; n <= rows[len(rows)-1].N; n++ {
		all := slices.DeleteFunc(slices.Clone(rows), func(r atlasRow) bool { return r.N != n })
		if len(all) > 0 {
			scopes = append(scopes, atlasScope{n, false, all})
		}
		used := slices.DeleteFunc(slices.Clone(all), func(r atlasRow) bool { return r.Used < n })
		if len(used) > 0 {
			scopes = append(scopes, atlasScope{n, true, used})
		}
	}
	return scopes
}

// atlasWinners are the best classes by a criterion.
type atlasWinners struct {
	atlasScope
	Criterion string
	P         *big.Rat // nil where it does not matter
	Value     *big.Rat
	Classes   []atlasRow
}

// winners returns the classes with the least value.
func (s atlasScope) winners(criterion string, p *big.Rat, value func(atlasRow) *big.Rat) atlasWinners {
	w := atlasWinners{atlasScope: s, Criterion: criterion, P: p}
	for _, r := range s.rows {
		v := value(r)
		switch {
		case w.Value == nil || v.Cmp(w.Value) < 0:
			w.Value, w.Classes = v, []atlasRow{r}
		case v.Cmp(w.Value) == 0:
			w.Classes = append(w.Classes, r)
		}
	}
	return w
}

// atlasJudged finds the best classes of every scope by every criterion.
func atlasJudged(rows []atlasRow, crash []*big.Rat) []atlasWinners {
	whole := func(value func(atlasRow) int) func(atlasRow) *big.Rat {
		return func(r atlasRow) *big.Rat { return big.NewRat(int64(value(r)), 1) }
	}
	var list []atlasWinners
	for _, s := range atlasScopes(rows) {
		list = append(list, s.winners("least load", nil, func(r atlasRow) *big.Rat { return r.Load.Rat() }))
		most := s.winners("greatest resilience", nil, whole(func(r atlasRow) int { return -r.resilience() }))
		most.Value.Neg(most.Value)
		list = append(list, most)
		for _, p := range crash {
			list = append(list, s.winners("least failure probability", p, func(r atlasRow) *big.Rat { return r.sets().Failure(p) }))
		}
		list = append(list,
			s.winners("fewest quorums", nil, whole(func(r atlasRow) int { return len(r.Quorums) })),
			s.winners("smallest quorum", nil, whole(atlasRow.leastSize)),
			s.winners("least size of the largest quorum", nil, whole(atlasRow.mostSize)))
	}
	return list
}

// atlasBest has a row for each n, scope and criterion.
func atlasBest(rows []atlasRow, crash []*big.Rat) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Bools("all_used", "", "whether only systems with every node in some quorum are admitted"),
		table.Texts("criterion", "", "what is judged; load, resilience and failure probability of these systems are the best of all quorum systems"),
		table.Ratios("p", "", "crash probability of each node"),
		table.Ratios("value", "", "the best value"),
		table.Floats("about", "", "the same, rounded"),
		table.Ints("ties", "classes", "how many classes reach it"),
		table.Texts("classes", "", "which, by their places in atlas.csv"),
		table.Texts("systems", "", "what they are, as specs, or by SIZE:NUMBER of their quorums; the first three"),
		table.Texts("quorums", "", "the quorums of the first"),
	)
	for _, w := range atlasJudged(rows, crash) {
		p := table.Empty()
		if w.P != nil {
			p = table.Ratio(w.P)
		}
		if err := t.Append(table.Int(w.n), table.Bool(w.allUsed), table.Text(w.Criterion), p, table.Ratio(w.Value), table.Float(experiments.FloatRat(w.Value)), table.Int(len(w.Classes)),
			table.Text(classesText(w.Classes)), table.Text(systemsText(w.Classes, 3)), table.Text(setsText(w.Classes[0].Quorums))); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func classesText(rows []atlasRow) string {
	var words []string
	for _, r := range rows {
		words = append(words, fmt.Sprint(r.Class))
	}
	return strings.Join(words, ", ")
}

func systemsText(rows []atlasRow, most int) string {
	var words []string
	for i, r := range rows {
		if i == most {
			words = append(words, "...")
			break
		}
		words = append(words, r.description())
	}
	return strings.Join(words, "; ")
}

// known is the spec of the best known family that gives the system on its used nodes, "" if none does.
func (r atlasRow) known() string {
	for _, family := range []string{"singleton", "majority", "fpp", "wheel"} {
		for _, spec := range r.Names {
			if strings.HasPrefix(spec, family+":") {
				return spec
			}
		}
	}
	if len(r.Names) > 0 {
		return r.Names[0]
	}
	return ""
}

// description says in a few words which system it is.
func (r atlasRow) description() string {
	switch {
	case r.Used == 1:
		return fmt.Sprintf("singleton:n=%d", r.N)
	case r.known() != "" && r.Used < r.N:
		return fmt.Sprintf("%s, %d idle", r.known(), r.N-r.Used)
	case r.known() != "":
		return r.known()
	case r.Votes.Weights != nil:
		return "weighted:votes=" + strings.ReplaceAll(spacedInts(r.Votes.Weights), " ", "-")
	}
	return fmt.Sprintf("no votes, sizes of quorums %s", histogram(r.sizes()))
}

// atlasBelow is the range of the crash probabilities below 1/2.
const atlasBelow = "0 < p < 1/2"

// atlasPart is a range of crash probabilities with the most available classes there.
type atlasPart struct {
	atlasScope
	Range   string
	Classes []atlasRow
	By      string
}

// atlasAvailability finds the most available classes at every crash probability at once.
//
// Proof: docs/theorems/optimal-availability.md.
func atlasAvailability(rows []atlasRow) ([]atlasPart, error) {
	var parts []atlasPart
	for _, s := range atlasScopes(rows) {
		for _, above := range []bool{false, true} {
			part, err := s.mostAvailable(above)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
			if !above {
				parts = append(parts, atlasPart{s, "p = 1/2", s.rows, "a set or its complement is live"})
			}
		}
	}
	return parts, nil
}

// mostAvailable finds the most available classes for p < 1/2, or above.
func (s atlasScope) mostAvailable(above bool) (atlasPart, error) {
	// better reports whether a has no fewer live sets than b of each size above n/2, and other numbers; for p > 1/2 no more.
	better := func(a, b atlasRow) bool {
		for k := s.n/2 + 1; k <= s.n; k++ {
			if c := a.Live[k] - b.Live[k]; c != 0 && (c < 0) != above {
				return false
			}
		}
		return !slices.Equal(a.Live, b.Live)
	}
	var best []atlasRow // one for each vector of live sets that no other betters
	for _, r := range s.rows {
		if !slices.ContainsFunc(s.rows, func(o atlasRow) bool { return better(o, r) }) &&
			!slices.ContainsFunc(best, func(o atlasRow) bool { return slices.Equal(o.Live, r.Live) }) {
			best = append(best, r)
		}
	}
	name := atlasBelow
	if above {
		name = "1/2 < p < 1"
	}
	if len(best) == 1 {
		alike := slices.DeleteFunc(slices.Clone(s.rows), func(o atlasRow) bool { return !slices.Equal(o.Live, best[0].Live) })
		return atlasPart{s, name, alike, map[bool]string{false: "most live sets of every size above n/2", true: "fewest live sets of every size above n/2"}[above]}, nil
	}
	return atlasPart{}, fmt.Errorf("n = %d, %s: %d classes none of which has the most live sets of every size", s.n, name, len(best))
}

// atlasAvailabilityTable has a row for each range.
func atlasAvailabilityTable(parts []atlasPart) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Bools("all_used", "", "whether only systems with every node in some quorum are admitted"),
		table.Texts("range", "", "crash probabilities"),
		table.Ints("ties", "classes", "how many classes are the most available at all of them; all others are less at each"),
		table.Texts("classes", "", "which, by their places in atlas.csv"),
		table.Texts("systems", "", "what they are, as specs, or by SIZE:NUMBER of their quorums; the first three"),
		table.Texts("live", "", "how many sets of 0, 1, ..., n nodes are live in each of them; empty where they differ"),
		table.Texts("by", "", "the argument"),
	)
	for _, part := range parts {
		live := table.Text(spacedInts(part.Classes[0].Live))
		if slices.ContainsFunc(part.Classes, func(r atlasRow) bool { return !slices.Equal(r.Live, part.Classes[0].Live) }) {
			live = table.Empty()
		}
		if err := t.Append(table.Int(part.n), table.Bool(part.allUsed), table.Text(part.Range), table.Int(len(part.Classes)), table.Text(classesText(part.Classes)),
			table.Text(systemsText(part.Classes, 3)), live, table.Text(part.By)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// atlasFront is a Pareto front: the classes to which none is better in one criterion and as good in the others.
type atlasFront struct {
	N        int
	Criteria string
	P        *big.Rat // nil where availability does not count
	Classes  []atlasRow
}

// atlasFronts returns the fronts of load with resilience, with failure probability, and with both.
func atlasFronts(rows []atlasRow, ns []int, crash []*big.Rat) []atlasFront {
	var fronts []atlasFront
	for _, s := range atlasScopes(rows) {
		if s.allUsed || !slices.Contains(ns, s.n) {
			continue
		}
		load := func(r atlasRow) *big.Rat { return r.Load.Rat() }
		resilience := func(r atlasRow) *big.Rat { return big.NewRat(int64(-r.resilience()), 1) }
		fronts = append(fronts, atlasFront{s.n, "load, resilience", nil, s.front(load, resilience)})
		for _, p := range crash {
			failure := func(r atlasRow) *big.Rat { return r.sets().Failure(p) }
			fronts = append(fronts,
				atlasFront{s.n, "load, failure probability", p, s.front(load, failure)},
				atlasFront{s.n, "load, resilience, failure probability", p, s.front(load, resilience, failure)})
		}
	}
	return fronts
}

// front returns the classes on the front of criteria of which less is better, by the first of them.
func (s atlasScope) front(criteria ...func(atlasRow) *big.Rat) []atlasRow {
	values := make([][]*big.Rat, len(s.rows))
	for i, r := range s.rows {
		for _, c := range criteria {
			values[i] = append(values[i], c(r))
		}
	}
	beats := func(a, b []*big.Rat) bool {
		less := false
		for k := range a {
			c := a[k].Cmp(b[k])
			if c > 0 {
				return false
			}
			less = less || c < 0
		}
		return less
	}
	var places []int
	for i := range values {
		if !slices.ContainsFunc(values, func(other []*big.Rat) bool { return beats(other, values[i]) }) {
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int {
		return cmp.Or(slices.CompareFunc(values[a], values[b], (*big.Rat).Cmp), a-b)
	})
	var front []atlasRow
	for _, i := range places {
		front = append(front, s.rows[i])
	}
	return front
}

// atlasParetoTable has a row for each class of each front.
func atlasParetoTable(fronts []atlasFront) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Texts("criteria", "", "what counts: no class is better in one of these and as good in the others"),
		table.Ratios("p", "", "crash probability of each node"),
		table.Ints("class", "", "place of the class in atlas.csv"),
		table.Ratios("load", "", "its load"),
		table.Ints("resilience", "nodes", "most crashes that always leave a quorum"),
		table.Floats("failure", "", "probability that no quorum survives, at p"),
		table.Texts("system", "", "what it is, as a family, by votes, or by SIZE:NUMBER of its quorums"),
	)
	for _, f := range fronts {
		for _, r := range f.Classes {
			p, failure := table.Empty(), table.Empty()
			if f.P != nil {
				p, failure = table.Ratio(f.P), table.Float(experiments.FloatRat(r.sets().Failure(f.P)))
			}
			if err := t.Append(table.Int(f.N), table.Text(f.Criteria), p, table.Int(r.Class), table.Ratio(r.Load.Rat()), table.Int(r.resilience()), failure, table.Text(r.description())); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}
