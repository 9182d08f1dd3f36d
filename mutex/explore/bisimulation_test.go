package explore

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
)

// TestBisimulation: no two states of a graph are equivalent for the machines. The number of states
// is that of their classes by bisimulation, where one machine or one message can distinguish
// states.
//
// Two states of a machine are in one class if no sequence of wishes, exits and messages, in any
// order, makes it do something else from the one than from the other: be in another phase, show
// others as those who hold or wait, or send messages of other classes. Two messages of a channel
// are in one class if they are of one kind and no machine that gets them does something else.
// So clocks and counters count, but values that are only carried along do not. The coarser classes
// of the whole graph would not do: in them a clock is nothing any more once the last wish is made,
// and a late message is like any other that will be ignored, which no machine can know.
func TestBisimulation(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	bisimulationHolds(t, 125, mutex.Options{}) // more in TestSlowBisimulation
}

// bisimulationHolds compares the small configurations, or of those that have more states some
// choices of two requesters.
func bisimulationHolds(t *testing.T, most uint64, options ...mutex.Options) {
	compared := map[string]bool{}
	list := small(t)
	list["another quorum"] = configOf(t, "{1},{2}", "protocol-p-retry", 0, 1)
	for _, name := range []string{"raymond-k", "k-tokens"} {
		list[name+", two inside"] = configOver(t, twoOfThree(t), mutex.Find(name), 0, 2)
	}
	for name, c := range list {
		for _, o := range options {
			s := *c.Setup
			s.Options, c.Setup = o, &s
			r, err := Run(t.Context(), c, Options{MostStates: most})
			if !r.Complete { // then fewer choices
				c.Requesters = slices.Clone(c.Requesters[:2])
				for i := range c.Requesters {
					c.Requesters[i].Choices = c.Requesters[i].Choices[:1]
				}
				r, err = Run(t.Context(), c, Options{MostStates: 4 * most})
			}
			if err != nil {
				t.Fatal(err)
			}
			if !r.Complete {
				continue
			}
			compared[c.Algorithm.Name] = true
			if classes, like := bisimilar(t, c); classes != int(r.States) {
				t.Errorf("%s, %+v: %d states, and %d classes; in one of them are\n%s", name, o, r.States, classes, like)
			}
		}
	}
	for _, a := range mutex.Algorithms() {
		assert.True(t, compared[a.Name], "no graph of %s is small enough", a.Name)
	}
}

// automata are the machines of a configuration as automata. They hold the outcome of each input in
// each state that was seen, and in each that a few further inputs lead to.
type automata struct {
	c        *Config
	sys      *mutex.System
	codec    mutex.Codec
	messages []mutex.Message // those that were seen, and others
	seen     int
	number   map[string]int
	index    []map[string]int // by actor: the states of its machine, by their encodings
	keys     [][]string
	does     [][][]outcome // by actor, state and input
	class    [][]int       // by actor and state
	kind     []int         // by message: its class
	place    map[int]int   // by message that was seen: its place among the inputs
}

// outcome is the effect of an input: the messages that are sent, and the next state, or -1 if there
// is none.
type outcome struct {
	sent []int
	to   int
}

// bisimilar returns how many classes the states of a configuration are in, and two of one class.
func bisimilar(t *testing.T, c Config) (classes int, like string) {
	t.Helper()
	s := assert.Got(newSearch(t.Context(), &c, Options{Jobs: 1}))(t)
	s.run(t.Context())
	a := automataOf(s.graph)
	a.refine(s.graph)
	seen := map[string]string{}
	w := s.view()
	for depth := range s.result.Depth + 1 {
		for _, p := range s.pieces(depth) {
			for r := range p.states {
				w.load(r)
				var class []byte
				var text string
				for actor, l := range w.states {
					class = binary.AppendUvarint(class, uint64(a.class[actor][a.index[actor][l.key]]))
					class = binary.AppendUvarint(class, uint64(l.wished))
					group := int64(0)
					if w.system.Rule.Name == mutex.OneGroup && l.phase != mutex.Idle {
						group = int64(l.wish.Group)
					}
					class = binary.AppendVarint(class, group)
					a.load(actor, l.key)
					text += strings.ReplaceAll(fmt.Sprintf("%d: wished %d %v, %+v, under way:", actor, l.wished, l.wish, reflect.ValueOf(a.sys.Machines[actor]).Elem()), fmt.Sprintf("setup:%p ", c.Setup), "")
					for _, ch := range l.box {
						class = binary.AppendUvarint(binary.AppendUvarint(class, uint64(ch.from)), uint64(len(ch.messages)))
						var kinds []int
						for _, m := range ch.messages {
							kinds = append(kinds, a.kind[m])
							text += fmt.Sprintf(" %+v", a.messages[m])
						}
						if c.NoFIFO {
							slices.Sort(kinds)
						}
						for _, k := range kinds {
							class = binary.AppendUvarint(class, uint64(k))
						}
					}
					text += "\n"
				}
				if other, twice := seen[string(class)]; twice && like == "" {
					like = differ(other, text)
				}
				seen[string(class)] = text
			}
		}
	}
	return len(seen), like
}

