package draw

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
)

var (
	palette                                            = canvas.Palette()
	blue, vermilion, green, purple, orange, sky, black = palette[0], palette[1], palette[2], palette[3], palette[4], palette[5], palette[6]

	yellow   = color.RGBA{0xF0, 0xE4, 0x42, 0xFF}
	white    = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	shade    = color.RGBA{0xD0, 0xD0, 0xD0, 0xFF} // for omitted parts
	boxShade = color.RGBA{0xF2, 0xF2, 0xF2, 0xFF} // for every other level of boxes
	ink      = color.RGBA{0x30, 0x30, 0x30, 0xFF}
	faint    = color.RGBA{0x98, 0x98, 0x98, 0xFF} // for outlines and lines in the background
)

// Look is the fill of a cell or a node: a colour and a pattern of lines over it. Any two looks
// differ in lightness by at least [MinContrast], or in their pattern. So they can be told apart in
// grey, and by readers who see colours differently.
type Look int

// The looks that have a meaning of their own.
const (
	Plain   Look = iota // white: a node in no quorum that is shown
	LeftOut             // grey: a cell that is no node
	Chosen              // vermilion: the site whose quorum is shown
	Member              // near black: an entry of a matrix
	firstCategory
)

// MinContrast is the least difference in lightness (luma, 0 to 255) between two looks with the same
// pattern.
const MinContrast = 30

// Categories is the number of looks of [Category].
const Categories = 8

// Category returns the look of thing i, from 0, of several things, with i modulo [Categories]. The
// first look is the usual one of a quorum.
func Category(i int) Look { return firstCategory + Look(i%Categories) }

type lookStyle struct {
	fill    color.RGBA
	pattern string // of lines over the fill: their directions
	text    color.RGBA
}

func (l Look) style() lookStyle {
	return [...]lookStyle{
		Plain:             {white, "", black},
		LeftOut:           {shade, "", black},
		Chosen:            {vermilion, "", black},
		Member:            {ink, "", white},
		firstCategory:     {sky, "", black},
		firstCategory + 1: {yellow, "/", black},
		firstCategory + 2: {purple, `\`, black},
		firstCategory + 3: {blue, "", white},
		firstCategory + 4: {orange, `/\`, black},
		firstCategory + 5: {green, "-", black},
		firstCategory + 6: {white, "|", black},
		firstCategory + 7: {vermilion, "|-", black},
	}[l]
}

// stroke is the style of a line.
type stroke struct {
	colour color.Color
	width  vg.Length
	dashes []float64 // in units of the width
}

func pen(colour color.Color, width vg.Length) stroke { return stroke{colour, width, nil} }

// lineOf returns the stroke of thing i of several, or that of Faint or Strong.
func lineOf(i int, width vg.Length) stroke {
	switch i {
	case Faint:
		return pen(faint, width)
	case Strong:
		return pen(black, width)
	}
	colours, dashes := canvas.Palette(), canvas.DashPatterns()
	return stroke{colours[i%len(colours)], width, dashes[i%len(dashes)]}
}

var (
	outline = pen(faint, 0.4)
	strong  = pen(black, 1.4)
	frame   = pen(color.Gray{Y: 0x20}, 0.8)
)

// textWidth returns the width of a text in points.
func textWidth(s string, size vg.Length, bold bool) vg.Length {
	f := canvas.Face(size, bold)
	return f.Width(s)
}

const (
	ascent  = 0.905 // Liberation Sans, in units of the size
	descent = 0.212
	capital = 0.72 // height of capitals and digits
)
