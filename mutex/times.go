package mutex

import "slices"

// TimeKind says what reads a time that a machine keeps: a clock, a stamp or a count.
type TimeKind uint8

// The kinds of times. Zero is no time, in each of them.
const (
	// TimeUnread is read by nobody.
	TimeUnread TimeKind = iota
	// TimeClock is compared with all times of this kind and the next three. A machine makes a new
	// one when its process wishes alone: one more than a time that it keeps.
	TimeClock
	// TimeNext is a TimeClock that only the next wish of this process reads.
	TimeNext
	// TimeIssued is the TimeClock of the present request of this process.
	TimeIssued
	// TimeShown is a TimeClock of a message that raises the TimeClock of its number, where that is
	// less, and is read for nothing else. That one never falls.
	TimeShown
	// TimeRound is compared with those of the same number alone, and a new one is more than all of
	// them.
	TimeRound
	// TimeNumber is the count of a process as somebody knows it, and TimeServed, of which there is
	// one in a system, says how many are done with. Only whether the one is more than the other
	// counts, and by how much. A message with a TimeNumber that is not more does nothing, now or
	// later.
	TimeNumber
	TimeServed
)

// TimeVisit is told a time, its kind, and the number that keeps times of one kind apart. That of a
// TimeClock is -1-p for a stamp of process p, and else more than 0: it is a clock.
type TimeVisit func(kind TimeKind, number int64, t *uint32)

// Timed is a machine that shows its times, and those of a message of its algorithm if there is one.
// Whoever visits them may change them: the machine then is as after a history that had these times.
// A time that is shared with what was sent is told as it is: its [Token] must be the caller's own.
//
// Visiting tells what [Machine.AppendState] encodes, in the same order for machines that differ in
// times alone.
type Timed interface {
	Machine
	Times(of *Message, visit TimeVisit)
}

// Ignorer is a machine that can tell which messages it ignores.
type Ignorer interface {
	Machine
	// Ignores reports that a message under way to this machine does nothing, whenever it arrives.
	// Where it is so, it stays so.
	Ignores(m *Message) bool
}

func (m *centralizedMachine) Times(*Message, TimeVisit) {}
func (m *raymondMachine) Times(*Message, TimeVisit)     {}
func (m *pMachine) Times(*Message, TimeVisit)           {}

func visitStamp(s *Stamp, visit TimeVisit) { visit(TimeClock, -1-int64(s.Process), &s.Time) }

// visitClock visits the stamp of a message and the clock that it shows or, where there is none, the
// clock of an actor and the stamp of its request. It reports whether there is one.
func visitClock(of *Message, kind TimeKind, actor int32, clock *uint32, phase Phase, stamp *Stamp, visit TimeVisit) bool {
	if of != nil {
		visitStamp(&of.Stamp, visit)
		visit(TimeShown, int64(1+of.To), &of.Clock)
		return true
	}
	visit(kind, int64(1+actor), clock)
	if phase != Idle {
		visit(TimeIssued, int64(stamp.Process), &stamp.Time)
	}
	return false
}

// visitStamps visits what an arbiter keeps: who holds its lock, who waits, who has given up.
func visitStamps[T any](held bool, holder *Stamp, queue []T, stamp func(*T) *Stamp, gone []Stamp, visit TimeVisit) {
	if held {
		visitStamp(holder, visit)
	}
	for i := range queue {
		visitStamp(stamp(&queue[i]), visit)
	}
	for i := range gone {
		visitStamp(&gone[i], visit)
	}
}

func stampOf(w *waiting) *Stamp { return &w.stamp }

func (m *fixedMachine) Times(of *Message, visit TimeVisit) {
	if visitClock(of, TimeNext, m.self, &m.clock, m.phase, &m.stamp, visit) {
		visit(TimeRound, int64(of.Node), &of.Round)
		return
	}
	visit(TimeRound, int64(m.self), &m.round)
	if m.phase != Idle {
		for i, j := range m.setup.Quorums[m.quorum] {
			visit(TimeRound, int64(j), &m.members[i].round)
			visit(TimeRound, int64(j), &m.members[i].asked)
		}
	}
	visitStamps(m.held, &m.holder.stamp, m.queue, stampOf, m.gone, visit)
}

// Ignores knows what is late: of a request that is over, a grant that is given back, a lock that
// has come since. Of an arbiter that has told FAILED or LOCKED one of the two holds from then on.
// The clock has seen all these stamps before.
func (m *fixedMachine) Ignores(msg *Message) bool {
	switch {
	case m.setup.Flaw != Flawless || msg.Kind == Request || msg.Kind == Release:
		return false
	case msg.Kind == Relinquish:
		return msg.Node == m.self && (!m.held || m.holder.stamp != msg.Stamp || msg.Round != m.round)
	case m.phase != Trying || msg.Stamp != m.stamp:
		return true
	}
	at, _ := slices.BinarySearch(m.setup.Quorums[m.quorum], msg.Node)
	of := &m.members[at]
	return msg.Kind == Failed && (of.locked || of.failed || m.everknown) || msg.Kind == Inquire && (msg.Round < of.round || msg.Round == of.round && !of.locked)
}

