// Package judge asks all that exhaustion can say of one configuration, and puts the answers into
// one report: whether the rule holds in every reachable state, which states are stuck, whether
// those enter together whom the rule lets, whether the invariants hold that the paper states, how
// many messages an entry costs at most, and, where processes wish again and again, whether one of
// them can be locked out.
//
// An answer that is out of reach is nil, with a reason. Each thing that fails has a run that shows
// it, as a schedule that the machines perform again.
package judge
