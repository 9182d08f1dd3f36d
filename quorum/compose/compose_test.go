package compose

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"

	"pgregory.net/rapid"
)

func systemOf(f quorum.Family) *quorum.System {
	return must(quorum.NewSystem("", f, quorum.SystemOptions{}))
}

func groupOf(cartels ...quorum.Family) *quorum.GroupSystem {
	g, err := quorum.NewGroupSystem("", cartels, nil)
	if err != nil {
		panic(err)
	}
	return g
}

func composed(t testing.TB, outer quorum.Structure, node int, inner quorum.Structure) quorum.Structure {
	t.Helper()
	return assert.Got(At(t.Context(), outer, node, inner, Options{}))(t)
}

// TestComposeMixedKinds: an ordinary system among cartels is its lift.
func TestComposeMixedKinds(t *testing.T) {
	for _, f := range coteries(3) {
		for _, d := range ndGroups(2, 3) {
			inner := groupOf(d...)
			got := composed(t, systemOf(f), 2, inner).(*quorum.GroupSystem)
			want := composed(t, groupOf(f, f, f), 2, inner).(*quorum.GroupSystem)
			back := composed(t, inner, 1, systemOf(f)).(*quorum.GroupSystem)
			lifted := composed(t, inner, 1, groupOf(f, f, f)).(*quorum.GroupSystem)
			for i := range 3 {
				if !got.Cartel(i).Equal(want.Cartel(i)) || !back.Cartel(i).Equal(lifted.Cartel(i)) {
					t.Fatalf("%v and %v: cartel %d differs from that of the lift", f, d, i+1)
				}
			}
		}
	}
}

// TestComposeAllIsComposeRepeated composes at several nodes at once and one after
// the other, and compares the counts with the lists.
func TestComposeAllIsComposeRepeated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n := 1 + rng.IntN(5)
		outer := systemOf(randomFamily(rng, n, rng.IntN(5), n))
		inner := map[int]quorum.Structure{}
		one := quorum.Structure(outer)
		for x := n - 1; x >= 0; x-- { // from the last on, so that numbers of earlier nodes stay
			if rng.IntN(2) == 0 {
				continue
			}
			inner[x] = systemOf(randomFamily(rng, 1+rng.IntN(4), rng.IntN(4), 3))
			one = assert.Got(At(t.Context(), one, x, inner[x], Options{}))(t)
		}
		all, err := All(t.Context(), outer, inner, Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, b := all.(*quorum.System).Family(), one.(*quorum.System).Family()
		if a.N() != b.N() || !a.Sorted().Equal(b.Sorted()) {
			t.Fatalf("%v and %v", a, b)
		}
		for _, q := range a.All() {
			assert.MustTrue(t, slices.IsSorted(q), "quorum %v", q)
		}
		if a.Len() < 2 {
			return
		}
		var limit *quorum.LimitError
		_, err = All(t.Context(), outer, inner, Options{MaxQuorums: a.Len() - 1})
		if !errors.As(err, &limit) || limit.Quorums.Int64() != int64(a.Len()) || limit.Entries.Int64() != int64(a.Incidences()) {
			t.Fatalf("%v of %d quorums with %d entries", err, a.Len(), a.Incidences())
		}
		_, err = All(t.Context(), outer, inner, Options{MaxIncidences: a.Incidences() - 1})
		if !errors.As(err, &limit) {
			t.Fatal(err)
		}
		assert.Got(All(t.Context(), outer, inner, Options{MaxQuorums: a.Len(), MaxIncidences: a.Incidences()}))(t)
	})
}

// TestComposeCountsFirst: a composition of astronomically many quorums is refused at once.
func TestComposeCountsFirst(t *testing.T) {
	n := 400
	whole := make([]int, n)
	inner := map[int]quorum.Structure{}
	for v := range whole {
		whole[v] = v
		inner[v] = systemOf(fano())
	}
	f := assert.Got(quorum.NewFamily(n, [][]int{whole}))(t)
	var limit *quorum.LimitError
	if _, err := All(t.Context(), systemOf(f), inner, Options{}); !errors.As(err, &limit) || limit.Quorums.BitLen() != 1123 { // 7^400
		t.Errorf("%v", err)
	}
	stopped, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if s, err := At(stopped, systemOf(fano()), 0, systemOf(fano()), Options{}); s != nil || !errors.Is(err, cause) {
		t.Errorf("%v, %v", s, err)
	}
	huge := assert.Got(quorum.NewFamily(quorum.MaxNodes, [][]int{{0}}))(t)
	assert.Refused(At(t.Context(), systemOf(fano()), 0, systemOf(huge), Options{}))(t, fmt.Sprintf("n = %d is out of range 1..%d", quorum.MaxNodes+6, quorum.MaxNodes))
}

