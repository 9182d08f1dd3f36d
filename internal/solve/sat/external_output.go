package sat

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The longest line, and the longest number in a line "v", that are read; the rest of a longer line
// is skipped (a line "v" is read to its end, whatever its length).
const (
	maxOutputLine  = 1 << 12
	maxOutputToken = 16
)

// solverOutput reads the standard output of a solver as it comes: a writer that keeps the
// answer, the values, and little else.
type solverOutput struct {
	progress  func(int64)
	values    []int8 // 1 true, -1 false, 0 not told, for each variable
	ended     bool   // the values by their 0
	listed    bool   // there was a line "v"
	problem   string // the first thing that cannot be read; empty if there was none
	answer    string // of the line "s", in capitals
	last      lastLine
	line      []byte // of the line so far, at most maxOutputLine
	token     []byte // of a line "v"
	reading   outputLine
	heading   [][]string // the rows so far of a heading of a table that is not ended
	column    int        // of the conflicts, counted from 1; 0 if that is not known
	conflicts int64      // the last that was reported
}

// outputLine is the kind of the line that is being read.
type outputLine int

const (
	undecided outputLine = iota // its first two bytes are not there yet
	ofValues
	ofText
)

func newSolverOutput(vars int, progress func(int64)) *solverOutput {
	return &solverOutput{progress: progress, values: make([]int8, vars+1), conflicts: -1}
}

// Write takes more output. It never fails: a solver must not be stopped by a broken pipe.
func (o *solverOutput) Write(p []byte) (int, error) {
	n := len(p)
	_, _ = o.last.Write(p)
	for len(p) > 0 {
		if o.reading == undecided {
			o.begin(p[0])
			p = p[1:]
			continue
		}
		part, rest, found := bytes.Cut(p, []byte{'\n'})
		if o.reading == ofValues {
			o.takeValues(part)
		} else {
			o.line = append(o.line, part[:min(len(part), maxOutputLine-len(o.line))]...)
		}
		if found {
			o.endLine()
		}
		p = rest
	}
	return n, nil
}

