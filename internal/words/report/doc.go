// Package report puts a report of package measure into words: Brief for reading, a line for each
// figure with the limit that matters, none wider than a page; Proofs with every limit and the data
// to check each figure; Table as rows of a CSV file. None of them computes anything.
package report
