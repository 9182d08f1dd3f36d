package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/quorum"
)

// The greatest traces that are read.
const (
	maxLine   = 64 << 20
	maxActors = 1 << 24
)

func wrong(line int, problem string) error { return &quorum.FormatError{Line: line, Problem: problem} }

// Reader reads a trace, line by line. Its memory grows with the messages under way and the
// channels, not with the events.
type Reader struct {
	in     *bufio.Reader
	line   int
	header Header
	order  order
	ended  bool
}

// NewReader reads the header. Errors are a *quorum.FormatError, or those of r.
func NewReader(r io.Reader) (*Reader, error) {
	t := &Reader{in: bufio.NewReaderSize(r, 1<<16)}
	text, err := t.next()
	if errors.Is(err, io.EOF) {
		return nil, wrong(1, "the file is empty: want the header of a trace")
	}
	if err != nil {
		return nil, err
	}
	if problem := t.head(text); problem != "" {
		return nil, wrong(1, problem)
	}
	t.order.start(&t.header)
	return t, nil
}

// Read reads a whole trace.
func Read(r io.Reader) (*Trace, error) {
	t, err := NewReader(r)
	if err != nil {
		return nil, err
	}
	whole := &Trace{Header: t.header}
	for {
		e, err := t.Next()
		if errors.Is(err, io.EOF) {
			return whole, nil
		}
		if err != nil {
			return nil, err
		}
		whole.Events = append(whole.Events, e)
	}
}

// Header returns the first line.
func (t *Reader) Header() Header { return t.header }

// Next returns the next event, and io.EOF after the end. Other errors are a *quorum.FormatError, or
// those of the file.
func (t *Reader) Next() (Event, error) {
	text, err := t.next()
	if errors.Is(err, io.EOF) {
		if !t.ended {
			return Event{}, wrong(t.line+1, `the trace breaks off before its line "end"`)
		}
		return Event{}, io.EOF
	}
	if err != nil {
		return Event{}, err
	}
	if t.ended {
		return Event{}, wrong(t.line, `there is more after the line "end"`)
	}
	e, problem := t.event(text)
	if problem == "" {
		problem = t.order.see(&e)
	}
	if problem != "" {
		return Event{}, wrong(t.line, problem)
	}
	t.ended = e.What == End
	return e, nil
}

// next returns the next line, without its end.
func (t *Reader) next() ([]byte, error) {
	var text []byte
	for {
		part, more, err := t.in.ReadLine()
		if err != nil {
			return nil, err
		}
		if text = append(text, part...); len(text) > maxLine {
			return nil, wrong(t.line+1, fmt.Sprintf("the line is longer than %d bytes", maxLine))
		}
		if !more {
			t.line++
			if !utf8.Valid(text) {
				return nil, wrong(t.line, "what is no text: files are UTF-8")
			}
			return text, nil
		}
	}
}

// object returns the keys of an object, and refuses a repeated key.
func object(text []byte) ([]string, string) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || text[0] != '{' {
		return nil, "want an object in braces"
	}
	if !json.Valid(text) {
		return nil, "no valid JSON"
	}
	var keys []string
	depth, key := 0, true // in how many braces and brackets, and whether the next text is a key
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ',' && depth == 1:
			key = true
		case c == 'n' && depth == 1:
			return nil, fmt.Sprintf("%s is null", show.Value(keys[len(keys)-1]))
		case c == '"':
			from := i
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			if !key || depth != 1 {
				continue
			}
			key = false
			name, err := strconv.Unquote(string(text[from : i+1]))
			if err != nil { // an escape that Go does not have is in no key of ours
				name = string(text[from+1 : i])
			}
			if slices.Contains(keys, name) {
				return nil, fmt.Sprintf("the key %s stands twice", show.Value(name))
			}
			keys = append(keys, name)
		}
	}
	return keys, ""
}

// allow says why the keys are wrong: one is missing, or one has no place here. It returns "" if
// they are right.
func allow(keys, must, may []string) string {
	for _, k := range must {
		if !slices.Contains(keys, k) {
			return fmt.Sprintf("the key %q is missing", k)
		}
	}
	for _, k := range keys {
		if !slices.Contains(must, k) && !slices.Contains(may, k) {
			return fmt.Sprintf("the key %s has no place here", show.Value(k))
		}
	}
	return ""
}

