package mutex

import (
	"fmt"
	"slices"
	"strings"

	"coterie/quorum"
)

// The lines of Joung's Figures 5 and 6 that send a message, as Lines has them.
const (
	joungMA7  = iota + 1 // REQUEST to every node of the quorum
	joungMB4             // UNLOCK for an INQUIRE
	joungMD3             // UNLOCK after the critical section
	joungME6             // LOCKED at once
	joungME18            // INQUIRE to a holder of the same group
	joungME24            // INQUIRE to all holders, for a request of another group
	joungMF11            // INQUIRE to all holders, as the best of their group has left
	joungMF16            // LOCKED to the next of the group
	joungMF24            // LOCKED to the best of another group
)

// maekawaM is Joung's Maekawa_M (2003, section 4.2, Figures 5 and 6): Maekawa's algorithm for
// groups, in which a node gives up to max[g] locks to processes of one group.
//
// The process and the node of a place have each their own clock sn, as in the two figures. Two
// spots of the text are read as follows:
//
//   - C.4, |locked_nodes| = Q, is |locked_nodes| = |Q|;
//   - E.14 to E.16: if every holder is inquired already, rank returns (⊥, ⊥, ⊥), which the paper
//     compares with a priority; here no further holder has to yield.
//
// Channels must keep the order of messages, as section 4.2 assumes: an INQUIRE that overtakes its
// LOCKED is lost, and an UNLOCK that a new REQUEST overtakes takes back both.
func maekawaM() *Algorithm {
	return &Algorithm{
		Name:   "maekawa-m",
		Title:  "Maekawa_M: Maekawa's algorithm for groups, up to max[g] locks at a node",
		Source: "Joung 2003, section 4.2, Figures 5 and 6",
		Over:   []quorum.Kind{quorum.KindGroupSystem},
		Order:  OrderProcesses,
		Lines:  []string{"", "A.7", "B.4", "D.3", "E.6", "E.18", "E.24", "F.11", "F.16", "F.24"},
		Kinds:  []Kind{Request, Locked, Inquire, Unlock},
		Self:   SelfNetwork, NeedsFIFO: true,
		New: func(s *Setup, actor int32) Machine {
			return &joungM{process: processAt(s, actor), nodeSN: 1, lockGroup: -1}
		},
		Invariants: joungMInvariants(),
	}
}

// maekawaMFixed is Maekawa_M for channels that keep no order, beyond the paper: LOCKED, INQUIRE and
// UNLOCK name their request and the number of their lock among the locks for it, and lock_ps and
// inquired_ps hold requests. An INQUIRE that comes before its LOCKED waits for it, a late one has
// no effect, and an UNLOCK takes back one request. If channels keep the order, it behaves like
// Maekawa_M.
func maekawaMFixed() *Algorithm {
	a := maekawaM()
	a.Name, a.NeedsFIFO = "maekawa-m-fixed", false
	a.Title = "Maekawa_M for channels that keep no order: messages name the lock that they are about"
	a.Source = "after Joung 2003, section 4.2"
	a.New = func(s *Setup, actor int32) Machine {
		return &joungM{process: processAt(s, actor), nodeSN: 1, lockGroup: -1, names: true}
	}
	return a
}

// lockRequest is a tuple of a node's requests, and whether its process is in lock_ps and in
// inquired_ps.
type lockRequest struct {
	stamp    Stamp
	group    int32
	locked   bool
	inquired bool
	round    uint32 // the locks given for it, where messages name them
	cause    Cause  // the request itself
	charge   Cause  // the request that pays for its LOCKED
}

// joungM is one place: the process p of Figure 5 and the node i of Figure 6. The clock of the
// process is sn, the timestamp its priority.
type joungM struct {
	process
	names       bool    // messages name the lock that they are about: maekawa-m-fixed
	lockedNodes []int32 // ascending; the members have the rounds, where messages name them

	// The node.
	nodeSN      uint32        // from 1: no request has a lesser one
	requests    []lockRequest // by priority, the highest first
	locks       int           // |lock_ps|
	lockGroup   int32         // -1: ⊥
	hasPriority bool
}

// Wish does part A.
func (m *joungM) Wish(w Wish, out []Message) []Message {
	m.group = w.Group
	m.issue(w)
	return m.multicast(Request, joungMA7, out)
}

// Exit does part D.
func (m *joungM) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	for _, j := range m.lockedNodes {
		out = append(out, m.unlock(j, joungMD3, true, m.cause))
	}
	m.lockedNodes = m.lockedNodes[:0]
	return out
}

