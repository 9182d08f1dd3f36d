package construct

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"

	"pgregory.net/rapid"
)

// truncatedSpecs are truncations with quorums left, of every kind.
var truncatedSpecs = []string{
	"truncated:n=20,of=(fpp:order=4)", "truncated:n=15,of=(fpp:order=4),mode=merge", "truncated:n=5,of=(fpp:order=2),mode=merge,onto=5",
	"truncated:n=6,of=(majority:n=7)", "truncated:n=4,of=(majority:n=7)", "truncated:n=1,of=(majority:n=7),mode=merge",
	"truncated:n=6,of=(majority:n=7),mode=merge", "truncated:n=3,of=(majority:n=7),mode=merge,onto=2",
	"truncated:n=11,of=(grid:n=16),mode=merge", "truncated:n=40,of=(grid:n=49),mode=merge", "truncated:n=2,of=(singleton:n=5)",
	"truncated:n=9,of=(billiard:q=5),mode=merge", "truncated:n=9,of=(triangle:rows=4),mode=merge",
	"truncated:n=11,of=(surficial:k=2,m=3),mode=merge", "truncated:n=7,of=(affine:order=3,m=4),mode=merge,onto=3",
	"truncated:n=6,of=(lift:m=3,of=(majority:n=7))", "truncated:n=2,of=(rectangular-surficial:sides=1-1-1),mode=merge",
	"truncated:n=8,of=(hierarchical:outer=(majority:n=3),inner=(majority:n=3)),mode=merge",
	"truncated:n=8,of=(truncated:n=12,of=(fpp:order=3),mode=merge),mode=merge",
}

// TestTruncated compares truncations with their definition, and judges the properties that are
// kept.
func TestTruncated(t *testing.T) {
	for _, spec := range truncatedSpecs {
		i := parsed(t, spec)
		s := compareShape(t, i)
		if s == nil {
			t.Errorf("%s: not compared", spec)
			continue
		}
		if s.Kind() == quorum.KindGroupSystem {
			compareDegree(t, spec)
		}
		report := quorum.Check(t.Context(), s, quorum.Options{})
		for _, p := range s.Kind().Defining() {
			if v, _ := report.Judged(p); v.Holds != quorum.Holds {
				t.Errorf("%s: %s %v: %s", spec, p, v.Holds, v.Reason)
			}
		}
		_, rest, _ := strings.Cut(i.Param("of"), "(")
		of := built(t, strings.TrimSuffix(rest, ")"))
		onto := i.N() - 1
		if given := i.Param("onto"); given != "n" {
			onto = parsedInt(t, given) - 1
		}
		for c, f := range cartelsOf(of) {
			want := naiveTruncated(t, f, i.N(), i.Param("mode") == "merge", onto)
			if got := cartelsOf(s)[c]; !got.Minimized().Equal(want.Minimized()) || !got.Equal(got.Minimized()) && i.Param("mode") == "merge" {
				t.Errorf("%s: cartel %d differs from the definition", spec, c+1)
			}
		}
	}
}

func parsedInt(t *testing.T, text string) int {
	t.Helper()
	v, problem := parseInt(text)
	assert.MustEqual(t, problem, 0, "%v", text)
	return v
}

// naiveTruncated goes by the definition with sets.
func naiveTruncated(t *testing.T, f quorum.Family, n int, merge bool, onto int) quorum.Family {
	t.Helper()
	var kept [][]int
	for i := range f.Len() {
		q := f.Set(i)
		beyond := q.Minus(quorum.FullSet(n))
		switch {
		case beyond.Empty():
			kept = append(kept, q.Nodes())
		case merge:
			kept = append(kept, q.Minus(beyond).Union(quorum.SetOf(onto)).Nodes())
		}
	}
	return assert.Got(quorum.NewFamily(n, kept))(t)
}

