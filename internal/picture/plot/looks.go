package plot

import (
	"image/color"
	"math"
	"slices"

	"coterie/internal/picture/canvas"
)

// Looks is how many series of a figure can be told apart: that many glyphs. Looks i and i+7 share a
// colour and differ in glyph and dashes.
const Looks = 35

// GuideLooks is how many guides can be told apart: that many dash patterns.
const GuideLooks = 5

// Searched is the name under which what a search found has a look of its own.
const Searched = "search"

// families lists who owns which look, from 1. A family is never moved, so that a reader knows it in
// every figure; those that stand together in figures are of different colours as far as seven
// colours go. What is behind them belongs to systems that are of no family: [OwnLook].
func families() []string {
	return []string{
		"fpp", "degenerate-fpp", "grid", "billiard", "triangle", "surficial", "affine",
		"net", "majority", "wheel", "tree", "triangle-lattice", "paths", "singleton",
		"weighted", "gifford", "rectangular-surficial", "design-surficial", "lift", "wall", "cyclic",
		Searched, "composition", "hierarchical", "truncated", "read-write-grid", "sharing", "cover",
	}
}

// LookOf returns the look of a family of package construct, or of [Searched]: the same in every
// figure of the project, and nobody else's. It is 0 for what is no family.
func LookOf(family string) int { return slices.Index(families(), family) + 1 }

// OwnLooks is how many systems of no family have looks that are not those of families.
func OwnLooks() int { return Looks - len(families()) }

// OwnLook returns the look of the i-th system of no family, from 0: a person's own beside those of
// the families. Behind the last it is 0, any look that is free.
func OwnLook(i int) int {
	if i < 0 || i >= OwnLooks() {
		return 0
	}
	return len(families()) + 1 + i
}

// chooseLooks gives each series its look. Those without a wish take what is free, in order; beside
// families they begin with the looks that no family owns.
func (d *drawing) chooseLooks() {
	taken := make(map[int]bool)
	for _, s := range d.Series {
		if s.Kind != Guide && s.Look > 0 {
			taken[s.Look] = true
		}
	}
	var order []int
	if len(taken) > 0 {
		for i := range OwnLooks() {
			order = append(order, OwnLook(i))
		}
	}
	for i := 1; i <= Looks; i++ {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	order = slices.DeleteFunc(order, func(i int) bool { return taken[i] })
	guide := 0
	for _, s := range d.Series {
		look := s.Look
		switch {
		case s.Kind == Guide && look == 0:
			look = guide + 1
			guide++
		case s.Kind != Guide && look == 0: // there is one: no more series than looks
			look, order = order[0], order[1:]
		}
		if s.Kind == Guide {
			d.looks = append(d.looks, appearance{colour: guideGrey(), dashes: guidePatterns()[look-1]})
			continue
		}
		a := appearanceOf(look)
		a.mark.ringed = s.Ringed
		d.looks = append(d.looks, a)
	}
}

// appearance is how a series is drawn.
type appearance struct {
	colour color.RGBA
	mark   glyph
	dashes []float64
}

// appearanceOf returns look i, from 1. Looks of one colour have different dashes, and a dash
// pattern is met in each colour once.
func appearanceOf(i int) appearance {
	colours, patterns := canvas.Palette(), canvas.DashPatterns()
	row, column := (i-1)/len(colours), (i-1)%len(colours)
	return appearance{colour: colours[column], mark: glyphs()[i-1], dashes: patterns[(column+3*row)%len(patterns)]}
}

// The greys of what is not data.
func guideGrey() color.RGBA { return color.RGBA{0x70, 0x70, 0x70, 0xFF} }
func gridGrey() color.RGBA  { return color.RGBA{0xE4, 0xE4, 0xE4, 0xFF} }

// legible darkens a colour until a text in it can be read on white: a contrast of 4.5, as the web's
// guidelines for accessible content ask.
func legible(c color.RGBA) color.RGBA {
	for luminance(c) > 1.05/4.5-0.05 {
		c.R, c.G, c.B = shade(c.R), shade(c.G), shade(c.B)
	}
	return c
}

func shade(v uint8) uint8 { return uint8(int(v) * 15 / 16) }

// luminance is that of sRGB, 0 for black to 1 for white.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
