package construct

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"os"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/composed"
	"coterie/quorum"
	"coterie/quorum/compose"
)

// TestMajoritiesOfMajorities compares hierarchies of two and three levels with their definition: a
// set is live iff it holds a majority of a majority of the groups.
func TestMajoritiesOfMajorities(t *testing.T) {
	majority := func(set uint32, size int) bool { return bits.OnesCount32(set&(1<<size-1)) > size/2 }
	var live func(set uint32, sizes []int) bool
	live = func(set uint32, sizes []int) bool {
		if len(sizes) == 1 {
			return majority(set, sizes[0])
		}
		inner := 1
		for _, s := range sizes[1:] {
			inner *= s
		}
		var up uint32
		for x := range sizes[0] {
			if live(set>>(x*inner)&(1<<inner-1), sizes[1:]) {
				up |= 1 << x
			}
		}
		return majority(up, sizes[0])
	}
	for _, sizes := range [][]int{{3, 3}, {3, 4}, {4, 3}, {2, 5}, {5, 2}, {1, 7}, {7, 1}, {2, 2, 3}, {3, 2, 2}, {2, 3, 2}, {1, 3, 3}} {
		spec := fmt.Sprintf("majority:n=%d", sizes[len(sizes)-1])
		n := sizes[len(sizes)-1]
		for i := len(sizes) - 2; i >= 0; i-- {
			spec = fmt.Sprintf("hierarchical:outer=(majority:n=%d),inner=(%s)", sizes[i], spec)
			n *= sizes[i]
		}
		want := naiveFamily(t, n, func(set uint32) bool {
			if !live(set, sizes) {
				return false
			}
			for v := range n {
				if set>>v&1 == 1 && live(set&^(1<<v), sizes) {
					return false
				}
			}
			return true
		})
		s := compareShape(t, parsed(t, spec)).(*quorum.System)
		if !s.Family().Minimized().Equal(want.Minimized()) || s.Family().Len() != want.Len() {
			t.Errorf("%s: %d quorums, want %d", spec, s.Family().Len(), want.Len())
		}
		odd := !slices.ContainsFunc(sizes, func(s int) bool { return s%2 == 0 })
		assert.Equal(t, isSelfDual(t, s.Family()), odd, "%s: nondominated is not all sizes odd", spec)
	}
	// The bracketing of levels does not matter.
	left := built(t, "hierarchical:outer=(hierarchical:outer=(majority:n=3),inner=(majority:n=2)),inner=(majority:n=3)").(*quorum.System)
	right := built(t, "hierarchical:outer=(majority:n=3),inner=(hierarchical:outer=(majority:n=2),inner=(majority:n=3))").(*quorum.System)
	assert.True(t, left.Family().Minimized().Equal(right.Family().Minimized()), "levels bracketed to the left and to the right differ")
}

