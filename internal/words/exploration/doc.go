// Package exploration puts the reports of package mutex/judge into words: Text for reading, a line
// for each judge, and Table as rows of a CSV file, one for each configuration. Both state the
// contents of the reports, and compute nothing.
package exploration
