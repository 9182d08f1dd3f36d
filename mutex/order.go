package mutex

// Order is what the machines of an algorithm read of the numbers of nodes and processes, beyond
// whether two of them are equal.
type Order uint8

// What may be read of numbers.
const (
	OrderAll       Order = iota // anything: an order among all, or a node that is special
	OrderQuorums                // which of two nodes of a quorum is first, and which of two processes
	OrderProcesses              // which of two processes is first
)
