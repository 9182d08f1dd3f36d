package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
	"coterie/quorum"
)

// Scene is a drawing by the caller: panels side by side, like the parts (a), (b) of a figure in a
// paper, with one legend.
type Scene struct {
	Title   string
	Panels  []Panel // at least one
	Columns int     // panels in a row; 0 for as many as there are
	Legend  []Entry // at least one
}

// Panel is a unit square: (0,0) is its lower left corner, (1,1) the upper right one.
type Panel struct {
	Caption       string // below it
	Rows, Columns int    // of a grid on it, row 0 on top; both 0 for none
	Numbered      bool   // whether the grid has row and column numbers, counted from 1
	Cells         []Cell // cells of the grid that are not plain
	Paths         []Path
	Points        []Point
}

// Cell is a cell of a panel's grid. Its row and column count from 0.
type Cell struct {
	Row, Column int
	Label       string
	Look        Look
}

// Path is a polyline in coordinates of the unit square.
type Path struct {
	Points []XY
	Style  int // colour and dashes, from 0, as in a [PathEntry]
}

// Point is a marked point with a label beside it, which may be empty.
type Point struct {
	At    XY
	Label string
}

// XY is a point of the unit square, x to the right and y upwards.
type XY struct{ X, Y float64 }

// At is the point x, y.
func At(x, y float64) XY { return XY{x, y} }

// CellCentre returns the centre of a cell in a grid of rows × columns on the unit square, with row
// 0 on top. Paths that follow cells need it.
func CellCentre(rows, columns, row, column int) XY {
	return XY{(float64(column) + 0.5) / float64(columns), 1 - (float64(row)+0.5)/float64(rows)}
}

// Picture computes the layout of the scene. It fails if there is no panel,
// title or legend, a cell or a point is outside its panel, a look does not exist, or the
// panels or texts do not fit on the page without covering each other.
func (s Scene) Picture() (*Picture, error) {
	fail := func(format string, args ...any) (*Picture, error) {
		return nil, bad(s.Title, format, args...)
	}
	if len(s.Panels) == 0 {
		return fail("no panels")
	}
	for i, panel := range s.Panels {
		if flaw := panel.flaw(); flaw != "" {
			return fail("panel %d: %s", i+1, flaw)
		}
	}
	p := page{title: s.Title, legend: s.Legend}
	for _, e := range s.Legend {
		if slices.ContainsFunc(e.looks, func(l Look) bool { return l < 0 || l >= firstCategory+Categories }) {
			return fail("legend: no look %d", e.looks[0])
		}
	}
	columns := s.Columns
	if columns <= 0 {
		columns = len(s.Panels)
	}
	columns = min(columns, len(s.Panels))
	rows := (len(s.Panels) + columns - 1) / columns
	const gap, rim, line = 18, 12, 12 // rim: space around the square for labels of points on its sides
	caption := vg.Length(0)
	side := min(230, (bodyWidth-vg.Length(columns-1)*gap)/vg.Length(columns)-2*rim)
	captions := make([][]string, len(s.Panels))
	for i, panel := range s.Panels {
		captions[i] = wrap(panel.Caption, legendSize, false, side+2*rim)
		caption = max(caption, vg.Length(len(captions[i]))*line)
	}
	side = min(side, (bodyHeight-vg.Length(rows-1)*gap)/vg.Length(rows)-2*rim-caption)
	if side < 60 {
		return fail("%d panels in %d columns are too small to see", len(s.Panels), columns)
	}
	b := &p.body
	b.width = vg.Length(columns)*(side+2*rim) + vg.Length(columns-1)*gap
	b.height = vg.Length(rows)*(side+2*rim+caption) + vg.Length(rows-1)*gap
	for i, panel := range s.Panels {
		x := vg.Length(i%columns)*(side+2*rim+gap) + rim
		y := b.height - vg.Length(i/columns)*(side+2*rim+caption+gap) - rim - side
		if flaw := b.panel(panel, x, y, side); flaw != "" {
			return fail("panel %d: %s", i+1, flaw)
		}
		for k, text := range captions[i] {
			w := textWidth(text, legendSize, false)
			b.write(text, legendSize, false, pt(x+side/2-w/2, y-rim-legendSize-vg.Length(k)*line))
		}
	}
	return p.valid()
}

func (p Panel) flaw() string {
	if (p.Rows > 0) != (p.Columns > 0) || p.Rows < 0 || p.Columns < 0 {
		return fmt.Sprintf("a grid of %d rows and %d columns", p.Rows, p.Columns)
	}
	for _, c := range p.Cells {
		if c.Row < 0 || c.Row >= p.Rows || c.Column < 0 || c.Column >= p.Columns {
			return fmt.Sprintf("no cell in row %d and column %d, both counted from 0", c.Row, c.Column)
		}
		if c.Look < 0 || c.Look >= firstCategory+Categories {
			return fmt.Sprintf("no look %d", c.Look)
		}
	}
	inside := func(q XY) bool {
		const e = 1e-9
		return q.X >= -e && q.X <= 1+e && q.Y >= -e && q.Y <= 1+e
	}
	for _, path := range p.Paths {
		if len(path.Points) < 2 || path.Style < 0 || !allOf(path.Points, inside) {
			return fmt.Sprintf("a path of style %d through %v: at least two points of the unit square and a style from 0", path.Style, path.Points)
		}
	}
	for _, q := range p.Points {
		if !inside(q.At) {
			return fmt.Sprintf("the point %q is outside", q.Label)
		}
	}
	return ""
}