// composedSpecs are compositions of every kind whose figures are compared with their lists; the
// first word says how the figures are found.
var composedSpecs = [][2]string{
	{"closed", "hierarchical:outer=(majority:n=3),inner=(majority:n=5)"},
	{"closed", "hierarchical:outer=(grid:n=9),inner=(grid:n=4)"},
	{"closed", "hierarchical:outer=(billiard:q=3),inner=(billiard:q=5)"},
	{"closed", "hierarchical:outer=(triangle:rows=3),inner=(fpp:order=2)"},
	{"closed", "hierarchical:outer=(singleton:n=3,centre=2),inner=(majority:n=4)"},
	{"closed", "hierarchical:outer=(majority:n=3),inner=(singleton:n=3)"},
	{"closed", "hierarchical:outer=(surficial:k=2,m=3),inner=(majority:n=3)"},
	{"closed", "hierarchical:outer=(lift:m=2,of=(majority:n=3)),inner=(triangle:rows=2)"},
	{"closed", "hierarchical:outer=(fpp:order=1),inner=(degenerate-fpp:n=6)"},
	{"counted", "hierarchical:outer=(degenerate-fpp:n=6),inner=(majority:n=3)"},
	{"counted", "hierarchical:outer=(composition:outer=(majority:n=3),node=2,inner=(majority:n=3)),inner=(majority:n=3)"},
	{"counted", "hierarchical:outer=(majority:n=3),inner=(surficial:k=2,m=3)"},
	{"counted", "hierarchical:outer=(rectangular-surficial:sides=1-2-3),inner=(majority:n=3)"},
	{"counted", "hierarchical:outer=(surficial:k=1,m=3),inner=(rectangular-surficial:sides=2-1-3)"},
	{"counted", "hierarchical:outer=(rectangular-surficial:sides=2-3),inner=(affine:order=2,m=2)"},
	{"counted", "hierarchical:outer=(majority:n=3),inner=(affine:order=2,m=3)"},
	{"closed", "hierarchical:outer=(majority:n=3),inner=(majority:n=4)|(majority:n=4)|(majority:n=3)"},
	{"closed", "hierarchical:outer=(majority:n=4),inner=(singleton:n=1)|(fpp:order=2)|(grid:n=7)|(majority:n=3)"},
	{"closed", "hierarchical:outer=(majority:n=5),inner=(wheel:n=4)|(wheel:n=5)|(majority:n=1)|(wheel:n=4)|(tree:height=2)"},
	{"closed", "hierarchical:outer=(majority:n=2),inner=(hierarchical:outer=(majority:n=3),inner=(majority:n=2)|(majority:n=1)|(majority:n=3))|(majority:n=2)"},
	{"counted", "hierarchical:outer=(wall:rows=1-2-2),inner=(majority:n=3)|(majority:n=2)|(grid:n=4)|(majority:n=3)|(majority:n=1)"},
	{"counted", "hierarchical:outer=(fpp:order=1),inner=(majority:n=3)|(grid:n=4)|(majority:n=3)"},
	{"counted", "hierarchical:outer=(majority:n=3),inner=(surficial:k=1,m=3)|(majority:n=3)|(affine:order=2,m=3)"},
	{"counted", "hierarchical:outer=(rectangular-surficial:sides=2-1),inner=(affine:order=2,m=2)|(majority:n=3)"},
	{"counted", "hierarchical:outer=(read-write-grid:rows=2,columns=2),inner=(majority:n=3)|(majority:n=1)|(majority:n=2)|(gifford:votes=1-1-1,read=1,write=3)"},
	{"counted", "hierarchical:outer=(expr:a*b+c*d),inner=(majority:n=3)|(majority:n=2)|(majority:n=1)|(majority:n=3)"},
	{"counted", "composition:outer=(majority:n=5),node=2,inner=(fpp:order=2)"},
	{"counted", "composition:outer=(singleton:n=3),node=2,inner=(majority:n=3)"},
	{"counted", "composition:outer=(singleton:n=3),node=1,inner=(majority:n=3)"},
	{"counted", "composition:outer=(surficial:k=2,m=3),node=7,inner=(surficial:k=2,m=3)"},
	{"counted", "composition:outer=(fpp:order=2),node=1,inner=(rectangular-surficial:sides=2-4)"},
	{"counted", "composition:outer=(net:side=3,m=2),node=9,inner=(majority:n=3)"},
	{"counted", "composition:outer=(grid:n=1),node=1,inner=(grid:n=1)"},
}

func TestShapeOfCompositions(t *testing.T) {
	for _, c := range composedSpecs {
		i := parsed(t, c[1])
		s := compareShape(t, i)
		if s == nil {
			t.Errorf("%s: not compared", c[1])
			continue
		}
		shape, err := i.Shape(t.Context())
		closed := shape.Method == ClosedForm || strings.HasPrefix(shape.Method, "product of figures")
		if err != nil || closed != (c[0] == "closed") {
			t.Errorf("%s: %s, %v", c[1], shape.Method, err)
		}
		if s.Kind() == quorum.KindGroupSystem {
			compareDegree(t, c[1])
		}
		report := quorum.Check(t.Context(), s, quorum.Options{})
		for _, p := range s.Kind().Defining() {
			if v, _ := report.Judged(p); v.Holds != quorum.Holds {
				t.Errorf("%s: %s %v: %s", c[1], p, v.Holds, v.Reason)
			}
		}
	}
}

// TestCountedFiguresOfProducts counts figures that are products, and compares the two ways.
// Counting needs only the list of the outer system.
func TestCountedFiguresOfProducts(t *testing.T) {
	for _, c := range [][2]string{
		{"majority:n=9", "majority:n=41"}, {"triangle:rows=6", "grid:n=50"}, {"surficial:k=3,m=4", "fpp:order=4"},
		{"fpp:order=8", "triangle:rows=30"},
	} {
		c := &composing{outer: parsed(t, c[0]), inner: []*Instance{parsed(t, c[1])}, everywhere: true}
		assert.OK(t, c.judgeKinds("hierarchical"))
		of := assert.Got(c.systems(t.Context()))(t)
		a := composed.Product(of.Outer.Figures, of.Inner[0].Figures)
		b := assert.Got(of.Counted(t.Context()))(t)
		if a.Quorums.Cmp(b.Quorums) != 0 || a.MinQuorum != b.MinQuorum || a.MaxQuorum != b.MaxQuorum || a.Degree != b.Degree ||
			a.MinResponsibility.Cmp(b.MinResponsibility) != 0 || a.MaxResponsibility.Cmp(b.MaxResponsibility) != 0 {
			t.Errorf("%s in %s: %+v and %+v", c.inner[0], c.outer, a, b)
		}
	}
}

