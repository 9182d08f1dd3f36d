// Package simulation puts the report of runs of package mutex/sim into words: Text for reading, a
// line for each figure, and Table as rows of a CSV file. Both state the contents of the report, and
// compute nothing.
package simulation
