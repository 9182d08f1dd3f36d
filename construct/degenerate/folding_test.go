package degenerate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/planes"
	"coterie/quorum"
)

// setsOf lists the kept lines of a folding as sets of nodes, each named by a point: the naive way.
func setsOf(f *folding) quorum.Family {
	v := len(f.points)
	b, err := quorum.NewFamilyBuilder(v)
	if err != nil {
		panic(err)
	}
	for _, line := range f.lines[f.pairs:] {
		set := map[int32]bool{}
		for _, p := range f.plane.Line(int(line)) {
			for k := range f.pairs {
				if f.points[2*k+1] == p {
					p = f.points[2*k]
					break
				}
			}
			set[p] = true
		}
		var nodes []int32
		for p := range set {
			nodes = append(nodes, p)
		}
		if err := b.AddSorted(nodes); err != nil {
			panic(err)
		}
	}
	return b.Family()
}

// compareFolding compares everything that a folding keeps up to date with its sets.
func compareFolding(t *testing.T, f *folding) {
	t.Helper()
	sets := setsOf(f)
	all := sets.Responsibilities()
	var responsibilities []int
	for i, p := range f.points {
		if i < 2*f.pairs && i%2 == 1 {
			continue
		}
		responsibilities = append(responsibilities, all[p])
		if f.responsibility(p) != all[p] || i < 2*f.pairs && f.responsibility(f.points[i+1]) != all[p] {
			t.Fatalf("responsibility of point %d: %d, counted %d", p, f.responsibility(p), all[p])
		}
	}
	counts := make([]int32, len(f.count))
	var squares, deviation int64
	for _, r := range responsibilities {
		counts[r]++
		squares += int64(r * r)
		deviation += int64((r - f.order - 1) * (r - f.order - 1))
	}
	least, greatest := slices.Min(responsibilities), slices.Max(responsibilities)
	if !slices.Equal(counts, f.count) || squares != f.squares || deviation != f.deviation || least != f.least || greatest != f.greatest {
		t.Fatalf("counted %v, squares %d, deviation %d, %d..%d; kept %v, %d, %d, %d..%d",
			counts, squares, deviation, least, greatest, f.count, f.squares, f.deviation, f.least, f.greatest)
	}
	if nested := nestedSets(sets); nested != f.nested() {
		t.Fatalf("%d nested pairs, counted %d", f.nested(), nested)
	}
}

// TestFolding makes random exchanges, and undoes some, with and without the table of joins.
func TestFolding(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	nested := false
	for _, q := range []int{1, 2, 3, 4, 5} {
		plane := assert.Got(planes.NewProjective(t.Context(), q))(t)
		v := plane.Points()
		for pairs := 1; 2*pairs <= v; pairs++ {
			f := newFolding(plane, pairs)
			for i := range v {
				f.points[i], f.lines[i] = int32(i), int32(i)
			}
			if pairs%2 == 0 {
				f.joins = nil
			}
			f.shuffle(random)
			compareFolding(t, f)
			for range 12 {
				i, j := random.IntN(2*pairs), random.IntN(v)
				if i/2 != j/2 {
					f.exchangePoints(i, j)
					compareFolding(t, f)
				}
				nested = nested || f.nested() > 0
				points, lines := slices.Clone(f.points), slices.Clone(f.lines)
				i, j = random.IntN(pairs), pairs+random.IntN(v-pairs)
				f.exchangeLines(i, j)
				compareFolding(t, f)
				if random.IntN(2) == 0 {
					f.exchangeLines(i, j)
					compareFolding(t, f)
					if !slices.Equal(points, f.points) || !slices.Equal(lines, f.lines) {
						t.Fatal("an exchange is not its own inverse")
					}
				}
			}
		}
	}
	assert.True(t, nested, "no nested sets met on the way")
}

// TestDescend checks that no phase ends worse than it began, by its own objective.
func TestDescend(t *testing.T) {
	for name, goal := range map[string]func(*folding) [2]int64{"deviation": byDeviation, "extremes": byExtremes, "squares": bySquares} {
		random := rand.New(rand.NewPCG(3, 4))
		for _, n := range []int{4, 10, 17, 26, 40, 130} {
			plane := assert.Got(leastPlane(t.Context(), n))(t)
			d := assert.Got(literal(t.Context(), plane, n))(t)
			f := newFolding(plane, plane.Points()-n)
			f.set(d.permutations())
			before := goal(f)
			assert.OK(t, f.descend(t.Context(), random, 2000, goal))
			if after := goal(f); worse(after, before) {
				t.Errorf("%s, n = %d: %v after %v", name, n, after, before)
			}
			if n <= 40 {
				compareFolding(t, f)
			}
		}
	}
}

// TestFoldingAndDegeneration turns one into the other and back.
func TestFoldingAndDegeneration(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	matched := 0
	for _, n := range []int{2, 4, 5, 6, 8, 11, 14, 25, 32, 45} {
		plane := assert.Got(leastPlane(t.Context(), n))(t)
		f := newFolding(plane, plane.Points()-n)
		for i := range f.points {
			f.points[i], f.lines[i] = int32(i), int32(i)
		}
		for range 5 {
			f.shuffle(random)
			d, err := f.degeneration(t.Context())
			if err != nil {
				continue // no sites for these sets
			}
			matched++
			s := checkDegeneration(t, d, n)
			r := s.Family().Responsibilities()
			if slices.Min(r) != f.least || slices.Max(r) != f.greatest || int64(squaresOf(s)) != f.squares {
				t.Errorf("n = %d: responsibilities %d..%d, the folding says %d..%d", n, slices.Min(r), slices.Max(r), f.least, f.greatest)
			}
			again := newFolding(plane, plane.Points()-n)
			again.set(d.permutations())
			if again.squares != f.squares || !slices.Equal(again.count, f.count) {
				t.Errorf("n = %d: not the same folding again", n)
			}
		}
	}
	if matched < 30 {
		t.Errorf("only %d matched", matched)
	}
}

// BenchmarkDegenerate measures the default systems of the study of all families together, and how
// much it saves to keep responsibilities up to date instead of counting them after each step.
func BenchmarkDegenerate(b *testing.B) {
	b.Run("n=3..200", func(b *testing.B) {
		const target = 3.0
		for b.Loop() {
			for n := 3; n <= 200; n++ {
				assert.Got(Search(b.Context(), n, 1))(b)
			}
		}
		seconds := b.Elapsed().Seconds() / float64(b.N)
		verdict := "PASS"
		if seconds > target {
			verdict = "MISS"
		}
		b.ReportMetric(seconds, "s/all")
		b.Logf("measured %.2f s, target %.0f s: %s", seconds, target, verdict)
	})
	for _, n := range []int{43, 150, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				assert.Got(Search(b.Context(), n, 1))(b)
			}
		})
	}
	for _, method := range []string{"update", "recount"} {
		b.Run("n=150/step/method="+method, func(b *testing.B) {
			plane := assert.Got(leastPlane(b.Context(), 150))(b)
			d := assert.Got(literal(b.Context(), plane, 150))(b)
			f := newFolding(plane, plane.Points()-150)
			f.set(d.permutations())
			random := rand.New(rand.NewPCG(1, 0))
			for b.Loop() {
				assert.OK(b, f.descend(b.Context(), random, 1, byDeviation))
				if method == "recount" {
					f.set(f.points, f.lines)
				}
			}
		})
	}
}
