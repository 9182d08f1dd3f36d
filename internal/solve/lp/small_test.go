package lp

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// loadProgram is the program of the least mean load of a fleet of n nodes with different
// capacities: the columns are sets of nodes that reads or writes ask, and the load at each of some
// shares of reads. Reads ask sets of size up to k, writes sets of size up to n+1-k.
func loadProgram(r *rand.Rand, n, shares, k int, quorums int) *General {
	g := NewGeneral()
	one, minus := big.NewRat(1, 1), big.NewRat(-1, 1)
	g.Row(Equal, one)
	g.Row(Equal, one)
	for range shares * n {
		g.Row(AtMost, new(big.Rat))
	}
	capacity := make([]int64, n)
	for i := range capacity {
		capacity[i] = 500 * (1 + r.Int64N(8))
	}
	for s := range shares {
		var entries []Entry
		for i := range n {
			entries = append(entries, Entry{2 + s*n + i, minus})
		}
		g.Column(big.NewRat(1, int64(shares)), entries...)
	}
	for write := range 2 {
		size := k
		if write == 1 {
			size = n + 1 - k
		}
		seen := 0
		for set := uint64(0); set < 1<<n && seen < quorums; set++ {
			if bits.OnesCount64(set) != size {
				continue
			}
			seen++
			entries := []Entry{{write, one}}
			for s := range shares {
				share := big.NewRat(int64(9-s), 10)
				if write == 1 {
					share.Sub(one, share)
				}
				for i := range n {
					if set>>i&1 == 1 {
						entries = append(entries, Entry{2 + s*n + i, new(big.Rat).Quo(share, big.NewRat(capacity[i]/int64(1+write), 1))})
					}
				}
			}
			g.Column(new(big.Rat), entries...)
		}
	}
	return g
}

// BenchmarkSmall prints how long optima take in floating point, from the slacks and from the
// optimum of a program with a few other columns.
func BenchmarkSmall(b *testing.B) {
	for _, c := range []struct{ n, shares, k int }{{5, 2, 2}, {5, 4, 3}, {6, 1, 3}, {6, 3, 3}, {8, 3, 4}, {11, 2, 3}} {
		g := loadProgram(rand.New(rand.NewPCG(1, 2)), c.n, c.shares, c.k, 150)
		b.Run(fmt.Sprintf("rows=%d/columns=%d/cold", g.Rows(), g.Columns()), func(b *testing.B) {
			s := smallOf(g)
			right := make([]float64, g.Rows())
			right[0], right[1] = 1, 1
			pivots := 0
			for b.Loop() {
				s.Reset(g.sense, right)
				for j := range g.Columns() {
					addSmall(s, g, j)
				}
				assert.MustEqual(b, s.Solve(), Optimal, "no")
				pivots += s.since
			}
			b.ReportMetric(float64(pivots)/float64(b.N), "exchanges/op")
		})
		b.Run(fmt.Sprintf("rows=%d/columns=%d/warm", g.Rows(), g.Columns()), func(b *testing.B) {
			s := smallOf(g)
			s.Solve()
			r := rand.New(rand.NewPCG(1, 2))
			pivots := 0
			for b.Loop() {
				s.since = 0
				for range 6 {
					s.Enable(c.shares+r.IntN(g.Columns()-c.shares), r.IntN(2) == 0)
				}
				if s.Solve() == GaveUp {
					b.Fatal("no")
				}
				pivots += s.since
			}
			b.ReportMetric(float64(pivots)/float64(b.N), "exchanges/op")
		})
	}
}

// BenchmarkGeneral prints how long exact optima take where all columns are listed, and how many
// times longer the simplex method in rational numbers alone takes.
func BenchmarkGeneral(b *testing.B) {
	for _, c := range []struct{ n, shares, k int }{{5, 2, 3}, {11, 2, 6}, {16, 2, 8}, {19, 3, 10}} {
		g := loadProgram(rand.New(rand.NewPCG(1, 2)), c.n, c.shares, c.k, math.MaxInt)
		b.Run(fmt.Sprintf("rows=%d/columns=%d", g.Rows(), g.Columns()), func(b *testing.B) {
			for b.Loop() {
				assert.Got(g.Solve(b.Context(), nil))(b)
			}
			if c.n == 11 {
				solve, start := reach.PerRun(b), time.Now()
				assert.Got(fromSlacks(b.Context(), g, 100_000))(b)
				reach.Ratio(b, fmt.Sprintf("general/rows=%d/columns=%d", g.Rows(), g.Columns()), float64(time.Since(start))/float64(solve), 5)
			}
		})
	}
}

