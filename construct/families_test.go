package construct

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/quorum"

	"pgregory.net/rapid"
)

// wantVerdicts judges every property of a built system.
func wantVerdicts(t *testing.T, s quorum.Structure, want map[quorum.Property]quorum.Truth) {
	t.Helper()
	for _, v := range quorum.Check(t.Context(), s, quorum.Options{}).Properties {
		assert.Equal(t, v.Holds, want[v.Property], "%s: %s: %s", s.Name(), v.Property, v.Reason)
	}
}

// maekawa has the verdicts for a system with all conditions of Maekawa.
var maekawa = map[quorum.Property]quorum.Truth{
	quorum.Intersection: quorum.Holds, quorum.Minimality: quorum.Holds, quorum.Inclusion: quorum.Holds,
	quorum.EqualEffort: quorum.Holds, quorum.EqualResponsibility: quorum.Holds, quorum.Uniqueness: quorum.Holds,
}

// isSelfDual reports whether the coterie is nondominated: equal to its dual.
func isSelfDual(t *testing.T, f quorum.Family) bool {
	t.Helper()
	dual := assert.Got(f.Dual(t.Context(), 200_000))(t)
	return dual.Equal(f.Minimized())
}

func TestFPPProperties(t *testing.T) {
	assert.Long(t, "it builds planes of all orders to 32")
	for q := 1; q <= 32; q++ {
		_, _, isPrimePower := gf.PrimePower(q)
		s, err := quorum.As[*quorum.System](FPP(q))
		assert.Equal(t, (err == nil), (q == 1 || isPrimePower), "order %d: %v", q, err)
		if err != nil {
			continue
		}
		wantVerdicts(t, s, maekawa)
		// Any two points are on exactly one line.
		n := q*q + q + 1
		if s.N() != n || s.Family().Len() != n {
			t.Errorf("order %d: %d nodes, %d lines", q, s.N(), s.Family().Len())
		}
		lines := make([]int, n*n)
		for _, line := range s.Family().All() {
			for i, a := range line {
				for _, b := range line[:i] {
					lines[int(b)*n+int(a)]++
				}
			}
		}
		for a := range n {
			for b := range a {
				assert.MustEqual(t, lines[b*n+a], 1, "order %d: nodes %d and %d on: lines", q, b, a)
			}
		}
	}
}

func TestCyclicProperties(t *testing.T) {
	for _, q := range []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16} {
		s := assert.Got(quorum.As[*quorum.System](CyclicSinger(q)))(t)
		wantVerdicts(t, s, maekawa)
		if k := len(s.Family().Quorum(0)); k != q+1 || s.N() != q*q+q+1 {
			t.Errorf("order %d: K = %d, n = %d", q, k, s.N())
		}
	}
	periodic := map[quorum.Property]quorum.Truth{
		quorum.Intersection: quorum.Holds, quorum.Minimality: quorum.Fails, quorum.Inclusion: quorum.Holds,
		quorum.EqualEffort: quorum.Holds, quorum.EqualResponsibility: quorum.Holds, quorum.Uniqueness: quorum.Fails,
	}
	for _, c := range []struct {
		n     int
		cover []int
		want  map[quorum.Property]quorum.Truth
	}{
		{1, []int{0}, maekawa},
		{2, []int{1, 0}, periodic},
		{4, []int{0, 1, 2}, maekawa},
		{6, []int{0, 1, 3, 4}, periodic}, // of period 3
		{13, []int{9, 0, 3, 1}, maekawa},
		{13, []int{2, 5, 3, 11}, maekawa}, // another translate of the same
	} {
		s, err := quorum.As[*quorum.System](Cyclic(c.n, c.cover))
		if err != nil {
			t.Errorf("n = %d, cover %v: %v", c.n, c.cover, err)
			continue
		}
		wantVerdicts(t, s, c.want)
		least := slices.Min(c.cover)
		for i := range c.n {
			var want []int
			for _, d := range c.cover {
				want = append(want, (d+i-least)%c.n)
			}
			if got := s.Family().Set(i); !got.Equal(quorum.SetOf(want...)) {
				t.Errorf("n = %d: S_%d = %v, want %v (from 0)", c.n, i+1, got, want)
			}
		}
	}
}

