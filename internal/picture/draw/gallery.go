package draw

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// Exhibit is one small system of a gallery.
type Exhibit struct {
	Title   string   // in bold
	Remark  string   // after the title
	N       int      // nodes, at least 1
	Quorums [][]int  // 0-based nodes in any order; every quorum is shown
	Votes   []string // beside the nodes; nil for none
}

// Gallery draws small systems below each other. Each has a circle of its nodes, and a small copy of
// the circle for every quorum, whose nodes are joined and filled. Node 1 is on top, and the others
// follow clockwise. It fails if there is no system, node or quorum, the votes
// are not one text for each node, a quorum has a node that does not exist, or the page is too
// small.
func Gallery(title string, exhibits []Exhibit, remarks ...string) (*Picture, error) {
	fail := func(format string, args ...any) (*Picture, error) {
		return nil, bad(title, format, args...)
	}
	if len(exhibits) == 0 {
		return fail("no systems")
	}
	p := page{title: title}
	b := &p.body
	b.width, b.height = bodyWidth, bodyHeight
	const gap vg.Length = 7
	height := min(82, (b.height-vg.Length(len(exhibits)-1)*gap)/vg.Length(len(exhibits)))
	b.height = vg.Length(len(exhibits))*(height+gap) - gap
	votes := false
	for i, e := range exhibits {
		if flaw := e.flaw(); flaw != "" {
			return fail("system %d: %s", i+1, flaw)
		}
		votes = votes || e.Votes != nil
		y := b.height - vg.Length(i)*(height+gap) - height
		if i > 0 {
			b.line(pen(shade, 0.5), pt(0, y+height+gap/2), pt(b.width, y+height+gap/2))
		}
		if flaw := b.exhibit(e, y, height); flaw != "" {
			return fail("system %d: %s", i+1, flaw)
		}
	}
	p.legend = append(p.legend, fillKey(galleryFill, "a quorum: its nodes are black"))
	if votes {
		p.remark("Beside the nodes on the left: their votes. The quorums are the minimal sets with more than half of them.")
	}
	for _, r := range remarks {
		p.legend = append(p.legend, TextEntry(r))
	}
	return p.valid()
}

func (e Exhibit) flaw() string {
	switch {
	case e.N < 1 || len(e.Quorums) == 0:
		return fmt.Sprintf("%d nodes, %d quorums", e.N, len(e.Quorums))
	case e.Votes != nil && len(e.Votes) != e.N:
		return fmt.Sprintf("%d votes for %d nodes", len(e.Votes), e.N)
	}
	for _, q := range e.Quorums {
		for _, v := range q {
			if v < 0 || v >= e.N {
				return fmt.Sprintf("no node %d, counted from 0", v)
			}
		}
	}
	return ""
}

// galleryFill is so light that outlines and dots are visible on it.
var galleryFill = color.RGBA{0xA6, 0xD3, 0xF2, 0xFF}

// exhibit draws a system in a strip of the body. It returns the name of a part that does not fit.
func (b *body) exhibit(e Exhibit, y, height vg.Length) string {
	const titleSize, remarkSize, left vg.Length = 9.5, 8.2, 104
	line := y + height - ascent*titleSize
	b.write(e.Title, titleSize, true, pt(left, line))
	indent := left + textWidth(e.Title, titleSize, true) + 9
	if indent+textWidth(e.Remark, remarkSize, false) > b.width {
		return fmt.Sprintf("the remark %q is too long", e.Remark)
	}
	b.write(e.Remark, remarkSize, false, pt(indent, line))
	// The circle of the nodes with their numbers, surrounded by their votes.
	const node vg.Length = 6.2
	size := node + 9 // distance from the centre of a node to the end of its votes
	if e.Votes == nil {
		size = node + 1
	}
	radius := height/2 - size
	if radius < node {
		return "no room for its circle"
	}
	centre := pt(left/2-6, y+height/2)
	place := galleryPlaces(e.N, centre, radius)
	b.polygon(pen(shade, 0.7), nil, place)
	var cells []cell
	for v, c := range place {
		cells = append(cells, disc(c, node, v, []Look{Plain}, false))
		if e.Votes != nil {
			away := galleryPlaces(e.N, centre, radius+node+5.5)
			if e.N == 1 {
				away[0] = pt(c.X+node+6, c.Y)
			}
			b.centred(e.Votes[v], 8, true, away[v], vermilion)
		}
	}
	b.cells(cells)
	b.textsIn(cells, 7.5)

	// One copy for each quorum, with the quorum as text below.
	const small, label vg.Length = 6.4, 10 // the size of that text, and the height reserved for it
	room := height - 1.35*titleSize
	columns, side := galleryGrid(len(e.Quorums), b.width-left, room, label)
	if side < 16 {
		return fmt.Sprintf("%d quorums have no room", len(e.Quorums))
	}
	rows := (len(e.Quorums) + columns - 1) / columns
	for i, q := range e.Quorums {
		x := left + vg.Length(i%columns)*(side+6)
		top := y + room/2 + vg.Length(rows)*(side+label)/2 - vg.Length(i/columns)*(side+label)
		b.quorumGlyph(e.N, q, pt(x+side/2, top-side/2), side/2-2.6)
		text := galleryText(q)
		if w := textWidth(text, small, false); w <= side+5 {
			b.write(text, small, false, pt(x+side/2-w/2, top-side-label+descent*small+0.8))
		} else {
			return fmt.Sprintf("no room to write quorum %v", text)
		}
	}
	return ""
}

// galleryGrid returns how many copies of the circle are side by side, and their size, which is the
// largest that fits, at most 44.
func galleryGrid(count int, width, height, text vg.Length) (columns int, side vg.Length) {
	for rows := 1; rows <= count; rows++ {
		k := (count + rows - 1) / rows
		s := min(44, width/vg.Length(k)-6, height/vg.Length(rows)-text)
		if s > side {
			columns, side = k, s
		}
	}
	return columns, side
}

// galleryPlaces returns n places on a circle, clockwise from the top. A single node is in the
// middle.
func galleryPlaces(n int, centre vg.Point, radius vg.Length) []vg.Point {
	if n == 1 {
		return []vg.Point{centre}
	}
	places := make([]vg.Point, n)
	for v := range places {
		places[v] = clockwise(centre, radius, v, n)
	}
	return places
}

// quorumGlyph draws the nodes on a circle and the quorum as the polygon of its nodes.
func (b *body) quorumGlyph(n int, q []int, centre vg.Point, radius vg.Length) {
	place := galleryPlaces(n, centre, radius)
	nodes := slices.Sorted(slices.Values(q))
	var polygon []vg.Point
	for _, v := range nodes {
		polygon = append(polygon, place[v])
	}
	edge := pen(blue, 1.1)
	switch len(nodes) {
	case 1:
		b.circle(edge, galleryFill, polygon[0], 5)
	case 2:
		b.line(pen(blue, 4.6), slices.Clone(polygon)...)
		b.line(pen(galleryFill, 2.6), polygon...)
	default:
		b.polygon(edge, galleryFill, polygon)
	}
	members := shape{fill: black}
	others := shape{fill: white, stroke: pen(faint, 0.7)}
	for v, c := range place {
		if slices.Contains(nodes, v) {
			members.circles = append(members.circles, circle{c, 2.2})
		} else {
			others.circles = append(others.circles, circle{c, 1.7})
		}
	}
	b.add(others)
	b.add(members)
}

// galleryText writes a quorum with nodes counted from 1.
func galleryText(q []int) string {
	return show.Join(slices.Sorted(slices.Values(q)), " ", func(v int) string { return quorum.Node(v).String() })
}
