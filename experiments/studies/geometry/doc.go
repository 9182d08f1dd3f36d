// Package geometry holds the studies of projective planes: which exist, and which differ.
package geometry
