// Package catalogue prints the list of the constructions, and the default of each for n nodes: as
// text, as JSON (the form of its types), and as tables.
package catalogue
