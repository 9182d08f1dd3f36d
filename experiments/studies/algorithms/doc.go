// Package algorithms holds the studies of the mutual-exclusion algorithms as they run: their cost
// in messages and in time, how many processes enter together, and whether the claims of their
// papers hold.
package algorithms
