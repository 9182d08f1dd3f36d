package sat

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
)

// TestDash: a file whose name begins with a dash is no option of the solver's.
func TestDash(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	t.Chdir(t.TempDir())
	assert.OK(t, os.Mkdir("-x", 0o777))
	c := &CNF{}
	c.AddClause(1)
	c.AddClause(-1)
	proof := filepath.Join("-x", "1.drat")
	options := []string{"sh", "-c", `for a; do case $a in -*) exit 1;; esac; last=$a; done; echo 0 >"$last"; echo s UNSATISFIABLE; exit 20`, "sh"}
	if verdict, _, err := (External{Command: options, Proof: proof}).Solve(t.Context(), c, nil); verdict != Unsat || err != nil {
		t.Errorf("%v, %v", verdict, err)
	}
}
