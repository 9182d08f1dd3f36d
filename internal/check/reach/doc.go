// Package reach is what benchmarks print about a job with a target: what was measured in
// this run, the target, and PASS or MISS, on one line that begins with REACH. Tests of what ends
// soon count CPU time by it.
package reach