// TestMergeKeepsNondomination: the theorem on merge, for nondominated systems at every n. No such
// theorem holds for drop.
func TestMergeKeepsNondomination(t *testing.T) {
	for _, spec := range []string{"majority:n=7", "fpp:order=2", "triangle:rows=4", "hierarchical:outer=(majority:n=3),inner=(majority:n=3)"} {
		of := built(t, spec)
		for n := 1; n < of.N(); n++ {
			for onto := range n {
				s := assert.Got(Truncated(of, n, Merge, onto))(t)
				if f := s.(*quorum.System).Family(); !isSelfDual(t, f) {
					t.Errorf("%s: dominated", s.Name())
				}
			}
		}
	}
	if s, err := Truncated(built(t, "majority:n=3"), 2, Drop, 0); err != nil || isSelfDual(t, s.(*quorum.System).Family()) {
		t.Errorf("%v, %v", s, err)
	}
	// Group systems: cartel i is the dual of the other one, before and after; and for three, of the
	// union of the others.
	for _, cartels := range [][][][]int{
		{{{0, 1}, {2, 3}}, {{0, 2}, {0, 3}, {1, 2}, {1, 3}}},
		{{{0, 1}, {0, 2}}, {{0, 1}, {0, 2}}, {{0}, {1, 2}}},
		{{{0}, {1}, {2}}, {{0, 1, 2}}, {{0, 1, 2}}},
	} {
		g := groupOfLists(t, cartels)
		assert.MustTrue(t, groupsNondominated(t, g), "%v is dominated", cartels)
		for n := 1; n < g.N(); n++ {
			for onto := range n {
				s := assert.Got(Truncated(g, n, Merge, onto))(t)
				if !groupsNondominated(t, s.(*quorum.GroupSystem)) {
					t.Errorf("%v, n = %d onto %d: dominated", cartels, n, onto)
				}
			}
		}
	}
}

func groupOfLists(t *testing.T, cartels [][][]int) *quorum.GroupSystem {
	t.Helper()
	n := 0
	for _, q := range slices.Concat(cartels...) {
		n = max(n, slices.Max(q)+1)
	}
	var families []quorum.Family
	for _, c := range cartels {
		f := assert.Got(quorum.NewFamily(n, c))(t)
		families = append(families, f)
	}
	return assert.Got(quorum.NewGroupSystem("", families, nil))(t)
}

// groupsNondominated reports whether each cartel is the dual of the union of the others.
func groupsNondominated(t *testing.T, g *quorum.GroupSystem) bool {
	t.Helper()
	for i := range g.Groups() {
		var others [][]int
		for j := range g.Groups() {
			for k := range g.Cartel(j).Len() {
				if j != i {
					others = append(others, g.Cartel(j).Set(k).Nodes())
				}
			}
		}
		f := assert.Got(quorum.NewFamily(g.N(), others))(t)
		dual := assert.Got(f.Dual(t.Context(), 1000))(t)
		if !dual.Equal(g.Cartel(i).Minimized()) {
			return false
		}
	}
	return true
}

// TestTruncatedKeepsCrossIntersection truncates random pairs of a family and its dual.
func TestTruncatedKeepsCrossIntersection(t *testing.T) {
	dropped := 0
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		n := 2 + rng.IntN(7)
		quorums := make([][]int, 1+rng.IntN(6))
		for i := range quorums {
			quorums[i] = rng.Perm(n)[:1+rng.IntN(n)]
		}
		f, err := quorum.NewFamily(n, quorums)
		if err != nil {
			rt.Fatal(err)
		}
		dual, err := f.Dual(t.Context(), 10_000)
		if err != nil {
			rt.Fatal(err)
		}
		g, err := quorum.NewGroupSystem("pair", []quorum.Family{f.Minimized(), dual}, nil)
		if err != nil {
			rt.Fatal(err)
		}
		kept := 1 + rng.IntN(n-1)
		for _, mode := range []TruncateMode{Drop, Merge} {
			onto := 0
			if mode == Merge {
				onto = rng.IntN(kept)
			}
			s, err := Truncated(g, kept, mode, onto)
			if empty := (*quorum.InputError)(nil); mode == Drop && errors.As(err, &empty) {
				dropped++
				continue
			}
			if err != nil {
				rt.Fatal(err)
			}
			report := quorum.Check(t.Context(), s, quorum.Options{})
			for _, p := range s.Kind().Defining() {
				if v, _ := report.Judged(p); v.Holds != quorum.Holds {
					rt.Fatalf("%s of %v, %d kept: %s", mode, quorums, kept, v.Reason)
				}
			}
		}
	})
	if dropped == 0 || dropped == 100 {
		t.Errorf("%d of the random systems were emptied", dropped)
	}
}

