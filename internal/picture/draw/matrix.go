package draw

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
	"coterie/internal/words/listing"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// band is the family of a group. Some of its quorums are drawn.
type band struct {
	listing.Group
	only []int // the indices of the drawn quorums; nil for all
}

// drawn yields the drawn quorums with their indices.
func (b band) drawn() iter.Seq2[int, []int32] {
	if b.only == nil {
		return b.Family.All()
	}
	return func(yield func(int, []int32) bool) {
		for _, i := range b.only {
			if !yield(i, b.Family.Quorum(i)) {
				return
			}
		}
	}
}

// matrix draws the incidence matrix. It has a row for each quorum and a column for each node; the
// cartels of a group system are bands.
func matrix(v *view) (*Picture, error) {
	if v.structure == nil {
		return nil, ErrNoList
	}
	m := &matrixLayout{view: v, columns: v.n, rowName: "quorum", columnName: "node", names: labelsOf(v.structure.Names())}
	for _, g := range listing.Groups(v.structure) {
		m.bands = append(m.bands, band{Group: g})
	}
	if s, sharing := v.structure.(*quorum.SharingStructure); sharing && len(m.bands) == 0 {
		f, err := quorum.NewFamily(max(1, s.Resources()), alphas(s))
		if err != nil {
			return nil, err
		}
		m.bands, m.columns, m.names = []band{{Group: listing.Group{Family: f}}}, s.Resources(), nil
		m.rowName, m.columnName = "process", "resource"
	} else if sharing {
		v.notef("the families of the groups are drawn, not the resources of the processes")
	}
	for _, b := range m.bands {
		m.rows += b.Family.Len()
	}
	if m.listed = m.rows; m.rows == 0 || m.columns == 0 {
		return nil, ErrEmpty
	}
	if err := m.choose(); err != nil {
		return nil, err
	}
	if m.layout() {
		return m.draw(), nil
	}
	// All chosen rows, or otherwise those of them that have a colour.
	for _, rows := range [][][2]int{m.picked, slices.Collect(maps.Keys(m.marked))} {
		if part := m.part(rows); len(rows) > 0 && part.layout() {
			return part.draw(), nil
		}
	}
	return m.densities(), nil
}