// further is how many inputs lead on from the states that were seen.
const further = 1

func automataOf(g *graph) *automata {
	a := &automata{c: g.config, sys: mutex.NewSystem(g.config.Algorithm, g.config.Setup), number: map[string]int{}, place: map[int]int{}}
	for i, m := range *g.known.Load() {
		a.messages = append(a.messages, *m)
		a.number[string(m.AppendState(nil, false))] = i
	}
	a.vary()
	n := len(g.actors)
	a.index, a.keys, a.does = make([]map[string]int, n), make([][]string, n), make([][][]outcome, n)
	for actor := range g.actors {
		a.index[actor] = map[string]int{}
		for _, l := range *g.actors[actor].list.Load() {
			a.add(actor, l.key)
		}
		for depth, from := 0, 0; depth <= further; depth++ {
			for to := len(a.keys[actor]); from < to; from++ {
				a.does[actor] = append(a.does[actor], a.inputs(actor, from, depth < further))
			}
		}
	}
	return a
}

// vary adds messages that no run of the configuration brings, but those of others do: of every
// kind, about every request and grant that was seen. So it is no accident of a small graph that
// nobody asks.
func (a *automata) vary() {
	stamps, pairs := map[int32][]mutex.Stamp{}, map[[2]int32]bool{}
	most, clock, flag := uint32(0), uint32(0), false
	for _, m := range a.messages {
		pairs[[2]int32{m.From, m.To}] = true
		process, _ := a.c.Setup.ProcessAt(m.From)
		if !m.Kind.ToArbiter() {
			process, _ = a.c.Setup.ProcessAt(m.To)
		}
		if !slices.Contains(stamps[process], m.Stamp) {
			stamps[process] = append(stamps[process], m.Stamp)
		}
		most, clock, flag = max(most, m.Round), max(clock, m.Clock), flag || m.Flag
	}
	add := func(m mutex.Message) {
		key := string(m.AppendState(nil, false))
		if _, known := a.number[key]; !known {
			a.number[key] = len(a.messages)
			a.messages = append(a.messages, m)
		}
	}
	for _, r := range a.c.Requesters {
		from := a.c.Setup.Place(r.Process)
		for _, x := range r.Choices {
			for _, m := range a.messages[:len(a.messages):len(a.messages)] {
				if m.Kind == mutex.Request && m.Stamp.Process == r.Process && m.Quorum == max(0, x.Quorum) {
					for j := range int32(a.c.Setup.Nodes) { // also of who is not asked
						if x.Quorum < 0 || a.c.Algorithm.Order != mutex.OrderQuorums {
							m.From, m.To, m.Node = from, j, j
							add(m)
						}
					}
				}
			}
		}
	}
	for _, kind := range a.c.Algorithm.Kinds {
		if kind == mutex.Privilege || kind == mutex.Request {
			continue
		}
		for pair := range pairs {
			m := mutex.Message{Kind: kind, From: pair[0], To: pair[1], Node: pair[1]}
			process, _ := a.c.Setup.ProcessAt(m.From)
			if !kind.ToArbiter() {
				m.Node = m.From
				process, _ = a.c.Setup.ProcessAt(m.To)
			}
			for _, m.Stamp = range stamps[process] {
				for m.Round = range most + 1 {
					for m.Clock = range clock + 1 {
						add(m)
						if flag {
							flagged := m
							flagged.Flag = true
							add(flagged)
						}
					}
				}
			}
		}
	}
	a.seen = len(a.messages)
}

func (a *automata) add(actor int, key string) int {
	if i, ok := a.index[actor][key]; ok {
		return i
	}
	i := len(a.keys[actor])
	a.index[actor][key] = i
	a.keys[actor] = append(a.keys[actor], key)
	return i
}

func (a *automata) load(actor int, key string) {
	if a.codec.Load([]byte(key), a.sys.Machines[actor]) != nil {
		panic("a state that is not read as it was written")
	}
}