// TestCyclicJudgesCovers compares the verdict on random residues with all differences.
func TestCyclicJudgesCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		cover := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 1, min(n, 9), rapid.ID[int]).Draw(t, "cover")
		missing := -1
		for residue := n - 1; residue >= 0; residue-- {
			found := false
			for _, a := range cover {
				for _, b := range cover {
					found = found || (a-b-residue)%n == 0
				}
			}
			if !found {
				missing = residue
			}
		}
		_, err := quorum.As[*quorum.System](Cyclic(n, cover))
		switch {
		case missing < 0 && err != nil:
			t.Fatalf("n = %d, %v: %v", n, cover, err)
		case missing >= 0 && (err == nil || !strings.Contains(err.Error(), fmt.Sprintf(": %d is no difference of two of these residues modulo %d", missing, n))):
			t.Fatalf("n = %d, %v: %v, want residue %d missing", n, cover, err, missing)
		}
	})
}

// naiveFamily lists, by going through all subsets, those that are quorums.
func naiveFamily(t *testing.T, n int, isQuorum func(set uint32) bool) quorum.Family {
	t.Helper()
	b := assert.Got(quorum.NewFamilyBuilder(n))(t)
	for set := range uint32(1) << n {
		if !isQuorum(set) {
			continue
		}
		var nodes []int
		for v := range n {
			if set>>v&1 == 1 {
				nodes = append(nodes, v)
			}
		}
		assert.OK(t, b.Add(nodes...))
	}
	return b.Family()
}

func TestTriangleListsAllQuorums(t *testing.T) {
	for d := 1; d <= 5; d++ {
		n := d * (d + 1) / 2
		row := func(set uint32, r int) int { // nodes of the set in row r, from 1
			return bits.OnesCount32(set >> (r * (r - 1) / 2) & (1<<r - 1))
		}
		want := naiveFamily(t, n, func(set uint32) bool {
			for full := 1; full <= d; full++ {
				is := true
				for r := 1; r <= d; r++ {
					switch {
					case r < full:
						is = is && row(set, r) == 0
					case r == full:
						is = is && row(set, r) == r
					default:
						is = is && row(set, r) == 1
					}
				}
				if is {
					return true
				}
			}
			return false
		})
		s := assert.Got(quorum.As[*quorum.System](Triangle(d)))(t)
		if got := s.Family(); got.Len() != want.Len() || !got.Minimized().Equal(want.Minimized()) {
			t.Errorf("d = %d: %d quorums, want %d", d, got.Len(), want.Len())
		}
		if d <= 4 && !isSelfDual(t, s.Family()) {
			t.Errorf("d = %d: dominated", d)
		}
	}
	for d := 1; d <= 7; d++ {
		s := built(t, fmt.Sprintf("triangle:rows=%d", d))
		want := map[quorum.Property]quorum.Truth{
			quorum.Intersection: quorum.Holds, quorum.Minimality: quorum.Holds, quorum.EqualEffort: quorum.Holds,
			quorum.EqualResponsibility: quorum.Fails,
		}
		if d <= 2 {
			want[quorum.EqualResponsibility] = quorum.Holds
		}
		wantVerdicts(t, s, want)
	}
}

func TestMajorityListsAllQuorums(t *testing.T) {
	for n := 1; n <= 15; n++ {
		s := assert.Got(quorum.As[*quorum.System](Majority(n)))(t)
		want := naiveFamily(t, n, func(set uint32) bool { return bits.OnesCount32(set) == n/2+1 })
		if !s.Family().Minimized().Equal(want.Minimized()) {
			t.Errorf("n = %d: %d quorums, want %d", n, s.Family().Len(), want.Len())
		}
		assert.True(t, s.Family().Equal(s.Family().Minimized()), "n = %d: quorums are not in lexicographic order", n)
		if n <= 9 && isSelfDual(t, s.Family()) != (n%2 == 1) {
			t.Errorf("n = %d: nondominated is not n odd", n)
		}
		wantVerdicts(t, s, map[quorum.Property]quorum.Truth{
			quorum.Intersection: quorum.Holds, quorum.Minimality: quorum.Holds,
			quorum.EqualEffort: quorum.Holds, quorum.EqualResponsibility: quorum.Holds,
		})
	}
}

