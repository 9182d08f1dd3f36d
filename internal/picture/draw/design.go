package draw

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/internal/picture/canvas"
	"coterie/internal/words/show"
	"coterie/planes"
	"coterie/quorum"
)

// blocksLayout places the blocks of a design row by row, as squares of degree × degree cells. They
// correspond to the squares of the surficial staircase when more than two cartels share a square.
type blocksLayout struct {
	design        *planes.Design
	array         [][]int // row p has the symbols of node p of a block, one for each cartel of the block
	degree        int
	across, down  int       // number of blocks in a row and in a column
	side          vg.Length // of a cell
	gap, headline vg.Length // between blocks, and above each block for the names of its cartels
}

// newBlocksLayout chooses the size of the cells. It returns false for ok if they would be too small
// to see.
func newBlocksLayout(ctx context.Context, design *planes.Design, degree int) (l blocksLayout, ok bool) {
	net, err := planes.NewNet(ctx, degree, design.BlockSize())
	if err != nil {
		return l, false
	}
	l = blocksLayout{design: design, degree: degree, array: net.OrthogonalArray(), gap: 10, headline: 11}
	blocks := design.Blocks()
	const most = 60 // blocks in a row
	for across := 1; across <= min(blocks, most); across++ {
		down := (blocks + across - 1) / across
		side := min((bodyWidth-vg.Length(across-1)*l.gap)/vg.Length(across*degree),
			(bodyHeight-60-vg.Length(down-1)*l.gap-vg.Length(down)*l.headline)/vg.Length(down*degree), 30)
		if side >= l.side { // with equal sides the wider layout leaves the legend more space
			l.across, l.down, l.side = across, down, side
		}
	}
	return l, l.side >= 7
}

// corner returns the upper left corner of the square of a block.
func (l blocksLayout) corner(block int) vg.Point {
	width := vg.Length(l.degree)*l.side + l.gap
	height := vg.Length(l.degree)*l.side + l.gap + l.headline
	return pt(vg.Length(block%l.across)*width, l.height()-l.headline-vg.Length(block/l.across)*height)
}

func (l blocksLayout) width() vg.Length {
	return vg.Length(l.across*l.degree)*l.side + vg.Length(l.across-1)*l.gap
}

func (l blocksLayout) height() vg.Length {
	return vg.Length(l.down)*(vg.Length(l.degree)*l.side+l.headline) + vg.Length(l.down-1)*l.gap
}

// nodes returns the cells of all nodes, in the looks of the chosen quorums of the first shown
// cartels. A cell's column is the symbol of the first cartel of its block. Its row, from the top,
// is that of the second.
func (l blocksLayout) nodes(quorums []int, shown int) []cell {
	var cells []cell
	for b, block := range l.design.AllBlocks() {
		at := l.corner(b)
		for p, symbols := range l.array {
			c := cell{
				box:  square(at.X+vg.Length(p/l.degree)*l.side, at.Y-vg.Length(p%l.degree+1)*l.side, l.side),
				text: quorum.Node(b*len(l.array) + p).String(),
			}
			for i, cartel := range block {
				if int(cartel) < shown && quorums[cartel] == symbols[i] {
					c.looks = append(c.looks, Category(int(cartel)))
				}
			}
			cells = append(cells, c)
		}
	}
	return cells
}

// headlines writes above each block the numbers of its cartels. It reports whether they fit.
func (l blocksLayout) headlines(b *body) bool {
	size := vg.Length(8)
	texts := make([]string, l.design.Blocks())
	for i, block := range l.design.AllBlocks() {
		texts[i] = show.Join(block, " ", func(cartel int32) string { return quorum.Index(cartel).String() })
		if room, w := vg.Length(l.degree)*l.side+l.gap-4, textWidth(texts[i], 8, true); w > room {
			size = min(size, 8*room/w)
		}
	}
	if size < smallest {
		return false
	}
	for i, text := range texts {
		at := l.corner(i)
		middle := max(at.X+vg.Length(l.degree)*l.side/2, textWidth(text, size, true)/2)
		b.centred(text, size, true, pt(min(middle, l.width()-textWidth(text, size, true)/2), at.Y+5), canvas.Ink())
	}
	return true
}

// designPicture draws a surficial system over a block design. If the blocks are pairs, it draws the
// staircase. Otherwise it draws a square of nodes for each block, with a quorum of each cartel. If
// the nodes are too small to see, the matrix shows more.
func designPicture(v *view) (*Picture, error) {
	m, degree := v.instance.Groups(), v.param("degree")
	design := construct.BlockDesign(v.instance.Param("design"))
	if design == construct.PairsDesign {
		return staircaseOf(v, slices.Repeat([]int{degree}, m))
	}
	if err := v.noSites(); err != nil {
		return nil, err
	}
	const mostNodes = 20_000 // more nodes are too small to see
	if v.n > mostNodes {
		return nil, nil
	}
	size := m
	if design == construct.ProjectiveDesign || design == construct.AffineDesign {
		size = v.param("order")
	}
	blocks, err := construct.CartelDesign(v.ctx, design, size)
	if err != nil {
		return nil, err
	}
	l, ok := newBlocksLayout(v.ctx, blocks, degree)
	if !ok {
		return nil, nil
	}
	quorums, err := v.ofCartels(slices.Repeat([]int{degree}, m))
	if err != nil {
		return nil, err
	}
	return l.picture(v, quorums), nil
}

func (l blocksLayout) picture(v *view, quorums []int) *Picture {
	m := len(quorums)
	shown := min(m, Categories)
	p := v.page(fmt.Sprintf(", a quorum of each of %d cartels", m))
	if shown < m {
		p.title = v.title + fmt.Sprintf(", a quorum of each of the first %d of %d cartels", shown, m)
		p.notef("of %d cartels the first %d have a quorum in colour", m, shown)
	}
	b := &p.body
	b.width, b.height = l.width(), l.height()
	cells := l.nodes(quorums, shown)
	b.cells(cells)
	frames := shape{closed: true, stroke: frame}
	for i := range l.design.Blocks() {
		at := l.corner(i)
		side := vg.Length(l.degree) * l.side
		frames.rings = append(frames.rings, corners(square(at.X, at.Y-side, side)))
	}
	b.add(frames)
	named := l.headlines(b)
	fits := b.textsIn(cells, min(9, max(smallest, 0.38*l.side))) // small enough that the parts of a divided cell are visible beside its number
	for i := range shown {
		p.legend = append(p.legend, LookEntry(Category(i), fmt.Sprintf("quorum %v of cartel %v", quorum.Index(quorums[i]), quorum.Index(i))))
	}
	if named {
		p.remark("Above each block stand its cartels: the quorums of the first are its columns, those of the second its rows.")
	} else {
		p.notef("the blocks are too small for the numbers of their cartels, which are those of the design in its order, row by row")
	}
	if !fits {
		p.notef("the cells are too small for the numbers of the nodes, which run block by block and in a block column by column")
	}
	p.remark("A node of several of these quorums is divided among them; no two of different cartels share another.")
	return p.picture()
}
