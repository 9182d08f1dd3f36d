// Package atlas measures all nondominated coteries on up to eight nodes, one of each class of those
// that differ by a renaming of the nodes: load, resilience, live sets, automorphisms, quorums, and
// the votes that make them, or that none do.
package atlas
