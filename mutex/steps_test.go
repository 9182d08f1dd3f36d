package mutex_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/byhand"
)

// TestArbiterOfMaekawa: step (2) and (4) at one node, request after request: FAILED also where it
// is a request that waits that precedes, one INQUIRE for each lock, and the lock to the most
// preceding one.
func TestArbiterOfMaekawa(t *testing.T) {
	built := assert.Got(construct.Build(t.Context(), "majority:n=5"))(t)
	setup := assert.Got(mutex.NewSetup(built.Structure, 5, mutex.Options{}))(t)
	about := func(p int32) mutex.Stamp { return mutex.Stamp{Time: 7, Process: p} }
	for name, overtaken := range map[string]string{"maekawa": "", "maekawa-fixed": "FAILED 2", "maekawa-takeover": "FAILED 2"} {
		m := mutex.Find(name).New(setup, 0)
		for _, step := range []struct {
			kind    mutex.Kind
			process int32
			want    string
		}{
			{mutex.Request, 4, "LOCKED 5"},
			{mutex.Request, 1, "INQUIRE 5"},
			{mutex.Request, 3, "FAILED 4"}, // it precedes 5, but 2 waits
			{mutex.Request, 0, overtaken},  // the INQUIRE is out
			{mutex.Relinquish, 4, "LOCKED 1"},
			{mutex.Release, 0, "LOCKED 2"},
			{mutex.Request, 0, "INQUIRE 2"}, // a new lock, a new INQUIRE
			{mutex.Release, 1, "LOCKED 1"},
			{mutex.Release, 0, "LOCKED 4"},
			{mutex.Release, 3, "LOCKED 5"},
			{mutex.Release, 4, ""},
		} {
			round := uint32(1) // of the only lock that is given back
			var got []string
			for _, out := range m.Receive(mutex.Message{Kind: step.kind, From: step.process, Stamp: about(step.process), Round: round}, nil) {
				got = append(got, fmt.Sprint(out.Kind, " ", out.To+1))
			}
			assert.Equal(t, strings.Join(got, ", "), step.want, "%s: %v of process %d brings", name, step.kind, step.process+1)
		}
	}
}

// TestStaleInquire: an INQUIRE about an earlier request takes nothing away from the present one,
// but for the algorithm as printed.
func TestStaleInquire(t *testing.T) {
	built := assert.Got(construct.Build(t.Context(), "majority:n=3"))(t)
	for _, name := range []string{"maekawa", "maekawa-fixed", "maekawa-takeover", "protocol-p-fixed", "protocol-p-retry"} {
		setup := assert.Got(mutex.NewSetup(built.Structure, 3, mutex.Options{Knows: mutex.KnowsEver}))(t)
		m := mutex.Find(name).New(setup, 0) // {1,2}
		granted := mutex.Locked
		if strings.HasPrefix(name, "protocol") {
			granted = mutex.OK
		}
		var stamps [2]mutex.Stamp
		for entry := range stamps {
			out := m.Wish(mutex.Wish{Process: 0, Entry: uint32(entry + 1)}, nil)
			stamps[entry] = out[0].Stamp
			if entry == 1 {
				break
			}
			for j := range int32(2) {
				m.Receive(mutex.Message{Kind: granted, From: j, Node: j, Stamp: stamps[0], Round: 1}, nil)
			}
			assert.MustEqual(t, m.Phase(), mutex.Critical, "%v", name)
			m.Exit(nil)
		}
		m.Receive(mutex.Message{Kind: granted, From: 1, Node: 1, Stamp: stamps[1], Round: 2}, nil)
		m.Receive(mutex.Message{Kind: mutex.Failed, Node: 0, Stamp: stamps[1]}, nil)
		m.Receive(mutex.Message{Kind: mutex.Inquire, From: 1, Node: 1, Stamp: stamps[0], Round: 1}, nil)
		if has := slices.Contains(m.View().Has, 1); has == (name == "maekawa") {
			t.Errorf("%s: the process has the lock: %v", name, has)
		}
	}
}

// TestDoorOfMaekawaS: while a reference is inside, others of its group enter beside it, even if
// other groups wait; once it has left and another group waits, the door is closed, and the group
// that came first is the next.
func TestDoorOfMaekawaS(t *testing.T) {
	for _, algorithm := range []string{"maekawa-s", "fixed-order"} {
		n := joungNet(t, algorithm, "lift:m=2,of=(singleton:n=1)", 5, mutex.Options{})
		in := func(want ...int32) {
			t.Helper()
			n.Settle(nil)
			var got []int32
			for p := range int32(5) {
				if n.Phase(p) == mutex.Critical {
					got = append(got, p)
				}
			}
			assert.Slice(t, got, want, "%s: inside are", algorithm)
		}
		wish := func(p, group int32) { n.Wish(p, group, group) }
		wish(0, 0)
		in(0)
		wish(2, 0)
		in(0, 2)
		n.Exit(0) // nobody waits: 2 is the reference now
		in(2)
		wish(0, 0)
		in(0, 2)
		wish(1, 1)
		wish(3, 0) // 2 is inside
		in(0, 2, 3)
		n.Exit(2) // the door closes
		in(0, 3)
		wish(4, 1)
		wish(2, 0)
		in(0, 3)
		n.Exit(0)
		n.Exit(3)
		in(1, 4) // the group of the first that waits, all of it
		n.Exit(1)
		n.Exit(4)
		in(2)
	}
}

