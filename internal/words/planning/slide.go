package planning

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/picture/draw"
	"coterie/internal/picture/plot"
	"coterie/internal/words/report"
	"coterie/internal/words/show"
	plans "coterie/search/fleet"
)

// The looks of the work of a server, and of the strategies of reads and of writes.
var readLook, writeLook, idleLook = draw.Category(0), draw.Chosen, draw.LeftOut

// slide is a system under a fleet, on a page for a slide: its figures, the servers by zones with
// their capacities and loads, and the strategy.
type slide struct {
	sheet draw.Sheet
	f     *fleet.Fleet
	e     *plans.Entry
	bars  []draw.Bar
	least float64 // the least size of a text in a list
	rated string  // explains the capacities beside the bars; empty where there is no room for them
}

// The greatest size of a text in a list, the distance of two lines, in units of their size, and
// that of things side by side.
const (
	mostSize = 19.0
	pitch    = 1.42
	gap      = 8.0
)

// PlanSlide draws the best system of a plan for a slide. It fails if there is none, or none with a
// strategy.
func PlanSlide(a *plans.Answer) (*draw.Picture, error) {
	var proof strings.Builder
	Text{}.verdict(&proof, a)
	first, _, _ := strings.Cut(proof.String(), "\n")
	if a.Best < 0 {
		return nil, errors.New(first)
	}
	return slideOf(a.Fleet, &a.Entries[a.Best], a.Goals, wantedLine(a), first)
}

// FiguresSlide draws a system with its figures for a slide. It fails if no strategy is known.
func FiguresSlide(name string, x Figures) (*draw.Picture, error) {
	return slideOf(x.Fleet, x.entry(name), nil, show.Join(x.Witnesses, "; ", func(wit fleet.Failure) string {
		return "does not survive " + failureText(x.Fleet, wit)
	}))
}

// slideOf draws a system, with lines of text below the title.
func slideOf(f *fleet.Fleet, e *plans.Entry, goals []fleet.Goal, lines ...string) (*draw.Picture, error) {
	if e.Strategy == nil {
		return nil, fmt.Errorf("no strategy is known: %w", e.NoStrategy)
	}
	s := slide{f: f, e: e, least: max(8.25, 10.5-float64(max(f.N()-12, 0)))}
	s.sheet = draw.Sheet{Slide: true, Title: draw.Shorten(FleetLine(f), 20, true, draw.SlideWidth), Width: draw.SlideWidth, Height: draw.SlideHeight}
	top := draw.SlideHeight
	for _, line := range append(lines, "system "+name(f, e)) {
		if line != "" {
			top -= 17
			s.text(line, 12.5, false, draw.At(0, top), draw.SlideWidth)
		}
	}
	top -= 56
	s.figures(goals, top)
	const left = 0.47 * draw.SlideWidth
	s.servers(left, top-18)
	s.strategy(left+24, top-18)
	s.sheet.Bars(s.bars)
	s.sheet.Legend = []draw.Entry{
		draw.LookEntry(readLook, worded(f, "{reads}")), draw.LookEntry(writeLook, worded(f, "{writes}")), draw.LookEntry(idleLook, "idle"),
		draw.TextEntry("A server's bar is as long as its capacity" + s.rated + ". Filled, and in per cent: how busy it is when the fleet has as many requests as it can serve."),
	}
	return s.sheet.Picture()
}

// text writes a text that is cut to a width.
func (s *slide) text(text string, size float64, bold bool, at draw.XY, width float64) {
	s.sheet.Text(draw.Shorten(report.Printable(text), size, bold, width), size, bold, at)
}

// ending writes a text that ends at a point.
func (s *slide) ending(text string, size float64, at draw.XY) {
	s.sheet.Text(text, size, false, draw.At(at.X-draw.TextWidth(text, size, false), at.Y))
}

// bar draws a bar on a line of text.
func (s *slide) bar(from, to, base, size float64, look draw.Look) {
	s.bars = append(s.bars, draw.Bar{Min: draw.At(from, base-0.1*size), Max: draw.At(to, base+0.8*size), Look: look})
}