func (m *joungM) unlock(j int32, line uint8, complete bool, cause Cause) Message {
	msg := m.forNode(Unlock, line, j, cause)
	msg.Flag, msg.Clock, msg.Stamp.Process = complete, m.clock, m.me
	if m.names {
		msg.Stamp, msg.Round = m.stamp, m.member(j).round
	}
	return msg
}

func (m *joungM) Receive(msg Message, out []Message) []Message {
	switch msg.Kind {
	case Inquire:
		return m.inquired(msg, out)
	case Locked:
		return m.lock(msg, out)
	case Request:
		return m.request(msg, out)
	case Unlock:
		return m.release(msg, out)
	default:
		panic(fmt.Sprintf("mutex: maekawa-m knows no %v", msg.Kind))
	}
}

// inquired does part B.
func (m *joungM) inquired(msg Message, out []Message) []Message {
	m.clock = max(m.clock, msg.Clock)
	if m.phase != Trying || msg.Stamp != m.stamp {
		return out
	}
	at, has := slices.BinarySearch(m.lockedNodes, msg.Node)
	if m.names {
		of := m.member(msg.Node)
		if msg.Round > of.round {
			of.asked, of.cause = msg.Round, msg.Cause
		}
		has = has && msg.Round == of.round
	}
	if has {
		out = append(out, m.unlock(msg.Node, joungMB4, false, msg.Cause))
		m.lockedNodes = slices.Delete(m.lockedNodes, at, at+1)
	}
	return out
}

// lock does part C.
func (m *joungM) lock(msg Message, out []Message) []Message {
	m.clock = max(m.clock, msg.Clock)
	if m.names && (m.phase != Trying || msg.Stamp != m.stamp) {
		return out
	}
	at, has := slices.BinarySearch(m.lockedNodes, msg.Node)
	if !has {
		m.lockedNodes = slices.Insert(m.lockedNodes, at, msg.Node)
	}
	if m.names {
		m.member(msg.Node).round = msg.Round
	}
	if m.phase == Trying && len(m.lockedNodes) == len(m.setup.Quorums[m.quorum]) {
		m.enter()
		return out
	}
	if !m.names {
		return out
	}
	if of := m.member(msg.Node); of.asked == of.round {
		of.asked = 0
		out = append(out, m.unlock(msg.Node, joungMB4, false, of.cause))
		m.lockedNodes = slices.Delete(m.lockedNodes, at, at+1)
	}
	return out
}

// enter clears the variables that nobody reads inside, where every INQUIRE is late.
func (m *joungM) enter() {
	m.phase = Critical
	if !m.names {
		m.stamp.Time = 0
	}
	for i := range m.members {
		m.members[i].asked = 0
	}
}

// request does part E.
func (m *joungM) request(msg Message, out []Message) []Message {
	m.nodeSN = max(m.nodeSN, msg.Stamp.Time)
	at := m.insert(msg)
	g, most := msg.Group, m.setup.MaxLocksOf(msg.Group)
	switch {
	case m.locks == 0 || m.lockGroup == g && m.hasPriority: // E.4
		if m.locks < most {
			out = m.give(at, joungME6, out)
			if m.locks == 1 {
				m.lockGroup, m.hasPriority = g, true
			}
			return out
		}
		should, yields := m.rank(most, g), m.lowest(g) // E.12, E.14
		if should >= 0 && yields > should && m.setup.Flaw != SkipsE11 {
			out = m.inquire(yields, joungME18, msg.Cause, out)
		}
	case g != m.lockGroup && m.hasPriority: // E.19
		if best := m.rank(1, m.lockGroup); at < best {
			m.hasPriority = false
			out = m.inquireAll(joungME24, msg.Cause, out)
		}
	}
	return out
}

// release does part F.
func (m *joungM) release(msg Message, out []Message) []Message {
	m.nodeSN = max(m.nodeSN, msg.Clock)
	about := func(r lockRequest) bool { // the request, or all of the process
		return r.stamp.Process == msg.Stamp.Process && (!m.names || r.stamp == msg.Stamp)
	}
	held := false
	for i := range m.requests {
		if r := &m.requests[i]; about(*r) {
			held = held || r.locked
			r.locked, r.inquired, r.charge = false, r.inquired && m.setup.Flaw == SkipsF4, msg.Cause
		}
	}
	if held {
		m.locks--
	}
	if msg.Flag {
		m.requests = slices.DeleteFunc(m.requests, about)
	}
	if len(m.requests) == 0 { // nobody reads these before the next lock is given
		m.lockGroup, m.hasPriority = -1, false
		return out
	}
	h := m.requests[0].group
	switch {
	case m.hasPriority && m.locks > 0 && m.lockGroup != h: // F.8
		m.hasPriority = false
		if m.setup.Flaw != SkipsF10 {
			out = m.inquireAll(joungMF11, m.requests[0].cause, out)
		}
	case m.hasPriority && m.lockGroup == h: // F.13
		if i := slices.IndexFunc(m.requests, func(r lockRequest) bool { return r.group == h && !r.locked }); i >= 0 {
			out = m.give(i, joungMF16, out)
		}
	case m.locks == 0: // F.18
		m.hasPriority, m.lockGroup = true, h
		most := m.setup.MaxLocksOf(h)
		for i := range m.requests {
			if m.requests[i].group == h && m.locks < most {
				out = m.give(i, joungMF24, out)
			}
		}
	}
	return out
}

