package algorithms

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/mutex/sim"
)

// adversary is a run by hand with its messages.
type adversary struct {
	*byhand.Run
	sent    int
	entries int
	charged map[mutex.Cause]int
}

func newAdversary(ctx context.Context, algorithm, spec string, processes, locks int) *adversary {
	s := experiments.Must(construct.Build(ctx, spec))
	setup := experiments.Must(mutex.NewSetup(s.Structure, processes, mutex.Options{MaxLocks: locks}))
	a := &adversary{Run: byhand.New(mutex.Find(algorithm), setup), charged: map[mutex.Cause]int{}}
	a.Seen = func(e sim.Event) {
		switch e.What {
		case sim.Sends:
			a.sent++
			a.charged[e.Message.Cause]++
		case sim.Enters:
			a.entries++
		}
	}
	return a
}

// most returns the greatest number of messages charged to one request.
func (a *adversary) most() (most int) {
	for _, n := range a.charged {
		most = max(most, n)
	}
	return most
}

// whole returns an error if the run must not be judged: it broke the rule or is not complete.
func (a *adversary) whole() error {
	if a.Violations > 0 || len(a.Waiting()) > 0 || len(a.Inside) > 0 || len(a.Under) > 0 {
		return fmt.Errorf("%s over %s: %d violations, waiting %v", a.System.Algorithm.Name, a.System.Setup.Name, a.Violations, a.Waiting())
	}
	return nil
}

// finish performs all events that are left.
func (a *adversary) finish() {
	for {
		a.Settle(nil)
		if len(a.Inside) == 0 {
			return
		}
		a.Exit(a.Inside[0].Process)
	}
}

// takenBack is a run of Maekawa_M in which locks are asked back as often as possible.
type takenBack struct {
	Spec      string `csv:"system" doc:"group quorum system"`
	N         int    // nodes
	C         int    `csv:"c,nodes" doc:"size of a quorum"`
	Locks     int    `csv:"locks,locks" doc:"max[g]"`
	Strong    int    `csv:"strong,processes" doc:"that take locks back, one after the other"`
	Weak      int
	Processes int `csv:"processes,processes" doc:"each of which enters once"`
	Entries   int
	Messages  int `csv:"messages,messages" doc:"in all"`
	Most      int `csv:"most,messages" doc:"charged to one request, a lock that is taken back to the one that then comes first"`
}

// bound returns the bound of Joung's Theorem 4.5 for one entry.
func (r takenBack) bound() int { return 3*r.C + 3*r.C*r.Locks }

// most returns the least upper bound of the mean: docs/theorems/maekawa-m-messages.md.
func (r takenBack) most() int { return 6 * r.C * r.Locks }

// mean returns the messages per entry.
func (r takenBack) mean() float64 { return float64(r.Messages) / float64(r.Entries) }

func (r takenBack) String() string {
	return fmt.Sprintf("%s, max[g] = %d, %d processes that enter once each: %d messages, %.4g per entry; printed %d", r.Spec, r.Locks, r.Processes, r.Messages, r.mean(), r.bound())
}

// eachBounded judges Theorem 4.5 for each entry, and meanBounded for the mean.
func (r takenBack) eachBounded() (bool, string) { return r.Most <= r.bound(), r.String() }
func (r takenBack) meanBounded() (bool, string) { return r.mean() <= float64(r.bound()), r.String() }

