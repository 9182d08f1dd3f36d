package report

import (
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
)

const noName = "(no name)"

// Printable returns the name of a system for a terminal.
func Printable(name string) string {
	switch name {
	case "":
		return noName
	case noName:
		return show.Quoted(name)
	}
	return show.Name(name)
}

// OneLine joins the lines of a text.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Relation returns the sign of a direction, between a figure and its limit.
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
