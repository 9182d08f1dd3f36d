package mutex

// TimeKind says how a time that a machine keeps is used: as a clock, a stamp or a count.
type TimeKind uint8

// The kinds of times. Zero is no time, in each of them.
const (
	// TimeUnread marks a time that nothing reads.
	TimeUnread TimeKind = iota
	// TimeClock is compared with all times of this kind and the next three. A machine makes a new
	// one when its process wishes alone: one more than a time that it keeps.
	TimeClock
	// TimeNext is a TimeClock that only the next wish of this process reads.
	TimeNext
	// TimeIssued is the TimeClock of the present request of this process.
	TimeIssued
	// TimeShown is a TimeClock in a message. Its only use is to raise the TimeClock with the same
	// number if that is less. The latter never falls.
	TimeShown
	// TimeRound is compared only with rounds of the same number, and a new round is greater than
	// all of them.
	TimeRound
	// TimeNumber is the request count of a process as some actor knows it. TimeServed counts the
	// requests served; a system has one such time. Only their difference matters. A message whose
	// TimeNumber is not greater does nothing, now or later.
	TimeNumber
	TimeServed
)

// TimeVisit receives a time, its kind, and the number that keeps times of one kind apart. The
// number of a TimeClock is -1-p for a stamp of process p, and positive for a clock.
type TimeVisit func(kind TimeKind, number int64, t *uint32)

// Ignorer is a machine that can tell which messages it ignores.
type Ignorer interface {
	Machine
	// Ignores reports that a message under way to this machine does nothing, whenever it arrives.
	// This stays true.
	Ignores(m *Message) bool
}
