package extensions

import (
	"context"
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/table"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
)

// ndSmallRow counts the group systems of m cartels on n nodes, with the first that contradicts a statement.
type ndSmallRow struct {
	N, M      int
	Systems   int
	Minimal   int    // every quorum is a minimal set that meets all quorums of the other cartels
	Contained int    // in a nondominated system
	Beyond    int    // contained, though not every quorum is minimal
	Against   string // minimal, and not contained
	Smaller   string // the extension is live at fewer sets of some size
}

// ndSmall extends every group system of m cartels on n nodes.
func ndSmall(ctx context.Context, n, m int) (ndSmallRow, error) {
	row := ndSmallRow{N: n, M: m}
	for groups := range small.GroupSystems(n, m) {
		if ctx.Err() != nil {
			return row, ctx.Err()
		}
		s, err := groups.System(n)
		if err != nil {
			return row, err
		}
		e, err := extend.Find(ctx, s, extend.Options{Options: search.Options{Jobs: 1}})
		if err != nil {
			return row, err
		}
		if e.Verdict != search.Found {
			return row, fmt.Errorf("%v was not extended: %s", groups, e.StoppedBy)
		}
		minimal := small.Needless(s) == ""
		row.Systems++
		if minimal {
			row.Minimal++
		}
		switch {
		case e.Contains && !minimal:
			row.Beyond++
			row.Contained++
		case e.Contains:
			row.Contained++
		case minimal && row.Against == "":
			row.Against = groups.String()
		}
		for k := range e.Before {
			for size, c := range e.Before[k].Counts {
				if c.Cmp(e.After[k].Counts[size]) > 0 && row.Smaller == "" {
					row.Smaller = groups.String()
				}
			}
		}
	}
	return row, nil
}

// ndSmallRows goes through all group systems on few nodes.
func ndSmallRows(ctx context.Context, env experiments.Env, p ndExtensionsParameters) ([]ndSmallRow, error) {
	var sizes [][2]int
	for n := 1; n <= p.Small; n++ {
		sizes = append(sizes, [2]int{n, 2})
	}
	for n := 1; n <= p.Three; n++ {
		sizes = append(sizes, [2]int{n, 3})
	}
	return experiments.Rows(ctx, env, "small-groups", sizes, func(ctx context.Context, s [2]int) (ndSmallRow, error) { return ndSmall(ctx, s[0], s[1]) })
}

func ndSmallTable(rows []ndSmallRow) *table.Table {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of cartels"),
		table.Ints("systems", "systems", "all group quorum systems of non-empty cartels, labelled"),
		table.Ints("contained", "systems", "of these, part of a nondominated one: every quorum is one of that, in its cartel"),
		table.Ints("minimal", "systems", "every quorum is a minimal set that meets all quorums of the other cartels"),
		table.Ints("beyond", "systems", "contained, though not every quorum is such a set: the condition is not necessary"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.N), table.Int(r.M), table.Int(r.Systems), table.Int(r.Contained), table.Int(r.Minimal), table.Int(r.Beyond)); err != nil {
			panic(err) // all cells are integers
		}
	}
	return t
}

func ndClaims(p ndExtensionsParameters, rows []ndRow, tried []ndSmallRow) []experiments.Claim {
	over := experiments.Every(fmt.Sprintf("all group quorum systems of 2 cartels, n in 1..%d, and of 3, n in 1..%d", p.Small, p.Three))
	surficial := slices.DeleteFunc(slices.Clone(rows), func(r ndRow) bool { return r.Family != "surficial" || r.Reason != "" })
	words := "the surficial systems of extensions.csv"
	claim := func(id, section, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{ID: id, Source: "Joung 2003", Section: section, Statement: statement, Command: ndExtensionsCommand, Judgement: j}
	}
	backup := func(r ndRow) (bool, string) {
		for k := range r.Before {
			before, after := r.live(k)
			more := false
			for size, c := range before.Counts {
				switch c.Cmp(after.Counts[size]) {
				case 1:
					return false, fmt.Sprintf("%s: fewer sets of %d nodes are live in cartel %v", r.Spec, size, quorum.Index(k))
				case -1:
					more = true
				}
			}
			if !more {
				return false, fmt.Sprintf("%s: cartel %v has no further live set", r.Spec, quorum.Index(k))
			}
		}
		return r.Contained, r.Spec + " is in no nondominated system"
	}
	beyondOne := slices.DeleteFunc(slices.Clone(surficial), func(r ndRow) bool { return r.Nondominated })
	claims := []experiments.Claim{
		claim("joung-minimal-enlarged", "section 3, after Theorem 3.4",
			"A group quorum system each of whose quorums is a minimal set that intersects every quorum of a different cartel can be enlarged to a nondominated one each of whose cartels contains the given one.",
			experiments.Judge(over, slices.Values(tried), func(r ndSmallRow) (bool, string) {
				return r.Against == "", fmt.Sprintf("n = %d: %s is in no nondominated system", r.N, r.Against)
			}).Proved("containment")),
		claim("joung-dominance-survives", "section 3, before Definition 3.3",
			"Whenever a quorum of a dominated system survives some failures, a quorum of the system that dominates it survives as well.",
			experiments.Judge(over, slices.Values(tried), func(r ndSmallRow) (bool, string) {
				return r.Smaller == "", fmt.Sprintf("n = %d: the extension of %s has fewer live sets of some size", r.N, r.Smaller)
			})),
	}
	if len(surficial) > 0 && len(beyondOne) > 0 {
		claims = append(claims, claim("joung-surficial-backup", "section 3, after Theorem 3.4",
			"A nondominated system that contains the surficial one increases fault tolerance: every cartel survives more failures.",
			experiments.HoldsUnderReading("for surficial systems that are dominated: the one on a single node is not",
				experiments.Judge(experiments.Sample(words), slices.Values(surficial), backup), experiments.Judge(experiments.Sample(words+" that are dominated"), slices.Values(beyondOne), backup))))
	}
	return claims
}
