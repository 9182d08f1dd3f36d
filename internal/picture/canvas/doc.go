// Package canvas is the common base of pictures (package draw) and figures of points and curves
// (package plot): pages for browsers as SVG, the font in which texts are measured and set,
// and the colours and dashes of lines.
//
// Only these packages, and package paper, may use gonum/plot, so its types appear in signatures
// here.
//
// # Invariants
//
// Equal drawings give equal bytes on every machine: the font is part of the program.
package canvas
