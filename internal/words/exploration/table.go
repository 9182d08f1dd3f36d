package exploration

import (
	"strings"

	"coterie/internal/words/table"
	"coterie/mutex/judge"
)

// Table returns a table with a row for each configuration: the explored numbers, and the answer of
// each judge. An unknown answer is an empty cell.
func Table(o Outcome) (*table.Table, error) {
	t := table.New(
		table.Texts("algorithm", "", ""),
		table.Texts("system", "", ""),
		table.Texts("requesters", "", ""),
		table.Ints("stands_for", "sets of requesters", "whose graphs are the same"),
		table.Ints("entries", "", "of each; empty: without end"),
		table.Bools("fifo", "", ""),
		table.Texts("reduction", "", ""),
		table.Ints("states", "", ""),
		table.Ints("transitions", "", ""),
		table.Ints("depth", "steps", "empty: where wishes have no end"),
		table.Bools("complete", "", ""),
		table.Bools("mutual_exclusion", "", ""),
		table.Ints("violations", "states", ""),
		table.Ints("stuck", "states", ""),
		table.Bools("lockout", "", "somebody can be locked out"),
		table.Bools("concurrent_entering", "", ""),
		table.Texts("broken_invariants", "", ""),
		table.Ints("max_messages_per_entry", "", ""),
		table.Ints("max_messages_of_a_run", "", ""),
		table.Texts("stopped_by", "", ""),
		table.Texts("flaw", "", "what the algorithm leaves out on purpose"),
		table.Texts("knows", "", "how the text is read: how long a FAILED counts"),
		table.Texts("late", "", "the same: what an INQUIRE is that comes after the next REQUEST"),
	)
	list := o.Sets
	if len(list) == 0 {
		list = []judge.Report{o.Report}
	}
	for i := range list {
		t.Add(row(&list[i])...)
	}
	return t.Filled()
}

func row(r *judge.Report) []table.Cell {
	var who, broken []string
	for _, p := range r.Requesters {
		who = append(who, p.String())
	}
	for _, i := range r.Invariants {
		if i.Broken > 0 {
			broken = append(broken, i.Name)
		}
	}
	depth := table.Empty()
	if r.Entries != nil {
		depth = table.Int(r.Depth)
	}
	return []table.Cell{
		table.Text(r.Algorithm), table.Name(r.System), table.Text(strings.Join(who, " ")), table.Int(r.StandsFor), table.Maybe(r.Entries, table.Int), table.Bool(r.FIFO), table.Text(r.Reduction),
		table.Int(int(r.States)), table.Int(int(r.Transitions)), depth, table.Bool(r.Complete),
		yes(r.MutualExclusion), table.Int(int(r.Violations)), number(r.Stuck), yes(r.Lockout), yes(r.ConcurrentEntering),
		table.Text(strings.Join(broken, " ")), number(r.MaxMessages), number(r.MaxTotal), table.Text(r.StoppedBy), table.Text(r.Flaw), table.Text(r.Knows), table.Text(r.Late),
	}
}

func yes(answer *bool) table.Cell { return table.Maybe(answer, table.Bool) }

func number(n *uint64) table.Cell {
	return table.Maybe(n, func(n uint64) table.Cell { return table.Int(int(n)) })
}