func allOf(points []XY, ok func(XY) bool) bool {
	return !slices.ContainsFunc(points, func(p XY) bool { return !ok(p) })
}

// panel draws a panel with its lower left corner at (x, y). It returns the name of a part that does
// not fit.
func (b *body) panel(p Panel, x, y, side vg.Length) string {
	at := func(q XY) vg.Point { return pt(x+vg.Length(q.X)*side, y+vg.Length(q.Y)*side) }
	var cells []cell
	if p.Rows > 0 {
		given := map[[2]int]Cell{}
		for _, c := range p.Cells {
			given[[2]int{c.Row, c.Column}] = c
		}
		w, h := side/vg.Length(p.Columns), side/vg.Length(p.Rows)
		for r := range p.Rows {
			for k := range p.Columns {
				c := cell{box: canvas.Rect(x+vg.Length(k)*w, y+vg.Length(p.Rows-1-r)*h, x+vg.Length(k+1)*w, y+vg.Length(p.Rows-r)*h)}
				if g, ok := given[[2]int{r, k}]; ok {
					c.text, c.strong = g.Label, g.Look == Chosen
					if g.Look != Plain {
						c.looks = []Look{g.Look}
					}
				}
				cells = append(cells, c)
			}
		}
		b.cells(cells)
	}
	b.rect(frame, nil, square(x, y, side))
	for _, path := range p.Paths {
		var points []vg.Point
		for _, q := range path.Points {
			points = append(points, at(q))
		}
		if p.Rows > 0 { // the margin separates it from patterns and from lines that it crosses
			b.line(pen(white, 3.6), slices.Clone(points)...)
		}
		b.line(lineOf(path.Style, 1.6), points...)
	}
	if !b.textsIn(cells, 10) {
		return "the labels of the cells have no room"
	}
	if p.Numbered {
		const size = 7
		for k := range p.Columns {
			b.centred(quorum.Index(k).String(), size, false, pt(at(CellCentre(1, p.Columns, 0, k)).X, y+side+6), canvas.Ink())
		}
		for r := range p.Rows {
			b.before(quorum.Index(r).String(), size, pt(x-3, at(CellCentre(p.Rows, 1, r, 0)).Y))
		}
	}
	return b.points(p, at)
}

// points marks points. Each label is at the first of eight places around its point at which it
// covers no text and no point, and crosses as few paths as possible.
func (b *body) points(p Panel, at func(XY) vg.Point) string {
	const size, radius, away vg.Length = 10, 2.6, 5
	var taken []vg.Rectangle
	for _, it := range b.items {
		if it.label != nil {
			taken = append(taken, it.label.box())
		}
	}
	var dots shape
	dots.fill = black
	for _, q := range p.Points {
		dots.circles = append(dots.circles, circle{at(q.At), radius})
	}
	b.add(dots)
	for _, q := range p.Points {
		if strings.TrimSpace(q.Label) == "" {
			continue
		}
		w, m := textWidth(q.Label, size, true), at(q.At)
		h := capital * size
		best, least := pt(0, 0), math.MaxInt
		for i, dir := range [][2]vg.Length{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			from := pt(m.X+dir[0]*(away+w/2)-w/2, m.Y+dir[1]*(away+h/2)-h/2)
			box := (&label{text: q.Label, at: from, size: size, bold: true}).box()
			if slices.ContainsFunc(taken, func(o vg.Rectangle) bool { return overlap(o, box) }) {
				continue
			}
			cost := i
			for _, c := range dots.circles {
				if overlap(box, square(c.centre.X-radius, c.centre.Y-radius, 2*radius)) {
					cost += 1000
				}
			}
			for _, path := range p.Paths {
				for k := range len(path.Points) - 1 {
					if meets(box, at(path.Points[k]), at(path.Points[k+1])) {
						cost += 10
					}
				}
			}
			if cost < least {
				best, least = from, cost
			}
		}
		if least == math.MaxInt {
			return fmt.Sprintf("the label %q has no room beside its point", q.Label)
		}
		b.write(q.Label, size, true, best)
		taken = append(taken, (&label{text: q.Label, at: best, size: size, bold: true}).box())
	}
	return ""
}

// meets reports whether a segment passes through a rectangle. It tests points at distance 2.
func meets(box vg.Rectangle, a, c vg.Point) bool {
	steps := int(math.Hypot(float64(c.X-a.X), float64(c.Y-a.Y))/2) + 1
	for i := range steps + 1 {
		t := vg.Length(i) / vg.Length(steps)
		x, y := a.X+t*(c.X-a.X), a.Y+t*(c.Y-a.Y)
		if x > box.Min.X && x < box.Max.X && y > box.Min.Y && y < box.Max.Y {
			return true
		}
	}
	return false
}
