package mutex

// Invariant is an assertion that the paper of an algorithm makes about every reachable state.
type Invariant struct {
	Name string // as the paper has it, as in I4
	Text string // in words
	// Broken returns why the invariant does not hold for these machines, "" if it holds. It reads
	// the states of machines alone, never the messages under way.
	Broken func(s *System) string
}
