package table

import (
	"regexp"
	"strings"
)

// A spreadsheet runs a text that begins like a formula, and takes some names for numbers or dates.
// In CSV such a text gets an apostrophe in front, as OWASP advises against "CSV injection", and so
// does a text that begins with an apostrophe: a reader removes one, and nothing is lost. All other
// texts, and all cells of other kinds, stay unchanged.
const guard = "'"

var (
	// formula matches the beginning of a text that a spreadsheet would run, in wide characters,
	// too.
	formula = regexp.MustCompile(`^\s*[=+\-@\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]`)
	// signed is a number that begins like a formula but is none. A dash means "no figure".
	signed = regexp.MustCompile(`^(-|[+-][0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?(/[0-9]+)?)$`)
	// numeric is a text that may be taken for a number, a date or a time.
	numeric = regexp.MustCompile(`^[0-9./:,%eE+-]*[0-9][0-9./:,%eE+-]*$`)
	// kept matches whole numbers and addresses, which a spreadsheet does not change.
	kept = regexp.MustCompile(`^(-?[1-9][0-9]{0,14}|0|[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+)$`)
	// month is a date with its month in letters. The programs know the English months.
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

// guarded returns a text in its form in CSV. Texts of this program may be numbers and dates: only
// texts from outside are protected from being changed.
func guarded(text string, outside bool) string {
	if strings.HasPrefix(text, guard) || isFormula(text) || outside && isChanged(text) {
		return guard + text
	}
	return text
}

// unguarded is the inverse of guarded.
func unguarded(field string) (text string, outside bool) {
	text, apostrophe := strings.CutPrefix(field, guard)
	return text, apostrophe && guarded(text, false) == text
}
