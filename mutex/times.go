package mutex

// TimeKind says what reads a time that a machine keeps: a clock, a stamp or a count.
type TimeKind uint8

// The kinds of times. Zero is no time, in each of them.
const (
	// TimeUnread is read by nobody.
	TimeUnread TimeKind = iota
	// TimeClock is compared with all times of this kind and the next two. A machine makes a new one
	// when its process wishes alone: one more than a time that it keeps.
	TimeClock
	// TimeNext is a TimeClock that only the next wish of this process reads.
	TimeNext
	// TimeIssued is the TimeClock of the present request of this process.
	TimeIssued
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

// TimeVisit is told a time, its kind, and the number that keeps times of one kind apart.
type TimeVisit func(kind TimeKind, number int32, t *uint32)

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
		visit(round, of.Node, &of.Round)
		return
	}
	visit(TimeNext, 0, &m.clock)
	visit(TimeRound, m.self, &m.round)
	if m.phase != Idle {
		visit(TimeIssued, m.stamp.Process, &m.stamp.Time)
		for i, j := range m.setup.Quorums[m.quorum] {
			visit(TimeRound, j, &m.members[i].round)
			visit(TimeRound, j, &m.members[i].asked)
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
		visit(TimeClock, 0, &of.Clock)
		return
	}
	visit(clock, 0, &m.clock)
	if m.phase != Idle {
		visit(TimeIssued, m.stamp.Process, &m.stamp.Time)
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
		visit(TimeIssued, m.stamp.Process, &m.stamp.Time)
	}
	visitWaiting(m.held, &m.holder, m.queue, m.gone, visit)
}

func (m *joungM) Times(of *Message, visit TimeVisit) {
	// The locks for a request are counted for each arbiter and request.
	round := func(node, process int32, t *uint32) {
		if m.names {
			visit(TimeRound, node*int32(m.setup.Processes)+process, t)
		} else {
			visit(TimeUnread, 0, t)
		}
	}
	if of != nil {
		visit(TimeClock, 0, &of.Stamp.Time)
		visit(TimeClock, 0, &of.Clock)
		round(of.Node, of.Stamp.Process, &of.Round)
		return
	}
	visit(TimeClock, 0, &m.sn)
	visit(TimeClock, 0, &m.nodeSN)
	if m.phase != Idle {
		visit(TimeIssued, m.priority.Process, &m.priority.Time)
		if m.names {
			for i, j := range m.setup.Quorums[m.quorum] {
				round(j, m.priority.Process, &m.rounds[i].given)
				round(j, m.priority.Process, &m.rounds[i].asked)
			}
		}
	}
	for i := range m.requests {
		r := &m.requests[i]
		visit(TimeClock, 0, &r.stamp.Time)
		if m.names {
			round(m.self, r.stamp.Process, &r.round)
		}
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
		visit(TimeClock, 0, &of.Clock)
		round := TimeRound
		if of.Kind == Failed {
			round = TimeUnread
		}
		visit(round, of.Node, &of.Round)
		return
	}
	visit(TimeClock, 0, &m.clock)
	visit(TimeRound, m.self, &m.round)
	if m.phase != Idle {
		visit(TimeIssued, m.stamp.Process, &m.stamp.Time)
		for i := range m.members {
			visit(TimeRound, m.members[i].node, &m.members[i].round)
			visit(TimeRound, m.members[i].node, &m.members[i].asked)
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
		visit(TimeIssued, m.me, &m.ours)
	}
}

func (m *suzukiMachine) Times(of *Message, visit TimeVisit) {
	token := m.token
	if of != nil {
		if token = of.Token; of.Kind == Request {
			visit(TimeNumber, of.Stamp.Process, &of.Stamp.Time)
		}
	} else {
		for j := range m.rn {
			visit(TimeNumber, int32(j), &m.rn[j])
		}
	}
	if token != nil {
		for j := range token.Served {
			visit(TimeServed, int32(j), &token.Served[j])
		}
	}
}

func (m *accessMachine) Times(of *Message, visit TimeVisit) {
	if of != nil {
		visit(TimeRound, of.Stamp.Process, &of.Stamp.Time)
		return
	}
	me, _ := m.setup.ProcessAt(m.self)
	visit(TimeRound, me, &m.stamp.Time)
}
