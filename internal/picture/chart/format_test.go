package chart

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"coterie/internal/picture/plot"
	"coterie/internal/picture/tikz"

	"coterie/internal/check/assert"
	"coterie/internal/picture/paper"
	"coterie/internal/words/table"
)

// spelled is a figure whose texts are hard to write.
func spelled() plot.Figure {
	f := simple(table.At(1, 1e-12), table.At(90000, 3))
	f.Title, f.Y.Log = "√n, 2√n ≤ q² & 50% of α_1 {x} ~ ^ \\ # $", true
	f.X.Label, f.Y.Unit = "n − 1", "½·λ"
	f.Series[0].Kind = plot.Line
	f.Series = append(f.Series,
		plot.Series{Name: "my_system.json", Kind: plot.Line, Points: []table.Point{table.At(3, 1), table.At(9, 2)}},
		plot.Series{Name: "√2·√n, Eğecioğlu, 數", Kind: plot.Guide, Points: plot.Curve(1, 90000, 10, func(x float64) float64 { return x })})
	f.LabelEnds = true
	return f
}

// Equal figures give equal bytes in every format, whenever they are written.
func TestFormatsAreDeterministic(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, format := range paper.Formats() {
		var out [2]bytes.Buffer
		for i := range out {
			if i > 0 && format == paper.PDF {
				time.Sleep(1100 * time.Millisecond) // dates in a PDF are of seconds
			}
			assert.OK(t, Write(&out[i], spelled(), format))
		}
		if out[0].Len() == 0 || !bytes.Equal(out[0].Bytes(), out[1].Bytes()) {
			t.Errorf("%s: two drawings of one figure differ", format)
		}
	}
	assert.Fails(t, Write(io.Discard, plot.Figure{}, paper.PDF), "no title", "PDF of nothing")
	assert.Fails(t, Write(io.Discard, plot.Figure{}, tikz.TeX), "no title", "TeX of nothing")
}

// The PDF is one page of the size of the figure with its font embedded.
func TestPDF(t *testing.T) {
	var out bytes.Buffer
	assert.OK(t, Write(&out, crowded(true, plot.Line), paper.PDF))
	text := out.String()
	if !strings.HasPrefix(text, "%PDF-1.") || !strings.HasSuffix(strings.TrimSpace(text), "%%EOF") {
		t.Error("no PDF")
	}
	for part, want := range map[string]int{"/Type /Page\n": 1, "/Type /Font\n": 1, "/FontFile2 ": 1, "/MediaBox [0 0 252.00 ": 1} {
		assert.Equal(t, strings.Count(text, part), want, "%q stands: times in the PDF", part)
	}
}

// LaTeX makes a page of the picture, where it is installed.
func TestTeXCompiles(t *testing.T) {
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex")
	}
	folder := t.TempDir()
	for name, f := range map[string]plot.Figure{"spelled.tex": spelled(), "crowded.tex": crowded(true, plot.Line)} {
		var out bytes.Buffer
		assert.OK(t, Write(&out, f, tikz.TeX))
		if regexp.MustCompile(`[0-9]e-[0-9]+pt`).MatchString(out.String()) {
			t.Errorf("%s: LaTeX reads no exponents", name)
		}
		assert.OK(t, os.WriteFile(filepath.Join(folder, name), out.Bytes(), 0o666))
	}
	paper := "\\documentclass{article}\\usepackage{pgf}\\begin{document}\\input{spelled.tex}\n\n\\resizebox{\\columnwidth}{!}{\\input{crowded.tex}}\\end{document}\n"
	assert.OK(t, os.WriteFile(filepath.Join(folder, "paper.tex"), []byte(paper), 0o666))
	cmd := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
