package mutex

import (
	"fmt"

	"coterie/quorum"
)

// raymondEntries is Raymond's extension of the program of Ricart and Agrawala to k entries: a
// process that asks enters once n-k others have replied; the other k-1 replies may come at any time
// after. A process that is inside, or whose own request precedes, defers its REPLY. So a process
// may ask again before all have answered its last request: requests are counted on both sides, a
// deferred REPLY says how many it answers, and a process has replied once none is open. An entry
// takes at most 2(n-1) messages, and at least 2n-k-1.
//
// Of the paper we know the abstract alone. We know its program from two of others that agree, one
// written after the paper, and one after an extension of it (Bouillaguet, Arantes and Sens, Fault
// tolerant k-mutual exclusion algorithm using failure detector). Both invariants are ours: if k+1
// processes were inside, the one whose request is the last would lack the replies of k others. Ours
// is, too, that a REPLY which answers several wishes is charged to the first.
//
// Proof: docs/theorems/k-entries.md.
func raymondEntries() *Algorithm {
	a := ricartAgrawala()
	a.Name = "raymond-k"
	a.Title = "ricart-agrawala for k entries: a process enters once all others but k-1 have replied"
	a.Source = "Raymond 1989, A distributed algorithm for multiple entries to a critical section"
	a.Over = atMostKinds()
	a.Rule, a.Endless = Rule{}, true
	a.New = func(s *Setup, actor int32) Machine {
		return &ricartMachine{process: processAt(s, actor), most: s.Most()}
	}
	a.Invariants = []Invariant{
		{"waits", "a process that is inside lacks the replies of at most k-1 others", eachMachine(func(_ *Setup, _ int32, m *ricartMachine) string {
			if m.phase == Critical && m.waits >= m.most {
				return fmt.Sprintf("its process is inside, and %d others have not replied", m.waits)
			}
			return ""
		})},
		{"order", "of two processes that ask or are inside, the one that is later lacks the reply of the other", brokenOrder},
	}
	return a
}

// atMostKinds are the structures that say how many processes may be inside, one or k.
func atMostKinds() []quorum.Kind { return []quorum.Kind{quorum.KindKCoterie, quorum.KindSystem} }

// Most returns how many processes may be inside under the rule AtMost, and otherwise 1.
func (s *Setup) Most() int {
	if s.Rule.Name == AtMost {
		return s.Rule.K
	}
	return 1
}

func brokenOrder(s *System) string {
	for p := range int32(s.Setup.Processes) {
		m := s.Machines[s.Setup.Place(p)].(*ricartMachine)
		for j := range m.awaited {
			other := s.Machines[s.Setup.Place(int32(j))].(*ricartMachine)
			if m.phase != Idle && other.phase != Idle && other.stamp.Precedes(m.stamp) && m.awaited[j] == 0 {
				return fmt.Sprintf("process %v has the reply of process %v, which precedes", quorum.Node(p), quorum.Node(j))
			}
		}
	}
	return ""
}