// figures writes the figures side by side, and the labels of those that are wanted in bold.
func (s *slide) figures(goals []fleet.Goal, y float64) {
	x := 0.0
	tile := func(label, text string, wanted bool) {
		s.text(label, 12, wanted, draw.At(x, y+30), draw.SlideWidth-x)
		s.text(text, 22, true, draw.At(x, y+4), draw.SlideWidth-x)
		x += max(draw.TextWidth(label, 12, true), draw.TextWidth(text, 22, true)) + 26
	}
	for _, g := range figures {
		v, label, wanted, i := g.of(s.e), g.head, slices.Contains(goals, g.goal), g.goal.Percentile()
		if g.goal == fleet.Capacity || g.goal == fleet.Network {
			text, unit := axis(s.f, g.goal, nil, nil)
			label = strings.Replace(text+", "+unit, ", "+plot.NoUnit, "", 1)
		}
		// Other figures are left out where the fleet does not say what they depend on.
		if wanted || (v == nil || v.Sign() > 0) && (i < 0 || s.f.Require.Percentiles[max(i, 0)] != nil) && (g.goal != fleet.Availability || !neverFails(s.f)) && (g.goal != fleet.Load || len(s.f.Workload.Shares) > 1) {
			tile(label, g.write(s.f, v, 0), wanted)
		}
	}
	text := survivals(s.e)
	for _, most := range slices.Backward(s.e.Survives) {
		if most != (fleet.Survival{}) {
			text = strings.Replace(text, Survivals([]fleet.Survival{most}), "any "+survival(most)+";", 1)
		}
	}
	tile("survives the loss of", strings.TrimSuffix(text, ";"), s.f.Require.Survival() != fleet.Survival{})
}

// block is a zone with its servers, or a part of it in a column.
type block struct {
	name  string
	all   int // servers of the zone
	nodes []int
	more  int // further servers, which are not shown
}

// zones returns the zones with their servers.
func (s *slide) zones() []block {
	list := make([]block, 1+len(s.f.Zones)) // first the servers in no zone
	for z, zone := range s.f.Zones {
		list[z+1].name = zone.Name
	}
	for v, node := range s.f.Nodes {
		b := &list[node.Zone-fleet.NoZone]
		b.nodes = append(b.nodes, v)
		b.all++
	}
	return slices.DeleteFunc(list, func(b block) bool { return b.all == 0 })
}

// packed puts zones into columns of so many rows: a row for the name of a block, one for each
// server, and one for the space below. At most so many servers of a zone are shown. A zone goes on
// in the next column where it is longer than a column.
func packed(zones []block, columns, rows, most int) (list [][]block, fits bool) {
	room := 0
	for _, b := range zones {
		for rest := b.nodes; len(rest) > 0; b.name += " (continued)" {
			n := min(len(rest), most)
			if n+2+min(len(rest)-n, 1) > room && room < rows {
				if len(list) == columns {
					return list, false
				}
				list, room = append(list, nil), rows
			}
			b.nodes, b.more = rest[:min(n, room-2)], 0
			if rest = rest[len(b.nodes):]; len(b.nodes) == n {
				b.more, rest = len(rest), nil
			}
			list[len(list)-1] = append(list[len(list)-1], b)
			room -= len(b.nodes) + 2 + min(b.more, 1)
		}
	}
	return list, true
}

// servers draws the zones as boxes with their servers, in the greatest size in which all have room.
// Servers for which there is no room in the least size are counted.
func (s *slide) servers(width, top float64) {
	zones, most := s.zones(), s.f.N()
	for size := mostSize; ; {
		wide := 28 * size // with the numbers beside the bars
		if size <= 10.5 {
			wide = 15 * size
		}
		for k := 1; k <= max(1, int(width/wide)); k++ {
			if list, ok := packed(zones, k, int(top/(pitch*size)), most); ok {
				s.columns(list, width, top, size)
				return
			}
		}
		if size > s.least {
			size = max(size-0.75, s.least)
		} else if most > 1 {
			most--
		} else { // more zones than lines
			n := len(zones) - 2
			zones[n].name, zones[n].nodes = "other zones", append(zones[n].nodes, zones[n+1].nodes...)
			zones[n].all, zones = len(zones[n].nodes), zones[:n+1]
		}
	}
}

