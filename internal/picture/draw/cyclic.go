package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
	"coterie/planes"
	"coterie/quorum"
)

// circleOf draws a set of residues modulo n >= 1 on a circle with its chords, each labelled with
// its difference. If shift is not 0, it also draws the translate of the set by shift, in a second
// look. Residues count from 0, as in specs of cyclic systems, so residue r is node r+1.
func circleOf(title string, n int, cover []int, shift int) *Picture {
	set := slices.Sorted(slices.Values(cover))
	shift = ((shift % n) + n) % n
	p := page{title: title}
	b := &p.body
	const around vg.Length = 26 // space for the labels outside
	radius := min(190, max(120, vg.Length(n)*30/(2*math.Pi)))
	b.width, b.height = 2*(radius+around), 2*(radius+around)
	centre := pt(radius+around, radius+around)
	at := func(residue int) vg.Point { return clockwise(centre, radius, residue, n) }
	var translate []int
	for _, r := range set {
		translate = append(translate, (r+shift)%n)
	}
	first := highlight{nodes: set, look: Category(0), name: "the cover " + setText(set)}
	second := highlight{nodes: translate, look: Category(1), name: fmt.Sprintf("its translate by %d, %s", shift, setText(slices.Sorted(slices.Values(translate))))}
	list := []highlight{first}
	if shift != 0 {
		list = append(list, second)
	}

	b.circle(pen(faint, 0.6), nil, centre, radius)
	const mostChords = 16
	differences := len(set) <= 7
	chord := pen(blue, 1.2)
	if len(set) > 8 {
		chord.width = 0.7
	}
	other := stroke{black, 0.7, []float64{4, 3}}
	if len(set) <= mostChords {
		for i := range set {
			for k := range i {
				if shift != 0 && len(set) <= 12 {
					b.line(other, at(translate[i]), at(translate[k]))
				}
				b.line(chord, at(set[i]), at(set[k]))
			}
		}
	} else {
		p.notef("the %d chords of the cover are too many to see: only those of neighbours are drawn", len(set)*(len(set)-1)/2)
		for i := range set {
			b.line(chord, at(set[i]), at(set[(i+1)%len(set)]))
		}
	}

	node := min(9, 0.42*2*math.Pi*radius/vg.Length(n))
	looks := looksOf(n, list)
	var cells []cell
	every := node >= 1
	for r := range n {
		if !every && looks[r] == nil {
			continue
		}
		c := at(r)
		if !every && shift != 0 && slices.Contains(looks[r], second.look) {
			// The mark moves off the ring, where it would cover a mark of the other set.
			c = pt(centre.X+0.95*(c.X-centre.X), centre.Y+0.95*(c.Y-centre.Y))
		}
		size := node
		if looks[r] != nil {
			size = max(node, min(3.2, 0.35*2*math.Pi*radius/vg.Length(len(looks))))
		}
		cells = append(cells, cell{box: square(c.X-size, c.Y-size, 2*size), round: true, looks: looks[r]})
	}
	if !every {
		// Small marks of all residues would be a solid ring. The larger nodes may touch.
		p.notef("%d residues are too many to see: only those of the cover and its translate have a mark", n)
	}
	b.cells(cells)

	b.residues(n, centre, radius, node)
	if differences {
		writeDifferences(b, n, set, at)
	}
	if !every && shift != 0 {
		list[1].name += ", inside the ring"
	}
	p.legend = quorumKeys(list)
	if len(set) > 1 {
		text := "chords of the cover: its differences"
		if len(set) > mostChords {
			text = "chords between neighbours in the cover"
		}
		if differences {
			text = "chords of the cover, with their differences both ways"
		}
		p.legend = append(p.legend, lineKey(chord, text))
	}
	if shift != 0 && len(set) > 1 && len(set) <= 12 {
		p.legend = append(p.legend, lineKey(other, "chords of the translate: the same differences"))
	}
	p.remark("Residues modulo %d; residue r is node r + 1.", n)
	return p.picture()
}

