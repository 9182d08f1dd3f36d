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
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/quorum"
)

// comparison holds the parameters of the study compare.
type comparison struct {
	From   int   `json:"from"`   // least n
	To     int   `json:"to"`     // greatest n
	Groups []int `json:"groups"` // the m of the group families
	Listed int   `json:"listed"` // systems of at most this many quorums are listed and checked
}

// system is one family at one n: its default system with its figures, or the reason why it has
// none.
type system struct {
	N      int    `csv:"n,nodes" doc:"number of nodes"`
	M      int    `csv:"m,groups,omitzero" doc:"number of cartels; empty for an ordinary system"`
	Family string `csv:"family" doc:"name of the construction"`
	Spec   string `csv:"spec" doc:"the default system for n; empty if there is none"`
	Reason string `json:",omitempty" csv:"reason" doc:"why there is none, or why figures of it are missing"`

	MinQuorum int      `csv:"k_min,nodes,omitzero" doc:"least quorum size"`
	MaxQuorum int      `csv:"k_max,nodes,omitzero" doc:"greatest quorum size"`
	MinResp   *big.Int `json:",omitempty" csv:"responsibility_min,quorums" doc:"least responsibility"`
	MaxResp   *big.Int `json:",omitempty" csv:"responsibility_max,quorums" doc:"greatest responsibility"`
	Quorums   *big.Int `json:",omitempty" csv:"quorums,quorums" doc:"number of quorums, over all cartels"`
	Degree    int      `csv:"degree,quorums" doc:"degree of the group system; empty for an ordinary system"`
	Method    string   `csv:"method" doc:"how size, responsibilities and number were found"`

	// Checked holds the verdicts of quorum.Check on the listed system; empty if it was not listed.
	Checked map[quorum.Property]quorum.Truth `json:",omitempty"`
}

func (s system) exists() bool { return s.Spec != "" }

// Study returns the study compare.
func Study() experiments.Study {
	return experiments.NewStudy(experiments.Spec[comparison]{
		Name:  "compare",
		Title: "Quorum size, responsibility and messages of every family against n",
		Doc: "For every number of nodes n and every family with default systems the one of n nodes, or why it has none: quorum size K, its ratio to √n, " +
			"responsibilities, number of quorums, messages per entry as Maekawa (1985) and as Joung (2003) count them, and what a check " +
			"of the listed system says. Families whose votes, rows or parts are the user's to choose have no default and are left out. " +
			"Figures are closed forms where the column method says so; systems of at most `listed` quorums " +
			"are listed and checked.",
		Default: comparison{From: 3, To: 200, Groups: []int{2, 3, 4, 5}, Listed: 100_000},
		Full:    &comparison{From: 3, To: 1000, Groups: []int{2, 3, 4, 5}, Listed: 100_000},
		Declare: declareCompare,
	})
}

func declareCompare(out *experiments.Output, p comparison) {
	systems := slices.Concat(experiments.Compute(out, "nodes", experiments.Numbers(p.From, p.To), func(ctx context.Context, n int) ([]system, error) {
		return compareAt(ctx, p, n)
	})...)
	t := tabulate(out, systems)
	nodes := plot.Linear("n", "nodes").Between(0, float64(p.To))
	layer := func(of func(name, x, y string, filters ...experiments.Filter) experiments.Layer, name, family string, filters ...experiments.Filter) experiments.Layer {
		return of(name, "n", "k_max", append(filters, experiments.Is("family", family))...).Family(family)
	}
	out.Plot("k-against-n", "Quorum size of the constructions against the number of nodes", nodes, plot.Linear("largest quorum K", "nodes"),
		append(experiments.RootGuides(t, p.From, p.To),
			layer(t.Steps, "grid", "grid"), layer(t.Scatter, "triangle", "triangle"), layer(t.Scatter, "billiard", "billiard"),
			layer(t.Steps, "degenerate plane", "degenerate-fpp"), layer(t.Scatter, "projective plane", "fpp"))...)
	// The surficial system, whose responsibility is 2, stands beside the two whose degree is √n.
	const m = 3
	root := func(factor float64) func(float64) float64 {
		return func(n float64) float64 { return factor * math.Sqrt(n) }
	}
	groups := experiments.Is("m", m)
	out.Plot("group-k-against-n-m3", fmt.Sprintf("Quorum size of group quorum systems with %d groups", m), nodes, plot.Linear("quorum size c", "nodes"),
		t.Curve("√(2n(m-1)/m)", float64(p.From), float64(p.To), root(math.Sqrt(2*float64(m-1)/m))),
		t.Curve("√n", float64(p.From), float64(p.To), root(1)),
		layer(t.Scatter, "surficial", "surficial", groups), layer(t.Scatter, "net", "net", groups), layer(t.Scatter, "affine plane", "affine", groups))
	found(out, p, systems)
	claimCompared(out, p, systems)
}

