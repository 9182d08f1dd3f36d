package mutex

import (
	"fmt"

	"coterie/quorum"
)

// Setup holds everything that all machines of a run know from the start. It does not change.
type Setup struct {
	Name      string // of the quorum system
	Nodes     int    // the arbiters are the actors 0..Nodes-1
	Processes int    // process p is actor p, or Nodes+p where they are apart
	Apart     bool

	Quorums [][]int32 // each of ascending nodes
	Own     []int32   // S_i: for each process the quorum of its site; nil without sites, see WithSites
	First   []int32   // the quorums of group g are First[g] to First[g+1]-1
	Rule    Rule      // who may be in the critical section together
	Options
}

// Options are the choices of the model. The zero value follows the paper of the algorithm.
type Options struct {
	Self     Self
	Knows    Knowledge
	Late     Lateness
	Numbers  Numbering
	MaxLocks int // Joung's max[g], for every group; 0: as many as there are processes
	Flaw     Flaw
}

// Self says how an actor tells something to itself.
type Self uint8

// How an actor tells something to itself.
const (
	SelfPaper   Self = iota // as the paper of the algorithm has it
	SelfLocal               // at once, and no message
	SelfNetwork             // by a message like any other
)

// Knowledge is a reading of Maekawa's "it knows that it will not succeed", section 4 (3).
type Knowledge uint8

// The readings of "knows that it will not succeed".
const (
	KnowsOutstanding Knowledge = iota // a FAILED that no LOCKED of the same node has followed
	KnowsEver                         // any FAILED for this request
)

// String returns the word of the command line.
func (k Knowledge) String() string { return [...]string{"outstanding", "ever"}[k] }

// Lateness is a reading of Maekawa's "an INQUIRE message has arrived after the node has sent a
// RELEASE message", section 4 (3), for a node that has sent its next REQUEST since.
type Lateness uint8

// The readings of a late INQUIRE.
const (
	LateCurrent Lateness = iota // as if it were about the present request: the node cannot tell
	LateIgnored                 // late, and ignored, if its sender has sent no LOCKED for the present request
)

// String returns the word of the command line.
func (l Lateness) String() string { return [...]string{"current", "ignored"}[l] }

// Numbering says which messages show a sequence number to a node, so that its next REQUEST has a
// greater one: Maekawa's "sent, received, or observed", section 4 (1).
type Numbering uint8

// The choices of messages that show a number.
const (
	NumbersRequest Numbering = iota // a REQUEST shows its own
	NumbersAll                      // every message shows the greatest that its sender has seen
)

// Unfit returns the *quorum.InputError for a structure that an algorithm cannot run over.
func Unfit(format string, args ...any) error { return quorum.Bad("", fmt.Sprintf(format, args...), "") }

// Groups returns the number of groups, 1 for an ordinary system.
func (s *Setup) Groups() int { return len(s.First) - 1 }

// QuorumsOf returns the indices of the quorums of a group.
func (s *Setup) QuorumsOf(group int32) (list []int32) {
	for q := s.First[group]; q < s.First[group+1]; q++ {
		list = append(list, q)
	}
	return list
}

// Actors returns the number of actors.
func (s *Setup) Actors() int {
	if s.Apart {
		return s.Nodes + s.Processes
	}
	return max(s.Nodes, s.Processes)
}

// Place returns the actor of a process.
func (s *Setup) Place(process int32) int32 {
	if s.Apart {
		return int32(s.Nodes) + process
	}
	return process
}

// ProcessAt returns the process of an actor, and whether there is one.
func (s *Setup) ProcessAt(actor int32) (int32, bool) {
	if s.Apart {
		actor -= int32(s.Nodes)
	}
	return actor, actor >= 0 && int(actor) < s.Processes
}

// MaxLocksOf returns Joung's max[g].
func (s *Setup) MaxLocksOf(int32) int {
	if s.MaxLocks > 0 {
		return s.MaxLocks
	}
	return s.Processes
}

// NewSetup returns the setup of a structure. The processes of a system are its sites, one at each
// node; those of a group system and of a k-coterie are as many as asked for, each able to take any
// quorum; those of a sharing structure are its own.
//
// Own is nil where the system has no sites: WithSites gives each process a quorum of its own.
//
// The error is a *quorum.InputError if the structure has no quorums to run over.
func NewSetup(structure quorum.Structure, processes int, o Options) (*Setup, error) {
	s := &Setup{Name: structure.Name(), Nodes: structure.N(), Processes: processes, Options: o, First: []int32{0}}
	add := func(f quorum.Family) {
		for _, q := range f.All() {
			s.Quorums = append(s.Quorums, q)
		}
		s.First = append(s.First, int32(len(s.Quorums)))
	}
	switch of := structure.(type) {
	case *quorum.System:
		add(of.Family())
		s.Rule.Name = OneProcess
		for _, i := range of.Sites() {
			s.Own = append(s.Own, int32(i))
		}
	case *quorum.GroupSystem:
		for _, c := range of.Cartels() {
			add(c)
		}
		s.Rule.Name = OneGroup
	case *quorum.KCoterie:
		add(of.Family())
		s.Rule = Rule{Name: AtMost, K: of.K()}
	case *quorum.SharingStructure:
		s.Processes, s.Apart = of.Processes(), true
		s.Rule.Name = Resources
		for u := range of.Processes() {
			s.Rule.Alpha = append(s.Rule.Alpha, of.Alpha(u))
		}
		for _, f := range of.Families() {
			add(f.Family)
		}
	default:
		return nil, fmt.Errorf("mutex: a structure of an unknown kind, %T", structure)
	}
	if len(s.Quorums) == 0 {
		return nil, Unfit("%s lists no quorums", s.Name)
	}
	return s, nil
}
