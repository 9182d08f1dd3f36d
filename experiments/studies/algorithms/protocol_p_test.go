package algorithms

import (
	"slices"
	"testing"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/quorum"
)

func TestProtocolPSmall(t *testing.T) {
	p := protocolPParameters{
		Pairs: 2, Triples: 1, Sharing: []string{"sharing:alpha=1-1+2"},
		Loaded: []string{"sharing:alpha=1-1-1,size=2", "sharing:alpha=1+2-2+3"}, Use: 5, Think: []float64{100, 1}, Entries: 100, Replications: 3,
	}
	folder := studytest.Small(t, declareProtocolP, p, nil)
	studytest.WantRows(t, folder, "protocol-p-states.csv",
		"protocol-p,{1},2,1,1,,28,1,false,0,,false", // by hand: two processes and one arbiter
		`protocol-p,"{1,2}",2,2,1,,232,1,true,8,6,true`,
	)
}

// TestClaimsOfProtocolPFail: rows that contradict a claim make it fail.
func TestClaimsOfProtocolPFail(t *testing.T) {
	good := []pRow{
		{Algorithm: protocolP, CanCircle: true, Circles: 1, Lost: "lost", Short: "short"},
		{Algorithm: protocolP, Short: "short"},
		{Algorithm: protocolPFixed},
	}
	for id, spoil := range map[string]func(rows []pRow){
		"":                         func([]pRow) {},
		"miyamoto-p-condition-1":   func(rows []pRow) { rows[0].Unsafe = "unsafe" },
		"miyamoto-p-condition-2":   func(rows []pRow) { rows[2].Lost = "lost" },
		"miyamoto-p-all-resources": func(rows []pRow) { rows[1].Lost = "lost" },
		"miyamoto-p-improved":      func(rows []pRow) { rows[2].Stuck = "stuck" },
		"ours-p-starvation":        func(rows []pRow) { rows[1].Starved = "starved" },
		"protocol-p-circles":       func(rows []pRow) { rows[1].Circles = 1 },
	} {
		rows := slices.Clone(good)
		spoil(rows)
		for _, c := range experiments.ClaimsOf(func(out *experiments.Output) { claimProtocolP(out, protocolPParameters{}, rows) }) {
			if fails := c.Judgement.Verdict() == experiments.Fails; fails && c.ID != id && (id != "miyamoto-p-improved" || c.ID != "miyamoto-p-condition-2") || !fails && c.ID == id {
				t.Errorf("%q spoilt: %s %v", id, c.ID, c.Judgement.Verdict())
			}
		}
	}
}

// badMachine is an arbiter, and a process that asks all arbiters of its quorum, as in protocol P;
// but the last request to come is served next, or everybody is served at once.
type badMachine struct {
	setup    *mutex.Setup
	self     int32
	generous bool

	phase  mutex.Phase
	quorum int32
	oks    int
	held   bool
	holder int32
	queue  []int32
}

func bad(generous bool) *mutex.Algorithm {
	return &mutex.Algorithm{
		Name: "bad", Self: mutex.SelfNetwork,
		New: func(s *mutex.Setup, actor int32) mutex.Machine {
			return &badMachine{setup: s, self: actor, generous: generous}
		},
	}
}

func (m *badMachine) Phase() mutex.Phase { return m.phase }

func (m *badMachine) all(k mutex.Kind, out []mutex.Message) []mutex.Message {
	for _, j := range m.setup.Quorums[m.quorum] {
		out = append(out, mutex.Message{Kind: k, From: m.self, To: j})
	}
	return out
}

func (m *badMachine) Wish(w mutex.Wish, out []mutex.Message) []mutex.Message {
	m.phase, m.quorum, m.oks = mutex.Trying, w.Quorum, 0
	return m.all(mutex.Request, out)
}

func (m *badMachine) Exit(out []mutex.Message) []mutex.Message {
	m.phase = mutex.Idle
	return m.all(mutex.Release, out)
}

func (m *badMachine) Receive(msg mutex.Message, out []mutex.Message) []mutex.Message {
	next := msg.From
	switch {
	case msg.Kind == mutex.OK:
		if m.oks++; m.oks == len(m.setup.Quorums[m.quorum]) {
			m.phase = mutex.Critical
		}
		return out
	case msg.Kind == mutex.Request && m.held && !m.generous:
		m.queue = append(m.queue, msg.From)
		return out
	case msg.Kind == mutex.Release:
		if m.held = len(m.queue) > 0; !m.held {
			return out
		}
		next, m.queue = m.queue[len(m.queue)-1], m.queue[:len(m.queue)-1]
	}
	m.held, m.holder = true, next
	return append(out, mutex.Message{Kind: mutex.OK, From: m.self, To: next})
}

