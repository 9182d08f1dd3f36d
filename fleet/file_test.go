package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/quorum"
)

// examples are the fleets that the documentation has.
func examples(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../docs/fleets/*.yaml")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	return files
}

// readFile reads a fleet from a file.
func readFile(t testing.TB, path string) *Fleet {
	t.Helper()
	data := assert.Got(os.ReadFile(path))(t)
	return assert.Got(Read(bytes.NewReader(data), path))(t)
}

// TestExamples: the examples are read as they are meant.
func TestExamples(t *testing.T) {
	for _, path := range examples(t) {
		readFile(t, path)
	}
	golden.Compare(t, "testdata/all.txt", plain(readFile(t, "testdata/good/all.yaml")))
	five := readFile(t, "../docs/fleets/five.yaml")
	assert.Equal(t, fmt.Sprint(five.Names(), five.Nodes[1].Reads, five.Clients[0].Latency[4].Time, len(five.Workload.Shares), five.Workload.MeanReads()), "[a b c d e] 2000/1 [5/1] 9 123/235")
}

// plain is all that a fleet has, as text.
func plain(f *Fleet) string {
	var b strings.Builder
	fmt.Fprintln(&b, f.Nodes, f.Zones, f.Require, f.Optimize, len(f.Systems), f.Systems, f.Systems == nil)
	for _, c := range f.Clients {
		fmt.Fprintln(&b, c)
	}
	fmt.Fprintln(&b, f.Workload)
	return b.String()
}

// TestBadFiles has, for every bad file, the line, the problem and the hint, in one file.
func TestBadFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	var said strings.Builder
	for _, path := range files {
		data := assert.Got(os.ReadFile(path))(t)
		f, err := Read(bytes.NewReader(data), filepath.Base(path))
		if err == nil {
			t.Errorf("%s is taken: %v", path, f)
			continue
		}
		fmt.Fprintf(&said, "%v\n", err)
		if h, ok := err.(*quorum.InputError); !ok {
			t.Errorf("%s: a %T", path, err)
		} else if h.Hint() != "" {
			fmt.Fprintf(&said, "    %s\n", h.Hint())
		}
	}
	golden.Compare(t, "testdata/bad.txt", said.String())
}

// FuzzRead: no file breaks the reader; errors name a line that there is.
func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"testdata/*/*.*", "../docs/fleets/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal(pattern, err)
		}
		for _, path := range files {
			data := assert.Got(os.ReadFile(path))(f)
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := Read(bytes.NewReader(data), "fuzzed.yaml")
		if err == nil {
			return
		}
		var file *quorum.InputError
		assert.MustTrue(t, errors.As(err, &file), "a %T: %v", err, err)
		place, number, _ := strings.Cut(file.What, ":")
		line, _ := strconv.Atoi(number)
		switch {
		case place != "fuzzed.yaml" || number != "" && line < 1 || line > 1+bytes.Count(data, []byte("\n"))+bytes.Count(data, []byte("\r"))+lineSeparators(data):
			t.Fatalf("there is no such line: %v", err)
		case strings.ContainsAny(err.Error()+file.Hint(), "\n\r\x1b") || len(err.Error()) > 600:
			t.Fatalf("no line for a terminal: %q, %q", err, file.Hint())
		}
	})
}

// lineSeparators counts the further characters that end lines in YAML.
func lineSeparators(data []byte) int {
	return strings.Count(string(data), "\u0085") + strings.Count(string(data), "\u2028") + strings.Count(string(data), "\u2029")
}

// TestDocumentedFleets: the fleets that pages and doc.go show are legal, and the fleet of the
// README is among the examples.
func TestDocumentedFleets(t *testing.T) {
	text := func(path string) string {
		data := assert.Got(os.ReadFile(path))(t)
		return strings.ReplaceAll(string(data), "\r\n", "\n")
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```")
	for _, page := range []string{"../README.md", "../docs/tour.md", "../docs/fleet.md"} {
		found := blocks.FindAllStringSubmatch(text(page), -1)
		if len(found) == 0 {
			t.Errorf("%s has no fleet", page)
		}
		for _, block := range found {
			f, err := Read(strings.NewReader(block[1]), page)
			if err != nil {
				t.Error(err)
			} else if strings.HasPrefix(block[1], "# servers.yaml\n") && plain(f) != plain(readFile(t, "../docs/fleets/servers.yaml")) {
				t.Error("docs/fleets/servers.yaml is another fleet than that of the README")
			}
		}
	}
	_, doc, _ := strings.Cut(text("doc.go"), "//\tnodes:")
	doc, _, found := strings.Cut(doc, "\n//\n")
	f, err := Read(strings.NewReader("nodes:"+strings.ReplaceAll(doc, "//\t", "")), "doc.go")
	if err != nil || !found || f.N() != 4 || f.Require.SurviveZones != 1 || len(f.Systems) != 4 {
		t.Error(err, found, f)
	}
}
