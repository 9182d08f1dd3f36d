package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
)

// fakeParams are the parameters of the fake study.
type fakeParams struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// fake is a study of square numbers with hooks, which exercises every part of the machinery: rows,
// random numbers, tables, pictures, certificates and claims.
type fake struct {
	name      string
	defaults  fakeParams
	full      *fakeParams
	factor    int                                    // stands for the code: another factor gives other rows
	louder    int                                    // so does this, in a column that is not drawn
	onRow     func(ctx context.Context, n int) error // called while a row is computed
	noFigure  bool
	measured  bool // its certificate holds measured times
	oddClaims bool // claims that all squares are odd, too

	mu       sync.Mutex
	computed []int // rows that were computed
	searched int   // certificates that were searched for
}

type fakeRow struct {
	N      int
	Square int
	Noise  uint64
	Cells  []table.Cell
}

type fakeCertificate struct {
	Square int `json:"square"`
	Root   int `json:"root"`
}

func (f *fake) study() Study {
	return NewStudy(Spec[fakeParams]{
		Name: f.name, Title: "Square numbers", Doc: "Which numbers are squares.",
		Default: f.defaults, Full: f.full, Declare: f.declare, Verify: f.verify, Measured: f.measured,
	})
}

func (f *fake) declare(out *Output, p fakeParams) {
	rows := Compute(out, "squares", Numbers(p.From, p.To), func(ctx context.Context, n int) (fakeRow, error) {
		f.mu.Lock()
		f.computed = append(f.computed, n)
		f.mu.Unlock()
		if f.onRow != nil {
			if err := f.onRow(ctx, n); err != nil {
				return fakeRow{}, err
			}
		}
		noise := out.Rand("squares", fmt.Sprint(n)).Uint64N(1000)
		return fakeRow{N: n, Square: f.factor * n * n, Noise: noise, Cells: []table.Cell{table.Float(math.Sqrt(float64(n))), table.Empty()}}, nil
	})
	squares := Table(out, "squares", rows,
		Ints("n", "nodes", "a number", func(r fakeRow) int { return r.N }),
		Ints("square", "", "its square", func(r fakeRow) int { return r.Square }),
		Ints("noise", "", "a random number", func(r fakeRow) int { return int(r.Noise) + f.louder }),
		Column[fakeRow]{table.Floats("root", "", "its root"), func(r fakeRow) table.Cell { return r.Cells[0] }},
		Column[fakeRow]{table.Texts("remark", "", "nothing"), func(r fakeRow) table.Cell { return r.Cells[1] }})
	if !f.noFigure {
		out.plot("squares", plot.Figure{Title: "Squares", X: plot.Linear("n", "nodes"), Y: plot.Linear("n²", plot.NoUnit), Column: true},
			[]Layer{squares.Line("", "n", "square")})
	}
	f.certify(out, p)
	out.Claim(f.name+"-positive", "Nobody 1900", "Lemma 1", "Squares are not negative.",
		ForAll(fmt.Sprintf("n in %d..%d", p.From, p.To), rows, func(r fakeRow) (bool, string) { return r.Square >= 0, fmt.Sprint(r.N) }).Proved("degree"))
	if f.oddClaims {
		out.Claim(f.name+"-odd", "Nobody 1900", "Remark", "Squares are odd.",
			ForAll("all n", rows, func(r fakeRow) (bool, string) { return r.Square%2 == 1, fmt.Sprintf("n = %d", r.N) }))
	}
}

// certify emits the largest square with a root of it: either sign will do, and the search takes one
// of them by the number of searches so far, so the certificate is not the same twice.
func (f *fake) certify(out *Output, p fakeParams) {
	const name = "greatest.json"
	c := fakeCertificate{Square: p.To * p.To, Root: p.To}
	if out.Err() != nil {
		return
	}
	if data, ok := out.Known(name); ok {
		out.Fail(json.Unmarshal(data, &c))
	} else {
		f.searched++
		if f.searched%2 == 0 {
			c.Root = -c.Root
		}
	}
	out.Certificate(name, c)
}

func (f *fake) verify(_ context.Context, p fakeParams, name string, data []byte) error {
	var c fakeCertificate
	if err := StrictJSON(data, &c); err != nil {
		return err
	}
	if c.Root*c.Root != c.Square || c.Square != p.To*p.To {
		return fmt.Errorf("%d is no root of %d, the square of %d", c.Root, c.Square, p.To)
	}
	return nil
}

func newFake(name string) *fake {
	return &fake{name: name, defaults: fakeParams{From: 1, To: 8}, full: &fakeParams{From: 1, To: 30}, factor: 1}
}

// options returns the options of a run of fakes in a folder. The claims study comes last, as in
// All.
func options(results string, fakes ...*fake) Options {
	opts := Options{Results: results, Version: "test", Build: "build", Jobs: 1, Seed: 11}
	for _, f := range fakes {
		opts.Studies = append(opts.Studies, f.study())
	}
	opts.Studies = append(opts.Studies, ClaimsStudy(opts.Studies))
	return opts
}

// snapshot returns all files below a folder, by slash path, without hidden ones.
func snapshot(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	assert.OK(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			if e != nil && e.Name() == partialName {
				return fs.SkipDir
			}
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	}))
	return files
}

// mustRun runs and expects no error and nothing left over.
func mustRun(t testing.TB, opts Options) RunReport {
	t.Helper()
	report := assert.Got(Run(t.Context(), opts))(t)
	if _, err := os.Stat(filepath.Join(opts.Results, partialName)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after a complete run there is something in %s: %v", partialName, err)
	}
	return report
}

// mustCheck checks and expects no finding.
func mustCheck(t testing.TB, opts Options) CheckReport {
	t.Helper()
	report := assert.Got(Check(t.Context(), opts))(t)
	for _, f := range report.Differences {
		t.Errorf("finding: %v", f)
	}
	return report
}

// studyOf returns a study without parameters.
func studyOf(name, title, doc string, declare func(out *Output)) Study {
	return NewStudy(Spec[struct{}]{Name: name, Title: title, Doc: doc, Declare: func(out *Output, _ struct{}) { declare(out) }})
}
