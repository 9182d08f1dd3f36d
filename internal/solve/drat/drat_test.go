package drat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
)

// all8 has every clause over three variables; each step of refutes8 is needed.
var (
	all8     = [][]int{{1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {1, -2, -3}, {-1, 2, 3}, {-1, 2, -3}, {-1, -2, 3}, {-1, -2, -3}}
	refutes8 = []step{{false, []int{1, 2}}, {false, []int{1}}, {false, []int{-1, 2}}, {false, nil}}
)

func TestGapByHand(t *testing.T) {
	formula := formulaOf(3, all8)
	report, err := Check(t.Context(), formula, strings.NewReader(textOf(refutes8)), nil)
	if err != nil {
		t.Fatal(err)
	}
	// After (1) and (-1 2) propagation is enough: the empty clause is never read.
	want := &Report{Steps: 3, Added: 3, CoreClauses: []int{0, 1, 2, 3, 4, 5, 6, 7}, CoreSteps: []int{1, 2, 3}}
	report.Implied = 0
	assert.Deep(t, report, want)
	// Without (1 2) the unit is no consequence of propagation; all that it clashes with follows.
	assert.Equal(t, assert.Got(Check(t.Context(), formula, strings.NewReader(textOf(refutes8[1:])), nil))(t).RAT, 1)
	for drop, says := range []string{
		"step 1 of the proof, the clause (), does not follow by unit propagation",
		"the 3 steps of the proof lead to no contradiction",
		"step 3 of the proof, the clause (), does not follow by unit propagation",
	} {
		broken := append(append([]step(nil), refutes8[:drop]...), refutes8[drop+1:]...)
		if drop == 0 {
			broken = refutes8[3:]
		}
		if drop == 1 { // without (1) the empty clause is the gap; without both there is no contradiction
			broken = append(broken[:drop+1:drop+1], step{true, []int{1, 2}})
		}
		_, err := Check(t.Context(), formula, strings.NewReader(textOf(broken)), nil)
		assert.Fails(t, err, says, "without step %d", drop+1)
	}
	// A deleted clause is not there.
	_, err = Check(t.Context(), formula, strings.NewReader("d -2 1 3 0\n"+textOf(refutes8)), nil)
	var wrong *ProofError
	if !errors.As(err, &wrong) || wrong.Step != 3 || !strings.Contains(wrong.Problem, "the clause (1), does not follow") {
		t.Errorf("without a clause of the formula: %v", err)
	}
	_, err = Check(t.Context(), formula, strings.NewReader(textOf([]step{{false, []int{1, 2}}, {false, []int{3, 1}}, {false, []int{3}}, {false, nil}})), nil)
	if !errors.As(err, &wrong) || wrong.Step != 4 || !strings.Contains(wrong.Problem, "the clause (), does not follow") {
		t.Errorf("%v", err)
	}
}

// known reads a formula of testdata and its proof, by CaDiCaL sc2021.
func known(t testing.TB, name string) (*cnf, string) {
	t.Helper()
	formula := readFormula(t, filepath.Join("testdata", name+".cnf"))
	proof := assert.Got(os.ReadFile(filepath.Join("testdata", name+".drat")))(t)
	return formula, string(proof)
}

func clausesOf(f *cnf) [][]int {
	var clauses [][]int
	for _, c := range f.Clauses() {
		var clause []int
		for _, l := range c {
			clause = append(clause, int(l))
		}
		clauses = append(clauses, clause)
	}
	return clauses
}

func stepsOf(t testing.TB, proof string) []step {
	t.Helper()
	var steps []step
	for in := newReader(t.Context(), strings.NewReader(proof)); ; {
		deletes, lits, err := in.next()
		if errors.Is(err, io.EOF) {
			return steps
		}
		if err != nil {
			t.Fatal(err)
		}
		s := step{deletes: deletes}
		for _, l := range lits {
			s.clause = append(s.clause, int(l))
		}
		steps = append(steps, s)
	}
}

// TestKnownProofs: proofs of a solver, in both formats. The core of the formula has no model, and
// the core of the proof refutes it.
func TestKnownProofs(t *testing.T) {
	for _, name := range []string{"pigeons3", "pigeons6", "random100"} {
		cnf, proof := known(t, name)
		steps := stepsOf(t, proof)
		var reports []*Report
		for _, written := range []string{proof, textOf(steps), binaryOf(steps)} {
			report := assert.Got(Check(t.Context(), cnf, strings.NewReader(written), nil))(t, "%s", name)
			reports = append(reports, report)
		}
		if !reflect.DeepEqual(reports[0], reports[1]) || !reflect.DeepEqual(reports[0], reports[2]) {
			t.Errorf("%s: %+v, %+v, %+v", name, reports[0], reports[1], reports[2])
		}
		report := reports[0]
		if report.RAT > 0 || report.Added+report.Deleted+report.Units+report.Missing != report.Steps || report.Missing > 0 {
			t.Errorf("%s: %+v", name, report)
		}
		formula := clausesOf(cnf)
		var core [][]int
		for _, i := range report.CoreClauses {
			core = append(core, formula[i])
		}
		var trimmed []step
		for _, i := range report.CoreSteps {
			if trimmed = append(trimmed, steps[i-1]); trimmed[len(trimmed)-1].deletes {
				t.Fatalf("%s: step %d of the core deletes", name, i)
			}
		}
		again, err := Check(t.Context(), formulaOf(cnf.Variables(), core), strings.NewReader(textOf(trimmed)), nil)
		if err != nil || again.Steps > len(trimmed) || len(again.CoreClauses) > len(core) {
			t.Errorf("%s: the core: %+v, %v", name, again, err)
		}
	}
}

// TestGapsInKnownProofs: pigeons fit when any clause is left out, so no proof may pass; proofs with
// any one error are as the oracles judge them.
func TestGapsInKnownProofs(t *testing.T) {
	for _, name := range []string{"pigeons3", "pigeons6"} {
		cnf, proof := known(t, name)
		formula := clausesOf(cnf)
		for i := range formula {
			less := append(append([][]int(nil), formula[:i]...), formula[i+1:]...)
			assert.Refused(Check(t.Context(), formulaOf(cnf.Variables(), less), strings.NewReader(proof), nil))(t, "", "%s without clause %d is refuted", name, i+1)
		}
	}
	cnf, proof := known(t, "pigeons3")
	formula, steps := clausesOf(cnf), stepsOf(t, proof)
	r := rand.New(rand.NewPCG(18, 2))
	refused := 0
	for range 300 {
		if !confirm(t, cnf.Variables(), formula, mutated(r, cnf.Variables(), steps)) {
			refused++
		}
	}
	if refused < 50 {
		t.Errorf("%d of 300 broken proofs are refused", refused)
	}
	if !assert.WithSlow {
		return
	}
	// In a longer proof other clauses can often replace a step of the core, but not always.
	cnf, proof = known(t, "random100")
	steps = stepsOf(t, proof)
	report := assert.Got(Check(t.Context(), cnf, strings.NewReader(proof), nil))(t)
	refused = 0
	for _, i := range report.CoreSteps {
		broken := append(append([]step(nil), steps[:i-1]...), steps[i:]...)
		if _, err := Check(t.Context(), cnf, strings.NewReader(textOf(broken)), nil); err != nil {
			var wrong *ProofError
			if !errors.As(err, &wrong) || wrong.Unfinished || wrong.Step < i {
				t.Errorf("without step %d: %v", i, err)
			}
			refused++
		}
	}
	t.Logf("of %d steps of the core %d cannot be left out", len(report.CoreSteps), refused)
	if refused < len(report.CoreSteps)/10 {
		t.Errorf("of %d steps of the core %d cannot be left out", len(report.CoreSteps), refused)
	}
}

// TestUnitDeletions: deletions of units and of reasons are ignored, others are not.
func TestUnitDeletions(t *testing.T) {
	for _, test := range []struct {
		formula [][]int
		proof   string
		want    Report
		fails   bool
	}{
		// (1) makes 2 true, by (-1 2); a solver that knows 2 deletes both clauses.
		{[][]int{{1}, {-1, 2}, {-2, 3, 4}, {-2, 3, -4}, {-3, 4}, {-3, -4}}, "d 1 0\nd 2 -1 0\n3 0\n", Report{Steps: 3, Added: 1, Units: 2}, false},
		// (-1 2) is no reason as long as 1 is open.
		{[][]int{{-1, 2}, {1, 2}, {-2, 3}, {-2, -3}}, "d -1 2 0\n2 0\n", Report{}, true},
		// The same clause twice: one of them is the reason, and the other one is deleted first.
		{[][]int{{1}, {-1, 2}, {-1, 2}, {-2, 3}, {-2, -3, 4}, {-4, 5, 6}, {-4, 5, -6}, {-5, 6}, {-5, -6}}, "d 9 0\nd -1 2 0\n5 0\n", Report{Steps: 3, Added: 1, Missing: 1}, false},
		{[][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}, "d 1 3 0\n1 0\n", Report{Steps: 2, Added: 1, Missing: 1}, false},
		// Tautologies and repeated literals.
		{[][]int{{1, 2, 1}, {1, -2}, {-1, 2, 2}, {-1, -2}, {1, -1}}, "2 -2 0\nd 1 -1 0\nd 2 -2 0\nd 2 1 0\n1 0\n", Report{}, true},
		{[][]int{{1, 2, 1}, {1, -2}, {-1, 2, 2}, {-1, -2}, {1, -1}}, "2 -2 0\nd 1 -1 0\nd -2 2 0\n1 1 0\n", Report{Steps: 4, Added: 2, Deleted: 2}, false},
		// Nothing to be proved.
		{[][]int{{1}, {-1}}, "", Report{}, false},
		{[][]int{{1, 2}, {}}, "", Report{}, false},
	} {
		got, err := Check(t.Context(), formulaOf(6, test.formula), strings.NewReader(test.proof), nil)
		assert.Equal(t, err != nil, test.fails, "%v, %q: %v", test.formula, test.proof, err)
		if err != nil {
			continue
		}
		deleted := got.Deleted + got.Units
		if got.CoreClauses, got.CoreSteps, got.Implied = nil, nil, 0; test.want.Missing == 1 && deleted == 1 {
			got.Deleted, got.Units = 0, 0 // which of two equal clauses is the reason is not promised
		}
		assert.Deep(t, *got, test.want, "%v, %q", test.formula, test.proof)
	}
}

// TestRAT: the example of the paper of Wetzler, Heule and Hunt (2014, figure 1): (-1) has no proof
// by unit propagation, but all its resolvents have.
func TestRAT(t *testing.T) {
	formula := [][]int{{1, 2, -3}, {-1, -2, 3}, {2, 3, -4}, {-2, -3, 4}, {-1, -3, -4}, {1, 3, 4}, {-1, 2, 4}, {1, -2, -4}}
	steps := []step{{false, []int{-1}}, {true, []int{-1, -2, 3}}, {true, []int{-1, -3, -4}}, {true, []int{-1, 2, 4}}, {false, []int{2}}, {false, nil}}
	assert.True(t, confirm(t, 4, formula, steps), "it is refused")
	report, err := Check(t.Context(), formulaOf(4, formula), strings.NewReader(textOf(steps)), nil)
	if err != nil || report.RAT != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	// A definition is used against the meaning that it has.
	_, err = Check(t.Context(), formulaOf(2, [][]int{{1, 2}}), strings.NewReader("3 -1 0\n-3 1 0\n-3 -1 0\n3 1 0\n-2 0\n0\n"), nil)
	var wrong *ProofError
	if !errors.As(err, &wrong) || !strings.Contains(err.Error(), "nor is it RAT: its resolvent on its first literal with the clause (-3 1) does") {
		t.Error(err)
	}
}

func TestFormats(t *testing.T) {
	for _, test := range []struct{ proof, says string }{
		{"1 0\n", ""},
		{" c a comment\n\n1\t 2 0 \r\n1 0", ""},
		{"d 1 0\nd\t2 0\n1 0\n", ""},
		{"a\x02\x00", ""},
		{"d\x0a\x00a\x02\x00", ""},
		{"d\x20\x00a\x02\x00", ""}, // 'd' and the literal 16, which is a space
		{"", "lead to no contradiction"},
		{"c nothing\n", "lead to no contradiction"},
		{"1 2 0\n1", "step 2 of the proof, at byte 7: it ends in the middle"},
		{"1 2 0\nd", "it ends in the middle"},
		{"1 2 0\n-", "it ends in the middle"},
		{"1 2 0\n1\n", "without the 0"},
		{"1 2 0\n2 3 0 1 0\n", "a line of its own"},
		{"c lrat\n5 1 0 1 2 0\n6 0 5 3 4 0\n", ""},
		{"4 d 0\n5 3 2 0 1 2 0\n5 d 5 1 0\n6 1 0 -3 0 \n", ""},
		{"5 3 0 0", "lead to no contradiction"},
		{"5 3 0 0\n6 3 0\n", "has two zeros"},
		{"5 3 0 0\n6 d 3 0 0\n", "has two zeros"},
		{"5 3 0 0\n6 3", "it ends in the middle"},
		{"5 3 0 0\n6 d d 0\n", "in no literal"},
		{"d2 0\n", "in the middle"},
		{"d -2 0x\n", "'x' is in no literal"},
		{"2- 0\n", "'-' is in no literal"},
		{"-0 0\n", "no literal"},
		{"268435457 0\n", "beyond variable 268435456"},
		{"99999999999999999999999 0\n", "beyond variable"},
		{"s UNSATISFIABLE\n", "'s' is in no literal"},
		{"a\x02", "it ends in the middle"},
		{"a\x82", "it ends in the middle"},
		{"a\x01\x00", "no variable"},
		{"a\x80\x00", "no variable"},
		{"a\x82\x80\x80\x80\x04\x00", "beyond variable"},
		{"a\x82\x80\x80\x80\x80\x80\x80\x80\x80\x00", "beyond variable"},
		{"a\x02\x04\x00b\x02\x00", "begins no step"},
	} {
		_, err := Check(t.Context(), formulaOf(2, [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}), strings.NewReader(test.proof), nil)
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q: %v, want %q", test.proof, err, test.says)
		}
	}
	cut := errors.New("the disk is gone")
	assert.Is(t, assert.Err(Check(t.Context(), formulaOf(1, nil), io.MultiReader(strings.NewReader("1 0\n2"), brokenReader{cut}), nil)), cut)
}

