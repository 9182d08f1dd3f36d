// Package paper writes pages as PNG and PDF, and lists all formats. Package canvas, which draws for
// browsers, does without these writers, so that a page in a browser need not load them.
//
// # Invariants
//
// Equal drawings give equal bytes on every machine.
package paper
