package command

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"coterie/compare"
	"coterie/internal/picture/canvas"
	"coterie/internal/words/comparison"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
)

// pictureFormat returns the format of the picture of --plot, according to the ending of -o. It is
// empty if a table is to be written.
func (a *App) pictureFormat(flags compareFlags, changed func(string) bool) (canvas.Format, error) {
	if !changed("plot") {
		if flags.column {
			return nil, typed.Hint(errors.New("--column is about the picture of --plot"), "for example: --plot load -o load.tex --column")
		}
		if flags.noTitle {
			return nil, typed.Hint(errors.New("--no-title is about the picture of --plot"), "for example: --plot load -o load.svg --no-title")
		}
		return nil, nil
	}
	if err := a.checkChart(); err != nil {
		return nil, err
	}
	example := fmt.Sprintf("for example: --plot %s -o %s.svg", flags.plot, flags.plot)
	format, ok := a.Formats.Of(a.Output)
	switch {
	case changed("format"):
		return nil, typed.Hint(fmt.Errorf("--plot and --format %s: the ending of the file of -o says which picture it is", show.Brief(a.format)), example)
	case a.Output == "" || a.Output == "-":
		return nil, typed.Hint(fmt.Errorf("--plot %s: the file of the picture is missing: -o FILE.%s", show.Brief(flags.plot), canvas.SVG.Ending()), "it ends in "+a.Formats.Endings())
	case !ok:
		return nil, typed.Hint(fmt.Errorf("--plot %s -o %s: the name has to end in %s", show.Brief(flags.plot), show.Brief(a.Output), a.Formats.Endings()), example)
	}
	return format, nil
}

// checkChart refuses --plot if this build draws no plots.
func (a *App) checkChart() error {
	if a.Chart == nil {
		return typed.Hint(errors.New("--plot: this build of coterie draws no plots"), "a build of cmd/coterie does; --format csv has the points")
	}
	return nil
}

// drawComparison writes the picture to the file of -o.
func (a *App) drawComparison(t *compare.Table, flags compareFlags, format canvas.Format, cut bool) error {
	picture, left, err := comparison.PictureOf(t, compare.Quantity(flags.plot), flags.p)
	if err != nil {
		return fmt.Errorf("--plot %s: %w", flags.plot, err)
	}
	picture.NoTitle = flags.noTitle
	picture.Column = flags.column
	aside := map[string]bool{}
	for _, r := range t.Rows {
		if r.Aside != "" && r.Best == nil && !aside[r.Spec] && !slices.Contains(left, r.Spec) {
			aside[r.Spec] = true
			a.Notef("%s is drawn, but not comparable: %s", r.Spec, r.Aside)
		}
	}
	if len(left) > 0 {
		a.Notef("not drawn, for want of exact figures or good estimates: %s", comparison.NamesOf(left))
	}
	return a.emit(cut, func(w io.Writer) error { return a.Chart(w, picture, format) })
}
