//go:build unix

package measure

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/memory"
	"coterie/quorum"
)

// quorumsOf lists quorums that are too many to write down.
func quorumsOf(tb testing.TB, n, quorums int, of func(i int) []int) quorum.Family {
	tb.Helper()
	b := assert.Got(quorum.NewFamilyBuilder(n))(tb)
	for i := range quorums {
		assert.OK(tb, b.Add(of(i)...))
	}
	return b.Family()
}

func knownSystem(tb testing.TB, f quorum.Family) quorum.Known {
	tb.Helper()
	s := assert.Got(quorum.NewSystem("", f, quorum.SystemOptions{}))(tb)
	return quorum.KnownOf(s)
}

func knownGroups(tb testing.TB, n, groups int, of func(g int) []int) quorum.Known {
	tb.Helper()
	cartels := make([]quorum.Family, groups)
	for g := range cartels {
		cartels[g] = quorumsOf(tb, n, 1, func(int) []int { return of(g) })
	}
	s := assert.Got(quorum.NewGroupSystem("", cartels, nil))(tb)
	return quorum.KnownOf(s)
}

func wheelOf(tb testing.TB, n int) quorum.Family {
	rim := make([]int, n-1)
	for i := range rim {
		rim[i] = i + 1
	}
	return quorumsOf(tb, n, n, func(i int) []int {
		if i == n-1 {
			return rim
		}
		return []int{0, i + 1}
	})
}

// heavy are systems that take minutes or more to measure, each for a reason of its own.
var heavy = []struct {
	name string
	make func(tb testing.TB) quorum.Known
}{
	{"a wheel", func(tb testing.TB) quorum.Known { return knownSystem(tb, wheelOf(tb, 99_999)) }},
	{"a larger wheel", func(tb testing.TB) quorum.Known { return knownSystem(tb, wheelOf(tb, 999_999)) }},
	{"a cycle of triples", func(tb testing.TB) quorum.Known {
		const n = 50_000
		return knownSystem(tb, quorumsOf(tb, n, n, func(i int) []int { return []int{i, (i + 1) % n, (i + 7) % n} }))
	}},
	{"disjoint pairs", func(tb testing.TB) quorum.Known {
		return knownSystem(tb, quorumsOf(tb, 400_000, 200_000, func(i int) []int { return []int{2 * i, 2*i + 1} }))
	}},
	{"one node of many", func(tb testing.TB) quorum.Known {
		return knownSystem(tb, quorumsOf(tb, quorum.MaxNodes, 1, func(int) []int { return []int{0} }))
	}},
	{"random halves", func(tb testing.TB) quorum.Known {
		return knownSystem(tb, quorumsOf(tb, 1000, 4000, func(i int) []int {
			var q []int
			for v := range 1000 {
				if v == 0 || (v*v*31+i*i*17+v*i*7)%11 < 5 {
					q = append(q, v)
				}
			}
			return q
		}))
	}},
	{"equal cartels", func(tb testing.TB) quorum.Known {
		return knownGroups(tb, 10, 100_000, func(int) []int { return []int{0} })
	}},
	{"different cartels", func(tb testing.TB) quorum.Known {
		return knownGroups(tb, 1001, 20_000, func(g int) []int { return []int{0, 1 + g%1000} })
	}},
	{"a plane", func(tb testing.TB) quorum.Known { return builtKnown(tb, "fpp:order=101") }},
	{"a grid", func(tb testing.TB) quorum.Known { return builtKnown(tb, "grid:n=10000") }},
	{"votes", func(tb testing.TB) quorum.Known {
		votes := make([]quorum.Formula, 20_000)
		weights := make([]int, len(votes))
		total := 0
		for v := range votes {
			votes[v], weights[v] = quorum.Leaf(v), 1+v*7%19
			total += weights[v]
		}
		f := quorum.Votes(total/2+1, weights, votes...)
		return quorum.Known{Kind: quorum.KindSystem, Name: "votes", Nodes: f.N(), Formulas: []quorum.Formula{f}, Unlisted: "too many"}
	}},
}

