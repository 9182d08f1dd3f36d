package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestReadme: no heading of the README has more than three commands, and its picture is there.
func TestReadme(t *testing.T) {
	data := assert.Got(os.ReadFile(filepath.Join(root, "README.md")))(t)
	text := string(data)
	for _, heading := range []string{"Choose", "Measure", "Run", "Search", "Enumerate"} {
		_, section, found := strings.Cut(text, "\n## "+heading+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		if commands := strings.Count(section, "\n$ coterie "); !found || commands < 1 || commands > 3 {
			t.Errorf("README.md, section %s: %d commands, want 1 to 3", heading, commands)
		}
	}
	picture := regexp.MustCompile(`<img src="([^"]+)"`).FindStringSubmatch(text)
	if picture == nil {
		t.Fatal("README.md has no picture")
	}
	if _, err := os.Stat(filepath.Join(root, picture[1])); err != nil {
		t.Error(err)
	}
}

// TestArchitecture: every file and folder that docs/architecture.md names is there.
func TestArchitecture(t *testing.T) {
	paths := regexp.MustCompile(`\b(cmd|construct|quorum|measure|fleet|search|mutex|experiments|internal)/[a-z0-9_/]+(\.(go|js))?`).FindAllString(read(t, "docs/architecture.md"), -1)
	for _, path := range paths {
		if _, err := os.Stat(filepath.Join(root, path)); err != nil {
			t.Errorf("docs/architecture.md: %v", err)
		}
	}
	if len(paths) < 25 {
		t.Errorf("only %d paths", len(paths))
	}
}
