package sat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// WriteDIMACS writes the formula in the DIMACS format of the SAT competitions: comments
// and names of variables, the line "p cnf VARIABLES CLAUSES", and a line for each
// clause, its literals as given and a 0. Equal formulas give equal bytes. The error is
// that of w.
func (c *CNF) WriteDIMACS(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, line := range c.comments {
		b.WriteString("c")
		if line != "" {
			b.WriteString(" " + line)
		}
		b.WriteByte('\n')
	}
	for _, v := range slices.Sorted(maps.Keys(c.names)) {
		fmt.Fprintf(b, "c var %d %s\n", v, c.names[v])
	}
	fmt.Fprintf(b, "p cnf %d %d\n", c.vars, c.Len())
	var number []byte
	for _, clause := range c.Clauses() {
		for _, l := range clause {
			number = strconv.AppendInt(number[:0], int64(l), 10)
			b.Write(number)
			b.WriteByte(' ')
		}
		b.WriteString("0\n")
	}
	return b.Flush() // reports the first error of all the writes
}

// ReadDIMACS reads a formula. It accepts comments anywhere, clauses over several lines or several
// in one, and the line "%" with which some collections end their files (the rest is not read). The
// error names the line and its fault (a second or missing header, a literal that is no number or
// beyond the header's variables, a clause without its 0, a number of clauses that is not the
// header's) or that of r. Reading the output of WriteDIMACS gives an Equal formula.
func ReadDIMACS(r io.Reader) (*CNF, error) {
	d := dimacsReader{cnf: &CNF{}, clauses: -1}
	lines := bufio.NewReader(r)
	for {
		text, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		atEnd := err != nil
		if text != "" {
			d.line++
		}
		done, problem := d.read(strings.TrimRight(text, "\r\n"))
		if problem == "" && (done || atEnd) {
			problem = d.end()
			if problem == "" {
				return d.cnf, nil
			}
		}
		if problem != "" {
			return nil, fmt.Errorf("DIMACS line %d: %s", max(d.line, 1), problem)
		}
	}
}

type dimacsReader struct {
	cnf     *CNF
	line    int
	clauses int // as the header says; -1 before it
	open    bool
	clause  []int
}

// read takes one line; done means that the file ends here whatever follows.
func (d *dimacsReader) read(text string) (done bool, problem string) {
	if comment, ok := strings.CutPrefix(text, "c"); ok {
		vars := d.cnf.vars
		d.cnf.Comment(strings.TrimPrefix(comment, " "))
		if d.clauses >= 0 && d.cnf.vars > vars {
			return false, fmt.Sprintf("a comment names variable %d; variables are 1..%d", d.cnf.vars, vars)
		}
		return false, ""
	}
	for field := range strings.FieldsSeq(text) {
		switch {
		case field == "%" && !d.open && d.clauses >= 0:
			return true, ""
		case field == "p":
			return false, d.header(strings.Fields(text))
		case d.clauses < 0:
			return false, fmt.Sprintf("%q before the header \"p cnf VARIABLES CLAUSES\"", field)
		}
		lit, err := strconv.Atoi(field)
		switch {
		case err != nil:
			return false, fmt.Sprintf("%q is no literal", field)
		case lit > d.cnf.vars || lit < -d.cnf.vars:
			return false, fmt.Sprintf("literal %d; variables are 1..%d", lit, d.cnf.vars)
		case lit != 0:
			d.clause, d.open = append(d.clause, lit), true
			continue
		}
		if d.cnf.Len() == d.clauses {
			return false, fmt.Sprintf("more than the %d clauses of the header", d.clauses)
		}
		d.cnf.AddClause(d.clause...)
		d.clause, d.open = d.clause[:0], false
	}
	return false, ""
}

func (d *dimacsReader) header(fields []string) (problem string) {
	if d.clauses >= 0 {
		return "a second header"
	}
	if len(fields) == 4 && fields[0] == "p" && fields[1] == "cnf" {
		vars, err1 := strconv.Atoi(fields[2])
		clauses, err2 := strconv.Atoi(fields[3])
		if err1 == nil && err2 == nil && clauses >= 0 && vars >= 0 && vars <= MaxVariables {
			if vars < d.cnf.vars {
				return fmt.Sprintf("a comment names variable %d; variables are 1..%d", d.cnf.vars, vars)
			}
			d.cnf.vars, d.clauses = vars, clauses
			return ""
		}
	}
	return fmt.Sprintf("the header is \"p cnf VARIABLES CLAUSES\" with at most %d variables", MaxVariables)
}

// end judges the file as a whole.
func (d *dimacsReader) end() (problem string) {
	switch {
	case d.clauses < 0:
		return "the header \"p cnf VARIABLES CLAUSES\" is missing"
	case d.open:
		return "the last clause has no 0 at its end"
	case d.cnf.Len() != d.clauses:
		return fmt.Sprintf("%d clauses; the header says %d", d.cnf.Len(), d.clauses)
	}
	return ""
}
