package byhand

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// Play runs a script and writes the transcript to w. The error names the line of the script that
// cannot be done, or is that of w. Processes take the quorums of their sites.
func (r *Run) Play(script string, w io.Writer) error {
	t := &transcript{Run: r, w: w}
	seen := r.Seen
	r.Seen = func(e sim.Event) {
		t.event(e)
		if seen != nil {
			seen(e)
		}
	}
	defer func() { r.Seen = seen }()
	for i, line := range strings.Split(strings.TrimRight(script, "\n"), "\n") {
		if err := t.command(line); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		if t.err != nil {
			return t.err
		}
	}
	t.rest()
	return t.err
}

// transcript is a script that is being played.
type transcript struct {
	*Run
	w   io.Writer
	err error
}

func (t *transcript) printf(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, args...)
	}
}

// command plays one line.
func (t *transcript) command(line string) error {
	t.printf("%s\n", line)
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	switch verb, args := words[0], words[1:]; verb {
	case "wish", "exit":
		nodes, err := t.nodes(args)
		if err != nil {
			return err
		}
		if len(nodes) != 1 {
			return fmt.Errorf("%s takes one process", verb)
		}
		return t.move(verb, nodes[0])
	case "arrive":
		return t.arrive(args)
	case "crash", "succeed":
		nodes, err := t.nodes(args)
		if err != nil {
			return err
		}
		return t.fail(verb, nodes)
	case "settle":
		if len(args) > 0 {
			return fmt.Errorf("settle takes nothing")
		}
		for len(t.Under) > 0 {
			t.Deliver(0)
		}
		return nil
	case "show":
		nodes, err := t.nodes(args)
		t.show(nodes)
		return err
	default:
		return fmt.Errorf("no command %q: wish, arrive, exit, crash, succeed, settle or show", verb)
	}
}

// nodes reads numbers of nodes.
func (t *transcript) nodes(words []string) ([]int32, error) {
	var list []int32
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > t.System.Setup.Nodes {
			return nil, fmt.Errorf("%q is no node: they are 1 to %d", word, t.System.Setup.Nodes)
		}
		list = append(list, int32(n-1))
	}
	return list, nil
}

// move lets a process wish or leave.
func (t *transcript) move(verb string, p int32) error {
	switch at := t.Phase(p); {
	case verb == "wish" && at != mutex.Idle:
		return fmt.Errorf("process %v wishes already", quorum.Node(p))
	case verb == "exit" && at != mutex.Critical:
		return fmt.Errorf("process %v is not in the critical section", quorum.Node(p))
	case verb == "exit":
		t.Exit(p)
	case t.System.Algorithm.NoQuorums:
		t.Wish(p, 0, -1)
	case t.System.Setup.Own == nil || t.System.Setup.Own[p] < 0:
		return fmt.Errorf("process %v has no quorum of its own", quorum.Node(p))
	default:
		t.Wish(p, 0, t.System.Setup.Own[p])
	}
	return nil
}

// fail lets a node fail, or another one take its role over.
func (t *transcript) fail(verb string, nodes []int32) error {
	down := func(v int32) bool { return t.System.Down != nil && t.System.Down[v] }
	_, can := t.System.Machines[0].(mutex.Successor)
	switch {
	case verb == "crash" && len(nodes) != 1:
		return fmt.Errorf("crash takes one node")
	case verb == "succeed" && len(nodes) != 2:
		return fmt.Errorf("succeed takes the node that has failed and the one that takes its role over")
	case verb == "crash":
		t.Crash(nodes[0])
	case !can || t.System.Setup.Own == nil:
		return fmt.Errorf("%s has no node take over the role of another one", t.System.Algorithm.Name)
	case !down(nodes[0]) || down(nodes[1]):
		return fmt.Errorf("a node that is up takes over the role of one that has failed")
	default:
		t.TakeOver(nodes[0], nodes[1])
	}
	return nil
}

