// Package worktest has a runner for the tests of packages whose work is split into parts. It
// computes the parts of a job as other machines would, from the bytes of the job alone, in any
// order, and returns the results as a cluster does.
package worktest
