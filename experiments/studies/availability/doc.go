// Package availability holds the studies that measure systems: load, resilience, availability, the
// crash probabilities at which one family overtakes another, and group systems beside ordinary
// ones.
package availability
