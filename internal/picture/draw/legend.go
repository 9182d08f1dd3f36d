package draw

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Entry is an entry of a legend: one of [LookEntry], [PathEntry] and [TextEntry].
type Entry struct {
	text  string
	look  Look
	kind  keyKind
	line  stroke
	fill  color.Color
	thick bool
}

type keyKind int

const (
	keyLook keyKind = iota // a cell of the look
	keyLine                // a piece of line
	keyFill                // a cell of a colour
	keyDot                 // a cell of the look with a white dot
	keyText                // a remark
)

// LookEntry explains the cells of a look.
func LookEntry(l Look, text string) Entry { return Entry{kind: keyLook, look: l, text: text} }

// PathEntry explains the paths of a style.
func PathEntry(style int, text string) Entry { return lineKey(lineOf(style, 1.6), text) }

// TextEntry is a remark.
func TextEntry(text string) Entry { return Entry{kind: keyText, text: text} }

func lineKey(s stroke, text string) Entry   { return Entry{kind: keyLine, line: s, text: text} }
func fillKey(c color.Color, t string) Entry { return Entry{kind: keyFill, fill: c, text: t} }

// layLegend places the entries, side by side if they fit.
func layLegend(keys []Entry, inner vg.Length) (body, vg.Length) {
	const line = 1.4 * legendSize
	type placed struct {
		Entry
		lines []string
		x     vg.Length
		row   int
	}
	var list []placed
	x, row := vg.Length(0), 0
	for _, k := range keys {
		indent := keyWidth + 5
		if k.kind == keyText {
			indent = 0
		}
		lines := wrap(k.text, legendSize, false, inner-indent)
		w := indent
		for _, l := range lines {
			w = max(w, indent+textWidth(l, legendSize, false))
		}
		if x > 0 && (x+w > inner || len(lines) > 1) {
			x, row = 0, row+1
		}
		list = append(list, placed{k, lines, x, row})
		if x += w + 16; len(lines) > 1 {
			x, row = 0, row+len(lines)
		}
	}
	if x > 0 {
		row++
	}
	var b body
	height := vg.Length(row) * line
	for _, k := range list {
		y := height - (vg.Length(k.row)+0.5)*line
		indent := keyWidth + 5
		box := vg.Rectangle{Min: pt(k.x, y-keyHeight/2), Max: pt(k.x+keyWidth, y+keyHeight/2)}
		switch k.kind {
		case keyLook:
			b.cells([]cell{{box: box, looks: []Look{k.look}, strong: k.thick}})
		case keyDot:
			b.cells([]cell{{box: box, looks: []Look{k.look}}})
			b.add(shape{circles: []circle{{cell{box: box}.centre(), 0.24 * keyHeight}}, fill: white, stroke: stroke{colour: black, width: 0.5}})
		case keyFill:
			b.rect(outline, k.fill, box)
		case keyLine:
			b.line(k.line, pt(k.x, y), pt(k.x+keyWidth, y))
		case keyText:
			indent = 0
		}
		for i, text := range k.lines {
			b.write(text, legendSize, false, pt(k.x+indent, y-capital/2*legendSize-vg.Length(i)*line))
		}
	}
	return b, height
}