func TestTruncatedRefuses(t *testing.T) {
	for spec, want := range map[string]string{
		"truncated:n=21,of=(fpp:order=4)":                     "truncated: n=21: want 1..20, fewer than the 21 nodes of fpp:order=4",
		"truncated:n=0,of=(fpp:order=4)":                      "truncated: n=0: want 1..20, fewer than the 21 nodes of fpp:order=4",
		"truncated:n=1,of=(grid:n=1)":                         "truncated: of=(grid:n=1): want a system of two nodes or more",
		"truncated:n=9,of=(fpp:order=4),mode=fold":            "truncated: mode=fold: want drop or merge",
		"truncated:n=9,of=(fpp:order=4),mode=merge,onto=10":   "truncated: onto=10: want one of the nodes kept, 1..9",
		"truncated:n=9,of=(fpp:order=4),mode=merge,onto=0":    "truncated: onto=0: want a node; nodes are numbered from 1",
		"truncated:n=9,of=(fpp:order=4),onto=2":               "truncated: onto=2: want mode=merge beside it, as mode=drop puts nothing onto a node",
		"truncated:n=9,of=(nothing:n=4)":                      `there is no family "nothing", in of=(...)`,
		"truncated:n=9,of=(truncated:n=9,of=(majority:n=10))": "truncated: n=9: want 1..8, fewer than the 9 nodes of truncated:n=9,of=(majority:n=10)",
	} {
		i, err := Parse(t.Context(), spec)
		if i != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
	for spec, want := range map[string]string{
		"truncated:n=3,of=(majority:n=7)":           "truncated: no quorum of (majority:n=7) lies within the nodes 1..3",
		"truncated:n=3,of=(surficial:k=2,m=3)":      "truncated: no quorum of cartel 1 of (surficial:n=12,m=3) lies within the nodes 1..3",
		"truncated:n=9,of=(surficial:k=2,m=3)":      "truncated: no quorum of cartel 2 of (surficial:n=12,m=3) lies within the nodes 1..9",
		"truncated:n=2,of=(singleton:n=3,centre=3)": "truncated: no quorum of (singleton:n=3,centre=3) lies within the nodes 1..2",
	} {
		i := parsed(t, spec)
		s, err := i.Build(t.Context(), 0)
		var empty *quorum.InputError
		if s != nil || !errors.As(err, &empty) || err.Error() != want || !strings.Contains(empty.Hint(), "mode=merge") {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
		assert.As[*quorum.InputError](i.Shape(t.Context()))(t, "%s: its shape", spec)
	}
	assert.Refused(Truncated(built(t, "fpp:order=2"), 5, "fold", 0))(t, "drop or merge")
	var many *quorum.TooManyError
	// Too many to merge, for their number or for their size; too many to count, but not to drop.
	assert.Equal(t, assert.As[*quorum.TooManyError](parsed(t, "truncated:n=60000,of=(fpp:order=256),mode=merge").Build(t.Context(), 0))(t).Limit, 23125)
	assert.Equal(t, assert.As[*quorum.TooManyError](parsed(t, "truncated:n=20,of=(majority:n=21),mode=merge").Build(t.Context(), 0))(t).Spec, "majority:n=21")
	i := parsed(t, "truncated:n=20,of=(majority:n=21)")
	if shape, err := i.Shape(t.Context()); err != nil || !strings.Contains(shape.Unknown, "majority:n=21") {
		t.Errorf("%+v, %v", shape, err)
	}
	if _, err := i.Build(t.Context(), 100_000); !errors.As(err, &many) || many.Quorums.Int64() != 167960 {
		t.Errorf("%v", err)
	}
	assert.Equal(t, assert.Got(i.Build(t.Context(), 0))(t).(*quorum.System).Family().Len(), 167960)
}

// TestMergeOntoLast: planes merged onto their last node kept keep quorums of two nodes or more,
// down to half of their points; onto the first one they often do not.
func TestMergeOntoLast(t *testing.T) {
	decided := 0
	for _, spec := range []string{"fpp:order=3", "fpp:order=4", "fpp:order=7", "degenerate-fpp:n=18"} {
		of := built(t, spec)
		for n := of.N() / 2; n < of.N(); n++ {
			for _, onto := range []int{0, n - 1} {
				s := assert.Got(Truncated(of, n, Merge, onto))(t)
				switch least, _ := s.(*quorum.System).Family().Sizes(); {
				case least > 1:
				case onto == 0:
					decided++
				default:
					t.Errorf("%s: one node decides", s.Name())
				}
			}
		}
	}
	if decided == 0 {
		t.Error("no plane is decided by its first node")
	}
}

func TestTruncatedKeepsNames(t *testing.T) {
	t.Chdir(t.TempDir())
	text := `{"format":"coterie/1","kind":"group-quorum-system","n":3,"cartels":[[[1,2],[3]],[[1,3],[2,3]]],"names":["a","b","c"]}`
	assert.OK(t, os.WriteFile("g.json", []byte(text), 0o666))
	s := compareShape(t, parsed(t, "truncated:of=(g.json),n=2,onto=1,mode=merge")).(*quorum.GroupSystem)
	if s.Name() != "truncated:n=2,of=(@g.json),mode=merge,onto=1" || !slices.Equal(s.Names(), []string{"a", "b"}) ||
		s.Cartel(0).Len() != 1 || s.Cartel(0).Set(0).String() != "{1}" || s.Cartel(1).Set(0).String() != "{1}" {
		t.Errorf("%s %v %v %v", s.Name(), s.Names(), s.Cartel(0).Set(0), s.Cartel(1).Set(0))
	}
}
