package draw

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/paper"
	"coterie/internal/picture/tikz"
)

// TestPicturesForPapers: pictures with circles, upright texts and rectangles are one page of PDF,
// and LaTeX reads them if it is installed; equal pictures are equal bytes.
func TestPicturesForPapers(t *testing.T) {
	folder := t.TempDir()
	var text strings.Builder
	for name, spec := range assert.Pairs("fano", "fpp:order=2", "grid", "grid:n=12", "stairs", "surficial:n=12,m=3") {
		built := assert.Got(construct.Build(t.Context(), spec))(t)
		p := assert.Got(Of(t.Context(), built, Options{}))(t)
		var pdf, tex, again bytes.Buffer
		for format, out := range map[canvas.Format][]*bytes.Buffer{paper.PDF: {&pdf}, tikz.TeX: {&tex, &again}} {
			for _, w := range out {
				assert.OK(t, p.Write(w, format))
			}
		}
		if !strings.HasPrefix(pdf.String(), "%PDF-1.") || strings.Count(pdf.String(), "/Type /Page\n") != 1 {
			t.Errorf("%s: no PDF of one page", spec)
		}
		if tikz := tex.String(); tikz != again.String() || strings.Contains(tikz, `\pgfcurveto`) != (name == "fano") || regexp.MustCompile(`[0-9]e-[0-9]+pt`).MatchString(tikz) {
			t.Errorf("%s: the TikZ picture changes, lacks its circles, or has numbers that LaTeX does not read", spec)
		}
		assert.OK(t, os.WriteFile(filepath.Join(folder, name+".tex"), tex.Bytes(), 0o666))
		text.WriteString(`\resizebox{\columnwidth}{!}{\input{` + name + ".tex}}\n\n")
	}
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex")
	}
	assert.OK(t, os.WriteFile(filepath.Join(folder, "paper.tex"), []byte(`\documentclass{article}\usepackage{pgf}\begin{document}`+text.String()+`\end{document}`), 0o666))
	cmd := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