func builtKnown(tb testing.TB, spec string) quorum.Known {
	tb.Helper()
	return assert.Got(construct.Build(tb.Context(), spec))(tb)
}

// endsSoon measures a system until its context ends, and judges how long it goes on: a second, in
// which this process worked, as other work on the machine is nobody's fault.
func endsSoon(t *testing.T, name string, s quorum.Known, opts Options, after time.Duration) (stopped bool) {
	t.Helper()
	opts.Jobs = 1
	cause := errors.New("the patience of the test is over")
	ctx, cancel := context.WithCancelCause(memory.With(t.Context(), 1<<30))
	var worked time.Duration
	timer := time.AfterFunc(after, func() {
		worked = reach.CPU()
		cancel(cause)
	})
	defer timer.Stop()
	begun := time.Now()
	r := assert.Got(Measure(ctx, s, opts))(t)
	if ctx.Err() == nil {
		return true // measured before: there was nothing to stop
	}
	took := time.Since(begun) - after
	if worked = reach.CPU() - worked; took > 3*time.Second && worked > time.Second {
		t.Errorf("%s, %v: goes on for %v, %v of work", name, opts.Only, took, worked)
	}
	for _, notes := range r.notes() {
		for key, reason := range notes.Reasons {
			if strings.Contains(reason.Text, cause.Error()) && (reason.Kind != Stopped || !strings.Contains(reason.Text, "stopped: ")) {
				t.Errorf("%s: %s was stopped, and says %q", name, key, reason)
			}
		}
	}
	return r.Stopped()
}

// TestMeasureEnds: a measurement that would take for ever ends with its context.
func TestMeasureEnds(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, h := range heavy {
		assert.True(t, endsSoon(t, h.name, h.make(t), Options{}, 100*time.Millisecond), "%s: nothing was stopped", h.name)
	}
}

// TestMeasureWithinMemory: work space that does not fit in memory is not allocated. The figure is
// null, with the reason, and the figures that need no such space are there.
func TestMeasureWithinMemory(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, c := range []struct {
		system quorum.Known
		budget uint64
		opts   Options
		open   []string // figures that do not fit
		known  []string
	}{
		{knownSystem(t, wheelOf(t, 30_000)), 1 << 20, Options{Only: []Figure{ResilienceFigure}}, []string{"resilience"}, []string{"quorums"}},
		{knownSystem(t, wheelOf(t, 30_000)), 1 << 20, Options{Only: []Figure{LoadFigure}}, []string{"load"}, nil},
		{knownSystem(t, wheelOf(t, 30_000)), 1 << 20, Options{Only: []Figure{DominationFigure}}, []string{"nondominated"}, nil},
		{knownSystem(t, wheelOf(t, 999_999)), 1 << 30, Options{Only: []Figure{ResilienceFigure}}, nil, []string{"resilience"}}, // 125 GB as bits
		{builtKnown(t, "fpp:order=7"), 1 << 20, Options{Only: []Figure{AvailabilityFigure}}, []string{"live_sets"}, nil},
		{builtKnown(t, "fpp:order=16"), 100_000, Options{Only: []Figure{LoadFigure, ResilienceFigure}}, []string{"resilience"}, []string{"load"}},
	} {
		c.opts.Jobs = 1
		r := assert.Got(Measure(memory.With(t.Context(), c.budget), c.system, c.opts))(t)
		name := c.system.Name
		for _, key := range c.open {
			assert.Contains(t, r.Reasons[key].Text, "of memory; the budget is", "%s with %d bytes: %s is open because", name, c.budget, key)
			if !slices.Contains(r.Open(), key) {
				t.Errorf("%s with %d bytes: %s is not open", name, c.budget, key)
			}
		}
		for _, key := range c.known {
			if reason, open := r.Reasons[key]; open {
				t.Errorf("%s with %d bytes: %s is open because %q", name, c.budget, key, reason)
			}
		}
	}
}
