package inventory

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/quorum"
)

// matching returns the files of a pattern.
func matching(t testing.TB, pattern string) []string {
	t.Helper()
	files := assert.Got(filepath.Glob(pattern))(t)
	assert.MustTrue(t, len(files) > 0, "%s", pattern)
	return files
}

// readAgain fails unless the fleet file of what was found is read as the same fleet, on which the
// quorums of today are a system.
func readAgain(t testing.TB, found *Found) {
	t.Helper()
	again, err := fleet.Read(bytes.NewReader(found.File), "written.yaml")
	if err != nil || !reflect.DeepEqual(again, found.Fleet) {
		t.Fatalf("read again: %v\n%s\n%v\n%v", err, found.File, again, found.Fleet)
	}
	if known, err := construct.Open(t.Context(), found.Today, nil); found.Today != "" && (err != nil || assert.Err(found.Fleet.Place(known)) != nil) {
		t.Fatalf("the quorums of today: %s: %v", found.Today, err)
	}
}

// TestGoodFiles has all that is read of each good file, in one file.
func TestGoodFiles(t *testing.T) {
	var said strings.Builder
	for _, path := range slices.Concat(matching(t, "testdata/good/*"), matching(t, "../../docs/fleets/*.*"), matching(t, "../../docs/fleets/questions/*")) {
		data := assert.Got(os.ReadFile(path))(t)
		found := assert.Got(Read(bytes.NewReader(data), path))(t)
		readAgain(t, found)
		if filepath.Ext(path) != ".yaml" {
			fmt.Fprintf(&said, "# %s\n# today: %s\n# %s\n%s\n", filepath.Base(path), found.Today, strings.Join(found.Notes, "\n# "), found.File)
		}
	}
	golden.Compare(t, "testdata/good.txt", said.String())
}

// TestBadFiles has, for every bad file, the line, the problem and the hint, in one file.
func TestBadFiles(t *testing.T) {
	var said strings.Builder
	for _, path := range matching(t, "testdata/bad/*") {
		e := assert.Refusal[*quorum.InputError](Read(bytes.NewReader(assert.Got(os.ReadFile(path))(t)), filepath.Base(path)))(t, path)
		fmt.Fprintf(&said, "%v\n    %s\n", e, e.Advice)
	}
	golden.Compare(t, "testdata/bad.txt", said.String())
}

// fuzz: no file breaks a parser; an error is one line that names a line of the file.
func fuzz(f *testing.F, pattern string) {
	for _, path := range matching(f, "testdata/*/"+pattern) {
		f.Add(assert.Got(os.ReadFile(path))(f))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		found, err := Read(bytes.NewReader(data), "fuzzed")
		if err == nil {
			readAgain(t, found)
			return
		}
		var input *quorum.InputError
		assert.MustTrue(t, errors.As(err, &input), "a %T: %v", err, err)
		place, number, _ := strings.Cut(input.What, ":")
		line, _ := strconv.Atoi(number)
		ends := bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")) + strings.Count(string(data), "\u0085") + strings.Count(string(data), "\u2028") + strings.Count(string(data), "\u2029")
		if place != "fuzzed" || number != "" && (line < 1 || line > 1+ends) || strings.ContainsAny(err.Error(), "\n\r\x1b") {
			t.Fatalf("%q", err)
		}
	})
}

func FuzzZoo(f *testing.F)        { fuzz(f, "*.cfg") }
func FuzzNodetool(f *testing.F)   { fuzz(f, "*.txt") }
func FuzzTimes(f *testing.F)      { fuzz(f, "*.csv") }
func FuzzEtcd(f *testing.F)       { fuzz(f, "e*.json") }
func FuzzKubernetes(f *testing.F) { fuzz(f, "nodes*.json") }
func FuzzQuoracle(f *testing.F)   { fuzz(f, "quoracle*.json") }
