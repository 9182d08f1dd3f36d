package extensions

import (
	"cmp"
	"context"
	"fmt"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/measure/availability"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
)

// smallRow counts the group systems of m cartels on n nodes, and holds the first system that
// contradicts a statement.
type smallRow struct {
	N         int    `csv:"n,nodes" doc:"number of nodes"`
	M         int    `csv:"m,groups" doc:"number of cartels"`
	Systems   int    `csv:"systems,systems" doc:"all group quorum systems of non-empty cartels, labelled"`
	Minimal   int    `csv:"minimal,systems" doc:"every quorum is a minimal set that meets all quorums of the other cartels"`
	Contained int    `csv:"contained,systems" doc:"of these, part of a nondominated one: every quorum is one of that, in its cartel"`
	Beyond    int    `csv:"beyond,systems" doc:"contained, though not every quorum is such a set: the condition is not necessary"`
	Against   string // minimal, and not contained
	Smaller   string // the extension is live at fewer sets of some size
}

// declareSmallGroups goes through all group systems on few nodes.
func declareSmallGroups(out *experiments.Output, p parameters) []smallRow {
	rows := experiments.Compute(out, "small-groups", small.Sizes(p.Small, p.Three), func(ctx context.Context, s [2]int) (smallRow, error) { return extendAll(ctx, s[0], s[1]) })
	experiments.Table(out, "small-groups", rows,
		"n", "m", "systems", "contained", "minimal", "beyond")
	return rows
}

// extendAll extends every group system of m cartels on n nodes.
func extendAll(ctx context.Context, n, m int) (smallRow, error) {
	row := smallRow{N: n, M: m}
	for groups := range small.GroupSystems(n, m) {
		s := experiments.Must(groups.System(n))
		e, err := extend.Find(ctx, s, extend.Options{Options: search.Options{Jobs: 1}})
		if err != nil || ctx.Err() != nil {
			return row, cmp.Or(err, ctx.Err())
		}
		if e.Verdict != search.Found {
			return row, fmt.Errorf("%v was not extended: %s", groups, e.StoppedBy)
		}
		needless := experiments.Must(small.Needless(ctx, s))
		minimal := needless == ""
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
			if fewer, _ := compare(e.Before[k], e.After[k]); fewer >= 0 && row.Smaller == "" {
				row.Smaller = groups.String()
			}
		}
	}
	return row, nil
}

// compare returns a size for which fewer sets are live after than before, -1 if there is none, and
// whether for some size more sets are live.
func compare(before, after availability.LiveSets) (fewer int, more bool) {
	fewer = -1
	for size, c := range before.Counts {
		switch c.Cmp(after.Counts[size]) {
		case 1:
			fewer = size
		case -1:
			more = true
		}
	}
	return fewer, more
}

func claim(out *experiments.Output, p parameters, rows []row, tried []smallRow) {
	const joung = "Joung 2003"
	over := fmt.Sprintf("all group quorum systems of 2 cartels, n in 1..%d, and of 3, n in 1..%d", p.Small, p.Three)
	out.Claim("joung-minimal-enlarged", joung, "section 3, after Theorem 3.4",
		"A group quorum system each of whose quorums is a minimal set that intersects every quorum of a different cartel can be enlarged to a nondominated one each of whose cartels contains the given one.",
		experiments.ForAll(over, tried, func(r smallRow) (bool, string) {
			return r.Against == "", fmt.Sprintf("n = %d: %s is in no nondominated system", r.N, r.Against)
		}).Proved("containment"))
	out.Claim("joung-dominance-survives", joung, "section 3, before Definition 3.3",
		"Whenever a quorum of a dominated system survives some failures, a quorum of the system that dominates it survives as well.",
		experiments.ForAll(over, tried, func(r smallRow) (bool, string) {
			return r.Smaller == "", fmt.Sprintf("n = %d: the extension of %s has fewer live sets of some size", r.N, r.Smaller)
		}))

	surficial := experiments.Keep(rows, func(r row) bool { return r.Family == "surficial" })
	dominated := experiments.Keep(surficial, func(r row) bool { return !r.Nondominated })
	if len(dominated) == 0 {
		return
	}
	backup := func(r row) (bool, string) {
		for k, c := range r.Cartels {
			switch fewer, more := compare(c.Live, c.LiveAfter); {
			case fewer >= 0:
				return false, fmt.Sprintf("%s: fewer sets of %d nodes are live in cartel %v", r.Spec, fewer, quorum.Index(k))
			case !more:
				return false, fmt.Sprintf("%s: cartel %v has no further live set", r.Spec, quorum.Index(k))
			}
		}
		return r.Contained, r.Spec + " is in no nondominated system"
	}
	words := "the surficial systems of extensions.csv"
	out.Claim("joung-surficial-backup", joung, "section 3, after Theorem 3.4",
		"A nondominated system that contains the surficial one increases fault tolerance: every cartel survives more failures.",
		experiments.ButFor("n = 1", func(r row) bool { return r.N == 1 }, "for surficial systems that are dominated: the one on a single node is not",
			experiments.Sample(words), experiments.Sample(words+" that are dominated"), surficial, backup))
}
