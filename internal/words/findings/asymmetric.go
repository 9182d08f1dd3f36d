package findings

import (
	"cmp"
	"fmt"

	"coterie/asymmetric"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// JudgedRows has a line for each property of an asymmetric system.
func JudgedRows(list []quorum.Judged) (rows []Row) {
	for _, v := range list {
		rows = append(rows, Row{string(v.Property), v.Holds.String(), v.Reason})
	}
	return rows
}

// AsymmetricRows has a line with the quorums of each process.
func AsymmetricRows(s *asymmetric.System) (rows []Row) {
	for i, quorums := range s.Quorums {
		rows = append(rows, setsRow("quorums of "+quorum.Node(i).Label(s.Names), quorums, s.Names))
	}
	return rows
}

// setsRow counts sets, and lists them.
func setsRow(figure string, sets []quorum.Set, names []string) Row {
	return Row{figure, fmt.Sprint(len(sets)), show.Join(sets, " ", func(set quorum.Set) string { return set.Label(names) })}
}

// GuildRows has the lines on an asymmetric system with faulty processes.
func GuildRows(r *asymmetric.Report, names []string) []Row {
	of := func(figure string, set quorum.Set) Row { return Row{figure, fmt.Sprint(set.Len()), set.Label(names)} }
	rows := []Row{of("faulty", r.Faulty), of("naive", r.Naive), of("wise", r.Wise), of("greatest guild", r.Guild)}
	for _, own := range r.Evidence {
		rows = append(rows, of("quorum of "+own.Process.Label(names), own.Quorum))
	}
	tolerated, fatal := setsRow("maximal tolerated sets", r.Tolerated.Sets, names), of("least fatal set", r.Fatal.Set)
	if !r.Tolerated.Complete {
		tolerated.Answer, tolerated.Shown = "≥ "+tolerated.Answer, cmp.Or(tolerated.Shown, r.Tolerated.Reason)
	}
	if r.Fatal.AtLeast < r.Fatal.AtMost {
		fatal.Answer = fmt.Sprintf("%d..%d", r.Fatal.AtLeast, r.Fatal.AtMost)
	}
	return append(rows, tolerated, fatal)
}
