package chart

import (
	"io"

	"coterie/internal/picture/plot"

	"coterie/internal/picture/canvas"
)

// Write draws the figure in one of the formats of package canvas. Errors are those of
// [plot.Figure.Validate] or come from w.
func Write(w io.Writer, f plot.Figure, format canvas.Format) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	page := canvas.Page{Title: f.Title, Width: d.width, Height: d.height, Paint: d.paint}
	if !f.Column {
		page.TeX = `; in a column of a two-column paper \resizebox shrinks its type to half`
	}
	return format.Encode(w, page)
}
