package experiments

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"
	"coterie/internal/words/table"
	"coterie/quorum"
)

func TestRunAndCheck(t *testing.T) {
	results := filepath.Join(t.TempDir(), "deep", "results")
	a, b := newFake("alpha"), newFake("beta")
	b.oddClaims = true
	opts := options(results, a, b)
	report := mustRun(t, opts)

	var order []string
	for _, d := range report.Done {
		order = append(order, d.Study)
	}
	assert.Slice(t, order, []string{"alpha", "beta", "claims"}, "ran")
	if d := report.Done[0]; d.Rows != 8 || d.Resumed != 0 || d.Full || d.Folder != filepath.Join(results, "alpha") || d.Elapsed <= 0 {
		t.Errorf("reported %+v", d)
	}
	files := snapshot(t, results)
	want := []string{
		"alpha/claims.csv", "alpha/greatest.json", "alpha/squares.csv", "alpha/squares.svg",
		"beta/claims.csv", "beta/greatest.json", "beta/squares.csv", "beta/squares.svg",
		"claims/claims.csv", "claims/findings.csv", "claims/summary.csv", "claims/verdicts.svg", "index.html", "manifest.json",
	}
	assert.Slice(t, slices.Sorted(maps.Keys(files)), want, "files")
	if !strings.HasPrefix(files["alpha/squares.csv"], "n,square,noise,root,remark\n1,1,") {
		t.Errorf("squares.csv is %q", files["alpha/squares.csv"])
	}
	golden(t, "claims.csv", []byte(files["claims/claims.csv"]))
	golden(t, "summary.csv", []byte(files["claims/summary.csv"]))

	searched, computed := a.searched, len(a.computed)
	if report := mustCheck(t, opts); report.Parts != 3 || report.Files == 0 {
		t.Errorf("checked %+v", report)
	}
	assert.Equal(t, len(a.computed)-computed, 8, "rows that the check computed anew")
	assert.Equal(t, a.searched, searched, "the check searched for a certificate instead of verifying the one that is there")
	assert.Map(t, files, snapshot(t, results), "the check changed results/")

	// Under another seed a second run finds another certificate, and the check is content with it
	// too.
	opts.Seed++
	mustRun(t, opts)
	if after := snapshot(t, results); files["alpha/greatest.json"] == after["alpha/greatest.json"] {
		t.Error("the same certificate twice")
	}
	mustCheck(t, opts)
}

func TestManifest(t *testing.T) {
	results := t.TempDir()
	opts := options(results, newFake("alpha"))
	mustRun(t, opts)
	got := snapshot(t, results)["manifest.json"]
	// The bytes that depend on the toolchain or the drawing library are masked; the rest is golden.
	svg, _ := os.ReadFile(filepath.Join(results, "alpha", "squares.svg"))
	verdicts, _ := os.ReadFile(filepath.Join(results, "claims", "verdicts.svg"))
	masked := strings.NewReplacer(runtime.Version(), "GO", `"os": "`+runtime.GOOS, `"os": "OS`, `"arch": "`+runtime.GOARCH, `"arch": "ARCH`, hash(svg), "PICTURE", hash(verdicts), "VERDICTS").Replace(got)
	golden(t, "manifest.json", []byte(masked))
}

func TestRunSelectsStudies(t *testing.T) {
	results := t.TempDir()
	opts := options(results, newFake("alpha"), newFake("beta"), newFake("gamma"))
	opts.Names = []string{"gamma", "alpha", "gamma"}
	report := mustRun(t, opts)
	if len(report.Done) != 2 || report.Done[0].Study != "alpha" || report.Done[1].Study != "gamma" {
		t.Errorf("ran %+v, want alpha and gamma once each, in the order of the registry", report.Done)
	}
	// Entries of studies that are not run are kept.
	opts.Names, opts.Seed = []string{"beta"}, 12
	mustRun(t, opts)
	m := assert.Got(loadManifest(results))(t)
	for name, seed := range map[string]uint64{"alpha": 11, "beta": 12, "gamma": 11} {
		if part := m.part(name, false); part == nil || part.Seed != seed {
			t.Errorf("%s: entry %+v", name, part)
		}
	}
	// The check takes each seed from the manifest.
	opts.Names, opts.Seed = []string{"alpha", "beta", "gamma"}, 0
	mustCheck(t, opts)
}

func TestRunRefuses(t *testing.T) {
	bare := newFake("bare")
	bare.full = nil
	opts := options(t.TempDir(), newFake("alpha"), bare)
	for _, do := range []func() error{
		func() error { _, err := Run(t.Context(), opts); return err },
		func() error { _, err := Check(t.Context(), opts); return err },
	} {
		opts.Names = []string{"alpha", "alhpa"}
		if err := do(); !errors.As(err, new(*quorum.InputError)) || err.Error() != `no study named "alhpa"` {
			t.Errorf("got %v", err)
		}
	}
	opts.Names, opts.Full = []string{"bare"}, true
	assert.Refused(Run(t.Context(), opts))(t, "study bare has no full part")
	opts.Studies = append(opts.Studies, newFake("alpha").study())
	if !panics(func() { Run(t.Context(), opts) }) {
		t.Error("two studies of one name were run")
	}
}

