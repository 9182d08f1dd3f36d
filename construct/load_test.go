package construct

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/quorum"
)

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var file bytes.Buffer
	if err := quorum.Write(&file, built(t, "fpp:order=2")); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	for _, name := range []string{"plane.json", "plane", "fpp:order=3", "fpp:x.json", filepath.Join("sub", "plane")} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, file.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
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
	} {
		s, i, err := Load(t.Context(), spec, strings.NewReader(text), BuildOptions{})
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if s.Name() != want.name || (i != nil) != want.fromFamily {
			t.Errorf("%s: %s, instance %v", spec, s.Name(), i)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("bad.json", []byte("{\"format\":\"coterie/1\",\n \"n\": 0}"), 0o666); err != nil {
		t.Fatal(err)
	}
	load := func(spec string) error {
		s, _, err := Load(t.Context(), spec, strings.NewReader("{"), BuildOptions{})
		if s != nil {
			t.Errorf("%s: a system", spec)
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
		if err := load(spec); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	var source *SourceError
	if err := load("@"); !errors.As(err, &source) {
		t.Errorf("@: %v", err)
	}
	var expr *ExprError
	if err := load("expr:a & b/c"); !errors.As(err, &expr) || !strings.Contains(expr.Hint(), "* (and)") ||
		err.Error() != `spec "expr:a & b/c", column 8: '&' where + or * or the end of the formula should come` {
		t.Errorf("expr: %v", err)
	}
	var unknown *UnknownFamilyError
	if err := load("plane"); !errors.As(err, &unknown) {
		t.Errorf("plane: %v", err)
	}
	var param *ParamError
	if err := load("fpp:x.json"); err == nil || errors.As(err, &param) {
		t.Errorf("fpp:x.json, a family: %v", err)
	}
	var many *TooManyError
	if err := load("majority:n=30"); !errors.As(err, &many) {
		t.Errorf("majority:n=30: %v", err)
	}
}
