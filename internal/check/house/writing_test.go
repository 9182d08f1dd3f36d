package house

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// writers are the packages that may make, rename and link files themselves: the package that does
// it for all, and three that keep folders of their own.
var writers = []string{"internal/machine/files", "experiments", "internal/solve/sat", "internal/solve/evidence"}

var writes = regexp.MustCompile(`\bos\.(Create|CreateTemp|MkdirTemp|Rename|OpenFile|WriteFile|Link|Symlink|Truncate)\(`)

// TestFilesAreWrittenInOnePlace: that place takes care of modes, links, devices, full disks and
// killed runs.
func TestFilesAreWrittenInOnePlace(t *testing.T) {
	for _, file := range sources(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if call := writes.FindString(read(t, file)); call != "" && !slices.Contains(writers, path.Dir(file)) {
			t.Errorf("%s has %s...): files are written by internal/machine/files", file, call)
		}
	}
}
