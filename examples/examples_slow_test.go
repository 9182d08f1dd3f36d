//go:build slow

package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
)

// TestSlowExamples builds and runs every program, and compares what it prints with output.txt
// beside it. The programs import public packages alone.
func TestSlowExamples(t *testing.T) {
	bin := t.TempDir()
	text, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", bin, "./...").CombinedOutput()
	assert.OK(t, err, "%s", text)
	programs := assert.Got(os.ReadDir(bin))(t)
	if len(programs) < 11 {
		t.Errorf("only %d programs", len(programs))
	}
	for _, p := range programs {
		out, err := exec.CommandContext(t.Context(), filepath.Join(bin, p.Name())).CombinedOutput()
		assert.OK(t, err, "%s: %s", p.Name(), out)
		name := strings.TrimSuffix(p.Name(), ".exe")
		golden.Compare(t, filepath.Join(name, "output.txt"), string(out))
		if strings.Contains(string(assert.Got(os.ReadFile(filepath.Join(name, "main.go")))(t)), "/internal/") {
			t.Errorf("%s imports what no outsider can", name)
		}
	}
}