// takeBack runs the adversary of Maekawa_M over a quorum Q of the first cartel. Every node of Q is
// asked for its locks by max[g] processes of other groups, and after them by weak processes of the
// first group, at most max[g]-1 (the costliest number). None of these processes ever gets its last
// lock in time. Then come strong processes of the first group, one by one, each before all others
// in priority: every node takes max[g] locks back from the other groups, gives locks to the strong
// process and the weak ones, and when the strong one leaves, takes those of the weak ones back.
func takeBack(ctx context.Context, r takenBack) (takenBack, error) {
	// The requests are first ones, of time 1, so that the number of a process is its priority.
	probe := newAdversary(ctx, "maekawa-m", r.Spec, 1, r.Locks)
	setup := probe.System.Setup
	contested := setup.Quorums[0]
	var second []int32 // quorums of the processes of other groups
	asked := make([]int, setup.Nodes)
	for _, i := range contested {
		for asked[i] < r.Locks {
			q := slices.IndexFunc(setup.Quorums[setup.First[1]:], func(q []int32) bool {
				_, in := slices.BinarySearch(q, i)
				return in && !slices.ContainsFunc(q, func(j int32) bool { return slices.Contains(contested, j) && asked[j] >= r.Locks })
			})
			if q < 0 {
				return r, fmt.Errorf("%s: node %d of the first quorum cannot be asked for %d locks by the other cartels", r.Spec, i, r.Locks)
			}
			second = append(second, setup.First[1]+int32(q))
			for _, j := range setup.Quorums[setup.First[1]+int32(q)] {
				asked[j]++
			}
		}
	}
	// The processes at the nodes stay idle, so that a late message holds up no other one.
	idle := setup.Nodes
	guarded := idle + r.Strong
	n := guarded + len(second) + r.Weak
	a := newAdversary(ctx, "maekawa-m", r.Spec, n, r.Locks)
	// A process must not get the lock of its keeper: a node that nobody else asks, if there is one.
	// Otherwise the keeper is the last node, and then the node of the last lock that it lacks.
	keepers := make([]int32, n)
	wish := func(p int, group, q int32) {
		nodes := setup.Quorums[q]
		keepers[p] = nodes[len(nodes)-1]
		if i := slices.IndexFunc(nodes, func(j int32) bool { return !slices.Contains(contested, j) }); i >= 0 {
			keepers[p] = nodes[i]
		}
		a.Wish(int32(p), group, q)
	}
	for i, q := range second {
		wish(guarded+i, groupOf(setup, q), q)
	}
	for i := range r.Weak {
		wish(guarded+len(second)+i, 0, 0)
	}
	kept := func(m mutex.Message) bool {
		return m.Kind == mutex.Locked && int(m.To) >= guarded && m.From == keepers[m.To]
	}
	a.Settle(kept)
	late := func(m mutex.Message) bool {
		if kept(m) && !slices.Contains(contested, m.From) {
			return true
		}
		if m.Kind != mutex.Locked || int(m.To) < guarded {
			return false
		}
		lacks := a.System.Machines[m.To].View().Lacks
		return len(lacks) == 1 && lacks[0] == m.From
	}
	for p := idle; p < guarded; p++ {
		a.Wish(int32(p), 0, 0)
		a.Settle(late)
		a.Exit(int32(p))
		a.Settle(late)
	}
	a.finish()
	r.N, r.C, r.Processes = setup.Nodes, len(contested), n-idle
	r.Entries, r.Messages, r.Most = a.entries, a.sent, a.most()
	return r, a.whole()
}

// groupOf returns the group whose list contains the quorum.
func groupOf(s *mutex.Setup, q int32) int32 {
	g, found := slices.BinarySearch(s.First, q)
	if !found {
		g--
	}
	return int32(g)
}

// earlyAgain holds the cost of the second entry of a process of Maekawa_S whose UNLOCKs of the
// first entry are late, so that the new request arrives before them wherever possible.
type earlyAgain struct {
	Spec        string
	C, Messages int
	FIFO        bool
}

// printed returns the number of Joung's Theorem 4.10.
func (r earlyAgain) printed() int { return 2*r.C + 1 }

// resent returns the number of nodes that send an early request to themselves: all nodes, or all
// but the first if channels keep their order.
func (r earlyAgain) resent() int {
	if r.FIFO {
		return r.C - 1
	}
	return r.C
}

func (r earlyAgain) String() string {
	return fmt.Sprintf("%s, c = %d, FIFO %v: %d messages", r.Spec, r.C, r.FIFO, r.Messages)
}

func hurry(ctx context.Context, r earlyAgain) (earlyAgain, error) {
	a := newAdversary(ctx, "maekawa-s", r.Spec, 1, 0)
	p := int32(a.System.Setup.Nodes) // away from all nodes
	a = newAdversary(ctx, "maekawa-s", r.Spec, int(p)+1, 0)
	a.NoFIFO = !r.FIFO
	a.Wish(p, 0, 0)
	a.Settle(nil)
	a.Exit(p)
	a.Wish(p, 0, 0)
	unlock := func(m mutex.Message) bool { return m.Kind == mutex.Unlock }
	for {
		a.Settle(unlock)
		i := slices.IndexFunc(a.Under, unlock)
		if i < 0 {
			break
		}
		a.Deliver(i)
	}
	a.finish()
	r.C, r.Messages = len(a.System.Setup.Quorums[0]), a.charged[mutex.Cause{Process: p, Entry: 2}]
	return r, a.whole()
}

// passing counts the entries of others by Maekawa_S while one process stays inside and another
// group waits.
func passing(ctx context.Context, spec string, times int) (entries int, err error) {
	a := newAdversary(ctx, "maekawa-s", spec, 3, 0)
	a.Wish(0, 0, 0)
	a.Settle(nil)
	a.Wish(1, 1, a.System.Setup.First[1])
	a.Settle(nil)
	for range times {
		a.Wish(2, 0, 0)
		a.Settle(nil)
		if a.Phase(2) != mutex.Critical || a.Phase(0) != mutex.Critical || a.Phase(1) != mutex.Trying {
			break
		}
		entries++
		a.Exit(2)
		a.Settle(nil)
	}
	a.finish()
	return entries, a.whole()
}
