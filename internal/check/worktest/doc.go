// Package worktest has a runner for the tests of those whose work goes in parts: it computes the
// parts of a job as other machines would, from the bytes of the job alone, in any order, and hands
// the results over as a cluster does.
package worktest