// inputs returns the outcomes of all inputs in a state. With grow it adds the states to which they
// lead.
func (a *automata) inputs(actor, state int, grow bool) (list []outcome) {
	try := func(do func() []mutex.Message) {
		o := outcome{to: -1}
		defer func() {
			if recover() != nil { // no run brings that
				o = outcome{to: -1}
			}
			list = append(list, o)
		}()
		a.load(actor, a.keys[actor][state])
		for _, m := range do() {
			key := string(m.AppendState(nil, false))
			if _, known := a.number[key]; !known {
				a.number[key] = len(a.messages)
				a.messages = append(a.messages, m)
			}
			o.sent = append(o.sent, a.number[key])
		}
		key := string(a.codec.Append(nil, a.sys.Machines[actor]))
		if i, known := a.index[actor][key]; known || grow {
			a.load(actor, key) // panics if no machine can be in that state
			_ = a.sys.Machines[actor].View()
			if o.to = i; !known {
				o.to = a.add(actor, key)
			}
		}
	}
	if p, some := a.c.Setup.ProcessAt(int32(actor)); some {
		r := a.c.Requesters[0]
		if i := slices.IndexFunc(a.c.Requesters, func(r Requester) bool { return r.Process == p }); i >= 0 {
			r = a.c.Requesters[i]
		}
		r.Process = p
		for _, x := range r.Choices {
			try(func() []mutex.Message {
				return a.sys.Wish(mutex.Wish{Process: r.Process, Entry: 1, Group: x.Group, Quorum: x.Quorum}, nil)
			})
		}
		try(func() []mutex.Message { return a.sys.Exit(r.Process, nil) })
	}
	for i, m := range a.messages[:a.seen] {
		if m.To == int32(actor) {
			a.place[i] = len(list)
			try(func() []mutex.Message { return a.sys.Receive(m, nil) })
		}
	}
	return list
}

// refine puts states and messages into classes, and divides these until nothing tells two of one
// class apart. States that were not tried are in one class with all of their phase; messages that
// were not seen are each in their own.
func (a *automata) refine(g *graph) {
	for actor := range a.keys {
		var of []int
		shown := map[string]int{}
		for _, key := range a.keys[actor] {
			a.load(actor, key)
			v := a.sys.Machines[actor].View()
			if a.c.Algorithm.NoQuorums && g.actors[actor].requester == nil {
				of = append(of, len(of)) // all its inputs are not tried
				continue
			}
			of = append(of, numbered(shown, fmt.Appendf(nil, "%v %v %v %v %v", v.Phase, v.Holders, v.Queue, v.Has, v.Lacks)))
		}
		a.class = append(a.class, of)
	}
	a.kind = make([]int, len(a.messages))
	for before, count := -1, 0; before != count; {
		before, count = count, 0
		outcomeOf := func(sig []byte, actor int, o outcome) []byte {
			sig = binary.AppendVarint(sig, int64(len(o.sent)))
			for _, m := range o.sent {
				sig = binary.AppendVarint(sig, int64(a.kind[m]))
			}
			if o.to < 0 {
				return append(sig, 0)
			}
			return binary.AppendVarint(append(sig, 1), int64(a.class[actor][o.to]))
		}
		kinds := map[string]int{}
		kind := make([]int, len(a.messages))
		for i, m := range a.messages {
			sig := fmt.Appendf(nil, "%d %d %v %d ", m.From, m.To, m.Kind, a.kind[i])
			if i >= a.seen || a.c.Algorithm.NoQuorums && g.actors[m.To].requester == nil {
				sig = fmt.Appendf(sig, "%d", i)
			} else {
				at := a.place[i]
				for _, list := range a.does[m.To] {
					sig = outcomeOf(sig, int(m.To), list[at])
				}
			}
			kind[i] = numbered(kinds, sig)
		}
		count += len(kinds)
		for actor := range a.class {
			classes := map[string]int{}
			class := make([]int, len(a.class[actor]))
			for i := range class {
				sig := fmt.Appendf(nil, "%d ", a.class[actor][i])
				if i < len(a.does[actor]) {
					for _, o := range a.does[actor][i] {
						sig = outcomeOf(sig, actor, o)
					}
				}
				class[i] = numbered(classes, sig)
			}
			a.class[actor] = class
			count += len(classes)
		}
		a.kind = kind
	}
}

func numbered(ids map[string]int, text []byte) int {
	if id, known := ids[string(text)]; known {
		return id
	}
	ids[string(text)] = len(ids)
	return len(ids) - 1
}

// differ returns the lines of two texts that differ.
func differ(a, b string) (lines string) {
	of := strings.Split(b, "\n")
	for i, line := range strings.Split(a, "\n") {
		if line != of[i] {
			lines += line + "\n" + of[i] + "\n"
		}
	}
	return lines
}
