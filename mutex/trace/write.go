package trace

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"

	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/quorum"
)

// fileEvent is a line of an event.
type fileEvent struct {
	At       float64    `json:"at"`
	What     string     `json:"what"`
	ID       uint64     `json:"id,omitempty"`
	Kind     string     `json:"kind,omitempty"`
	Line     string     `json:"line,omitempty"`
	Process  *number    `json:"process,omitempty"`
	Entry    uint32     `json:"entry,omitempty"`
	Arose    *float64   `json:"arose,omitempty"`
	From     *number    `json:"from,omitempty"`
	To       *number    `json:"to,omitempty"`
	Node     *number    `json:"node,omitempty"`
	Group    *number    `json:"group,omitempty"`
	Stamp    *pair      `json:"stamp,omitempty"`
	Clock    uint32     `json:"clock,omitempty"`
	Round    uint32     `json:"round,omitempty"`
	Flag     bool       `json:"flag,omitempty"`
	Quorum   *number    `json:"quorum,omitempty"`
	Members  []number   `json:"members,omitempty"`
	Token    *fileToken `json:"token,omitempty"`
	Cause    *pair      `json:"cause,omitempty"`
	Violates bool       `json:"violates,omitempty"`
	Stuck    []number   `json:"stuck,omitempty"`
}

// number is a number from 1 in the file, from 0 in Go; 0 and -1 for none.
type number int32

func (v number) MarshalJSON() ([]byte, error) {
	return strconv.AppendInt(nil, int64(quorum.Index(v).Ordinal()), 10), nil
}

// pair is a stamp (time, process) or a cause (process, entry), as the file has it.
type pair []uint32

type fileToken struct {
	Served  []uint32 `json:"served"`
	Queue   []number `json:"queue"`
	Entries []uint32 `json:"entries"` // parallel to the queue
}

func choose(second bool, a, b string) string {
	if second {
		return b
	}
	return a
}

// Writer writes a trace. The first error stays, and ends the writing.
type Writer struct {
	header Header
	out    *bufio.Writer
	lines  *json.Encoder
	err    error
}

// NewWriter writes the header.
func NewWriter(w io.Writer, h Header) *Writer {
	t := &Writer{header: h, out: bufio.NewWriterSize(w, 1<<16)}
	t.lines = show.Encoder(show.JSON(t.out))
	h.Lines = h.Lines[1:]
	t.err = t.lines.Encode(h)
	return t
}

// Write writes an event. A run that ended has an End as its last one.
func (t *Writer) Write(e Event) {
	if t.err == nil {
		t.err = t.lines.Encode(t.file(e))
	}
}

// Close writes the rest of the buffer, and returns the first error.
func (t *Writer) Close() error {
	if t.err == nil {
		t.err = t.out.Flush()
	}
	return t.err
}

func (t *Writer) file(e Event) fileEvent {
	f := fileEvent{At: e.At, What: e.What.String()}
	switch e.What {
	case Wish:
		f.Process, f.Entry = at(e.Process), e.Entry
		if e.Arose != e.At {
			f.Arose = &e.Arose
		}
		if t.header.Groups > 1 {
			f.Group = at(e.Group)
		}
		if e.Quorum >= 0 {
			f.Quorum = at(e.Quorum)
			f.Members = numbers(e.Members)
		}
	case Enter, Exit, Abandon, Refuse:
		f.Process, f.Entry, f.Violates = at(e.Process), e.Entry, e.Violates
	case Crash, Learn:
		f.Node = at(e.Node)
	case Succeed:
		f.Node, f.To = at(e.Node), at(e.By)
	case Arrive, Lose:
		f.ID = e.ID
	case Send, Tell:
		f.ID = e.ID
		t.message(&f, &e.Message)
	case End:
		f.Stuck = numbers(e.Stuck)
	}
	return f
}

func (t *Writer) message(f *fileEvent, m *mutex.Message) {
	f.Kind, f.Line = m.Kind.String(), t.header.Lines[m.Line]
	f.From, f.To, f.Node = at(m.From), at(m.To), at(m.Node)
	f.Clock, f.Round, f.Flag = m.Clock, m.Round, m.Flag
	if m.Group != 0 {
		f.Group = at(m.Group)
	}
	if m.Quorum != 0 {
		f.Quorum = at(m.Quorum)
	}
	if m.Stamp != (mutex.Stamp{}) {
		f.Stamp = &pair{m.Stamp.Time, ordinal(m.Stamp.Process)}
	}
	if m.Cause != (mutex.Cause{}) {
		f.Cause = &pair{ordinal(m.Cause.Process), m.Cause.Entry}
	}
	if m.Token != nil {
		f.Token = &fileToken{Served: append([]uint32{}, m.Token.Served...), Queue: numbers(m.Token.Queue), Entries: append([]uint32{}, m.Token.Entries...)}
	}
}

func at(v int32) *number { return (*number)(&v) }

func numbers(list []int32) []number {
	out := make([]number, len(list))
	for i, v := range list {
		out[i] = number(v)
	}
	return out
}

func ordinal(v int32) uint32 { return uint32(quorum.Index(v).Ordinal()) }
