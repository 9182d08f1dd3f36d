package draw

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/federated"
	"coterie/internal/picture/canvas"
	"coterie/quorum"
)

// mostGroups is the greatest number of groups that a picture has.
const mostGroups = 400

var trust = pen(faint, 0.6)

// Network draws a federated system: a disc for each group with nodes, those of the top tier in the
// middle, lines between groups that trust each other, and arrows from those that trust without
// being trusted. An arrow to the shaded disc stands for trust in all of its groups. If the top tier
// is not known, the middle has the groups on which quorums depend. If apart is not nil, it has two
// disjoint quorums, whose groups have two looks. The error is a *quorum.InputError for too many
// groups.
func Network(title string, groups []federated.Group, known bool, apart *[2][]string) (*Picture, error) {
	p := page{title: title}
	b := &p.body
	b.width, b.height = bodyWidth, bodyHeight
	var tier []string // its nodes
	var rings [2][]int
	for i, inner := range []bool{true, false} {
		for g, x := range groups {
			if x.Tier == inner && len(x.Nodes) > 0 {
				if rings[i] = append(rings[i], g); inner {
					tier = append(tier, x.Nodes...)
				}
			}
		}
	}
	if n := len(rings[0]) + len(rings[1]); n > mostGroups {
		return nil, quorum.Bad("", fmt.Sprintf("%d nodes or groups are too many to see", n), "--core leaves out the nodes that watch, --by merges nodes, and measure has the figures")
	}
	shown, middle := [2][]string{tier}, "top tier: in a minimal quorum"
	if !known {
		middle = "core: has all minimal quorums"
	}
	if p.legend = []Entry{LookEntry(Category(0), middle)}; apart != nil {
		shown, p.legend = *apart, []Entry{LookEntry(Category(0), "a quorum"), LookEntry(Category(1), "another, which shares no node with it")}
	}
	radii, rim, centre := [2]vg.Length{74, 176}, vg.Length(142), pt(b.width/2, b.height/2)
	if len(rings[1]) == 0 {
		radii[0], rim = 160, 228
	}
	b.circle(stroke{}, boxShade, centre, rim)
	cells := make([]cell, len(groups))
	for i, ring := range rings {
		for k, g := range ring {
			// The rings begin at different angles, so that few lines pass behind discs.
			if cells[g] = disc(clockwise(centre, radii[i], 7*k+2*i, 7*len(ring)), min(13, 0.42*2*math.Pi*radii[i]/vg.Length(len(ring))), len(groups[g].Nodes)-1, nil, false); len(groups[g].Nodes) == 1 {
				cells[g].text = ""
			}
			for look, q := range shown {
				if slices.ContainsFunc(groups[g].Nodes, func(v string) bool { return slices.Contains(q, v) }) {
					cells[g].looks = append(cells[g].looks, Category(look))
				}
			}
		}
	}
	for g, x := range groups {
		at, others := cells[g].centre(), func(h int) bool { return !slices.Contains(x.Trusts, h) }
		all := !x.Tier && len(rings[0]) > 1 && !slices.ContainsFunc(rings[0], others)
		if all && len(x.Nodes) > 0 {
			b.arrow(at, centre, rim)
		}
		for _, h := range x.Trusts {
			switch mutual := slices.Contains(groups[h].Trusts, g); {
			case len(x.Nodes) == 0 || len(groups[h].Nodes) == 0 || all && groups[h].Tier || mutual && h < g:
			case mutual:
				b.line(trust, at, cells[h].centre())
			default:
				b.arrow(at, cells[h].centre(), cells[h].radius())
			}
		}
	}
	b.cells(slices.DeleteFunc(slices.Clone(cells), func(c cell) bool { return !c.round }))
	b.textsIn(cells, 9)
	hidden := 0
	for i, ring := range rings {
		var boxes []vg.Rectangle
		for k, g := range ring {
			name := shorten(groups[g].Name, 7, false, 46)
			if !b.outside(name, 7, textWidth(name, 7, false), centre, radii[i]+cells[g].radius(), 7*k+2*i, 7*len(ring), &boxes) {
				hidden++
			}
		}
	}
	if hidden > 0 {
		p.notef("%d names have no room", hidden)
	}
	p.legend = append(p.legend, LookEntry(Plain, "others; a number: nodes of a group"), lineKey(trust, "they trust each other"),
		Entry{"one trusts the other; to the shaded disc: all in it", nil, func(b *body, left vg.Point) { b.arrow(left, pt(left.X+keyWidth, left.Y), 0) }})
	return p.valid()
}

// arrow draws an arrow that ends short of a point.
func (b *body) arrow(from, to vg.Point, short vg.Length) {
	way := to.Sub(from)
	tip := to.Sub(way.Scale(short / vg.Length(math.Hypot(float64(way.X), float64(way.Y)))))
	b.line(trust, from, tip)
	b.polygon(stroke{}, canvas.Ink(), points(Head(XY{float64(from.X), float64(from.Y)}, XY{float64(tip.X), float64(tip.Y)})))
}
