package availability

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/solve/live"
	"coterie/quorum"
)

// randomQuorums returns m quorums of size to size+more nodes of n.
func randomQuorums(tb testing.TB, rng *rand.Rand, n, m, size, more int) quorum.Family {
	tb.Helper()
	var quorums [][]int
	for range m {
		quorums = append(quorums, rng.Perm(n)[:size+rng.IntN(more+1)])
	}
	return assert.Got(quorum.NewFamily(n, quorums))(tb)
}

// TestSweepAgainstDiagrams compares the sweep over all sets with the diagrams, and its transversal
// with the definition.
func TestSweepAgainstDiagrams(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	swept := 0
	for trial := range 60 {
		n, few := 1+rng.IntN(16), 64 // states, so that the diagram is given up
		if trial >= 56 {             // more than one block
			n, few = 19+trial%2, 256
		}
		f := randomQuorums(t, rng, n, 1+rng.IntN(300), 1+n/3, n/3)
		got := assert.Got(CountLive(t.Context(), f, LiveOptions{MaxStates: few, Jobs: 1 + trial%3}))(t)
		for _, method := range []live.Representation{live.Masks, live.ZDDs} {
			want := assert.Got(CountLive(t.Context(), f, LiveOptions{method: method}))(t)
			if !sameCounts(got.Counts, want.Counts) {
				t.Fatalf("%v by %s, %v by %s, for %v", got.Counts, got.Method, want.Counts, want.Method, SetMasks(f))
			}
		}
		if !strings.HasPrefix(got.Method, "sweep") {
			assert.True(t, got.Transversal.Empty(), "a transversal by %s", got.Method)
			continue
		}
		swept++
		assert.MustEqual(t, got.Transversal.Len(), got.SmallestTransversal(), "%v", SetMasks(f))
		for i := range f.Len() {
			assert.MustTrue(t, f.Set(i).Intersects(got.Transversal), "%v does not meet %v", got.Transversal, f.Set(i))
		}
	}
	assert.True(t, swept >= 20, "only %d of the families were swept", swept)
}

// TestSweepOfManyNodes compares both for as many quorums and nodes as take diagrams seconds.
func TestSweepOfManyNodes(t *testing.T) {
	assert.Slow(t, "seconds for the diagram")
	f := randomQuorums(t, rand.New(rand.NewPCG(11, 12)), 26, 1500, 11, 3)
	got := assert.Got(CountLive(t.Context(), f, LiveOptions{}))(t)
	want := assert.Got(CountLive(t.Context(), f, LiveOptions{method: live.ZDDs}))(t)
	if !sameCounts(got.Counts, want.Counts) || got.Method == want.Method {
		t.Errorf("%v by %s, %v by %s", got.Counts, got.Method, want.Counts, want.Method)
	}
}

// BenchmarkSweep counts the live sets of random quorums, in CPU time, by the method that is chosen
// and by diagrams alone.
func BenchmarkSweep(b *testing.B) {
	for _, c := range []struct {
		n, m, size int
		target     time.Duration
		slow       bool // by diagrams alone
	}{
		{24, 24, 6, 5 * time.Millisecond, false},
		{26, 3000, 13, 100 * time.Millisecond, false},
		{30, 30, 6, 30 * time.Millisecond, false},
		{30, 1000, 15, time.Second, false},
		{30, 10_000, 14, time.Second, true},
		{34, 10_000, 16, 10 * time.Second, true},
	} {
		f := randomQuorums(b, rand.New(rand.NewPCG(1, uint64(c.n))), c.n, c.m, c.size, 4)
		for name, method := range map[string]live.Representation{"chosen": live.Any, "diagram": live.ZDDs} {
			if f.Len() <= 512 && method == live.ZDDs {
				method = live.Masks
			}
			b.Run(fmt.Sprintf("n=%d/quorums=%d/method=%s", c.n, c.m, name), func(b *testing.B) {
				if name == "diagram" && c.slow && (testing.Short() || c.n > 30) {
					b.Skip("a minute or more")
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				begun := reach.CPU()
				for b.Loop() {
					l, err := CountLive(b.Context(), f, LiveOptions{method: method, Jobs: 1})
					assert.OK(b, err)
					assert.SameNumber(b, l.Counts[c.n], big.NewInt(1), "all nodes")
				}
				took := (reach.CPU() - begun) / time.Duration(b.N)
				runtime.ReadMemStats(&after)
				job := fmt.Sprintf("live-sets/n=%d/quorums=%d/method=%s", c.n, c.m, name)
				reach.Time(b, job, took, c.target)
				reach.AtMost(b, job+"/MB", float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/1e6, 300)
			})
		}
	}
}