// arrive lets the oldest message of a channel arrive.
func (t *transcript) arrive(words []string) error {
	if len(words) != 2 && len(words) != 3 {
		return fmt.Errorf("arrive takes two nodes, and the type of the message if you like")
	}
	ends, err := t.nodes(words[:2])
	if err != nil {
		return err
	}
	i := slices.IndexFunc(t.Under, func(m mutex.Message) bool { return m.From == ends[0] && m.To == ends[1] })
	if i < 0 {
		return fmt.Errorf("nothing is under way from %s to %s", words[0], words[1])
	}
	if kind := t.Under[i].Kind.String(); len(words) == 3 && words[2] != kind {
		return fmt.Errorf("what comes next from %s to %s is a %s, not a %s", words[0], words[1], kind, words[2])
	}
	t.Deliver(i)
	return nil
}

// event writes an effect of a step.
func (t *transcript) event(e sim.Event) {
	p := quorum.Node(e.Process)
	switch e.What {
	case sim.Wishes:
		t.printf("    %v wishes to enter", p)
		if e.Quorum >= 0 {
			t.printf(", by %v", t.members(e.Quorum))
		}
		t.printf("\n")
	case sim.Exits:
		t.printf("    %v leaves\n", p)
	case sim.Enters:
		t.printf("    %v enters", p)
		if len(t.Inside) > 1 {
			t.printf(", and %d are inside", len(t.Inside))
		}
		t.printf("\n")
	case sim.Arrives:
		t.printf("    %s arrives\n", t.text(e.Message))
	case sim.Loses:
		t.printf("    %s is lost\n", t.text(e.Message))
	case sim.Crashes:
		t.printf("    node %v fails\n", p)
	case sim.Succeeds:
		t.printf("    node %v takes over the role of node %v\n", quorum.Node(e.By), p)
	case sim.Sends:
		t.printf("    %s\n", t.text(e.Message))
	case sim.Tells:
		t.printf("    %s, at once\n", t.text(e.Message))
	}
}

func (t *transcript) members(q int32) quorum.Set {
	var nodes []int
	for _, j := range t.System.Setup.Quorums[q] {
		nodes = append(nodes, int(j))
	}
	return quorum.SetOf(nodes...)
}

// text describes a message: its sender and receiver, its type, its stamp and the step of the paper.
func (t *transcript) text(m mutex.Message) string {
	s := fmt.Sprintf("%v -> %v  %v", quorum.Node(m.From), quorum.Node(m.To), m.Kind)
	if m.Stamp != (mutex.Stamp{}) {
		s += " " + m.Stamp.String()
	}
	return s + "  " + t.System.Algorithm.Lines[m.Line]
}

// show writes the variables of nodes.
func (t *transcript) show(nodes []int32) {
	for _, n := range nodes {
		v := t.System.Machines[n].View()
		t.printf("    node %v: %v", quorum.Node(n), v.Phase)
		for _, f := range v.Fields {
			if f.Value != "" {
				t.printf(", %s %s", f.Name, f.Value)
			}
		}
		t.printf("\n")
	}
}

// rest writes the messages and waits that are left when the script ends.
func (t *transcript) rest() {
	waiting := t.Waiting()
	switch {
	case len(t.Under) > 0:
		t.printf("= under way: %d; inside: %d; waiting: %d\n", len(t.Under), len(t.Inside), len(waiting))
	case len(waiting) > 0 && len(t.Inside) == 0:
		t.printf("= stuck: nothing is under way, nobody is inside, and %d wait\n", len(waiting))
		for _, line := range t.System.DescribeWaits(nil) {
			t.printf("= %s\n", line)
		}
	case len(waiting)+len(t.Inside) == 0:
		t.printf("= all is quiet\n")
	default:
		t.printf("= nothing is under way; inside: %d; waiting: %d\n", len(t.Inside), len(waiting))
	}
}
