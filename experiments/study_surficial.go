package experiments

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	pictures "coterie/internal/draw"
	"coterie/quorum"
)

// surficialParameters holds the parameters of the study surficial-properties.
type surficialParameters struct {
	Nodes int `json:"nodes"` // every surficial system of at most so many nodes, m >= 2
}

// surficialRow is what was found about one surficial system, on the listed quorums.
type surficialRow struct {
	N, M, Side int // n = Side² m(m-1)/2

	Crossing, Minimal bool   // Definition 3.1
	EqualCartels      bool   // condition 1, with the number printed in Theorem 3.1
	EqualSizes        bool   // condition 2, likewise
	Responsibility2   bool   // condition 3
	SingleMeetings    bool   // condition 4
	UniformDegree     bool   // every cartel has Side disjoint quorums, and no more
	Reason            string // what breaks first; empty if nothing does

	// Dominated is the outcome for Theorem 3.4's set T, which exists for Side >= 2.
	HasT      bool
	Dominated bool
	T         string

	// ByComplement is what is found for Side 1, where a cartel is one quorum: whether the nodes outside the
	// first cartel's quorum can be added to it. Nondominated is found by the definition if they cannot.
	ByComplement, Nondominated bool
}

// dominatedAtAll is the statement of Theorem 3.4, however it is shown.
func (r surficialRow) dominatedAtAll() bool { return r.Dominated || r.ByComplement }

func surficialStudy() Study {
	full := surficialParameters{Nodes: 10_000}
	return NewStudy(Spec[surficialParameters]{
		Name:  "surficial-properties",
		Title: "The four conditions of Joung's Theorem 3.1, and Theorem 3.4's set T",
		Doc: "Every surficial quorum system of at most `nodes` nodes is listed and judged by the definitions: that it is a group quorum system, " +
			"its degree, the four conditions of Theorem 3.1 with the numbers printed there, and whether the set T in the proof of Theorem 3.4 " +
			"shows that it is dominated (T exists only for squares of side 2 or more).",
		Default: surficialParameters{Nodes: 2000},
		Full:    &full,
		Run:     runSurficial,
	})
}

func runSurficial(ctx context.Context, env Env, p surficialParameters, out *Output) error {
	type at struct{ N, M, Side int }
	var params []at
	for m := 2; m*(m-1)/2 <= p.Nodes; m++ {
		for side := 1; side*side*m*(m-1)/2 <= p.Nodes; side++ {
			params = append(params, at{side * side * m * (m - 1) / 2, m, side})
		}
	}
	slices.SortFunc(params, func(a, b at) int { return slices.Compare([]int{a.N, a.M}, []int{b.N, b.M}) })
	rows, err := Rows(ctx, env, "systems", params, func(ctx context.Context, c at) (surficialRow, error) {
		return judgeSurficial(ctx, c.N, c.M, c.Side)
	})
	if err != nil {
		return err
	}
	t := NewTable(
		Column{"n", Ints, "nodes", "number of nodes"},
		Column{"m", Ints, "groups", "number of cartels"},
		Column{"side", Ints, "nodes", "k = √(2n/(m(m-1))), the side of each square"},
		Column{"group_quorum_system", Bools, "", "quorums of different cartels meet and cartels are antichains (Definition 3.1)"},
		Column{"degree_k", Bools, "", "every cartel has k disjoint quorums and no more: uniform degree k"},
		Column{"condition_1", Bools, "", "every cartel has k quorums"},
		Column{"condition_2", Bools, "", "every quorum has (m-1)k nodes"},
		Column{"condition_3", Bools, "", "every node is in 2 quorums"},
		Column{"condition_4", Bools, "", "quorums of different cartels share exactly one node"},
		Column{"dominated", Bools, "", "a set can be added to the first cartel: T, or for k = 1 all nodes outside its quorum (Theorem 3.4); false: nondominated by definition"},
		Column{"t_dominates", Bools, "", "adding T to the first cartel gives a group quorum system; empty: k = 1 has no T"},
		Column{"t", Texts, "", "Theorem 3.4's T, where it has at most 12 nodes"},
	)
	for _, r := range rows {
		dominates, set := Empty(), Empty()
		if r.HasT {
			dominates = Bool(r.Dominated)
			if r.T != "" {
				set = Text(r.T)
			}
		}
		if err := t.Append(Int(r.N), Int(r.M), Int(r.Side), Bool(r.Crossing && r.Minimal), Bool(r.UniformDegree), Bool(r.EqualCartels),
			Bool(r.EqualSizes), Bool(r.Responsibility2), Bool(r.SingleMeetings), Bool(r.dominatedAtAll()), dominates, set); err != nil {
			return err
		}
	}
	if err := out.Table("surficial-properties.csv", t); err != nil {
		return err
	}
	for _, m := range []int{3, 4} {
		if err := plotStaircase(out, t, m); err != nil {
			return err
		}
	}
	return out.Claims(surficialClaims(p, rows)...)
}

