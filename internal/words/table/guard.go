package table

import (
	"regexp"
	"strings"
)

// A spreadsheet runs a text that begins like a formula, and takes some names for numbers or dates.
// Such a text stands in CSV behind an apostrophe, as OWASP advises against "CSV injection", and so
// does a text that begins with an apostrophe: a reader takes one off, and nothing is lost. All
// other texts, and all cells of other kinds, stand as they are.
const guard = "'"

var (
	// formula begins what a spreadsheet would run: in wide characters, too.
	formula = regexp.MustCompile(`^\s*[=+\-@\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]`)
	// signed is a number that begins like a formula, and is none; a dash stands for "no figure".
	signed = regexp.MustCompile(`^(-|[+-][0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?(/[0-9]+)?)$`)
	// numeric is what may be taken for a number, a date or a time.
	numeric = regexp.MustCompile(`^[0-9./:,%eE+-]*[0-9][0-9./:,%eE+-]*$`)
	// whole numbers come out of a spreadsheet as they went in, and so do addresses.
	kept = regexp.MustCompile(`^(-?[1-9][0-9]{0,14}|0|[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+)$`)
	// month is a date with its month in letters, of which the programs know the English ones.
	month = regexp.MustCompile(`(?i)^[0-9]*[-/. ]?(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)[-/. ]?[0-9]*$`)
)

// isFormula reports whether a spreadsheet would run a text.
func isFormula(text string) bool {
	if text == "" || '0' <= text[0] && text[0] <= '9' || 'a' <= text[0] && text[0] <= 'z' { // most texts
		return false
	}
	return formula.MatchString(text) && !signed.MatchString(text)
}

// isChanged reports whether a spreadsheet would show another text in its place.
func isChanged(text string) bool {
	return !kept.MatchString(text) && (numeric.MatchString(text) || strings.ContainsAny(text, "0123456789") && month.MatchString(text))
}

// guarded returns a text as CSV has it. Texts of this program may be numbers and dates: only those
// that came from outside are kept from being changed.
func guarded(text string, outside bool) string {
	if strings.HasPrefix(text, guard) || isFormula(text) || outside && isChanged(text) {
		return guard + text
	}
	return text
}

// unguarded reads what guarded wrote.
func unguarded(field string) (text string, outside bool) {
	text, apostrophe := strings.CutPrefix(field, guard)
	return text, apostrophe && guarded(text, false) == text
}
