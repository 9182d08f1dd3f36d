package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// Net is a System with the messages under way, which arrive when the caller says so: for stories
// told by hand, for adversaries and for tests. Package sim has runs in which a clock decides.
type Net struct {
	System   *System
	Messages []Message // under way, in the order of sending
	Sent     int       // messages of the network in all
	Charged  map[Cause]int
	Entries  int
	Inside   []Inside
	// Judge lets every step be followed by the algorithm's invariants. Broken is the first thing
	// that went wrong: an invariant, or an entry that the rule does not allow.
	Judge  bool
	Broken string

	wishes []Wish // the last of each process
}

// NewNet returns a net in which nothing has happened.
func NewNet(a *Algorithm, s *Setup) *Net {
	return &Net{System: NewSystem(a, s), Charged: map[Cause]int{}, wishes: make([]Wish, s.Processes)}
}

// Wish lets a process wish to enter, by a quorum of a group.
func (n *Net) Wish(process, group, by int32) {
	w := Wish{Process: process, Entry: n.wishes[process].Entry + 1, Group: group, Quorum: by}
	n.wishes[process] = w
	from := len(n.Messages)
	n.Messages = n.System.Wish(w, n.Messages)
	n.after(from, process)
}

// Exit lets a process leave the critical section.
func (n *Net) Exit(process int32) {
	n.Inside = slices.DeleteFunc(n.Inside, func(x Inside) bool { return x.Process == process })
	from := len(n.Messages)
	n.Messages = n.System.Exit(process, n.Messages)
	n.after(from, process)
}

// Deliver lets the i-th of Messages arrive.
func (n *Net) Deliver(i int) {
	m := n.Messages[i]
	n.Messages = slices.Delete(n.Messages, i, i+1)
	from := len(n.Messages)
	n.Messages = n.System.Receive(m, n.Messages)
	p, ok := n.System.Setup.ProcessAt(m.To)
	if !ok {
		p = -1
	}
	n.after(from, p)
}

// after counts what a step sent, and sees whether it let the process enter.
func (n *Net) after(from int, p int32) {
	for _, m := range n.Messages[from:] {
		n.Sent++
		n.Charged[m.Cause]++
	}
	if p >= 0 && n.System.Phase(p) == Critical && !slices.ContainsFunc(n.Inside, func(x Inside) bool { return x.Process == p }) {
		n.Entries++
		n.Inside = append(n.Inside, Inside{Process: p, Group: n.wishes[p].Group})
		if n.Broken == "" && !n.System.Rule.Allows(n.Inside) {
			n.Broken = fmt.Sprintf("process %v enters against the rule: %v", quorum.Node(p), n.System.Rule)
		}
	}
	if !n.Judge || n.Broken != "" {
		return
	}
	for _, i := range n.System.Algorithm.Invariants {
		if why := i.Broken(n.System); why != "" {
			n.Broken = i.Name + ": " + why
			return
		}
	}
}

// Heads appends to dst the messages that may arrive next where channels keep the order: the first
// of each channel, as indices of Messages.
func (n *Net) Heads(dst []int) []int {
	seen := map[[2]int32]bool{}
	for i, m := range n.Messages {
		if channel := [2]int32{m.From, m.To}; !seen[channel] {
			seen[channel] = true
			dst = append(dst, i)
		}
	}
	return dst
}

// Settle lets messages arrive, the oldest first, until only those are under way that hold retains
// and those behind them in their channels. A nil hold retains nothing.
func (n *Net) Settle(hold func(Message) bool) {
	for i := 0; i < len(n.Messages); {
		m := n.Messages[i]
		behind := slices.ContainsFunc(n.Messages[:i], func(o Message) bool { return o.From == m.From && o.To == m.To })
		if behind || hold != nil && hold(m) {
			i++
			continue
		}
		n.Deliver(i)
		i = 0
	}
}

// Stuck returns the processes that wait although nothing is under way and nobody is inside.
func (n *Net) Stuck() []int32 {
	if len(n.Messages) > 0 || len(n.Inside) > 0 {
		return nil
	}
	var stuck []int32
	for p := range int32(n.System.Setup.Processes) {
		if n.System.Phase(p) == Trying {
			stuck = append(stuck, p)
		}
	}
	return stuck
}
