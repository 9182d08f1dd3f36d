// Package canvas is what pictures (package draw) and figures of points and curves (package plot)
// have in common: pages as SVG, PNG, PDF and TikZ, the font that both are measured and set in, and
// the colours and dashes of lines.
//
// These three packages alone may use gonum/plot, so its types stand in signatures here.
//
// # Invariants
//
// Equal drawings give equal bytes on every machine: the font is part of the program.
package canvas
