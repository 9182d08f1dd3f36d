package groups

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/table"
	"coterie/quorum"
)

// dominatedParameters holds the parameters of the study surficial-dominated.
type dominatedParameters struct {
	Nodes   int `json:"nodes"`   // every surficial system of at most so many nodes, m >= 2
	Enlarge int `json:"enlarge"` // those of at most so many nodes are enlarged to nondominated ones
	Limit   int `json:"limit"`   // transversals that are listed at most, for each cartel
}

// dominatedRow is what was found about one surficial system.
type dominatedRow struct {
	N, M, Side int

	// Dominated is the outcome for Theorem 3.4's set T, which exists for Side >= 2.
	HasT      bool
	Dominated bool
	T         string

	// ByComplement is what is found for Side 1, where a cartel is one quorum: whether the nodes outside the
	// first cartel's quorum can be added to it. Nondominated is found by the definition if they cannot.
	ByComplement, Nondominated bool

	// NotMinimal is a quorum with a node that it does not need; empty if there is none.
	NotMinimal string
}

// dominatedAtAll is the statement of Theorem 3.4, however it is shown.
func (r dominatedRow) dominatedAtAll() bool { return r.Dominated || r.ByComplement }

// enlargedRow is one surficial system with the nondominated one made of it.
type enlargedRow struct {
	N, M, Side   int
	Transversals int   // minimal transversals of all cartels but the first
	Addable      int   // of these, the ones that contain no quorum of the first cartel
	Sizes        []int // quorums in each cartel of the enlarged system
	Contains     bool  // every cartel of the enlarged system contains the given one
	Nondominated bool  // by the definition
	Reason       string
}

func Dominated() experiments.Study {
	full := dominatedParameters{Nodes: 10_000, Enlarge: 30, Limit: 100_000}
	return experiments.NewStudy(experiments.Spec[dominatedParameters]{
		Name:  "surficial-dominated",
		Title: "Joung's Theorem 3.4: surficial systems are dominated, and part of nondominated ones",
		Doc: "For every surficial system of at most `nodes` nodes: whether the set T in the proof of Theorem 3.4 shows that it is dominated " +
			"(T exists only for squares of side 2 or more), and what does so for side 1, which the proof does not cover; and whether every " +
			"quorum is a minimal set that meets all quorums of the other cartels. For the small ones: all sets that can be added to the first " +
			"cartel, and a nondominated system that contains the surficial one.",
		Default: dominatedParameters{Nodes: 2000, Enlarge: 30, Limit: 20_000},
		Full:    &full,
		Run:     runSurficialDominated,
	})
}

func runSurficialDominated(ctx context.Context, env experiments.Env, p dominatedParameters, out *experiments.Output) error {
	rows, err := experiments.Rows(ctx, env, "systems", small.SurficialSizes(p.Nodes), func(ctx context.Context, c small.SurficialSize) (dominatedRow, error) {
		return judgeDominated(ctx, c)
	})
	if err != nil {
		return err
	}
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of cartels"),
		table.Ints("side", "nodes", "k = √(2n/(m(m-1))), the side of each square"),
		table.Bools("dominated", "", "a set can be added to the first cartel: T, or for k = 1 all nodes outside its quorum (Theorem 3.4); false: nondominated by definition"),
		table.Bools("t_dominates", "", "adding T to the first cartel gives a group quorum system; empty: k = 1 has no T"),
		table.Texts("t", "", "Theorem 3.4's T, where it has at most 12 nodes"),
		table.Bools("minimal", "", "every quorum is a minimal set that meets all quorums of the other cartels"),
	)
	for _, r := range rows {
		dominates, set := table.Empty(), table.Empty()
		if r.HasT {
			dominates, set = table.Bool(r.Dominated), experiments.TextOr(r.T)
		}
		if err := t.Append(table.Int(r.N), table.Int(r.M), table.Int(r.Side), table.Bool(r.dominatedAtAll()), dominates, set, table.Bool(r.NotMinimal == "")); err != nil {
			return err
		}
	}
	if err := out.Table("surficial-dominated.csv", t); err != nil {
		return err
	}
	enlarged, err := experiments.Rows(ctx, env, "enlarged", small.SurficialSizes(p.Enlarge), func(ctx context.Context, c small.SurficialSize) (enlargedRow, error) {
		return enlargeSurficial(ctx, c, p.Limit)
	})
	if err != nil {
		return err
	}
	u := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of cartels"),
		table.Ints("side", "nodes", "k"),
		table.Ints("transversals", "sets", "minimal sets that meet all quorums of the cartels but the first"),
		table.Ints("addable", "sets", "of these, how many contain no quorum of the first cartel, so that each can be added to it; 0: none can"),
		table.Texts("enlarged", "quorums", "numbers of quorums in the cartels of a nondominated system that contains this one"),
		table.Bools("contains", "", "it contains this one, cartel by cartel"),
		table.Bools("nondominated", "", "every transversal of its other cartels contains a quorum of each cartel: nondominated by definition"),
		table.Texts("reason", "", "why there is no answer"),
	)
	for _, r := range enlarged {
		cells := []table.Cell{table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), experiments.TextOr(r.Reason)}
		if r.Reason == "" {
			cells = []table.Cell{table.Int(r.Transversals), table.Int(r.Addable), table.Text(experiments.JoinInts(r.Sizes)), table.Bool(r.Contains), table.Bool(r.Nondominated), table.Empty()}
		}
		if err := u.Append(append([]table.Cell{table.Int(r.N), table.Int(r.M), table.Int(r.Side)}, cells...)...); err != nil {
			return err
		}
	}
	if err := out.Table("enlarged.csv", u); err != nil {
		return err
	}
	return out.Claims(dominatedClaims(p, rows, enlarged)...)
}

