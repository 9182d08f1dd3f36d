// Package catalogue prints the list of the constructions, and what each has for n nodes: as text,
// as the JSON that its types are, and as tables.
package catalogue
