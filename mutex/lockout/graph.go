package lockout

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/trace"
)

// graph is the graph of orders. A state is the indices of its machines' states, by actor, and of
// the messages under way: in each channel in their order or, where channels keep none, by index.
//
// It does not use the graph of mutex/explore, which takes each step of a local state once: here a
// step renumbers the times of all machines, so its result cannot be reused for another state.
type graph struct {
	c     *explore.Config
	sys   *mutex.System
	times *times
	whole *times // with the clocks
	slot  []int  // by process: its place among the requesters, -1 if it is none

	index map[string]uint32
	keys  []string // by state
	phase []phases // by state
	first []uint32 // by state: its first edge; states without an entry were not expanded
	edges []edge

	back, backFirst []uint32 // the states before each state, as edges and first; made by reverse

	parent []uint32 // by state: the edge by which it was found
	source []uint32 // by state: the state which that edge leaves

	machines []interned // by actor
	present  []int32    // the states of the machines, where no step has been taken from them
	texts    interned   // messages
	messages []mutex.Message
	lane     []int32 // by message: the event that has to happen for it to arrive
	lanes    interned
	labels   []label
	labelOf  map[label]uint32

	idle    bool     // messages may do nothing
	newest  []uint32 // the newest live stamps of its processes
	live    uint32   // the number of clocks of the state being expanded
	codec   mutex.Codec
	machine []byte // the state of one
	buffer  []byte
	under   []mutex.Message
	ids     []int32
	places  []int
	all     []int32
	stored  uint64 // bytes of keys and of interned values
}

// phases are bit sets of requesters.
type phases struct{ trying, critical uint16 }

type edge struct{ to, label uint32 }

// label is the event along an edge.
type label struct {
	choice trace.Choice
	lane   int32  // of the message that arrives, if it is the eldest there, else -1
	late   string // the lanes whose eldest comes to do nothing, as numbers
	below  uint16 // the requesters that wait with a timestamp above the one that is issued
}

// interned numbers texts.
type interned struct {
	index map[string]int32
	text  [][]byte
}

func (n *interned) add(text []byte) (id int32, fresh bool) {
	if id, ok := n.index[string(text)]; ok {
		return id, false
	}
	if n.index == nil {
		n.index = map[string]int32{}
	}
	id = int32(len(n.text))
	n.text = append(n.text, slices.Clone(text))
	n.index[string(text)] = id
	return id, true
}

func newGraph(c *explore.Config, stamps bool) *graph {
	g := &graph{
		c: c, sys: mutex.NewSystem(c.Algorithm, c.Setup), slot: slices.Repeat([]int{-1}, c.Setup.Processes),
		index: map[string]uint32{}, machines: make([]interned, c.Setup.Actors()), present: slices.Repeat([]int32{-1}, c.Setup.Actors()), labelOf: map[label]uint32{},
	}
	wishes := make([]bool, c.Setup.Actors())
	for i, r := range c.Requesters {
		g.slot[r.Process] = i
		wishes[c.Setup.Place(r.Process)] = true
	}
	g.whole = newTimes(g.sys, wishes, false)
	if g.times = g.whole; stamps {
		g.times = newTimes(g.sys, wishes, true)
	}
	return g
}

// shows reports whether machines keep clocks that messages show.
func (g *graph) shows() (shows bool) {
	g.times.each(nil, func(kind mutex.TimeKind, number int64, _ *uint32) {
		shows = shows || kind == mutex.TimeClock && number > 0
	})
	return shows
}

// bytes returns the approximate memory of the graph and of the search in it: headers of strings,
// entries of maps, edges, and reversed edges.
func (g *graph) bytes() uint64 {
	return g.stored + uint64(len(g.keys))*(16+16+8+4+4+4+4+2*13) + uint64(cap(g.edges))*(8+4)
}

// state is a state in its parts.
type state struct{ actors, under []int32 }

func (g *graph) state(i uint32, s *state) {
	g.buffer = append(g.buffer[:0], g.keys[i]...)
	key := g.buffer
	s.actors, s.under = s.actors[:0], s.under[:0]
	for len(key) > 0 {
		id, n := binary.Uvarint(key)
		key = key[n:]
		if len(s.actors) < len(g.machines) {
			s.actors = append(s.actors, int32(id))
		} else {
			s.under = append(s.under, int32(id))
		}
	}
}

