package coteries

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// nameClasses gives each class the specs of the default systems that are in it, on the nodes in
// use.
func nameClasses(ctx context.Context, rows []row) {
	names := map[enumerate.Function][]string{}
	for n := 1; n <= enumerate.MaxNodes; n++ {
		for _, i := range experiments.Defaults(n) {
			s := experiments.Must(i.Build(ctx, 0))
			f := s.(*quorum.System).Family().Minimized()
			if slices.Contains(f.Responsibilities(), 0) { // with an idle node it is another system's
				continue
			}
			for idle := 0; n+idle <= enumerate.MaxNodes; idle++ {
				form := canonical(n+idle, f.Sets())
				names[form] = append(names[form], i.Spec())
			}
		}
	}
	for k, r := range rows {
		rows[k].Names = names[canonical(r.N, r.Quorums)]
	}
}

// known returns the spec of the best known family that gives the system on its used nodes, "" if
// none does.
func (r row) known() string {
	for _, family := range []string{"singleton:", "majority:", "fpp:", "wheel:", ""} {
		for _, spec := range r.Names {
			if strings.HasPrefix(spec, family) {
				return spec
			}
		}
	}
	return ""
}

// description describes the system in a few words.
func (r row) description() string {
	switch {
	case r.used() == 1:
		return fmt.Sprintf("singleton:n=%d", r.N)
	case r.known() != "" && r.used() < r.N:
		return fmt.Sprintf("%s, %d idle", r.known(), r.N-r.used())
	case r.known() != "":
		return r.known()
	case r.voted():
		return "weighted:votes=" + strings.ReplaceAll(spaced(r.Votes.Weights), " ", "-")
	}
	return "no votes, sizes of quorums " + r.sizes()
}