func TestFullPart(t *testing.T) {
	results := t.TempDir()
	bare := newFake("bare")
	bare.full = nil
	opts := options(results, newFake("alpha"), bare)
	opts.Full = true
	_, err := Run(t.Context(), opts)
	var missing *NotRunError
	if !errors.As(err, &missing) || missing.Study != "bare" || missing.Full {
		t.Fatalf("claims gathered from a study that was never run: %v", err)
	}
	full := snapshot(t, results)
	if _, ok := full["alpha/full/squares.csv"]; !ok || len(full["alpha/squares.csv"]) > 0 {
		t.Fatalf("after a full run: %v", slices.Sorted(maps.Keys(full)))
	}

	opts.Full = false
	if _, err := Run(t.Context(), opts); err != nil { // rows of the failed run still wait in .partial
		t.Fatal(err)
	}
	opts.Full = true
	mustRun(t, opts)
	opts.Full = false
	mustRun(t, opts)
	// The default part was replaced twice around the full one, which stays.
	files := snapshot(t, results)
	for _, name := range []string{"alpha/squares.csv", "alpha/full/squares.csv", "claims/full/claims.csv", "bare/claims.csv"} {
		if files[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	if strings.Count(files["alpha/full/squares.csv"], "\n") != 31 || strings.Count(files["alpha/squares.csv"], "\n") != 9 {
		t.Error("the parts have each other's rows")
	}
	if !strings.Contains(files["claims/full/claims.csv"], "n in 1..30") || !strings.Contains(files["claims/full/claims.csv"], "bare-positive") {
		t.Errorf("full claims: %s", files["claims/full/claims.csv"])
	}
	mustCheck(t, opts)
	opts.Full = true
	if report := mustCheck(t, opts); report.Parts != 5 {
		t.Errorf("checked %+v", report)
	}
}

// stop returns a context and a hook that cancels it once rows with n beyond limit begin; those rows
// end with the context, as rows should.
func stop(t *testing.T, limit int) (context.Context, func(context.Context, int) error) {
	ctx, cancel := context.WithCancel(t.Context())
	return ctx, func(ctx context.Context, n int) error {
		if n <= limit {
			return nil
		}
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}
}

func TestInterruptAndResume(t *testing.T) {
	clean := t.TempDir()
	mustRun(t, options(clean, newFake("alpha"), newFake("beta"))) // without interruption
	want := snapshot(t, clean)
	for _, jobs := range []int{1, 4} {
		for _, before := range []bool{false, true} {
			t.Run(fmt.Sprintf("jobs=%d/before=%v", jobs, before), func(t *testing.T) {
				results := t.TempDir()
				a, b := newFake("alpha"), newFake("beta")
				opts := options(results, a, b)
				opts.Jobs = jobs
				old := map[string]string{}
				if before { // results of another seed, which the interruption must not touch
					opts.Seed = 5
					mustRun(t, opts)
					opts.Seed = 11
					old = snapshot(t, results)
				}
				a.computed, b.computed, a.searched, b.searched = nil, nil, 0, 0

				var ctx context.Context
				ctx, b.onRow = stop(t, 5)
				report, err := Run(ctx, opts)
				var interrupted *StudyError
				if !errors.As(err, &interrupted) || interrupted.End != StudyInterrupted || !errors.Is(err, context.Canceled) {
					t.Fatalf("got %v", err)
				}
				if interrupted.Study != "beta" || interrupted.Full || len(interrupted.Done) != 1 || len(report.Done) != 1 || report.Done[0].Study != "alpha" {
					t.Errorf("interrupted: %+v", interrupted)
				}
				// With one job rows come in order, so exactly 1..5 are kept.
				if interrupted.Rows > 5 || jobs == 1 && interrupted.Rows != 5 {
					t.Errorf("%d rows kept", interrupted.Rows)
				}
				for name, content := range snapshot(t, results) {
					if strings.HasPrefix(name, "beta/") && content != old[name] {
						t.Errorf("the interrupted study changed %s", name)
					}
				}

				b.onRow = nil
				a.computed, b.computed = nil, nil
				opts.Resume = true
				report = mustRun(t, opts)
				if len(a.computed) != 0 || len(b.computed) != 8-interrupted.Rows {
					t.Errorf("the resumed run computed %v of alpha, %v of beta", a.computed, b.computed)
				}
				if d := report.Done[1]; d.Rows != 8 || d.Resumed != interrupted.Rows {
					t.Errorf("reported %+v", d)
				}
				got := snapshot(t, results)
				for name := range want {
					// The certificate depends on how often it was searched for, by design of the
					// fake, and so do the manifest and the page, which hold its hash.
					if name != "alpha/greatest.json" && name != "manifest.json" && name != pageName && got[name] != want[name] {
						t.Errorf("%s differs from an uninterrupted run:\n%s\nwant\n%s", name, got[name], want[name])
					}
				}
				assert.Equal(t, len(got), len(want), "files")
				mustCheck(t, opts)
			})
		}
	}
}

func TestResumeOfAnotherProgram(t *testing.T) {
	for _, change := range []struct {
		name string
		do   func(o *Options)
	}{
		{"version", func(o *Options) { o.Version = "next" }},
		{"build", func(o *Options) { o.Build = "next" }},
		{"seed", func(o *Options) { o.Seed++ }},
		{"no resume", func(o *Options) { o.Resume = false }},
	} {
		results := t.TempDir()
		a := newFake("alpha")
		opts := options(results, a)
		var ctx context.Context
		ctx, a.onRow = stop(t, 5)
		if _, err := Run(ctx, opts); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		a.onRow, a.computed = nil, nil
		var log strings.Builder
		opts.Resume, opts.Logf = true, func(format string, args ...any) { fmt.Fprintf(&log, format+"\n", args...) }
		change.do(&opts)
		mustRun(t, opts)
		if len(a.computed) != 8 || !strings.Contains(log.String(), "discarded") {
			t.Errorf("%s: computed %v, log %q", change.name, a.computed, &log)
		}
	}
}

// The default build is the running executable, so two runs of one program resume each other.
func TestBuildOfTheExecutable(t *testing.T) {
	assert.MustEqual(t, len(work.Executable()), 64, "hash %q", work.Executable())
	a := newFake("alpha")
	opts := options(t.TempDir(), a)
	opts.Build = ""
	var ctx context.Context
	ctx, a.onRow = stop(t, 5)
	if _, err := Run(ctx, opts); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	a.onRow, a.computed, opts.Resume = nil, nil, true
	mustRun(t, opts)
	assert.Equal(t, len(a.computed), 3, "computed %v", a.computed)
}

// A study that swallows the cancellation and returns something anyway is not installed.
func TestCancelledStudyIsNotInstalled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	sly := studyOf("sly", "Sly", "Ignores its context.", func(out *Output) {
		cancel()
		Table(out, "n", []int(nil), Ints("n", "", "a number", func(n int) int { return n }))
	})
	results := t.TempDir()
	_, err := Run(ctx, Options{Results: results, Studies: []Study{sly}})
	if !errors.Is(err, context.Canceled) || len(snapshot(t, results)) != 0 {
		t.Errorf("error %v, files %v", err, snapshot(t, results))
	}
	if _, err := Check(ctx, Options{Results: results, Studies: []Study{sly}}); !errors.Is(err, ErrNoResults) {
		t.Errorf("got %v", err)
	}
}

func TestCheckHeedsItsContext(t *testing.T) {
	a := newFake("alpha")
	opts := options(t.TempDir(), a)
	mustRun(t, opts)
	var ctx context.Context
	ctx, a.onRow = stop(t, 2)
	if _, err := Check(ctx, opts); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestFailedStudyLeavesResultsAlone(t *testing.T) {
	results := t.TempDir()
	a := newFake("alpha")
	opts := options(results, a)
	mustRun(t, opts)
	want := snapshot(t, results)
	broken := errors.New("broken")
	a.onRow = func(_ context.Context, n int) error {
		if n == 7 {
			return broken
		}
		return nil
	}
	_, err := Run(t.Context(), opts)
	var failed *StudyError
	if !errors.As(err, &failed) || failed.End != StudyFailed || failed.Study != "alpha" || !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	assert.Map(t, snapshot(t, results), want, "a failed study changed results/")
	// Its finished rows can be resumed once the cause is gone.
	a.onRow, a.computed, opts.Resume = nil, nil, true
	mustRun(t, opts)
	assert.Slice(t, a.computed, []int{7, 8}, "computed")
}

func TestBadManifestStopsRunAndCheck(t *testing.T) {
	for name, text := range assert.Pairs(
		"no JSON", "{",
		"unknown key", `{"format":"coterie-results/1","studies":{},"extra":1}`,
		"other format", `{"format":"coterie-results/9","studies":{}}`,
		"two values", `{"format":"coterie-results/1","studies":{}} {}`,
		"path as study", `{"format":"coterie-results/1","studies":{"../x":{}}}`,
		"path as file", `{"format":"coterie-results/1","studies":{"a":{"default":{"version":"","go":"","os":"","arch":"","parameters":{},"seed":0,"files":[{"name":"../x","sha256":""}]}}}}`,
		"no parameters", `{"format":"coterie-results/1","studies":{"a":{"default":{"version":"","go":"","os":"","arch":"","parameters":,"seed":0,"files":[]}}}}`,
	) {
		results := t.TempDir()
		path := filepath.Join(results, manifestName)
		assert.OK(t, os.WriteFile(path, []byte(text), 0o666))
		if _, err := Check(t.Context(), options(results, newFake("alpha"))); err == nil || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: check: %v", name, err)
		}
		if _, err := Run(t.Context(), options(results, newFake("alpha"))); err == nil || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: run: %v", name, err)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%s: the manifest that did not read was replaced", name)
		}
	}
}

