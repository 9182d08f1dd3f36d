package mutex

// Invariant is an assertion that the paper of an algorithm states of every reachable state.
type Invariant struct {
	Name string // as the paper has it, as in I4
	Text string // what it says
	// Broken returns why it does not hold of these machines, "" if it does. It reads the states of
	// machines alone, never the messages under way.
	Broken func(s *System) string
}
