package draw

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
	"coterie/quorum"
)

// Staircase draws the surficial system whose cartels have sides[0], sides[1], ... quorums as
// Figures 2 and 3 of Joung 2003 do: square P^{i,j} (1 <= i <= j <= m-1) stands on level j from the
// top and in column i from the right, so that the first m'-1 levels are the system of the first m'
// cartels. Inside a square the first subscript of its nodes counts columns, which are lent to
// cartel i, and the second one rows, which are lent to cartel j+1: it is sides[i-1] nodes wide and
// sides[j] high. For each cartel it shows one quorum: quorums[i] of cartel i (both 0-based), a
// horizontal line across level i-1, P^{1,i-1}, ..., P^{i-1,i-1}, and then a vertical one down
// column i, P^{i,i}, ..., P^{i,m-1}.
//
// Columns inside a square count from the left and rows from the top. The paper leaves this open.
// With this choice the lines of one cartel turn the corner from level i-1 to column i side by side,
// like the strings around the cube of Figure 1. If columns counted from the right, the lines would
// cross there.
//
// It panics unless there are at least two sides, all positive, and a quorum in range for each.
func Staircase(title string, sides, quorums []int) *Picture {
	if len(sides) < 2 || len(sides) != len(quorums) {
		panic(fmt.Sprintf("draw: Staircase: %d sides and %d quorums", len(sides), len(quorums)))
	}
	for i, k := range sides {
		if quorums[i] < 0 || quorums[i] >= k {
			panic(fmt.Sprintf("draw: Staircase: no quorum %d in a cartel of %d", quorums[i], k))
		}
	}
	p := page{title: title}
	s := newStairs(sides, quorums)
	if len(s.sides) < len(sides) {
		p.notef("the squares of %d cartels are too small to see: those of the first %d are drawn", len(sides), len(s.sides))
	}
	s.draw(&p)
	return p.picture()
}

// stairs is the layout of a staircase.
type stairs struct {
	sides, quorums []int
	side           vg.Length // of a cell
	strip          vg.Length // space between squares for their names
	cells          bool      // the cells are large enough to be seen
	all            []int     // the sides of the whole system, for numbering the nodes
}

func newStairs(sides, quorums []int) stairs {
	const most = 64 // with more squares side by side they are always too small
	shown := min(len(sides), most)
	s := stairs{sides: sides[:shown], quorums: quorums[:shown], all: sides}
	for {
		across, down := 0, 0
		for i, k := range s.sides {
			if i < len(s.sides)-1 {
				across += k
			}
			if i > 0 {
				down += k
			}
		}
		gaps := vg.Length(len(s.sides))
		for _, s.strip = range []vg.Length{14, 6} {
			s.side = min((bodyWidth-leftRim-rightRim-gaps*s.strip)/vg.Length(across), (bodyHeight-topRim-gaps*s.strip)/vg.Length(down), 34)
			if s.side*vg.Length(slices.Min(s.sides)) >= 24 {
				break
			}
		}
		if s.side*vg.Length(slices.Max(s.sides)) >= 9 || len(s.sides) <= 3 {
			break
		}
		s.sides, s.quorums = s.sides[:len(s.sides)-1], s.quorums[:len(s.sides)-1]
	}
	s.cells = s.side >= finest
	return s
}

// The space around the squares. The names of the cartels are on top and on the right.
const (
	leftRim  vg.Length = 10
	rightRim vg.Length = 22
	topRim   vg.Length = 20
)

// column returns the left end of column i of the staircase, and level the upper end of level j.
func (s stairs) column(i int) vg.Length {
	x := s.width() - rightRim
	for t := range i + 1 {
		x -= vg.Length(s.sides[t]) * s.side
	}
	return x - vg.Length(i)*s.strip
}

func (s stairs) level(j int) vg.Length {
	y := s.height() - topRim + 4 - s.strip
	for t := range j {
		y -= vg.Length(s.sides[t+1])*s.side + s.strip
	}
	return y
}

// bottom returns the lower end of the lowest level.
func (s stairs) bottom() vg.Length {
	last := len(s.sides) - 2
	return s.level(last) - vg.Length(s.sides[last+1])*s.side
}

func (s stairs) width() vg.Length {
	w := leftRim + rightRim - s.strip
	for _, k := range s.sides[:len(s.sides)-1] {
		w += vg.Length(k)*s.side + s.strip
	}
	return w
}

func (s stairs) height() vg.Length {
	h := topRim
	for _, k := range s.sides[1:] {
		h += vg.Length(k)*s.side + s.strip
	}
	return h
}

// box returns the cell of node p_{r,t} of square P^{i,j}, with all indices from 0.
func (s stairs) box(i, j, r, t int) vg.Rectangle {
	return square(s.column(i)+vg.Length(r)*s.side, s.level(j)-vg.Length(t+1)*s.side, s.side)
}

// squareBox returns the outline of square P^{i,j}.
func (s stairs) squareBox(i, j int) vg.Rectangle {
	return canvas.Rect(s.column(i), s.level(j)-vg.Length(s.sides[j+1])*s.side, s.column(i)+vg.Length(s.sides[i])*s.side, s.level(j))
}

