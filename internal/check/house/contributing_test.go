package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// fences yields the fenced blocks of a Markdown text: the words after the opening fence, and the
// lines.
func fences(text string) [][2]string {
	var blocks [][2]string
	for _, m := range regexp.MustCompile("(?ms)^```([^\n]+)\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, [2]string{m[1], m[2]})
	}
	return blocks
}

// TestRenaming runs the command that renames the module, in a copy of the sources: afterwards every
// package must find every other under the new name.
func TestRenaming(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	command := ""
	for _, block := range fences(string(text)) {
		if block[0] == "sh" {
			command += block[1]
		}
	}
	assert.MustTrue(t, strings.Contains(command, "go mod edit -module"), "CONTRIBUTING.md has no command that renames the module")
	dir := t.TempDir()
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		// Copy the files that go list needs: sources, embedded files, the module's files, and the
		// page itself.
		if !slices.Contains([]string{".go", ".mod", ".sum", ".md", ".html", ".css", ".js", ".json", ".csv", ".txt", ".tmpl", ".pml", ".yaml", ".py", ".gz"}, filepath.Ext(path)) {
			return nil
		}
		to := filepath.Join(dir, strings.TrimPrefix(path, root))
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", command+"\ngo list -test -deps ./...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "example.org/you/coterie/quorum") {
		t.Errorf("%v\n%s", err, out)
	}
}
