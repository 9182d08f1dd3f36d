// Package lightest finds the lightest sets of nodes on which a read-once formula holds: gate by
// gate, of any size, and such that the set may lose nodes, or holds with its quick nodes alone.
//
// Proof of the recursion: docs/theorems/fleet-cheapest-quorum.md.
package lightest
