package trace

import (
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/mutex/sim/simtest"
)

// chosen is the run of a list of names.
func chosen(t testing.TB, c sim.Config, names ...string) *Steered {
	t.Helper()
	s := assert.Got(Steer(&c))(t)
	assert.OK(t, s.Choose(strings.Join(names, ",")))
	return s
}

// TestNamesRepeatRuns: the names of the events of a run, chosen again, give the run back.
func TestNamesRepeatRuns(t *testing.T) {
	seeds := assert.Sized[uint64](2, 6)
	for name, spec := range algorithmsOver(t) {
		for seed := range seeds {
			c := simtest.Config(t, spec, name, 12, seed)
			c.NoFIFO, c.StopAtViolation = seed%2 == 1, true
			whole := record(t, c)
			choices := Choices(whole.Events)
			s := chosen(t, c, Names(c.Setup, choices)...)
			if !slices.Equal(s.Done, choices) {
				t.Fatalf("%s, seed %d: other choices", name, seed)
			}
			events := whole.Events[:len(whole.Events)-1] // without the end
			assert.MustEqual(t, len(s.Events), len(events), "%s, seed %d: events", name, seed)
			for i, e := range s.Events {
				if e.At, e.Arose = events[i].At, events[i].Arose; !same(e, events[i]) {
					t.Fatalf("%s, seed %d, event %d: %+v, want %+v", name, seed, i, e, events[i])
				}
			}
		}
	}
}

// TestEveryEventHasAName: along runs that go on by themselves the names of the possible events
// differ, each can be chosen, and a run that goes on twice is the one that goes on once.
func TestEveryEventHasAName(t *testing.T) {
	for name, spec := range algorithmsOver(t) {
		for _, fifo := range []bool{true, false} {
			c := simtest.Config(t, spec, name, 1, 3)
			c.NoFIFO, c.Requesters = !fifo, c.Requesters[:4]
			s := chosen(t, c)
			for !s.Quiet() && len(s.Done) < MostSteered {
				names, done := Names(c.Setup, s.Next()), Names(c.Setup, s.Done)
				if slices.Sort(names); len(slices.Compact(slices.Clone(names))) < len(names) {
					t.Fatalf("%s: two events have one name among %v", name, names)
				}
				if len(done)%16 == 7 {
					for _, word := range names {
						chosen(t, c, append(done, word)...)
					}
				}
				s.Continue(5, 1)
			}
			once := chosen(t, c)
			once.Continue(5, MostSteered)
			if !slices.Equal(once.Done, s.Done) || !once.Quiet() {
				t.Errorf("%s: to go on by single steps is another run than to go on once", name)
			}
			if entered := slices.ContainsFunc(s.Events, func(e Event) bool { return e.What == Enter }); !entered && (fifo || !c.Algorithm.NeedsFIFO) {
				t.Errorf("%s: nobody entered", name)
			}
		}
	}
}

// TestWhatCannotBeChosen: the error names the first event that is not possible, its position, and
// the events that are possible there.
func TestWhatCannotBeChosen(t *testing.T) {
	c := simtest.Config(t, "fpp:order=2", "maekawa", 1, 1)
	c.Requesters = c.Requesters[1:3]
	for list, want := range map[string]string{
		"wish:1":                            "event 1, wish:1, is not possible there",
		"wish:2 wish:2":                     "event 2, wish:2,",
		"wish:2,REQUEST:2-4,LOCKED:4-2:2":   "event 3, LOCKED:4-2:2,",
		"wish:2,, LOCKED:2-4":               "event 2, LOCKED:2-4,",
		"wish:2,exit:2":                     "event 2, exit:2,",
		"WISH:2":                            "event 1, WISH:2,",
		strings.Repeat("x,", 1+MostSteered): "2001 events are chosen",
	} {
		s := assert.Got(Steer(&c))(t)
		err := s.Choose(list)
		assert.Fails(t, err, want, "%.40s", list)
		if hint, ok := err.(interface{ Hint() string }); !ok || len(list) < 100 && !strings.Contains(hint.Hint(), Names(c.Setup, s.Next())[0]) {
			t.Errorf("%.40s: no hint", list)
		}
	}
	other := Choice{What: Wish, Process: 1, Quorum: 6}
	assert.Equal(t, other.Name(c.Setup), "wish:2:q7", "a quorum that is not that of the site")
	c = simtest.Config(t, "majority:n=7", "maekawa-fixed", 1, 1)
	assert.Equal(t, len(chosen(t, c).Next()), 7*35, "wishes")
	c = simtest.Config(t, "majority:n=9", "maekawa-fixed", 1, 1)
	_, err := Steer(&c)
	assert.Fails(t, err, "the requesters can wish in 1134 ways", "many quorums")
}

