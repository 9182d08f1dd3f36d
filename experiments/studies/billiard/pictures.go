package billiard

import (
	"fmt"
	"slices"

	"coterie/experiments"
	pictures "coterie/internal/draw"

	"coterie/internal/table"
)

// plotBilliardFigures emits Figures 1 to 5 of the paper, each drawn from the cells of its table and from nothing
// else. A figure whose table has no rows is left out, as Figure 3 on a grid without such a pair.
func plotBilliardFigures(out *experiments.Output, tables map[string]*table.Table) error {
	for _, figure := range []struct {
		name  string
		scene func(...*table.Table) (pictures.Scene, error)
		from  []string
	}{
		{"figure-1", sceneOne, []string{"figure-1-2.csv"}},
		{"figure-2", sceneTwo, []string{"figure-1-2.csv"}},
		{"figure-3", sceneThree, []string{"figure-3-paths.csv"}},
		{"figure-4", sceneFour, []string{"figure-4.csv"}},
		{"figure-5", sceneFive, []string{"figure-4.csv", "figure-5.csv"}},
	} {
		var from []*table.Table
		for _, name := range figure.from {
			from = append(from, tables[name])
		}
		if slices.ContainsFunc(from, func(t *table.Table) bool { return t.Len() == 0 }) {
			continue
		}
		scene, err := figure.scene(from...)
		if err != nil {
			return fmt.Errorf("%s: %w", figure.name, err)
		}
		picture, err := scene.Picture()
		if err != nil {
			return fmt.Errorf("%s: %w", figure.name, err)
		}
		if err := experiments.PlotBoth(out, figure.name, picture, figure.from...); err != nil {
			return err
		}
	}
	return nil
}

// squarePath returns one line of Figures 1 and 2.
func squarePath(t *table.Table, figure, line string, style int) pictures.Path {
	path := pictures.Path{Style: style}
	for _, p := range t.Points("x", "y", func(row int) bool {
		return t.At(row, "figure") == table.Text(figure) && t.At(row, "line") == table.Text(line)
	}) {
		path.Points = append(path.Points, pictures.XY(p))
	}
	return path
}

// squarePoint returns a point of Figures 1 and 2, which is a vertex of its broken path, and its coordinates as a
// text.
func squarePoint(t *table.Table, name string) (pictures.Point, string, error) {
	is := func(row int) bool {
		return t.At(row, "point") == table.Text(name) && t.At(row, "is_point") == table.Bool(true)
	}
	for row := range t.Len() {
		if is(row) {
			at := t.Points("x", "y", func(r int) bool { return r == row })[0]
			return pictures.Point{At: pictures.XY(at), Label: name}, fmt.Sprintf("%s = (%v, %v)", name, t.At(row, "x"), t.At(row, "y")), nil
		}
	}
	return pictures.Point{}, "", fmt.Errorf("no path has a vertex at %s", name)
}

func sceneOne(from ...*table.Table) (pictures.Scene, error) {
	t := from[0]
	s, where, err := squarePoint(t, "s")
	if err != nil {
		return pictures.Scene{}, err
	}
	return pictures.Scene{
		Title: "Figure 1. Row and column through s in the unit square",
		Panels: []pictures.Panel{{
			Caption: where,
			Paths:   []pictures.Path{squarePath(t, "1", "H", 0), squarePath(t, "1", "V", 1)},
			Points:  []pictures.Point{s},
		}},
		Legend: []pictures.Entry{
			{Kind: pictures.PathEntry, Style: 0, Text: "H, the row of s"},
			{Kind: pictures.PathEntry, Style: 1, Text: "V, the column of s"},
		},
	}, nil
}

func sceneTwo(from ...*table.Table) (pictures.Scene, error) {
	t := from[0]
	scene := pictures.Scene{
		Title: "Figure 2. Billiard paths (above) and broken ones (below)", Columns: 2,
		Legend: []pictures.Entry{
			{Kind: pictures.PathEntry, Text: "the path, √2 long, from the left or the bottom side"},
		},
	}
	for i, part := range []string{"a", "b", "c", "d"} {
		s, where, err := squarePoint(t, []string{"s", "s'"}[i%2])
		if err != nil {
			return scene, err
		}
		scene.Panels = append(scene.Panels, pictures.Panel{
			Caption: fmt.Sprintf("(%s) %s path, %s", part, []string{"billiard", "broken"}[i/2], where),
			Paths:   []pictures.Path{squarePath(t, "2"+part, "path", 0)},
			Points:  []pictures.Point{s},
		})
	}
	return scene, nil
}

