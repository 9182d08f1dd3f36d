package quorum

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// naiveCrossing goes through all pairs of quorums of different cartels in the order
// that JudgeCrossIntersection promises.
func naiveCrossing(cartels []Family) crossing {
	for a, f := range cartels {
		for i := range f.Len() {
			for b := a + 1; b < len(cartels); b++ {
				for j := range cartels[b].Len() {
					if !naiveMeet(f.Quorum(i), cartels[b].Quorum(j)) {
						return crossing{a, i, b, j}
					}
				}
			}
		}
	}
	return crossing{i: -1}
}

// TestManyCartelsAgainstNaive has repeated and empty cartels, on few nodes and on
// nodes far apart, by both methods.
func TestManyCartelsAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	count := map[Truth]int{}
	for range 600 {
		n := 3 + rng.IntN(7)
		var cartels []Family
		for range 1 + rng.IntN(5) {
			switch {
			case len(cartels) > 0 && rng.IntN(3) == 0:
				cartels = append(cartels, cartels[rng.IntN(len(cartels))])
			case rng.IntN(8) == 0:
				empty, _ := NewFamily(n, nil)
				cartels = append(cartels, empty)
			case rng.IntN(3) == 0:
				cartels = append(cartels, randomFamily(rng, n, 1+rng.IntN(4), n))
			default:
				cartels = append(cartels, subsetsOfSize(n, n/2+1))
			}
		}
		if rng.IntN(2) == 0 {
			for i, f := range cartels {
				cartels[i] = spread(f, 1000)
			}
		}
		g := assert.Got(NewGroupSystem("", cartels, nil))(t)
		want := naiveCrossing(cartels)
		v := JudgeCrossIntersection(ctx, g, Options{Jobs: 2})
		count[v.Holds]++
		assert.MustEqual(t, (v.Holds == Holds), (want.i < 0), "%+v, naive %+v", v, want)
		if w := v.Witness; v.Holds == Fails && (!slices.Equal(w.Cartels, []Index{Index(want.a), Index(want.b)}) || !slices.Equal(w.Quorums, []Index{Index(want.i), Index(want.j)})) {
			t.Fatalf("%+v, naive %+v", w, want)
		}
		small, _ := onOccurringNodes(cartels...)
		all := Concat(small...)
		start := []int{0}
		for _, f := range small {
			start = append(start, start[len(start)-1]+f.Len())
		}
		if bySets := firstBeyondBySets(all, start); (bySets.i < 0) != (want.i < 0) || want.i >= 0 && bySets != (pair{start[want.a] + want.i, start[want.b] + want.j}) {
			t.Fatalf("by sets %+v, naive %+v", bySets, want)
		}
	}
	if count[Holds] < 60 || count[Fails] < 60 {
		t.Errorf("one-sided sample: %v", count)
	}
}

// spread puts node v at v·by.
func spread(f Family, by int) Family {
	b, err := NewFamilyBuilder(f.n * by)
	if err != nil {
		panic(err)
	}
	for _, q := range f.All() {
		var nodes []int
		for _, v := range q {
			nodes = append(nodes, int(v)*by)
		}
		if err := b.Add(nodes...); err != nil {
			panic(err)
		}
	}
	return b.Family()
}

// TestSpreadingKeepsVerdicts: nodes that occur in no quorum change no property but
// those that count them.
func TestSpreadingKeepsVerdicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	for range 200 {
		f := randomFamily(rng, 3+rng.IntN(6), 1+rng.IntN(8), 3)
		g := spread(f, 997)
		for k := 1; k <= 2; k++ {
			a, b := JudgeKIntersection(ctx, k, f), JudgeKIntersection(ctx, k, g)
			c, d := JudgeKNonIntersection(ctx, k, f), JudgeKNonIntersection(ctx, k, g)
			if a.Holds != b.Holds || c.Holds != d.Holds {
				t.Fatalf("%v: %v and %v, %v and %v", f, a, b, c, d)
			}
			if b.Holds == Fails {
				checkPacking(t, g, b, k+1)
			}
		}
		if a, b := JudgeMinimality(ctx, f, Options{}), JudgeMinimality(ctx, g, Options{}); a.Holds != b.Holds {
			t.Fatalf("minimality: %v and %v", a, b)
		}
		dual := assert.Got(g.Dual(ctx, 1000))(t)
		want, err := f.Dual(ctx, 1000)
		if err != nil || !dual.Equal(spread(want, 997)) {
			t.Fatalf("dual %v, want %v, %v", dual, want, err)
		}
	}
}

