//go:build slow

package house

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// patch applies a block of lines that begin with a space, + or -: the lines with a space or - must
// occur in the text, once and in this order.
func patch(t *testing.T, path, text, diff string) string {
	t.Helper()
	var before, after strings.Builder
	for line := range strings.Lines(diff) {
		if line[0] != '+' {
			before.WriteString(line[1:])
		}
		if line[0] != '-' {
			after.WriteString(line[1:])
		}
	}
	if strings.Count(text, before.String()) != 1 {
		t.Fatalf("CONTRIBUTING.md changes %s where it has %d times\n%s", path, strings.Count(text, before.String()), before.String())
	}
	return strings.Replace(text, before.String(), after.String(), 1)
}

// TestSlowContributing puts the worked examples of CONTRIBUTING.md over the sources, without
// touching them, and runs their commands: the family, the study, the algorithm and the bound that
// it adds must work as printed.
func TestSlowContributing(t *testing.T) {
	text := assert.Got(os.ReadFile(filepath.Join(root, "CONTRIBUTING.md")))(t)
	top := assert.Got(filepath.Abs(root))(t)
	tmp := t.TempDir()
	replace := map[string]string{}
	over := func(path, content string) {
		file := filepath.Join(tmp, strings.ReplaceAll(path, "/", "-"))
		assert.OK(t, os.WriteFile(file, []byte(content), 0o666))
		replace[filepath.Join(top, path)] = file
	}
	sections := map[string]int{} // blocks of commands, by section
	var steps []string
	for _, section := range strings.Split(string(text), "\n## Adding ")[1:] {
		title, _, _ := strings.Cut(section, "\n")
		section, _, _ = strings.Cut(section, "\n## ")
		for _, block := range fences(section) {
			kind, path, _ := strings.Cut(block[0], " ")
			switch kind {
			case "go":
				assert.Refused(os.Stat(filepath.Join(top, path)))(t, "", "%s: CONTRIBUTING.md adds it, and it is there already", path)
				over(path, block[1])
			case "diff":
				old := assert.Got(os.ReadFile(filepath.Join(top, path)))(t)
				over(path, patch(t, path, string(old), block[1]))
			case "console":
				sections[title]++
				steps = append(steps, strings.Split("\n"+block[1], "\n$ ")[1:]...)
			default:
				t.Errorf("section %q: a block of kind %q", title, kind)
			}
		}
	}
	// The commands run with all additions in place, so that all code is compiled once.
	overlay := assert.Got(json.Marshal(map[string]any{"Replace": replace}))(t)
	assert.OK(t, os.WriteFile(filepath.Join(tmp, "overlay.json"), overlay, 0o666))
	for _, step := range steps {
		command, want, _ := strings.Cut(step, "\n")
		runExample(t, top, tmp, command, strings.TrimSpace(want))
	}
	for _, what := range []string{"a family", "a study", "an algorithm", "a bound"} {
		if sections[what] == 0 {
			t.Errorf("CONTRIBUTING.md runs no command for adding %s", what)
		}
	}
}

// runExample runs one command with the examples in place. TMP stands for a folder of the test's
// own; for go test only its success is compared.
func runExample(t *testing.T, top, tmp, command, want string) {
	t.Helper()
	line := strings.ReplaceAll(command, "TMP", tmp)
	overlay := " -overlay " + filepath.Join(tmp, "overlay.json")
	line = strings.Replace(line, "go test", "go test"+overlay, 1)
	line = strings.Replace(line, "go run", "go run"+overlay, 1)
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = top
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Errorf("$ %s\n%v\n%s%s", command, err, stdout.String(), stderr.String())
		return
	}
	got := strings.TrimSpace(strings.ReplaceAll(stdout.String(), tmp, "TMP"))
	if strings.HasPrefix(command, "go test") {
		if strings.Contains(got, "no tests to run") {
			t.Errorf("$ %s\nran nothing", command)
		}
		got, _, _ = strings.Cut(got, "\t")
		got = strings.TrimSpace(got)
	}
	if got != want {
		t.Errorf("$ %s\ngot:\n%s\nwant:\n%s", command, got, want)
	}
}
