package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// Algorithm holds the name of an algorithm, the structures that it runs over, and the constructor
// of its machines.
type Algorithm struct {
	Name   string // as the command line has it
	Title  string // a description in one line
	Source string // author, year, section
	// Over lists the kinds of structures that the algorithm runs over. An algorithm that takes no
	// quorums runs over the nodes of any system.
	Over      []quorum.Kind
	NoQuorums bool
	Lines     []string // the steps of the paper; Lines[0] is empty
	Kinds     []Kind   // the messages that it sends, in the order of a table
	Self      Self     // how an actor tells itself something in the paper
	NeedsFIFO bool     // channels that keep no order break it
	Abandons  bool     // its machines are Abandoners
	Order     Order    // how its machines use the numbers of nodes and processes
	Endless   bool     // for more than one entry the messages under way have no bound
	Unsafe    bool     // it is known to violate its rule or to block: the literal version of a faulty text
	Readings  bool     // its text can be read in several ways: Options.Knows and Options.Late choose
	Rule      Rule     // in place of Setup.Rule, if it has a name
	New       func(s *Setup, actor int32) Machine
	// Invariants are the assertions about every reachable state, the paper's or ours.
	Invariants []Invariant
}

// RuleOver returns the rule that says who may be in the critical section together: the algorithm's
// own rule if it has one, and otherwise that of the setup.
func (a *Algorithm) RuleOver(s *Setup) Rule {
	if a.Rule.Name != "" {
		return a.Rule
	}
	return s.Rule
}

// SelfOver returns how an actor tells itself something: as the setup says, or otherwise as the
// paper has it.
func (a *Algorithm) SelfOver(s *Setup) Self {
	if s.Self == SelfPaper {
		return a.Self
	}
	return s.Self
}

// Reading names the reading of an algorithm whose text can be read in several ways, by the words of
// [Options].Knows and [Options].Late. It is empty for any other algorithm.
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

// Says describes the reading. It is "" for an algorithm whose text can be read in one way alone.
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

// Algorithms returns all algorithms, in the order of the help.
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
		raymondEntries(),
		suzukiKasami(),
		kTokens(),
		raymondTree(),
		access(),
	}
}

// Find returns the algorithm with a name, or nil if there is none.
func Find(name string) *Algorithm {
	all := Algorithms()
	if i := slices.IndexFunc(all, func(a *Algorithm) bool { return a.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}