// columns draws the blocks of servers. A line has a name, a bar, and two numbers.
func (s *slide) columns(list [][]block, width, top, size float64) {
	times := make([]float64, s.f.N()) // for which a server works, in the mean of requests that ask it
	loads := [2][]float64{make([]float64, s.f.N()), make([]float64, s.f.N())}
	for kind, share := range []*big.Rat{s.f.Workload.MeanReads(), new(big.Rat).Sub(one, s.f.Workload.MeanReads())} {
		for v, asked := range s.e.Strategy.Asked(s.f, fleet.Operation(kind)) {
			time := new(big.Rat).Quo(share, []*big.Rat{s.f.Nodes[v].Reads, s.f.Nodes[v].Writes}[kind])
			times[v] += *float(time)
			loads[kind][v] = *float(time.Quo(time.Mul(time, asked), s.e.Strategy.Load))
		}
	}
	cell := (width+gap)/float64(len(list)) - 3*gap
	rate := func(v fleet.Node) string { return Number(v.Reads) + " / " + Number(v.Writes) }
	name, wide, last := 0.0, 0.0, cell-draw.TextWidth("100 %", size, false)-gap
	for i, v := range s.f.Nodes {
		name = max(name, min(draw.TextWidth(s.label(i), size, false), 0.35*cell)+gap)
		wide = max(wide, draw.TextWidth(rate(v), size, false)+gap)
	}
	longest := last - name
	if !unitless(s.f) && wide < 0.3*cell {
		longest -= wide
		s.rated = worded(s.f, " (beside it: its {reads} / {writes} a second)")
	}
	for k, blocks := range list {
		x, y := float64(k)*(cell+3*gap)+gap, top
		for _, b := range blocks {
			head := y
			y -= pitch * size
			s.text(strings.TrimPrefix(b.name+": "+show.Count(b.all, "server"), ": "), size, true, draw.At(x, y+0.3*size), cell)
			for _, v := range b.nodes {
				y -= pitch * size
				base, node, reads, both := y+0.35*size, s.f.Nodes[v], loads[0][v], loads[0][v]+loads[1][v]
				s.sheet.Text(middle(report.Printable(s.label(v)), size, name-gap), size, false, draw.At(x, base))
				at := func(load float64) float64 { return x + name + longest*slices.Min(times)/times[v]*min(load, 1) }
				s.bar(x+name, at(reads), base, size, readLook)
				s.bar(at(reads), at(both), base, size, writeLook)
				s.bar(at(both), at(1), base, size, idleLook)
				if s.rated != "" {
					s.ending(rate(node), size, draw.At(x+last, base))
				}
				s.ending(fmt.Sprintf("%.0f %%", 100*both), size, draw.At(x+cell, base))
			}
			if b.more > 0 {
				y -= pitch * size
				s.sheet.Text(fmt.Sprintf("and %d more", b.more), size, false, draw.At(x, y+0.35*size))
			}
			low, high := draw.At(x-gap, y-2), draw.At(x+cell+gap, head)
			s.sheet.Line(draw.Faint, 0.8, low, draw.At(high.X, low.Y), high, draw.At(low.X, high.Y), low)
			y -= pitch * size
		}
	}
}

// label returns the name of a server, with what it is besides.
func (s *slide) label(v int) string {
	name := s.f.Nodes[v].Name
	switch {
	case s.f.Nodes[v].Witness:
		return name + " (witness)"
	case slices.Contains(s.f.Leaders, v):
		return name + " (leader)"
	}
	return name
}

// middle cuts a text in its middle, since names often differ at their ends.
func middle(text string, size, width float64) string {
	runes := []rune(text)
	n := max(0, len(runes)-6)
	tail := string(runes[n:])
	return draw.Shorten(string(runes[:n]), size, false, max(0, width-draw.TextWidth(tail, size, false))) + tail
}