// insert adds a request, and returns its place. A second request of one process, which comes only
// over channels without order, takes over its membership of lock_ps.
func (m *joungM) insert(msg Message) int {
	r := lockRequest{stamp: msg.Stamp, group: msg.Group, cause: msg.Cause, charge: msg.Cause}
	if i := slices.IndexFunc(m.requests, func(o lockRequest) bool { return o.stamp.Process == r.stamp.Process }); i >= 0 && !m.names {
		r.locked, r.inquired = m.requests[i].locked, m.requests[i].inquired
	}
	at, _ := slices.BinarySearchFunc(m.requests, r.stamp, func(o lockRequest, s Stamp) int {
		if o.stamp.Precedes(s) {
			return -1
		}
		return 1
	})
	m.requests = slices.Insert(m.requests, at, r)
	return at
}

// rank returns the place of the k-th highest priority in a group, or -1.
func (m *joungM) rank(k int, group int32) int {
	for i := range m.requests {
		if m.requests[i].group == group {
			if k--; k == 0 {
				return i
			}
		}
	}
	return -1
}

// lowest returns the place of the lowest priority that holds a lock and is not inquired, or -1.
func (m *joungM) lowest(group int32) int {
	for i := len(m.requests) - 1; i >= 0; i-- {
		if r := &m.requests[i]; r.group == group && r.locked && !r.inquired {
			return i
		}
	}
	return -1
}

// give gives a lock to a request.
func (m *joungM) give(i int, line uint8, out []Message) []Message {
	r := &m.requests[i]
	if !r.locked {
		m.locks++
	}
	r.locked = true
	msg := m.forProcess(Locked, line, r.stamp.Process, r.charge)
	msg.Clock = m.nodeSN
	if m.names {
		r.round++
		msg.Stamp, msg.Round = r.stamp, r.round
	}
	return append(out, msg)
}

// inquire asks a lock back.
func (m *joungM) inquire(i int, line uint8, cause Cause, out []Message) []Message {
	r := &m.requests[i]
	r.inquired = true
	msg := m.forProcess(Inquire, line, r.stamp.Process, cause)
	msg.Stamp, msg.Round, msg.Clock = r.stamp, r.round, m.nodeSN
	return append(out, msg)
}

// inquireAll asks for all locks back that have not been asked for yet.
func (m *joungM) inquireAll(line uint8, cause Cause, out []Message) []Message {
	for i := range m.requests {
		if m.requests[i].locked && !m.requests[i].inquired {
			out = m.inquire(i, line, cause, out)
		}
	}
	return out
}

func (m *joungM) View() View {
	v := View{Phase: m.phase, Has: slices.Clone(m.lockedNodes)}
	if m.phase != Idle {
		for _, j := range m.setup.Quorums[m.quorum] {
			if _, has := slices.BinarySearch(m.lockedNodes, j); !has {
				v.Lacks = append(v.Lacks, j)
			}
		}
	}
	var requests, inquired []string
	for _, r := range m.requests {
		requests = append(requests, fmt.Sprintf("%v (group %v)", r.stamp, quorum.Index(r.group)))
		if r.locked {
			v.Holders = append(v.Holders, r.stamp.Process)
		} else {
			v.Queue = append(v.Queue, r.stamp.Process)
		}
		if r.inquired {
			inquired = append(inquired, quorum.Node(r.stamp.Process).String())
		}
	}
	v.Fields = []Field{
		{"requests", strings.Join(requests, " ")}, {"lock_ps", nodeList(v.Holders)}, {"lock_group", groupName(m.lockGroup)},
		{"inquired_ps", strings.Join(inquired, " ")}, {"has_priority", fmt.Sprint(m.hasPriority)}, {"locked_nodes", nodeList(m.lockedNodes)},
	}
	return v
}