func sceneThree(from ...*table.Table) (pictures.Scene, error) {
	t := from[0]
	q := 0
	for row := range t.Len() {
		q = max(q, experiments.CountAt(t, row, "k"))
	}
	parts := make([]pictures.Panel, 3)
	for i, name := range []string{"s", "s'"} {
		part := pictures.Panel{Rows: q, Columns: q}
		path := pictures.Path{}
		for row := range t.Len() {
			if t.At(row, "point") != table.Text(name) {
				continue
			}
			c := pictures.Cell{Row: experiments.CountAt(t, row, "row") - 1, Column: experiments.CountAt(t, row, "column") - 1, Look: pictures.Category(i)}
			if t.At(row, "is_point") == table.Bool(true) {
				c.Label = name
				part.Caption = fmt.Sprintf("(%c) path of %s = (%v,%v)", 'a'+i, name, t.At(row, "row"), t.At(row, "column"))
			}
			part.Cells = append(part.Cells, c)
			path.Points = append(path.Points, pictures.CellCentre(q, q, c.Row, c.Column))
		}
		part.Paths = []pictures.Path{path}
		parts[i] = part
	}
	parts[2] = pictures.Panel{
		Caption: "(c) both: no common cell", Rows: q, Columns: q,
		Cells: slices.Concat(parts[0].Cells, parts[1].Cells), Paths: slices.Concat(parts[0].Paths, parts[1].Paths),
	}
	return pictures.Scene{
		Title:  fmt.Sprintf("Figure 3. Paths that do not meet on the ordinary grid of %d × %d cells", q, q),
		Panels: parts,
		Legend: []pictures.Entry{
			{Kind: pictures.LookEntry, Look: pictures.Category(0), Text: "cells of the path of s"},
			{Kind: pictures.LookEntry, Look: pictures.Category(1), Text: "cells of the path of s'"},
			{Kind: pictures.PathEntry, Text: "the paths"},
			{Kind: pictures.TextEntry, Text: "Positions are (row, column), rows from the top. The paper does not name its two sites: of all pairs without a common cell this is the one that figure-3.csv lists first."},
		},
	}, nil
}

// modifiedGridPanel returns the grid of Figure 4 with its numbers, and where each site is.
func modifiedGridPanel(t *table.Table) (pictures.Panel, map[int]int) {
	panel := pictures.Panel{Numbered: true}
	place := map[int]int{} // site, from 1 -> cell of the panel
	for row := range t.Len() {
		c := pictures.Cell{Row: experiments.CountAt(t, row, "row") - 1, Column: experiments.CountAt(t, row, "column") - 1, Look: pictures.LeftOut}
		if site := t.At(row, "site"); !site.IsEmpty() {
			c.Look, c.Label = pictures.Plain, site.String()
			place[experiments.CountAt(t, row, "site")] = len(panel.Cells)
		}
		panel.Cells = append(panel.Cells, c)
		panel.Rows, panel.Columns = max(panel.Rows, c.Row+1), max(panel.Columns, c.Column+1)
	}
	return panel, place
}

func sceneFour(from ...*table.Table) (pictures.Scene, error) {
	panel, place := modifiedGridPanel(from[0])
	panel.Caption = "row i from the top, column j from the left"
	return pictures.Scene{
		Title:  fmt.Sprintf("Figure 4. The modified grid for q = %d and N = %d", panel.Rows, len(place)),
		Panels: []pictures.Panel{panel},
		Legend: []pictures.Entry{
			{Kind: pictures.LookEntry, Look: pictures.Plain, Text: "a site: i + j is odd"},
			{Kind: pictures.LookEntry, Look: pictures.LeftOut, Text: "left out: i + j is even"},
		},
	}, nil
}

func sceneFive(from ...*table.Table) (pictures.Scene, error) {
	t := from[1]
	scene := pictures.Scene{Title: "Figure 5. Broken billiard paths on the modified grid"}
	pieces := 0
	for row := 0; row < t.Len(); {
		panel, place := modifiedGridPanel(from[0])
		site, size := t.At(row, "site"), 0
		path := pictures.Path{}
		for ; row < t.Len() && t.At(row, "site") == site; row++ {
			at, ok := place[experiments.CountAt(t, row, "computed")]
			if !ok {
				return scene, fmt.Errorf("the grid has no site %v", t.At(row, "computed"))
			}
			c := &panel.Cells[at]
			piece := experiments.CountAt(t, row, "piece")
			c.Look, pieces = pictures.Category(piece-1), max(pieces, piece)
			if t.At(row, "computed") == site {
				c.Look = pictures.Chosen
			}
			path.Points = append(path.Points, pictures.CellCentre(panel.Rows, panel.Columns, c.Row, c.Column))
			size++
		}
		panel.Paths = []pictures.Path{path}
		panel.Caption = fmt.Sprintf("(%c) the quorum of site %v, K = %d", 'a'+len(scene.Panels), site, size)
		scene.Panels = append(scene.Panels, panel)
	}
	scene.Legend = []pictures.Entry{{Kind: pictures.LookEntry, Look: pictures.Chosen, Text: "the site, last of piece 1"}}
	for piece := range pieces {
		scene.Legend = append(scene.Legend, pictures.Entry{Kind: pictures.LookEntry, Look: pictures.Category(piece), Text: fmt.Sprintf("piece %d", piece+1)})
	}
	scene.Legend = append(scene.Legend,
		pictures.Entry{Kind: pictures.LookEntry, Look: pictures.LeftOut, Text: "left out"},
		pictures.Entry{Kind: pictures.PathEntry, Text: "the path"})
	return scene, nil
}
