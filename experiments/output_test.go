package experiments

import (
	"fmt"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
)

func TestOutputRefuses(t *testing.T) {
	tab := table.New(table.Ints("n", "nodes", "a number"))
	assert.OK(t, tab.Append(table.Int(1)))
	figure := plot.Figure{Title: "T", X: plot.Linear("x", plot.NoUnit), Y: plot.Linear("y", plot.NoUnit), Series: []plot.Series{{Points: []table.Point{table.At(1, 1)}}}}
	for _, checking := range []bool{false, true} {
		out := newOutput(t.Context(), Env{}, newFake("alpha").study(), checking)
		assert.OK(t, out.emit("n.csv", tab))
		bad, shows := figure, map[string]string{"n.csv": "1"}
		bad.Title = ""
		noVerify := newOutput(t.Context(), Env{}, ClaimsStudy(nil), checking)
		for name, emit := range map[string]func() error{
			"twice":            func() error { return out.emit("n.csv", tab) },
			"wrong extension":  func() error { return out.emit("n.json", tab) },
			"no extension":     func() error { return out.emit("n", tab) },
			"path":             func() error { return out.emit("../n.csv", tab) },
			"full":             func() error { return out.emit("full", tab) },
			"hidden":           func() error { return out.emit(".csv", tab) },
			"undocumented":     func() error { return out.emit("m.csv", table.New(table.Ints("n", "", ""))) },
			"no table":         func() error { return out.picture("p.svg", Drawn(figure), nil) },
			"unknown table":    func() error { return out.picture("p.svg", Drawn(figure), map[string]string{"m.csv": "1"}) },
			"bad figure":       func() error { return out.picture("p.svg", Drawn(bad), shows) },
			"picture as table": func() error { return out.picture("p.csv", Drawn(figure), shows) },
			"no verify":        func() error { return noVerify.Certificate("c.json", 1) },
			"certificate name": func() error { return out.Certificate("c.txt", 1) },
		} {
			if emit() == nil {
				t.Errorf("checking=%v: %s was taken", checking, name)
			}
			out.err, noVerify.err = nil, nil
		}
		assert.Equal(t, len(out.files), 1, "checking=%v: files were taken", checking)
	}
}

func TestCertificatesAreVerifiedAtOnce(t *testing.T) {
	out := newOutput(t.Context(), Env{}, newFake("alpha").study(), false)
	for name, v := range map[string]any{"wrong": fakeCertificate{Square: 64, Root: 7}, "null": nil, "no JSON": func() {}} {
		assert.Fails(t, out.Certificate("c.json", v), "", "%s: a certificate that its own study refuses was emitted", name)
		if out.Err() == nil || out.Certificate("d.json", fakeCertificate{Square: 64, Root: 8}) != out.Err() {
			t.Errorf("%s: the error was not kept", name)
		}
		out.err = nil
	}
	assert.NoError(t, out.Certificate("c.json", fakeCertificate{Square: 64, Root: -8}))
	assert.Equal(t, string(out.files["c.json"].data), "{\n \"square\": 64,\n \"root\": -8\n}\n", "written as")
}

// Pictures are SVG; a run writes further formats beside them, which are on the disk alone.
func TestPictureFormats(t *testing.T) {
	study := studyOf("pictures", "Pictures", "A plot.", func(out *Output) {
		numbers := Table(out, "t", Numbers(0, 4),
			Ints("n", "nodes", "a number", func(n int) int { return n }), Ints("k", "nodes", "another", func(n int) int { return 2 * n }))
		out.Plot("p", "T", plot.Linear("n", "nodes"), plot.Linear("k", "nodes"), numbers.Scatter("", "n", "k"))
	})
	opts := Options{Results: t.TempDir(), Studies: []Study{study}, Build: "build"}
	mustRun(t, opts)
	plain := snapshot(t, opts.Results)
	opts.Formats = []string{"png", "pdf", "tex"}
	mustRun(t, opts)
	mustCheck(t, opts)
	all := snapshot(t, opts.Results)
	for name, starts := range assert.Pairs("p.png", "\x89PNG", "p.pdf", "%PDF", "p.tex", "%", "p.svg", "<?xml") {
		assert.True(t, strings.HasPrefix(all["pictures/"+name], starts), "%s is not as its name says", name)
		if name != "p.svg" {
			delete(all, "pictures/"+name)
		}
	}
	assert.Equal(t, fmt.Sprint(all), fmt.Sprint(plain), "all but the further formats")
	opts.Formats = nil
	mustRun(t, opts)
	assert.Equal(t, fmt.Sprint(snapshot(t, opts.Results)), fmt.Sprint(plain), "after a run without")
}
