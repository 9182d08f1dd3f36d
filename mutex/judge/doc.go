// Package judge answers every question about one configuration that exhaustion can answer, and puts
// the answers into one report: whether the rule holds in every reachable state, which states are
// stuck, whether the processes that the rule lets inside together all enter, whether the invariants
// of the paper hold, how many messages an entry costs at most, and, where processes wish again and
// again, whether one of them can be locked out.
//
// An answer that is out of reach is nil, with a reason. Each failure has a run that shows it, as a
// schedule that the machines can perform again.
package judge
