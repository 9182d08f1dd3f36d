// Package exhaustion holds the studies that visit every reachable state of small configurations of
// the mutual-exclusion algorithms, and judge by them the papers' claims about all runs.
package exhaustion
