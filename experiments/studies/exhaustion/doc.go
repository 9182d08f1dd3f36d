// Package exhaustion holds the studies that visit every reachable state of small configurations of
// the mutual-exclusion algorithms, and judge by them what the papers claim of all runs.
package exhaustion
