// Package golden compares the output of tests with files that are kept beside them. A test binary
// that imports it has the flag -update, which writes the files.
package golden
