// Package paper writes pages as PNG, PDF and TikZ. Package canvas, which draws for browsers, does
// without these writers, so that a page in a browser need not load them.
//
// # Invariants
//
// Equal drawings give equal bytes on every machine.
package paper
