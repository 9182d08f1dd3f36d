package mutex

import (
	"fmt"
	"slices"
	"strings"

	"coterie/quorum"
)

// Wait says that a process waits for Holder, the process to which Node gave its lock. Holder is -1
// if nobody holds the lock, or the node has crashed.
type Wait struct {
	Process, Node, Holder int32
	Down                  bool
}

// Waits returns the waits of the processes that are trying, sorted by process, node and holder.
// Processes that wait for no node, as those of an algorithm without arbiters, have none.
func (s *System) Waits() []Wait {
	var waits []Wait
	holders := make([][]int32, len(s.Machines)) // by node
	known := make([]bool, len(s.Machines))
	for p := range int32(s.Setup.Processes) {
		if s.Phase(p) != Trying {
			continue
		}
		for _, j := range s.Machines[s.Setup.Place(p)].View().Lacks {
			if !known[j] {
				holders[j], known[j] = s.Machines[j].View().Holders, true
			}
			down := int(j) < len(s.Down) && s.Down[j]
			if down || len(holders[j]) == 0 {
				waits = append(waits, Wait{p, j, -1, down})
				continue
			}
			for _, q := range holders[j] {
				waits = append(waits, Wait{p, j, q, false})
			}
		}
	}
	return waits
}

// CircularWait returns a shortest circle of processes such that each waits for the next one, or nil
// if there is none. Among those of equal length it is the first.
func CircularWait(waits []Wait) []Wait {
	from := map[int32][]Wait{}
	var starts []int32
	for _, w := range waits {
		if from[w.Process] == nil {
			starts = append(starts, w.Process)
		}
		from[w.Process] = append(from[w.Process], w)
	}
	var best []Wait
	for _, start := range starts {
		if circle := circleFrom(start, from); circle != nil && (best == nil || len(circle) < len(best)) {
			best = circle
		}
	}
	return best
}

// circleFrom looks breadth first for the way from a process back to it.
func circleFrom(start int32, from map[int32][]Wait) []Wait {
	into := map[int32]Wait{} // the wait by which each process was reached
	queue := []int32{start}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, w := range from[p] {
			if w.Holder == p || from[w.Holder] == nil {
				continue
			}
			if w.Holder == start {
				circle := []Wait{w}
				for at := w.Process; at != start; at = into[at].Process {
					circle = append(circle, into[at])
				}
				slices.Reverse(circle)
				return circle
			}
			if _, seen := into[w.Holder]; !seen {
				into[w.Holder] = w
				queue = append(queue, w.Holder)
			}
		}
	}
	return nil
}

// DescribeWaits explains why processes wait for ever. It describes the circle if there is one, and
// otherwise the wait of each process. names holds the names of the nodes, or is nil. Each line is a
// sentence without its full stop.
func (s *System) DescribeWaits(names []string) []string {
	waits := s.Waits()
	process := func(p int32) string {
		if s.Setup.Apart {
			return quorum.Index(p).String()
		}
		return quorum.Node(p).Label(names)
	}
	node := func(v int32) string { return quorum.Node(v).Label(names) }
	var lines []string
	if circle := CircularWait(waits); circle != nil {
		for _, w := range circle {
			lines = append(lines, fmt.Sprintf("process %s waits for node %s, whose lock process %s has", process(w.Process), node(w.Node), process(w.Holder)))
		}
		return lines
	}
	waiting := map[int32]bool{}
	for _, w := range waits {
		waiting[w.Process] = true
		why := "whose lock nobody has"
		switch {
		case w.Down:
			why = "which has crashed"
		case w.Holder == w.Process:
			why = "which takes its lock for given to it"
		case w.Holder >= 0:
			why = fmt.Sprintf("whose lock process %s has, which is in %v", process(w.Holder), s.Phase(w.Holder))
		}
		lines = append(lines, fmt.Sprintf("process %s waits for node %s, %s", process(w.Process), node(w.Node), why))
	}
	var others []string
	for p := range int32(s.Setup.Processes) {
		if s.Phase(p) == Trying && !waiting[p] {
			others = append(others, process(p))
		}
	}
	if len(others) > 0 {
		lines = append(lines, fmt.Sprintf("no message will come to the processes that wait: %s", strings.Join(others, ", ")))
	}
	return lines
}
