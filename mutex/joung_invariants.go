package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// joungMInvariants are (I1) to (I4) of Joung's section 4.2.1.
func joungMInvariants() []Invariant {
	return []Invariant{
		{"I1", "in CS a process has locked all nodes of its quorum, one of its group's cartel", brokenI1},
		{"I2", "processes that have locked the same node are of one group", brokenI2},
		{"I3", "a node that has a request has given a lock", eachMachine(func(s *Setup, i int32, m *joungM) string {
			if len(m.requests) > 0 && m.locks == 0 {
				return "it has requests, and nobody has its lock"
			}
			return ""
		})},
		{"I4", "a request without a lock waits for holders of its group that come first or are asked to yield, for a " +
			"request of another group that comes first, or for locks that are all asked back", eachMachine(brokenI4)},
	}
}

func brokenI4(s *Setup, _ int32, m *joungM) string {
	most := s.MaxLocksOf(m.lockGroup)
	last, lastInquired := -1, -1 // the lowest priorities of a holder, of one that is inquired
	all := true                  // whether every holder is inquired
	for i, r := range m.requests {
		if !r.locked {
			continue
		}
		last = i
		if r.inquired {
			lastInquired = i
		} else {
			all = false
		}
	}
	for i, r := range m.requests {
		if r.locked || all {
			continue
		}
		// The third case covers every earlier request, of any group.
		if r.group != m.lockGroup && i > 0 || r.group == m.lockGroup && m.locks == most && (last < i || lastInquired > i) {
			continue
		}
		return fmt.Sprintf("the request %v waits for nothing", r.stamp)
	}
	return ""
}

// joungSInvariants are (I5) to (I9) of Joung's section 4.3.1. They read the auxiliary variable
// requests according to its description: all requests received and not early. Figure 8 adds to it
// neither where it defers a request (D.13) nor where it grants a deferred one (E.16).
func joungSInvariants() []Invariant {
	return []Invariant{
		{"I5", "in CS a process has locked all nodes of its quorum, one of its group's cartel", brokenI1},
		{"I6", "processes that have locked the same node are of one group", brokenI2},
		{"I7", "a node that has a request has given a lock", eachMachine(func(_ *Setup, _ int32, m *joungS) string {
			if len(m.deferred) > 0 && len(m.holders) == 0 {
				return "it has requests, and nobody has its lock"
			}
			return ""
		})},
		{"I8", "who has a lock has a request at the node", eachMachine(func(_ *Setup, _ int32, m *joungS) string {
			for i, r := range m.holders {
				if slices.ContainsFunc(m.holders[:i], func(o nodeRequest) bool { return o.stamp.Process == r.stamp.Process }) {
					return fmt.Sprintf("process %v holds the lock twice", quorum.Node(r.stamp.Process))
				}
			}
			return ""
		})},
		{"I9", "who has the lock of a node for its present request has those of all smaller nodes of its quorum", brokenI9},
	}
}

// MaekawaSNoting returns Maekawa_S with one more invariant, [PrintedI8]. Its machines also encode
// the auxiliary variable requests, which only this invariant reads.
func MaekawaSNoting() *Algorithm {
	a := maekawaS()
	plain := a.New
	a.New = func(s *Setup, actor int32) Machine {
		m := plain(s, actor).(*joungS)
		m.notes = true
		return m
	}
	a.Invariants = append(a.Invariants, Invariant{"I8 of Figure 8", "(I8) with requests as Figure 8 keeps it", PrintedI8})
	return a
}

// PrintedI8 is (I8) with the auxiliary variable requests as Figure 8 keeps it, which E.16 forgets.
func PrintedI8(s *System) string {
	return eachMachine(func(_ *Setup, _ int32, m *joungS) string {
		for _, r := range m.holders {
			if !r.noted {
				return fmt.Sprintf("process %v has the lock, and requests does not have it", quorum.Node(r.stamp.Process))
			}
		}
		return ""
	})(s)
}

func brokenI9(s *System) string {
	for j, a := range s.Machines {
		for _, r := range a.(*joungS).holders {
			p := s.Machines[s.Setup.Place(r.stamp.Process)].(*joungS)
			if p.clock != r.stamp.Time {
				continue
			}
			for _, i := range s.Setup.Quorums[p.quorum] {
				if i <= int32(j) && !slices.ContainsFunc(s.Machines[i].(*joungS).holders, func(o nodeRequest) bool { return o.stamp.Process == r.stamp.Process }) {
					return fmt.Sprintf("process %v has the lock of node %v, and not that of node %v", quorum.Node(r.stamp.Process), quorum.Node(j), quorum.Node(i))
				}
			}
		}
	}
	return ""
}

// grouped is a machine whose process names a group and a quorum.
type grouped interface {
	Machine
	asks() (group, quorum int32)
	hasLocked() []int32
}

func (m *process) asks() (group, quorum int32) { return m.group, m.quorum }
func (m *joungM) hasLocked() []int32           { return m.lockedNodes }

func (m *joungS) hasLocked() []int32 {
	if m.phase == Idle {
		return nil
	}
	return m.setup.Quorums[m.quorum][:m.locked]
}

// brokenI1 judges (I1) and (I5).
func brokenI1(s *System) string {
	for p := range int32(s.Setup.Processes) {
		m := s.Machines[s.Setup.Place(p)].(grouped)
		if m.Phase() != Critical {
			continue
		}
		g, q := m.asks()
		if q < s.Setup.First[g] || q >= s.Setup.First[g+1] {
			return fmt.Sprintf("process %v is in CS by a quorum that is not of its group", quorum.Node(p))
		}
		if !slices.Equal(m.hasLocked(), s.Setup.Quorums[q]) {
			return fmt.Sprintf("process %v is in CS without all locks", quorum.Node(p))
		}
	}
	return ""
}

// brokenI2 judges (I2) and (I6).
func brokenI2(s *System) string {
	holder := make([]int32, s.Setup.Nodes) // a process that has locked the node, plus one
	for p := range int32(s.Setup.Processes) {
		m := s.Machines[s.Setup.Place(p)].(grouped)
		g, _ := m.asks()
		for _, i := range m.hasLocked() {
			if o := holder[i]; o > 0 {
				if h, _ := s.Machines[s.Setup.Place(o-1)].(grouped).asks(); h != g {
					return fmt.Sprintf("processes %v and %v of two groups have locked node %v", quorum.Node(o-1), quorum.Node(p), quorum.Node(i))
				}
			}
			holder[i] = p + 1
		}
	}
	return ""
}
