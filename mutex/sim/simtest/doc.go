// Package simtest makes runs for the tests of the packages that read them.
package simtest
