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

// Each kind of tampering is found, at its place, and nothing that is not there is.
func TestCheckFindsTampering(t *testing.T) {
	const manifestSum = `"sha256": "`
	for _, c := range []struct {
		name   string
		tamper func(t *testing.T, results string, a *fake)
		want   []Difference // Study, Full, File, Problem and, where given, Line, Wanted, Got
	}{
		{"a digit in a table", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, "alpha", "squares.csv"), "\n3,9,", "\n3,10,")
		},
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: OtherFile}, {Study: "alpha", File: "squares.csv", Problem: OtherLine, Line: 4}}},
		{"the header", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, "alpha", "squares.csv"), "square,noise", "noise,square")
		},
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: OtherFile}, {Study: "alpha", File: "squares.csv", Problem: OtherLine, Line: 1, Wanted: "n,square,noise,root,remark", Got: "n,noise,square,root,remark"}}},
		{"a row too few", func(t *testing.T, r string, _ *fake) {
			path := filepath.Join(r, "alpha", "squares.csv")
			data, _ := os.ReadFile(path)
			write(t, string(data[:strings.LastIndex(string(data), "\n8,")+1]), path)
		},
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: OtherFile}, {Study: "alpha", File: "squares.csv", Problem: OtherLine, Line: 9, Got: endOfFile}}},
		{"a row too many", func(t *testing.T, r string, _ *fake) {
			path := filepath.Join(r, "alpha", "squares.csv")
			data, _ := os.ReadFile(path)
			write(t, string(data)+"9,81,0,3,\n", path)
		},
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: OtherFile}, {Study: "alpha", File: "squares.csv", Problem: OtherLine, Line: 10, Wanted: endOfFile, Got: "9,81,0,3,"}}},
		{"carriage returns", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, "alpha", "squares.csv"), "remark\n", "remark\r\n")
		},
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: OtherFile}, {Study: "alpha", File: "squares.csv", Problem: OtherLine, Line: 1, Got: "n,square,noise,root,remark\r"}}},
		{"no newline at the end", func(t *testing.T, r string, _ *fake) { cut(t, filepath.Join(r, "alpha", "squares.csv"), 1) },
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: OtherFile}, {Study: "alpha", File: "squares.csv", Problem: OtherLine, Line: 10, Wanted: endOfFile, Got: endOfFile}}},
		{"another program", func(t *testing.T, r string, a *fake) { a.factor = 2 },
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: OtherLine, Line: 2}, {Study: "alpha", File: "squares.svg", Problem: StalePicture}}},
		{"another certificate that is one", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, "alpha", "greatest.json"), `"root": 8`, `"root": -8`)
		},
			[]Difference{{Study: "alpha", File: "greatest.json", Problem: OtherFile}}},
		{"a certificate that is none", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, "alpha", "greatest.json"), `"root": 8`, `"root": 7`)
		},
			[]Difference{{Study: "alpha", File: "greatest.json", Problem: OtherFile}, {Study: "alpha", File: "greatest.json", Problem: BadCertificate}}},
		{"a certificate removed", func(t *testing.T, r string, _ *fake) { os.Remove(filepath.Join(r, "alpha", "greatest.json")) },
			[]Difference{{Study: "alpha", File: "greatest.json", Problem: Missing}}},
		{"a certificate that nobody verifies", func(t *testing.T, r string, _ *fake) {
			// The study claims has no Verify and no certificates.
			write(t, "{}\n", r, "claims", "odd.json")
			addFile(t, r, "claims", "odd.json", hash([]byte("{}\n")))
		},
			[]Difference{{Study: "claims", File: "odd.json", Problem: BadCertificate}, {Study: "claims", File: "odd.json", Problem: Stray}, {File: pageName, Problem: StalePage}}},
		{"a picture touched", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, "alpha", "squares.svg"), "Squares", "Circles")
		},
			[]Difference{{Study: "alpha", File: "squares.svg", Problem: OtherFile}}},
		{"a picture not redrawn", func(t *testing.T, r string, _ *fake) {
			table, _ := os.ReadFile(filepath.Join(r, "alpha", "squares.csv"))
			replace(t, filepath.Join(r, manifestName), `"squares.csv": "`+hash(table), `"squares.csv": "`+strings.Repeat("0", 64))
		},
			[]Difference{{Study: "alpha", File: "squares.svg", Problem: StalePicture}}},
		{"a picture from elsewhere", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, manifestName), `"squares.csv": "`, `"circles.csv": "`)
		},
			[]Difference{{Study: "alpha", File: "squares.svg", Problem: StalePicture, Wanted: "squares.csv", Got: "circles.csv"}, {File: pageName, Problem: StalePage}}},
		{"a stray file", func(t *testing.T, r string, _ *fake) { write(t, "", r, "alpha", "notes.txt") },
			[]Difference{{Study: "alpha", File: "notes.txt", Problem: Stray}}},
		{"a stray folder", func(t *testing.T, r string, _ *fake) { write(t, "", r, "alpha", "sub", "notes.txt") },
			[]Difference{{Study: "alpha", File: "sub", Problem: Stray}}},
		{"a folder in the place of a file", func(t *testing.T, r string, _ *fake) {
			os.Remove(filepath.Join(r, "alpha", "squares.csv"))
			write(t, "", r, "alpha", "squares.csv", "x")
		},
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: Missing}}},
		{"a stray file in full", func(t *testing.T, r string, _ *fake) { write(t, "", r, "alpha", "full", "notes.txt") },
			[]Difference{{Study: "alpha", Full: true, File: "notes.txt", Problem: Stray}}},
		{"a full file touched, without --full", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, "alpha", "full", "squares.csv"), "\n3,9,", "\n3,10,")
		},
			[]Difference{{Study: "alpha", Full: true, File: "squares.csv", Problem: OtherFile}}},
		{"a stray study", func(t *testing.T, r string, _ *fake) { write(t, "", r, "omega", "x.csv") },
			[]Difference{{Problem: Stray}}},
		{"the page touched", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, pageName), "proved", "fails")
		},
			[]Difference{{File: pageName, Problem: StalePage}}},
		{"the page removed", func(t *testing.T, r string, _ *fake) { os.Remove(filepath.Join(r, pageName)) },
			[]Difference{{File: pageName, Problem: Missing}}},
		{"a folder in the place of the page", func(t *testing.T, r string, _ *fake) {
			os.Remove(filepath.Join(r, pageName))
			write(t, "", r, pageName, "x")
		},
			[]Difference{{Problem: Stray}, {File: pageName, Problem: Missing}}},
		{"a README and hidden files", func(t *testing.T, r string, _ *fake) {
			write(t, "", r, "README.md")
			write(t, "", r, ".gitignore")
		}, nil},
		{"a file that the manifest forgot", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, manifestName), `"name": "greatest.json"`, `"name": "least.json"`)
		},
			[]Difference{{Study: "alpha", File: "greatest.json", Problem: Stray}, {Study: "alpha", File: "least.json", Problem: Missing},
				{Study: "alpha", File: "greatest.json", Problem: Missing}, {Study: "alpha", File: "least.json", Problem: Stray}}},
		{"a hash in the manifest", func(t *testing.T, r string, _ *fake) {
			data, _ := os.ReadFile(filepath.Join(r, "alpha", "greatest.json"))
			replace(t, filepath.Join(r, manifestName), manifestSum+hash(data), manifestSum+strings.Repeat("0", 64))
		},
			[]Difference{{Study: "alpha", File: "greatest.json", Problem: OtherFile, Wanted: strings.Repeat("0", 64)}}},
		{"parameters in the manifest", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, manifestName), `"to": 8`, `"to": 9`)
		},
			[]Difference{{Study: "alpha", Problem: OtherParameters, Wanted: `{"from":1,"to":8}`, Got: `{"from":1,"to":9}`}, {File: pageName, Problem: StalePage}}},
		{"a unit in the manifest", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, manifestName), `"unit": "nodes"`, `"unit": "miles"`)
		},
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: OtherColumns}, {File: pageName, Problem: StalePage}}},
		{"versions in the manifest", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, manifestName), `"go": "go1`, `"go": "go9`)
		},
			nil},
		{"a seed in the manifest", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, manifestName), `"seed": 11`, `"seed": 12`)
		},
			[]Difference{{Study: "alpha", File: "squares.csv", Problem: OtherLine, Line: 2}, {Study: "alpha", File: "squares.svg", Problem: StalePicture}, {File: pageName, Problem: StalePage}}},
		{"a verdict typed in", func(t *testing.T, r string, _ *fake) {
			replace(t, filepath.Join(r, "claims", "claims.csv"), "proved", "fails")
		},
			[]Difference{{Study: "claims", File: "claims.csv", Problem: OtherFile}, {Study: "claims", File: "claims.csv", Problem: OtherLine, Line: 2}}},
		{"a study that fails", func(t *testing.T, r string, a *fake) {
			a.onRow = func(context.Context, int) error { return errors.New("broken") }
		},
			[]Difference{{Study: "alpha", Problem: Failed}}},
		{"a part gone from the manifest and the disk", func(t *testing.T, r string, _ *fake) {
			m := assert.Got(loadManifest(r))(t)
			m.setPart("alpha", false, nil)
			assert.OK(t, m.store(r, disk{os.Rename}))
			for _, name := range []string{"squares.csv", "squares.svg", "greatest.json", "claims.csv"} {
				os.Remove(filepath.Join(r, "alpha", name))
			}
		},
			[]Difference{{Study: "alpha", Problem: NeverRun}, {Study: "claims", Problem: Failed}, {File: pageName, Problem: StalePage}}},
		{"a study unknown to the program", func(t *testing.T, r string, _ *fake) {
			m, _ := loadManifest(r)
			m.setPart("omega", false, m.part("alpha", false))
			assert.OK(t, m.store(r, disk{os.Rename}))
		},
			[]Difference{{Study: "omega", Problem: Stray}}},
		{"a study that lost its full part", func(t *testing.T, r string, a *fake) { a.full = nil },
			[]Difference{{Study: "alpha", Full: true, Problem: Stray}}},
		{"another claim", func(t *testing.T, r string, a *fake) { a.oddClaims = true },
			[]Difference{{Study: "alpha", File: "claims.csv", Problem: OtherLine, Line: 3, Got: endOfFile},
				{Study: "claims", File: "claims.csv", Problem: OtherLine, Line: 3, Got: endOfFile}, {Study: "claims", File: "findings.csv", Problem: OtherLine, Line: 2},
				{Study: "claims", File: "summary.csv", Problem: OtherLine, Line: 2}, {Study: "claims", File: "verdicts.svg", Problem: StalePicture},
				{Study: "claims", Problem: StaleInput}}},
		{"no picture any more", func(t *testing.T, r string, a *fake) { a.noFigure = true },
			[]Difference{{Study: "alpha", File: "squares.svg", Problem: Stray}}},
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
				want := c.want[i]
				if f.Study != want.Study || f.Full != want.Full || f.File != want.File || f.Problem != want.Problem ||
					want.Line != 0 && f.Line != want.Line || want.Wanted != "" && f.Wanted != want.Wanted || want.Got != "" && f.Got != want.Got {
					t.Errorf("difference %d: %v, want %+v", i+1, f, want)
				}
			}
			if table := report.Table(); table.Len() != len(report.Differences) {
				t.Error("the table has other rows than the report")
			}
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
	if err == nil || !strings.Contains(err.Error(), "there are no results in the folder "+opts.Results+":") || len(report.Differences) != 0 {
		t.Errorf("%v, differences %v", err, report.Differences)
	}
	if _, err := os.Stat(opts.Results); err == nil {
		t.Error("the check made a folder")
	}
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
	if want := "study,part,file,line,problem,wanted,got,detail\na,default,\"\"\"b\\x00.csv\"\"\",3,differs,1,\"\"\"\\xff\"\"\",\n"; text.String() != want {
		t.Errorf("got %q, want %q", &text, want)
	}
	for p := OtherLine; p <= CutShort; p++ {
		if strings.HasPrefix(p.String(), "Problem(") || p.String() == "" {
			t.Errorf("problem %d has no name", int(p))
		}
	}
}
