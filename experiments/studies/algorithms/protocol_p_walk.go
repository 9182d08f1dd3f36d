package algorithms

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"coterie/internal/machine/par"
	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/quorum"
)

// walkLimit is how many states a walk may visit.
const walkLimit = 400_000

// walk visits every state that a small system can be in, whatever order messages of different
// channels arrive in, and whichever quorum of its menu a process takes. Channels are FIFO.
type walk struct {
	system *mutex.System
	groups [][]int32 // of each process
	menus  [][]int32 // of each process: its quorums
	wishes int       // how many each process makes; 0 is without end

	seen   map[string]int32
	states []walkState
	edges  []walkEdge
}

// walkEdge is a step from a state to one that can follow.
type walkEdge struct {
	from, to int32
	on       int32 // the process that exits; behind these a number of the channel whose first message arrives; -1: a wish
}

// walkState is a state of all machines and channels.
type walkState struct {
	machines []byte
	fly      []mutex.Message // by channel, in the order of sending
	wished   []uint8
	depth    int  // how many steps lead to it
	inside   uint // the processes that use a resource, as bits
	waiting  uint // those that wait
	last     bool // nothing can happen in it
	circle   string
}

// walkFrom makes the walk over a structure.
func walkFrom(ctx context.Context, algorithm *mutex.Algorithm, structure quorum.Structure, processes, wishes int) (*walk, error) {
	setup, err := mutex.NewSetup(structure, processes, mutex.Options{})
	if err != nil {
		return nil, err
	}
	w := &walk{system: mutex.NewSystem(algorithm, setup), groups: mutex.GroupsOf(structure, setup.Processes), wishes: wishes, seen: map[string]int32{}}
	w.menus = menusOf(setup, w.groups)
	w.visit(nil, make([]uint8, setup.Processes), 0)
	poll := par.NewPoll(ctx)
	for i := 0; i < len(w.states); i++ {
		if err := poll.Err(); err != nil {
			return nil, err
		}
		if len(w.states) > walkLimit {
			return nil, errors.New("a walk that was to be small has too many states")
		}
		if err := w.expand(int32(i)); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// menusOf lists the quorums of each process: those of its group.
func menusOf(s *mutex.Setup, groups [][]int32) [][]int32 {
	menus := make([][]int32, len(groups))
	for p, own := range groups {
		menus[p] = s.QuorumsOf(own[0])
	}
	return menus
}

// expand finds what can follow a state.
func (w *walk) expand(i int32) error {
	from := w.states[i]
	step := func(on int32, fly []mutex.Message, wished []uint8, do func(out []mutex.Message) []mutex.Message) error {
		if err := w.system.LoadState(from.machines); err != nil {
			return err
		}
		w.edges = append(w.edges, walkEdge{i, w.visit(do(slices.Clone(fly)), wished, from.depth+1), on})
		return nil
	}
	before := len(w.edges)
	for j, m := range from.fly {
		if j > 0 && from.fly[j-1].From == m.From && from.fly[j-1].To == m.To {
			continue
		}
		rest := slices.Delete(slices.Clone(from.fly), j, j+1)
		if err := step(w.channel(m), rest, from.wished, func(out []mutex.Message) []mutex.Message { return w.system.Receive(m, out) }); err != nil {
			return err
		}
	}
	for p := range int32(len(w.menus)) {
		switch {
		case from.inside>>p&1 == 1:
			if err := step(p, from.fly, from.wished, func(out []mutex.Message) []mutex.Message { return w.system.Exit(p, out) }); err != nil {
				return err
			}
		case from.waiting>>p&1 == 0 && (w.wishes == 0 || int(from.wished[p]) < w.wishes):
			wished := slices.Clone(from.wished)
			if w.wishes > 0 {
				wished[p]++
			}
			for _, q := range w.menus[p] {
				wish := mutex.Wish{Process: p, Entry: 1, Group: w.groups[p][0], Quorum: q}
				if err := step(-1, from.fly, wished, func(out []mutex.Message) []mutex.Message { return w.system.Wish(wish, out) }); err != nil {
					return err
				}
			}
		}
	}
	w.states[i].last = len(w.edges) == before
	return nil
}

// channel numbers the channel of a message, behind the processes.
func (w *walk) channel(m mutex.Message) int32 {
	return int32(len(w.menus)+len(w.system.Machines)*int(m.From)) + m.To
}

// visit returns the index of the present state of the machines with these messages under way.
func (w *walk) visit(fly []mutex.Message, wished []uint8, depth int) int32 {
	slices.SortStableFunc(fly, func(a, b mutex.Message) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	machines := w.system.AppendState(nil)
	key := append(slices.Clone(machines), wished...)
	for _, m := range fly { // what decides how the machines go on: no charges, no steps
		for _, x := range [...]uint64{uint64(m.Kind), uint64(m.From), uint64(m.To), uint64(m.Stamp.Time), uint64(m.Stamp.Process),
			uint64(m.Clock), uint64(m.Round), uint64(m.Quorum)} {
			key = binary.AppendUvarint(key, x)
		}
	}
	if i, ok := w.seen[string(key)]; ok {
		return i
	}
	i := int32(len(w.states))
	w.seen[string(key)] = i
	s := walkState{machines: machines, fly: fly, wished: wished, depth: depth}
	for p := range int32(len(w.menus)) {
		switch w.system.Phase(p) {
		case mutex.Critical:
			s.inside |= 1 << p
		case mutex.Trying:
			s.waiting |= 1 << p
		}
	}
	s.circle = circleOf(w.system, fly)
	w.states = append(w.states, s)
	return i
}

// circleOf says who waits for whom in a circle, each in the queue of an arbiter whose permission
// the next one has; "" if nobody does. Whose REL is under way has the permission no more.
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

// most returns how many processes of V the rule allows inside together: those that can each have a
// resource of their own are the independent sets of a matroid, so it is enough to add one by one.
func (w *walk) most(v uint) int {
	var inside []mutex.Inside
	for p := range len(w.menus) {
		if more := append(inside, mutex.Inside{Process: int32(p)}); v>>p&1 == 1 && w.system.Rule.Allows(more) {
			inside = more
		}
	}
	return len(inside)
}

// reaching returns, for each state, whether a state that is wanted can follow it.
func (w *walk) reaching(wanted func(walkState) bool) []bool {
	into := make([][]int32, len(w.states))
	for _, e := range w.edges {
		into[e.to] = append(into[e.to], e.from)
	}
	reach := make([]bool, len(w.states))
	var stack []int32
	add := func(i int32) {
		if !reach[i] {
			reach[i] = true
			stack = append(stack, i)
		}
	}
	for i, s := range w.states {
		if wanted(s) {
			add(int32(i))
		}
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, j := range into[i] {
			add(j)
		}
	}
	return reach
}

// starves returns the index of a state from which a run can go on without end while the process
// waits, though every message arrives, every use ends, and nobody waits in a circle; -1 if there is
// none. Such a run stays, in the end, in one strongly connected part of these states, in which
// every channel is empty at times or delivers, and who uses a resource leaves.
func (w *walk) starves(process int) int32 {
	inPart := func(s walkState) bool { return s.waiting>>process&1 == 1 && s.circle == "" }
	g := simple.NewDirectedGraph()
	for _, e := range w.edges {
		if e.from != e.to && inPart(w.states[e.from]) && inPart(w.states[e.to]) {
			g.SetEdge(simple.Edge{F: simple.Node(e.from), T: simple.Node(e.to)})
		}
	}
	part := make([]int, len(w.states))
	parts := topo.TarjanSCC(g)
	for i, nodes := range parts {
		for _, v := range nodes {
			part[v.ID()] = i + 1
		}
	}
	// owed counts, for each part, in how many of its states something is due; done says what
	// happens.
	owed, done := make([]map[int32]int, len(parts)+1), make([]map[int32]bool, len(parts)+1)
	for i := range owed {
		owed[i], done[i] = map[int32]int{}, map[int32]bool{}
	}
	for _, e := range w.edges {
		if part[e.from] > 0 && part[e.from] == part[e.to] {
			done[part[e.from]][e.on] = true
		}
	}
	for i, s := range w.states {
		due := owed[part[i]]
		for j, m := range s.fly {
			if j == 0 || w.channel(s.fly[j-1]) != w.channel(m) {
				due[w.channel(m)]++
			}
		}
		for p := range int32(len(w.menus)) {
			if s.inside>>p&1 == 1 {
				due[p]++
			}
		}
	}
	for i, nodes := range parts {
		fair := len(done[i+1]) > 0
		for on, states := range owed[i+1] {
			fair = fair && (states < len(nodes) || done[i+1][on])
		}
		if fair {
			return int32(nodes[0].ID())
		}
	}
	return -1
}

// canCircle reports whether different processes can choose quorums that form a circle over
// different arbiters: when, by part 3 of the theorem, protocol P can deadlock.
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
