package explore

import (
	"reflect"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/trace"
)

// longestPlain is the longest path by recursion over the states of the plain explorer: the most
// that one request costs, and the most that a run does.
func longestPlain(c Config, p *plain) (most, total uint64) {
	type costs = map[mutex.Cause]uint64 // and in all, under no process
	all := mutex.Cause{Process: -1}
	memo := make([]costs, len(p.states))
	var from func(i int) costs
	from = func(i int) costs {
		if memo[i] != nil {
			return memo[i]
		}
		best := costs{}
		s := p.states[i]
		for _, step := range p.steps(s) {
			t := p.perform(s, step)
			rest := len(s.under)
			if step.What == trace.Arrive {
				rest--
			}
			then := costs{}
			for cause, n := range from(p.index[string(p.key(t))]) {
				then[cause] = n
			}
			for _, m := range t.under[rest:] {
				then[m.Cause]++
				then[all]++
			}
			for cause, n := range then {
				best[cause] = max(best[cause], n)
			}
		}
		memo[i] = best
		return best
	}
	for cause, n := range from(0) {
		if cause == all {
			total = n
		} else {
			most = max(most, n)
		}
	}
	return most, total
}

// TestMessages compares with the longest paths of the plain explorer, and counts along the runs.
func TestMessages(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	list := small(t)
	// Two ways of different lengths lead to the end: this graph is not in layers.
	detour := clients(t, "{1},{1,2}", "protocol-p", 1, Choice{0, 0}, Choice{0, 1})
	detour.Requesters[0].Choices = []Choice{{0, 0}, {0, 1}}
	list["a detour"] = detour
	compared := 0
	for name, c := range list {
		c.Charges = true
		p := newPlain(&c)
		if r := p.run(t.Context(), Options{MostStates: 500}); !r.Complete {
			continue
		}
		compared++
		most, total := longestPlain(c, p)
		for _, jobs := range []int{1, 2} {
			of := c
			of.Reduction = Reduction(jobs - 1) // neither this nor a failure makes a difference
			got, err := Messages(t.Context(), of, Options{Jobs: jobs, FirstFailure: jobs > 1})
			if err != nil || !got.Complete || got.Most != most || got.Total != total || got.States != uint64(len(p.states)) || got.Cycle > 0 {
				t.Fatalf("%s: %+v, %v; want at most %d, in all %d, %d states", name, got, err, most, total, len(p.states))
			}
			if n := charges(t, c, got.Run)[got.Of]; n != most {
				t.Fatalf("%s: the run charges %d messages to %v, not %d", name, n, got.Of, most)
			}
			sum := uint64(0)
			for _, n := range charges(t, c, got.TotalRun) {
				sum += n
			}
			assert.MustEqual(t, sum, total, "%s: the run has: messages", name)
		}
	}
	if compared < 12 {
		t.Errorf("only %d configurations are small enough", compared)
	}
}

// TestMessagesJobs: levels that several workers share give the findings of one worker, and runs
// with channels that keep no order cost no less than those with.
func TestMessagesJobs(t *testing.T) {
	assert.Long(t, "takes seconds under the race detector")
	c := configOf(t, "grid:n=4", "maekawa-fixed", 0, 1, 2)
	ordered := assert.Got(Messages(t.Context(), c, Options{Jobs: 1}))(t)
	c.NoFIFO = true
	want, err := Messages(t.Context(), c, Options{Jobs: 1})
	if err != nil || want.Most < ordered.Most || want.Total < ordered.Total {
		t.Fatalf("%d and %d messages without order, %d and %d with: %v", want.Most, want.Total, ordered.Most, ordered.Total, err)
	}
	got, err := Messages(t.Context(), c, Options{Jobs: 3})
	got.Bytes = want.Bytes // tables of several workers grow otherwise
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v by three workers, %+v by one: %v", got, want, err)
	}
}

// charges performs a run and counts the charges of each request.
func charges(t *testing.T, c Config, schedule []trace.Choice) map[mutex.Cause]uint64 {
	t.Helper()
	p := trace.NewPlayer(c.Algorithm, c.Setup, !c.NoFIFO, true)
	for _, choice := range schedule {
		assert.MustTrue(t, p.Do(choice), "%v cannot be", choice)
	}
	n := map[mutex.Cause]uint64{}
	for _, e := range p.Events {
		if e.What == trace.Send {
			n[e.Message.Cause]++
		}
	}
	return n
}