func (m *joungM) State(c *Codec) {
	c.Time(TimeClock, processClock(m.self), &m.clock)
	c.Time(TimeClock, arbiterClock(m.self), &m.nodeSN)
	if m.requested(c) {
		Numbers(c, &m.group)
		for i := 0; m.names && i < len(m.members); i++ {
			of := &m.members[i]
			c.Time(m.round(of.node, m.stamp, &of.round))
			c.Time(m.round(of.node, m.stamp, &of.asked))
			if of.asked > 0 {
				c.charge(&of.cause)
			}
		}
		c.Time(TimeIssued, int64(m.me), &m.stamp.Time)
	}
	Each(c, &m.lockedNodes, func(j *int32) { Numbers(c, j) })
	Numbers(c, &m.lockGroup)
	c.Bools(&m.hasPriority)
	Each(c, &m.requests, func(r *lockRequest) {
		c.Time(m.round(m.self, r.stamp, &r.round))
		c.Stamp(&r.stamp)
		Numbers(c, &r.group)
		c.Bools(&r.locked, &r.inquired)
		if c.charge(&r.cause); !r.locked {
			c.charge(&r.charge)
		}
	})
	m.locks = 0
	for i, r := range m.requests {
		if r.locked && (m.names || !slices.ContainsFunc(m.requests[:i], func(o lockRequest) bool { return o.locked && o.stamp.Process == r.stamp.Process })) {
			m.locks++
		}
	}
}

// round returns the number of the locks for a request at a node, as a time. It is shown before the
// timestamp of the request, since a visitor of times may change that.
func (m *joungM) round(node int32, of Stamp, t *uint32) (TimeKind, int64, *uint32) {
	if !m.names {
		return TimeUnread, 0, t
	}
	return TimeRound, (int64(of.Time)<<16+int64(of.Process))<<16 + int64(node), t
}

func (m *joungM) MessageTimes(of *Message, visit TimeVisit) {
	visit(m.round(of.Node, of.Stamp, &of.Round))
	visit(TimeClock, -1-int64(of.Stamp.Process), &of.Stamp.Time)
	clock := processClock(of.To)
	if of.Kind.ToArbiter() {
		clock = arbiterClock(of.To)
	}
	visit(TimeShown, clock, &of.Clock)
}

// Needs: an UNLOCK answers an INQUIRE, or comes after the critical section. A node sends LOCKED or
// INQUIRE when a REQUEST comes, or an UNLOCK of a holder.
func (m *joungM) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	if !p.FIFO && !m.names {
		return nil, nil
	}
	r := m.present()
	r.yields = func(int) Needs {
		if p.comes(to, Inquire) || m.names && m.member(to).asked > 0 && p.comes(to, Locked) {
			return nil
		}
		return fromArbiter(to)
	}
	return p.toArbiter(m.setup, to, r), m.toProcess(to, p)
}

// Apart is true: each part has a clock of its own.
func (m *joungM) Apart(*Prospect) bool { return true }

// Enters returns the needs of the locks that the process lacks.
func (m *joungM) Enters(p *Prospect) Needs {
	if !p.FIFO && !m.names {
		return nil
	}
	return p.enters(m.present())
}

func (m *joungM) present() present {
	r := m.process.present()
	r.has = func(i int) bool { return slices.Contains(m.lockedNodes, r.quorum[i]) }
	return r
}

func (m *joungM) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never()
	}
	if p.comes(to, Request) {
		return nil
	}
	var ways, unlocks []Needs
	for _, r := range m.requests {
		if r.locked {
			unlocks = append(unlocks, p.back(m.setup.Place(r.stamp.Process), Unlock))
		}
	}
	if m.locks == 0 || m.hasPriority && m.locks < m.setup.MaxLocksOf(m.lockGroup) {
		unlocks = append(unlocks, p.asked(m.self)) // a new request may get a lock, and unlock
	}
	unlocked := either(unlocks...)
	for _, r := range m.requests {
		switch {
		case r.stamp.Process != process:
		case !r.locked:
			ways = append(ways, unlocked)
		case !r.inquired:
			ways = append(ways, unlocked, p.asked(m.self))
		default:
			ways = append(ways, p.back(to, Unlock))
		}
	}
	if len(ways) == 0 {
		return fromProcess(to)
	}
	return either(ways...)
}

// Ignores reports the late messages: an INQUIRE about a request that is over and, if messages name
// the request, a LOCKED.
func (m *joungM) Ignores(msg *Message) bool {
	late := (m.phase != Trying || msg.Stamp != m.stamp) && msg.Clock <= m.clock
	return late && (msg.Kind == Inquire || m.names && msg.Kind == Locked)
}
