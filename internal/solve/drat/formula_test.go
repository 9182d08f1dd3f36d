package drat

import (
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// cnf is a formula of the tests: package sat imports this one.
type cnf struct {
	vars    int
	clauses [][]int32
}

func (f *cnf) AddClause(clause ...int) {
	list := make([]int32, len(clause))
	for i, l := range clause {
		list[i], f.vars = int32(l), max(f.vars, l, -l)
	}
	f.clauses = append(f.clauses, list)
}

func (f *cnf) Variables() int { return f.vars }

func (f *cnf) Clauses() iter.Seq2[int, []int32] {
	return func(yield func(int, []int32) bool) {
		for i, c := range f.clauses {
			if !yield(i, c) {
				return
			}
		}
	}
}

func (f *cnf) WriteDIMACS(w io.Writer) error {
	fmt.Fprintf(w, "p cnf %d %d\n", f.vars, len(f.clauses))
	for _, c := range f.clauses {
		if _, err := fmt.Fprintln(w, strings.Trim(fmt.Sprint(append(c[:len(c):len(c)], 0)), "[]")); err != nil {
			return err
		}
	}
	return nil
}

// readFormula reads a DIMACS file.
func readFormula(t testing.TB, path string) *cnf {
	t.Helper()
	f := &cnf{}
	for line := range strings.Lines(string(assert.Got(os.ReadFile(path))(t))) {
		if line[0] == 'p' || line[0] == 'c' {
			continue
		}
		var clause []int
		for word := range strings.FieldsSeq(line) {
			var l int
			if fmt.Sscan(word, &l); l != 0 {
				clause = append(clause, l)
			}
		}
		f.AddClause(clause...)
	}
	return f
}
