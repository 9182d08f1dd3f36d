// Package lightest finds the lightest sets of nodes on which a read-once formula holds: gate by
// gate, for formulas of any size. The set may be required to survive the loss of nodes, or to work
// with its quick nodes alone.
//
// Proof of the recursion: docs/theorems/fleet-cheapest-quorum.md.
package lightest
