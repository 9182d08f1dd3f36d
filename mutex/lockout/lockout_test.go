package lockout_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/lockout"
	"coterie/mutex/trace"
	"coterie/quorum"
)

const triangle = "{1,2},{2,3},{1,3}"

// configOf has requesters that take their own quorums, or any of their group: those of a group
// system are in the groups in turn.
func configOf(t testing.TB, spec, algorithm string, o mutex.Options, requesters ...int32) explore.Config {
	t.Helper()
	built := assert.Got(construct.Build(t.Context(), spec))(t)
	return assert.Got(explore.Over(t.Context(), built.Structure, mutex.Find(algorithm), o, requesters...))(t)
}

func judge(t *testing.T, c explore.Config, o lockout.Options) lockout.Result {
	t.Helper()
	return assert.Got(lockout.Judge(t.Context(), c, o))(t)
}

// perform plays a run by the player of traces.
func perform(t *testing.T, c explore.Config, runs ...[]trace.Choice) *trace.Player {
	t.Helper()
	p := trace.NewPlayer(c.Algorithm, c.Setup, !c.NoFIFO, false)
	for _, run := range runs {
		for i, choice := range run {
			assert.MustTrue(t, p.Do(choice), "choice %d of %d, %+v, cannot be performed", i+1, len(run), choice)
		}
	}
	return p
}

// confirm plays a hundred rounds of the lockout, and then the run that ends it.
func confirm(t *testing.T, c explore.Config, r lockout.Result) {
	t.Helper()
	runs := append([][]trace.Choice{r.Stem}, slices.Repeat([][]trace.Choice{r.Cycle}, 100)...)
	p := perform(t, c, runs...)
	assert.Equal(t, p.Phase(r.Process), mutex.Trying, "nobody is locked out")
	others := uint32(0)
	for _, q := range c.Requesters {
		if q.Process != r.Process {
			others += p.Wishes(q.Process)
		}
	}
	if others < 100 {
		t.Errorf("the others wished %d times in 100 rounds", others)
	}
	if p := perform(t, c, append(runs, r.Rescue)...); (p.Phase(r.Process) == mutex.Critical) != (r.Verdict == lockout.Found) {
		t.Errorf("%v, and after the rescue the process is %v", r.Verdict, p.Phase(r.Process))
	}
}

// TestUnfair: control nodes whose order of service locks out or not.
func TestUnfair(t *testing.T) {
	for _, test := range []struct {
		policy string
		n      int
		want   lockout.Verdict
	}{
		{first, 3, lockout.Free},
		{last, 2, lockout.Free}, // the queue is empty when the other one has left
		{last, 3, lockout.Found},
		{earliest, 3, lockout.Free},
		{latest, 2, lockout.Free},
		{latest, 3, lockout.Found},
		{lowest, 2, lockout.Free},
		{lowest, 3, lockout.Found},
		{barred, 2, lockout.Blocked},
		{marked, 3, lockout.Unknown},
	} {
		for _, unordered := range []bool{false, true} {
			c := configOf(t, triangle, "centralized", mutex.Options{}, []int32{0, 1, 2}[:test.n]...)
			c.Algorithm, c.NoFIFO = unfair(test.policy), unordered
			r := judge(t, c, lockout.Options{MostStates: 100_000})
			want := test.want
			if unordered && (test.policy == last || test.policy == latest) {
				want = lockout.Found // a REQUEST may overtake the RELEASE before it
			}
			if r.Verdict != want {
				t.Errorf("%s, %d processes, no order %v: %v (%s), want %v", test.policy, test.n, unordered, r.Verdict, r.Reason, want)
			}
			t.Logf("%s, %d processes, no order %v: %v %s, %d states, %d + %d + %d", test.policy, test.n, unordered, r.Verdict, r.Reason, r.States, len(r.Stem), len(r.Cycle), len(r.Rescue))
			if r.Verdict == lockout.Found || r.Verdict == lockout.Blocked {
				confirm(t, c, r)
			}
		}
	}
}

// TestLate: a message that comes to do nothing stays under way no longer, as if it had arrived. In
// the run that locks process 2 out each notice does, while the next one is under way.
func TestLate(t *testing.T) {
	c := configOf(t, triangle, "centralized", mutex.Options{}, 1, 2)
	c.Algorithm = cryingDesk()
	r := judge(t, c, lockout.Options{})
	t.Logf("%v %s, %d states, %d + %d + %d", r.Verdict, r.Reason, r.States, len(r.Stem), len(r.Cycle), len(r.Rescue))
	if r.Verdict != lockout.Found || r.Process != 2 {
		t.Fatalf("%v (%s) of process %d", r.Verdict, r.Reason, r.Process)
	}
	confirm(t, c, r)
}

