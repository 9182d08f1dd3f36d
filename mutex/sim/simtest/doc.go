// Package simtest makes runs for the tests of other packages.
package simtest
