package draw

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"coterie/quorum"
)

// treePicture draws the complete tree whose nodes are numbered breadth-first from the root, child c
// of node v being v·D+1+c, and a quorum in it: the root with a quorum of one child's subtree, or
// quorums of the subtrees of all children (Agrawal and El Abbadi 1991).
func treePicture(v *view) (*Picture, error) {
	height, degree := v.param("height"), v.param("degree")
	list, site, err := v.shownOr(func(site int) highlight { return treeQuorum(v.n, degree, site) })
	if err != nil {
		return nil, err
	}
	p := v.page(", a quorum")
	if len(list) > 1 {
		p.title = fmt.Sprintf("%s, %d quorums", v.title, len(list))
	}
	b := &p.body

	// As many levels as fit with nodes of at least 2 points.
	least := vg.Length(2.6)
	levels, width := 1, 1
	for levels <= height && vg.Length(width*degree)*2*least <= bodyWidth {
		width *= degree
		levels++
	}
	shown := treeSize(levels-1, degree)
	if levels == 1 && height > 0 {
		levels, width = 2, int(bodyWidth/(2*least))
		shown = 1 + width
		p.say(fmt.Sprintf("%d children of a node are too many to see: the root and its first %d children are drawn", degree, width), fmt.Sprintf("The first %d of %d children; the others, and what is below, are not drawn.", width, degree))
	} else if levels <= height {
		p.say(fmt.Sprintf("the tree of %d nodes is too large to see: its first %d of %d levels are drawn", v.n, levels, height+1), fmt.Sprintf("%d more levels follow below; the quorum goes on in them.", height+1-levels))
	}
	step := min(40, bodyWidth/vg.Length(width))
	down := min(56, (bodyHeight-40)/vg.Length(max(1, levels-1)))
	b.width, b.height = max(step*vg.Length(width), 40), down*vg.Length(levels-1)+28
	looks := looksOf(v.n, list)
	places := make([]vg.Point, shown)
	var cells []cell
	var edges shape
	edges.stroke = pen(faint, 0.7)
	x, level, count, first := 0, 0, 1, 0
	for node := range shown {
		if node == first+count {
			first, level, count = node, level+1, min(count*degree, width)
		}
		x = node - first
		places[node] = pt(b.width*(vg.Length(x)+0.5)/vg.Length(count), b.height-14-down*vg.Length(level))
		radius := min(12, 0.46*b.width/vg.Length(count), 0.46*down)
		if node > 0 {
			edges.rings = append(edges.rings, []vg.Point{places[(node-1)/degree], places[node]})
		}
		cells = append(cells, disc(places[node], radius, node, looks[node], node == site))
	}
	b.add(edges)
	b.cells(cells)
	// The levels with large nodes are numbered even if the lowest levels are not.
	from := len(cells)
	for i := 0; i < len(cells); i++ {
		if _, ok := fit(cells[:i+1], 10); !ok {
			from = i
			break
		}
	}
	size, _ := fit(cells[:from], 10)
	b.texts(cells[:from], size)
	if from < len(cells) {
		p.say(fmt.Sprintf("the nodes from number %v on are too small for their numbers, which run level by level", quorum.Node(from)), "Nodes are numbered level by level, from left to right.")
	}
	p.legend = append(quorumKeys(list), p.legend...)
	return p.picture(), nil
}

// treeSize returns the number of nodes of a complete tree, or 0 if that exceeds quorum.MaxNodes.
func treeSize(height, degree int) int {
	n, level := 1, 1
	for range height {
		level *= degree
		if n += level; n > quorum.MaxNodes || level > quorum.MaxNodes {
			return 0
		}
	}
	return n
}

// treeQuorum returns a quorum of the tree of n nodes. For node -1, it shows both rules: the root
// and, instead of its first child, a path in each subtree of that child. For another node, it is a
// path from the root through that node to a leaf.
func treeQuorum(n, degree, v int) highlight {
	h := highlight{look: Category(0)}
	path := func(node int) {
		for ; node < n; node = node*degree + 1 {
			h.nodes = append(h.nodes, node)
		}
	}
	switch first := 1; {
	case v >= 0:
		for up := v; up > 0; {
			up = (up - 1) / degree
			h.nodes = append(h.nodes, up)
		}
		path(v)
		h.name = "a quorum: a path from the root to a leaf"
	case first*degree+1 >= n:
		path(0)
		h.name = "a quorum: the root and a child"
		if n == 1 {
			h.name = "the quorum: the only node"
		}
	default:
		h.nodes = append(h.nodes, 0)
		for c := range degree {
			path(first*degree + 1 + c)
		}
		h.name = fmt.Sprintf("a quorum: the root, and in place of node %v a path below each of its children", quorum.Node(first))
	}
	return h
}
