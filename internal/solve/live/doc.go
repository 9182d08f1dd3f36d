// Package live compiles the live function of a family, true at the sets of nodes that contain a
// quorum, to a levelled decision diagram, and reads numbers off it: the live sets by size, and the
// weight of them all.
//
// A level asks whether one node is alive. A state is the residual family: the parts of the quorums
// that are still needed among the nodes not yet asked, without supersets. The minimal sets of a
// monotone function are unique, so equal functions are met once (Bryant 1986). [Masks] and [ZDDs]
// are two representations of residuals.
package live
