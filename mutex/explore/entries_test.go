package explore

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/quorum"
)

// kCoteries are small k-coteries, for k from 1 on.
func kCoteries(t testing.TB, k int) quorum.Structure {
	t.Helper()
	return assert.Got(quorum.NewKCoterie("", k, [...]quorum.Family{
		family(t, 3, []int{0, 1}, []int{1, 2}, []int{0, 2}),
		family(t, 4, []int{0, 1}, []int{1, 2}, []int{0, 2}, []int{3}),
		family(t, 4, []int{0, 1}, []int{2}, []int{3}),
	}[k-1], nil))(t)
}

// twoOfThree lets two of three processes in.
func twoOfThree(t testing.TB) quorum.Structure {
	t.Helper()
	return assert.Got(quorum.NewKCoterie("", 2, family(t, 3, []int{0}, []int{1}), nil))(t)
}

// entries is an algorithm for k entries, exhausted.
type entries struct {
	algorithm             string
	k, requesters, wishes int
	noFIFO                bool
	states                uint64
}

// TestEntries goes through all states: at most k processes are inside, all invariants hold, and
// nobody is stuck, except by protocol P as it is printed. The plain explorer agrees where it ends
// soon. TestEntriesMore has the configurations of more states, TestSlowEntries those of millions.
func TestEntries(t *testing.T) {
	assert.Long(t, "it explores many states")
	exhaust(t, []entries{
		{"raymond-k", 1, 3, 1, false, 2049}, // as many as ricart-agrawala has
		{"raymond-k", 1, 2, 2, true, 901},
		{"raymond-k", 2, 2, 1, false, 1605},
		{"raymond-k", 3, 2, 1, true, 4155},
		{"k-tokens", 1, 3, 1, false, 529},
		{"k-tokens", 2, 3, 1, false, 9209},
		{"k-tokens", 2, 3, 1, true, 16161},
		{"protocol-p", 2, 3, 1, false, 2153},
		{"protocol-p", 3, 4, 1, false, 5940},
		{"protocol-p-fixed", 2, 2, 2, false, 5370},
		{"protocol-p-fixed", 2, 3, 1, false, 15433},
		{"protocol-p-fixed", 3, 3, 1, false, 1364},
		{"protocol-p-retry", 3, 3, 1, false, 1364},
	})
}

func TestEntriesMore(t *testing.T) {
	assert.Long(t, "a million states")
	exhaust(t, []entries{
		{"raymond-k", 2, 3, 1, false, 78585},
		{"raymond-k", 2, 2, 2, false, 66397},
		{"raymond-k", 3, 3, 1, false, 270116},
		{"k-tokens", 2, 4, 1, false, 399642},
		{"protocol-p-fixed", 3, 4, 1, false, 142106},
	})
}

func exhaust(t *testing.T, list []entries) {
	t.Helper()
	for _, x := range list {
		c := configOver(t, kCoteries(t, x.k), mutex.Find(x.algorithm), []int32{0, 1, 2, 3}[:x.requesters]...)
		c.Entries, c.NoFIFO = x.wishes, x.noFIFO
		for i := range c.Requesters { // each has a quorum of its own, round again
			if r := &c.Requesters[i]; !c.Algorithm.NoQuorums {
				r.Choices = []Choice{{0, int32(i % len(c.Setup.Quorums))}}
			}
		}
		r := assert.Got(Run(t.Context(), c, Options{}))(t)
		if !r.Complete || r.States != x.states || (len(r.Failures) > 0) != (r.Stuck > 0) || r.Stuck > 0 && x.algorithm != "protocol-p" {
			t.Errorf("%+v: %+v", x, r)
		}
		if r.States < 10_000 {
			r.Bytes = 0
			assert.Deep(t, r, assert.Got(runPlain(t.Context(), c, Options{}))(t), "%+v", x)
		}
	}
}
