package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/mutex/sim/simtest"
	"coterie/quorum"
)

// record does a run and returns its trace.
func record(t testing.TB, c sim.Config) *Trace {
	t.Helper()
	whole := &Trace{Header: HeaderOf(&c, nil)}
	assert.Got(RecordRun(t.Context(), c, func(e Event) { whole.Events = append(whole.Events, e) }))(t)
	return whole
}

func written(t testing.TB, whole *Trace) string {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, whole.Header)
	for _, e := range whole.Events {
		w.Write(e)
	}
	assert.OK(t, w.Close())
	return b.String()
}

// algorithmsOver are all of them, each with a system that it runs over.
func algorithmsOver(t *testing.T) map[string]string {
	specs := map[string]string{}
	for _, a := range mutex.Algorithms() {
		for _, spec := range []string{"fpp:order=2", "surficial:n=12,m=3"} {
			i := assert.Got(construct.Parse(t.Context(), spec))(t)
			if a.Accepts(i.Kind()) == nil && specs[a.Name] == "" {
				specs[a.Name] = spec
			}
		}
	}
	return specs
}

// TestRunsAreReadAsWritten: every event of runs of every algorithm survives the file, and the
// machines do beside it what the file says.
func TestRunsAreReadAsWritten(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	for name, spec := range algorithmsOver(t) {
		for seed := range uint64(8) {
			c := simtest.Config(t, spec, name, 15, seed)
			c.NoFIFO = seed%2 == 1 && !c.Algorithm.NeedsFIFO
			switch {
			case seed == 3 && c.Algorithm.Abandons:
				c.Crashes, c.Detect = []sim.Crash{{Node: 2, At: 9}}, 2
			case seed == 4 && c.Algorithm.Abandons:
				c.CrashProbability = 0.3
			case seed == 2:
				s := *c.Setup
				s.Late, c.Setup = mutex.LateIgnored, &s
			case seed == 5:
				c.Open, c.Think = true, sim.Exp(20)
			case seed == 6:
				c.Schedule = sim.LIFO
			case seed == 7:
				c.Schedule, c.Victim = sim.Starve, 1
			}
			whole := record(t, c)
			text := written(t, whole)
			again := assert.Got(Read(strings.NewReader(text)))(t, "%s, seed %d", name, seed)
			assert.MustEqual(t, differ(whole, again), "", "%s, seed %d", name, seed)
			steps := 0
			r := NewReplay(mutex.NewSystem(c.Algorithm, c.Setup), func(s Step) {
				steps++
				if s.Number != steps || again.Sentence(s.Opener, s.Then) == "" {
					t.Fatalf("%s: step %+v", name, s)
				}
			})
			for _, e := range again.Events {
				assert.OK(t, r.Event(e), "%s, seed %d", name, seed)
			}
			if err := r.Close(); err != nil || steps == 0 {
				t.Fatal(name, steps, err)
			}
		}
	}
}

// TestWaitingIsReadFromTheFile: where wishes wait their turn, or ask another quorum after a crash,
// the file alone says how long each has waited.
func TestWaitingIsReadFromTheFile(t *testing.T) {
	for seed := range uint64(6) {
		c := simtest.Config(t, "fpp:order=2", "maekawa-fixed", 60, seed)
		if seed < 3 {
			c.Open, c.Think = true, sim.Exp(20)
		} else {
			for p := range c.Requesters {
				c.Requesters[p].Menus = []sim.Menu{{Quorums: []int32{0, 1, 2, 3, 4, 5, 6}, Live: true}}
			}
			c.Crashes, c.Detect = []sim.Crash{{Node: 2, At: 9}}, 2
		}
		whole := &Trace{Header: HeaderOf(&c, nil)}
		result := assert.Got(RecordRun(t.Context(), c, func(e Event) { whole.Events = append(whole.Events, e) }))(t)
		again := assert.Got(Read(strings.NewReader(written(t, whole))))(t)
		arose, waited, earlier := map[int32]float64{}, 0.0, false
		for _, e := range again.Events {
			switch e.What {
			case Wish:
				arose[e.Process], earlier = e.Arose, earlier || e.Arose < e.At
			case Enter:
				waited += e.At - arose[e.Process]
			}
		}
		if mean := waited / float64(result.Entries); !earlier || math.Abs(mean-result.Waiting.Mean()) > 1e-6*mean {
			t.Errorf("seed %d: the file has a mean waiting time of %v, the run of %v; some wish waited: %v", seed, mean, result.Waiting.Mean(), earlier)
		}
	}
}

// same compares two events; of tokens what they hold.
func same(a, b Event) bool {
	x, y := a.Message.Token, b.Message.Token
	a.Message.Token, b.Message.Token = nil, nil
	return reflect.DeepEqual(a, b) && (x == nil) == (y == nil) && (x == nil || slices.Equal(x.Served, y.Served) && slices.Equal(x.Queue, y.Queue) && slices.Equal(x.Entries, y.Entries))
}

