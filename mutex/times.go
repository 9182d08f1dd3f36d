package mutex

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
	// TimeNumber is the count of a process as somebody knows it, and TimeServed, one
	// in a system, says how many are served. Only whether the one is more than the other
	// counts, and by how much. A message with a TimeNumber that is not more does nothing, now or
	// later.
	TimeNumber
	TimeServed
)

// TimeVisit is told a time, its kind, and the number that keeps times of one kind apart. That of a
// TimeClock is -1-p for a stamp of process p, and else more than 0: it is a clock.
type TimeVisit func(kind TimeKind, number int64, t *uint32)

// Ignorer is a machine that can tell which messages it ignores.
type Ignorer interface {
	Machine
	// Ignores reports that a message under way to this machine does nothing, whenever it arrives.
	// Where it is so, it stays so.
	Ignores(m *Message) bool
}

// Ignores knows what is late: of a request that is over, a grant that is given back, a lock that
// has come since. Of an arbiter that has told FAILED or LOCKED one of the two holds from then on.
// The clock has seen all these stamps before.
func (m *fixedMachine) Ignores(msg *Message) bool {
	switch {
	case m.setup.Flaw != Flawless || msg.Kind == Request || msg.Kind == Release:
		return false
	case msg.Kind == Relinquish:
		return msg.Node == m.self && (!m.holds(msg.Stamp) || msg.Round != m.round)
	case m.phase != Trying || msg.Stamp != m.stamp:
		return true
	}
	of := m.member(msg.Node)
	return msg.Kind == Failed && (of.locked || of.failed || m.everknown) || msg.Kind == Inquire && (msg.Round < of.round || msg.Round == of.round && !of.locked)
}

// Ignores knows what is late: an INQUIRE of a request that is over and, where messages name it, a
// LOCKED.
func (m *joungM) Ignores(msg *Message) bool {
	late := (m.phase != Trying || msg.Stamp != m.stamp) && msg.Clock <= m.clock
	return late && (msg.Kind == Inquire || m.names && msg.Kind == Locked)
}

// Ignores knows what is late: of a request that is over, or a lock that is given back.
func (m *pFixedMachine) Ignores(msg *Message) bool {
	switch {
	case msg.Clock > m.clock || msg.Kind == Request || msg.Kind == Release:
		return false
	case msg.Kind == Relinquish:
		return !m.holds(msg.Stamp) || msg.Round != m.round
	case m.phase != Trying || msg.Stamp != m.stamp:
		return true
	}
	of := m.member(msg.Node)
	return msg.Kind == Failed && of.round > 0 || msg.Kind == Inquire && (msg.Round < of.round || msg.Round == of.round && !of.locked)
}