// decode reads an object whose keys were judged.
func decode(text []byte, into any) string {
	err := json.Unmarshal(text, into)
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &kind):
		return fmt.Sprintf("%q is %s, which it cannot be", kind.Field, kind.Value)
	}
	return err.Error()
}

func (v *number) UnmarshalJSON(text []byte) error {
	i, err := strconv.ParseInt(string(text), 10, 32)
	if err != nil || i < 0 {
		return fmt.Errorf("%s is no number of an actor, a group or a quorum", show.Brief(string(text)))
	}
	*v = number(i - 1)
	return nil
}

func (t *Reader) head(text []byte) string {
	keys, problem := object(text)
	if problem != "" {
		return problem
	}
	if !slices.Contains(keys, "format") {
		return fmt.Sprintf("the header has no format: want %q", Format)
	}
	var f Header
	if problem := decode(text, &f); problem != "" {
		return problem
	}
	if f.Format != Format {
		return fmt.Sprintf("the format is %s, not %q", show.Value(f.Format), Format)
	}
	if problem := allow(keys, []string{"format", "algorithm", "system", "nodes", "processes", "groups", "lines", "self", "knows", "fifo", "seed", "clock"},
		[]string{"apart", "names", "max_locks", "flaw", "late"}); problem != "" {
		return problem
	}
	one := func(name, value, a, b string) string {
		if value != a && value != b {
			return fmt.Sprintf("%s is %s: want %q or %q", name, show.Value(value), a, b)
		}
		return ""
	}
	for _, p := range []string{
		one(`"self"`, f.Self, selfLocal, selfNetwork), one(`"knows"`, f.Knows, mutex.KnowsOutstanding.String(), mutex.KnowsEver.String()), one(`"clock"`, f.Clock, clockUnits, ClockSteps),
		one(`"late"`, cmp.Or(f.Late, mutex.LateCurrent.String()), mutex.LateCurrent.String(), mutex.LateIgnored.String()),
	} {
		if p != "" {
			return p
		}
	}
	switch {
	case f.Nodes < 1 || f.Nodes > maxActors:
		return fmt.Sprintf("%d nodes: want 1 to %d", f.Nodes, maxActors)
	case f.Processes < 1 || f.Processes > maxActors:
		return fmt.Sprintf("%d processes: want 1 to %d", f.Processes, maxActors)
	case f.Groups < 1 || f.Groups > maxActors:
		return fmt.Sprintf("%d groups: want 1 to %d", f.Groups, maxActors)
	case len(f.Lines) > math.MaxUint8-1:
		return fmt.Sprintf("%d lines: at most %d", len(f.Lines), math.MaxUint8-1)
	case f.Names != nil && len(f.Names) != f.Nodes:
		return fmt.Sprintf("%d names for %d nodes", len(f.Names), f.Nodes)
	case f.MaxLocks < 0:
		return "max_locks is negative"
	}
	flaw, known := mutex.FindFlaw(f.Flaw)
	if slices.Contains(keys, "flaw") && (!known || flaw.Algorithm != f.Algorithm) {
		return fmt.Sprintf("%s is no flaw of %s", show.Value(f.Flaw), show.Value(f.Algorithm))
	}
	f.Lines = append([]string{""}, f.Lines...)
	if f.Late == mutex.LateCurrent.String() {
		f.Late = ""
	}
	t.header = f
	return ""
}

// The keys of an event beside "at" and "what".
var (
	ofMessage = []string{"at", "what", "kind", "from", "to", "node"}
	mayHave   = []string{"line", "cause", "stamp", "group", "quorum", "clock", "round", "flag", "token"}
	ofEvents  = [...]struct{ must, may []string }{
		Wish:    {[]string{"at", "what", "process", "entry"}, []string{"arose", "group", "quorum", "members"}},
		Send:    {append([]string{"id"}, ofMessage...), mayHave},
		Tell:    {ofMessage, mayHave},
		Arrive:  {[]string{"at", "what", "id"}, nil},
		Enter:   {[]string{"at", "what", "process", "entry"}, []string{"violates"}},
		Exit:    {[]string{"at", "what", "process", "entry"}, nil},
		Abandon: {[]string{"at", "what", "process", "entry"}, nil},
		Refuse:  {[]string{"at", "what", "process"}, []string{"entry"}},
		Crash:   {[]string{"at", "what", "node"}, nil},
		Learn:   {[]string{"at", "what", "node"}, nil},
		Lose:    {[]string{"at", "what", "id"}, nil},
		Succeed: {[]string{"at", "what", "node", "to"}, nil},
		End:     {[]string{"at", "what"}, []string{"stuck"}},
	}
)