// judgeDominated lists one system and judges it by the definitions.
func judgeDominated(ctx context.Context, c small.SurficialSize) (dominatedRow, error) {
	row := dominatedRow{N: c.N, M: c.M, Side: c.Side}
	system, err := construct.Surficial(c.N, c.M)
	if err != nil {
		return row, err
	}
	row.NotMinimal = small.Needless(system)
	if c.Side == 1 {
		outside := quorum.FullSet(c.N).Minus(system.Cartel(0).Set(0))
		row.ByComplement = showsDominated(system, outside)
		if !row.ByComplement {
			if row.Nondominated, err = small.Nondominated(ctx, system, 10_000); err != nil {
				return row, err
			}
		}
		return row, ctx.Err()
	}
	row.HasT = true
	t, err := construct.SurficialDominatingSet(c.N, c.M)
	if err != nil {
		return row, err
	}
	row.Dominated = showsDominated(system, t)
	if t.Len() <= 12 {
		row.T = t.String()
	}
	return row, ctx.Err()
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

// enlarge returns a nondominated group quorum system of the given cartels and more quorums, where
// every quorum of theirs is a minimal set that meets all quorums of the other cartels.
//
// Proof: docs/theorems/enlarging.md.
func enlarge(ctx context.Context, system *quorum.GroupSystem, limit int) (*quorum.GroupSystem, error) {
	cartels := make([]quorum.Family, system.Groups())
	for i := range cartels {
		cartels[i] = system.Cartel(i)
	}
	for i := range cartels {
		rest, err := small.Others(system.N(), cartels, i)
		if err != nil {
			return nil, err
		}
		if cartels[i], err = rest.Dual(ctx, limit); err != nil {
			return nil, err
		}
	}
	return quorum.NewGroupSystem("", cartels, nil)
}

func enlargeSurficial(ctx context.Context, c small.SurficialSize, limit int) (enlargedRow, error) {
	row := enlargedRow{N: c.N, M: c.M, Side: c.Side}
	system, err := construct.Surficial(c.N, c.M)
	if err != nil {
		return row, err
	}
	tooMany := func(err error) (enlargedRow, error) {
		var over *quorum.LimitError
		if errors.As(err, &over) {
			row.Reason = over.Error()
			return row, nil
		}
		return row, err
	}
	larger, err := enlarge(ctx, system, limit)
	if err != nil {
		return tooMany(err)
	}
	first := larger.Cartel(0) // the minimal transversals of the other cartels
	row.Transversals = first.Len()
	row.Contains = true
	for i := range first.Len() {
		if !small.ContainsQuorum(first.Set(i), system.Cartel(0)) {
			row.Addable++
		}
	}
	for i := range system.Groups() {
		row.Sizes = append(row.Sizes, larger.Cartel(i).Len())
		listed := map[string]bool{}
		for k := range larger.Cartel(i).Len() {
			listed[larger.Cartel(i).Set(k).String()] = true
		}
		for k := range system.Cartel(i).Len() {
			row.Contains = row.Contains && listed[system.Cartel(i).Set(k).String()]
		}
	}
	report := quorum.Check(ctx, larger, quorum.Options{Jobs: 1})
	for _, p := range []quorum.Property{quorum.CrossIntersection, quorum.CartelMinimality} {
		if v, _ := report.Judged(p); v.Holds != quorum.Holds {
			return row, fmt.Errorf("the enlarged system for n = %d, m = %d: %s", c.N, c.M, v.Reason)
		}
	}
	if row.Nondominated, err = small.Nondominated(ctx, larger, limit); err != nil {
		return tooMany(err)
	}
	return row, ctx.Err()
}

func dominatedClaims(p dominatedParameters, rows []dominatedRow, enlarged []enlargedRow) []experiments.Claim {
	const command = "coterie experiment run surficial-dominated"
	over := experiments.Every(fmt.Sprintf("surficial systems, n in 1..%d, m >= 2", p.Nodes))
	dominated := func(r dominatedRow) (bool, string) {
		if !r.HasT {
			return false, fmt.Sprintf("n = %d, m = %d: the side is 1, and the proof's node p_(2,1) does not exist", r.N, r.M)
		}
		return r.Dominated, fmt.Sprintf("n = %d, m = %d: T does not show it", r.N, r.M)
	}
	theorem := func(r dominatedRow) (bool, string) {
		how := "no set was found that shows it"
		if r.Nondominated {
			how = "every transversal of the other cartels contains a quorum: it is nondominated"
		}
		return r.dominatedAtAll(), fmt.Sprintf("n = %d, m = %d: %s", r.N, r.M, how)
	}
	beyondOne := slices.DeleteFunc(slices.Clone(rows), func(r dominatedRow) bool { return r.N == 1 })
	withT := slices.DeleteFunc(slices.Clone(rows), func(r dominatedRow) bool { return !r.HasT })
	decided := slices.DeleteFunc(slices.Clone(enlarged), func(r enlargedRow) bool { return r.Reason != "" })
	words := fmt.Sprintf("surficial systems, n in 1..%d, m >= 2", p.Enlarge)
	if len(decided) < len(enlarged) {
		words += fmt.Sprintf(", where no cartel has more than %d minimal transversals", p.Limit)
	}
	return []experiments.Claim{
		{
			ID: "joung-theorem-3-4", Source: "Joung 2003", Section: "Theorem 3.4",
			Statement: "The surficial quorum system is dominated.",
			Command:   command,
			Judgement: experiments.HoldsUnderReading("for n > 1",
				experiments.Judge(over, slices.Values(rows), theorem),
				experiments.Judge(experiments.Every(fmt.Sprintf("surficial systems, n in 2..%d, m >= 2", p.Nodes)), slices.Values(beyondOne), theorem)),
		},
		{
			ID: "joung-theorem-3-4-proof", Source: "Joung 2003", Section: "Theorem 3.4, its proof",
			Statement: "T = Q_(1,1) - {p_(1,1)} ∪ {p_(2,1)} can be added to the first cartel, so that the system is dominated.",
			Command:   command,
			Judgement: experiments.HoldsUnderReading("for k >= 2: the proof does not cover k = 1",
				experiments.Judge(over, slices.Values(rows), dominated),
				experiments.Judge(experiments.Every(fmt.Sprintf("surficial systems with k >= 2, n in 1..%d, m >= 2", p.Nodes)), slices.Values(withT), dominated)),
		},
		{
			ID: "joung-surficial-minimal", Source: "Joung 2003", Section: "section 3, after Theorem 3.4",
			Statement: "In the surficial system every quorum is a minimal set that intersects every quorum of a different cartel.",
			Command:   command,
			Judgement: experiments.Judge(over, slices.Values(rows), func(r dominatedRow) (bool, string) {
				return r.NotMinimal == "", fmt.Sprintf("n = %d, m = %d: %s is not needed", r.N, r.M, r.NotMinimal)
			}).Proved("surficial-conditions"),
		},
		{
			ID: "joung-surficial-enlarged", Source: "Joung 2003", Section: "section 3, after Theorem 3.4",
			Statement: "The surficial system can be enlarged to a nondominated system each of whose cartels contains the given one.",
			Command:   command,
			Judgement: experiments.Judge(experiments.Every(words), slices.Values(decided), func(r enlargedRow) (bool, string) {
				return r.Contains && r.Nondominated, fmt.Sprintf("n = %d, m = %d: contains the given one: %t; nondominated: %t", r.N, r.M, r.Contains, r.Nondominated)
			}).Proved("enlarging"),
		},
	}
}