// nodesText names the nodes of a choice within a width: whole; else with names that differ in the
// number at their end together, as fra1,2 for fra1 and fra2; else cut.
func (s *slide) nodesText(nodes []int, size, width float64) string {
	word := func(v int) string { return report.Printable(s.f.Nodes[v].Name) }
	text := show.Join(nodes, " ", word)
	if draw.TextWidth(text, size, false) <= width {
		return text
	}
	short, before := "", ""
	for _, v := range nodes {
		stem := strings.TrimRight(word(v), "0123456789")
		if number := strings.TrimPrefix(word(v), stem); stem == before && number != "" {
			short += "," + number
		} else {
			short, before = short+" "+word(v), stem
		}
	}
	if draw.TextWidth(short[1:], size, false) <= width {
		return short[1:]
	}
	each := width/float64(len(nodes)) - draw.TextWidth(" ", size, false)
	return draw.Shorten(show.Join(nodes, " ", func(v int) string { return middle(word(v), size, each) }), size, false, width)
}

// strategy draws the choices of requests: reads on the left and writes on the right, if there are
// more than two lists. Choices for which there is no room are summed up.
func (s *slide) strategy(left, top float64) {
	lists := choiceLists(s.f, s.e.Strategy.Menus)
	across, size, most, widest := 1+min(len(lists)/3, 1), mostSize, 0, 0.0
	for _, l := range lists {
		most, widest = max(most, len(l.choices)), max(widest, *float(l.choices[0].Weight))
	}
	width := (draw.SlideWidth-left+16)/float64(across) - 16
	tall := func(lists []choiceList) (high float64) { // with the name of a list and the space below
		for row := range slices.Chunk(lists, across) {
			n := 0
			for _, l := range row {
				n = max(n, min(len(l.choices), most)+2)
			}
			high += float64(n) * pitch * size
		}
		return high
	}
	cut := func(l choiceList) bool {
		return slices.ContainsFunc(l.choices, func(c fleet.Choice) bool {
			return s.nodesText(c.Nodes, size, width-beforeNames(size)) != s.nodesText(c.Nodes, size, 1e6)
		})
	}
	for size > s.least && (tall(lists) > top || slices.ContainsFunc(lists, cut)) {
		size = max(size-0.75, s.least)
	}
	for tall(lists) > top && most > 2 {
		most--
	}
	for i, l := range lists {
		at := draw.At(left+float64(i%across)*(width+16), top-tall(lists[:i/across*across]))
		if row := lists[i/across*across : min(len(lists), (i/across+1)*across)]; at.Y < tall(row) && i > 0 {
			s.text(fmt.Sprintf("and %d more such lists", len(lists)-i), size, true, draw.At(at.X, max(at.Y-pitch*size, 0)), width)
			return
		}
		s.list(l, most, at, size, width, widest)
	}
}

// beforeNames is the room for the bar and the percentage of a choice.
func beforeNames(size float64) float64 { return 4*size + draw.TextWidth(" 100.00 % ", size, false) }

// list draws the choices of one kind of requests, the last of them summed up if there are more than
// so many. The widest bar has that weight.
func (s *slide) list(l choiceList, most int, at draw.XY, size, width, widest float64) {
	look := draw.Member // of both
	switch 0 {
	case l.kinds[fleet.Writes]:
		look = readLook
	case l.kinds[fleet.Reads]:
		look = writeLook
	}
	y := at.Y - pitch*size
	s.text(strings.Join(l.heads, ", "), size, true, draw.At(at.X, y+0.3*size), width)
	left, names := new(big.Rat).Set(one), at.X+beforeNames(size)
	for i, c := range l.choices[:min(most, len(l.choices))] {
		weight, text, wide := c.Weight, s.nodesText(c.Nodes, size, at.X+width-names), *float(c.Weight)/widest
		if i == most-1 && len(l.choices) > most {
			weight, text, wide = left, fmt.Sprintf("and %d more, together", len(l.choices)-i), 0
		}
		y -= pitch * size
		s.bar(at.X, at.X+4*size*wide, y+0.35*size, size, look)
		s.ending(Percent(weight, 2), size, draw.At(names-0.5*size, y+0.35*size))
		s.sheet.Text(text, size, false, draw.At(names, y+0.35*size))
		left = new(big.Rat).Sub(left, c.Weight)
	}
}
