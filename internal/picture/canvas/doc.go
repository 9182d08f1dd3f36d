// Package canvas is the common base of pictures (package draw) and figures of points and curves
// (package plot): pages as SVG, PNG, PDF and TikZ, the font in which texts are measured and set,
// and the colours and dashes of lines.
//
// Only these three packages may use gonum/plot, so its types appear in signatures here.
//
// # Invariants
//
// Equal drawings give equal bytes on every machine: the font is part of the program.
package canvas