func (t *Reader) event(text []byte) (Event, string) {
	keys, problem := object(text)
	if problem != "" {
		return Event{}, problem
	}
	if !slices.Contains(keys, "what") {
		return Event{}, `the key "what" is missing`
	}
	var f fileEvent
	if problem := decode(text, &f); problem != "" {
		return Event{}, problem
	}
	what := Wish
	for what <= End && what.String() != f.What {
		what++
	}
	if what > End {
		return Event{}, fmt.Sprintf("no event is called %s", show.Value(f.What))
	}
	if problem := allow(keys, ofEvents[what].must, ofEvents[what].may); problem != "" {
		return Event{}, problem
	}
	e := Event{At: f.At, What: what, Entry: f.Entry, Violates: f.Violates, ID: f.ID, Stuck: plain(f.Stuck)}
	if f.Process != nil {
		e.Process = int32(*f.Process)
	}
	switch e.What {
	case Wish:
		if (f.Quorum == nil) != (f.Members == nil) {
			return Event{}, `of "quorum" and "members" one is missing`
		}
		if e.Quorum = -1; f.Quorum != nil {
			e.Quorum, e.Members = int32(*f.Quorum), plain(f.Members)
		}
		if f.Group != nil {
			e.Group = int32(*f.Group)
		}
		if e.Arose = e.At; f.Arose != nil {
			e.Arose = *f.Arose
		}
	case Crash, Learn:
		e.Node = int32(*f.Node)
	case Succeed:
		e.Node, e.By = int32(*f.Node), int32(*f.To)
	case Send, Tell:
		problem = t.message(&f, &e.Message)
	}
	return e, problem
}

func (t *Reader) message(f *fileEvent, m *mutex.Message) string {
	for k := range mutex.Kinds - 1 {
		if kind := mutex.Kind(k + 1); kind.String() == f.Kind {
			m.Kind = kind
		}
	}
	if m.Kind == 0 {
		return fmt.Sprintf("no message is called %s", show.Value(f.Kind))
	}
	line := slices.Index(t.header.Lines, f.Line)
	if line < 0 {
		return fmt.Sprintf("the header has no line %s", show.Value(f.Line))
	}
	m.Line, m.From, m.To, m.Node = uint8(line), int32(*f.From), int32(*f.To), int32(*f.Node)
	m.Clock, m.Round, m.Flag = f.Clock, f.Round, f.Flag
	if f.Group != nil {
		m.Group = int32(*f.Group)
	}
	if f.Quorum != nil {
		m.Quorum = int32(*f.Quorum)
	}
	if f.Stamp != nil {
		if problem := f.Stamp.flaw("stamp", 1); problem != "" {
			return problem
		}
		m.Stamp = mutex.Stamp{Time: (*f.Stamp)[0], Process: int32((*f.Stamp)[1]) - 1}
	}
	if f.Cause != nil {
		if problem := f.Cause.flaw("cause", 0); problem != "" {
			return problem
		}
		m.Cause = mutex.Cause{Process: int32((*f.Cause)[0]) - 1, Entry: (*f.Cause)[1]}
	}
	if f.Token != nil {
		m.Token = &mutex.Token{Served: f.Token.Served, Queue: plain(f.Token.Queue), Entries: f.Token.Entries}
		if len(m.Token.Entries) != len(m.Token.Queue) {
			return "the token has not as many entries as its queue"
		}
	}
	return ""
}

// flaw says why a pair that contains a process is wrong, "" if it is right.
func (p pair) flaw(name string, process int) string {
	if len(p) != 2 || p[process] > math.MaxInt32 {
		return fmt.Sprintf("%q is no pair of a process and a number", name)
	}
	return ""
}

func plain(list []number) []int32 {
	if len(list) == 0 {
		return nil
	}
	out := make([]int32, len(list))
	for i, v := range list {
		out[i] = int32(v)
	}
	return out
}
