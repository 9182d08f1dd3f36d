package draw

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"coterie/internal/machine/par"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// shades returns the greys of densities: one for zero, and four for the quarters of the greatest.
func shades() []color.RGBA {
	var list []color.RGBA
	for _, y := range []uint8{255, 214, 166, 112, 40} {
		list = append(list, color.RGBA{y, y, y, 255})
	}
	return list
}

// densities draws blocks of the matrix in grey, because single cells could not be seen.
func (m *matrixLayout) densities() *Picture {
	p := page{title: m.heading("density of the incidence matrix"), notes: m.notes}
	b := &p.body
	const block, separate = 4, 40
	bands := m.bands
	if len(bands) == 1 || len(bands) > separate {
		if len(bands) > 1 {
			p.notes = append(p.notes, fmt.Sprintf("the %d cartels are drawn as one list, in their order", len(bands)))
		}
	}
	left := textWidth(strconv.Itoa(m.rows), axisSize, false) + 8
	label := vg.Length(0)
	named := len(bands) > 1 && len(bands) <= separate
	for _, band := range bands {
		if named {
			label = max(label, textWidth(m.bandLabel(band), axisSize, true)+8)
		}
	}
	left += label
	gap := vg.Length(0)
	if named {
		gap = 4
	}
	top := axisSize*(ascent+descent) + 6
	roomX, roomY := bodyWidth-left-4, bodyHeight-top-gap*vg.Length(len(bands)-1)
	columns := min(m.columns, int(roomX/block))
	width := min(16, roomX/vg.Length(columns))
	lines := min(m.rows, int(roomY/block))
	tall := min(16, roomY/vg.Length(lines))

	// The lines are shared out to the bands by their lengths. Together they may be fewer than would
	// fit.
	type strip struct {
		name  string
		lines int
		count [][]int // entries of a block
		sizes []int   // rows of a line
	}
	var strips []strip
	add := func(name string, rows int) {
		n := max(1, min(rows, lines*rows/m.rows))
		s := strip{name: name, lines: n, sizes: make([]int, n), count: make([][]int, n)}
		for i := range s.count {
			s.count[i] = make([]int, columns)
		}
		strips = append(strips, s)
	}
	if named {
		for _, band := range bands {
			if band.Family.Len() > 0 {
				add(band.Label, band.Family.Len())
			}
		}
	} else {
		add("", m.rows)
	}
	total := 0
	for _, s := range strips {
		total += s.lines
	}
	tall = min(tall, roomY/vg.Length(total))
	at, row, length := 0, 0, m.rows
	for _, band := range bands {
		if band.Family.Len() == 0 {
			continue
		}
		if named {
			row, length = 0, band.Family.Len()
		}
		s := &strips[at]
		for _, q := range par.Until(m.ctx, band.Family.All()) {
			line := row * s.lines / length
			s.sizes[line]++
			for _, x := range q {
				s.count[line][int(x)*columns/m.columns]++
			}
			row++
		}
		if named {
			at++
		}
	}
	widths := make([]int, columns)
	for c := range m.columns {
		widths[c*columns/m.columns]++
	}
	greatest := 0.0
	for _, s := range strips {
		for i, counts := range s.count {
			for c, count := range counts {
				greatest = max(greatest, float64(count)/float64(s.sizes[i]*widths[c]))
			}
		}
	}
	b.width = left + width*vg.Length(columns) + 4
	b.height = top + tall*vg.Length(total) + gap*vg.Length(len(strips)-1)
	greys := shades()
	blocks := make([]shape, len(greys))
	y, free := b.height-top, b.height
	for _, s := range strips {
		above := y
		for i, counts := range s.count {
			y -= tall
			for c, count := range counts {
				share := float64(count) / float64(s.sizes[i]*widths[c])
				level := levelOf(share, greatest)
				blocks[level].rings = append(blocks[level].rings, corners(vg.Rectangle{
					Min: pt(left+vg.Length(c)*width, y), Max: pt(left+vg.Length(c+1)*width, y+tall),
				}))
			}
		}
		b.rowRange(left, y, above, sum(s.sizes))
		if middle := (above + y) / 2; s.name != "" && middle+ascent*axisSize <= free {
			b.write(shorten(s.name, axisSize, true, 120), axisSize, true, pt(0, middle-capital/2*axisSize))
			free = middle - (capital/2+descent)*axisSize
		}
		y -= gap
	}
	for level := range blocks {
		blocks[level].fill, blocks[level].closed = greys[level], true
		if level > 0 {
			b.add(blocks[level])
		}
	}
	y = b.height - top
	for _, s := range strips {
		b.rect(outline, nil, vg.Rectangle{Min: pt(left, y-tall*vg.Length(s.lines)), Max: pt(left+width*vg.Length(columns), y)})
		y -= tall*vg.Length(s.lines) + gap
	}
	first, final := quorum.Node(0).String(), quorum.Node(m.columns-1).String()
	b.write(first, axisSize, false, pt(left, b.height-top+4))
	if w := textWidth(final, axisSize, false); w+12 < width*vg.Length(columns) {
		b.write(final, axisSize, false, pt(left+width*vg.Length(columns)-w, b.height-top+4))
	}
	p.legend = []Entry{fillKey(greys[0], "empty")}
	for level := 1; level < len(greys); level++ {
		p.legend = append(p.legend, fillKey(greys[level], "up to "+percent(greatest*float64(level)/float64(len(greys)-1))))
	}
	p.legend = append(p.legend, TextEntry(fmt.Sprintf("Share of the entries of a block that are in the matrix. A block is about %s by %s.",
		show.Count((m.rows+total-1)/total, m.rowName), show.Count((m.columns+columns-1)/columns, m.columnName))))
	p.notes = append(p.notes, fmt.Sprintf("a matrix of %d %s and %d %s is too large to see: blocks of it are drawn in grey, as dense as they are",
		m.rows, show.Plural(m.rows, m.rowName), m.columns, show.Plural(m.columns, m.columnName)))
	if len(m.marked) > 0 {
		p.notes = append(p.notes, "single quorums cannot be highlighted in it")
	}
	return p.picture()
}

// percent writes a share with two significant digits, rounded up because it is an upper end.
func percent(share float64) string {
	digits, x := 0, 100*share
	for x > 0 && x < 9.95 && digits < 6 {
		x, digits = 10*x, digits+1
	}
	return strconv.FormatFloat(math.Ceil(x-1e-9)/math.Pow10(digits), 'f', digits, 64) + " %"
}

func sum(list []int) int {
	total := 0
	for _, x := range list {
		total += x
	}
	return total
}

// levelOf returns the grey of a share: 0 for none, and otherwise the number of its quarter of the
// greatest.
func levelOf(share, greatest float64) int {
	steps := len(shades()) - 1
	if share == 0 {
		return 0
	}
	level := int(share / greatest * float64(steps))
	if float64(level)*greatest/float64(steps) < share-1e-12 {
		level++
	}
	return max(1, min(level, steps))
}

// rowRange writes the numbers of the first and the last row of a strip, if they fit.
func (b *body) rowRange(left, low, high vg.Length, rows int) {
	first, last := quorum.Index(0).String(), quorum.Index(rows-1).String()
	line := axisSize * (ascent + descent)
	if high-low < line {
		return
	}
	b.write(first, axisSize, false, pt(left-4-textWidth(first, axisSize, false), high-ascent*axisSize))
	if rows > 1 && high-low >= 2*line {
		b.write(last, axisSize, false, pt(left-4-textWidth(last, axisSize, false), low+descent*axisSize))
	}
}
