package spacetime

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/picture/draw"
	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/quorum"
)

// The sizes of the diagram, in points.
const (
	clockRoom = 34.0 // times
	sideMost  = 80.0 // texts beside the first and the last line
	rowMost   = 13.0 // the height of a row without its time
	textMost  = 7.5  // the size of its text
	gapMost   = 90.0 // between two lines
	nameMost  = 9.0  // the size of the names of the actors
	nameRows  = 3    // the rows over which they are spread if they are close
)

// layout holds the places of everything.
type layout struct {
	*Diagram
	sheet draw.Sheet
	x     map[int32]float64
	gap   float64 // between two lines
	names float64 // the size of their names
	heads int     // the number of rows over which they are spread
	room  float64 // the room that they take above the lines
	y     []float64
	size  float64 // of the texts
}

// ErrNothing is the error of a diagram of a part in which nothing happens.
var ErrNothing = errors.New("nothing happens in this part of the trace")

// Picture draws the diagram. The error is [ErrNothing] if nothing happens in the part.
func (d *Diagram) Picture() (*draw.Picture, error) {
	title := fmt.Sprintf("%s over %s", d.header.Algorithm, show.Name(d.header.System))
	if len(d.rows) == 0 {
		return nil, fmt.Errorf("picture %q: %w", title, ErrNothing)
	}
	for process := range int32(d.header.Processes) {
		d.leave(process, len(d.rows))
	}
	slices.Sort(d.actors)
	l := d.layout()
	l.sheet.Title = title
	l.lines()
	l.processes()
	kinds := l.messages()
	l.texts()
	l.sheet.Legend = d.legend(kinds)
	if left := d.steps - len(d.rows); left > 0 {
		l.sheet.Notes = append(l.sheet.Notes, fmt.Sprintf("of %d steps %d are drawn, the first that have room on a page; a part that begins later has others", d.steps, len(d.rows)))
	}
	return l.sheet.Picture()
}

func (d *Diagram) legend(kinds []mutex.Kind) []draw.Entry {
	var keys []draw.Entry
	waits, violates := false, false
	groups := map[int32]bool{}
	for _, s := range d.stays {
		switch {
		case !s.inside:
			waits = true
		case s.violates:
			violates = true
		default:
			groups[s.group] = true
		}
	}
	if waits {
		keys = append(keys, draw.PathEntry(draw.Faint, "waits"))
	}
	for g := range int32(d.header.Groups) {
		text := "in the critical section"
		if d.header.Groups > 1 {
			text = fmt.Sprintf("%s, group %v", text, quorum.Index(g))
		}
		if groups[g] {
			keys = append(keys, draw.LookEntry(draw.Category(int(g)), text))
		}
	}
	if violates {
		keys = append(keys, draw.LookEntry(draw.Chosen, "entered against the rule"))
	}
	for _, k := range kinds {
		keys = append(keys, draw.PathEntry(style(k, kinds), k.String()))
	}
	remark := func(format string, args ...any) {
		keys = append(keys, draw.TextEntry(fmt.Sprintf(format, args...)))
	}
	line := "node"
	if d.header.Apart {
		line = "node or a process"
	}
	remark("A line is a %s; time runs downwards, a row for each step.", line)
	if d.tells {
		remark("What a node tells itself is not drawn.")
	}
	switch waiting := len(d.stuck); {
	case d.full || waiting == 0:
	case waiting == 1:
		remark("At the end one process waits.")
	default:
		remark("At the end %d processes wait.", waiting)
	}
	return keys
}

// style returns the style of the messages of a type among the types that occur.
func style(k mutex.Kind, kinds []mutex.Kind) int { return slices.Index(kinds, k) }

func (d *Diagram) layout() *layout {
	l := &layout{Diagram: d, x: map[int32]float64{}}
	n := float64(len(d.rows))
	row := min(rowMost, (draw.SheetHeight-2*nameMost)/(n+1))
	l.size = min(textMost, row/(draw.Ascent+draw.Descent)-0.01)
	side, between := 0.0, float64(len(d.actors)-1)
	for _, r := range d.rows {
		side = max(side, draw.TextWidth(r.text, l.size, false)+8)
	}
	side = min(side, sideMost)
	l.gap = min(gapMost, (draw.SheetWidth-clockRoom-2*side)/max(1, between))
	widest := 1.0
	for i, a := range d.actors {
		l.x[a] = clockRoom + side + l.gap*float64(i)
		widest = max(widest, draw.TextWidth(d.header.Short(a), nameMost, true))
	}
	l.names = max(draw.SmallestText, min(nameMost, nameMost*(nameRows*l.gap-2)/widest))
	l.heads = min(nameRows, int(math.Ceil((widest*l.names/nameMost+2)/l.gap)))
	l.room = 5 + 1.2*l.names*float64(l.heads)
	room := draw.SheetHeight - l.room
	row = min(row, room/(n+1))
	l.size = min(l.size, row/(draw.Ascent+draw.Descent)-0.01)
	// The remaining room is shared out by time.
	total, left := d.rows[len(d.rows)-1].at-d.rows[0].at, 0.0
	if total > 0 {
		left = min(room-(n+1)*row, 1.2*n*row)
	}
	l.sheet.Width = clockRoom + 2*side + l.gap*between
	l.sheet.Height = l.room + (n+1)*row + left
	y := l.sheet.Height - l.room
	for i, r := range d.rows {
		y -= row
		if i > 0 && total > 0 {
			y -= left * (r.at - d.rows[i-1].at) / total
		}
		l.y = append(l.y, y)
	}
	return l
}

