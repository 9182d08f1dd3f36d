// Package golden compares what tests print with files that are kept beside them. A test binary that
// imports it has the flag -update, which writes the files.
package golden
