package drat

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
)

// TestProofsOfASolver: CaDiCaL's proofs for formulas at the threshold are accepted, with all
// techniques that it can be told to use; by RUP alone with those that the documentation names.
func TestProofsOfASolver(t *testing.T) {
	assert.Long(t, "a hundred runs of a solver")
	cadical, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("CaDiCaL is not installed")
	}
	r := rand.New(rand.NewPCG(18, 3))
	folder := t.TempDir()
	question, proof := filepath.Join(folder, "question.cnf"), filepath.Join(folder, "proof")
	refuted, units, needRAT := 0, 0, 0
	for i := range 120 {
		vars := 30 + r.IntN(70)
		var clauses [][]int
		for range vars * (35 + r.IntN(15)) / 10 {
			clauses = append(clauses, randomClause(r, vars, 3))
		}
		for range 1 + vars*4 {
			c := make([]int, 3)
			for k := range c {
				c[k] = (1 + r.IntN(vars)) * (1 - 2*r.IntN(2))
			}
			clauses = append(clauses, c)
		}
		if i%3 > 0 { // no units: the solver has to search
			kept := clauses[:0]
			for _, c := range clauses {
				if len(c) == 3 {
					kept = append(kept, c)
				}
			}
			clauses = kept
		}
		cnf := formulaOf(vars, clauses)
		var b bytes.Buffer
		assert.OK(t, cnf.WriteDIMACS(&b))
		assert.OK(t, os.WriteFile(question, b.Bytes(), 0o600))
		options := [][]string{nil, {"--plain"}, {"--no-binary"}, {"--unsat"}, {"--block", "--cover", "--condition", "--elimint=1", "--conditionint=1", "-P2"}, {"--chronoalways", "--reduceint=10", "--restartint=2"}}[i%6]
		err := exec.CommandContext(t.Context(), cadical, append(append([]string{"-q"}, options...), question, proof)...).Run()
		var status *exec.ExitError
		if !errors.As(err, &status) || status.ExitCode() != 20 {
			continue
		}
		f := assert.Got(os.Open(proof))(t)
		report, err := Check(t.Context(), cnf, f, nil)
		f.Close()
		if err != nil {
			t.Fatalf("%v: %v\n%s", options, err, b.String())
		}
		if report.RAT > 0 && i%6 != 4 {
			t.Errorf("%v: %d steps need RAT", options, report.RAT)
		}
		refuted++
		units += report.Units
		needRAT += min(report.RAT, 1)
	}
	said := fmt.Sprintf("%d formulas refuted, %d deletions of units ignored, %d proofs need RAT", refuted, units, needRAT)
	if t.Log(said); refuted < 50 {
		t.Error(said)
	}
}