type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

// TestLRAT: a proof with hints is checked as the same steps without, but for deletions.
func TestLRAT(t *testing.T) {
	cnf, proof := known(t, "pigeons3")
	var b strings.Builder
	for i, s := range stepsOf(t, proof) {
		if s.deletes {
			fmt.Fprintf(&b, "%d d %d 0\n", 100+i, 99+i)
			continue
		}
		fmt.Fprintf(&b, "%d %s 7 -8 9 0\n", 100+i, strings.TrimSuffix(textOf([]step{s}), "\n"))
	}
	want := assert.Got(Check(t.Context(), cnf, strings.NewReader(proof), nil))(t)
	got, err := Check(t.Context(), cnf, strings.NewReader(b.String()), nil)
	if err != nil || want.Deleted > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

func TestLimits(t *testing.T) {
	cnf, proof := known(t, "pigeons6")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Is(t, assert.Err(Check(ended, cnf, strings.NewReader(proof), nil)), context.Canceled)
	// It ends while it goes backward, too.
	short, cancel := context.WithCancel(t.Context())
	stages := map[string]bool{}
	_, err := Check(short, cnf, strings.NewReader(proof), func(stage string, _, _ int) {
		if stages[stage] = true; strings.Contains(stage, "checked") {
			cancel()
		}
	})
	if len(stages) != 2 || err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", stages, err)
	}
	for _, hostile := range []string{"268435456 0\n", "1 0\n"} {
		small := memory.With(t.Context(), 1<<16)
		assert.As[*memory.Error](Check(small, cnf, strings.NewReader(hostile), nil))(t, "%q", hostile)
	}
	some := memory.With(t.Context(), 1<<24)
	assert.As[*memory.Error](Check(some, cnf, strings.NewReader("268435456 0\n"), nil))(t)
	long := strings.Repeat("1 ", 1<<22) + "0\n"
	assert.As[*memory.Error](Check(some, cnf, strings.NewReader(long), nil))(t)
}

func TestFormulaOutOfRange(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	bad := &cnf{}
	bad.AddClause(3)
	Check(t.Context(), fewer{bad}, strings.NewReader(""), nil)
}

type fewer struct{ *cnf }

func (f fewer) Variables() int { return f.cnf.Variables() - 1 }
