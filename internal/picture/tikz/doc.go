// Package tikz writes pages as a pgfpicture for LaTeX. It is small, so the engine of the laboratory
// has it, unlike the other formats of paper.
package tikz