func TestSingletonProperties(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for centre := range n {
			s := assert.Got(quorum.As[*quorum.System](Singleton(n, centre)))(t)
			want := maekawa
			if n > 1 {
				want = map[quorum.Property]quorum.Truth{
					quorum.Intersection: quorum.Holds, quorum.Minimality: quorum.Holds, quorum.Inclusion: quorum.Fails,
					quorum.EqualEffort: quorum.Holds, quorum.EqualResponsibility: quorum.Fails, quorum.Uniqueness: quorum.Fails,
				}
			}
			wantVerdicts(t, s, want)
			if got := s.Family().Quorum(0); s.Family().Len() != 1 || !slices.Equal(got, []int32{int32(centre)}) {
				t.Errorf("n = %d, centre %d: quorum %v", n, centre, got)
			}
			assert.True(t, isSelfDual(t, s.Family()), "n = %d: dominated", n)
		}
	}
}

// TestExportedFunctions compares each exported function with the spec of the same parameters.
func TestExportedFunctions(t *testing.T) {
	for spec, build := range map[string]func() (quorum.Known, error){
		"fpp:order=4":                func() (quorum.Known, error) { return FPP(4) },
		"grid:n=50":                  func() (quorum.Known, error) { return Grid(50) },
		"billiard:q=7":               func() (quorum.Known, error) { return Billiard(7) },
		"triangle:rows=5":            func() (quorum.Known, error) { return Triangle(5) },
		"majority:n=6":               func() (quorum.Known, error) { return Majority(6) },
		"singleton:n=3":              func() (quorum.Known, error) { return Singleton(3, 0) },
		"singleton:n=3,centre=2":     func() (quorum.Known, error) { return Singleton(3, 1) },
		"fpp:order=9,plane=hughes":   func() (quorum.Known, error) { return FPPOf(9, HughesPlane) },
		"triangle-lattice:rows=5":    func() (quorum.Known, error) { return TriangleLattice(5) },
		"paths:d=2":                  func() (quorum.Known, error) { return Paths(2) },
		"cyclic:order=3":             func() (quorum.Known, error) { return CyclicSinger(3) },
		"cyclic:n=13,cover=0-1-3-9":  func() (quorum.Known, error) { return Cyclic(13, []int{9, 1, 3, 0}) },
		"cyclic:n=7,cover=0-1-2-3-4": func() (quorum.Known, error) { return Cyclic(7, []int{0, 1, 2, 3, 4}) },
		"weighted:votes=3-1-2":       func() (quorum.Known, error) { return Weighted([]int{3, 1, 2}, 0) },
		"weighted:votes=3-1,quota=4": func() (quorum.Known, error) { return Weighted([]int{3, 1}, 4) },
		"wheel:n=9":                  func() (quorum.Known, error) { return Wheel(9) },
		"wall:rows=2-3-2":            func() (quorum.Known, error) { return Wall([]int{2, 3, 2}) },
		"tree:height=3":              func() (quorum.Known, error) { return Tree(3, 2) },
		"tree:height=1,degree=4":     func() (quorum.Known, error) { return Tree(1, 4) },
	} {
		got := assert.Got(quorum.As[*quorum.System](build()))(t)
		want := built(t, spec).(*quorum.System)
		if got.Name() != spec || want.Name() != spec {
			t.Errorf("%s: names %q and %q", spec, got.Name(), want.Name())
		}
		if !got.Family().Equal(want.Family()) || !slices.Equal(got.Sites(), want.Sites()) {
			t.Errorf("%s: the function and the spec differ", spec)
		}
	}
}