func TestStaleInputsAreNoted(t *testing.T) {
	results := t.TempDir()
	a := newFake("alpha")
	opts := options(results, a)
	mustRun(t, opts)
	a.oddClaims = true
	var log strings.Builder
	opts.Logf = func(format string, args ...any) { fmt.Fprintf(&log, format+"\n", args...) }
	opts.Names = []string{"alpha"}
	mustRun(t, opts)
	assert.Contains(t, log.String(), "claims: its default part was computed from an older alpha/claims.csv")
	opts.Names = []string{"claims"}
	mustRun(t, opts)
	mustCheck(t, opts)
}

func TestReadPaper(t *testing.T) {
	type values struct {
		K []int `json:"k"`
	}
	env := Env{Papers: fstest.MapFS{
		"good.json":  {Data: []byte(`{"k":[2,3]}`)},
		"extra.json": {Data: []byte(`{"k":[2,3],"l":1}`)},
		"two.json":   {Data: []byte(`{"k":[2,3]}{}`)},
	}}
	if v, err := ReadPaper[values](env, "good.json"); err != nil || !slices.Equal(v.K, []int{2, 3}) {
		t.Errorf("got %v, %v", v, err)
	}
	for _, name := range []string{"extra.json", "two.json", "missing.json"} {
		assert.Refused(ReadPaper[values](env, name))(t, name)
	}
	assert.Refused(ReadPaper[values](Env{}, "good.json"))(t, "", "without papers")
}

