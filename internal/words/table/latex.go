package table

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// LaTeXColumn is a column of a table for LaTeX.
type LaTeXColumn struct {
	Head   string // LaTeX as it is, such as $K$
	Number bool   // aligned to the right, and set as mathematics if the text is a number
}

// WriteLaTeX writes a tabular in the style of the package booktabs, with one text in each cell.
// Special characters of LaTeX are escaped, so that every text prints unchanged. A thin space opens
// above the rows named in breaks. It panics if a row does not have one cell for each column.
func WriteLaTeX(dst io.Writer, columns []LaTeXColumn, rows [][]string, breaks ...int) error {
	w := bufio.NewWriter(dst)
	align, heads := "", make([]string, len(columns))
	for i, c := range columns {
		if c.Number {
			align += "r"
		} else {
			align += "l"
		}
		heads[i] = c.Head
	}
	fmt.Fprintf(w, "%% \\usepackage{booktabs}\n\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", align, strings.Join(heads, " & "))
	for i, row := range rows {
		if len(row) != len(columns) {
			panic(fmt.Sprintf("table: %d cells for %d columns of LaTeX", len(row), len(columns)))
		}
		if slices.Contains(breaks, i) {
			fmt.Fprintln(w, `\addlinespace`)
		}
		cells := make([]string, len(row))
		for k, text := range row {
			cells[k] = LaTeXText(text)
			if columns[k].Number {
				cells[k] = latexNumber(text)
			}
		}
		fmt.Fprintf(w, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n")
	return w.Flush()
}

// latexEscapes are the characters that are not text in LaTeX, and those that the usual fonts lack.
var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`, `\_`, `{`, `\{`, `}`, `\}`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`, `"`, `{''}`,
	`*`, `{*}`, `[`, `{[}`, // after the end of a row these would start an option
	"--", "-{}-{}", "``", "`{}`{}", "''", "'{}'{}", "?`", "?{}`", "!`", "!{}`", ",,", ",{},{}", // set as one character
)

// latexMissing are the Latin letters and signs that LaTeX lacks without further packages.
const latexMissing = "«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ"

// latexPrints reports whether plain LaTeX has a character.
func latexPrints(r rune) bool {
	switch {
	case r < ' ' || r == 0x7f:
		return false
	case r < 0x7f:
		return true
	}
	return r > 0xa0 && r <= 0x17f && r != 0xad && !strings.ContainsRune(latexMissing, r) || strings.ContainsRune("–—‘’“”…€", r)
}

// LaTeXText escapes a text so that LaTeX prints it unchanged. A text with characters that plain
// LaTeX lacks, and at which it would stop or which it would omit, is quoted and escaped as in Go.
func LaTeXText(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return !latexPrints(r) }) >= 0 || !utf8.ValidString(text) {
		text = strconv.QuoteToASCII(text)
	}
	return latexEscapes.Replace(text)
}

// latexDecimal matches a number in the form of this program's texts.
var latexDecimal = regexp.MustCompile(`^(~?)(-?[0-9]+(?:\.[0-9]+)?)(?:e([+-]?[0-9]+))?$`)

// latexNumber sets a number, or a range such as 3..4 or ~1e-05..2e-05, as mathematics; any other
// text as text.
func latexNumber(text string) string {
	if text == "-" {
		return "--"
	}
	low, high, isRange := strings.Cut(text, "..")
	m := latexDecimal.FindStringSubmatch(low)
	if m == nil {
		return LaTeXText(text)
	}
	math := power(m[2], m[3])
	if m[1] != "" {
		math = `\approx ` + math
	}
	if isRange {
		end := latexDecimal.FindStringSubmatch(high)
		if end == nil || end[1] != "" {
			return LaTeXText(text)
		}
		return "$" + math + "$--$" + power(end[2], end[3]) + "$"
	}
	return "$" + math + "$"
}

// power formats a number in scientific form as people do.
func power(mantissa, exponent string) string {
	if exponent == "" {
		return mantissa
	}
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	digits := strings.TrimLeft(exponent, "+-0")
	if digits == "" {
		return mantissa
	}
	if mantissa == "1" {
		return "10^{" + sign + digits + "}"
	}
	return mantissa + `\cdot 10^{` + sign + digits + "}"
}
