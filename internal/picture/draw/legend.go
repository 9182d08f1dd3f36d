package draw

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
)

// Entry is an entry of a legend: one of [LookEntry], [PathEntry] and [TextEntry].
type Entry struct {
	text  string
	looks []Look                       // of a key that explains a look
	key   func(b *body, left vg.Point) // draws it, right of a point and centred on its y; nil for a remark
}

// LookEntry explains the cells of a look.
func LookEntry(l Look, text string) Entry {
	return Entry{text, []Look{l}, func(b *body, left vg.Point) { b.cells([]cell{{box: keyBox(left), looks: []Look{l}}}) }}
}

// PathEntry explains the paths of a style.
func PathEntry(style int, text string) Entry { return lineKey(lineOf(style, 1.6), text) }

// TextEntry is a remark.
func TextEntry(text string) Entry { return Entry{text, nil, nil} }

func lineKey(s stroke, text string) Entry {
	return Entry{text, nil, func(b *body, left vg.Point) { b.line(s, left, pt(left.X+keyWidth, left.Y)) }}
}

func fillKey(c color.Color, text string) Entry {
	return Entry{text, nil, func(b *body, left vg.Point) { b.rect(outline, c, keyBox(left)) }}
}

func keyBox(left vg.Point) vg.Rectangle {
	return canvas.Rect(left.X, left.Y-keyHeight/2, left.X+keyWidth, left.Y+keyHeight/2)
}

// indent is the room for its key.
func (e Entry) indent() vg.Length {
	if e.key == nil {
		return 0
	}
	return keyWidth + 5
}

// layLegend places the entries, with texts of a size, side by side if they fit.
func layLegend(keys []Entry, inner, legendSize vg.Length) (body, vg.Length) {
	line := 1.4 * legendSize
	type placed struct {
		Entry
		lines []string
		x     vg.Length
		row   int
	}
	var list []placed
	x, row := vg.Length(0), 0
	for _, k := range keys {
		indent := k.indent()
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
		if k.key != nil {
			k.key(&b, pt(k.x, y))
		}
		for i, text := range k.lines {
			b.write(text, legendSize, false, pt(k.x+k.indent(), y-capital/2*legendSize-vg.Length(i)*line))
		}
	}
	return b, height
}