// load puts the machines into a state and returns the messages under way, in a list that the next
// call overwrites.
func (g *graph) load(s *state) []mutex.Message {
	for a, m := range g.sys.Machines {
		if id := s.actors[a]; g.present[a] != id {
			if g.codec.Load(g.machines[a].text[id], m) != nil {
				panic("lockout: a state that cannot be loaded")
			}
			g.present[a] = id
		}
	}
	g.under = g.under[:0]
	for _, id := range s.under {
		g.under = append(g.under, g.messages[id])
	}
	return own(g.under)
}

// add brings the system into normal form and adds its state, if it is new.
func (g *graph) add(under []mutex.Message) (id uint32, fresh bool) {
	key := g.key(under)
	if id, ok := g.index[string(key)]; ok {
		return id, false
	}
	text := string(key)
	id = uint32(len(g.keys))
	g.index[text] = id
	g.keys = append(g.keys, text)
	g.stored += uint64(len(text))
	var p phases
	for i, r := range g.c.Requesters {
		switch g.sys.Phase(r.Process) {
		case mutex.Trying:
			p.trying |= 1 << i
		case mutex.Critical:
			p.critical |= 1 << i
		}
	}
	g.phase = append(g.phase, p)
	return id, true
}

// key returns the normal form of a system whose times have been read.
func (g *graph) key(under []mutex.Message) []byte {
	ids, _ := g.normal(under)
	return g.text(ids)
}