// TestListedShape: whatever sites a family assigns, its listed quorums are counted.
func TestListedShape(t *testing.T) {
	assert.Long(t, "nothing for the race detector")
	for _, f := range Families() {
		for n := 1; n <= 40; n++ {
			i, err := f.ForN(n, 3)
			if err != nil {
				continue
			}
			shape := assert.Got(listedShape(t.Context(), i))(t)
			if shape.Unknown != "" || shape.Quorums.Cmp(bigOf(2000)) > 0 {
				continue
			}
			s := assert.Got(i.Build(t.Context(), 0))(t)
			counted := countedShape("", s)
			if shape.MinQuorum != counted.MinQuorum || shape.MaxQuorum != counted.MaxQuorum ||
				shape.MinResponsibility.Cmp(counted.MinResponsibility) != 0 || shape.MaxResponsibility.Cmp(counted.MaxResponsibility) != 0 {
				t.Errorf("%s: %+v, the list has %+v", i, shape, counted)
			}
		}
	}
}

// TestComposeFunctions compares the exported functions with the specs, and both with
// compose.All.
func TestComposeFunctions(t *testing.T) {
	for _, c := range []struct{ outer, inner string }{
		{"majority:n=5", "grid:n=4"}, {"surficial:k=2,m=3", "fpp:order=2"}, {"triangle:rows=3", "net:side=2,m=3"},
	} {
		outer, inner := built(t, c.outer), built(t, c.inner)
		everywhere := map[int]quorum.Structure{}
		for v := range outer.N() {
			everywhere[v] = inner
		}
		for name, made := range map[string]func() (quorum.Structure, error){
			fmt.Sprintf("hierarchical:outer=(%s),inner=(%s)", c.outer, c.inner):       func() (quorum.Structure, error) { return Hierarchical(outer, inner) },
			fmt.Sprintf("composition:outer=(%s),node=3,inner=(%s)", c.outer, c.inner): func() (quorum.Structure, error) { return Composition(outer, 2, inner) },
		} {
			at := everywhere
			if strings.HasPrefix(name, "composition") {
				at = map[int]quorum.Structure{2: inner}
			}
			name = parsed(t, name).Spec()
			want := assert.Got(compose.All(t.Context(), outer, at, compose.Options{}))(t)
			got := assert.Got(made())(t)
			again := built(t, name)
			if got.Name() != name || again.Name() != name || got.N() != want.N() {
				t.Errorf("%s: names %s and %s", name, got.Name(), again.Name())
			}
			for i, f := range cartelsOf(want) {
				if !cartelsOf(got)[i].Equal(f) || !cartelsOf(again)[i].Equal(f) {
					t.Errorf("%s: cartel %d differs", name, i+1)
				}
			}
		}
	}
}

// TestComposeKeepsNondomination: the theorem, on families that are nondominated.
func TestComposeKeepsNondomination(t *testing.T) {
	nd := []string{"majority:n=3", "majority:n=5", "triangle:rows=3", "fpp:order=2", "singleton:n=2"}
	for _, outer := range nd {
		for _, inner := range append(nd, "majority:n=4", "grid:n=9") {
			s := built(t, fmt.Sprintf("composition:outer=(%s),node=1,inner=(%s)", outer, inner)).(*quorum.System)
			assert.Equal(t, isSelfDual(t, s.Family()), slices.Contains(nd, inner), "%s: nondominated", s.Name())
		}
	}
}

