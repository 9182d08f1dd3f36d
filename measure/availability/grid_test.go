package availability

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/internal/solve/forms"
	"coterie/internal/solve/live"
	"coterie/quorum"
)

// gridFamily lists the full grid with its nodes renamed and its quorums shuffled.
func gridFamily(rng *rand.Rand, rows, columns int) quorum.Family {
	name := rng.Perm(rows * columns)
	var quorums [][]int
	for r := range rows {
		for c := range columns {
			q := []int{name[r*columns+c]}
			for x := range columns {
				if x != c {
					q = append(q, name[r*columns+x])
				}
			}
			for x := range rows {
				if x != r {
					q = append(q, name[x*columns+c])
				}
			}
			quorums = append(quorums, q)
		}
	}
	rng.Shuffle(len(quorums), func(i, j int) { quorums[i], quorums[j] = quorums[j], quorums[i] })
	f, err := quorum.NewFamily(rows*columns, quorums)
	if err != nil {
		panic(err)
	}
	return f
}

// The closed form agrees with the general methods and, where they are few enough, with all sets.
func TestGridLiveSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for rows := 1; rows <= 6; rows++ {
		for columns := 1; columns <= 7; columns++ {
			f := gridFamily(rng, rows, columns)
			counts := assert.Got(gridCounts(t.Context(), rows, columns))(t)
			got := LiveSets{Counts: counts}
			want := assert.Got(CountLive(context.Background(), f, LiveOptions{method: live.Masks}))(t)
			assert.True(t, sameCounts(got.Counts, want.Counts), "%d×%d: %v, not %v", rows, columns, got.Counts, want.Counts)
			if rows*columns <= 16 && !sameCounts(got.Counts, liveOracle(f)) {
				t.Errorf("%d×%d: %v, not %v", rows, columns, got.Counts, liveOracle(f))
			}
			for _, p := range []*big.Rat{new(big.Rat), big.NewRat(1, 10), big.NewRat(5, 7), big.NewRat(1, 1)} {
				assert.SameNumber(t, OfGrid(rows, columns, p), got.Availability(p), "%d×%d at %v", rows, columns, p)
			}
		}
	}
}