func (m *literalMachine) Times(of *Message, visit TimeVisit) {
	clock := TimeNext
	if m.setup.Numbers == NumbersAll {
		clock = TimeClock
	}
	if !visitClock(of, clock, m.self, &m.clock, m.phase, &m.stamp, visit) {
		visitStamps(m.held, &m.holder.stamp, m.queue, stampOf, nil, visit)
	}
}

func (m *orderedMachine) Times(of *Message, visit TimeVisit) {
	if !visitClock(of, TimeNext, m.self, &m.clock, m.phase, &m.stamp, visit) {
		visitStamps(m.held, &m.holder.stamp, m.queue, stampOf, m.gone, visit)
	}
}

func (m *joungM) Times(of *Message, visit TimeVisit) {
	// The locks for a request are counted for each arbiter and request. They stand before its
	// stamp, which may be changed.
	round := func(node int32, of Stamp, t *uint32) {
		if m.names {
			visit(TimeRound, (int64(of.Time)<<16+int64(of.Process))<<16+int64(node), t)
		} else {
			visit(TimeUnread, 0, t)
		}
	}
	if of != nil {
		round(of.Node, of.Stamp, &of.Round)
		visitStamp(&of.Stamp, visit)
		clock := int64(1 + 2*of.To) // of the process
		if of.Kind.ToArbiter() {
			clock++
		}
		visit(TimeShown, clock, &of.Clock)
		return
	}
	visit(TimeClock, int64(1+2*m.self), &m.sn)
	visit(TimeClock, int64(2+2*m.self), &m.nodeSN)
	if m.phase != Idle {
		for i := range m.rounds {
			round(m.setup.Quorums[m.quorum][i], m.priority, &m.rounds[i].given)
			round(m.setup.Quorums[m.quorum][i], m.priority, &m.rounds[i].asked)
		}
		visit(TimeIssued, int64(m.priority.Process), &m.priority.Time)
	}
	for i := range m.requests {
		round(m.self, m.requests[i].stamp, &m.requests[i].round)
		visitStamp(&m.requests[i].stamp, visit)
	}
}

// Ignores knows what is late: an INQUIRE of a request that is over and, where messages name it, a
// LOCKED.
func (m *joungM) Ignores(msg *Message) bool {
	late := (m.phase != Trying || msg.Stamp != m.priority) && msg.Clock <= m.sn
	return late && (msg.Kind == Inquire || m.names && msg.Kind == Locked)
}

func (m *joungS) Times(of *Message, visit TimeVisit) {
	if of != nil {
		visit(TimeUnread, 0, &of.Stamp.Time)
		return
	}
	visit(TimeUnread, 0, &m.sn)
	for _, list := range [...][]nodeRequest{m.holders, m.deferred, m.early} {
		for i := range list {
			visit(TimeUnread, 0, &list[i].stamp.Time)
		}
	}
}

func (m *pFixedMachine) Times(of *Message, visit TimeVisit) {
	if visitClock(of, TimeClock, m.self, &m.clock, m.phase, &m.stamp, visit) {
		visit(TimeRound, int64(of.Node), &of.Round)
		return
	}
	visit(TimeRound, int64(m.self), &m.round)
	if m.phase != Idle {
		for i := range m.members {
			visit(TimeRound, int64(m.members[i].node), &m.members[i].round)
			visit(TimeRound, int64(m.members[i].node), &m.members[i].asked)
		}
	}
	visitStamps(m.held, &m.holder.stamp, m.queue, func(r *pStamped) *Stamp { return &r.stamp }, m.gone, visit)
}

// Ignores knows what is late: of a request that is over, or a lock that is given back.
func (m *pFixedMachine) Ignores(msg *Message) bool {
	switch {
	case msg.Clock > m.clock || msg.Kind == Request || msg.Kind == Release:
		return false
	case msg.Kind == Relinquish:
		return !m.held || m.holder.stamp != msg.Stamp || msg.Round != m.round
	case m.phase != Trying || msg.Stamp != m.stamp:
		return true
	}
	at, _ := m.member(msg.Node)
	of := &m.members[at]
	return msg.Kind == Failed && of.round > 0 || msg.Kind == Inquire && (msg.Round < of.round || msg.Round == of.round && !of.has)
}

func (m *ricartMachine) Times(of *Message, visit TimeVisit) {
	own := Stamp{m.ours, m.me}
	visitClock(of, TimeNext, m.self, &m.highest, m.phase, &own, visit)
	m.ours = own.Time
}

func (m *suzukiMachine) Times(of *Message, visit TimeVisit) {
	token := m.token
	if of != nil {
		token = of.Token
		visit(TimeNumber, int64(of.Stamp.Process), &of.Stamp.Time)
	}
	for j := 0; of == nil && j < len(m.rn); j++ {
		visit(TimeNumber, int64(j), &m.rn[j])
	}
	for j := 0; token != nil && j < len(token.Served); j++ {
		visit(TimeServed, int64(j), &token.Served[j])
	}
}

func (m *accessMachine) Times(of *Message, visit TimeVisit) {
	if of != nil {
		visit(TimeRound, int64(of.Stamp.Process), &of.Stamp.Time)
		return
	}
	me, _ := m.setup.ProcessAt(m.self)
	visit(TimeRound, int64(me), &m.stamp.Time)
}
