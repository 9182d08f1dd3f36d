// Package plot draws figures of points and curves in one house style that survives colour
// blindness, grey and print: labelled axes with units, a legend outside the data or names at the
// ends of the lines, a glyph and a dash pattern per series. A family of systems looks the same in
// every figure ([LookOf]).
//
// A [Figure] is data. [Figure.Validate] checks it, and it is written as SVG, PNG, PDF or TeX, in
// one of two sizes, with fonts that are part of the program. Equal figures give equal bytes. Points
// come from a table ([table.Table.Points]), so that a picture is a function of the CSV beside it.
//
// gonum/plot draws axes, grid, lines, points and legend. This package adds missing features: glyphs
// at intervals, names of axes on paper too small to centre them, exponents, and well-placed ticks.
package plot
