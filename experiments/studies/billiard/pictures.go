package billiard

import (
	"fmt"

	"coterie/internal/picture/draw"
)

// squarePanel draws lines of Figures 1 and 2 with their point.
func squarePanel(unit int, caption string, lines ...squareLine) draw.Panel {
	xy := func(c [2]int) draw.XY {
		return draw.At(float64(c[0])/float64(unit), float64(c[1])/float64(unit))
	}
	at, name := lines[0].at, lines[0].point
	panel := draw.Panel{
		Caption: fmt.Sprintf("%s%s = (%s, %s)", caption, name, unitRatio(at[0], unit).RatString(), unitRatio(at[1], unit).RatString()),
		Points:  []draw.Point{{At: xy(at), Label: name}},
	}
	for style, l := range lines {
		path := draw.Path{Style: style}
		for _, c := range l.path {
			path.Points = append(path.Points, xy(c))
		}
		panel.Paths = append(panel.Paths, path)
	}
	return panel
}

func sceneOne(unit int, lines []squareLine) draw.Scene {
	return draw.Scene{
		Title:  "Figure 1. Row and column through s in the unit square",
		Panels: []draw.Panel{squarePanel(unit, "", lines...)},
		Legend: []draw.Entry{
			draw.PathEntry(0, "H, the row of s"),
			draw.PathEntry(1, "V, the column of s"),
		},
	}
}

func sceneTwo(unit int, lines []squareLine) draw.Scene {
	scene := draw.Scene{
		Title: "Figure 2. Billiard paths (above) and broken ones (below)", Columns: 2,
		Legend: []draw.Entry{draw.PathEntry(0, "the path, √2 long, from the left or the bottom side")},
	}
	for i, l := range lines {
		caption := fmt.Sprintf("(%c) %s path, ", 'a'+i, []string{"billiard", "broken"}[i/2])
		scene.Panels = append(scene.Panels, squarePanel(unit, caption, l))
	}
	return scene
}

func sceneThree(q int, pair numberedPair) draw.Scene {
	both := draw.Panel{Caption: "(c) both: no common cell", Rows: q, Columns: q}
	var parts []draw.Panel
	for i, site := range pair.sites {
		part := draw.Panel{Caption: fmt.Sprintf("(%c) path of %s = %v", 'a'+i, pairNames[i], site), Rows: q, Columns: q}
		path := draw.Path{}
		for _, c := range pair.paths[i] {
			cell := draw.Cell{Row: c.Row, Column: c.Column, Look: draw.Category(i)}
			if c == site {
				cell.Label = pairNames[i]
			}
			part.Cells = append(part.Cells, cell)
			path.Points = append(path.Points, draw.CellCentre(q, q, c.Row, c.Column))
		}
		part.Paths = []draw.Path{path}
		parts = append(parts, part)
		both.Cells, both.Paths = append(both.Cells, part.Cells...), append(both.Paths, path)
	}
	return draw.Scene{
		Title:  fmt.Sprintf("Figure 3. Paths that do not meet on the ordinary grid of %d × %d cells", q, q),
		Panels: append(parts, both),
		Legend: []draw.Entry{
			draw.LookEntry(draw.Category(0), "cells of the path of s"),
			draw.LookEntry(draw.Category(1), "cells of the path of s'"),
			draw.PathEntry(0, "the paths"),
			draw.TextEntry("Positions are (row, column), rows from the top. The paper does not name its two sites: " +
				"of all pairs without a common cell this is the one that figure-3.csv lists first."),
		},
	}
}

// gridPanel draws the grid of Figure 4 with its numbers, row by row.
func gridPanel(q int, grid []numberedCell) draw.Panel {
	panel := draw.Panel{Numbered: true, Rows: q, Columns: q}
	for _, c := range grid {
		cell := draw.Cell{Row: c.Row, Column: c.Column, Look: draw.LeftOut}
		if c.site > 0 {
			cell.Look, cell.Label = draw.Plain, fmt.Sprint(c.site)
		}
		panel.Cells = append(panel.Cells, cell)
	}
	return panel
}

func sceneFour(q int, grid []numberedCell) draw.Scene {
	panel := gridPanel(q, grid)
	panel.Caption = "row i from the top, column j from the left"
	return draw.Scene{
		Title:  fmt.Sprintf("Figure 4. The modified grid for q = %d and N = %d", q, (q*q-1)/2),
		Panels: []draw.Panel{panel},
		Legend: []draw.Entry{
			draw.LookEntry(draw.Plain, "a site: i + j is odd"),
			draw.LookEntry(draw.LeftOut, "left out: i + j is even"),
		},
	}
}

func sceneFive(q int, grid []numberedCell, paths [][]pathSite) draw.Scene {
	scene := draw.Scene{
		Title:  "Figure 5. Broken billiard paths on the modified grid",
		Legend: []draw.Entry{draw.LookEntry(draw.Chosen, "the site, last of piece 1")},
	}
	pieces := 0
	for i, sites := range paths {
		panel, path := gridPanel(q, grid), draw.Path{}
		for _, s := range sites {
			look := draw.Category(s.piece - 1)
			if s.computed == s.site {
				look = draw.Chosen
			}
			panel.Cells[s.Row*q+s.Column].Look = look
			path.Points = append(path.Points, draw.CellCentre(q, q, s.Row, s.Column))
			pieces = max(pieces, s.piece)
			panel.Caption = fmt.Sprintf("(%c) the quorum of site %d, K = %d", 'a'+i, s.site, len(sites))
		}
		panel.Paths = []draw.Path{path}
		scene.Panels = append(scene.Panels, panel)
	}
	for piece := range pieces {
		scene.Legend = append(scene.Legend, draw.LookEntry(draw.Category(piece), fmt.Sprintf("piece %d", piece+1)))
	}
	scene.Legend = append(scene.Legend,
		draw.LookEntry(draw.LeftOut, "left out"),
		draw.PathEntry(0, "the path"))
	return scene
}