// TestABrokenRuleEndsARun: nothing is possible after it.
func TestABrokenRuleEndsARun(t *testing.T) {
	c, found := failing(t, "fpp:order=2", "maekawa", false, false)
	if !found {
		t.Fatal("no run breaks the rule")
	}
	short := assert.Got(ShrinkRun(t.Context(), c))(t)
	names := Names(c.Setup, Choices(short.Events))
	s := chosen(t, c, names...)
	if s.Violations != 1 || len(s.Next())+len(s.Stuck()) > 0 || !s.Quiet() || len(s.Told().Events) != len(short.Events) {
		t.Errorf("%d violations, next %v, stuck %v", s.Violations, s.Next(), s.Stuck())
	}
	err := s.Choose("wish:1")
	assert.Fails(t, err, "event 1, wish:1,", "after the rule is broken")
}

// TestStuckIsForEver: whoever waits for a message is not stuck, nor for one who is inside.
func TestStuckIsForEver(t *testing.T) {
	c := simtest.Config(t, "fpp:order=2", "maekawa-fixed", 1, 1)
	c.Requesters = c.Requesters[:3]
	const inside = "wish:1,REQUEST:1-2,LOCKED:2-1,REQUEST:1-3,LOCKED:3-1"
	for _, list := range []string{"wish:1", inside} {
		assert.Equal(t, len(chosen(t, c, strings.Split(list, ",")...).Stuck()), 0, "%s: stuck", list)
	}
	s := chosen(t, c, strings.Split(inside, ",")...)
	for moves := s.moves(); len(s.Under) > 0 || len(moves) > len(s.Inside); moves = s.moves() { // all but the exit
		s.Do(moves[slices.IndexFunc(moves, func(m Choice) bool { return m.What != Exit })])
	}
	assert.True(t, len(s.Inside) == 1 && len(s.Waiting()) == 2, "%d are inside, %v wait", len(s.Inside), s.Waiting())
	assert.Equal(t, len(s.Stuck()), 0, "stuck while somebody is inside")
}

// FuzzChoose: every list is refused, or is the list of the names of its events; and then whoever
// waits though nothing is under way is stuck.
func FuzzChoose(f *testing.F) {
	for _, list := range []string{"", "wish:2", "wish:1 wish:2,REQUEST:1-2", "wish:1,REQUEST:1-2,LOCKED:2-1,exit:1", "wish:3:g1:q1", "REQUEST:1-2:2", "wish:-1,exit:99999999999"} {
		f.Add(list, uint8(len(list)))
	}
	algorithms := mutex.AlgorithmsOver("quorum-system")
	f.Fuzz(func(t *testing.T, list string, which uint8) {
		c := simtest.Config(t, "majority:n=3", algorithms[int(which>>1)%len(algorithms)], 1, 1)
		c.NoFIFO = which&1 == 1
		s := assert.Got(Steer(&c))(t)
		if s.Choose(list) == nil {
			names := Names(c.Setup, s.Done)
			assert.Equal(t, strings.Join(strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r <= ' ' }), ","), strings.Join(names, ","), "the names")
			assert.Equal(t, len(chosen(t, c, names...).Events), len(s.Events), "%q: events", list)
		}
		s.Continue(uint64(which), 200)
		if len(s.Stuck()) > 0 && len(s.Under)+len(s.Inside) > 0 {
			t.Errorf("%q: %v are stuck", list, s.Stuck())
		}
	})
}