// row returns the height of a row, or of the upper or lower end.
func (l *layout) row(i int) float64 {
	switch {
	case i < 0:
		return l.sheet.Height - l.room
	case i >= len(l.y):
		return 0
	}
	return l.y[i]
}

// lines draws the line of each actor with its name above it.
func (l *layout) lines() {
	top := l.sheet.Height - l.room
	for i, a := range l.actors {
		x, up := l.x[a], 4+1.2*l.names*float64(i%l.heads)
		l.sheet.Line(draw.Faint, 0.4, draw.At(x, 0), draw.At(x, top+up-2))
		room := min(float64(l.heads)*l.gap-1, 2*min(x, l.sheet.Width-x)-2)
		name := draw.Shorten(l.header.Short(a), l.names, true, room)
		l.sheet.Text(name, l.names, true, draw.At(x-draw.TextWidth(name, l.names, true)/2, top+up))
	}
}

// half returns half of the width of a bar.
func (l *layout) half() float64 { return min(4, l.gap/4) }

// processes draws the processes that wait and those in the critical section.
func (l *layout) processes() {
	var bars []draw.Bar
	for _, s := range l.stays {
		x, known := l.x[l.header.Place(s.process)]
		top, bottom := l.row(s.begins), l.row(s.ends)
		switch {
		case !known:
		case !s.inside:
			l.sheet.Line(draw.Faint, 2.2, draw.At(x, top), draw.At(x, bottom))
		default:
			look := draw.Category(int(s.group))
			if s.violates {
				look = draw.Chosen
			}
			bars = append(bars, draw.Bar{Min: draw.At(x-l.half(), bottom), Max: draw.At(x+l.half(), max(top, bottom+0.5)), Look: look})
		}
	}
	l.sheet.Bars(bars)
}

// messages draws the arrows and returns their types. An arrow without its beginning or its end in
// the part comes from its upper edge or goes to the lower one.
func (l *layout) messages() []mutex.Kind {
	var kinds []mutex.Kind
	for _, f := range l.flows {
		if !slices.Contains(kinds, f.kind) {
			kinds = append(kinds, f.kind)
		}
	}
	slices.Sort(kinds)
	for _, f := range l.flows {
		if f.underway {
			f.arrived = len(l.rows)
		}
		from, to := draw.At(l.x[f.from], l.row(f.left)), draw.At(l.x[f.to], l.row(f.arrived))
		side := 0 // of its beginning, on which the arrow is
		if to.X > from.X {
			side = 1
		}
		if f.left >= 0 {
			l.rows[f.left].sides[side]++
		}
		if !f.underway {
			l.rows[f.arrived].sides[1-side]++
		}
		s := style(f.kind, kinds)
		l.sheet.Line(s, 0.8, from, to)
		if !f.underway && !f.lost {
			l.sheet.Polygon(s, draw.Head(from, to)...)
		}
	}
	return kinds
}

// texts writes the times and, beside the line of each step, its text, on the side where fewer
// arrows and bars are.
func (l *layout) texts() {
	away := l.half() + 1.5
	last := ""
	for i, r := range l.rows {
		y, x := l.y[i], l.x[r.actor]
		if r.cross {
			const c = 2.4
			l.sheet.Line(draw.Strong, 1.4, draw.At(x-c, y-c), draw.At(x+c, y+c))
			l.sheet.Line(draw.Strong, 1.4, draw.At(x-c, y+c), draw.At(x+c, y-c))
		}
		base := y - draw.Capital/2*l.size
		if at := l.clock(r.at); at != last {
			last = at
			l.sheet.Text(at, l.size, false, draw.At(clockRoom-4-draw.TextWidth(at, l.size, false), base))
		}
		w := draw.TextWidth(r.text, l.size, false)
		from, left := x+away, x-away-w
		costs := [2]int{r.sides[0] + 3*l.barsAt(i, left, x-away), r.sides[1] + 3*l.barsAt(i, from, from+w)}
		if costs[0] < costs[1] && left > clockRoom || from+w > l.sheet.Width {
			from = left
		}
		l.sheet.Text(r.text, l.size, false, draw.At(from, base))
	}
}

// barsAt counts the bars that a text of a row would cover.
func (l *layout) barsAt(row int, from, to float64) int {
	n := 0
	for _, s := range l.stays {
		x, known := l.x[l.header.Place(s.process)]
		if known && s.inside && s.begins <= row && row <= s.ends && x+l.half() > from && x-l.half() < to {
			n++
		}
	}
	return n
}

// clock formats a moment, with up to three decimals as far as there is room.
func (l *layout) clock(at float64) string {
	for digits := 3; digits >= 0; digits-- {
		text := strconv.FormatFloat(at, 'f', digits, 64)
		if digits > 0 {
			text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		}
		if draw.TextWidth(text, l.size, false) <= clockRoom-6 {
			return text
		}
	}
	return draw.Shorten(strconv.FormatFloat(at, 'g', 3, 64), l.size, false, clockRoom-6)
}