// TestMessagesLimits: a search that was cut off says why, and reports no maximum.
func TestMessagesLimits(t *testing.T) {
	c := configOf(t, "{1,2},{2,3},{1,3}", "maekawa-fixed", 0, 1, 2)
	got, err := Messages(t.Context(), c, Options{MostStates: 100})
	if err != nil || got.Complete || got.Stopped != StateLimit || got.Most != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	c.Requesters = nil
	assert.Refused(Messages(t.Context(), c, Options{}))(t, "", "nobody wishes to enter, and no error")
}

// echo is a machine of an algorithm that never ends: the receiver of a message sends it back.
type echo struct {
	self  int32
	phase mutex.Phase
}

func (m *echo) Wish(w mutex.Wish, out []mutex.Message) []mutex.Message {
	m.phase = mutex.Trying
	return append(out, mutex.Message{Kind: mutex.Request, From: m.self, To: 1 - m.self, Cause: mutex.Cause{Process: w.Process, Entry: w.Entry}})
}

func (m *echo) Receive(msg mutex.Message, out []mutex.Message) []mutex.Message {
	msg.From, msg.To = msg.To, msg.From
	return append(out, msg)
}

func (m *echo) Exit(out []mutex.Message) []mutex.Message { return out }
func (m *echo) Phase() mutex.Phase                       { return m.phase }
func (m *echo) View() mutex.View                         { return mutex.View{} }
func (m *echo) State(c *mutex.Codec)                     { mutex.Numbers(c, &m.phase) }

func (m *echo) MessageTimes(*mutex.Message, mutex.TimeVisit) {}

// echoing has one process that wishes.
func echoing() Config {
	a := &mutex.Algorithm{
		Name: "echo", NoQuorums: true, Lines: []string{""}, Kinds: []mutex.Kind{mutex.Request}, Self: mutex.SelfNetwork,
		Rule: mutex.Rule{Name: mutex.OneProcess},
		New:  func(_ *mutex.Setup, actor int32) mutex.Machine { return &echo{self: actor} },
	}
	return Config{Algorithm: a, Setup: &mutex.Setup{Nodes: 2, Processes: 2}, Requesters: []Requester{{0, []Choice{{0, -1}}}}, Entries: 1}
}

// TestMessagesForEver: a cycle on which messages are sent is found, and goes round.
func TestMessagesForEver(t *testing.T) {
	c := echoing()
	got, err := Messages(t.Context(), c, Options{})
	if err != nil || got.Cycle != 2 || got.States != 3 || len(got.TotalRun) < 3 {
		t.Fatalf("%+v, %v", got, err)
	}
	round := got.TotalRun[len(got.TotalRun)-got.Cycle:]
	before := charges(t, c, got.TotalRun)
	after := charges(t, c, append(got.TotalRun, round...))
	if of := (mutex.Cause{Process: 0, Entry: 1}); after[of] != before[of]+2 {
		t.Errorf("once more round costs %d messages", after[of]-before[of])
	}
}

// growing is a machine whose first process enters at once, and tells the other one so as often as
// it has wished.
type growing struct{ echo }

func (m *growing) Wish(w mutex.Wish, out []mutex.Message) []mutex.Message {
	m.phase = mutex.Critical
	for range w.Entry {
		out = append(out, mutex.Message{Kind: mutex.Request, To: 1, Cause: mutex.Cause{Process: w.Process, Entry: w.Entry}})
	}
	return out
}

func (m *growing) Receive(_ mutex.Message, out []mutex.Message) []mutex.Message { return out }

func (m *growing) Exit(out []mutex.Message) []mutex.Message {
	m.phase = mutex.Idle
	return out
}

// TestMessagesOf: the request that costs most need not be the first one of its process.
func TestMessagesOf(t *testing.T) {
	c := echoing()
	c.Algorithm.New = func(_ *mutex.Setup, actor int32) mutex.Machine { return &growing{echo{self: actor}} }
	c.Entries = 3
	got, err := Messages(t.Context(), c, Options{})
	if err != nil || got.Most != 3 || got.Of != (mutex.Cause{Process: 0, Entry: 3}) || got.Total != 6 {
		t.Fatalf("%+v, %v", got, err)
	}
}
