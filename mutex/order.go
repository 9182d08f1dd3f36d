package mutex

// Order says how the machines of an algorithm use the numbers of nodes and processes, apart from
// testing whether two are equal.
type Order uint8

// The uses of numbers.
const (
	OrderAll       Order = iota // anything: an order among all, or a node that is special
	OrderQuorums                // which of two nodes of a quorum is first, and which of two processes
	OrderProcesses              // which of two processes is first
)
