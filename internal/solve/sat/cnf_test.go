package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
)

// randomCNF returns clauses of 1..3 literals (and now and then an empty one, a repeat, a
// tautology) over at most vars variables.
func randomCNF(r *rand.Rand, vars, clauses int) *CNF {
	c := &CNF{}
	c.Grow(vars)
	for range clauses {
		c.AddClause(randomClause(r, vars)...)
	}
	return c
}

func randomClause(r *rand.Rand, vars int) []int {
	size := 1 + r.IntN(3)
	if r.IntN(400) == 0 {
		size = 0
	}
	clause := make([]int, size)
	for i := range clause {
		clause[i] = 1 + r.IntN(vars)
		if r.IntN(2) == 0 {
			clause[i] = -clause[i]
		}
	}
	if size > 0 && r.IntN(8) == 0 {
		clause = append(clause, clause[0])
	}
	if size > 0 && r.IntN(30) == 0 {
		clause = append(clause, -clause[0])
	}
	return clause
}

// naiveModels lists all models by going through all assignments; bit v-1 is variable v.
func naiveModels(c *CNF) []int {
	var models []int
	for x := range 1 << c.Variables() {
		ok := true
		for _, clause := range c.Clauses() {
			sat := false
			for _, l := range clause {
				if l > 0 && x>>(l-1)&1 == 1 || l < 0 && x>>(-l-1)&1 == 0 {
					sat = true
				}
			}
			ok = ok && sat
		}
		if ok {
			models = append(models, x)
		}
	}
	return models
}

// pigeonhole says that holes+1 pigeons have a hole each for themselves: unsatisfiable,
// and exponentially hard for resolution (Haken 1985).
func pigeonhole(holes int) *CNF {
	c := &CNF{}
	at := func(pigeon, hole int) int { return pigeon*holes + hole + 1 }
	for p := range holes + 1 {
		var somewhere []int
		for h := range holes {
			somewhere = append(somewhere, at(p, h))
		}
		c.AddClause(somewhere...)
	}
	for h := range holes {
		for p := range holes + 1 {
			for q := range p {
				c.AddClause(-at(p, h), -at(q, h))
			}
		}
	}
	return c
}

func TestViolatedAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	good, bad := 0, 0
	for range 300 {
		c := randomCNF(r, 1+r.IntN(6), r.IntN(12))
		models := naiveModels(c)
		for x := range 1 << c.Variables() {
			value := make([]bool, c.Variables()+1)
			for v := range c.Variables() {
				value[v+1] = x>>v&1 == 1
			}
			assert.MustEqual(t, c.Violated(value) < 0, slices.Contains(models, x), "assignment %b: satisfied", x)
		}
		good += len(models)
		bad += 1<<c.Variables() - len(models)
	}
	if good < 500 || bad < 500 {
		t.Errorf("only %d models and %d others were tried", good, bad)
	}
}

// TestCloneIsIndependent: clauses added to one after the copy do not appear in the other.
func TestCloneIsIndependent(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	for range 100 {
		c, again := &CNF{}, &CNF{} // the same, once with copies on the way
		for range r.IntN(30) {
			clause := randomClause(r, 5)
			d := c.Clone()
			d.Comment("d's")
			d.Name(3, "d's")
			d.AddClause(7, 8, 9)
			d.AddClause(-7)
			c.AddClause(clause...)
			again.AddClause(clause...)
			if c.Comment("c's"); d.Len() != c.Len()+1 || fmt.Sprint(d.Clause(d.Len()-2), d.Clause(d.Len()-1)) != "[7 8 9] [-7]" {
				t.Fatal("the copy changed")
			}
			again.Comment("c's")
		}
		if !c.Equal(again) || !c.Clone().Equal(again) {
			t.Fatal("the original changed")
		}
	}
}

func TestDIMACSText(t *testing.T) {
	c := &CNF{}
	x, y := c.NewVar(), c.NewVar()
	c.Comment("two nodes\n\n  indented")
	c.Name(y, "second node")
	c.AddClause(x, -y)
	c.AddClause()
	c.AddClause(y, y, -y)
	var b bytes.Buffer
	assert.OK(t, c.WriteDIMACS(&b))
	want := "c two nodes\nc\nc   indented\nc var 2 second node\np cnf 2 3\n1 -2 0\n0\n2 2 -2 0\n"
	assert.Equal(t, b.String(), want, "wrote\n")
}

