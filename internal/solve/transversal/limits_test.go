package transversal

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/memory"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// searchable returns the instance of a family, as bits, too.
func searchable(tb testing.TB, f quorum.Family) *hitting {
	tb.Helper()
	h, err := newHitting(tb.Context(), f)
	if err == nil {
		err = h.withBits(tb.Context())
	}
	if err != nil {
		tb.Fatal(err)
	}
	return h
}

func bounded(tb testing.TB, h *hitting) hitBest {
	tb.Helper()
	best := h.bounded(tb.Context())
	if best.stopped != nil {
		tb.Fatal(best.stopped)
	}
	return best
}

// TestBoundsOfListsAndBits compares the bounds by lists with the same ones by bits.
func TestBoundsOfListsAndBits(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for trial := range 500 {
		n := 1 + r.IntN(20)
		h := searchable(t, randomSets(t, r, n, 1+r.IntN(90), 1+r.IntN(n), trial%3 == 0))
		alive := sets.Full(len(h.index))
		order := byDegree(nil, h.cols, alive, sets.Full(len(h.nodes)))
		want := fractionalBound(order, h.cols, alive, sets.New(len(h.index)))
		assert.MustEqual(t, assert.Got(h.fractionalBound(t.Context()))(t), want, "trial %d", trial)
		var greedy []int32
		for !alive.Empty() {
			best, most := 0, 0
			for v := range h.nodes {
				if d := alive.Common(h.col(v)); d > most {
					best, most = v, d
				}
			}
			greedy = append(greedy, int32(best))
			alive.Subtract(h.col(best))
		}
		for i := len(greedy) - 1; i >= 0; i-- {
			if rest := slices.Delete(slices.Clone(greedy), i, i+1); h.meetsAll(t.Context(), rest) {
				greedy = rest
			}
		}
		slices.Sort(greedy)
		if row := h.inRow.Of(0); len(row) <= len(greedy) && h.meetsAll(t.Context(), row) {
			greedy = row
		}
		assert.MustSlice(t, assert.Got(h.greedyTransversal(t.Context()))(t), greedy, "trial %d", trial)
	}
}

// wheel returns a hub, 0, with each node of the rim, and the rim.
func wheel(tb testing.TB, n int) quorum.Family {
	tb.Helper()
	b := assert.Got(quorum.NewFamilyBuilder(n))(tb)
	var rim []int32
	for v := 1; v < n; v++ {
		rim = append(rim, int32(v))
		assert.OK(tb, b.Add(0, v))
	}
	assert.OK(tb, b.AddSorted(rim))
	return b.Family()
}

// sparse returns triples of consecutive nodes of a cycle: neither the bounds meet nor do the bits
// fit.
func sparse(tb testing.TB, n int) quorum.Family {
	tb.Helper()
	b := assert.Got(quorum.NewFamilyBuilder(n))(tb)
	for v := range n {
		assert.OK(tb, b.Add(v, (v+1)%n, (v+7)%n))
	}
	return b.Family()
}

// TestLargeSystemsByLists: the bounds decide systems for which no matrix of bits has room.
func TestLargeSystemsByLists(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	ctx := memory.With(t.Context(), 200<<20)
	const n = 999_999
	c := Smallest(ctx, wheel(t, n), Options{Most: 1000})
	if c.Stopped != nil || c.Set.Len() != 2 || c.Lower != 2 {
		t.Errorf("wheel: %d, at least %d, %v", c.Set.Len(), c.Lower, c.Stopped)
	}
	c = Smallest(ctx, sparse(t, 200_000), Options{Most: 1000})
	if c.Set.Len() < 67_000 || c.Lower < 60_000 || !errors.Is(c.Stopped, errTooWide) {
		t.Errorf("cycle: %d, at least %d, %v", c.Set.Len(), c.Lower, c.Stopped)
	}
}

// TestMemory: tables that do not fit are not requested.
func TestMemory(t *testing.T) {
	f := sparse(t, 30_000)
	for _, c := range []struct {
		budget uint64
		known  bool
	}{{1000, false}, {20_000_000, true}} {
		ctx := memory.With(t.Context(), c.budget)
		cover := Smallest(ctx, f, Options{Most: 1000, Jobs: 1})
		disjoint := Disjoint(ctx, f, Options{Most: 1000, Jobs: 1})
		_, count := Count(ctx, f, CountOptions{Jobs: 1, MaxWork: 1 << 40})
		for what, err := range map[string]error{"transversal": cover.Stopped, "disjoint quorums": disjoint.Stopped, "count": count} {
			assert.ErrorAs[*memory.Error](t, err, "%s with %d bytes", what, c.budget)
		}
		if known := cover.By != byNothing.String(); known != c.known || cover.Lower < 1 || cover.Lower > 10_000 || cover.Set.Len() < 10_000 {
			t.Errorf("with %d bytes: %d to %d by %s", c.budget, cover.Lower, cover.Set.Len(), cover.By)
		}
	}
}

// TestEnds: whatever a search is at, it ends soon after its context does.
func TestEnds(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	searchesEnd(t, 0, 10*time.Millisecond, 100*time.Millisecond) // a later end in TestSlowEnds
}

// searchesEnd ends the context after each of these times.
func searchesEnd(t *testing.T, times ...time.Duration) {
	grids := grid(t, 60)
	families := map[string]quorum.Family{"wheel": wheel(t, 300_000), "cycle": sparse(t, 20_000), "grid": grids}
	for name, f := range families {
		for _, after := range times {
			for what, run := range map[string]func(ctx context.Context) error{
				"transversal": func(ctx context.Context) error { return Smallest(ctx, f, Options{Most: 1 << 40}).Stopped },
				"disjoint":    func(ctx context.Context) error { return Disjoint(ctx, f, Options{Most: 1 << 40}).Stopped },
				"count": func(ctx context.Context) error {
					_, err := Count(ctx, f, CountOptions{MaxWork: 1 << 40, Enough: func([]*big.Int) bool { return false }})
					return err
				},
			} {
				ctx, cancel := context.WithTimeout(t.Context(), after)
				begun := reach.CPU()
				err := run(ctx)
				if over := reach.CPU() - begun - after; over > 3*time.Second {
					t.Errorf("%s of the %s goes on for %v after %v: %v", what, name, over, after, err)
				}
				cancel()
			}
		}
	}
}
