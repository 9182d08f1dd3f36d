package byhand

import (
	"slices"

	"coterie/mutex"
	"coterie/mutex/sim"
)

// Run holds a system and its messages under way.
type Run struct {
	System *mutex.System
	NoFIFO bool // messages of a channel may overtake one another
	Under  []mutex.Message
	IDs    []uint64       // parallel to Under: the number of each message in the order of sending
	Sent   uint64         // so many messages
	Inside []mutex.Inside // in the order of entering
	// Violations counts the entries that the rule does not allow.
	Violations int
	// Seen, if not nil, is called with every event in its order; step n is at time n.
	Seen func(sim.Event)

	step   int64
	wishes []mutex.Wish // the last of each process
	phases []mutex.Phase
	out    []mutex.Message
}

// New returns a run in which nothing has happened.
func New(a *mutex.Algorithm, s *mutex.Setup) *Run {
	r := &Run{System: mutex.NewSystem(a, s), wishes: make([]mutex.Wish, s.Processes), phases: make([]mutex.Phase, s.Processes)}
	r.System.Told = func(m mutex.Message) { r.see(sim.Event{What: sim.Tells, Message: m}) }
	return r
}

func (r *Run) see(e sim.Event) {
	if r.Seen != nil {
		e.At = sim.Time(r.step) * sim.Unit
		r.Seen(e)
	}
}

// Phase returns where a process is.
func (r *Run) Phase(process int32) mutex.Phase { return r.phases[process] }

// Wishes returns how often a process has wished to enter.
func (r *Run) Wishes(process int32) uint32 { return r.wishes[process].Entry }

// Wish lets an idle process wish to enter.
func (r *Run) Wish(process, group, quorum int32) {
	w := mutex.Wish{Process: process, Entry: r.wishes[process].Entry + 1, Group: group, Quorum: quorum}
	r.wishes[process], r.phases[process] = w, mutex.Trying
	r.begin(sim.Wishes, process)
	r.end(r.System.Wish(w, r.out[:0]))
	r.entered(process)
}

// Exit lets a process leave the critical section.
func (r *Run) Exit(process int32) {
	r.phases[process] = mutex.Idle
	r.Inside = slices.DeleteFunc(r.Inside, func(i mutex.Inside) bool { return i.Process == process })
	r.begin(sim.Exits, process)
	r.end(r.System.Exit(process, r.out[:0]))
}

// Abandon lets a process give up its request.
func (r *Run) Abandon(process int32) {
	r.phases[process] = mutex.Idle
	r.begin(sim.Abandons, process)
	r.wishes[process].Entry-- // it may wish again, under the same one
	r.end(r.System.Abandon(process, r.out[:0]))
}

// Crash ends the arbiter of a node for good. Messages that come to it are lost.
func (r *Run) Crash(node int32) {
	if r.System.Down == nil {
		r.System.Down = make([]bool, r.System.Setup.Nodes)
	}
	r.System.Down[node] = true
	r.step++
	r.see(sim.Event{What: sim.Crashes, Process: node})
}

// TakeOver lets the actor of a node take over the arbiter of one that has crashed. The machines
// must be successors.
func (r *Run) TakeOver(failed, by int32) {
	r.step++
	r.see(sim.Event{What: sim.Succeeds, Process: failed, By: by})
	r.end(r.System.TakeOver(failed, by, r.out[:0]))
	if p, ok := r.System.Setup.ProcessAt(by); ok {
		r.entered(p)
	}
}

// Deliver lets the i-th message under way arrive.
func (r *Run) Deliver(i int) {
	m := r.Under[i]
	r.step++
	what := sim.Arrives
	if r.System.Lost(m) {
		what = sim.Loses
	}
	r.see(sim.Event{What: what, Message: m, ID: r.IDs[i]})
	r.Under, r.IDs = slices.Delete(r.Under, i, i+1), slices.Delete(r.IDs, i, i+1)
	r.end(r.System.Receive(m, r.out[:0]))
	if p, ok := r.System.Setup.ProcessAt(m.To); ok {
		r.entered(p)
	}
}

// MayArrive reports whether the i-th message under way may arrive next: it is the oldest one of its
// channel, or channels keep no order.
func (r *Run) MayArrive(i int) bool {
	m := &r.Under[i]
	return r.NoFIFO || !slices.ContainsFunc(r.Under[:i], func(o mutex.Message) bool { return o.From == m.From && o.To == m.To })
}

// Waiting returns the processes that wish to enter.
func (r *Run) Waiting() []int32 {
	var list []int32
	for p, at := range r.phases {
		if at == mutex.Trying {
			list = append(list, int32(p))
		}
	}
	return list
}

func (r *Run) begin(what sim.What, p int32) {
	r.step++
	r.seeWish(what, p)
}

// seeWish reports an event about the present wish of a process.
func (r *Run) seeWish(what sim.What, p int32) {
	w := r.wishes[p]
	r.see(sim.Event{What: what, Process: p, Group: w.Group, Quorum: w.Quorum, Entry: w.Entry})
}

// end puts the messages of the step on their way.
func (r *Run) end(out []mutex.Message) {
	r.out = out
	for _, m := range out {
		r.Sent++
		r.Under, r.IDs = append(r.Under, m), append(r.IDs, r.Sent)
		r.see(sim.Event{What: sim.Sends, Message: m, ID: r.Sent})
	}
}

// entered sees whether the process has just entered.
func (r *Run) entered(p int32) {
	if r.phases[p] != mutex.Trying || r.System.Phase(p) != mutex.Critical {
		return
	}
	r.phases[p] = mutex.Critical
	r.Inside = append(r.Inside, mutex.Inside{Process: p, Group: r.wishes[p].Group})
	if !r.System.Rule.Allows(r.Inside) {
		r.Violations++
	}
	r.seeWish(sim.Enters, p)
}
