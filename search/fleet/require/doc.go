// Package require says what the requirements of a fleet mean for its answer: which of them cannot
// hold together, and what each costs.
//
// It takes the requirements apart and puts the questions; what answers them, a search or a bound,
// is given by the caller.
package require
