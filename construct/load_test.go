package construct

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/words/listing"
	"coterie/quorum"
)

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var file bytes.Buffer
	assert.OK(t, quorum.Write(&file, built(t, "fpp:order=2")))
	text := file.String()
	for _, name := range []string{"plane.json", "plane", "fano", "{1}", "fpp:order=3", "fpp:x.json", filepath.Join("sub", "plane")} {
		assert.OK(t, os.MkdirAll(filepath.Dir(name), 0o777))
		assert.OK(t, os.WriteFile(name, file.Bytes(), 0o666))
	}
	for spec, want := range map[string]struct {
		name       string
		fromFamily bool
	}{
		"-":             {"fpp:order=2", false},
		"@plane":        {"fpp:order=2", false},
		"@plane.json":   {"fpp:order=2", false},
		"@fpp:order=3":  {"fpp:order=2", false}, // a file of that name
		"fpp:order=3":   {"fpp:order=3", true},  // a family, though there is such a file
		"fpp:n=13":      {"fpp:order=3", true},
		"plane.json":    {"fpp:order=2", false},
		"./plane":       {"fpp:order=2", false},
		"sub/plane":     {"fpp:order=2", false},
		"./fpp:order=3": {"fpp:order=2", false},

		"fano":                 {"fpp:order=2", true},
		"@fano":                {"fpp:order=2", false}, // no alias hides a file
		"./fano":               {"fpp:order=2", false},
		"{1}":                  {"{1}", false},
		"@{1}":                 {"fpp:order=2", false},
		"{ 2 1 } {2,03},{2,3}": {"{1,2},{2,3},{2,3}", false},
		"{b,a},{a,c}":          {"{b,a},{a,c}", false},
		`{"a b","3"},{c,"3"}`:  {`{"a b","3"},{"3",c}`, false},
		text:                   {"fpp:order=2", false}, // JSON, as it stands
	} {
		s := assert.Got(Open(t.Context(), spec, strings.NewReader(text)))(t, "%s", spec)
		listed := assert.Got(s.Build(t.Context(), 0))(t, "%s", spec)
		if i, ok := InstanceOf(s); s.Name != want.name || listed.Name() != want.name || ok != want.fromFamily {
			t.Errorf("%s: %s, instance %v", spec, s.Name, i)
		}
	}
}

// TestLoadLists: files of every form, and the CSV that build writes.
func TestLoadLists(t *testing.T) {
	for text, want := range map[string]string{
		"1,2\n2,3\n":                        "{1,2},{2,3}",
		"\ufeff{\"quorums\":[[1,2],[2,3]]}": "{1,2},{2,3}",
		"group,quorum,size,nodes,sites\r\n,1,2,1 2,1\r\n,2,2,2 3,2 3\r\n": "{1,2},{2,3}",
	} {
		source, err := Open(t.Context(), "-", strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		s, err := source.Build(t.Context(), 0)
		if err != nil || s.Name() != "" || listing.Label(s.(*quorum.System).Family(), nil) != want {
			t.Errorf("%q: %v, %v", text, s, err)
		}
		assert.Equal(t, strings.Contains(text, "quorums"), (source.Note != ""), "%q: note %q", text, source.Note)
	}
}

func TestLoadErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	assert.OK(t, os.WriteFile("bad.json", []byte("{\"format\":\"coterie/1\",\n \"n\": 0}"), 0o666))
	load := func(spec string) error {
		s, err := Open(t.Context(), spec, strings.NewReader("{"))
		if err != nil && (s.Kind != "" || s.Structure != nil || s.Origin != nil) {
			t.Errorf("%s: a system", spec)
		}
		if err == nil {
			var listed quorum.Structure
			if listed, err = s.Build(t.Context(), 0); err != nil && listed != nil {
				t.Errorf("%s: a list", spec)
			}
		}
		return err
	}
	var format *quorum.FormatError
	if err := load("bad.json"); !errors.As(err, &format) || format.Line != 2 || !strings.HasPrefix(err.Error(), "bad.json: line 2, column ") {
		t.Errorf("bad.json: %v", err)
	}
	if err := load("-"); !errors.As(err, &format) || !strings.HasPrefix(err.Error(), "standard input: line 1") {
		t.Errorf("-: %v", err)
	}
	for _, spec := range []string{"none.json", "@none", "no/such/file"} {
		assert.Is(t, load(spec), fs.ErrNotExist, "%s", spec)
	}
	var source *SourceError
	if err := load("@"); !errors.As(err, &source) {
		t.Errorf("@: %v", err)
	}
	var expr *quorum.FormatError
	if err := load("expr:a & b/c"); !errors.As(err, &expr) || !strings.Contains(expr.Hint(), "* (and)") ||
		err.Error() != `spec "expr:a & b/c", column 8: '&' where + or * or the end of the formula should come` {
		t.Errorf("expr: %v", err)
	}
	assert.ErrorAs[*UnknownFamilyError](t, load("plane"), "plane")
	var syntax *quorum.FormatError
	for spec, want := range map[string]string{
		"{":        `spec "{", column 1: there is no } for this {`,
		"{}":       `spec "{}", column 1: quorum 1 is empty`,
		"{1,2},2":  `spec "{1,2},2", column 7: '2' where a set in braces should come`,
		"{a,b},{1": `spec "{a,b},{1", column 8: the number 1 among names: nodes are all numbers or all names`,
	} {
		if err := load(spec); !errors.As(err, &syntax) || err.Error() != want || syntax.Hint() == "" {
			t.Errorf("%s: %v", spec, err)
		}
	}
	if err := load(`{"n":0}`); !errors.As(err, &source) || !strings.HasPrefix(err.Error(), "the spec: line 1, column 6: ") {
		t.Errorf("JSON in a spec: %v", err)
	}
	var param *ParamError
	if err := load("fpp:x.json"); err == nil || errors.As(err, &param) {
		t.Errorf("fpp:x.json, a family: %v", err)
	}
	assert.ErrorAs[*quorum.TooManyError](t, load("majority:n=30"), "majority:n=30")
}
