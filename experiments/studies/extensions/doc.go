// Package extensions holds the study of the gain of families that are extended to nondominated
// systems.
package extensions
