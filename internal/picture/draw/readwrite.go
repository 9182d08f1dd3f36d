package draw

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// columnCover is a quorum of the grid protocol: a node of each column and, for a write, one whole
// column.
type columnCover struct {
	rows, columns int
	whole         int // the whole column of a write; -1 for a read
	row           func(column int) int
}

// nodes returns its nodes column by column.
func (c columnCover) nodes() []int {
	var nodes []int
	for column := range c.columns {
		if column != c.whole {
			nodes = append(nodes, c.row(column)*c.columns+column)
			continue
		}
		for r := range c.rows {
			nodes = append(nodes, r*c.columns+column)
		}
	}
	return nodes
}

// powerWithin returns base to the power exponent, or the greatest int if that is less.
func powerWithin(base, exponent int) int {
	if base == 1 {
		return 1
	}
	power := 1
	for range exponent {
		if power > math.MaxInt/base {
			return math.MaxInt
		}
		power *= base
	}
	return power
}

// coversListed returns how many reads and writes construct.ReadWriteGrid lists, or the greatest int
// if that is less.
func coversListed(rows, columns int) []int {
	writes := 1
	if rows > 1 {
		if writes = powerWithin(rows, columns-1); writes > math.MaxInt/columns {
			writes = math.MaxInt
		} else {
			writes *= columns
		}
	}
	return []int{powerWithin(rows, columns), writes}
}

// listedCover returns read or write i of the list of construct.ReadWriteGrid without making the
// list. Writes are ordered by their whole column. Then, like reads, they are in lexicographic order
// of their rows in the other columns.
func listedCover(rows, columns int, write bool, i int) columnCover {
	c := columnCover{rows: rows, columns: columns, whole: -1}
	if write {
		each := powerWithin(rows, columns-1)
		c.whole, i = i/each, i%each
	}
	// The digits of i to the base rows, from the last column on. Missing digits are 0.
	row := map[int]int{}
	for column := columns - 1; i > 0 && column >= 0; column-- {
		if column != c.whole {
			row[column] = i % rows
			i /= rows
		}
	}
	c.row = func(column int) int { return row[column] }
	return c
}

// readWritePicture draws the grid of the grid protocol with a read, which has a node of each
// column, and a write, which has one column and a node of each other one (Cheung, Ammar and Ahamad
// 1992).
func readWritePicture(v *view) (*Picture, error) {
	rows, columns := v.param("rows"), v.param("columns")
	if err := v.noSites(); err != nil {
		return nil, err
	}
	// The rows go down and up to show that any rows will do.
	read := columnCover{rows: rows, columns: columns, whole: -1, row: func(c int) int { return c * rows / columns }}
	write := columnCover{rows: rows, columns: columns, whole: columns / 3, row: func(c int) int { return (columns - 1 - c) * rows / columns }}
	names := [2]string{"a read", "a write"}
	if len(v.opts.Quorums) > 0 {
		chosen, err := oneOfEach(v.opts.Quorums, coversListed(rows, columns), "cartel")
		if err != nil {
			return nil, err
		}
		read, write = listedCover(rows, columns, false, chosen[0]), listedCover(rows, columns, true, chosen[1])
		for i, q := range chosen {
			names[i] = fmt.Sprintf("quorum %v of %s", quorum.Index(q), v.instance.Roles().Cartel(quorum.Index(i)))
		}
	}
	names[0] += ": a node of each column"
	if names[1] += fmt.Sprintf(": column %v", quorum.Index(write.whole)); columns > 1 {
		names[1] += " and a node of each other"
	}
	p := v.page(", a read and a write")
	l, ok := newLattice(rows, columns)
	if !ok {
		return coverLines(p, [2]columnCover{read, write}, names), nil
	}
	list := []highlight{
		{nodes: read.nodes(), look: Category(0), name: names[0]},
		{nodes: write.nodes(), look: Category(1), name: names[1]},
	}
	looks := looksOf(v.n, list)
	var cells []cell
	for x := range v.n {
		cells = append(cells, nodeCell(l.box(x/columns, x%columns), x, looks[x], false))
	}
	for i, h := range list {
		p.legend = append(p.legend, LookEntry(h.look, fmt.Sprintf("%s; %s", names[i], show.Count(len(h.nodes), "node"))))
	}
	p.remark("Nodes of both are divided; any read has a node of the column of any write.")
	return p.grid(l, cells), nil
}

// coverLines draws a read and a write in a grid whose cells are too small to see. Each is a line
// through its rows.
func coverLines(p page, covers [2]columnCover, names [2]string) *Picture {
	rows, columns := covers[0].rows, covers[0].columns
	const left, top, least = 50, 14, 40
	roomX, roomY := bodyWidth-1.5*left, bodyHeight-top
	side := min(roomX/vg.Length(columns), roomY/vg.Length(rows))
	// A grid that is much longer than wide would be invisible, so it is drawn wider.
	width, height := max(least, side*vg.Length(columns)), max(least, side*vg.Length(rows))
	b := &p.body
	b.width, b.height = width+1.5*left, height+top
	x := func(column float64) vg.Length { return left + width*vg.Length(column/float64(columns)) }
	y := func(row float64) vg.Length { return height - height*vg.Length(row/float64(rows)) }
	b.rect(frame, nil, canvas.Rect(x(0), 0, x(float64(columns)), height))
	for i, c := range covers {
		style := stroke{Category(i).lineColour(), 1.8 - 0.4*vg.Length(i), lineOf(i, 1).dashes}
		var points []vg.Point
		for column, rows := range c.rowSpans(int(width)) {
			ends := []vg.Length{y(float64(rows[0]) + 0.5), y(float64(rows[1]) + 0.5)}
			if k := len(points); k > 0 && points[k-1].Y < (ends[0]+ends[1])/2 {
				slices.Reverse(ends) // from the nearer end, so that a rising line does not turn back
			}
			for _, end := range slices.Compact(ends) {
				points = append(points, pt(x(column), end))
			}
		}
		if len(points) == 1 {
			points = []vg.Point{pt(x(0), points[0].Y), pt(x(float64(columns)), points[0].Y)}
		}
		if len(points) > 0 {
			b.line(style, points...)
		}
		if c.whole >= 0 {
			at := x(float64(c.whole) + 0.5)
			b.line(style, pt(at, 0), pt(at, height))
		}
		p.legend = append(p.legend, lineKey(style, names[i]))
	}
	b.columnRange(x(0), x(float64(columns)), height+4, columns)
	b.rowRange(left, 0, height, rows)
	p.remark("Numbers of the first and last row and column stand beside; nodes are numbered row by row.")
	p.notef("the %d cells of the grid are too small to see: a read and a write are drawn as lines", rows*columns)
	return p.picture()
}

// rowSpans yields the lowest and the highest row of a cover in adjacent columns that are too narrow
// to be told apart, with the middle of these columns, from left to right and in at most most parts.
// It leaves out the whole column.
func (c columnCover) rowSpans(most int) iter.Seq2[float64, [2]int] {
	return func(yield func(float64, [2]int) bool) {
		parts := max(1, min(c.columns, most))
		for i := range parts {
			from, to := i*c.columns/parts, (i+1)*c.columns/parts
			low, high := c.rows, -1
			for column := from; column < to; column++ {
				if column != c.whole {
					low, high = min(low, c.row(column)), max(high, c.row(column))
				}
			}
			if high >= 0 && !yield(float64(from+to)/2, [2]int{low, high}) {
				return
			}
		}
	}
}
