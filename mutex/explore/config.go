package explore

import (
	"context"

	"coterie/mutex"
	"coterie/quorum"
)

// Config is the configuration to be explored.
type Config struct {
	Algorithm  *mutex.Algorithm
	Setup      *mutex.Setup
	Requesters []Requester
	Entries    int  // how often each of them wishes to enter; at least 1, but for All
	NoFIFO     bool // messages of a channel may overtake one another
	NoExit     bool // a process inside stays there
	// Charges distinguishes states that differ only in the requests to which messages are charged.
	Charges   bool
	Reduction Reduction
}

// Requester is a process that wishes to enter, with the choices that its wishes can make.
type Requester struct {
	Process int32
	Choices []Choice
}

// Choice is the request of a wish: a group, and an index of Setup.Quorums, -1 if the algorithm
// takes no quorum.
type Choice struct{ Group, Quorum int32 }

// Over returns the configuration in which these processes, nil for all of them, wish to enter once:
// by the quorum of their site if the structure is a quorum system, and otherwise for any of the
// groups that they belong to; where they have to choose, each belongs to one group, in turn. There
// are as many processes as nodes, and more if a requester has a greater number. The errors are
// those of mutex.SetupOf.
func Over(ctx context.Context, structure quorum.Structure, a *mutex.Algorithm, o mutex.Options, requesters ...int32) (Config, error) {
	processes, sited := structure.N(), requesters
	for _, p := range requesters {
		processes = max(processes, int(p)+1)
	}
	if a.NoQuorums {
		sited = nil
	}
	s, err := mutex.SetupOf(ctx, structure, processes, o, sited)
	if err != nil {
		return Config{}, err
	}
	groups := mutex.GroupsOf(structure, s.Processes)
	if groups == nil {
		groups = mutex.GroupsInTurn(s.Processes, s.Groups())
	}
	c := Config{Algorithm: a, Setup: s, Entries: 1}
	for p := int32(0); requesters == nil && int(p) < s.Processes; p++ {
		c.Requesters = append(c.Requesters, Requester{Process: p})
	}
	for _, p := range requesters {
		c.Requesters = append(c.Requesters, Requester{Process: p})
	}
	for i := range c.Requesters {
		r := &c.Requesters[i]
		switch {
		case a.NoQuorums:
			r.Choices = []Choice{{Quorum: -1}}
		case s.Own != nil:
			r.Choices = []Choice{{Quorum: s.Own[r.Process]}}
		default:
			for _, g := range groups[r.Process] {
				for _, q := range s.QuorumsOf(g) {
					r.Choices = append(r.Choices, Choice{g, q})
				}
			}
		}
	}
	return c, nil
}

// Reduction says which steps need not be taken.
type Reduction uint8

// The reductions. The states that PartialOrder leaves out change neither whether the rule can be
// broken nor which stuck states there are.
const (
	None Reduction = iota
	PartialOrder
)

// String returns the word of the command line.
func (r Reduction) String() string { return [...]string{"none", "partial-order"}[r] }

// The greatest numbers of actors of a configuration, and of choices of a requester. With more, the
// first step alone would take too long, and the tables of an empty set would take too much memory.
const (
	MostActors  = 20_000
	MostChoices = 20_000
)

// Check returns a *quorum.InputError if the configuration makes no sense.
func (c *Config) Check() error {
	if c.Entries < 1 {
		return mutex.Unfit("each requester enters at least once, not %d times", c.Entries)
	}
	if len(c.Requesters) == 0 {
		return mutex.Unfit("nobody wishes to enter")
	}
	if n := c.Setup.Actors(); n > MostActors {
		return mutex.Unfit("every state of at most %d nodes and processes can be visited, not of %d", MostActors, n)
	}
	seen := map[int32]bool{}
	for _, r := range c.Requesters {
		who := quorum.Index(r.Process)
		switch {
		case r.Process < 0 || int(r.Process) >= c.Setup.Processes:
			return mutex.Unfit("there is no process %v; there are %d", who, c.Setup.Processes)
		case seen[r.Process]:
			return mutex.Unfit("process %v is named twice", who)
		case len(r.Choices) == 0:
			return mutex.Unfit("process %v has no quorum to take", who)
		case len(r.Choices) > MostChoices:
			return mutex.Unfit("process %v may take any of %d quorums; at most %d can be tried", who, len(r.Choices), MostChoices)
		}
		for _, x := range r.Choices {
			if (x.Quorum < 0) != c.Algorithm.NoQuorums || int(x.Quorum) >= len(c.Setup.Quorums) || x.Group < 0 || int(x.Group) >= max(1, c.Setup.Groups()) {
				return mutex.Unfit("process %v cannot ask for group %v with quorum %v", who, quorum.Index(x.Group), quorum.Index(x.Quorum))
			}
		}
		seen[r.Process] = true
	}
	return nil
}
