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
