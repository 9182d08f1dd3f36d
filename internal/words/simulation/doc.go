// Package simulation puts the report of runs of package mutex/sim into words: Text for reading, a
// line for each figure, and Table as rows of a CSV file. Both say what the report says, and compute
// nothing.
package simulation
