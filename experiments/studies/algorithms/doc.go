// Package algorithms holds the studies of the mutual-exclusion algorithms as they run: what they
// cost in messages and in time, how many enter together, and whether what their papers claim of
// them holds.
package algorithms
