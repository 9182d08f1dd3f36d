// Package coteries holds the studies of all small coteries: how many there are, and the best of
// them.
package coteries