// path returns the line of a cartel's quorum, from its end with the name: across level i-1 to the
// left, and then down column i.
func (s stairs) path(i int) []vg.Point {
	m, q := len(s.sides), vg.Length(s.quorums[i])+0.5
	x := s.column(min(i, m-2)) + q*s.side
	y := s.level(max(0, i-1)) - q*s.side
	right, low := s.width()-rightRim+6, s.bottom()-4
	switch i {
	case 0:
		return []vg.Point{pt(x, s.height()-13), pt(x, low)}
	case m - 1:
		return []vg.Point{pt(right, y), pt(s.column(m-2)-5, y)}
	}
	return []vg.Point{pt(right, y), pt(x, y), pt(x, low)}
}

// nodes returns the cells of all nodes, in the looks of the quorums of the first shown cartels.
func (s stairs) nodes(shown int) []cell {
	m := len(s.sides)
	look := func(cartel, line int) []Look {
		if cartel < shown && s.quorums[cartel] == line {
			return []Look{Category(cartel)}
		}
		return nil
	}
	var cells []cell
	before := 0 // number of nodes in earlier squares of the whole system
	for i := range m - 1 {
		for j := i; j < len(s.all)-1; j++ {
			columns, rows := s.all[i], s.all[j+1]
			for r := 0; j < m-1 && r < columns; r++ {
				for t := range rows {
					cells = append(cells, cell{
						box: s.box(i, j, r, t), text: quorum.Node(before + r*rows + t).String(),
						looks: append(look(i, r), look(j+1, t)...),
					})
				}
			}
			before += columns * rows
		}
	}
	return cells
}

func (s stairs) draw(p *page) {
	b := &p.body
	b.width, b.height = s.width(), s.height()
	m := len(s.sides)
	shown := min(m, Categories)
	if shown < m {
		p.notef("of %d cartels the first %d have a quorum in colour", m, shown)
	}
	var squares shape
	squares.closed, squares.stroke = true, frame
	for i := range m - 1 {
		for j := i; j < m-1; j++ {
			squares.rings = append(squares.rings, corners(s.squareBox(i, j)))
		}
	}
	var cells []cell
	if s.cells {
		cells = s.nodes(shown)
	}
	b.cells(cells)
	b.add(squares)
	for i := range shown {
		style := lineOf(i, 1.5)
		if !s.cells {
			style = stroke{Category(i).lineColour(), 1.8, style.dashes}
		} else {
			style.colour = black
		}
		b.line(style, s.path(i)...)
		name := "C" + quorum.Index(i).String()
		if end := s.path(i)[0]; i == 0 {
			b.centred(name, 8, true, pt(end.X, s.height()-6), canvas.Ink())
		} else {
			b.centred(name, 8, true, pt(s.width()-rightRim/2+2, end.Y), canvas.Ink())
		}
	}
	named := s.strip > 10
	if named {
		s.names(b)
	}
	fits := b.textsIn(cells, 9)
	for i := range shown {
		text := fmt.Sprintf("quorum %v of cartel %v, C%v", quorum.Index(s.quorums[i]), quorum.Index(i), quorum.Index(i))
		if s.cells {
			p.legend = append(p.legend, LookEntry(Category(i), text))
		} else {
			p.legend = append(p.legend, lineKey(stroke{Category(i).lineColour(), 1.8, lineOf(i, 1).dashes}, text))
		}
	}
	switch {
	case !s.cells:
		p.notef("the nodes are too small to see: the squares and the lines of the quorums are drawn")
	case !fits:
		p.remark("Nodes are numbered square by square, down each column of squares from the right-most one, and column by column inside a square.")
		p.notef("the cells are too small for the numbers of the nodes, which run down each column of squares from the right-most one, column by column inside a square")
		fallthrough
	default:
		p.remark("A node of two of these quorums is divided between them.")
	}
	if !named {
		p.remark("Square P(i,j) is in column i from the right, on level j from the top.")
	}
}

// names writes the name of each square above it, at the end where no quorum's line runs.
func (s stairs) names(b *body) {
	const size, small = 8, 6
	for i := range len(s.sides) - 1 {
		for j := i; j < len(s.sides)-1; j++ {
			index := quorum.Index(i).String() + "," + quorum.Index(j).String()
			w := textWidth("P", size, false) + textWidth(index, small, false)
			box := s.squareBox(i, j)
			x := box.Min.X
			if room := box.Max.X - box.Min.X; 2*s.quorums[i]+1 <= s.sides[i] && room >= 2*w {
				x = box.Max.X - w
			}
			y := box.Max.Y + 3.5
			b.rect(stroke{}, white, canvas.Rect(x-1, y-1, x+w+1, y+size*0.9))
			b.write("P", size, false, pt(x, y))
			b.write(index, small, false, pt(x+textWidth("P", size, false), y+2.6))
		}
	}
}

// lineColour returns the colour of lines of category l, dark enough on white.
func (l Look) lineColour() color.Color {
	switch fill := l.style().fill; fill {
	case white, yellow:
		return black
	default:
		return fill
	}
}

func surficialPicture(v *view) (*Picture, error) {
	m := v.instance.Groups()
	k := 1
	for k*k*m*(m-1)/2 < v.n {
		k++
	}
	return staircaseOf(v, slices.Repeat([]int{k}, m))
}

func rectangularPicture(v *view) (*Picture, error) {
	if v.instance.Param("processes") != "n" {
		return nil, nil // the matrix is drawn, as several nodes of the staircase are one process
	}
	return staircaseOf(v, v.numbers("sides"))
}

func staircaseOf(v *view, sides []int) (*Picture, error) {
	quorums, err := v.ofCartels(sides)
	if err != nil {
		return nil, err
	}
	return Staircase(v.title+fmt.Sprintf(", a quorum of each of %d cartels", len(sides)), sides, quorums), nil
}