// compareAt returns the system of every family for n nodes, in the order of the registry.
func compareAt(ctx context.Context, p comparison, n int) ([]system, error) {
	var rows []system
	for _, f := range construct.Families() {
		if !f.HasDefault() || f.Holders() {
			continue
		}
		groups := []int{0}
		if f.Groups() {
			groups = p.Groups
		}
		for _, m := range groups {
			row, err := compareOne(ctx, p, f, n, m)
			if err != nil {
				return nil, fmt.Errorf("%s, n = %d, m = %d: %w", f.Name, n, m, err)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func compareOne(ctx context.Context, p comparison, f construct.Family, n, m int) (system, error) {
	row := system{N: n, M: m, Family: f.Name}
	instance, err := f.ForN(n, m)
	var none *construct.NoSystemError
	if errors.As(err, &none) {
		row.Reason = none.Why
		return row, nil
	}
	if err != nil {
		return row, err
	}
	shape, err := instance.Shape(ctx)
	if err != nil {
		return row, err
	}
	row.Spec, row.Method, row.Degree = instance.Spec(), shape.Method, shape.Degree
	row.MinQuorum, row.MaxQuorum = shape.MinQuorum, shape.MaxQuorum
	row.MinResp, row.MaxResp, row.Quorums = shape.MinResponsibility, shape.MaxResponsibility, shape.Quorums
	row.Reason = shape.Unknown
	if shape.Unknown != "" || shape.Quorums.Cmp(big.NewInt(int64(p.Listed))) > 0 {
		return row, nil
	}
	built, err := instance.Build(ctx, 0)
	if err != nil {
		return row, err
	}
	row.Checked = map[quorum.Property]quorum.Truth{}
	for _, v := range quorum.Check(ctx, built, quorum.Options{Jobs: 1}).Properties {
		if v.Limit {
			return row, experiments.ContextError(ctx)
		}
		row.Checked[v.Property] = v.Holds
	}
	return row, nil
}

// tabulate emits the table of all systems.
func tabulate(out *experiments.Output, systems []system) *experiments.Sheet {
	figures := func(s system) bool { return s.MaxQuorum > 0 }
	// The first property is for a system, the second for pairs across cartels or within a cartel.
	checked := func(name, doc string, of ...quorum.Property) experiments.Column[system] {
		verdict := func(s system) quorum.Truth {
			i := slices.IndexFunc(of, func(p quorum.Property) bool { return s.Checked[p] != quorum.Unknown })
			if i < 0 {
				return quorum.Unknown
			}
			return s.Checked[of[i]]
		}
		return experiments.Bools(name, "", doc, func(s system) bool { return verdict(s) == quorum.Holds }).
			If(func(s system) bool { return verdict(s) != quorum.Unknown })
	}
	messages := func(name, doc string, of func(system) int) experiments.Column[system] {
		return experiments.Ints(name, "messages per entry", doc, of)
	}
	return experiments.Table(out, "compare", systems,
		"n", "family", "m", "spec", "reason", "k_min", "k_max",
		experiments.Floats("k_over_sqrt_n", "", "k_max / √n", func(s system) float64 { return float64(s.MaxQuorum) / math.Sqrt(float64(s.N)) }).If(figures),
		experiments.Ints("k_bound", "nodes", "least K with K(K-1)+1 >= n (Maekawa 1985, section 3): limits site assignments whose responsibilities are at most K; empty for systems without one",
			system.bound).NonZero(),
		"responsibility_min", "responsibility_max", "quorums",
		experiments.If(func(s system) bool { return s.M > 0 && s.exists() }, "degree"),
		messages("messages_light_maekawa", "3(K-1), K = k_max: light demand (Maekawa 1985, section 8.1); a site of a family without a site assignment picks a quorum that contains it; empty where a site is outside its quorum, and for group systems",
			func(s system) int { _, worst := s.messages("3(K-1)"); return worst }).If(system.asksItself),
		messages("messages_worst_maekawa", "5(K-1), K = k_max: worst case (Maekawa 1985, section 8.2); empty as before",
			func(s system) int { _, worst := s.messages("3(K-1) to 5(K-1)"); return worst }).If(system.asksItself),
		messages("messages_best_joung", "3c, c = k_max (Joung 2003, section 4.1)",
			func(s system) int { best, _ := s.messages("3c to 6c"); return best }).If(figures),
		messages("messages_worst_joung", "6c, c = k_max (Joung 2003, section 4.1)",
			func(s system) int { _, worst := s.messages("3c to 6c"); return worst }).If(figures),
		"method",
		checked("intersection", "every two quorums (of different cartels) meet, judged on the list; empty: not listed", quorum.Intersection, quorum.CrossIntersection),
		checked("minimality", "no quorum (of one cartel) contains another, judged on the list", quorum.Minimality, quorum.CartelMinimality),
		checked("inclusion", "every site is in its own quorum; empty: no site assignment, or not listed", quorum.Inclusion),
		checked("equal_effort", "all quorums have one size, judged on the list", quorum.EqualEffort),
		checked("equal_responsibility", "all nodes are in equally many quorums, judged on the list", quorum.EqualResponsibility),
		checked("uniqueness", "different sites have different quorums; empty: no site assignment, or not listed", quorum.Uniqueness))
}

// bound returns Maekawa's bound if its hypothesis is met (an S_i for every site, i ∈ S_i),
// otherwise 0.
func (s system) bound() int {
	if s.Checked[quorum.Inclusion] != quorum.Holds {
		return 0
	}
	return bounds.MaekawaSize(s.N)
}

// asksItself reports whether messages can be counted in Maekawa's way: every site is in its quorum.
func (s system) asksItself() bool {
	return s.MaxQuorum > 0 && s.M == 0 && s.Checked[quorum.Inclusion] != quorum.Fails
}

// messages evaluates a formula of package bounds for Maekawa's algorithm at the largest quorum.
func (s system) messages(formula string) (best, worst int) {
	for _, c := range bounds.MessageCounts(bounds.MessageParams{Size: s.MaxQuorum}) {
		if c.Algorithm == "Maekawa" && c.Counts == bounds.EntryMessages && c.Formula == formula {
			return int(c.Best.Num().Int64()), int(c.Worst.Num().Int64())
		}
	}
	panic("compare: no formula " + formula)
}