// TestHierarchyTooLarge has closed forms far beyond lists, figures that cannot be had, and limits.
func TestHierarchyTooLarge(t *testing.T) {
	i := parsed(t, "hierarchical:outer=(majority:n=101),inner=(hierarchical:outer=(grid:n=50),inner=(fpp:order=16))")
	shape, err := i.Shape(t.Context())
	if err != nil || shape.Unknown != "" || shape.N != 101*50*273 || shape.MinQuorum != 51*14*17 {
		t.Fatalf("%+v, %v", shape, err)
	}
	grid := assert.Got(parsed(t, "grid:n=50").Shape(t.Context()))(t)
	want := new(big.Int).Exp(bigOf(273), bigOf(14), nil)
	want.Mul(want, bigOf(50)).Exp(want, bigOf(51), nil)
	want.Mul(want, new(big.Int).Binomial(101, 51))
	assert.SameNumber(t, shape.Quorums, want, "quorums")
	least := new(big.Int).Mul(shape.MinResponsibility, grid.MaxResponsibility)
	assert.SameNumber(t, least, new(big.Int).Mul(shape.MaxResponsibility, grid.MinResponsibility), "responsibilities are not in the proportion of those of the grid")
	var many *quorum.TooManyError
	if _, err := i.Build(t.Context(), 0); !errors.As(err, &many) || many.Quorums.Cmp(want) != 0 {
		t.Errorf("%v", err)
	}

	// 352,716 outer quorums of different sizes are not gone through.
	unknown := parsed(t, "composition:outer=(majority:n=21),node=1,inner=(majority:n=3)")
	shape, err = unknown.Shape(t.Context())
	if err != nil || shape.Quorums != nil || !strings.Contains(shape.Unknown, "majority:n=21, which has more than the 100000") {
		t.Errorf("%+v, %v", shape, err)
	}
	if _, err := unknown.Build(t.Context(), 1000); !errors.As(err, &many) || many.Spec != unknown.Spec() || many.Quorums != nil {
		t.Errorf("%v", err)
	}
	if _, err := unknown.Build(t.Context(), 400_000); !errors.As(err, &many) || many.Quorums.Int64() != 352716+184756*2 {
		t.Errorf("%v", err)
	}
	above := parsed(t, "hierarchical:outer=("+unknown.Spec()+"),inner=(majority:n=3)")
	if shape, err := above.Shape(t.Context()); err != nil || shape.Unknown == "" {
		t.Errorf("%+v, %v", shape, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if s, err := unknown.Build(ctx, 0); s != nil || !errors.Is(err, cause) {
		t.Errorf("%v, %v", s, err)
	}
}

// TestComposeRefuses has compositions that make no sense.
func TestComposeRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"k.json":       `{"format":"coterie/1","kind":"k-coterie","n":3,"k":2,"quorums":[[1],[2],[3]]}`,
		"two.json":     `{"format":"coterie/1","kind":"k-coterie","n":4,"k":2,"quorums":[[1,2],[3,4]]}`,
		"groups.json":  `{"format":"coterie/1","kind":"group-quorum-system","n":2,"cartels":[[[1]],[[1,2]],[[1]]]}`,
		"hollow.json":  `{"format":"coterie/1","kind":"group-quorum-system","n":2,"cartels":[[[1]],[]]}`,
		"sharing.json": `{"format":"coterie/1","kind":"sharing-structure","resources":1,"alpha":[[1]]}`,
	} {
		assert.OK(t, os.WriteFile(name, []byte(text), 0o666))
	}
	for spec, want := range map[string]string{
		"hierarchical:outer=(majority:n=3),inner=(@k.json)":                 "hierarchical: inner=(@k.json): want an ordinary or a group quorum system, not a k-coterie",
		"hierarchical:outer=(@k.json),inner=(@k.json)":                      "hierarchical: inner=(@k.json): want an ordinary quorum system, as the outer one is a k-coterie, not a k-coterie",
		"composition:outer=(@k.json),node=1,inner=(@groups.json)":           "composition: inner=(@groups.json): want an ordinary quorum system, as the outer one is a k-coterie, not a group-quorum-system",
		"composition:outer=(surficial:k=2,m=4),node=1,inner=(@groups.json)": "composition: inner=(@groups.json): want an ordinary system or one of 4 cartels, as the outer one; it has 3",
		"composition:outer=(majority:n=3),node=1,inner=(sharing.json)":      "sharing.json: it holds a sharing-structure, and a system with quorums of its own is wanted",
		"composition:outer=(majority:n=3),node=1,inner=(hollow.json)":       "hollow.json: its cartel 2 holds no quorum",
		"composition:outer=(majority:n=3),node=4,inner=(majority:n=3)":      "composition: node=4: want a node of majority:n=3, 1..3",
		"composition:outer=(majority:n=3),node=0,inner=(majority:n=3)":      "composition: node=0: want a node; nodes are numbered from 1",
		"composition:outer=(majority:n=3),inner=(majority:n=3)":             "composition: parameter node is missing",
		"hierarchical:outer=(grid:n=16777216),inner=(majority:n=2)":         "hierarchical: inner=(majority:n=2): want a system of 1..1 nodes, for at most 16777216 in all",
		"composition:outer=(grid:n=16777216),node=1,inner=(majority:n=2)":   "composition: inner=(majority:n=2): want a system of 1..1 nodes, for at most 16777216 in all",
		"hierarchical:outer=(majority:n=3),inner=majority:n=3":              "hierarchical: inner=majority:n=3: want a spec in parentheses, such as (fpp:order=4)",
		"hierarchical:outer=(majority:n=3),inner=(grid:n=4)|(grid:n=4)":     "hierarchical: inner=(grid:n=4)|(grid:n=4): want one system for all, or one for each of the 3 nodes of majority:n=3, joined by |; there are 2",
		"hierarchical:outer=(majority:n=2),inner=(grid:n=4)|":               "hierarchical: inner=(grid:n=4)|: want a spec in parentheses, such as (fpp:order=4)",
		"hierarchical:outer=(majority:n=2),inner=(grid:n=4)|grid:n=9":       "hierarchical: inner=(grid:n=4)|grid:n=9: want a spec in parentheses, such as (fpp:order=4)",
		"hierarchical:outer=(majority:n=2),inner=((grid:n=4)|(grid:n=9))":   "hierarchical: inner=((grid:n=4)|(grid:n=9)): want one pair of parentheses around each spec; where several are asked for, | stands between them, as in (majority:n=4)|(majority:n=3)",
		"hierarchical:outer=(grid:n=4)|(grid:n=9),inner=(grid:n=4)":         "hierarchical: outer=(grid:n=4)|(grid:n=9): want one spec in parentheses, not 2",
		"hierarchical:outer=(majority:n=2),inner=(grid:n=4),(grid:n=9)": `spec "hierarchical:outer=(majority:n=2),inner=(grid:n=4),(grid:n=9)", column 52: a parameter has the form KEY=VALUE; ` +
			"specs in one value are joined by |, as in inner=(SPEC)|(SPEC)",
		"hierarchical:outer=(majority:n=2),inner=(surficial:k=1,m=3)|(surficial:k=1,m=4)": "hierarchical: inner=(surficial:n=6,m=4): want an ordinary system or one of 3 cartels, as an inner one before it; it has 4",
		"hierarchical:outer=(majority:n=2),inner=(majority:n=3)|(@k.json)":                "hierarchical: inner=(@k.json): want an ordinary or a group quorum system, not a k-coterie",
		"hierarchical:outer=(majority:n=2),inner=(grid:n=16777216)|(majority:n=2)":        "hierarchical: inner=(grid:n=16777216)|...: want systems of at most 16777216 nodes in all; they have 16777218",
		"lift:m=2,of=(@k.json)": "lift: of=(@k.json): want the spec of an ordinary quorum system, not of a k-coterie",
		"lift:m=2,of=(hierarchical:outer=(majority:n=3),inner=(surficial:k=1,m=3))": "lift: of=(hierarchical:outer=(majority:n=3),inner=(surficial:n=3,m=3)): want the spec of an ordinary quorum system, not of a group-quorum-system",
		"truncated:n=1,of=(@k.json)": "truncated: of=(@k.json): want an ordinary or a group quorum system, not a k-coterie",
	} {
		i, err := Parse(t.Context(), spec)
		if i != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
	// Two pairs are a 2-coterie, and stay one.
	i := parsed(t, "composition:outer=(two.json),node=4,inner=(majority:n=3)")
	s := compareShape(t, i)
	if c := s.(*quorum.KCoterie); i.Kind() != quorum.KindKCoterie || c.K() != 2 || c.Family().Len() != 4 || c.N() != 6 {
		t.Errorf("%v", s)
	}
	wantVerdicts(t, s, map[quorum.Property]quorum.Truth{
		quorum.KIntersection: quorum.Holds, quorum.KNonIntersection: quorum.Holds, quorum.Minimality: quorum.Holds,
		quorum.EqualEffort: quorum.Fails, quorum.EqualResponsibility: quorum.Fails,
	})
	shape, err := parsed(t, "hierarchical:outer=(groups.json),inner=(majority:n=3)").Shape(t.Context())
	if err != nil || shape.Degree != 1 || shape.Quorums.Int64() != 3+9+3 {
		t.Errorf("%+v, %v", shape, err)
	}
	assert.Refused(Hierarchical(built(t, "majority:n=3"), s))(t, "", "a k-coterie inside")
	sharing := assert.Got(quorum.NewSharingStructure("", 1, [][]int{{0}}, 0, nil, nil))(t)
	assert.Refused(Hierarchical(sharing, built(t, "majority:n=3")))(t, "with quorums of its own")
}