func TestStudyAccessors(t *testing.T) {
	s := newFake("alpha").study()
	if s.Name() != "alpha" || s.Title() != "Square numbers" || s.Doc() == "" || !s.HasFull() ||
		string(s.Parameters(false)) != `{"from":1,"to":8}` || string(s.Parameters(true)) != `{"from":1,"to":30}` {
		t.Errorf("got %q %q %s %s", s.Name(), s.Title(), s.Parameters(false), s.Parameters(true))
	}
	s.Parameters(false)[0] = 'x'
	assert.True(t, json.Valid(s.Parameters(false)), "a caller changed the parameters of a study")
	bare := newFake("bare")
	bare.full = nil
	if s := bare.study(); s.HasFull() || s.Parameters(true) != nil {
		t.Error("a full part appeared")
	}
	declare := func(*Output, struct{}) {}
	for name, bug := range map[string]func(){
		"name":   func() { NewStudy(Spec[struct{}]{Name: "A", Title: "t", Doc: "d", Declare: declare}) },
		"path":   func() { NewStudy(Spec[struct{}]{Name: "../a", Title: "t", Doc: "d", Declare: declare}) },
		"title":  func() { NewStudy(Spec[struct{}]{Name: "a", Doc: "d", Declare: declare}) },
		"doc":    func() { NewStudy(Spec[struct{}]{Name: "a", Title: "t", Declare: declare}) },
		"no run": func() { NewStudy(Spec[struct{}]{Name: "a", Title: "t", Doc: "d"}) },
		"parameters": func() {
			NewStudy(Spec[int]{Name: "a", Title: "t", Doc: "d", Declare: func(*Output, int) {}})
		},
	} {
		assert.True(t, panics(bug), "%s: no panic", name)
	}
}

func TestRegistry(t *testing.T) {
	studies := allStudies()
	if len(studies) == 0 || studies[len(studies)-1].Name() != "claims" {
		t.Fatal("the last study is not claims")
	}
	seen := map[string]bool{}
	for _, s := range studies {
		if seen[s.Name()] {
			t.Errorf("two studies named %s", s.Name())
		}
		seen[s.Name()] = true
	}
	if tab := ListTable(studies); tab.Len() != len(studies) || tab.At(tab.Len()-1, "name") != table.Text("claims") {
		t.Error("the list does not list the studies")
	}
}

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	want := assert.Got(os.ReadFile("testdata/" + name))(t)
	assert.True(t, bytes.Equal(got, want), "%s: got\n%s\nwant\n%s", name, got, want)
}
