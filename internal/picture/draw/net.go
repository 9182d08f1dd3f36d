package draw

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/planes"
	"coterie/quorum"
)

// netPicture draws the points of an affine plane or a net as grids. The first grid has the numbers
// of the nodes and the chosen quorums. There is another grid for each cartel, which is a parallel
// class: each cell has the number of its line, which is the number of a quorum, and a tint of that
// line. From the third class on, these grids are Latin squares.
func netPicture(v *view) (*Picture, error) {
	side, m := int(math.Sqrt(float64(v.n))+0.5), v.instance.Groups()
	if err := v.noSites(); err != nil {
		return nil, err
	}
	shown, l := layPanels(side, m)
	if shown < min(m, 2) {
		return nil, nil // the matrix is drawn
	}
	net, err := planes.NewNet(v.ctx, side, shown)
	if err != nil {
		return nil, err
	}
	chosen := spreadLines(net)
	if len(v.opts.Quorums) > 0 {
		if chosen, err = oneOfEach(v.opts.Quorums, slices.Repeat([]int{side}, m), "cartel"); err != nil {
			return nil, err
		}
		chosen = chosen[:shown]
	}
	p := page{title: fmt.Sprintf("%s, its %d parallel classes", v.title, m), notes: v.notes}
	b := &p.body
	b.width, b.height = l.size()
	var list []highlight
	most := Categories
	if l.side < 20 {
		most = 3 // more lines through one point cannot be told apart
	}
	for c := range min(shown, most) {
		h := highlight{look: Category(c), name: fmt.Sprintf("quorum %v of cartel %v", quorum.Index(chosen[c]), quorum.Index(c))}
		for _, x := range net.Line(c, chosen[c]) {
			h.nodes = append(h.nodes, int(x))
		}
		list = append(list, h)
	}
	numbered := l.nodes(b, side, looksOf(v.n, list))
	for c := range shown {
		numbered = l.class(b, net, c, chosen[c]) && numbered
	}
	for _, h := range list {
		p.legend = append(p.legend, LookEntry(h.look, h.name))
	}
	if len(list) < shown {
		p.remark("In each cartel the cells of one quorum have a thick outline.")
	}
	p.remark("Quorums of different cartels meet in one node; the %d of one cartel are disjoint.", side)
	if numbered {
		p.remark("In a cartel each cell has the number of its quorum.")
	} else {
		p.remark("Nodes are numbered row by row. In a cartel quorum 1 is the lightest and quorum %d the darkest.", side)
		p.notef("the cells are too small for the numbers of the nodes, which run row by row")
	}
	if shown < m {
		p.say(fmt.Sprintf("the first %d of %d cartels are drawn: more have no room", shown, m), fmt.Sprintf("The first %d of %d cartels are drawn.", shown, m))
	}
	return p.picture(), nil
}

// spreadLines chooses a line of each class such that few of them meet in one point.
func spreadLines(net *planes.Net) []int {
	on := make([]int, net.Points())
	chosen := make([]int, net.Classes())
	for c := range chosen {
		least := math.MaxInt
		for k := range net.Side() {
			i := (k + c*net.Side()/net.Classes()) % net.Side()
			crowd := 0
			for _, x := range net.Line(c, i) {
				crowd += on[x] * on[x]
			}
			if crowd < least {
				chosen[c], least = i, crowd
			}
		}
		for _, x := range net.Line(c, chosen[c]) {
			on[x]++
		}
	}
	return chosen
}

// panels are square grids side by side, each with a caption above it.
type panels struct {
	count, columns int
	cells          int       // in each row and column of a grid
	side           vg.Length // of a cell
}

const (
	panelGap     vg.Length = 14
	panelCaption vg.Length = 13
)

