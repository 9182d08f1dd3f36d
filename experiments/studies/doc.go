// Package studies lists the studies, in the order in which they run.
package studies