func roundTrip(t *testing.T, c *CNF) {
	t.Helper()
	var b bytes.Buffer
	assert.OK(t, c.WriteDIMACS(&b))
	d, err := ReadDIMACS(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	if !c.Equal(d) {
		t.Fatalf("read back differs:\n%s", b.String())
	}
}

func TestDIMACSRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for range 200 {
		c := randomCNF(r, 1+r.IntN(20), r.IntN(30))
		for range r.IntN(3) {
			c.Comment(strings.Repeat(" x", r.IntN(3)))
			c.Name(1+r.IntN(25), fmt.Sprint("node ", r.IntN(9)))
		}
		roundTrip(t, c)
	}
}

func TestReadDIMACS(t *testing.T) {
	for _, good := range []struct{ text, clauses string }{
		{"p cnf 3 2\n1 -3 0\n2 3 -1 0\n", "[[1 -3] [2 3 -1]]"},
		{"c\np  cnf\t3 2\r\n1\n -3 0 2\n3 -1\n0", "[[1 -3] [2 3 -1]]"},
		{"cno space\np cnf 1 1\nc between\n1 0\n%\n0\n\n", "[[1]]"},
		{"p cnf 0 0", "[]"},
		{"p cnf 0 1\n0\n", "[[]]"},
	} {
		c, err := ReadDIMACS(strings.NewReader(good.text))
		if err != nil {
			t.Errorf("%q: %v", good.text, err)
			continue
		}
		clauses := [][]int32{}
		for _, clause := range c.Clauses() {
			clauses = append(clauses, clause)
		}
		assert.Equal(t, fmt.Sprint(clauses), good.clauses, "%q", good.text)
	}
	for _, bad := range []struct {
		text    string
		line    int
		problem string
	}{
		{"", 1, "missing"},
		{"c only\n", 1, "missing"},
		{"1 0\n", 1, "before the header"},
		{"p cnf 1\n", 1, "the header is"},
		{"p dnf 1 1\n", 1, "the header is"},
		{"p cnf -1 0\n", 1, "the header is"},
		{"p cnf 999999999 0\n", 1, "the header is"},
		{"p cnf 1 0\np cnf 1 0\n", 2, "second header"},
		{"p cnf 2 1\n1 x 0\n", 2, "no literal"},
		{"p cnf 2 1\n1 3 0\n", 2, "literal 3"},
		{"p cnf 2 1\n1 -3 0\n", 2, "literal -3"},
		{"p cnf 2 1\n1 2\n", 2, "no 0"},
		{"p cnf 2 1\n1 0\n\n2 0\n", 4, "more than the 1"},
		{"p cnf 2 3\n1 0\n2 0\n", 3, "2 clauses; the header says 3"},
		{"c var 5 x\np cnf 2 0\n", 2, "names variable 5"},
		{"p cnf 2 0\nc var 5 x\n", 2, "names variable 5"},
		{"p cnf 2 1\n1 %\n0\n", 2, "no literal"},
	} {
		_, err := ReadDIMACS(strings.NewReader(bad.text))
		line := 0
		if _, scanned := fmt.Sscanf(fmt.Sprint(err), "DIMACS line %d:", &line); scanned != nil || !strings.Contains(err.Error(), bad.problem) {
			t.Errorf("%q: %v, want %q", bad.text, err, bad.problem)
		} else if bad.line != line && line != bad.line+strings.Count(bad.text, "\n") {
			t.Errorf("%q: line %d, want %d", bad.text, line, bad.line)
		}
	}
}

func FuzzReadDIMACS(f *testing.F) {
	f.Add("p cnf 3 2\n1 -3 0\n2 3 -1 0\n")
	f.Add("c var 2 a b\nc\np cnf 2 1\n1\n-2 0\n%\n0\n")
	f.Add("cvar 1 x\r\nc var 01 y\np cnf 1 0")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ReadDIMACS(strings.NewReader(text))
		if err == nil {
			roundTrip(t, c)
		} else if !strings.HasPrefix(err.Error(), "DIMACS line ") {
			t.Fatalf("%v", err)
		}
	})
}