// part returns the matrix of only some rows, given by band and index, if the whole one is too large
// to see.
func (m *matrixLayout) part(rows [][2]int) *matrixLayout {
	part := *m
	part.partial, part.bands, part.marked, part.rows = true, nil, map[[2]int]Look{}, 0
	slices.SortFunc(rows, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	last := -1
	for _, r := range slices.Compact(rows) {
		if r[0] != last {
			last = r[0]
			part.bands = append(part.bands, band{Group: m.bands[last].Group})
		}
		k := len(part.bands) - 1
		part.bands[k].only = append(part.bands[k].only, r[1])
		if look, ok := m.marked[r]; ok {
			part.marked[[2]int{k, r[1]}] = look
		}
		part.rows++
	}
	return &part
}

func alphas(s *quorum.SharingStructure) [][]int {
	var list [][]int
	for u := range s.Processes() {
		list = append(list, s.Alpha(u))
	}
	return list
}

// matrixLayout is the layout of a matrix.
type matrixLayout struct {
	*view
	bands               []band
	names               []string
	rows, columns       int  // numbers of drawn rows and columns
	listed              int  // number of rows of the whole matrix
	partial             bool // not all rows are drawn
	rowName, columnName string
	picked              [][2]int        // the chosen rows, by band and index
	marked              map[[2]int]Look // the highlighted ones among them
	highlights          []Entry

	left, top   vg.Length // space for labels
	width, tall vg.Length // of a cell
	gap         vg.Length // between bands
	upward      bool      // the column labels run upwards
}

// choose finds the rows that the options choose.
func (m *matrixLayout) choose() error {
	m.marked = map[[2]int]Look{}
	if _, ok := single(m.structure); ok {
		indices := m.opts.Quorums
		list, err := m.chosen()
		if err != nil {
			return err
		}
		if len(m.opts.Sites) > 0 {
			if indices, err = m.quorumsOfSites(); err != nil {
				return err
			}
			m.notes = slices.Compact(m.notes)
		}
		for k, h := range list {
			m.picked = append(m.picked, [2]int{0, indices[k]})
			m.marked[[2]int{0, indices[k]}] = h.look
			m.highlights = append(m.highlights, LookEntry(h.look, h.name))
		}
		return nil
	}
	if len(m.opts.Sites) > 0 {
		_, err := m.quorumsOfSites()
		return err
	}
	if len(m.opts.Quorums) == 0 {
		return nil
	}
	sizes := make([]int, len(m.bands))
	for i, b := range m.bands {
		sizes[i] = b.Family.Len()
	}
	noun := "cartel"
	if m.structure.Kind() == quorum.KindSharing {
		noun = "family"
	}
	list, err := oneOfEach(m.opts.Quorums, sizes, noun)
	if err != nil {
		return err
	}
	for i, q := range list {
		m.picked = append(m.picked, [2]int{i, q})
		if i >= MaxHighlights {
			continue
		}
		m.marked[[2]int{i, q}] = Category(i)
		m.highlights = append(m.highlights, LookEntry(Category(i), fmt.Sprintf("quorum %v of %s", quorum.Index(q), m.bands[i].Label)))
	}
	if len(list) > MaxHighlights {
		m.notef("only %d %s have a quorum in colour", MaxHighlights, show.Plural(MaxHighlights, noun))
	}
	return nil
}

// noSites refuses sites for a system whose quorums are in cartels.
func (v *view) noSites() error {
	if len(v.opts.Sites) == 0 {
		return nil
	}
	return refused("site", v.opts.Sites[0], "a %s has no sites; choose a quorum instead", quorum.KindGroupSystem)
}

// ofCartels returns the chosen quorum of each cartel, whose numbers of quorums are given. Without a
// choice they are spread out, so that not all lines run along the edges.
func (v *view) ofCartels(sizes []int) ([]int, error) {
	if len(v.opts.Quorums) > 0 {
		return oneOfEach(v.opts.Quorums, sizes, "cartel")
	}
	quorums := make([]int, len(sizes))
	for i, k := range sizes {
		quorums[i] = (i + 1) * k / (len(sizes) + 1)
	}
	return quorums, v.noSites()
}

// oneOfEach turns a choice of quorums into one for each cartel, or for whatever the noun names. The
// choice is one number for all, or one for each. The sizes bound the numbers.
func oneOfEach(choice, sizes []int, noun string) ([]int, error) {
	switch least := slices.Min(sizes); {
	case len(choice) == len(sizes):
		for i, q := range choice {
			switch {
			case q >= 0 && q < sizes[i]:
			case len(sizes) == 1:
				return nil, outOf("quorum", q, sizes[i])
			default:
				return nil, refused("quorum", q, "%s %v: want 1..%d", noun, quorum.Index(i), sizes[i])
			}
		}
		return slices.Clone(choice), nil
	case len(choice) > 1 && len(sizes) == 1:
		return nil, refused("quorum", choice[1], "this picture shows 1 at a time")
	case len(choice) > 1:
		return nil, refused("quorum", choice[len(choice)-1], "%d numbers for %d %s: give one number for all, or one for each", len(choice), len(sizes), show.Plural(len(sizes), noun))
	case choice[0] >= 0 && choice[0] < least:
		return slices.Repeat(choice, len(sizes)), nil
	case least == slices.Max(sizes):
		return nil, outOf("quorum", choice[0], least)
	default:
		reason := fmt.Sprintf("all %d %s have quorums 1..%d", len(sizes), show.Plural(len(sizes), noun), least)
		if least == 1 {
			reason = fmt.Sprintf("all %d %s have only quorum 1", len(sizes), show.Plural(len(sizes), noun))
		}
		const most = 12 // as many numbers as are legible
		if len(sizes) > most {
			return nil, refused("quorum", choice[0], "%s; more of one %s by one number for each", reason, noun)
		}
		return nil, refused("quorum", choice[0], "%s; one number for each: --quorum %s", reason, show.Join(sizes, ",", func(size int) string { return quorum.Index(max(0, min(choice[0], size-1))).String() }))
	}
}

const axisSize vg.Length = 7

// finestEntry is the least width and height of a visible cell of a matrix.
const finestEntry vg.Length = 3

func (m *matrixLayout) columnLabel(c int) string {
	if m.names != nil {
		return m.names[c]
	}
	return quorum.Node(c).String()
}

// layout chooses the sizes. It returns false if the cells would be too small to see.
func (m *matrixLayout) layout() bool {
	const most = 16
	const narrowest = 0.9 // for cells in only a few rows, which still show where a quorum has its nodes
	if bodyHeight/vg.Length(m.rows) < finestEntry {
		return false // before the labels are measured, of which there may be too many for that
	}
	bandWidth, rowWidth := vg.Length(0), textWidth(strconv.Itoa(m.listed), axisSize, false)
	for _, b := range m.bands {
		bandWidth = max(bandWidth, textWidth(m.bandLabel(b), axisSize, true))
	}
	m.left = rowWidth + 8
	if bandWidth > 0 {
		m.left += bandWidth + 8
		m.gap = 6
	}
	m.top = axisSize*(ascent+descent) + 4
	if m.left > bodyWidth/2 {
		return false
	}
	if len(m.bands) > 1 {
		m.gap = min(m.gap, 0.2*bodyHeight/vg.Length(len(m.bands)))
	}
	m.width = min(most, (bodyWidth-m.left-4)/vg.Length(m.columns))
	if m.names != nil {
		longest := vg.Length(0)
		for _, name := range m.names {
			longest = max(longest, textWidth(name, axisSize, false))
		}
		if m.upward = longest+4 > m.width; m.upward {
			m.top = min(longest, 90) + 6
		}
	}
	m.tall = min(most, (bodyHeight-m.top-m.gap*vg.Length(len(m.bands)-1))/vg.Length(m.rows))
	if m.partial {
		return m.width >= narrowest && m.tall >= finestEntry
	}
	m.width, m.tall = min(m.width, 3*m.tall), min(m.tall, 3*m.width)
	return m.width >= finestEntry && m.tall >= finestEntry
}

func (m *matrixLayout) bandLabel(b band) string { return shorten(b.Label, axisSize, true, 120) }

// draw draws all cells.
func (m *matrixLayout) draw() *Picture {
	p := page{title: m.heading("incidence matrix"), notes: m.notes}
	if m.rows < m.listed {
		p.title = fmt.Sprintf("%s, %d of %s on %s", m.title, m.rows, show.Count(m.listed, m.rowName), show.Count(m.columns, m.columnName))
		p.notef("a matrix of %s and %s is too large to see: of its rows only those of the chosen %s are drawn",
			show.Count(m.listed, m.rowName), show.Count(m.columns, m.columnName), show.Plural(m.rows, m.rowName))
	}
	b := &p.body
	b.height = m.top + m.tall*vg.Length(m.rows) + m.gap*vg.Length(len(m.bands)-1)
	b.width = m.left + m.width*vg.Length(m.columns) + 4
	if !m.columnLabels(b) {
		p.notef("not all names of nodes have room")
	}
	own, shown := m.ownSites(), false
	var dots shape
	dots.fill, dots.stroke = white, pen(black, 0.5)
	var cells []cell
	y, free := b.height-m.top, b.height
	every := stride(m.rows, m.tall, axisSize*(ascent+descent))
	row := 0
	for k, band := range m.bands {
		above := y
		for i, q := range band.drawn() {
			y -= m.tall
			row++
			if band.only == nil && labelled(i, every) || band.only != nil && row%every == 0 {
				b.before(quorum.Index(i).String(), axisSize, pt(m.left-4, y+m.tall/2))
			}
			look, ok := m.marked[[2]int{k, i}]
			if !ok {
				look = Member
			}
			next := 0
			for column := range m.columns {
				c := cell{box: canvas.Rect(m.left+vg.Length(column)*m.width, y, m.left+vg.Length(column+1)*m.width, y+m.tall)}
				if next < len(q) && int(q[next]) == column {
					next++
					c.looks = []Look{look}
					if own[[2]int{i, column}] && m.width >= finestEntry {
						shown = true
						dots.circles = append(dots.circles, circle{c.centre(), 0.24 * min(m.width, m.tall)})
					}
				}
				cells = append(cells, c)
			}
		}
		if band.Label != "" {
			// The name is beside the middle of its band, unless the name above reaches there.
			if middle := (above + y) / 2; middle+ascent*axisSize <= free {
				b.write(m.bandLabel(band), axisSize, true, pt(0, middle-capital/2*axisSize))
				free = middle - capital/2*axisSize - descent*axisSize
			}
		}
		y -= m.gap
	}
	b.cells(cells)
	b.add(dots)
	if len(m.marked) < m.rows {
		p.legend = append(p.legend, LookEntry(Member, fmt.Sprintf("the %s of this column is in the %s of this row", m.columnName, m.rowName)))
	}
	if m.rowName == "process" && len(m.marked) < m.rows {
		p.legend[0].text = "the process of this row uses the resource of this column"
	}
	p.legend = append(p.legend, m.highlights...)
	if shown {
		p.legend = append(p.legend, Entry{"the quorum of this row is that of the site of this column", nil, func(b *body, left vg.Point) {
			c := cell{box: keyBox(left), looks: []Look{Member}}
			b.cells([]cell{c})
			b.circle(pen(black, 0.5), white, c.centre(), 0.24*keyHeight)
		}})
	}
	return p.picture()
}

func (m *matrixLayout) heading(what string) string {
	size := fmt.Sprintf("%s of %d %s and %d %s", what, m.rows, show.Plural(m.rows, m.rowName), m.columns, show.Plural(m.columns, m.columnName))
	return m.title + ", " + size
}

// ownSites returns the entries (quorum, node) such that the quorum is that of the node's site.
func (m *matrixLayout) ownSites() map[[2]int]bool {
	own := map[[2]int]bool{}
	if s, ok := m.structure.(*quorum.System); ok && s.HasSites() {
		for site, q := range s.Sites() {
			own[[2]int{q, site}] = true
		}
	}
	return own
}

// columnLabels writes as many labels of columns as fit. It returns false if names were left out.
func (m *matrixLayout) columnLabels(b *body) bool {
	height := b.height - m.top
	at := func(c int) vg.Length { return m.left + (vg.Length(c)+0.5)*m.width }
	if m.upward {
		every := stride(m.columns, m.width, axisSize*(ascent+descent))
		for c := 0; c < m.columns; c += every {
			b.upward(shorten(m.columnLabel(c), axisSize, false, m.top-6), axisSize, pt(at(c), height+4))
		}
		return every == 1
	}
	longest := vg.Length(0)
	for c := range m.columns {
		longest = max(longest, textWidth(m.columnLabel(c), axisSize, false))
	}
	every := stride(m.columns, m.width, longest+3)
	for c := range m.columns {
		if labelled(c, every) {
			b.centred(m.columnLabel(c), axisSize, false, pt(at(c), height+4+capital/2*axisSize), canvas.Ink())
		}
	}
	return true
}
