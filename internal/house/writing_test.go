package house

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// writers are the packages that may make, rename and link files themselves: the room that does it
// for all, and two that keep folders of their own.
var writers = []string{"internal/files", "experiments", "internal/sat"}

var writes = regexp.MustCompile(`\bos\.(Create|CreateTemp|MkdirTemp|Rename|OpenFile|WriteFile|Link|Symlink|Truncate)\(`)

// TestFilesAreWrittenInOnePlace: modes, links, devices, full disks and killed runs are thought of
// there.
func TestFilesAreWrittenInOnePlace(t *testing.T) {
	found := map[string]bool{}
	for _, file := range sources(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		call := writes.FindString(read(t, file))
		if call == "" {
			continue
		}
		found[path.Dir(file)] = true
		if !slices.Contains(writers, path.Dir(file)) {
			t.Errorf("%s has %s...): files are written by internal/files", file, call)
		}
	}
	for _, pkg := range writers {
		if !found[pkg] {
			t.Errorf("%s writes no file: take it off the list", pkg)
		}
	}
}
