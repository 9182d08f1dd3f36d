// Package availability holds the studies of what systems are worth: load, resilience, availability,
// the crash probabilities at which one family overtakes another, and group systems beside ordinary
// ones.
package availability
