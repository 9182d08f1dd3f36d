package experiments

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

func write(t *testing.T, content string, path ...string) {
	t.Helper()
	file := filepath.Join(path...)
	assert.OK(t, os.MkdirAll(filepath.Dir(file), 0o777))
	assert.OK(t, os.WriteFile(file, []byte(content), 0o666))
}

// respelt returns a tampering that replaces a text in a file by another.
func respelt(file, old, new string) func(*testing.T, string, *fake) {
	return func(t *testing.T, results string, _ *fake) {
		replace(t, filepath.Join(results, filepath.FromSlash(file)), old, new)
	}
}

// Each kind of tampering is found at its place, and nothing else is reported.
func TestCheckFindsTampering(t *testing.T) {
	const manifestSum = `"sha256": "`
	for _, c := range []struct {
		name   string
		tamper func(t *testing.T, results string, a *fake)
		want   []string // how the texts of the differences begin, and after … how they end
	}{
		{"a digit in a table", respelt("alpha/squares.csv", "\n3,9,", "\n3,10,"), []string{"alpha/squares.csv: not the manifest's file", "alpha/squares.csv:4: differs"}},
		{"the header", respelt("alpha/squares.csv", "square,noise", "noise,square"), []string{"alpha/squares.csv: not the manifest's file", `alpha/squares.csv:1: differs: wanted "n,square,noise,root,remark", got "n,noise,square,root,remark"`}},
		{"a row too few", func(t *testing.T, r string, _ *fake) {
			path := filepath.Join(r, "alpha", "squares.csv")
			data, _ := os.ReadFile(path)
			write(t, string(data[:strings.LastIndex(string(data), "\n8,")+1]), path)
		},
			[]string{"alpha/squares.csv: not the manifest's file", `alpha/squares.csv:9: differs: wanted "8,64,666,2.82843,", got "(end of file)"`}},
		{"a row too many", func(t *testing.T, r string, _ *fake) {
			path := filepath.Join(r, "alpha", "squares.csv")
			data, _ := os.ReadFile(path)
			write(t, string(data)+"9,81,0,3,\n", path)
		},
			[]string{"alpha/squares.csv: not the manifest's file", `alpha/squares.csv:10: differs: wanted "(end of file)", got "9,81,0,3,"`}},
		{"carriage returns", respelt("alpha/squares.csv", "remark\n", "remark\r\n"), []string{"alpha/squares.csv: not the manifest's file", `alpha/squares.csv:1: differs: wanted "n,square,noise,root,remark", got "n,square,noise,root,remark\r"`}},
		{"no newline at the end", func(t *testing.T, r string, _ *fake) { cut(t, filepath.Join(r, "alpha", "squares.csv"), 1) },
			[]string{"alpha/squares.csv: not the manifest's file", `alpha/squares.csv:10: differs: wanted "(end of file)", got "(end of file)"`}},
		{"another program", func(t *testing.T, r string, a *fake) { a.factor = 2 },
			[]string{"alpha/squares.csv:2: differs", "alpha/squares.svg: picture out of date"}},
		{"another program, in a column that is not drawn", func(t *testing.T, r string, a *fake) { a.louder = 1 },
			[]string{"alpha/squares.csv:2: differs"}},
		{"another certificate that is one", respelt("alpha/greatest.json", `"root": 8`, `"root": -8`), []string{"alpha/greatest.json: not the manifest's file"}},
		{"a certificate that is none", respelt("alpha/greatest.json", `"root": 8`, `"root": 7`), []string{"alpha/greatest.json: not the manifest's file", "alpha/greatest.json: certificate refused"}},
		{"a certificate removed", func(t *testing.T, r string, _ *fake) { os.Remove(filepath.Join(r, "alpha", "greatest.json")) },
			[]string{"alpha/greatest.json: missing"}},
		{"a certificate that nobody verifies", func(t *testing.T, r string, _ *fake) {
			// The study claims has no Verify and no certificates.
			write(t, "{}\n", r, "claims", "odd.json")
			addFile(t, r, "claims", "odd.json", hash([]byte("{}\n")))
		},
			[]string{"claims/odd.json: certificate refused", "claims/odd.json: stray", "index.html: report page out of date"}},
		{"a picture touched", respelt("alpha/squares.svg", "Squares", "Circles"), []string{"alpha/squares.svg: not the manifest's file"}},
		{"a picture not redrawn", func(t *testing.T, r string, _ *fake) {
			picture, _ := assert.Got(loadManifest(r))(t).part("alpha", false).file("squares.svg")
			replace(t, filepath.Join(r, manifestName), picture.DrawnFrom["squares.csv"], strings.Repeat("0", 64))
		},
			[]string{"alpha/squares.svg: picture out of date"}},
		{"a picture from elsewhere", respelt("manifest.json", `"squares.csv": "`, `"circles.csv": "`), []string{`alpha/squares.svg: picture out of date: wanted "squares.csv", got "circles.csv"`, "index.html: report page out of date"}},
		{"a stray file", func(t *testing.T, r string, _ *fake) { write(t, "", r, "alpha", "notes.txt") },
			[]string{"alpha/notes.txt: stray"}},
		{"a stray folder", func(t *testing.T, r string, _ *fake) { write(t, "", r, "alpha", "sub", "notes.txt") },
			[]string{"alpha/sub: stray"}},
		{"a folder in the place of a file", func(t *testing.T, r string, _ *fake) {
			os.Remove(filepath.Join(r, "alpha", "squares.csv"))
			write(t, "", r, "alpha", "squares.csv", "x")
		},
			[]string{"alpha/squares.csv: missing"}},
		{"a stray file in full", func(t *testing.T, r string, _ *fake) { write(t, "", r, "alpha", "full", "notes.txt") },
			[]string{"alpha/full/notes.txt: stray"}},
		{"a full file touched, without --full", respelt("alpha/full/squares.csv", "\n3,9,", "\n3,10,"), []string{"alpha/full/squares.csv: not the manifest's file"}},
		{"a stray study", func(t *testing.T, r string, _ *fake) { write(t, "", r, "omega", "x.csv") },
			[]string{"stray"}},
		{"the page touched", respelt("index.html", "proved", "fails"), []string{"index.html: report page out of date"}},
		{"the page removed", func(t *testing.T, r string, _ *fake) { os.Remove(filepath.Join(r, pageName)) },
			[]string{"index.html: missing"}},
		{"a folder in the place of the page", func(t *testing.T, r string, _ *fake) {
			os.Remove(filepath.Join(r, pageName))
			write(t, "", r, pageName, "x")
		},
			[]string{"stray", "index.html: missing"}},
		{"a README and hidden files", func(t *testing.T, r string, _ *fake) {
			write(t, "", r, "README.md")
			write(t, "{}", r, "records", "datapackage.json")
			write(t, "", r, ".gitignore")
		}, nil},
		{"a file that the manifest forgot", respelt("manifest.json", `"name": "greatest.json"`, `"name": "least.json"`), []string{"alpha/greatest.json: stray", "alpha/least.json: missing",
			"alpha/greatest.json: missing", "alpha/least.json: stray"}},
		{"a hash in the manifest", func(t *testing.T, r string, _ *fake) {
			data, _ := os.ReadFile(filepath.Join(r, "alpha", "greatest.json"))
			replace(t, filepath.Join(r, manifestName), manifestSum+hash(data), manifestSum+strings.Repeat("0", 64))
		},
			[]string{`alpha/greatest.json: not the manifest's file: wanted "0000000000000000000000000000000000000000000000000000000000000000"`}},
		{"parameters in the manifest", respelt("manifest.json", `"to": 8`, `"to": 9`), []string{`alpha/: other parameters: wanted "{\"from\":1,\"to\":8}", got "{\"from\":1,\"to\":9}"`, "index.html: report page out of date"}},
		{"a unit in the manifest", respelt("manifest.json", `"unit": "nodes"`, `"unit": "miles"`), []string{"alpha/squares.csv: other columns", "index.html: report page out of date"}},
		{"versions in the manifest", respelt("manifest.json", `"go": "go1`, `"go": "go9`),
			nil},
		{"a seed in the manifest", respelt("manifest.json", `"seed": 11`, `"seed": 12`), []string{"alpha/squares.csv:2: differs", "index.html: report page out of date"}},
		{"a verdict typed in", respelt("claims/claims.csv", "proved", "fails"), []string{"claims/claims.csv: not the manifest's file", "claims/claims.csv:2: differs"}},
		{"a study that fails", func(t *testing.T, r string, a *fake) {
			a.onRow = func(context.Context, int) error { return errors.New("broken") }
		},
			[]string{"alpha/: failed"}},
		{"a part gone from the manifest and the disk", func(t *testing.T, r string, _ *fake) {
			m := assert.Got(loadManifest(r))(t)
			m.setPart("alpha", false, nil)
			assert.OK(t, m.store(r, disk{os.Rename}))
			for _, name := range []string{"squares.csv", "squares.svg", "greatest.json", "claims.csv"} {
				os.Remove(filepath.Join(r, "alpha", name))
			}
		},
			[]string{"alpha/: never run", "claims/: failed", "index.html: report page out of date"}},
		{"a study unknown to the program", func(t *testing.T, r string, _ *fake) {
			m, _ := loadManifest(r)
			m.setPart("omega", false, m.part("alpha", false))
			assert.OK(t, m.store(r, disk{os.Rename}))
		},
			[]string{"omega/: stray"}},
		{"a study that lost its full part", func(t *testing.T, r string, a *fake) { a.full = nil },
			[]string{"alpha/full/: stray"}},
		{"another claim", func(t *testing.T, r string, a *fake) { a.oddClaims = true },
			[]string{`alpha/claims.csv:3: differs: wanted "alpha-odd,Nobody 1900,…, got "(end of file)"`,
				`claims/claims.csv:3: differs: wanted …, got "(end of file)"`, "claims/findings.csv:2: differs",
				"claims/summary.csv:2: differs", "claims/verdicts.svg: picture out of date",
				"claims/: input out of date"}},
		{"no picture any more", func(t *testing.T, r string, a *fake) { a.noFigure = true },
			[]string{"alpha/squares.svg: stray"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newFake("alpha")
			opts := prepared(t, a)
			c.tamper(t, opts.Results, a)
			opts = options(opts.Results, a) // the study anew, as the tampering may have changed it
			report := assert.Got(Check(t.Context(), opts))(t)
			if report.OK() != (len(c.want) == 0) || len(report.Differences) != len(c.want) {
				t.Fatalf("differences %v, want %v", report.Differences, c.want)
			}
			for i, f := range report.Differences {
				if f.File == pageName {
					f.Line = 0 // the layout of the page may change
				}
				if begin, end, _ := strings.Cut(c.want[i], "…"); !strings.HasPrefix(f.String(), begin) || !strings.HasSuffix(f.String(), end) {
					t.Errorf("difference %d: %v, want %s", i+1, f, c.want[i])
				}
			}
			assert.Equal(t, report.Table().Len(), len(report.Differences), "the table has other rows than the report")
		})
	}
}

