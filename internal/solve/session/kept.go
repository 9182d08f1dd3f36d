package session

import (
	_ "embed"
	"fmt"
	"strings"
)

// keptText holds the bounds of the committed tables, so that nobody waits for a result that is
// known, or known to be open. A line "TABLE: QUESTION: OBJECTIVE" begins the answers to a question,
// a line "FROM TO LOWER UPPER" for numbers of nodes each. TestKept writes it from the tables.
//
//go:embed kept.txt
var keptText string

// Kept returns a line with the bounds that a committed table has for a question on n nodes, and the
// name of the table. It returns "" if there are none. Nothing rests on it.
func Kept(question string, n int) string {
	table, objective, here := "", "", false
	for line := range strings.Lines(keptText) {
		if parts := strings.Split(strings.TrimSpace(line), ": "); len(parts) == 3 {
			table, objective, here = parts[0], parts[2], parts[1] == question
			continue
		}
		var from, to int
		var lower, upper string
		if _, err := fmt.Sscan(line, &from, &to, &lower, &upper); !here || err != nil || n < from || n > to {
			continue
		}
		if lower == upper {
			return fmt.Sprintf("%s = %s in %s", objective, lower, table)
		}
		return fmt.Sprintf("open in %s: %s <= %s <= %s", table, lower, objective, upper)
	}
	return ""
}
