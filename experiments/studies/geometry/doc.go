// Package geometry holds the studies of projective planes: which planes exist, and which of them
// differ.
package geometry