// TestClocksGrow: the next request of a process is later than all that it has heard of.
func TestClocksGrow(t *testing.T) {
	built := assert.Got(construct.Build(t.Context(), "singleton:n=1"))(t)
	setup := assert.Got(mutex.NewSetup(built.Structure, 1, mutex.Options{}))(t)
	for _, name := range []string{"protocol-p-fixed", "protocol-p-retry"} {
		m := mutex.Find(name).New(setup, 0)
		first := m.Wish(mutex.Wish{Entry: 1}, nil)[0].Stamp
		m.Receive(mutex.Message{Kind: mutex.OK, Stamp: first, Round: 1, Clock: 9}, nil)
		m.Exit(nil)
		assert.Equal(t, m.Wish(mutex.Wish{Entry: 2}, nil)[0].Stamp.Time, 10, "%s: after 9 comes", name)
	}
}

// TestCentralizedKeepsTheOrder: the process that asks first enters first.
func TestCentralizedKeepsTheOrder(t *testing.T) {
	setup := &mutex.Setup{Nodes: 4, Processes: 4, Rule: mutex.Rule{Name: mutex.OneProcess}}
	run := byhand.New(mutex.Find("centralized"), setup)
	for _, p := range []int32{2, 1, 3, 0} {
		run.Wish(p, 0, -1)
		run.Settle(nil)
	}
	for _, p := range []int32{2, 1, 3, 0} {
		if run.Phase(p) != mutex.Critical || len(run.Inside) != 1 {
			t.Fatalf("inside are %v, not process %d", run.Inside, p)
		}
		run.Exit(p)
		run.Settle(nil)
	}
}

// TestRecoverVoidsAnInquire: an INQUIRE of a failed node is void, until its successor asks again.
func TestRecoverVoidsAnInquire(t *testing.T) {
	built := assert.Got(construct.Build(t.Context(), "majority:n=3"))(t)
	setup := assert.Got(mutex.NewSetup(built.Structure, 3, mutex.Options{}))(t)
	m := mutex.Find("maekawa-takeover").New(setup, 0) // {1,2}
	stamp := m.Wish(mutex.Wish{Entry: 1}, nil)[0].Stamp
	m.Receive(mutex.Message{Kind: mutex.Locked, From: 1, Node: 1, Stamp: stamp, Round: 1}, nil)
	m.Receive(mutex.Message{Kind: mutex.Inquire, From: 1, Node: 1, Stamp: stamp, Round: 1}, nil)
	status := m.Receive(mutex.Message{Kind: mutex.Recover, From: 2, Node: 1}, nil)
	if len(status) != 1 || status[0].Kind != mutex.Status || !status[0].Flag || status[0].To != 2 {
		t.Fatalf("RECOVER brings %v", status)
	}
	if out := m.Receive(mutex.Message{Kind: mutex.Failed, Stamp: stamp}, nil); len(out) > 0 {
		t.Errorf("a FAILED brings %v", out)
	}
	out := m.Receive(mutex.Message{Kind: mutex.Inquire, From: 2, Node: 1, Stamp: stamp, Round: 1}, nil)
	if len(out) != 1 || out[0].Kind != mutex.Relinquish || out[0].To != 2 {
		t.Errorf("the INQUIRE of the successor brings %v", out)
	}
}

// TestOrderedPrecedence: where nodes are locked in a prespecified order, each takes the most
// preceding of those that wait.
func TestOrderedPrecedence(t *testing.T) {
	setup := &mutex.Setup{Nodes: 5, Processes: 5, Quorums: [][]int32{{0}}, Rule: mutex.Rule{Name: mutex.OneProcess}}
	for _, name := range []string{"maekawa-sequential", "maekawa-circulating"} {
		m := mutex.Find(name).New(setup, 0)
		say := func(k mutex.Kind, p int32) (to int32) {
			to = -1
			for _, out := range m.Receive(mutex.Message{Kind: k, From: p, Stamp: mutex.Stamp{Time: 7, Process: p}}, nil) {
				to = out.To
			}
			return to
		}
		got := []int32{say(mutex.Request, 4)}
		for _, p := range []int32{1, 3, 2} {
			if to := say(mutex.Request, p); to >= 0 {
				t.Errorf("%s: REQUEST of process %d locks for %d", name, p, to)
			}
		}
		for range 3 {
			got = append(got, say(mutex.Release, got[len(got)-1]))
		}
		assert.Slice(t, got, []int32{4, 1, 2, 3}, "%s: locked for", name)
	}
}

// arriving returns the places of the messages that may arrive next.
func arriving(r *byhand.Run) (places []int) {
	for i := range r.Under {
		if r.MayArrive(i) {
			places = append(places, i)
		}
	}
	return places
}

// brokenNow returns which invariant of the algorithm does not hold now, and why; "" if all hold.
func brokenNow(r *byhand.Run) string {
	for _, i := range r.System.Algorithm.Invariants {
		if why := i.Broken(r.System); why != "" {
			return i.Name + ": " + why
		}
	}
	return ""
}
