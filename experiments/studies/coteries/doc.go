// Package coteries holds the studies of all small coteries: their numbers, and the best of them.
package coteries