// differ says where two traces do.
func differ(a, b *Trace) string {
	if !reflect.DeepEqual(a.Header, b.Header) || len(a.Events) != len(b.Events) {
		return fmt.Sprintf("%+v and %+v, %d and %d events", a.Header, b.Header, len(a.Events), len(b.Events))
	}
	for i, e := range a.Events {
		if !same(e, b.Events[i]) {
			return fmt.Sprintf("event %d: %+v and %+v", i, e, b.Events[i])
		}
	}
	return ""
}

// TestReplayJudges: a trace with an event that the machines would not have made is found out.
func TestReplayJudges(t *testing.T) {
	c := simtest.Config(t, "fpp:order=2", "maekawa-fixed", 10, 1)
	whole := record(t, c)
	for what, change := range map[string]func(e *Event) bool{
		"another receiver": func(e *Event) bool { e.Message.To ^= 1; return e.What == Send },
		"another kind":     func(e *Event) bool { e.Message.Kind = mutex.Failed; return e.What == Send },
		"another process":  func(e *Event) bool { e.Process ^= 1; return e.What == Exit },
		"no message":       func(e *Event) bool { *e = Event{What: Crash}; return true },
	} {
		r := NewReplay(mutex.NewSystem(c.Algorithm, c.Setup), nil)
		var err error
		changed := false
		for _, e := range whole.Events {
			if was := e; !changed && (was.What == Send || was.What == Exit) {
				if changed = change(&e); !changed {
					e = was
				}
			}
			err = errors.Join(err, r.Event(e))
		}
		if !changed || err == nil || !strings.HasPrefix(err.Error(), "step ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// head is a header for files written by hand.
const head = `{"format":"coterie-trace/1","algorithm":"a","system":"s","nodes":3,"processes":3,"groups":1,"lines":["(1)"],"self":"local","knows":"ever","fifo":true,"seed":1,"clock":"units"}` + "\n"

const (
	wish = `{"at":1,"what":"wish","process":1,"entry":1}` + "\n"
	send = `{"at":1,"what":"send","id":1,"kind":"REQUEST","line":"(1)","from":1,"to":2,"node":2}` + "\n"
	next = `{"at":1,"what":"send","id":2,"kind":"RELEASE","line":"(1)","from":1,"to":2,"node":2}` + "\n"
	end  = `{"at":9,"what":"end"}` + "\n"
)

func TestReaderIsStrict(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "the file is empty",
		"{}":                          "no format",
		`{"format":"coterie/1"}`:      `"coterie/1"`,
		"[]":                          "braces",
		"\xff":                        "UTF-8",
		`{"format":"a","format":"b"}`: "twice",
		`{"format":"a","x":[{"format":"b"},"\"{"],"x":1}`:            `"x" stands twice`,
		strings.Replace(head, `"seed":1,`, "", 1):                    `"seed" is missing`,
		strings.Replace(head, `"seed"`, `"Seed"`, 1):                 `"seed" is missing`,
		strings.Replace(head, `"seed":1`, `"seed":-1`, 1):            `"seed"`,
		strings.Replace(head, `"seed":1`, `"seed":1,"x":2`, 1):       `"x" has no place`,
		strings.Replace(head, `"nodes":3`, `"nodes":0`, 1):           "0 nodes",
		strings.Replace(head, `"local"`, `"far"`, 1):                 `"far"`,
		strings.Replace(head, `"seed":1`, `"seed":null`, 1):          "null",
		strings.Replace(head, `"groups":1`, `"groups":0`, 1):         "0 groups",
		strings.Replace(head, `"knows"`, `"late":"lost","knows"`, 1): `"lost": want "current" or "ignored"`,
		head:               "breaks off",
		head + wish:        "breaks off",
		head + end + wish:  `after the line "end"`,
		head + "\n" + end:  "braces",
		head + wish + end:  "the processes that wait are [1], not []",
		head + wish + wish: "wish of process 1, which is in trying",
		head + strings.Replace(wish, `"process":1`, `"process":4`, 1):                        "no process 4",
		head + strings.Replace(wish, `"process":1`, `"process":0`, 1):                        "no process 0",
		head + strings.Replace(wish, `"entry":1`, `"entry":1,"quorum":1`, 1):                 "one is missing",
		head + strings.Replace(wish, `"entry":1`, `"entry":1,"quorum":1,"members":[2,1]`, 1): "not ascending",
		head + strings.Replace(wish, `"at":1`, `"at":-1`, 1):                                 "time goes back",
		head + strings.Replace(wish, `"at":1`, `"at":1,"arose":2`, 1):                        "arose at 2 is made at 1",
		head + strings.Replace(wish, `"at":1`, `"at":1,"arose":-1`, 1):                       "arose at -1",
		head + strings.Replace(wish, `"wish"`, `"hope"`, 1):                                  `"hope"`,
		head + wish + `{"at":0,"what":"end","stuck":[1]}`:                                    "time goes back",
		head + `{"at":1,"what":"enter","process":1,"entry":1}`:                               "which is in NCS",
		head + wish + `{"at":1,"what":"enter","process":1,"entry":2}`:                        "for entry 2",
		head + strings.Replace(send, `"id":1`, `"id":0`, 1):                                  "number of the message is 0",
		head + send + send: "number of the message is 1, after 1",
		head + send + next + `{"at":1,"what":"arrive","id":2}` + "\n" + `{"at":1,"what":"arrive","id":1}`: "channels keep their order",
		head + send + `{"at":1,"what":"arrive","id":2}`:                                                   "no message 2 is under way",
		head + send + `{"at":1,"what":"lose","id":1}`:                                                     "that is up",
		head + strings.Replace(send, `"(1)"`, `"(9)"`, 1):                                                 `no line "(9)"`,
		head + strings.Replace(send, `"REQUEST"`, `"request"`, 1):                                         `"request"`,
		head + strings.Replace(send, `"to":2`, `"to":4`, 1):                                               "no actor 4",
		head + strings.Replace(send, `"send"`, `"tell"`, 1):                                               `"id" has no place`,
		head + `{"at":1,"what":"tell","kind":"REQUEST","line":"(1)","from":1,"to":2,"node":2}`:            "message of the network",
		head + strings.Replace(send, `"node":2`, `"node":2,"stamp":[1]`, 1):                               `"stamp" is no pair`,
		head + `{"at":1,"what":"learn","node":1}`:                                                         "learn of node 1, which is up",
		head + `{"at":1,"what":"crash","node":1}` + "\n" + `{"at":1,"what":"crash","node":1}`:             "which is down",
		head + `{"at":1,"what":"crash","node":7}`:                                                         "no node 7",
		head + `{"at":1,"what":"succeed","node":1,"to":2}`:                                                "has to be up",
		head + `{"at":1,"what":"succeed","node":1}`:                                                       `"to"`,
		head + `{"at":1,"what":"succeed","node":1,"to":9}`:                                                "no node 9",
		head + `{"at":"1","what":"end"}`:                                                                  `"at" is string`,
		head + `{"at":1,"what":"end"} 1`:                                                                  "no valid JSON",
	} {
		_, err := Read(strings.NewReader(text))
		if flaw := (*quorum.FormatError)(nil); !errors.As(err, &flaw) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\nis refused with %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{
		head + end, strings.TrimSpace(head + end), strings.ReplaceAll(head+end, "\n", "\r\n"),
		head + wish + send + next + `{"at":1,"what":"arrive","id":1}` + "\n" + `{"at":2,"what":"end","stuck":[1]}`,
		head + `{"at":0,"what":"crash","node":2}` + "\n" + `{"at":0,"what":"succeed","node":2,"to":1}` + "\n" + end,
		head + `{"at":0,"what":"crash","node":2}` + "\n" + send + `{"at":1,"what":"lose","id":1}` + "\n" + end,
	} {
		if _, err := Read(strings.NewReader(text)); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// FuzzRead: what is read is written as it was, and no text makes the reader panic.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		head, head + wish + send + next + `{"at":1,"what":"arrive","id":1}` + "\n" + `{"at":2,"what":"end","stuck":[1]}`,
		head + `{"at":1,"what":"tell","kind":"PRIVILEGE","line":"","from":1,"to":1,"node":0,"token":{"served":[1],"queue":[2],"entries":[1]},"cause":[1,1],"stamp":[0,2],"clock":3,"round":4,"flag":true,"quorum":0}` + "\n" + end,
	} {
		f.Add(text)
	}
	c := simtest.Config(f, "fpp:order=2", "maekawa-fixed", 3, 1)
	f.Add(written(f, record(f, c)))
	f.Fuzz(func(t *testing.T, text string) {
		whole, err := Read(strings.NewReader(text))
		if err != nil {
			if flaw := (*quorum.FormatError)(nil); !errors.As(err, &flaw) {
				t.Fatal(err)
			}
			return
		}
		again := assert.Got(Read(strings.NewReader(written(t, whole))))(t)
		assert.MustEqual(t, differ(whole, again), "")
	})
}

// fullDisk is a file that is full after so many bytes.
type fullDisk struct{ left int }

func (w *fullDisk) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestWriterKeepsItsError(t *testing.T) {
	c := simtest.Config(t, "fpp:order=2", "maekawa-fixed", 2000, 1)
	whole := record(t, c)
	w := NewWriter(&fullDisk{1000}, whole.Header)
	for _, e := range whole.Events {
		w.Write(e)
	}
	assert.Is(t, w.Close(), io.ErrShortWrite)
}