// plotStaircase emits the staircase of the greatest system of the table that has m groups and squares of side at
// most 3: S_3 and S_4 of Joung's Figure 2. It emits none if the table has none.
func plotStaircase(out *Output, t *Table, m int) error {
	side := 0
	for row := range t.Len() {
		if k := countAt(t, row, "side"); countAt(t, row, "m") == m && k <= 3 {
			side = max(side, k)
		}
	}
	if side == 0 {
		return nil
	}
	quorums := make([]int, m)
	for i := range quorums {
		quorums[i] = (i + 1) * side / (m + 1) // spread over the square
	}
	title := fmt.Sprintf("The unfolded surficial quorum system for m = %d, k = %d", m, side)
	return plotBoth(out, fmt.Sprintf("staircase-m%d", m), pictures.Staircase(title, slices.Repeat([]int{side}, m), quorums), "surficial-properties.csv")
}

// judgeSurficial lists one system and judges it by the definitions, without the closed forms.
func judgeSurficial(ctx context.Context, n, m, side int) (surficialRow, error) {
	row := surficialRow{N: n, M: m, Side: side}
	system, err := construct.Surficial(n, m)
	if err != nil {
		return row, err
	}
	note := func(ok bool, format string, args ...any) bool {
		if !ok && row.Reason == "" {
			row.Reason = fmt.Sprintf(format, args...)
		}
		return ok
	}
	report := quorum.Check(ctx, system, quorum.Options{Jobs: 1})
	holds := func(p quorum.Property) (bool, error) {
		v, _ := report.Verdict(p)
		if v.Limit {
			return false, contextError(ctx)
		}
		return note(v.Holds == quorum.Holds, "%s: %s", p, v.Reason), nil
	}
	if row.Crossing, err = holds(quorum.CrossIntersection); err != nil {
		return row, err
	}
	if row.Minimal, err = holds(quorum.CartelMinimality); err != nil {
		return row, err
	}
	row.EqualCartels, row.EqualSizes, row.UniformDegree = true, true, true
	for c := range m {
		cartel := system.Cartel(c)
		row.EqualCartels = note(cartel.Len() == side, "cartel %v has %d quorums", quorum.Index(c), cartel.Len()) && row.EqualCartels
		for i, q := range cartel.All() {
			row.EqualSizes = note(len(q) == (m-1)*side, "quorum %v of cartel %v has %d nodes", quorum.Index(i), quorum.Index(c), len(q)) && row.EqualSizes
		}
		// All quorums of a cartel are disjoint iff no node is in two of them; then the degree is their number.
		row.UniformDegree = note(slices.Max(cartel.Responsibilities()) == 1 && cartel.Len() == side,
			"cartel %v: its degree is not shown to be %d", quorum.Index(c), side) && row.UniformDegree
	}
	responsibilities := system.Responsibilities()
	row.Responsibility2 = note(slices.Min(responsibilities) == 2 && slices.Max(responsibilities) == 2,
		"responsibilities %d..%d", slices.Min(responsibilities), slices.Max(responsibilities))
	row.SingleMeetings = note(meetOnce(system), "two quorums of different cartels share more or less than one node")
	if side == 1 {
		outside := quorum.FullSet(n).Minus(system.Cartel(0).Set(0))
		row.ByComplement = showsDominated(system, outside)
		if !row.ByComplement {
			if row.Nondominated, err = nondominated(ctx, system); err != nil {
				return row, err
			}
		}
	}
	if side >= 2 {
		row.HasT = true
		t, err := construct.SurficialDominatingSet(n, m)
		if err != nil {
			return row, err
		}
		row.Dominated = note(showsDominated(system, t), "T = %v does not show it", t)
		if t.Len() <= 12 {
			row.T = t.String()
		}
	}
	return row, ctx.Err()
}

// meetOnce reports whether every two quorums of different cartels share exactly one node. It counts, for each
// quorum, how often each other one is met, over the quorums that a node is in.
func meetOnce(system *quorum.GroupSystem) bool {
	type at struct{ cartel, i int }
	through := make([][]at, system.N())
	for c := range system.Groups() {
		for i, q := range system.Cartel(c).All() {
			for _, v := range q {
				through[v] = append(through[v], at{c, i})
			}
		}
	}
	for c := range system.Groups() {
		for _, q := range system.Cartel(c).All() {
			shared := map[at]int{}
			for _, v := range q {
				for _, other := range through[v] {
					if other.cartel != c {
						shared[other]++
					}
				}
			}
			others := 0
			for d := range system.Groups() {
				if d != c {
					others += system.Cartel(d).Len()
				}
			}
			if len(shared) != others {
				return false
			}
			for _, times := range shared {
				if times != 1 {
					return false
				}
			}
		}
	}
	return true
}

// showsDominated reports whether adding t to the first cartel gives a group quorum system: t meets every
// quorum of the others, and neither contains nor is contained in one of its own.
func showsDominated(system *quorum.GroupSystem, t quorum.Set) bool {
	for c := range system.Groups() {
		for i := range system.Cartel(c).Len() {
			q := system.Cartel(c).Set(i)
			if c == 0 && (q.SubsetOf(t) || t.SubsetOf(q)) || c > 0 && !q.Intersects(t) {
				return false
			}
		}
	}
	return true
}