// addFile enters a file into the manifest.
func addFile(t *testing.T, results, study, name, sum string) {
	t.Helper()
	m := assert.Got(loadManifest(results))(t)
	part := m.part(study, false)
	part.Files = append(part.Files, manifestFile{Name: name, SHA256: sum})
	assert.OK(t, m.store(results, disk{os.Rename}))
}

func TestCheckOfAFullPartRecomputesIt(t *testing.T) {
	a := newFake("alpha")
	opts := prepared(t, a)
	opts.Full = true
	replace(t, filepath.Join(opts.Results, "alpha", "full", "squares.csv"), "\n20,400,", "\n20,401,")
	report := assert.Got(Check(t.Context(), opts))(t)
	if len(report.Differences) != 2 || report.Differences[1].Problem != OtherLine || report.Differences[1].Line != 21 || !report.Differences[1].Full {
		t.Errorf("differences %v", report.Differences)
	}
}

func TestCheckOfNothing(t *testing.T) {
	opts := options(filepath.Join(t.TempDir(), "missing"), newFake("alpha"))
	report, err := Check(t.Context(), opts)
	if !errors.Is(err, ErrNoResults) || !strings.Contains(err.Error(), opts.Results) || len(report.Differences) != 0 {
		t.Errorf("%v, differences %v", err, report.Differences)
	}
	assert.Refused(os.Stat(opts.Results))(t, "", "the check made a folder")
}