// TestLongSystems: a system that is too long to list is a system all the same, from a function as
// from a spec.
func TestLongSystems(t *testing.T) {
	got := assert.Got(Majority(25))(t)
	want := assert.Got(Build(t.Context(), "majority:n=25"))(t)
	if _, ok := got.Formula(); !ok || got.Structure != nil || got.Unlisted != want.Unlisted || got.Unlisted == "" || got.Name != want.Name {
		t.Errorf("%+v, want %+v", got, want)
	}
	assert.SameNumber(t, got.Sizes.Quorums, big.NewInt(5200300))
	assert.As[*quorum.TooManyError](quorum.As[*quorum.System](got, nil))(t, "a list")
}

func TestExportedFunctionsRefuse(t *testing.T) {
	for what, build := range map[string]func() (quorum.Known, error){
		"FPP(0)":          func() (quorum.Known, error) { return FPP(0) },
		"FPP(6)":          func() (quorum.Known, error) { return FPP(6) },
		"FPP(4096)":       func() (quorum.Known, error) { return FPP(4096) },
		"Grid(0)":         func() (quorum.Known, error) { return Grid(0) },
		"Billiard(1)":     func() (quorum.Known, error) { return Billiard(1) },
		"Billiard(4)":     func() (quorum.Known, error) { return Billiard(4) },
		"Triangle(0)":     func() (quorum.Known, error) { return Triangle(0) },
		"Triangle(10)":    func() (quorum.Known, error) { return Triangle(10) },
		"Lattice(0)":      func() (quorum.Known, error) { return TriangleLattice(0) },
		"Lattice(11)":     func() (quorum.Known, error) { return TriangleLattice(11) },
		"Paths(0)":        func() (quorum.Known, error) { return Paths(0) },
		"Paths(5)":        func() (quorum.Known, error) { return Paths(5) },
		"Majority(0)":     func() (quorum.Known, error) { return Majority(0) },
		"Majority(23)":    func() (quorum.Known, error) { return Majority(23) },
		"Singleton(2, 2)": func() (quorum.Known, error) { return Singleton(2, 2) },
		"Singleton(2,-1)": func() (quorum.Known, error) { return Singleton(2, -1) },
		"CyclicSinger(6)": func() (quorum.Known, error) { return CyclicSinger(6) },
		"Cyclic(7, nil)":  func() (quorum.Known, error) { return Cyclic(7, nil) },
		"Cyclic(7, 0-1)":  func() (quorum.Known, error) { return Cyclic(7, []int{0, 1}) },
		"Cyclic(3, 0-3)":  func() (quorum.Known, error) { return Cyclic(3, []int{0, 3}) },
		"Cyclic(3, -1)":   func() (quorum.Known, error) { return Cyclic(3, []int{-1, 1}) },
		"Cyclic(3, 0-0)":  func() (quorum.Known, error) { return Cyclic(3, []int{0, 0, 1}) },
	} {
		s, err := quorum.As[*quorum.System](build())
		if err == nil || s != nil {
			t.Errorf("%s: %v, %v", what, s, err)
		}
	}
}

func TestBuildStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	for _, f := range Families() {
		for n := 1; n < 23; n++ {
			i, err := f.ForN(n, 2)
			if err != nil {
				continue
			}
			if s, err := i.Build(ctx, 0); s != nil || !errors.Is(err, cause) {
				t.Errorf("%s: %v, %v", i, s, err)
			}
		}
	}
}

func TestBuildStopsHalfway(t *testing.T) {
	for _, spec := range []string{
		"fpp:order=8", "grid:n=600", "billiard:q=35", "triangle:rows=7", "majority:n=15", "cyclic:order=23",
		"triangle-lattice:rows=9", "paths:d=3",
	} {
		ctx := looks.Before(t.Context(), 1)
		if s, err := parsed(t, spec).Build(ctx, 0); s != nil || !errors.Is(err, looks.Err) {
			t.Errorf("%s: %v, %v", spec, s, err)
		}
	}
}
