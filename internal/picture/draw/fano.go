package draw

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
	"coterie/internal/words/show"
	"coterie/planes"
	"coterie/quorum"
)

// fanoPlaces assigns the seven points of a plane of order 2 to the places of its usual picture: the
// vertices 0 to 2, the midpoints 3 to 5 opposite them, and the centre 6. The midpoints are a line.
func fanoPlaces(lines [][]int) (at [7]int, ok bool) {
	third := func(a, b int) int {
		for _, l := range lines {
			if slices.Contains(l, a) && slices.Contains(l, b) {
				for _, x := range l {
					if x != a && x != b {
						return x
					}
				}
			}
		}
		return -1
	}
	a, b := 0, 1
	f := third(a, b)
	c := 2
	for c == f {
		c++
	}
	d, e := third(b, c), third(c, a)
	if f < 0 || d < 0 || e < 0 {
		return at, false
	}
	g := third(a, d)
	at = [7]int{a, b, c, d, e, f, g}
	return at, g >= 0 && third(b, e) == g && third(c, f) == g && third(d, e) == f
}

// fano draws a projective plane of order 2 in its usual form, a triangle with its midpoints and its
// centre. Six lines are straight and one is a circle. The lines are given by their 0-based points.
// shown are the highlighted lines; if it is empty, all lines are. Each line has a colour, dashes
// and a number.
func fano(title string, lines [][]int, names []string, shown []int) *Picture {
	at, ok := fanoPlaces(lines)
	if len(lines) != 7 || !ok {
		panic("draw: Fano: these lines are no plane of order 2")
	}
	const side, radius = 330, 13
	const height = side * 0.8660254
	left, low := vg.Length(50), vg.Length(34)
	p := page{title: title}
	b := &p.body
	b.width, b.height = side+2*left, height+low+40
	var place [7]vg.Point // by point
	vertices := []vg.Point{pt(left+side/2, low+height), pt(left, low), pt(left+side, low)}
	centre := pt(left+side/2, low+height/3)
	for i, v := range vertices {
		place[at[i]] = v
		u, w := vertices[(i+1)%3], vertices[(i+2)%3]
		place[at[3+i]] = pt((u.X+w.X)/2, (u.Y+w.Y)/2)
	}
	place[at[6]] = centre

	var labels []label
	inscribed := vg.Length(height / 3)
	for i, l := range lines {
		style := lineOf(i, 2)
		if len(shown) > 0 {
			if slices.Contains(shown, i) {
				style.width = 3
			} else {
				style = stroke{faint, 0.8, style.dashes}
			}
		}
		name := "L" + quorum.Index(i).String()
		p.legend = append(p.legend, lineKey(style, fmt.Sprintf("%s = %s", name, quorum.SetOf(l...).Label(names))))
		var on []int // the places of its points
		for place, x := range at {
			if slices.Contains(l, x) {
				on = append(on, place)
			}
		}
		if slices.Equal(on, []int{3, 4, 5}) {
			b.circle(style, nil, centre, inscribed)
			// Inside the circle, between two lines through the centre.
			sin, cos := math.Sincos(math.Pi / 3)
			labels = append(labels, label{text: name, at: pt(centre.X+(inscribed-13)*vg.Length(cos), centre.Y+(inscribed-13)*vg.Length(sin))})
			continue
		}
		from, to := place[at[on[0]]], place[at[on[1]]]
		// Vertex, midpoint and centre: the line ends beyond the midpoint. Else they are two
		// vertices and the midpoint between them.
		if on[2] != 6 && (from.X > to.X || from.X == to.X && from.Y < to.Y) {
			from, to = to, from
		}
		length := vg.Length(math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y)))
		dir := pt((to.X-from.X)/length, (to.Y-from.Y)/length)
		beyond := vg.Length(24)
		end := pt(to.X+beyond*dir.X, to.Y+beyond*dir.Y)
		b.line(style, from, end)
		labels = append(labels, label{text: name, at: pt(end.X+9*dir.X, end.Y+9*dir.Y)})
	}
	var cells []cell
	for v, c := range place {
		text := quorum.Node(v).String()
		if names != nil {
			text = show.Name(names[v])
		}
		cells = append(cells, cell{box: square(c.X-radius, c.Y-radius, 2*radius), round: true, text: text, strong: true, looks: []Look{Plain}})
	}
	if len(shown) > 0 {
		for v := range cells {
			if slices.ContainsFunc(shown, func(i int) bool { return slices.Contains(lines[i], v) }) {
				cells[v].looks = []Look{Category(0)}
			}
		}
		p.legend = append(p.legend, LookEntry(Category(0), "the nodes of the quorums in bold"))
	}
	b.cells(cells)
	for _, l := range labels {
		b.centred(l.text, 10, true, l.at, canvas.Ink())
	}
	if !b.textsIn(cells, 12) {
		p.notef("the names of the nodes are too long for their circles")
	}
	p.remark("Seven nodes, seven quorums; the circle is a line like the others.")
	return p.picture()
}

func fanoPicture(v *view) (*Picture, error) {
	if v.param("order") != 2 {
		return nil, nil
	}
	if v.structure == nil {
		return nil, ErrNoList
	}
	f, ok := single(v.structure)
	if !ok || f.N() != 7 || f.Len() != 7 {
		return nil, nil
	}
	lines := make([][]int, f.Len())
	for i := range lines {
		lines[i] = f.Set(i).Nodes()
	}
	if _, err := planes.FromLines(v.ctx, v.title, 7, lines); err != nil {
		return nil, nil
	}
	if _, err := v.chosen(); err != nil {
		return nil, err
	}
	shown := v.opts.Quorums
	if len(v.opts.Sites) > 0 {
		var err error
		if shown, err = v.quorumsOfSites(); err != nil {
			return nil, err
		}
	}
	p := fano(v.title+", the Fano plane", lines, v.structure.Names(), shown)
	return p, nil
}
