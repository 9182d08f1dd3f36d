package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// Algorithm is one algorithm: what it is called, what it runs over, and how a machine of it is
// made.
type Algorithm struct {
	Name   string // as the command line has it
	Title  string // a line that says what it is
	Source string // author, year, section
	// Over are the kinds of structures that it runs over. An algorithm that takes no quorums runs
	// over the nodes of any system.
	Over      []quorum.Kind
	NoQuorums bool
	Lines     []string // the steps of the paper; Lines[0] is empty
	Kinds     []Kind   // the messages that it sends, in the order of a table
	Self      Self     // what the paper does with what an actor tells itself
	NeedsFIFO bool     // channels that keep no order break it
	Abandons  bool     // its machines are Abandoners
	Order     Order    // what its machines read of the numbers of nodes and processes
	Unsafe    bool     // it is known to violate its rule or to block: the literal version of a faulty text
	Readings  bool     // its text can be read in several ways: Options.Knows and Options.Late choose
	Rule      Rule     // in place of Setup.Rule, if it has a name
	New       func(s *Setup, actor int32) Machine
	// Invariants are what the paper states of every reachable state.
	Invariants []Invariant
}

// RuleOver is who may be in the critical section together: what the algorithm says, or else the
// rule of the setup.
func (a *Algorithm) RuleOver(s *Setup) Rule {
	if a.Rule.Name != "" {
		return a.Rule
	}
	return s.Rule
}

// SelfOver is how an actor tells itself something: what the setup says, or else what the paper has.
func (a *Algorithm) SelfOver(s *Setup) Self {
	if s.Self == SelfPaper {
		return a.Self
	}
	return s.Self
}

// Reading is how the text of an algorithm is read that can be read in several ways: the words of
// [Options].Knows and [Options].Late, empty of any other algorithm.
type Reading struct {
	Knows string `json:"knows,omitempty"`
	Late  string `json:"late,omitempty"`
}

// ReadingOver returns the reading that a setup chooses.
func (a *Algorithm) ReadingOver(s *Setup) Reading {
	if !a.Readings {
		return Reading{}
	}
	return Reading{Knows: s.Knows.String(), Late: s.Late.String()}
}

// Says says the reading, "" of an algorithm whose text can be read in one way alone.
func (r Reading) Says() string {
	if r == (Reading{}) {
		return ""
	}
	about, until := "is taken to be about that one", "the same node sends LOCKED"
	if r.Late == LateIgnored.String() {
		about = "is ignored"
	}
	if r.Knows == KnowsEver.String() {
		until = "the process leaves"
	}
	return fmt.Sprintf("an INQUIRE that comes after the next REQUEST %s (late: %s); a FAILED counts until %s (knows: %s)", about, r.Late, until, r.Knows)
}

// Algorithms returns all of them, in the order of the help.
func Algorithms() []*Algorithm {
	return []*Algorithm{
		maekawaLiteral(),
		maekawaFixed(),
		maekawaTakeover(),
		maekawaSequential(),
		maekawaCirculating(),
		maekawaM(),
		maekawaMFixed(),
		maekawaS(),
		fixedOrder(),
		protocolP(),
		protocolPFixed(),
		protocolPRetry(),
		centralized(),
		ricartAgrawala(),
		suzukiKasami(),
		raymondTree(),
		access(),
	}
}

// Find returns the algorithm of a name, or nil.
func Find(name string) *Algorithm {
	all := Algorithms()
	if i := slices.IndexFunc(all, func(a *Algorithm) bool { return a.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}