// TestSmallGoesOn: with columns that come, go and come back, the floating solver gives the right
// answer for the program at that moment.
func TestSmallGoesOn(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 3))
	gaveUp, solved := 0, 0
	for k := range 300 {
		whole := randomGeneral(r)
		if k%2 == 0 {
			whole = loadProgram(r, 3+r.IntN(3), 1+r.IntN(2), 2, 20)
		}
		s := NewSmall()
		right := make([]float64, whole.Rows())
		for i, b := range whole.right {
			right[i], _ = b.Float64()
		}
		s.Reset(whole.sense, right)
		added := 0
		enabled := make([]bool, whole.Columns())
		for range 12 {
			for ; added < whole.Columns() && r.IntN(3) > 0; added++ {
				addSmall(s, whole, added)
				enabled[added] = true
			}
			if added > 0 {
				j := r.IntN(added)
				enabled[j] = r.IntN(3) == 0
				s.Enable(j, enabled[j])
			}
			now := NewGeneral()
			for i, sense := range whole.sense {
				now.Row(sense, whole.right[i])
			}
			for j := range added {
				var entries []Entry
				for e := whole.start[j]; e < whole.start[j+1]; e++ {
					if enabled[j] {
						entries = append(entries, Entry{int(whole.row[e]), whole.value[e]})
					}
				}
				cost := new(big.Rat)
				if enabled[j] {
					cost = whole.cost[j]
				}
				now.Column(cost, entries...)
			}
			want := assert.Got(now.Solve(t.Context(), nil))(t)
			solved++
			if status := s.Solve(); status == GaveUp {
				gaveUp++
			} else if err := agrees(now, want, s, status); err != "" {
				t.Fatalf("%d: %s, %s", k, err, want.Status)
			}
		}
	}
	if gaveUp > 0 {
		t.Errorf("gave up %d of %d times", gaveUp, solved)
	}
}

// TestSmallCutoff: at a cutoff the dual values prove as much as is said, and with one that is not
// reached the optimum is found.
func TestSmallCutoff(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 4))
	cut := 0
	for range 200 {
		g := loadProgram(r, 4+r.IntN(4), 1+r.IntN(2), 2, 20)
		s := smallOf(g)
		assert.MustEqual(t, s.Solve(), Optimal, "no optimum")
		best, again := s.Value, smallOf(g)
		again.Cutoff = best * (0.5 + r.Float64())
		switch status := again.Solve(); status {
		case CutOff:
			cut++
			if again.Value < again.Cutoff || again.Value > best*(1+1e-9) {
				t.Fatalf("cut off at %v with %v, the optimum is %v", again.Cutoff, again.Value, best)
			}
			for j := range g.Columns() {
				d, _ := g.cost[j].Float64()
				for e := g.start[j]; e < g.start[j+1]; e++ {
					d -= g.near[e] * again.Y[g.row[e]]
				}
				if d < -1e-9 {
					t.Fatalf("the reduced cost of column %d is %v", j, d)
				}
			}
		case Optimal:
			if math.Abs(again.Value-best) > 1e-9*best {
				t.Fatalf("%v, want %v", again.Value, best)
			}
		default:
			t.Fatal(status)
		}
	}
	if cut < 20 {
		t.Errorf("cut off %d times", cut)
	}
}

// TestSmallReset: a solver that has solved other programs gives, to the last bit, the answers of a
// new one.
func TestSmallReset(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 9))
	used := NewSmall()
	for range 200 {
		g := randomGeneral(r)
		if r.IntN(4) == 0 {
			g = loadProgram(r, 4, 2, 2, 20)
		}
		fresh := smallOf(g)
		reset(used, g)
		for range 2 {
			if a, b := fresh.Solve(), used.Solve(); a != b || !slices.Equal(fresh.X, used.X) || !slices.Equal(fresh.Y, used.Y) || !slices.Equal(fresh.Basis(nil), used.Basis(nil)) {
				t.Fatalf("%s %v %v, new: %s %v %v", b, used.X, used.Y, a, fresh.X, fresh.Y)
			}
			for j := range g.Columns() {
				on := r.IntN(2) == 0
				fresh.Enable(j, on)
				used.Enable(j, on)
			}
		}
	}
}

// TestSmallBegin: a program that is changed a little goes on from the basis of the last one, in
// fewer exchanges.
func TestSmallBegin(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 5))
	cold, warm := 0, 0
	var basis []int32
	for k := range 40 {
		g := loadProgram(rand.New(rand.NewPCG(19, uint64(k/2))), 5, 2, 2, 20)
		for e := range g.near {
			g.near[e] *= 1 + 0.01*r.Float64()
		}
		s := smallOf(g)
		if k%2 == 1 {
			s.Begin(basis)
		}
		assert.MustEqual(t, s.Solve(), Optimal, "no optimum")
		other := smallOf(g)
		if other.Solve(); math.Abs(other.Value-s.Value) > 1e-9*s.Value {
			t.Fatalf("%v, want %v", s.Value, other.Value)
		}
		basis = s.Basis(basis[:0])
		if k%2 == 0 {
			cold += s.since
		} else {
			warm += s.since
		}
	}
	if warm >= cold/2 {
		t.Errorf("%d exchanges, and %d from a basis", cold, warm)
	}
}