func systemsText(rows []row, most int) string {
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

// scope is a set of classes on n nodes in which the best one is sought.
type scope struct {
	n       int  `csv:"n,nodes" doc:"number of nodes"`
	allUsed bool `csv:"all_used" doc:"whether only systems with every node in some quorum are admitted"`
	rows    []row
	Classes []row // the classes of an answer about the scope
}

func (s scope) places() string {
	var places []int
	for _, r := range s.Classes {
		places = append(places, r.Class)
	}
	return experiments.JoinInts(places)
}

func (s scope) systems() string { return systemsText(s.Classes, 3) }

// scopes returns, for each n, all classes, and those with all nodes in use.
func scopes(rows []row) (list []scope) {
	for n := 1; n <= enumerate.MaxNodes; n++ {
		for _, allUsed := range []bool{false, true} {
			among := experiments.Keep(rows, func(r row) bool { return r.N == n && (!allUsed || r.used() == n) })
			if len(among) > 0 {
				list = append(list, scope{n: n, allUsed: allUsed, rows: among})
			}
		}
	}
	return list
}

// criterion is a figure by which classes are judged.
type criterion struct {
	name     string   `csv:"criterion" doc:"what is judged; load, resilience and failure probability of these systems are the best of all quorum systems"`
	p        *big.Rat // crash probability; nil if it does not matter
	greatest bool     // greater values are better
	value    func(row) *big.Rat
}

func criteria(crash []*big.Rat) []criterion {
	whole := func(value func(row) int) func(row) *big.Rat {
		return func(r row) *big.Rat { return big.NewRat(int64(value(r)), 1) }
	}
	list := []criterion{
		{name: "least load", value: row.load},
		{name: "greatest resilience", greatest: true, value: whole(row.resilience)},
	}
	for _, p := range crash {
		list = append(list, criterion{name: "least failure probability", p: p, value: func(r row) *big.Rat { return r.failure(p) }})
	}
	return append(list,
		criterion{name: "fewest quorums", value: whole(func(r row) int { return len(r.Quorums) })},
		criterion{name: "smallest quorum", value: whole(row.least)},
		criterion{name: "least size of the largest quorum", value: whole(row.most)})
}

// winners holds the best classes by a criterion.
type winners struct {
	scope
	criterion
	Value *big.Rat `csv:"value" doc:"the best value"`
}

// winners returns the classes with the best value.
func (s scope) winners(c criterion) winners {
	w := winners{scope: s, criterion: c}
	for _, r := range s.rows {
		v, sign := c.value(r), -1
		if c.greatest {
			sign = 1
		}
		switch {
		case w.Value == nil || v.Cmp(w.Value) == sign:
			w.Value, w.Classes = v, []row{r}
		case v.Cmp(w.Value) == 0:
			w.Classes = append(w.Classes, r)
		}
	}
	return w
}

// tableBest makes the table with a line for each n, scope and criterion.
func tableBest(out *experiments.Output, rows []row, crash []*big.Rat) {
	list := experiments.Flat(scopes(rows), func(s scope) (list []winners) {
		for _, c := range criteria(crash) {
			list = append(list, s.winners(c))
		}
		return list
	})
	experiments.Table(out, "best", list,
		"n", "all_used", "criterion",
		experiments.Ratios("p", "", "crash probability of each node", func(w winners) *big.Rat { return w.p }),
		"value",
		experiments.Floats("about", "", "the same, rounded", func(w winners) float64 { return experiments.FloatRat(w.Value) }),
		experiments.Ints("ties", "classes", "how many classes reach it", func(w winners) int { return len(w.Classes) }),
		experiments.Texts("classes", "", "which, by their places in atlas.csv", winners.places),
		experiments.Texts("systems", "", "what they are, as specs, or by SIZE:NUMBER of their quorums; the first three", winners.systems),
		experiments.Texts("quorums", "", "the quorums of the first", func(w winners) string { return spaced(w.Classes[0].Quorums) }))
}

// below and above are the ranges of crash probabilities on both sides of 1/2.
const below, above = "0 < p < 1/2", "1/2 < p < 1"

// part is a range of crash probabilities with the most available classes there.
type part struct {
	scope
	Range string `csv:"range" doc:"crash probabilities"`
	By    string `csv:"by" doc:"the argument"`
}

// availabilityOf finds the most available classes at every crash probability at once.
//
// Proof: docs/theorems/optimal-availability.md.
func availabilityOf(rows []row) (parts []part) {
	for _, s := range scopes(rows) {
		half := part{s, "p = 1/2", "a set or its complement is live"}
		half.Classes = s.rows
		parts = append(parts, experiments.Must(s.mostAvailable(below)), half, experiments.Must(s.mostAvailable(above)))
	}
	return parts
}

// mostAvailable finds the most available classes for p below 1/2, or above.
func (s scope) mostAvailable(within string) (part, error) {
	found := part{s, within, "most live sets of every size above n/2"}
	if within == above {
		found.By = "fewest live sets of every size above n/2"
	}
	// better reports whether a has at least as many live sets as b of each size above n/2, and more
	// of some size. For p > 1/2 it has at most as many, and fewer of some size.
	better := func(a, b row) bool {
		for k := s.n/2 + 1; k <= s.n; k++ {
			if c := a.Live[k] - b.Live[k]; c != 0 && (c < 0) == (within == below) {
				return false
			}
		}
		return !slices.Equal(a.Live, b.Live)
	}
	found.Classes = experiments.Keep(s.rows, func(r row) bool {
		return !slices.ContainsFunc(s.rows, func(o row) bool { return better(o, r) })
	})
	if !found.alike() {
		return part{}, fmt.Errorf("n = %d, %s: of the classes %s none has the most live sets of every size", s.n, within, found.places())
	}
	return found, nil
}

// alike reports whether all classes have equally many live sets of each size.
func (s scope) alike() bool {
	return !slices.ContainsFunc(s.Classes, func(r row) bool { return !slices.Equal(r.Live, s.Classes[0].Live) })
}

// tableAvailability makes the table with a line for each range.
func tableAvailability(out *experiments.Output, parts []part) {
	experiments.Table(out, "availability", parts,
		"n", "all_used", "range",
		experiments.Ints("ties", "classes", "how many classes are the most available at all of them; all others are less at each",
			func(p part) int { return len(p.Classes) }),
		experiments.Texts("classes", "", "which, by their places in atlas.csv", part.places),
		experiments.Texts("systems", "", "what they are, as specs, or by SIZE:NUMBER of their quorums; the first three", part.systems),
		experiments.Texts("live", "", "how many sets of 0, 1, ..., n nodes are live in each of them; empty where they differ",
			func(p part) string { return spaced(p.Classes[0].Live) }).If(part.alike),
		"by")
}

// onFront is a class on a Pareto front: no class is better in one criterion and as good in the
// others.
type onFront struct {
	row
	criteria string   `csv:"criteria" doc:"what counts: no class is better in one of these and as good in the others"`
	p        *big.Rat // nil if availability does not count
	values   []*big.Rat
}

// fronts returns the fronts of load with resilience, with failure probability, and with both.
func fronts(ctx context.Context, rows []row, ns []int, crash []*big.Rat) (list []onFront) {
	weakness := func(r row) *big.Rat { return big.NewRat(int64(-r.resilience()), 1) }
	for _, s := range scopes(rows) {
		if s.allUsed || !slices.Contains(ns, s.n) {
			continue
		}
		list = append(list, s.front(ctx, "load, resilience", nil, row.load, weakness)...)
		for _, p := range crash {
			failure := func(r row) *big.Rat { return r.failure(p) }
			list = append(list, s.front(ctx, "load, failure probability", p, row.load, failure)...)
			list = append(list, s.front(ctx, "load, resilience, failure probability", p, row.load, weakness, failure)...)
		}
	}
	return list
}

// front returns the classes on the front of criteria for which less is better, ordered by the first
// criterion. It returns none if ctx has ended.
func (s scope) front(ctx context.Context, criteria string, p *big.Rat, values ...func(row) *big.Rat) (front []onFront) {
	var all []onFront
	for _, r := range s.rows {
		of := onFront{row: r, criteria: criteria, p: p}
		for _, value := range values {
			of.values = append(of.values, value(r))
		}
		all = append(all, of)
	}
	beats := func(a, b onFront) bool {
		less := false
		for k := range a.values {
			c := a.values[k].Cmp(b.values[k])
			if c > 0 {
				return false
			}
			less = less || c < 0
		}
		return less
	}
	front = experiments.Keep(all, func(r onFront) bool {
		return ctx.Err() == nil && !slices.ContainsFunc(all, func(other onFront) bool { return beats(other, r) })
	})
	slices.SortStableFunc(front, func(a, b onFront) int { return slices.CompareFunc(a.values, b.values, (*big.Rat).Cmp) })
	return front
}

// tablePareto makes the table with a line for each class of each front.
func tablePareto(out *experiments.Output, rows []row, ns []int, crash []*big.Rat) *experiments.Sheet {
	return experiments.Table(out, "pareto", fronts(out.Context(), rows, ns, crash),
		"n", "criteria",
		experiments.Ratios("p", "", "crash probability of each node", func(r onFront) *big.Rat { return r.p }),
		"class",
		experiments.Ratios("load", "", "its load", onFront.load),
		experiments.Ints("resilience", "nodes", "most crashes that always leave a quorum", onFront.resilience),
		experiments.Floats("failure", "", "probability that no quorum survives, at p",
			func(r onFront) float64 { return experiments.FloatRat(r.failure(r.p)) }).If(func(r onFront) bool { return r.p != nil }),
		experiments.Texts("system", "", "what it is, as a family, by votes, or by SIZE:NUMBER of its quorums", onFront.description))
}