// nondominated judges by definition: every minimal transversal of the other cartels contains a quorum of the
// cartel. It lists the transversals, so it is for small systems.
func nondominated(ctx context.Context, system *quorum.GroupSystem) (bool, error) {
	for c := range system.Groups() {
		b, err := quorum.NewFamilyBuilder(system.N())
		if err != nil {
			return false, err
		}
		for d := range system.Groups() {
			for _, q := range system.Cartel(d).All() {
				if d == c {
					continue
				}
				if err := b.AddSorted(q); err != nil {
					return false, err
				}
			}
		}
		transversals, err := b.Family().Dual(ctx, 10_000)
		if err != nil {
			return false, err
		}
		for i := range transversals.Len() {
			contains := false
			for k := range system.Cartel(c).Len() {
				contains = contains || system.Cartel(c).Set(k).SubsetOf(transversals.Set(i))
			}
			if !contains {
				return false, nil
			}
		}
	}
	return true, nil
}

func surficialClaims(p surficialParameters, rows []surficialRow) []Claim {
	const command = "coterie experiment run surficial-properties"
	over := Every(fmt.Sprintf("surficial systems, n in 1..%d, m >= 2", p.Nodes))
	claim := func(id, section, statement string, holds func(surficialRow) bool) Claim {
		return Claim{
			ID: id, Source: "Joung 2003", Section: section, Statement: statement, Command: command,
			Judgement: Judge(over, slices.Values(rows), func(r surficialRow) (bool, string) {
				return holds(r), fmt.Sprintf("n = %d, m = %d: %s", r.N, r.M, r.Reason)
			}),
		}
	}
	dominated := func(r surficialRow) (bool, string) {
		if !r.HasT {
			return false, fmt.Sprintf("n = %d, m = %d: the side is 1, and the proof's node p_(2,1) does not exist", r.N, r.M)
		}
		return r.Dominated, fmt.Sprintf("n = %d, m = %d: %s", r.N, r.M, r.Reason)
	}
	theorem := func(r surficialRow) (bool, string) {
		how := "no set was found that shows it"
		if r.Nondominated {
			how = "every transversal of the other cartels contains a quorum: it is nondominated"
		}
		return r.dominatedAtAll(), fmt.Sprintf("n = %d, m = %d: %s", r.N, r.M, how)
	}
	beyondOne := slices.DeleteFunc(slices.Clone(rows), func(r surficialRow) bool { return r.N == 1 })
	withT := slices.DeleteFunc(slices.Clone(rows), func(r surficialRow) bool { return !r.HasT })
	return []Claim{
		claim("joung-theorem-3-1", "Theorem 3.1",
			"The surficial quorum system is an m-group quorum system of uniform degree k = √(2n/(m(m-1))).",
			func(r surficialRow) bool { return r.Crossing && r.Minimal && r.UniformDegree }),
		claim("joung-theorem-3-1-condition-1", "Theorem 3.1, condition 1", "Every cartel has √(2n/(m(m-1))) quorums.",
			func(r surficialRow) bool { return r.EqualCartels }),
		claim("joung-theorem-3-1-condition-2", "Theorem 3.1, condition 2", "Every quorum has √(2n(m-1)/m) nodes.",
			func(r surficialRow) bool { return r.EqualSizes }),
		claim("joung-theorem-3-1-condition-3", "Theorem 3.1, condition 3", "Every node is in exactly two quorums.",
			func(r surficialRow) bool { return r.Responsibility2 }),
		claim("joung-theorem-3-1-condition-4", "Theorem 3.1, condition 4", "Quorums of different cartels share exactly one node.",
			func(r surficialRow) bool { return r.SingleMeetings }),
		{
			ID: "joung-theorem-3-4", Source: "Joung 2003", Section: "Theorem 3.4",
			Statement: "The surficial quorum system is dominated.",
			Command:   command,
			Judgement: HoldsUnderReading("for n > 1",
				Judge(over, slices.Values(rows), theorem),
				Judge(Every(fmt.Sprintf("surficial systems, n in 2..%d, m >= 2", p.Nodes)), slices.Values(beyondOne), theorem)),
		},
		{
			ID: "joung-theorem-3-4-proof", Source: "Joung 2003", Section: "Theorem 3.4, its proof",
			Statement: "T = Q_(1,1) - {p_(1,1)} ∪ {p_(2,1)} can be added to the first cartel, so that the system is dominated.",
			Command:   command,
			Judgement: HoldsUnderReading("for k >= 2: the proof does not cover k = 1",
				Judge(over, slices.Values(rows), dominated),
				Judge(Every(fmt.Sprintf("surficial systems with k >= 2, n in 1..%d, m >= 2", p.Nodes)), slices.Values(withT), dominated)),
		},
	}
}