func TestComposeNames(t *testing.T) {
	pair := mustFamily(2, []int{1, 2})
	named := func(names ...string) *quorum.System {
		return assert.Got(quorum.NewSystem("", pair, quorum.SystemOptions{Names: names}))(t)
	}
	for _, c := range []struct {
		outer, inner *quorum.System
		want         string
	}{
		{systemOf(pair), systemOf(pair), ""},
		{named("a", "b"), systemOf(pair), "a.1 a.2 b"},
		{systemOf(pair), named("s", "t"), "1.s 1.t 2"},
		{named("a", "b"), named("s", "t"), "a.s a.t b"},
		{named("a", "a.1"), systemOf(pair), `"a"."1" "a"."2" "a.1"`},
	} {
		s := composed(t, c.outer, 0, c.inner)
		assert.Equal(t, strings.Join(s.Names(), " "), c.want, "%v in %v", c.inner.Names(), c.outer.Names())
	}
	// Names that no separator would tell apart.
	f := mustFamily(2, []int{1}, []int{2})
	outer, _ := quorum.NewSystem("", f, quorum.SystemOptions{Names: []string{"a", "a."}})
	left, _ := quorum.NewSystem("", f, quorum.SystemOptions{Names: []string{".b", "c"}})
	right, _ := quorum.NewSystem("", f, quorum.SystemOptions{Names: []string{"b", "c"}})
	s, err := All(t.Context(), outer, map[int]quorum.Structure{0: left, 1: right}, Options{})
	if err != nil || len(s.Names()) != 4 || s.Names()[0] != `"a".".b"` {
		t.Errorf("%v, %v", s, err)
	}
}

func TestComposeRefuses(t *testing.T) {
	ordinary := systemOf(fano())
	two, three := groupOf(fano(), fano()), groupOf(fano(), fano(), fano())
	k := assert.Got(quorum.NewKCoterie("", 2, mustFamily(2, []int{1}, []int{2}), nil))(t)
	sharing := assert.Got(quorum.NewSharingStructure("", 1, [][]int{{0}}, 0, nil, nil))(t)
	for _, c := range []struct {
		outer quorum.Structure
		node  int
		inner quorum.Structure
		hint  bool
		says  string
	}{
		{ordinary, 7, ordinary, false, "composition: there is no node 8; the outer system has the nodes 1..7"},
		{ordinary, -1, ordinary, false, "composition: there is no node 0; the outer system has the nodes 1..7"},
		{sharing, 0, ordinary, true, "composition: nothing can be put into a sharing-structure"},
		{ordinary, 0, sharing, true, "composition: a sharing-structure for node 1 cannot be put into a quorum-system"},
		{ordinary, 0, k, true, "composition: a k-coterie for node 1 cannot be put into a quorum-system"},
		{k, 1, k, true, "composition: a k-coterie for node 2 cannot be put into a k-coterie"},
		{two, 1, k, true, "composition: a k-coterie for node 2 cannot be put into a group-quorum-system"},
		{k, 1, two, true, "composition: a group-quorum-system for node 2 cannot be put into a k-coterie"},
		{two, 2, three, true, "composition: a group system of 3 cartels for node 3 in one of 2"},
	} {
		var e *quorum.InputError
		s, err := At(t.Context(), c.outer, c.node, c.inner, Options{})
		if s != nil || err == nil || err.Error() != c.says {
			t.Errorf("%v, want %s", err, c.says)
		} else if hint := errors.As(err, &e) && e.Hint() != ""; hint != c.hint {
			t.Errorf("%v: hint %t", err, hint)
		}
	}
	assert.Refused(All(t.Context(), ordinary, map[int]quorum.Structure{1: two, 4: three}, Options{}))(t, "for node 5 ")
}

// randomFamily draws m quorums of 1..most nodes over n nodes.
func randomFamily(rng *rand.Rand, n, m, most int) quorum.Family {
	quorums := make([][]int, m)
	for i := range quorums {
		quorums[i] = rng.Perm(n)[:1+rng.IntN(min(n, most))]
	}
	return must(quorum.NewFamily(n, quorums))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// mustFamily is quorum.NewFamily for quorums with the nodes' printed numbers.
func mustFamily(n int, quorums ...[]int) quorum.Family {
	for _, q := range quorums {
		for i := range q {
			q[i]--
		}
	}
	return must(quorum.NewFamily(n, quorums))
}

func fano() quorum.Family {
	return mustFamily(7, []int{1, 2, 3}, []int{1, 4, 5}, []int{1, 6, 7},
		[]int{2, 4, 6}, []int{2, 5, 7}, []int{3, 4, 7}, []int{3, 5, 6})
}
