// Package findings puts systems, their properties and limits, and the results of searches,
// extensions and enumerations into words: for reading, as JSON if there is more than a value holds,
// and as rows of CSV. It computes nothing.
package findings
