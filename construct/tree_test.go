package construct

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// treeIsLive is the definition of the tree quorums for a whole set: the subtree of a node contains
// a quorum if it has its root and one child's does, or all children's do.
func treeIsLive(n, degree int) func(set uint32) bool {
	return func(set uint32) bool {
		live := make([]bool, n)
		for v := n - 1; v >= 0; v-- {
			has := set>>v&1 == 1
			if v*degree+1 >= n {
				live[v] = has
				continue
			}
			some, all := false, true
			for child := v*degree + 1; child <= v*degree+degree; child++ {
				some, all = some || live[child], all && live[child]
			}
			live[v] = all || has && some
		}
		return live[0]
	}
}

func TestTreeListsAllQuorums(t *testing.T) {
	for _, c := range []struct{ height, degree int }{
		{0, 2}, {1, 2}, {2, 2}, {3, 2}, {0, 3}, {1, 3}, {2, 3}, {0, 7}, {1, 4}, {1, 7}, {1, 12},
	} {
		s := assert.Got(quorum.As[*quorum.System](Tree(c.height, c.degree)))(t)
		i := parsed(t, s.Name())
		compareShape(t, i)
		compareFamily(t, i.Spec(), s.Family(), minimalWhere(t, s.N(), treeIsLive(s.N(), c.degree)))
		assert.True(t, isSelfDual(t, s.Family()), "%s: dominated", i)
		same := c.height == 0 || c.height == 1 && c.degree == 2
		wantVerdicts(t, s, map[quorum.Property]quorum.Truth{
			quorum.Intersection: quorum.Holds, quorum.Minimality: quorum.Holds,
			quorum.EqualEffort: truth(same), quorum.EqualResponsibility: truth(same),
		})
	}
}

// TestTreeResponsibilities compares the recursions with the list, level by level.
func TestTreeResponsibilities(t *testing.T) {
	for _, c := range []struct{ height, degree int }{{4, 2}, {3, 2}, {2, 3}, {2, 4}, {2, 5}, {1, 9}} {
		s := assert.Got(quorum.As[*quorum.System](Tree(c.height, c.degree)))(t)
		i := parsed(t, s.Name())
		compareShape(t, i)
		count := forms.TreeCounts(c.height, c.degree)
		above := bigOf(1) // A_H···A_{H-l+1}
		width, first := 1, 0
		for level := 0; level <= c.height; level++ {
			want := above
			if h := c.height - level; h > 0 {
				want = new(big.Int).Mul(above, times(c.degree, count[h-1]))
				above = new(big.Int).Mul(above, forms.TreeFactor(count[h-1], c.degree))
			}
			for v := first; v < first+width; v++ {
				if got := s.Family().Responsibilities()[v]; want.Cmp(bigOf(got)) != 0 {
					t.Errorf("%s: node %d of level %d in %d quorums, want %v", i, v, level, got, want)
				}
			}
			first, width = first+width, width*c.degree
		}
	}
}

func TestTreeOfMany(t *testing.T) {
	// Binary trees have 2^(2^H) - 1 quorums.
	for h := range 18 {
		i := parsed(t, fmt.Sprintf("tree:height=%d", h))
		want := new(big.Int).Lsh(bigOf(1), 1<<h)
		want.Sub(want, bigOf(1))
		s, err := i.Shape(t.Context())
		if err != nil || s.Quorums.Cmp(want) != 0 || s.MinQuorum != h+1 || s.MaxQuorum != (i.N()+1)/2 {
			t.Errorf("%s: sizes %d..%d, %d bits; %v", i, s.MinQuorum, s.MaxQuorum, s.Quorums.BitLen(), err)
		}
	}
	for _, c := range []struct{ height, degree int }{{23, 2}, {1, 16_777_215}, {2, 4095}} {
		if p, err := treePlan(c.height, c.degree); err != nil || p.n > quorum.MaxNodes {
			t.Errorf("%v: %v", c, err)
		}
	}
	if s := built(t, "tree:height=1,degree=50000").(*quorum.System); s.Family().Incidences() != 150_000 {
		t.Errorf("%d entries", s.Family().Incidences())
	}
}

func TestTreeForN(t *testing.T) {
	f, _ := Lookup("tree")
	for n := 1; n <= 200; n++ {
		i, err := f.ForN(n, 0)
		if full := n&(n+1) == 0; full != (err == nil) || full && i.N() != n {
			t.Errorf("n = %d: %v, %v", n, i, err)
		}
	}
	_, err := f.ForN(quorum.MaxNodes, 0)
	var none *NoSystemError
	if !errors.As(err, &none) || none.Below != quorum.MaxNodes-1 || none.Above != 0 {
		t.Errorf("%v", err)
	}
}

func TestTreeRefuses(t *testing.T) {
	for _, c := range []struct {
		height, degree int
		says           string
	}{
		{1, 1, "degree=1: want 2..16777215"},
		{1, 16_777_216, "degree=16777216: want 2..16777215"},
		{-1, 2, "height=-1: want 0..23 for degree 2"},
		{24, 2, "height=24: want 0..23 for degree 2"},
		{2, 4096, "height=2: want 0..1 for degree 4096"},
	} {
		s, err := quorum.As[*quorum.System](Tree(c.height, c.degree))
		var e *ParamError
		if s != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, %v; want %q", c, s, err, c.says)
		}
	}
	assert.Equal(t, assert.As[*quorum.TooManyError](quorum.As[*quorum.System](Tree(5, 2)))(t).Quorums.Int64(), 1<<32-1)
}