// residues writes the numbers of places around a circle, as many as fit. The nodes on it have a
// radius of their own.
func (b *body) residues(n int, centre vg.Point, radius, node vg.Length) {
	const size vg.Length = 7.5
	widest := textWidth(strconv.Itoa(n-1), size, false)
	step := 2 * math.Pi * (radius + 16) / vg.Length(n)
	every := stride(n, step, math.Sqrt2*max(widest, size*(ascent+descent))+1)
	var boxes []vg.Rectangle
	for r := 0; r < n; r += every {
		b.outside(strconv.Itoa(r), size, widest, centre, radius+max(node, 3.2), r, n, &boxes)
	}
}

// outside writes a text of a width at most widest outside place i of n on a circle. It returns
// false, and writes nothing, where the text would cover one of the boxes, and else adds its box.
func (b *body) outside(text string, size, widest vg.Length, centre vg.Point, radius vg.Length, i, n int, boxes *[]vg.Rectangle) bool {
	sin, cos := math.Sincos(math.Pi/2 - 2*math.Pi*float64(i)/float64(n))
	away := radius + 3 + widest/2*vg.Length(math.Abs(cos)) + size/2*vg.Length(math.Abs(sin))
	m := pt(centre.X+away*vg.Length(cos), centre.Y+away*vg.Length(sin))
	w := textWidth(text, size, false) / 2
	box := canvas.Rect(m.X-w-1, m.Y-size*0.65, m.X+w+1, m.Y+size*0.65)
	if slices.ContainsFunc(*boxes, func(o vg.Rectangle) bool { return overlap(o, box) }) {
		return false
	}
	*boxes = append(*boxes, box)
	b.centred(text, size, false, m, canvas.Ink())
	return true
}

// setText writes residues, at most 20 of them.
func setText(set []int) string {
	const most = 20
	var parts []string
	for i, r := range set {
		if i == most {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, strconv.Itoa(r))
	}
	text := "{" + strings.Join(parts, ", ") + "}"
	if len(set) > most {
		text += fmt.Sprintf(" of %d residues", len(set))
	}
	return text
}

// writeDifferences labels each chord of the set with its two differences, at a place along the
// chord where the label covers no other text.
func writeDifferences(b *body, n int, set []int, at func(int) vg.Point) {
	const size vg.Length = 7.5
	var taken []vg.Rectangle
	for i := range set {
		for k := range i {
			d := set[i] - set[k]
			text := fmt.Sprintf("%d, %d", d, n-d)
			w := textWidth(text, size, false)/2 + 1.5
			from, to := at(set[k]), at(set[i])
			for _, t := range []vg.Length{0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75} {
				m := pt(from.X+t*(to.X-from.X), from.Y+t*(to.Y-from.Y))
				box := canvas.Rect(m.X-w, m.Y-0.65*size, m.X+w, m.Y+0.65*size)
				near := func(p vg.Point) bool {
					return p.X > box.Min.X-10 && p.X < box.Max.X+10 && p.Y > box.Min.Y-10 && p.Y < box.Max.Y+10
				}
				if slices.ContainsFunc(taken, func(o vg.Rectangle) bool { return overlap(o, box) }) ||
					slices.ContainsFunc(set, func(r int) bool { return near(at(r)) }) {
					continue
				}
				taken = append(taken, box)
				b.rect(stroke{}, white, box)
				b.centred(text, size, false, m, canvas.Ink())
				break
			}
		}
	}
}

func cyclicPicture(v *view) (*Picture, error) {
	var cover []int
	var err error
	if v.instance.Param("cover") != "" {
		cover = v.numbers("cover")
	} else if cover, err = planes.SingerSet(v.param("order")); err != nil {
		return nil, nil
	}
	slices.Sort(cover)
	shift := max(1, v.n/40) % v.n // far enough for the marks of both sets to be seen
	list, err := v.sites(1)
	if err != nil {
		return nil, err
	}
	if len(list) > 0 {
		// The quorum of site i is the translate of the cover whose first residue is i.
		shift = ((list[0]-cover[0])%v.n + v.n) % v.n
	}
	title := v.title + ", a difference cover and a translate"
	if shift == 0 {
		title = v.title + ", a difference cover"
	}
	if len(list) > 0 {
		title += fmt.Sprintf(": the quorum of site %v", quorum.Node(list[0]))
	}
	return circleOf(title, v.n, cover, shift), nil
}
