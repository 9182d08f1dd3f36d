package draw

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"coterie/internal/machine/par"
	"coterie/internal/picture/canvas"
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

// strip is a cartel of its own name, or all rows of the matrix. Its rows are shared out to lines of
// blocks.
type strip struct {
	name   string
	bands  []band
	rows   int
	shares [][]float64 // of the entries of each block that are in the matrix, line by line
}

// separate is the greatest number of cartels that are drawn as strips of their own.
const separate = 40

// strips shares out the rows to at most so many lines of so many blocks. It returns the greatest
// share of a block.
func (m *matrixLayout) strips(lines, columns int) (strips []strip, greatest float64) {
	if len(m.bands) == 1 || len(m.bands) > separate {
		strips = []strip{{bands: m.bands, rows: m.rows}}
	} else {
		for _, b := range m.bands {
			if rows := b.Family.Len(); rows > 0 {
				strips = append(strips, strip{name: b.Label, bands: []band{b}, rows: rows})
			}
		}
	}
	widths := make([]int, columns) // columns of the matrix in each block
	for c := range m.columns {
		widths[c*columns/m.columns]++
	}
	for k := range strips {
		s := &strips[k]
		n := max(1, min(s.rows, lines*s.rows/m.rows))
		sizes, row := make([]int, n), 0
		s.shares = make([][]float64, n)
		for i := range s.shares {
			s.shares[i] = make([]float64, columns)
		}
		for _, b := range s.bands {
			for _, q := range par.Until(m.ctx, b.Family.All()) {
				line := row * n / s.rows
				for _, x := range q {
					s.shares[line][int(x)*columns/m.columns]++
				}
				sizes[line]++
				row++
			}
		}
		for i, shares := range s.shares {
			for c := range shares {
				shares[c] /= float64(sizes[i] * widths[c])
				greatest = max(greatest, shares[c])
			}
		}
	}
	return strips, greatest
}

// densities draws blocks of the matrix in grey, because single cells could not be seen.
func (m *matrixLayout) densities() *Picture {
	const block = 4
	p := page{title: m.heading("density of the incidence matrix"), notes: m.notes}
	left, gap := textWidth(strconv.Itoa(m.rows), axisSize, false)+8, vg.Length(0)
	switch bands := len(m.bands); {
	case bands > separate:
		p.notef("the %d cartels are drawn as one list, in their order", bands)
	case bands > 1:
		label := vg.Length(0)
		for _, band := range m.bands {
			label = max(label, textWidth(m.bandLabel(band), axisSize, true)+8)
		}
		left, gap = left+label, 4
	}
	top := axisSize*(ascent+descent) + 6
	roomX, roomY := bodyWidth-left-4, bodyHeight-top-gap*vg.Length(len(m.bands)-1)
	columns := min(m.columns, int(roomX/block))
	strips, greatest := m.strips(min(m.rows, int(roomY/block)), columns)
	total := 0 // lines, perhaps fewer than would fit
	for _, s := range strips {
		total += len(s.shares)
	}
	width, tall := min(16, roomX/vg.Length(columns)), min(16, roomY/vg.Length(total))
	right := left + width*vg.Length(columns)

	b := &p.body
	b.width, b.height = right+4, top+tall*vg.Length(total)+gap*vg.Length(len(strips)-1)
	greys := shades()
	blocks := make([]shape, len(greys))
	y, free := b.height-top, b.height
	for _, s := range strips {
		above := y
		for _, shares := range s.shares {
			y -= tall
			for c, share := range shares {
				level := levelOf(share, greatest)
				blocks[level].rings = append(blocks[level].rings, corners(canvas.Rect(left+vg.Length(c)*width, y, left+vg.Length(c+1)*width, y+tall)))
			}
		}
		b.rowRange(left, y, above, s.rows)
		if middle := (above + y) / 2; s.name != "" && middle+ascent*axisSize <= free {
			b.write(shorten(s.name, axisSize, true, 120), axisSize, true, pt(0, middle-capital/2*axisSize))
			free = middle - (capital/2+descent)*axisSize
		}
		y -= gap
	}
	p.legend = []Entry{fillKey(greys[0], "empty")}
	for level := 1; level < len(greys); level++ {
		blocks[level].fill, blocks[level].closed = greys[level], true
		b.add(blocks[level])
		p.legend = append(p.legend, fillKey(greys[level], "up to "+percent(greatest*float64(level)/float64(len(greys)-1))))
	}
	y = b.height - top
	for _, s := range strips {
		low := y - tall*vg.Length(len(s.shares))
		b.rect(outline, nil, canvas.Rect(left, low, right, y))
		y -= tall*vg.Length(len(s.shares)) + gap
	}
	b.columnRange(left, right, b.height-top+4, m.columns)
	p.remark("Share of the entries of a block that are in the matrix. A block is about %s by %s.",
		show.Count((m.rows+total-1)/total, m.rowName), show.Count((m.columns+columns-1)/columns, m.columnName))
	p.notef("a matrix of %s and %s is too large to see: blocks of it are drawn in grey, as dense as they are",
		show.Count(m.rows, m.rowName), show.Count(m.columns, m.columnName))
	if len(m.marked) > 0 {
		p.notef("single quorums cannot be highlighted in it")
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

// columnRange writes the numbers of the first and, if it fits, the last column above a strip.
func (b *body) columnRange(left, right, y vg.Length, columns int) {
	first, last := quorum.Index(0).String(), quorum.Index(columns-1).String()
	b.write(first, axisSize, false, pt(left, y))
	if w := textWidth(last, axisSize, false); columns > 1 && w+12 < right-left {
		b.write(last, axisSize, false, pt(right-w, y))
	}
}
