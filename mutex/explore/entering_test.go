package explore

import (
	"fmt"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/trace"
)

// TestEntering compares with exploring each set that the rule lets inside together,
// greatest or not: it is stuck where one of them is that the set holds.
func TestEntering(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	holds, fails := 0, 0
	most := assert.Sized[uint64](1000, 3000)
	list := small(t)
	for locks := 1; locks <= 3; locks++ {
		for _, a := range []string{"maekawa-m", "maekawa-m-fixed"} {
			c := oneGroup(t, "lift:m=2,of=({1,2},{2,3},{1,3})", a)
			s := *c.Setup
			s.MaxLocks = locks
			c.Setup = &s
			list[fmt.Sprintf("%s with %d locks", a, locks)] = c
		}
	}
	list["maekawa-s, one group"] = oneGroup(t, "surficial:m=2,k=2", "maekawa-s")
	list["fixed-order, one group"] = oneGroup(t, "surficial:m=2,k=2", "fixed-order")
	for name, c := range list {
		c.NoExit, c.Entries = true, 1
		asked := c // nobody asks how often, whether who is inside leaves, nor for a reduction
		asked.NoExit, asked.Entries, asked.Reduction = false, 2, PartialOrder
		got := assert.Got(Entering(t.Context(), asked, Options{MostStates: most, FirstFailure: true}))(t)
		if !got.Complete {
			continue // too many for a test
		}
		rule, sets := c.Algorithm.RuleOver(c.Setup), 0
		for _, wishes := range allowed(&c, rule) {
			of := c
			of.Requesters = wishes
			plain, err := runPlain(t.Context(), of, Options{})
			if err != nil || !plain.Complete {
				t.Fatalf("%s: %+v, %v", name, plain, err)
			}
			sets++
			in := slices.ContainsFunc(got.Sets, func(s EnteredSet) bool { return holdsAll(s.Requesters, wishes) })
			shut := slices.ContainsFunc(got.Sets, func(s EnteredSet) bool { return s.Shut > 0 && holdsAll(s.Requesters, wishes) })
			alike := slices.ContainsFunc(got.Sets, func(s EnteredSet) bool { return s.Alike > 1 })
			if !alike && (!in || plain.Stuck > 0 && !shut) {
				t.Errorf("%s: %d states of %v are stuck, and the sets are %+v", name, plain.Stuck, wishes, got.Sets)
			}
			if known, _ := got.Holds(); known && plain.Stuck > 0 {
				t.Errorf("%s: all enter, but of %v", name, wishes)
			}
		}
		alike := 0
		for _, s := range got.Sets {
			alike += s.Alike
			enteredPlain(t, name, c, s)
			if s.Shut == 0 {
				continue
			}
			p := trace.NewPlayer(c.Algorithm, c.Setup, !c.NoFIFO, false)
			for _, choice := range s.Run {
				if !p.Do(choice) {
					t.Fatalf("%s: %v cannot be", name, choice)
				}
			}
			if len(s.Outside) == 0 || len(p.Under) > 0 || !slices.Equal(p.Waiting(), s.Outside) {
				t.Errorf("%s: %v wait after %v, not %v; %d messages are under way", name, p.Waiting(), s.Run, s.Outside, len(p.Under))
			}
		}
		if alike == 0 || alike > sets {
			t.Errorf("%s: %d greatest sets of %d", name, alike, sets)
		}
		if all, known := got.Holds(); !known {
			t.Errorf("%s: not known", name)
		} else if all {
			holds++
		} else {
			fails++
		}
	}
	if holds < 10 || fails < 2 {
		t.Errorf("%d configurations hold, %d fail", holds, fails)
	}
}

// enteredPlain compares the findings about a set with the states of the plain explorer.
func enteredPlain(t *testing.T, name string, c Config, s EnteredSet) {
	t.Helper()
	c.Requesters = s.Requesters
	p := newPlain(&c)
	p.run(t.Context(), Options{})
	shut, all, depth := uint64(0), false, -1
	for _, state := range p.states {
		wishes := !slices.ContainsFunc(p.steps(state), func(x trace.Choice) bool { return x.What != trace.Wish })
		p.load(state)
		waits, inside := false, 0
		for _, r := range c.Requesters {
			waits = waits || p.sys.Phase(r.Process) == mutex.Trying
			if p.sys.Phase(r.Process) == mutex.Critical {
				inside++
			}
		}
		all = all || inside == len(c.Requesters)
		if wishes && waits {
			if shut++; depth < 0 {
				depth = state.depth
			}
		}
	}
	if s.States != uint64(len(p.states)) || s.Shut != shut || s.All != all || shut > 0 && len(s.Run) != depth || s.Endless {
		t.Errorf("%s: %+v; want %d states, %d of them shut, the first after %d steps, all inside %v", name, s, len(p.states), shut, depth, all)
	}
}

// oneGroup has three requesters of group 1, each with its first quorum.
func oneGroup(t *testing.T, spec, algorithm string) Config {
	c := configOf(t, spec, algorithm, 0, 1, 2)
	for i := range c.Requesters {
		c.Requesters[i].Choices = []Choice{{0, 0}}
	}
	return c
}

// allowed returns every set of requesters, each with one group, that the rule lets inside.
func allowed(c *Config, rule mutex.Rule) [][]Requester {
	sets := [][]Requester{nil}
	for _, r := range c.Requesters {
		groups := map[int32][]Choice{}
		for _, x := range r.Choices {
			groups[x.Group] = append(groups[x.Group], x)
		}
		for _, set := range sets[:len(sets):len(sets)] {
			for _, choices := range groups {
				sets = append(sets, append(slices.Clip(set), Requester{r.Process, choices}))
			}
		}
	}
	return slices.DeleteFunc(sets[1:], func(set []Requester) bool {
		var inside []mutex.Inside
		for _, r := range set {
			inside = append(inside, mutex.Inside{Process: r.Process, Group: r.Choices[0].Group})
		}
		return !rule.Allows(inside)
	})
}

func holdsAll(set, part []Requester) bool {
	return !slices.ContainsFunc(part, func(r Requester) bool {
		return !slices.ContainsFunc(set, func(s Requester) bool { return s.Process == r.Process && s.Choices[0].Group == r.Choices[0].Group })
	})
}

// TestEnteringForEver: where messages go to and fro for ever, nothing is said.
func TestEnteringForEver(t *testing.T) {
	got, err := Entering(t.Context(), echoing(), Options{})
	if err != nil || len(got.Sets) != 1 || !got.Sets[0].Endless {
		t.Errorf("%+v, %v", got, err)
	}
	if _, known := got.Holds(); known {
		t.Error("it is known")
	}
}
