// Command tidy reports where the repository's text departs from its form, and mends the lines that
// a program can mend:
//
//	go run ./internal/check/tidy      # reports; the exit status is 1 if there is something
//	go run ./internal/check/tidy -w   # wraps comments, too
//
// A line of comment takes at most 100 columns, a tab four of them. A Go file over 500 lines holds
// more than one concept. A package over 8,000 lines without its tests is more than one idea. The
// README has at most 1,300 words without its code. No page and no source has the marks of two
// versions that were merged.
package main