func TestDifferenceTexts(t *testing.T) {
	for _, c := range []struct {
		f    Difference
		want string
	}{
		{Difference{Study: "a", File: "b.csv", Problem: OtherLine, Line: 3, Wanted: "1,2", Got: "1,3\r"}, `a/b.csv:3: differs: wanted "1,2", got "1,3\r"`},
		{Difference{Study: "a", Full: true, File: "b.json", Problem: BadCertificate, Detail: "why"}, `a/full/b.json: certificate refused (why)`},
		{Difference{Problem: Stray, Detail: "results/x belongs to no study"}, `stray (results/x belongs to no study)`},
	} {
		assert.Equal(t, c.f.String(), c.want)
	}
	report := CheckReport{Differences: []Difference{{Study: "a", File: "b\x00.csv", Problem: OtherLine, Line: 3, Wanted: "1", Got: "\xff"}}}
	var text strings.Builder
	if err := report.WriteText(&text, false); err != nil || !strings.HasSuffix(text.String(), ": 1 difference\n") {
		t.Errorf("%v: %q", err, &text)
	}
	text.Reset()
	assert.OK(t, report.Table().WriteCSV(&text))
	assert.Equal(t, text.String(), "study,part,file,line,problem,wanted,got,detail\na,default,\"\"\"b\\x00.csv\"\"\",3,differs,1,\"\"\"\\xff\"\"\",\n")
	for p := OtherLine; p <= CutShort; p++ {
		if strings.HasPrefix(p.String(), "Problem(") || p.String() == "" {
			t.Errorf("problem %d has no name", int(p))
		}
	}
}