// TestSmallFilesStaySmall: a short file with the greatest n costs neither minutes
// nor gigabytes.
func TestSmallFilesStaySmall(t *testing.T) {
	const n = MaxNodes
	var edges, stars, cartels []string
	for i := 1; i <= 9; i++ {
		for j := i + 1; j <= 9; j++ {
			edges = append(edges, fmt.Sprintf("[%d,%d]", i, j))
		}
	}
	for i := 2; i <= 2000; i++ {
		stars = append(stars, fmt.Sprintf("[1,%d]", i*1000))
	}
	for i := 1; i <= 30; i++ {
		cartels = append(cartels, fmt.Sprintf("[[7,%d]]", n-i))
	}
	list := strings.Join(edges, ",")
	for _, text := range []string{
		fmt.Sprintf(`{"format":"coterie/1","kind":"k-coterie","n":%d,"k":4,"quorums":[%s]}`, n, list),
		fmt.Sprintf(`{"format":"coterie/1","kind":"quorum-system","n":%d,"quorums":[%s]}`, n, strings.Join(stars, ",")),
		fmt.Sprintf(`{"format":"coterie/1","kind":"group-quorum-system","n":%d,"cartels":[%s]}`, n, strings.Join(cartels, ",")),
	} {
		s := assert.Got(Read(strings.NewReader(text)))(t)
		begun := reach.CPU()
		for _, v := range Check(ctx, s, Options{}).Properties {
			if v.Limit {
				t.Errorf("%s of %.60s...: %s", v.Property, text, v.Reason)
			}
		}
		if took := reach.CPU() - begun; took > 30*time.Second {
			t.Errorf("%v for %.60s...", took, text)
		}
	}
}

func TestManyGroupsAreRead(t *testing.T) {
	const processes = 50_000
	alpha := make([][]int, processes)
	for u := range alpha {
		alpha[u] = []int{u}
	}
	s, err := NewSharingStructure("", processes, alpha, 0, nil, nil)
	if err != nil || len(s.Groups()) != processes {
		t.Errorf("%d groups, %v", len(s.Groups()), err)
	}
}

func TestPackingStops(t *testing.T) {
	stopped, cancel := context.WithCancelCause(ctx)
	cancel(errors.New("enough"))
	// Two complete graphs on 21 nodes: every maximal matching has 10 edges in each, and 21 edges
	// would fit by counting, so both answers take a long search.
	b, _ := NewFamilyBuilder(42)
	for v := range 42 {
		for w := v / 21 * 21; w < v; w++ {
			assert.OK(t, b.Add(v, w))
		}
	}
	f := b.Family()
	for _, v := range []Judged{JudgeKIntersection(stopped, 20, f), JudgeKNonIntersection(stopped, 20, f)} {
		if v.Holds != Unknown || !v.Limit || v.Reason != "stopped: enough" {
			t.Errorf("%+v", v)
		}
	}
}

// TestPackingRefusesHugeMatrices: 2^18 singletons would need 8 GiB.
func TestPackingRefusesHugeMatrices(t *testing.T) {
	b := assert.Got(NewFamilyBuilder(1 << 18))(t)
	for v := range 1 << 18 {
		assert.OK(t, b.Add(v))
	}
	f := b.Family()
	for _, v := range []Judged{JudgeKIntersection(ctx, 2, f), JudgeKNonIntersection(ctx, 2, f)} {
		if v.Holds != Unknown || !v.Limit || v.Reason != errTooLargeToPack.Error() {
			t.Errorf("%+v", v)
		}
	}
}

func TestDualStops(t *testing.T) {
	stopped, cancel := context.WithCancelCause(ctx)
	cancel(errors.New("enough"))
	if _, err := subsetsOfSize(14, 5).Dual(stopped, 1<<14); err == nil || err.Error() != "enough" {
		t.Errorf("%v", err)
	}
}
