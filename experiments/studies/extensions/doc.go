// Package extensions holds the study of what families gain when they are extended to nondominated
// systems.
package extensions