// TestFree: nobody is locked out of small systems.
func TestFree(t *testing.T) {
	assert.Long(t, "it explores many states")
	for _, test := range []struct {
		spec       string
		algorithms string
		requesters []int32
	}{
		{triangle, "maekawa maekawa-fixed maekawa-sequential maekawa-circulating ricart-agrawala raymond-tree suzuki-kasami centralized protocol-p raymond-k k-tokens", []int32{0, 1, 2}},
		{triangle, "protocol-p-fixed", []int32{0, 1}},
		{"grid:n=4", "maekawa maekawa-fixed", []int32{0, 1}},
		{"grid:n=4", "raymond-tree centralized", []int32{0, 1, 2, 3}},
		{"singleton:n=3", "maekawa-fixed protocol-p-fixed protocol-p-retry", []int32{0, 1, 2}},
		{"fpp:order=2", "maekawa-fixed", []int32{0, 1}},
		{"lift:m=2,of=(singleton:n=1)", "maekawa-m maekawa-m-fixed maekawa-s fixed-order", []int32{0, 1, 2}},
		{"lift:m=2,of=({1,2},{2,3},{1,3})", "maekawa-s fixed-order", []int32{0, 1}},
	} {
		for name := range strings.FieldsSeq(test.algorithms) {
			c := configOf(t, test.spec, name, mutex.Options{}, test.requesters...)
			r := judge(t, c, lockout.Options{MostStates: 200_000})
			t.Logf("%s, %s: %v, %d states, %d steps, clocks %v", test.spec, name, r.Verdict, r.States, r.Transitions, r.Clocks)
			if r.Verdict != lockout.Free || !r.Complete {
				t.Errorf("%s, %s: %v (%s)", test.spec, name, r.Verdict, r.Reason)
			}
			if deadlock := test.spec == triangle && name == "protocol-p"; (r.Stuck != nil) != deadlock || r.StuckUnknown {
				t.Errorf("%s: stuck after %v", name, r.Stuck)
			}
			if r.Stuck != nil {
				if p := perform(t, c, r.Stuck); len(p.Under) > 0 || len(p.Inside) > 0 || len(p.Waiting()) == 0 {
					t.Errorf("%s is not stuck", name)
				}
			}
		}
	}
}

// TestLimits: the verdict of a graph that is cut off is unknown.
func TestLimits(t *testing.T) {
	c := configOf(t, triangle, "maekawa", mutex.Options{}, 0, 1, 2)
	if r := judge(t, c, lockout.Options{MostStates: 100}); r.Verdict != lockout.Unknown || r.Stopped != explore.StateLimit || r.Complete || r.Reason == "" || !r.StuckUnknown {
		t.Errorf("%+v", r)
	}
	r, err := lockout.Judge(memory.With(t.Context(), 10_000), c, lockout.Options{})
	if err != nil || r.Verdict != lockout.Unknown || r.Stopped != explore.MemoryLimit {
		t.Errorf("%+v, %v", r, err)
	}
	var e *quorum.InputError
	c.NoExit = true
	if _, err := lockout.Judge(t.Context(), c, lockout.Options{}); !errors.As(err, &e) {
		t.Errorf("%v where nobody leaves", err)
	}
}

// TestEndless: with two entries a process can ask again before a third has heard of its last
// request, however often. Where nobody has to ask, that does not matter.
func TestEndless(t *testing.T) {
	assert.Slow(t, "it follows messages without bound")
	f := assert.Got(quorum.NewFamily(3, [][]int{{0}, {1}}))(t)
	k := assert.Got(quorum.NewKCoterie("two", 2, f, nil))(t)
	for _, tt := range []struct {
		name       string
		requesters []int32
		want       lockout.Verdict
	}{
		{"raymond-k", []int32{0, 1}, lockout.Unknown},
		{"raymond-k", []int32{0, 1, 2}, lockout.Unknown},
		{"k-tokens", []int32{0, 1}, lockout.Free},
		{"k-tokens", []int32{0, 1, 2}, lockout.Unknown},
		{"protocol-p-fixed", []int32{0, 1, 2}, lockout.Free},
	} {
		c := assert.Got(explore.Over(t.Context(), k, mutex.Find(tt.name), mutex.Options{}, tt.requesters...))(t)
		r := judge(t, c, lockout.Options{})
		if r.Verdict != tt.want || tt.want == lockout.Unknown && !strings.Contains(r.Reason, "have no bound") {
			t.Errorf("%s, processes %v: %v (%s)", tt.name, tt.requesters, r.Verdict, r.Reason)
		}
	}
}

