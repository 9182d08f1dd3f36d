package extend

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// random returns cartels of random quorums that meet as they must; nil if it finds none.
func random(rng *rand.Rand, n, m int) []quorum.Family {
	lists := make([][]quorum.Set, max(m, 1))
	for range 30 {
		i := rng.IntN(len(lists))
		var nodes []int
		for v := range n {
			if rng.IntN(5) < 2 {
				nodes = append(nodes, v)
			}
		}
		q := quorum.SetOf(nodes...)
		fits := !q.Empty()
		for j, list := range lists {
			for _, r := range list {
				fits = fits && (m > 1 && i == j || q.Intersects(r))
			}
		}
		if fits {
			lists[i] = append(lists[i], q)
		}
	}
	var out []quorum.Family
	for _, list := range lists {
		if len(list) == 0 {
			return nil
		}
		var quorums [][]int
		for _, q := range list {
			quorums = append(quorums, q.Nodes())
		}
		f, err := quorum.NewFamily(n, quorums)
		if err != nil {
			panic(err)
		}
		out = append(out, f.Minimized())
	}
	return out
}

func problemOf(t *testing.T, cartels []quorum.Family, opts Options) *problem {
	t.Helper()
	var s quorum.Structure
	var err error
	if len(cartels) == 1 {
		s, err = quorum.NewSystem("", cartels[0], quorum.SystemOptions{})
	} else {
		s, err = quorum.NewGroupSystem("", cartels, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := newProblem(context.Background(), s, opts)
	if err == nil {
		err = p.contain(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestDiagramsLikeTables makes the same extensions of random systems by tables and by diagrams, in
// random orders of the nodes, and compares every answer that functions give.
func TestDiagramsLikeTables(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for round := range 120 {
		n, m := 2+round%9, 1+round%4
		cartels := random(rng, n, m)
		if cartels == nil {
			continue
		}
		tried++
		first := 0
		if m > 1 && round%3 == 0 {
			first = 1 + rng.IntN(m)
		}
		p := problemOf(t, cartels, Options{First: first, Dominate: round%5 == 0})
		for _, tie := range []tie{majority(), dictatorial(rng.IntN(n))} {
			a := assert.Got(p.tables(ctx, tie))(t)
			b := assert.Got(p.diagrams(ctx, rng.Perm(n), tie))(t)
			assert.MustEqual(t, a.unchanged, b.unchanged, "unchanged differs")
			for _, pair := range [][2][]function{{a.functions, b.functions}, {a.given, b.given}, {a.most, b.most}, {a.least, b.least}} {
				for i := range pair[0] {
					compare(t, n, pair[0][i], pair[1][i])
				}
			}
			if first == 0 && !tie.majority {
				c := assert.Got(p.lazy(ctx, tie.dictator))(t)
				assert.Equal(t, c.unchanged, a.unchanged, "unchanged differs")
				for i := range c.functions {
					compareSets(t, n, a.functions[i], c.functions[i])
				}
			}
			if t.Failed() {
				t.Fatalf("round %d: n = %d, m = %d, %s, first %d", round, n, m, tie.words, first)
			}
		}
	}
	if tried < 60 {
		t.Errorf("only %d systems", tried)
	}
}

func compare(t *testing.T, n int, f, g function) {
	t.Helper()
	compareSets(t, n, f, g)
	ctx := context.Background()
	fl, err1 := f.live(ctx)
	gl, err2 := g.live(ctx)
	fc, err3 := f.count(ctx)
	gc, err4 := g.count(ctx)
	assert.OK(t, errors.Join(err1, err2, err3, err4))
	for s := range fl {
		assert.SameNumber(t, fl[s], gl[s], "live sets of size %d", s)
	}
	if minimal := int64(len(slices.Collect(f.minimal(ctx)))); fc.Cmp(gc) != 0 || !fc.IsInt64() || fc.Int64() != minimal {
		t.Errorf("%d minimal sets: counted %v and %v", minimal, fc, gc)
	}
}

// compareSets compares values and minimal sets.
func compareSets(t *testing.T, n int, f, g function) {
	t.Helper()
	ctx := context.Background()
	for x := range 1 << n {
		var nodes []int
		for v := range n {
			if x>>v&1 == 1 {
				nodes = append(nodes, v)
			}
		}
		if s := quorum.SetOf(nodes...); f.has(s) != g.has(s) {
			t.Errorf("differ at %v", s)
			return
		}
	}
	fs, gs := slices.SortedFunc(f.minimal(ctx), quorum.Set.Compare), slices.SortedFunc(g.minimal(ctx), quorum.Set.Compare)
	assert.True(t, slices.EqualFunc(fs, gs, quorum.Set.Equal), "minimal sets: %v and %v", fs, gs)
}