// begin takes one of the first two bytes of a line.
func (o *solverOutput) begin(b byte) {
	switch {
	case b == '\n':
		o.endLine()
		return
	case len(o.line) == 0:
	case o.line[0] == 'v' && isSpace(b):
		o.reading, o.listed = ofValues, true
	default:
		o.reading = ofText
	}
	o.line = append(o.line, b)
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

func (o *solverOutput) endLine() {
	switch {
	case o.reading == ofValues:
		o.endToken()
	case len(o.line) == 1 && o.line[0] == 'v':
		o.listed = true // nothing in it
	default:
		o.text(string(o.line))
	}
	o.line, o.reading = o.line[:0], undecided
}

// end takes the end of the output.
func (o *solverOutput) end() {
	if len(o.line) > 0 {
		o.endLine()
	}
}

func (o *solverOutput) takeValues(part []byte) {
	for _, b := range part {
		switch {
		case isSpace(b):
			o.endToken()
		case len(o.token) <= maxOutputToken: // one more, so that it is seen to be too long
			o.token = append(o.token, b)
		}
	}
}

// endToken takes a literal.
func (o *solverOutput) endToken() {
	if len(o.token) == 0 {
		return
	}
	text := string(o.token)
	o.token = o.token[:0]
	lit, err := strconv.Atoi(text)
	switch {
	case err != nil || len(text) > maxOutputToken:
		o.complain("%q among its values is no literal", text)
	case lit >= len(o.values) || lit <= -len(o.values):
		o.complain("it gives a value to variable %d; variables are 1..%d", max(lit, -lit), len(o.values)-1)
	case o.ended:
		o.complain("literal %d comes after the 0 that ends its values", lit)
	case lit == 0:
		o.ended = true
	case o.values[max(lit, -lit)] == -sign(lit):
		o.complain("it says both %d and %d", -lit, lit)
	default:
		o.values[max(lit, -lit)] = sign(lit)
	}
}

func sign(lit int) int8 {
	if lit < 0 {
		return -1
	}
	return 1
}

func (o *solverOutput) complain(format string, args ...any) {
	if o.problem == "" {
		o.problem = fmt.Sprintf(format, args...)
	}
}

// text takes a line that is not one of values.
func (o *solverOutput) text(line string) {
	fields := strings.Fields(line)
	switch {
	case len(fields) == 0:
	case fields[0] == "s" && line[0] == 's':
		answer := strings.ToUpper(strings.Join(fields[1:], " "))
		switch {
		case answer == "SATISFIABLE", answer == "UNSATISFIABLE":
		case !isPrintable(answer): // an "s" and a space by chance
			o.complain("%q is no answer", line)
			return
		default: // UNKNOWN, INDETERMINATE, ...
			answer = "UNKNOWN"
		}
		if o.answer != "" && o.answer != answer {
			o.complain("it says both %s and %s", o.answer, answer)
		}
		o.answer = answer
	case fields[0] == "c" && line[0] == 'c':
		if n, ok := o.conflictsIn(fields[1:]); ok && n != o.conflicts {
			o.conflicts = n
			o.progress(n)
		}
	}
}

// isPrintable reports whether a text is printable ASCII, as every answer is.
func isPrintable(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}

// verdict compares the solver's words with the exit status. why, if not empty, is the
// contradiction.
func (o *solverOutput) verdict(status int, words string) (v Verdict, why string) {
	claimed := map[int]string{10: "SATISFIABLE", 20: "UNSATISFIABLE"}[status]
	switch {
	case claimed == "" && (status != 0 || o.answer == "" || o.answer == "UNKNOWN"):
		return Unknown, "" // silent, or crashed: whatever it said before
	case o.answer != "" && o.answer != claimed:
		return Unknown, fmt.Sprintf("it says %s, and ends with %s", o.answer, words)
	case claimed == "UNSATISFIABLE" && o.listed:
		return Unknown, "it gives values, and ends with " + words
	case claimed == "UNSATISFIABLE":
		return Unsat, o.problem
	case o.problem != "":
		return Unknown, o.problem
	case !o.listed:
		return Unknown, fmt.Sprintf("%s without a line \"v\" of values", words)
	case !o.ended:
		return Unknown, "its values are not ended by a 0"
	}
	return Sat, ""
}

// model returns the values. Variables without a value are false.
func (o *solverOutput) model() []bool {
	model := make([]bool, len(o.values))
	for v, value := range o.values {
		model[v] = value > 0
	}
	return model
}

// conflictsIn reads the comments in which solvers report their conflicts. The heading of a table
// stands in rows, that begin with the word "seconds", the names of the columns going down and then
// right (column 0 and 3 in the first of three rows); a row of the table is a mark of one character
// and numbers.
func (o *solverOutput) conflictsIn(fields []string) (n int64, ok bool) {
	switch {
	case len(fields) > 0 && fields[0] == "seconds":
		o.heading, o.column = [][]string{fields}, 0
	case o.heading != nil && len(fields) > 0 && len(o.heading) < 5 && isHeading(fields):
		o.heading = append(o.heading, fields)
	case o.heading != nil:
		o.column = columnOf("conflicts", o.heading)
		o.heading = nil
	case len(fields) >= 2 && fields[0] == "conflicts:":
		return number(fields[1])
	case o.column > 0 && len(fields) > o.column && len(fields[0]) == 1:
		if _, ok := number(fields[1]); ok && strings.Contains(fields[1], ".") { // the seconds
			return number(fields[o.column])
		}
	}
	return 0, false
}

func isHeading(fields []string) bool {
	return !slices.ContainsFunc(fields, func(f string) bool { return f[0] >= '0' && f[0] <= '9' })
}

// columnOf finds a column by its name: 1, 2, ...; 0 if it is not there.
func columnOf(name string, rows [][]string) int {
	for r, row := range rows {
		for i, word := range row {
			if word == name {
				return i*len(rows) + r + 1
			}
		}
	}
	return 0
}

// number reads a number that may have a fraction, or an abbreviation such as "102e3".
func number(text string) (n int64, ok bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0 && f < math.MaxInt64) {
		return 0, false
	}
	return int64(f), true
}

// lastLine is a writer that keeps the last line that is not blank, at most its first bytes.
type lastLine struct{ last, line []byte }

const maxLastLine = 200

func (l *lastLine) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		part, rest, found := bytes.Cut(p, []byte{'\n'})
		l.line = append(l.line, part[:min(len(part), maxLastLine-len(l.line))]...)
		if found {
			l.keep()
		}
		p = rest
	}
	return n, nil
}

func (l *lastLine) keep() {
	if len(bytes.TrimSpace(l.line)) > 0 {
		l.last = append(l.last[:0], l.line...)
	}
	l.line = l.line[:0]
}

// String returns the line; a last one without its end counts.
func (l *lastLine) String() string {
	l.keep()
	return strings.ToValidUTF8(string(bytes.TrimSpace(l.last)), "?")
}