// TestBlocked: in protocol P over a 2-coterie three processes can wait for each other for ever
// while the fourth goes on.
func TestBlocked(t *testing.T) {
	assert.Long(t, "it explores many states")
	f := assert.Got(quorum.NewFamily(4, [][]int{{0, 1}, {1, 2}, {0, 2}, {3}}))(t)
	k := assert.Got(quorum.NewKCoterie("triangle and one", 2, f, nil))(t)
	s := assert.Got(mutex.NewSetup(k, 4, mutex.Options{}))(t)
	c := explore.Config{Algorithm: mutex.Find("protocol-p"), Setup: s, Entries: 1}
	for p := range int32(4) {
		c.Requesters = append(c.Requesters, explore.Requester{Process: p, Choices: []explore.Choice{{Quorum: p}}})
	}
	r := judge(t, c, lockout.Options{MostStates: 200_000})
	t.Logf("%v %s: %d states, %d and %d choices", r.Verdict, r.Reason, r.States, len(r.Stem), len(r.Cycle))
	if r.Verdict != lockout.Blocked {
		t.Fatal(r.Verdict, r.Reason)
	}
	confirm(t, c, r)
}

// TestCutOff: a graph that was cut off anywhere gives the verdict of the whole one, or none.
func TestCutOff(t *testing.T) {
	for _, policy := range []string{first, last, latest, lowest, barred} {
		c := configOf(t, triangle, "centralized", mutex.Options{}, 0, 1, 2)
		c.Algorithm = unfair(policy)
		whole := judge(t, c, lockout.Options{})
		if whole.Verdict == lockout.Unknown {
			t.Fatal(policy, whole.Reason)
		}
		for most := uint64(1); most < whole.States; most += 1 + most/6 {
			r := judge(t, c, lockout.Options{MostStates: most})
			if r.Verdict != lockout.Unknown && r.Verdict != whole.Verdict {
				t.Errorf("%s, cut off after %d of %d states: %v, and the whole graph says %v", policy, most, whole.States, r.Verdict, whole.Verdict)
			}
		}
	}
}

// TestStuckIsKept: a deadlock that the first part of a graph has shown is not lost where a later
// part is cut off by the end of the context.
func TestStuckIsKept(t *testing.T) {
	assert.Slow(t, "more states than the first part has")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	large := false
	told := func(_ string, done, _ int) {
		if large = large || done > 1<<15; large && done == 0 { // the next graph begins
			cancel()
		}
	}
	c := configOf(t, "grid:n=4", "maekawa", mutex.Options{}, 1, 2, 3)
	r, err := lockout.Judge(ctx, c, lockout.Options{Progress: told})
	if err != nil || r.Verdict != lockout.Unknown || r.Stopped != explore.Interrupted || r.Stuck == nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// ticking is a desk whose clock goes when it should not.
type ticking struct {
	*desk
	wish bool // by two, when it wishes; else by one, when something arrives
}

func (d ticking) Wish(w mutex.Wish, out []mutex.Message) []mutex.Message {
	if d.wish {
		d.clock++
	}
	return d.desk.Wish(w, out)
}

func (d ticking) Receive(m mutex.Message, out []mutex.Message) []mutex.Message {
	if !d.wish {
		d.clock++
	}
	return d.desk.Receive(m, out)
}

// TestClocksAreJudged: machines that make times which their orders do not tell are found out.
func TestClocksAreJudged(t *testing.T) {
	for _, wish := range []bool{false, true} {
		c := configOf(t, triangle, "centralized", mutex.Options{}, 1, 2) // none of them at the desk
		c.Algorithm = unfair(first)
		c.Algorithm.New = func(s *mutex.Setup, actor int32) mutex.Machine {
			return ticking{&desk{setup: s, self: actor, policy: first}, wish}
		}
		assert.Refused(lockout.Judge(t.Context(), c, lockout.Options{MostStates: 10000}))(t, "makes a time", "by a wish %v", wish)
	}
}

// TestFreeWithoutOrder: here it takes that among messages of one kind the one of the least stamp
// has to arrive, too.
func TestFreeWithoutOrder(t *testing.T) {
	c := configOf(t, "lift:m=2,of=(singleton:n=1)", "maekawa-m-fixed", mutex.Options{}, 0, 1)
	c.NoFIFO = true
	if r := judge(t, c, lockout.Options{MostStates: 20_000}); r.Verdict != lockout.Free {
		t.Errorf("%v (%s) after %d states", r.Verdict, r.Reason, r.States)
	}
}
