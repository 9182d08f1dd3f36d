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
	// TimeNumber is the count of a process as somebody knows it, and TimeServed, of which there is
	// one in a system, says how many are done with. Only whether the one is more than the other
	// counts, and by how much. A message with a TimeNumber that is not more does nothing, now or
	// later.
	TimeNumber
	TimeServed
)

// TimeVisit is told a time, its kind, and the number that keeps times of one kind apart: 0 for a
// TimeClock that no TimeShown raises.
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

func (m *centralizedMachine) Times(*Message, TimeVisit) {}

func (m *raymondMachine) Times(*Message, TimeVisit) {}

func (m *pMachine) Times(*Message, TimeVisit) {}

func (m *fixedMachine) Times(of *Message, visit TimeVisit) {
	if of != nil {
		visit(TimeClock, 0, &of.Stamp.Time)
		round := TimeRound
		if of.Kind == Failed {
			round = TimeUnread
		}
		visit(round, int64(of.Node), &of.Round)
		return
	}
	visit(TimeNext, 0, &m.clock)
	visit(TimeRound, int64(m.self), &m.round)
	if m.phase != Idle {
		visit(TimeIssued, int64(m.stamp.Process), &m.stamp.Time)
		for i, j := range m.setup.Quorums[m.quorum] {
			visit(TimeRound, int64(j), &m.members[i].round)
			visit(TimeRound, int64(j), &m.members[i].asked)
		}
	}
	visitWaiting(m.held, &m.holder, m.queue, m.gone, visit)
}

func visitWaiting(held bool, holder *waiting, queue []waiting, gone []Stamp, visit TimeVisit) {
	if held {
		visit(TimeClock, 0, &holder.stamp.Time)
	}
	for i := range queue {
		visit(TimeClock, 0, &queue[i].stamp.Time)
	}
	for i := range gone {
		visit(TimeClock, 0, &gone[i].Time)
	}
}

func (m *literalMachine) Times(of *Message, visit TimeVisit) {
	clock := TimeNext
	if m.setup.Numbers == NumbersAll {
		clock = TimeClock
	}
	if of != nil {
		visit(TimeClock, 0, &of.Stamp.Time)
		visit(TimeShown, int64(1+of.To), &of.Clock)
		return
	}
	visit(clock, int64(1+m.self), &m.clock)
	if m.phase != Idle {
		visit(TimeIssued, int64(m.stamp.Process), &m.stamp.Time)
	}
	visitWaiting(m.held, &m.holder, m.queue, nil, visit)
}

func (m *orderedMachine) Times(of *Message, visit TimeVisit) {
	if of != nil {
		visit(TimeClock, 0, &of.Stamp.Time)
		return
	}
	visit(TimeNext, 0, &m.clock)
	if m.phase != Idle {
		visit(TimeIssued, int64(m.stamp.Process), &m.stamp.Time)
	}
	visitWaiting(m.held, &m.holder, m.queue, m.gone, visit)
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
		visit(TimeClock, 0, &of.Stamp.Time)
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
		if m.names {
			for i, j := range m.setup.Quorums[m.quorum] {
				round(j, m.priority, &m.rounds[i].given)
				round(j, m.priority, &m.rounds[i].asked)
			}
		}
		visit(TimeIssued, int64(m.priority.Process), &m.priority.Time)
	}
	for i := range m.requests {
		r := &m.requests[i]
		if m.names {
			round(m.self, r.stamp, &r.round)
		}
		visit(TimeClock, 0, &r.stamp.Time)
	}
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
	if of != nil {
		visit(TimeClock, 0, &of.Stamp.Time)
		visit(TimeShown, int64(1+of.To), &of.Clock)
		round := TimeRound
		if of.Kind == Failed {
			round = TimeUnread
		}
		visit(round, int64(of.Node), &of.Round)
		return
	}
	visit(TimeClock, int64(1+m.self), &m.clock)
	visit(TimeRound, int64(m.self), &m.round)
	if m.phase != Idle {
		visit(TimeIssued, int64(m.stamp.Process), &m.stamp.Time)
		for i := range m.members {
			visit(TimeRound, int64(m.members[i].node), &m.members[i].round)
			visit(TimeRound, int64(m.members[i].node), &m.members[i].asked)
		}
	}
	if m.held {
		visit(TimeClock, 0, &m.holder.stamp.Time)
	}
	for i := range m.queue {
		visit(TimeClock, 0, &m.queue[i].stamp.Time)
	}
	for i := range m.gone {
		visit(TimeClock, 0, &m.gone[i].Time)
	}
}

func (m *ricartMachine) Times(of *Message, visit TimeVisit) {
	if of != nil {
		visit(TimeClock, 0, &of.Stamp.Time)
		return
	}
	visit(TimeNext, 0, &m.highest)
	if m.phase != Idle {
		visit(TimeIssued, int64(m.me), &m.ours)
	}
}

func (m *suzukiMachine) Times(of *Message, visit TimeVisit) {
	token := m.token
	if of != nil {
		if token = of.Token; of.Kind == Request {
			visit(TimeNumber, int64(of.Stamp.Process), &of.Stamp.Time)
		}
	} else {
		for j := range m.rn {
			visit(TimeNumber, int64(j), &m.rn[j])
		}
	}
	if token != nil {
		for j := range token.Served {
			visit(TimeServed, int64(j), &token.Served[j])
		}
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