func (m *badMachine) View() mutex.View {
	v := mutex.View{}
	process := func(actor int32) int32 { p, _ := m.setup.ProcessAt(actor); return p }
	for _, a := range m.queue {
		v.Queue = append(v.Queue, process(a))
	}
	if m.held {
		v.Holders = append(v.Holders, process(m.holder))
	}
	return v
}

func (m *badMachine) State(c *mutex.Codec) {
	mutex.Numbers(c, &m.phase)
	mutex.Numbers(c, &m.quorum, &m.holder)
	mutex.Numbers(c, &m.oks)
	c.Bools(&m.held)
	mutex.Each(c, &m.queue, func(a *int32) { mutex.Numbers(c, a) })
}

func (m *badMachine) MessageTimes(*mutex.Message, mutex.TimeVisit) {}

// TestWalkSeesFaults: a queue that serves the last request first starves one of three processes,
// without a circle. An arbiter that gives everybody its permission breaks the rule. P does neither.
func TestWalkSeesFaults(t *testing.T) {
	b := assert.Got(construct.Build(t.Context(), "sharing:alpha=1-1-1"))(t)
	of := b.Structure.(*quorum.SharingStructure)
	for _, c := range []struct {
		algorithm       *mutex.Algorithm
		starved, unsafe bool
	}{
		{mutex.Find(protocolP), false, false}, {bad(false), true, false}, {bad(true), false, true},
	} {
		w := assert.Got(walkFrom(t.Context(), c.algorithm, of, 0))(t)
		row := pRow{Processes: 3}
		row.judge(of, w)
		if (row.Starved != "") != c.starved || (row.Unsafe != "") != c.unsafe || row.Circles > 0 {
			t.Errorf("%s: starved %q, unsafe %q, %d circles", c.algorithm.Name, row.Starved, row.Unsafe, row.Circles)
		}
	}
}

// TestCanCircle compares with all choices of processes, quorums and arbiters.
func TestCanCircle(t *testing.T) {
	count := map[bool]int{}
	for _, f := range small.Antichains(4) {
		for processes := 1; processes <= 3; processes++ {
			s := &mutex.Setup{Processes: processes, Nodes: 4}
			for _, q := range f {
				var nodes []int32
				for v := range int32(4) {
					if q>>v&1 == 1 {
						nodes = append(nodes, v)
					}
				}
				s.Quorums = append(s.Quorums, nodes)
			}
			// Each process has all quorums except one, if there are two or more.
			menus := make([][]int32, processes)
			for p := range menus {
				for q := range int32(len(f)) {
					if len(f) == 1 || int(q) != p%len(f) {
						menus[p] = append(menus[p], q)
					}
				}
			}
			want := naiveCircle(s, menus)
			count[want]++
			assert.MustEqual(t, canCircle(s, menus), want, "%v, %v", s.Quorums, menus)
		}
	}
	if count[true] < 20 || count[false] < 20 {
		t.Errorf("one-sided: %v", count)
	}
}

// naiveCircle tries all sequences of a process, a quorum and an arbiter.
func naiveCircle(s *mutex.Setup, menus [][]int32) bool {
	type link struct {
		process int
		quorum  int32
		arbiter int32
		nodes   []int32
	}
	var links []link
	for p, menu := range menus {
		for _, q := range menu {
			for a := range int32(s.Nodes) {
				links = append(links, link{p, q, a, s.Quorums[q]})
			}
		}
	}
	closes := func(c []link) bool {
		for i, l := range c {
			next := c[(i+1)%len(c)]
			if !slices.Contains(l.nodes, l.arbiter) || !slices.Contains(next.nodes, l.arbiter) {
				return false
			}
			for _, other := range c[:i] {
				if other.process == l.process || other.arbiter == l.arbiter {
					return false
				}
			}
		}
		return true
	}
	for _, a := range links {
		for _, b := range links {
			if closes([]link{a, b}) {
				return true
			}
			if len(menus) < 3 || a.process == b.process || a.arbiter == b.arbiter {
				continue
			}
			for _, c := range links {
				if closes([]link{a, b, c}) {
					return true
				}
			}
		}
	}
	return false
}
