package algorithms

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

// walk holds every reachable state of a small system, for every order in which messages of
// different channels arrive and every quorum that a process may take from its menu.
type walk struct {
	*explore.Whole
	rule    mutex.Rule
	menus   [][]int32 // of each process: its quorums
	setup   *mutex.Setup
	all     []int32  // the processes
	circles []string // of each state: the circular wait, "" if there is none
}

// walkFrom makes the walk over a structure. Each process wishes the given number of times; 0 means
// without end.
func walkFrom(ctx context.Context, algorithm *mutex.Algorithm, structure *quorum.SharingStructure, wishes int) (w walk, err error) {
	c := experiments.Must(explore.Over(ctx, structure, algorithm, mutex.Options{}))
	w.setup, c.Entries, w.rule = c.Setup, wishes, algorithm.RuleOver(c.Setup)
	for _, r := range c.Requesters {
		w.menus, w.all = append(w.menus, w.setup.QuorumsOf(r.Choices[0].Group)), append(w.all, r.Process)
	}
	w.Whole, err = explore.All(ctx, c, func(at *mutex.System, under []mutex.Message) {
		w.circles = append(w.circles, circleOf(at, under))
	})
	return w, err
}

// circleOf describes a circle of processes in which each waits in the queue of an arbiter whose
// permission the next process has. It returns "" if there is none. A process whose REL is under way
// no longer has the permission.
func circleOf(system *mutex.System, fly []mutex.Message) string {
	s := system.Setup
	var waits []mutex.Wait
	for j := range int32(s.Nodes) {
		v := system.Machines[j].View()
		if len(v.Queue) == 0 {
			continue
		}
		h := v.Holders[0]
		left := func(m mutex.Message) bool { return m.Kind == mutex.Release && m.From == s.Place(h) && m.To == j }
		if system.Phase(h) != mutex.Trying || slices.ContainsFunc(fly, left) {
			continue
		}
		for _, u := range v.Queue {
			waits = append(waits, mutex.Wait{Process: u, Node: j, Holder: h})
		}
	}
	slices.SortStableFunc(waits, func(a, b mutex.Wait) int { return cmp.Compare(a.Process, b.Process) })
	return show.Join(mutex.CircularWait(waits), "; ", func(w mutex.Wait) string {
		return fmt.Sprintf("process %v waits at arbiter %v for process %v", quorum.Node(w.Process), quorum.Node(w.Node), quorum.Node(w.Holder))
	})
}

// most returns how many processes of V the rule allows inside together.
func (w walk) most(v uint) int {
	return w.rule.Most(slices.DeleteFunc(slices.Clone(w.all), func(p int32) bool { return v>>p&1 == 0 }))
}

// starves reports whether the process can wait without end while others go on, and nobody waits in
// a circle.
func (w walk) starves(process int) bool {
	return w.Endless(func(i int32) bool { return w.States[i].Trying>>process&1 == 1 && w.circles[i] == "" })
}

// canCircle reports whether different processes can choose quorums that form a circle over
// different arbiters: by part 3 of the theorem protocol P can then deadlock.
//
// Proof: docs/theorems/protocol-p.md.
func canCircle(s *mutex.Setup, menus [][]int32) bool {
	var processes []int
	var arbiters []int32
	var first []int32
	var extend func(q []int32) bool
	extend = func(q []int32) bool {
		for _, a := range q {
			if slices.Contains(arbiters, a) {
				continue
			}
			if len(processes) > 1 && slices.Contains(first, a) {
				return true
			}
			arbiters = append(arbiters, a)
			for p, menu := range menus {
				if slices.Contains(processes, p) {
					continue
				}
				processes = append(processes, p)
				for _, next := range menu {
					if slices.Contains(s.Quorums[next], a) && extend(s.Quorums[next]) {
						return true
					}
				}
				processes = processes[:len(processes)-1]
			}
			arbiters = arbiters[:len(arbiters)-1]
		}
		return false
	}
	for p, menu := range menus {
		processes = []int{p}
		for _, q := range menu {
			if first = s.Quorums[q]; extend(first) {
				return true
			}
		}
	}
	return false
}
