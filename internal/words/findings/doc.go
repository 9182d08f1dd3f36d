// Package findings puts systems, their properties and limits, and what searches, extensions and
// enumerations found into words: for reading, as JSON where there is more than a value holds, and
// as rows of CSV. It computes nothing.
package findings
