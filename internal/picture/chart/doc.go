// Package chart draws the figures of package plot as SVG, PNG, PDF or TeX, in one of two sizes,
// with fonts that are part of the program. Equal figures give equal bytes.
//
// gonum/plot draws axes, grid, lines, points and legend. This package adds missing features: glyphs
// at intervals, names of axes on paper too small to centre them, exponents, and well-placed ticks.
// It stands apart from package plot because gonum/plot links every format and all fonts, which a
// program for a browser can do without.
package chart