// layPanels returns how many classes of a net fit beside the grid of its nodes, and their layout.
func layPanels(side, classes int) (shown int, best panels) {
	for shown = min(classes, 40); shown > 0; shown-- {
		for columns := 1; columns <= shown+1; columns++ {
			l := panels{count: shown + 1, columns: columns, cells: side}
			rows := vg.Length((l.count + columns - 1) / columns)
			l.side = min(max(26, 70/vg.Length(side)),
				((bodyWidth+panelGap)/vg.Length(columns)-panelGap)/vg.Length(side),
				((bodyHeight+panelGap)/rows-panelGap-panelCaption)/vg.Length(side))
			if l.side > best.side+0.01 || l.side > best.side-0.01 && (columns-1)*(columns-1) < l.count {
				best = l
			}
		}
		// If there are many classes, only as many are drawn as have visible cells.
		if best.side >= finest || best.side >= 2 && shown <= 3 {
			return shown, best
		}
		best = panels{}
	}
	return 0, best
}

func (l panels) size() (width, height vg.Length) {
	rows := (l.count + l.columns - 1) / l.columns
	grid := l.side * vg.Length(l.cells)
	return vg.Length(l.columns)*(grid+panelGap) - panelGap, vg.Length(rows)*(grid+panelCaption+panelGap) - panelGap
}

// box returns the place of a cell of panel i. Row 0 is on top.
func (l panels) box(i, row, column int) vg.Rectangle {
	_, height := l.size()
	grid := l.side * vg.Length(l.cells)
	x := vg.Length(i%l.columns) * (grid + panelGap)
	y := height - vg.Length(i/l.columns)*(grid+panelCaption+panelGap) - panelCaption
	return square(x+vg.Length(column)*l.side, y-vg.Length(row+1)*l.side, l.side)
}

func (l panels) caption(b *body, i int, text string) {
	at := l.box(i, 0, 0)
	b.write(shorten(text, 8.5, i == 0, l.side*vg.Length(l.cells)+panelGap-2), 8.5, i == 0, pt(at.Min.X, at.Max.Y+4))
}

// nodes draws the grid with the numbers of the nodes. It reports whether they fit.
func (l panels) nodes(b *body, side int, looks map[int][]Look) bool {
	var cells []cell
	for x := range side * side {
		cells = append(cells, nodeCell(l.box(0, x/side, x%side), x, looks[x], false))
	}
	l.caption(b, 0, "nodes")
	b.cells(cells)
	return b.textsIn(cells, 10)
}

// class draws a parallel class. It reports whether the numbers of its lines fit.
func (l panels) class(b *body, net *planes.Net, c, chosen int) bool {
	caption := fmt.Sprintf("cartel %v", quorum.Index(c))
	switch c {
	case 0:
		caption += ": rows"
	case 1:
		caption += ": columns"
	}
	l.caption(b, c+1, caption)
	side := net.Side()
	var plain, strong []cell
	for i := range side {
		tint := shape{closed: true, fill: tintOf(Category(c), i, side)}
		for _, x := range net.Line(c, i) {
			k := cell{box: l.box(c+1, int(x)/side, int(x)%side), text: quorum.Index(i).String()}
			if i == chosen {
				k.looks, k.strong = []Look{Category(c)}, l.side >= finest
				strong = append(strong, k)
				continue
			}
			tint.rings = append(tint.rings, corners(k.box))
			plain = append(plain, k)
		}
		b.add(tint)
	}
	lines := shape{closed: true, stroke: pen(faint, max(0.15, min(0.4, 0.02*l.side)))}
	for _, k := range plain {
		lines.rings = append(lines.rings, corners(k.box))
	}
	b.add(lines)
	b.cells(strong)
	return b.textsIn(append(plain, strong...), 10)
}

// tintOf returns the fill of line i of count in a class with the given look. It is lighter than the
// look, and darker from line to line.
func tintOf(l Look, i, count int) color.Color {
	full := l.style().fill
	if full == white {
		full = faint
	}
	share := 0.06 + 0.44*float64(i)/float64(max(1, count-1))
	mix := func(v uint8) uint8 { return uint8(255 - share*float64(255-int(v))) }
	return color.RGBA{mix(full.R), mix(full.G), mix(full.B), 0xFF}
}
