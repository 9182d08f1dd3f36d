package chart

import (
	"image/color"
	"math"
	"slices"

	"coterie/internal/picture/canvas"
	"coterie/internal/picture/plot"
)

// chooseLooks gives each series its look. Series without a chosen look take free ones, in order. If
// there are families, these are first the looks that no family owns.
func (d *drawing) chooseLooks() {
	taken := make(map[int]bool)
	for _, s := range d.Series {
		if s.Kind != plot.Guide && s.Look > 0 {
			taken[s.Look] = true
		}
	}
	var order []int
	if len(taken) > 0 {
		for i := range plot.OwnLooks() {
			order = append(order, plot.OwnLook(i))
		}
	}
	for i := 1; i <= plot.Looks; i++ {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	order = slices.DeleteFunc(order, func(i int) bool { return taken[i] })
	guide := 0
	for _, s := range d.Series {
		look := s.Look
		switch {
		case s.Kind == plot.Guide && look == 0:
			look = guide + 1
			guide++
		case s.Kind != plot.Guide && look == 0: // one is free, as there are at most as many series as looks
			look, order = order[0], order[1:]
		}
		if s.Kind == plot.Guide {
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

// appearanceOf returns the appearance of look i, from 1. Looks of one colour have different dashes,
// and each colour has a dash pattern once.
func appearanceOf(i int) appearance {
	colours, patterns := canvas.Palette(), canvas.DashPatterns()
	row, column := (i-1)/len(colours), (i-1)%len(colours)
	return appearance{colour: colours[column], mark: glyphs()[i-1], dashes: patterns[(column+3*row)%len(patterns)]}
}

// The greys of lines and texts that are not data.
func guideGrey() color.RGBA { return color.RGBA{0x70, 0x70, 0x70, 0xFF} }
func gridGrey() color.RGBA  { return color.RGBA{0xE4, 0xE4, 0xE4, 0xFF} }

// legible darkens a colour until text in it is legible on white, with a contrast of 4.5, as the web
// content accessibility guidelines require.
func legible(c color.RGBA) color.RGBA {
	for luminance(c) > 1.05/4.5-0.05 {
		c.R, c.G, c.B = shade(c.R), shade(c.G), shade(c.B)
	}
	return c
}

func shade(v uint8) uint8 { return uint8(int(v) * 15 / 16) }

// luminance returns the luminance of an sRGB colour, from 0 for black to 1 for white.
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