// So many whole rows and columns, counted by the closed form and by going through all sets.
func TestCrossSurvival(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {2, 3}, {3, 3}, {4, 3}, {4, 4}, {3, 5}} {
		rows, columns := c[0], c[1]
		for down := 1; down <= rows; down++ {
			for across := 1; across <= columns; across++ {
				want := make([]int64, rows*columns+1)
				for s := range uint64(1) << (rows * columns) {
					r, k := 0, 0
					for i := range rows {
						r += btoi(s>>(i*columns)&(1<<columns-1) == 1<<columns-1)
					}
					for j := range columns {
						whole := true
						for i := range rows {
							whole = whole && s>>(i*columns+j)&1 == 1
						}
						k += btoi(whole)
					}
					if r >= down && k >= across {
						want[bits.OnesCount64(s)]++
					}
				}
				got := assert.Got(survivalCounts(t.Context(), forms.CrossSurvival(rows, columns, down, across)))(t)
				assert.Equal(t, fmt.Sprint(got), fmt.Sprint(want), "%d of %d rows and %d of %d columns", down, rows, across, columns)
			}
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A second derivation: given that no row is whole, and which columns are named as whole, rows are
// independent. P(neither) = Σ_j (-1)^j (w choose j) a^(jh) (1 - a^(w-j))^h.
func TestGridAvailabilityByRows(t *testing.T) {
	one := big.NewRat(1, 1)
	pow := func(x *big.Rat, k int) *big.Rat {
		out := big.NewRat(1, 1)
		for range k {
			out.Mul(out, x)
		}
		return out
	}
	for _, c := range []struct{ h, w int }{{7, 7}, {12, 5}, {5, 12}, {20, 20}} {
		p := big.NewRat(1, 10)
		a := new(big.Rat).Sub(one, p)
		noRow := pow(new(big.Rat).Sub(one, pow(a, c.w)), c.h)
		noColumn := pow(new(big.Rat).Sub(one, pow(a, c.h)), c.w)
		want := new(big.Rat).Sub(one, noRow)
		want.Sub(want, noColumn)
		for j := range c.w + 1 {
			x := new(big.Rat).SetInt(new(big.Int).Binomial(int64(c.w), int64(j)))
			x.Mul(x, pow(a, j*c.h))
			x.Mul(x, pow(new(big.Rat).Sub(one, pow(a, c.w-j)), c.h))
			if j%2 == 1 {
				x.Neg(x)
			}
			want.Add(want, x)
		}
		assert.SameNumber(t, OfGrid(c.h, c.w, p), want, "%v, not %v", c, want.FloatString(20))
	}
}

func TestRecogniseGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for rows := 3; rows <= 7; rows++ {
		for columns := 3; columns <= 8; columns++ {
			f := gridFamily(rng, rows, columns)
			r, c, ok := live.Grid(f)
			if !ok || r*c != rows*columns || min(r, c) != min(rows, columns) {
				t.Errorf("%d×%d: %d×%d, %v", rows, columns, r, c, ok)
			}
			// One node of one quorum exchanged for another is no grid any more.
			var quorums [][]int
			for i, q := range f.All() {
				var nodes []int
				for _, v := range q {
					nodes = append(nodes, int(v))
				}
				if i == f.Len()/2 {
					for v := range f.N() {
						if !slices.Contains(nodes, v) {
							nodes[rng.IntN(len(nodes))] = v
							break
						}
					}
				}
				quorums = append(quorums, nodes)
			}
			g, err := quorum.NewFamily(f.N(), quorums)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, ok := live.Grid(g); ok {
				t.Errorf("%d×%d: recognised with another node in a quorum", rows, columns)
			}
			// Nor is it with one quorum twice in place of another.
			quorums[f.Len()/2] = quorums[0]
			g = assert.Got(quorum.NewFamily(f.N(), quorums))(t)
			if _, _, ok := live.Grid(g); ok {
				t.Errorf("%d×%d: recognised with a quorum twice", rows, columns)
			}
		}
	}
	for _, spec := range []string{"fpp:order=3", "grid:n=11", "grid:n=15", "billiard:q=5", "majority:n=5", "cyclic:n=13,cover=0-1-3-9"} {
		if r, c, ok := live.Grid(systems.Family(t, spec)); ok {
			t.Errorf("%s: a %d×%d grid", spec, r, c)
		}
	}
}

func ExampleOfGrid() {
	p := big.NewRat(1, 10)
	for _, k := range []int{3, 10, 50} {
		fmt.Printf("%d nodes: %s\n", k*k, OfGrid(k, k, p).FloatString(10))
	}
	// Output:
	// 9 nodes: 0.9666911790
	// 100 nodes: 0.9737829261
	// 2500 nodes: 0.0561786794
}

// The recognition rests on live.IsGrid: with the right places it still sees every other list.
func TestIsGrid(t *testing.T) {
	const rows, columns = 4, 5
	var quorums [][]int
	at := make([][2]int32, rows*columns)
	for r := range rows {
		for c := range columns {
			at[r*columns+c] = [2]int32{int32(r), int32(c)}
			var q []int
			for x := range rows {
				for y := range columns {
					if x == r || y == c {
						q = append(q, x*columns+y)
					}
				}
			}
			quorums = append(quorums, q)
		}
	}
	judge := func(at [][2]int32) bool {
		f := assert.Got(quorum.NewFamily(rows*columns, quorums))(t)
		return live.IsGrid(f, at, rows, columns)
	}
	assert.True(t, judge(at), "the grid is none")
	swapped := slices.Clone(at)
	swapped[0], swapped[7] = swapped[7], swapped[0]
	if judge(swapped) {
		t.Error("a grid with two nodes in each other's place")
	}
	doubled := slices.Clone(at)
	doubled[0] = doubled[7]
	if judge(doubled) {
		t.Error("a grid with two nodes in one place")
	}
	keep := quorums[3]
	quorums[3] = quorums[4]
	if judge(at) {
		t.Error("a grid with a quorum twice and another never")
	}
	quorums[3] = keep[1:]
	if judge(at) {
		t.Error("a grid with a quorum cut short")
	}
	quorums[3] = slices.Sorted(slices.Values(append(slices.Clone(keep), columns)))
	if judge(at) {
		t.Error("a grid with a node more in a quorum")
	}
	quorums[3], quorums[0] = keep, []int{0, 1, 2, 3, 4, 6, 12, 18}
	if judge(at) {
		t.Error("a grid with a row without a column")
	}
}