func TestCallersBugs(t *testing.T) {
	for name, f := range map[string]func(){
		"zero literal":      func() { (&CNF{}).AddClause(1, 0) },
		"zero assumption":   func() { _, _ = NewSolver(nil, Options{}).Solve(t.Context(), 0) },
		"too many":          func() { (&CNF{}).AddClause(MaxVariables + 1) },
		"empty name":        func() { (&CNF{}).Name(1, "") },
		"name of two lines": func() { (&CNF{}).Name(1, "a\nb") },
		"wrong length":      func() { pigeonhole(2).Violated(nil) },
		"no model":          func() { NewSolver(nil, Options{}).Model() },
		"no failure":        func() { NewSolver(nil, Options{}).Failed() },
	} {
		assert.Panics(t, name, f)
	}
}

// TestAgainstCadical asks another solver the same questions, where it is installed.
func TestAgainstCadical(t *testing.T) {
	cadical, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("cadical is not installed")
	}
	r := rand.New(rand.NewPCG(3, 0))
	count := map[Verdict]int{}
	for i := range 20 {
		c := &CNF{}
		const vars = 100
		for range 420 + r.IntN(20) { // about as many satisfiable ones as others
			var clause []int
			for _, v := range r.Perm(vars)[:3] {
				clause = append(clause, (v+1)*(1-2*r.IntN(2)))
			}
			c.AddClause(clause...)
		}
		path := filepath.Join(t.TempDir(), "question.cnf")
		var b bytes.Buffer
		assert.OK(t, c.WriteDIMACS(&b))
		assert.OK(t, os.WriteFile(path, b.Bytes(), 0o666))
		want := map[int]Verdict{10: Sat, 20: Unsat}
		cmd := exec.Command(cadical, "-q", "-n", path)
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		got := assert.Got(NewSolver(c, Options{Seed: uint64(i)}).Solve(t.Context()))(t, "formula %d", i)
		assert.Equal(t, got, want[cmd.ProcessState.ExitCode()], "formula %d", i)
		count[got]++
	}
	if count[Sat] == 0 || count[Unsat] == 0 {
		t.Errorf("the formulas are all alike: %v", count)
	}
}

// TestUnfinishedFormula: a formula whose context ends, or that would be larger than the budget,
// takes no more clauses, and nobody answers it.
func TestUnfinishedFormula(t *testing.T) {
	why := errors.New("enough")
	ended, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	for _, test := range []struct {
		ctx context.Context
		is  func(error) bool
	}{
		{ended, func(err error) bool { return err == why }},
		{memory.With(t.Context(), 10_000_000), func(err error) bool {
			return errors.As(err, new(*memory.Error)) && strings.HasPrefix(err.Error(), "the clauses of the formula would take ")
		}},
	} {
		c := NewCNF(test.ctx)
		c.AddClause(1)
		if c.Err() != nil || c.Len() != 1 {
			t.Fatal(c.Err())
		}
		cancel(why)
		for range 200_000 {
			c.AddClause(-1, 2, 3)
		}
		if !test.is(c.Err()) || c.Len() > 100_000 || !c.Clone().Equal(c) || !test.is(c.Clone().Err()) {
			t.Errorf("%v after %d clauses", c.Err(), c.Len())
		}
		if verdict, err := NewSolver(c, Options{}).Solve(t.Context()); verdict != Unknown || !test.is(err) {
			t.Errorf("%v, %v", verdict, err)
		}
		if verdict, _, err := (External{Command: fake("gini")}).Solve(t.Context(), c, nil); verdict != Unknown || !test.is(err) {
			t.Errorf("%v, %v", verdict, err)
		}
	}
	c := NewCNF(t.Context())
	for range 200_000 {
		c.AddClause(-1, 2, 3)
	}
	if c.Err() != nil || c.Len() != 200_000 {
		t.Errorf("%v after %d clauses", c.Err(), c.Len())
	}
}
