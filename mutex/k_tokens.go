package mutex

import (
	"fmt"
	"slices"
)

// The steps of the algorithm of k tokens.
const (
	tokensAsk     = iota + 1 // before the critical section: REQUEST to all others
	tokensLeave              // after it: PRIVILEGE to the next that waits
	tokensReceive            // on a REQUEST, or a further PRIVILEGE: the same with each one to spare
)

// kTokens is the algorithm of Suzuki and Kasami with k tokens. Srimani and Reddy (Another
// distributed algorithm for multiple entries to a critical section, 1992) extend the same
// algorithm; we know neither their text nor its abstract, so this one is ours and bears another
// name.
//
// Processes 1 to k have a token first, or several if there are fewer than k processes. A process
// without one sends a numbered REQUEST to all others, and several tokens may come. Each carries,
// for every process, the number of the last request that it knows to be served. A process with a
// token to spare passes it on to the next process, counted upwards from its own number and round
// again, with a request that is not known to be served. No queue is needed: a token never passes by
// a process that waits, so that nobody waits for ever.
//
// No token comes twice for one request, so an entry takes at most n-1+k messages, and none if its
// process has a token. Proof: docs/theorems/k-entries.md.
func kTokens() *Algorithm {
	return &Algorithm{
		Name:   "k-tokens",
		Title:  "k tokens that carry what is served; a process that has one enters without a message",
		Source: "after Suzuki and Kasami 1985, section 2",
		Over:   atMostKinds(), NoQuorums: true, Endless: true,
		Lines: []string{"", "(ask)", "(leave)", "(receive)"},
		Kinds: []Kind{Request, Privilege},
		New: func(s *Setup, actor int32) Machine {
			m := &tokensMachine{process: processAt(s, actor)}
			if n := s.Processes; m.me >= 0 && int(m.me) < n && actor == s.Place(m.me) {
				m.tokens = int32(s.Most()/n + count(int(m.me) < s.Most()%n))
			}
			return m
		},
		Invariants: []Invariant{
			{"tokens", "processes hold at most k tokens", func(s *System) string {
				held := int32(0)
				for _, m := range s.Machines {
					held += m.(*tokensMachine).tokens
				}
				if int(held) > s.Setup.Most() {
					return fmt.Sprintf("they hold %d", held)
				}
				return ""
			}},
			{"inside", "a process that is inside holds a token", eachMachine(func(_ *Setup, _ int32, m *tokensMachine) string {
				if m.phase == Critical && m.tokens == 0 {
					return "its process is inside without one"
				}
				return ""
			})},
		},
	}
}

// tokensMachine is one process.
type tokensMachine struct {
	process
	rn      []uint32 // the greatest number of a request of each process that is known here
	entries []uint32 // beside rn: the wish of that request, for the accounts alone
	tokens  int32    // held, with the one that is used inside
	served  []uint32 // with a token: the greatest numbers that tokens have brought
}

// make makes the lists of a process that takes part.
func (m *tokensMachine) make() {
	if m.rn == nil {
		n := m.setup.Processes
		m.rn, m.entries, m.served = make([]uint32, n), make([]uint32, n), make([]uint32, n)
	}
}

func (m *tokensMachine) Wish(w Wish, out []Message) []Message {
	m.make()
	m.begin(w)
	if m.tokens > 0 {
		m.phase = Critical
		return out
	}
	m.rn[m.me]++
	for j := range int32(m.setup.Processes) {
		if j != m.me {
			msg := m.forNode(Request, tokensAsk, m.setup.Place(j), m.cause)
			msg.Stamp = Stamp{m.rn[m.me], m.me}
			out = append(out, msg)
		}
	}
	return out
}

func (m *tokensMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	return m.spare(tokensLeave, out)
}

func (m *tokensMachine) Receive(msg Message, out []Message) []Message {
	m.make()
	switch msg.Kind {
	case Request:
		if j := msg.Stamp.Process; msg.Stamp.Time > m.rn[j] {
			m.rn[j], m.entries[j] = msg.Stamp.Time, msg.Cause.Entry
		}
	case Privilege:
		m.tokens++
		for j, number := range msg.Token.Served {
			m.served[j] = max(m.served[j], number)
		}
		m.served[m.me] = m.rn[m.me]
		if m.phase == Trying {
			m.phase = Critical
		}
	default:
		panic(fmt.Sprintf("mutex: k-tokens knows no %v", msg.Kind))
	}
	return m.spare(tokensReceive, out)
}

// spare passes on the tokens that the process does not use, as long as it knows somebody that
// waits.
func (m *tokensMachine) spare(line uint8, out []Message) []Message {
	for int(m.tokens) > count(m.phase == Critical) {
		j := m.next()
		if j < 0 {
			return out
		}
		m.served[j] = m.rn[j]
		msg := m.forProcess(Privilege, line, j, Cause{j, m.entries[j]})
		msg.Token = &Token{Served: slices.Clone(m.served)}
		out = append(out, msg)
		if m.tokens--; m.tokens == 0 {
			clear(m.served)
		}
	}
	return out
}

// next returns the next process with a request that is not known to be served, or -1.
func (m *tokensMachine) next() int32 {
	n := int32(m.setup.Processes)
	for i := range n - 1 {
		if j := (m.me + 1 + i) % n; m.rn[j] > m.served[j] {
			return j
		}
	}
	return -1
}

func (m *tokensMachine) View() View {
	v := View{Phase: m.phase, Fields: []Field{{"RN", numbersText(m.rn)}, {"tokens", fmt.Sprint(m.tokens)}, {"LN", "-"}}}
	if m.tokens > 0 {
		v.Holders = []int32{m.me}
		v.Fields[2].Value = numbersText(m.served)
	}
	return v
}

func (m *tokensMachine) State(c *Codec) {
	m.make()
	asked, served := m.times()
	Numbers(c, &m.phase)
	Numbers(c, &m.tokens)
	for j := range m.rn {
		c.Time(asked, int64(j), &m.rn[j])
		c.entry(&m.entries[j])
		if m.tokens > 0 {
			c.Time(served, int64(j), &m.served[j])
		} else if c.does == reads {
			m.served[j] = 0
		}
	}
}

// times returns the kinds of the numbers of requests. With one token they are those of Suzuki and
// Kasami's algorithm; several tokens differ in what they know to be served.
func (m *tokensMachine) times() (asked, served TimeKind) {
	if m.setup.Most() > 1 {
		return TimeRound, TimeRound
	}
	return TimeNumber, TimeServed
}

func (m *tokensMachine) MessageTimes(of *Message, visit TimeVisit) {
	asked, served := m.times()
	visit(asked, int64(of.Stamp.Process), &of.Stamp.Time)
	if of.Token != nil {
		for j := range of.Token.Served {
			visit(served, int64(j), &of.Token.Served[j])
		}
	}
}
