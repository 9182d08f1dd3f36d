// Package reach prints the results of benchmarks with a target: the measured value of this run, the
// target, and PASS or MISS, on one line that begins with REACH. Tests that something ends soon
// count CPU time by it.
package reach
