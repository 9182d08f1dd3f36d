// Package small serves the studies that try definitions on all systems of a few nodes: it lists all
// coteries and group quorum systems as masks, and has slow, plain judges of them.
package small
