package studytest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/internal/words/table"
)

// Declare runs a study with parameters of the test's own and returns its files.
func Declare[P any](t *testing.T, declare func(*experiments.Output, P), p P, verify func(context.Context, P, string, []byte) error) string {
	t.Helper()
	study := experiments.NewStudy(experiments.Spec[P]{Name: "small", Title: "small", Doc: "small", Default: p, Declare: declare, Verify: verify})
	folder := t.TempDir()
	assert.Got(experiments.Run(t.Context(), experiments.Options{
		Studies: []experiments.Study{study}, Results: folder, Version: "test", Jobs: 2,
	}))(t)
	return filepath.Join(folder, "small")
}

// Small runs a study as [Declare] does and returns its files. It compares a summary with
// testdata/NAME.txt, where NAME is the name of the test: the list of files, the columns and the
// number of rows of each table, the findings, and the verdict of each claim.
func Small[P any](t *testing.T, declare func(*experiments.Output, P), p P, verify func(context.Context, P, string, []byte) error) string {
	t.Helper()
	folder := Declare(t, declare, p, verify)
	golden.Compare(t, filepath.Join("testdata", t.Name()+".txt"), summary(t, folder))
	return folder
}

// summary describes the folder of a study. Pictures must have the format that their names say.
func summary(t *testing.T, folder string) string {
	t.Helper()
	var text strings.Builder
	for _, entry := range assert.Got(os.ReadDir(folder))(t) {
		file := entry.Name()
		fmt.Fprintln(&text, file)
		data, lines := Bytes(t, folder, file), Lines(t, folder, file)
		switch {
		case filepath.Ext(file) == ".svg":
			if !bytes.Contains(data, []byte("<svg")) || !bytes.Contains(data, []byte("<title>")) {
				t.Errorf("%s is none", file)
			}
		case file == "claims.csv":
			claims := assert.Got(table.ReadCSV(bytes.NewReader(data)))(t)
			var verdicts []string
			for i := range claims.Len() {
				verdicts = append(verdicts, fmt.Sprintf("\t%s: %s\n", claims.At(i, "id"), claims.At(i, "verdict")))
			}
			slices.Sort(verdicts)
			text.WriteString(strings.Join(verdicts, ""))
		case file == "findings.csv":
			fmt.Fprintf(&text, "\t%s\n", strings.Join(lines[1:], "\n\t"))
		case filepath.Ext(file) == ".csv":
			fmt.Fprintf(&text, "\t%d rows of %s\n", len(lines)-1, lines[0])
		}
	}
	return text.String()
}

// Bytes returns a file that the study wrote.
func Bytes(t *testing.T, folder, file string) []byte {
	t.Helper()
	return assert.Got(os.ReadFile(filepath.Join(folder, file)))(t)
}

// Lines returns the lines of a file that the study wrote.
func Lines(t *testing.T, folder, file string) []string {
	t.Helper()
	return strings.Split(strings.TrimSpace(string(Bytes(t, folder, file))), "\n")
}

// WantRows looks for rows of a table that begin with the given cells. A row may be given without
// the quotes of CSV.
func WantRows(t *testing.T, folder, file string, rows ...string) {
	t.Helper()
	lines := Lines(t, folder, file)
	for _, row := range rows {
		cells := strings.TrimSuffix(row, ",") + ","
		if !slices.ContainsFunc(lines, func(line string) bool {
			return strings.HasPrefix(line+",", cells) || strings.HasPrefix(strings.ReplaceAll(line, `"`, "")+",", cells)
		}) {
			t.Errorf("%s: no row %s in\n%s", file, row, strings.Join(lines, "\n"))
		}
	}
}

// Damaged verifies a certificate, which must pass, and a copy of it for each kind of damage, which
// must not. It returns the error for each copy.
func Damaged[C any](t *testing.T, verify func(data []byte) error, good []byte, damages map[string]func(*C)) map[string]error {
	t.Helper()
	assert.OK(t, verify(good))
	refused := make(map[string]error)
	for name, damage := range damages {
		var copied C
		assert.OK(t, json.Unmarshal(good, &copied))
		damage(&copied)
		if refused[name] = verify(assert.Got(experiments.PrettyJSON(copied))(t)); refused[name] == nil {
			t.Errorf("damage %q is not seen", name)
		}
	}
	return refused
}

// Respelt is [Damaged] for damages that put one text in the place of another.
func Respelt(t *testing.T, verify func(data []byte) error, good []byte, damages ...[2]string) {
	t.Helper()
	assert.OK(t, verify(good))
	for _, d := range damages {
		spoilt := bytes.Replace(good, []byte(d[0]), []byte(d[1]), 1)
		if bytes.Equal(spoilt, good) {
			t.Fatalf("no %s in the certificate", d[0])
		}
		if verify(spoilt) == nil {
			t.Errorf("%s for %s verifies", d[1], d[0])
		}
	}
}

// Verdicts returns the verdict of each declared claim, by its ID.
func Verdicts(declare func(*experiments.Output)) map[string]experiments.Verdict {
	verdicts := make(map[string]experiments.Verdict)
	for _, c := range experiments.ClaimsOf(declare) {
		verdicts[c.ID] = c.Judgement.Verdict()
	}
	return verdicts
}

// WantFails declares claims on rows with one error: the claim about it must fail.
func WantFails(t *testing.T, id string, declare func(*experiments.Output)) {
	t.Helper()
	if got := Verdicts(declare)[id]; got != experiments.Fails {
		t.Errorf("%s: %v, where it is wrong", id, got)
	}
}
