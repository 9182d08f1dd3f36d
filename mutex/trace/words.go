package trace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coterie/mutex"
	"coterie/quorum"
)

// Node returns the name of a node for people: its name, or its number.
func (h *Header) Node(v int32) string { return quorum.Node(v).Label(h.Names) }

// Process returns the name of a process for people: that of the node at its place, if there is one.
func (h *Header) Process(p int32) string {
	if h.Apart {
		return quorum.Index(p).String()
	}
	return h.Node(p)
}

// Actor returns the name of an actor for people, as in "node 7", or "process 2" where processes and
// nodes are apart or there are more of them.
func (h *Header) Actor(a int32) string {
	if int(a) < h.Nodes {
		return "node " + h.Node(a)
	}
	if h.Apart {
		a -= int32(h.Nodes)
	}
	return "process " + quorum.Index(a).String()
}

// Name returns the name of a message for people: its type and the step of the paper, as in "REQUEST
// (1)".
func (h *Header) Name(m *mutex.Message) string {
	if line := h.Lines[m.Line]; line != "" {
		return m.Kind.String() + " " + line
	}
	return m.Kind.String()
}

// Opening returns the actor of an event that opens a step, and describes the event in a few words,
// as in "wish, group 2" or "REQUEST (1)".
func (h *Header) Opening(e *Event) (actor int32, words string) {
	switch e.What {
	case Wish:
		if h.Groups > 1 {
			return h.Place(e.Process), fmt.Sprintf("wish, group %v", quorum.Index(e.Group))
		}
		return h.Place(e.Process), "wish"
	case Exit:
		return h.Place(e.Process), "exit"
	case Abandon:
		return h.Place(e.Process), "gives up"
	case Refuse:
		return h.Place(e.Process), "no live quorum"
	case Arrive, Lose:
		return e.Message.To, h.Name(&e.Message)
	case Crash:
		return e.Node, "crash"
	case Learn:
		return e.Node, "crash is known"
	case Succeed:
		return e.By, "takes over " + h.Node(e.Node)
	}
	return 0, ""
}

// Sentence describes a step and its effects in one line: "node 7 gets LOCKED (2) from node 13 and
// enters; sends ...".
func (h *Header) Sentence(opener Event, then []Event) string {
	var b strings.Builder
	switch who := "process " + h.Process(opener.Process); opener.What {
	case Wish:
		fmt.Fprintf(&b, "%s wishes to enter", who)
		if h.Groups > 1 {
			fmt.Fprintf(&b, " in group %v", quorum.Index(opener.Group))
		}
		if opener.Quorum >= 0 {
			fmt.Fprintf(&b, " with quorum {%s}", h.nodes(opener.Members))
		}
	case Arrive:
		fmt.Fprintf(&b, "%s gets %s from %s", h.Actor(opener.Message.To), h.Name(&opener.Message), h.Actor(opener.Message.From))
	case Exit:
		fmt.Fprintf(&b, "%s leaves", who)
	case Abandon:
		fmt.Fprintf(&b, "%s gives its request up", who)
	case Refuse:
		fmt.Fprintf(&b, "%s wishes to enter and has no quorum without a crashed member", who)
	case Crash:
		fmt.Fprintf(&b, "node %s crashes", h.Node(opener.Node))
	case Learn:
		fmt.Fprintf(&b, "all learn that node %s has crashed", h.Node(opener.Node))
	case Succeed:
		fmt.Fprintf(&b, "node %s takes over what node %s was", h.Node(opener.By), h.Node(opener.Node))
	case Lose:
		fmt.Fprintf(&b, "%s from %s is lost at %s", h.Name(&opener.Message), h.Actor(opener.Message.From), h.Actor(opener.Message.To))
	case End:
		if len(opener.Stuck) == 0 {
			return "nothing is left to happen"
		}
		var stuck []string
		for _, p := range opener.Stuck {
			stuck = append(stuck, h.Process(p))
		}
		return "nothing is left to happen; waiting for ever: " + strings.Join(stuck, ", ")
	default:
		b.WriteString(opener.What.String())
	}
	for _, e := range then {
		if e.What == Enter {
			b.WriteString(" and enters")
			if e.Violates {
				b.WriteString(", against the rule")
			}
		}
	}
	for _, w := range []What{Tell, Send} {
		if list := h.sendings(then, w); list != "" {
			b.WriteString("; " + list)
		}
	}
	return b.String()
}

// Sentences describes each step of the run.
func (t *Trace) Sentences() []string {
	list := []string{}
	for i, e := range t.Events {
		if !e.What.Opens() {
			continue
		}
		then := t.Events[i+1:]
		if end := slices.IndexFunc(then, func(e Event) bool { return e.What.Opens() || e.What == End }); end >= 0 {
			then = then[:end]
		}
		list = append(list, t.Sentence(e, then))
	}
	return list
}

// sendings lists the messages of a step, and groups those of one name: "sends REQUEST (1) to 3, 4".
func (h *Header) sendings(events []Event, what What) string {
	var parts []string
	last := ""
	for i := range events {
		m := &events[i].Message
		if events[i].What != what {
			continue
		}
		switch name := h.Name(m); {
		case name != last && what == Tell:
			parts, last = append(parts, name), name
		case name != last:
			parts, last = append(parts, name+" to "+h.Short(m.To)), name
		case what != Tell:
			parts[len(parts)-1] += ", " + h.Short(m.To)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return choose(what == Tell, "sends ", "tells itself ") + strings.Join(parts, "; ")
}

// Short returns the name of an actor in a list: for a node its number or name alone.
func (h *Header) Short(a int32) string {
	if int(a) < h.Nodes {
		return h.Node(a)
	}
	return h.Actor(a)
}

func (h *Header) nodes(list []int32) string {
	var b []byte
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, h.Node(v)...)
	}
	return string(b)
}

// Time formats a moment for people.
func (h *Header) Time(at float64) string { return strconv.FormatFloat(at, 'g', 6, 64) }
