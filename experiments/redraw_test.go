package experiments

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/picture/plot"
)

// plotted returns a study of one plot, whose claim looks at its rows. computed counts the computed
// rows.
func plotted(factor int, computed *int) Study {
	return NewStudy(Spec[map[string]int]{
		Name: "plotted", Title: "Plotted", Doc: "Powers.", Default: map[string]int{"factor": factor}, Full: &map[string]int{"factor": 10 * factor},
		Declare: func(out *Output, _ map[string]int) {
			rows := Compute(out, "rows", Numbers(1, 5), func(_ context.Context, n int) (int, error) {
				*computed++
				return n * n, nil
			})
			t := Table(out, "squares", rows, Ints("square", "nodes", "a square", func(r int) int { return r }),
				Floats("third", "", "of it", func(r int) float64 { return float64(r) / 3 }))
			out.Plot("squares", "Squares", plot.Linear("n²", "nodes"), plot.Linear("third", plot.NoUnit),
				t.Line("a third", "square", "third").Family("grid"), t.Scatter("some", "square", "third", AtLeast("square", 4)))
			out.Draw("dot", func() (Picture, error) { return dot{}, nil }, t)
			first := rows[0] // panics without rows: a redraw ends here
			out.Claim("first", "Nobody 1900", "p. 1", "The first square is 1.", ForAll("the first", []int{first}, func(r int) (bool, string) { return r == 1, "" }))
		},
	})
}

// Drawing again gives the bytes of the run, computes nothing and leaves everything else alone.
func TestRedraw(t *testing.T) {
	results, computed := t.TempDir(), 0
	study := plotted(1, &computed)
	opts := Options{Studies: []Study{study}, Results: results, Jobs: 1, Version: "1", Build: "b"}
	assert.Got(Run(context.Background(), opts))(t)
	read := func() map[string][]byte {
		files := make(map[string][]byte)
		for _, name := range []string{manifestName, pageName, "plotted/squares.csv", "plotted/squares.svg", "plotted/dot.svg", "plotted/claims.csv"} {
			data := assert.Got(os.ReadFile(filepath.Join(results, name)))(t)
			files[name] = data
		}
		return files
	}
	same := func(want map[string][]byte) {
		t.Helper()
		for name, data := range read() {
			assert.True(t, bytes.Equal(data, want[name]), "%s is not what the run wrote", name)
		}
	}
	redraw := func(want ...string) {
		t.Helper()
		done, err := Redraw(context.Background(), opts)
		if err != nil || len(done) != 1 || !slices.Equal(done[0].Files, want) {
			t.Fatalf("drew %v: %v, want %v", done, err, want)
		}
	}
	first := read()
	redraw()
	same(first)

	// Other formats, beside the SVG: no check calls them strays, and a run may replace them.
	opts.Formats = []string{"tex", "png"}
	redraw("squares.png", "squares.tex")
	opts.Formats = nil
	same(first)
	for name, holds := range map[string]string{"squares.tex": "pgfpicture", "squares.png": "PNG"} {
		data, err := os.ReadFile(filepath.Join(results, "plotted", name))
		if err != nil || !bytes.Contains(data, []byte(holds)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	mustCheck(t, opts)
	mustRun(t, opts)
	before := computed

	// Pretend that another version drew the plot: the hash in the manifest is that of other bytes.
	m := assert.Got(loadManifest(results))(t)
	part := m.part("plotted", false)
	for i, f := range part.Files {
		if f.Name == "squares.svg" {
			part.Files[i].SHA256 = hash([]byte("old"))
		}
	}
	path := filepath.Join(results, "plotted", "squares.svg")
	assert.OK(t, errors.Join(m.store(results, disk{os.Rename}), os.WriteFile(path, []byte("old"), 0o666)))
	redraw("squares.svg")
	same(first)
	assert.Equal(t, computed, before, "%d rows were computed for it", computed-before)
	mustCheck(t, opts)

	// A picture that somebody overwrote comes back, and so does its entry in the manifest.
	assert.OK(t, os.WriteFile(path, []byte("mine"), 0o666))
	redraw("squares.svg")
	same(first)
	drawn, _ := part.file("squares.svg")
	replace(t, filepath.Join(results, manifestName), drawn.DrawnFrom["squares.csv"], hash(nil))
	redraw()
	same(first)

	// A full part of other parameters keeps its plots unless its study is named.
	opts.Full = true
	assert.Got(Run(context.Background(), opts))(t)
	m = assert.Got(loadManifest(results))(t)
	m.part("plotted", true).Parameters = []byte(`{"factor":3}`)
	assert.OK(t, m.store(results, disk{os.Rename}))
	redraw()
	var refused *StudyError
	named := opts
	named.Names = []string{"plotted"}
	if _, err := Redraw(context.Background(), named); !errors.As(err, &refused) || refused.End != PlotsUndrawn {
		t.Errorf("a full part of other parameters: %v", err)
	}
	opts.Full = false

	other := opts
	other.Studies = []Study{plotted(2, &computed)}
	if _, err := Redraw(context.Background(), other); !errors.As(err, &refused) || refused.End != PlotsUndrawn {
		t.Errorf("other parameters: %v", err)
	}
	assert.OK(t, os.WriteFile(filepath.Join(results, "plotted", "squares.csv"), []byte("square,third\n1,0.5\n"), 0o666))
	if _, err := Redraw(context.Background(), opts); !errors.As(err, &refused) || refused.End != PlotsUndrawn {
		t.Errorf("another table: %v", err)
	}
	opts.Results = t.TempDir()
	if _, err := Redraw(context.Background(), opts); !errors.Is(err, ErrNoResults) {
		t.Errorf("no results: %v", err)
	}
}
