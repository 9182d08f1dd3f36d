package report

import (
	"fmt"
	"strconv"
	"strings"

	"coterie/bounds"
)

// Printable is the name of a system for a terminal.
func Printable(name string) string {
	switch {
	case name == "":
		return "(no name)"
	case strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }):
		return strconv.Quote(name)
	}
	return name
}

// Count writes a number with its noun: "1 node", "2 nodes".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// OneLine joins the lines of a text.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Relation is the sign of a direction, between a figure and its limit.
func Relation(d bounds.Direction) string {
	switch d {
	case bounds.Lower:
		return "≥"
	case bounds.Upper:
		return "≤"
	default:
		return "="
	}
}