// normal brings a system whose times have been read, and the messages under way, into normal form,
// and returns their indices in the order of a state, each with its place in the given list.
// Messages that do nothing are left out. The next call overwrites the lists.
func (g *graph) normal(under []mutex.Message) (ids []int32, places []int) {
	stale := g.times.normal(under)
	all := g.all[:0]
	ids, places = g.ids[:0], g.places[:0]
	for i := range under {
		all = append(all, -1)
		if !stale[i] {
			places = append(places, i)
			all[i] = g.message(&under[i])
		}
	}
	slices.SortStableFunc(places, func(a, b int) int {
		if g.c.NoFIFO {
			return cmp.Compare(all[a], all[b])
		}
		x, y := &under[a], &under[b]
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	for _, i := range places {
		ids = append(ids, all[i])
	}
	g.all, g.ids, g.places = all, ids, places
	return ids, places
}

// text returns the key of the system and of messages, all in normal form.
func (g *graph) text(ids []int32) []byte {
	key := g.buffer[:0]
	for a, m := range g.sys.Machines {
		g.machine = g.codec.Append(g.machine[:0], m)
		id, fresh := g.machines[a].add(g.machine)
		if fresh {
			g.stored += uint64(len(g.machines[a].text[id])) + 64
		}
		g.present[a] = id
		key = binary.AppendUvarint(key, uint64(id))
	}
	for _, id := range ids {
		key = binary.AppendUvarint(key, uint64(id))
	}
	g.buffer = key
	return key
}

// message numbers a message in normal form.
func (g *graph) message(m *mutex.Message) int32 {
	var text [128]byte
	id, fresh := g.texts.add(m.AppendState(text[:0], false))
	if fresh {
		g.messages = append(g.messages, own([]mutex.Message{*m})[0])
		g.lane = append(g.lane, g.laneOf(m))
		g.stored += uint64(len(g.texts.text[id])) + 200
	}
	return id
}

// laneOf numbers the lane of a message: a channel that keeps its order, or the messages of another
// channel that differ in their times alone.
func (g *graph) laneOf(m *mutex.Message) int32 {
	key := binary.AppendVarint(binary.AppendVarint(nil, int64(m.From)), int64(m.To))
	if g.c.NoFIFO {
		like := own([]mutex.Message{*m})
		g.times.machines[0].MessageTimes(&like[0], func(_ mutex.TimeKind, _ int64, t *uint32) { *t = 0 })
		key = like[0].AppendState(key, false)
	}
	lane, _ := g.lanes.add(key)
	return lane
}

// start adds the first state.
func (g *graph) start() {
	g.times.read(nil)
	_, ignores := g.sys.Machines[0].(mutex.Ignorer)
	g.idle = ignores || len(g.times.served) > 0
	g.add(nil)
	g.parent, g.source = append(g.parent, 0), append(g.source, 0)
}

// grow adds every state that can be reached, breadth first.
func (g *graph) grow(ctx context.Context, o Options) (explore.Cause, error) {
	budget, poll, progress := memory.Budget(ctx), par.NewPoll(ctx), par.Progress(o.Progress)
	g.start()
	var s state
	for i := uint32(0); int(i) < len(g.keys); i++ {
		switch {
		case poll.Work(16) != nil:
			return explore.Interrupted, nil
		case o.MostStates > 0 && uint64(len(g.keys)) > o.MostStates || len(g.edges) > 1<<32-1<<20:
			return explore.StateLimit, nil
		case g.bytes() > budget:
			return explore.MemoryLimit, nil
		}
		if i%(1<<16) == 0 {
			progress.Tell("states of the graph of orders", int(i), 0)
		}
		g.first = append(g.first, uint32(len(g.edges)))
		g.state(i, &s)
		if err := g.expand(i, &s); err != nil {
			return 0, err
		}
	}
	g.first = append(g.first, uint32(len(g.edges)))
	return explore.Ended, nil
}

// expand takes every step from a state.
func (g *graph) expand(i uint32, s *state) error {
	at := g.phase[i]
	g.times.read(g.load(s))
	g.live = uint32(len(g.times.clocks))
	g.newest = append(g.newest[:0], g.times.newest...)
	for k, r := range g.c.Requesters {
		switch {
		case at.critical>>k&1 == 1:
			under := g.load(s)
			if err := g.arrive(i, s, -1, label{choice: trace.Choice{What: trace.Exit, Process: r.Process}, lane: -1}, g.sys.Exit(r.Process, under)); err != nil {
				return err
			}
		case at.trying>>k&1 == 0:
			for _, x := range r.Choices {
				if err := g.wish(i, s, mutex.Wish{Process: r.Process, Entry: 1, Group: x.Group, Quorum: x.Quorum}); err != nil {
					return err
				}
			}
		}
	}
	for j, id := range s.under {
		m := &g.messages[id]
		if g.c.NoFIFO && j > 0 && id == s.under[j-1] || !g.c.NoFIFO && g.behind(s, j) {
			continue
		}
		under := g.load(s)
		got := under[j]
		out := g.sys.Receive(got, slices.Delete(under, j, j+1))
		choice := trace.Choice{What: trace.Arrive, From: m.From, To: m.To, Kind: m.Kind}
		if g.c.NoFIFO {
			choice.Node = id // tells messages of one kind apart, until it is performed
		}
		if err := g.arrive(i, s, j, label{choice: choice, lane: g.eldest(s, id)}, out); err != nil {
			return err
		}
	}
	return nil
}

// behind reports whether the j-th message of a state is not the first of its channel.
func (g *graph) behind(s *state, j int) bool {
	if j == 0 {
		return false
	}
	m, before := &g.messages[s.under[j]], &g.messages[s.under[j-1]]
	return before.From == m.From && before.To == m.To
}

// eldest returns the lane of a message under way if no message of the lane has a lesser stamp, and
// else -1. The arrival of another message does not bring the waiting ones nearer to their end.
func (g *graph) eldest(s *state, id int32) int32 {
	if g.c.NoFIFO {
		for _, o := range s.under {
			if g.lane[o] == g.lane[id] && g.messages[o].Stamp.Time < g.messages[id].Stamp.Time {
				return -1
			}
		}
	}
	return g.lane[id]
}

// wish takes a step that may issue a timestamp. It is one more than a clock: above that, and below
// the next time above or equal to it, if there is one. Where clocks are not kept, the clock may be
// any that the process can have, so at least its newest stamp.
func (g *graph) wish(i uint32, s *state, w mutex.Wish) error {
	if !g.times.stamps {
		clock, err := g.issue(i, s, w, nil, nil)
		if err == nil && clock != nil && *clock < g.live {
			_, err = g.issue(i, s, w, nil, clock)
		}
		return err
	}
	for clock := g.newest[w.Process]; clock <= g.live; clock++ {
		made, err := g.issue(i, s, w, &clock, nil)
		if err == nil && made != nil && clock < g.live {
			_, err = g.issue(i, s, w, &clock, &clock)
		}
		if err != nil || made == nil {
			return err
		}
	}
	return nil
}

// issue takes the step from a clock, nil for that of the machine, with the room above a time taken
// away or not. It returns the clock that the stamp was made from, nil if there is no stamp.
func (g *graph) issue(i uint32, s *state, w mutex.Wish, from, tight *uint32) (*uint32, error) {
	l := label{choice: trace.Choice{What: trace.Wish, Process: w.Process, Group: w.Group, Quorum: w.Quorum}, lane: -1}
	under := g.load(s)
	g.times.spread(under)
	if tight != nil {
		g.times.tighten(under, *tight)
	}
	if from != nil {
		g.times.set(g.c.Setup.Place(w.Process), 2**from)
	}
	under = g.sys.Wish(w, under)
	g.times.read(under)
	issued := g.times.issued[w.Process]
	for _, t := range g.times.clocks {
		if tight == nil && t%2 == 1 && t != issued { // all others are twice those before
			return nil, g.clockError()
		}
	}
	clock := issued / 2
	if issued > 0 && (issued%2 == 0 || from != nil && clock != *from || tight != nil && clock != *tight) {
		return nil, g.clockError()
	}
	l.below = g.below(w.Process)
	if err := g.arrive(i, s, -1, l, under); err != nil || issued == 0 {
		return nil, err
	}
	return &clock, nil
}

// below returns the requesters that wait with a timestamp above the one that a process has just
// issued. The times must have been read.
func (g *graph) below(process int32) (mask uint16) {
	issued := g.times.issued
	if issued[process] == 0 {
		return 0
	}
	mine := mutex.Stamp{Time: issued[process], Process: process}
	for k, r := range g.c.Requesters {
		if r.Process != process && g.sys.Phase(r.Process) == mutex.Trying && mine.Precedes(mutex.Stamp{Time: issued[r.Process], Process: r.Process}) {
			mask |= 1 << k
		}
	}
	return mask
}

// late returns the lanes whose eldest came to do nothing by the step from a state to the present
// one, in which the message at a place arrived, -1 for none. It will never arrive along an edge.
func (g *graph) late(s *state, arrived int) string {
	if !g.idle {
		return ""
	}
	var lanes []byte
	at := 0 // in the list that the step has left, where new messages are at the end
	for j, id := range s.under {
		if j == arrived {
			continue
		}
		if nothing := g.times.nothing[at]; nothing && (g.c.NoFIFO || !g.behind(s, j)) && g.eldest(s, id) >= 0 {
			lanes = binary.AppendUvarint(lanes, uint64(g.lane[id]))
		}
		at++
	}
	return string(lanes)
}

// arrive adds the state after a step in which the message at a place arrived, -1 for none, and the
// edge.
func (g *graph) arrive(from uint32, s *state, arrived int, l label, under []mutex.Message) error {
	g.times.read(under)
	if clocks := g.times.clocks; l.choice.What != trace.Wish && len(clocks) > 0 && clocks[len(clocks)-1] > g.live {
		return g.clockError()
	}
	to, fresh := g.add(under)
	l.late = g.late(s, arrived)
	if fresh {
		g.parent, g.source = append(g.parent, uint32(len(g.edges))), append(g.source, from)
	}
	id, ok := g.labelOf[l]
	if !ok {
		id = uint32(len(g.labels))
		g.labels = append(g.labels, l)
		g.labelOf[l] = id
	}
	g.edges = append(g.edges, edge{to, id})
	return nil
}

// out returns the edges of a state, none if it was not expanded.
func (g *graph) out(i uint32) []edge {
	if int(i)+1 >= len(g.first) {
		return nil
	}
	return g.edges[g.first[i]:g.first[i+1]]
}

// path returns the labels of a shortest way to a state.
func (g *graph) path(i uint32) (list []uint32) {
	for ; i != 0; i = g.source[i] {
		list = append(list, g.edges[g.parent[i]].label)
	}
	slices.Reverse(list)
	return list
}
