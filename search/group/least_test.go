package group

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// naiveAgree tries every sum of squares, and spreads the agreements over the pairs of rows one by
// one.
func naiveAgree(n, m, d int) bool {
	extra := n - d*d
	pairs := n * (n - 1) / 2
	least := 0
	for i := range d {
		x := (extra + i) / d
		least += x * x
	}
	for squares := m * least; squares <= m*extra*extra; squares += 2 {
		agree := m*(d*d*(d-1)/2+d*extra) + (squares-m*extra)/2
		together := 0
		for i := range pairs {
			a := (agree + i) / pairs
			together += a * (a - 1) / 2
		}
		if 4*together <= (m-1)*(squares+m*extra) {
			return false
		}
	}
	return true
}

func TestAgreeingRows(t *testing.T) {
	assert.Long(t, "takes seconds")
	for d := 2; d <= 5; d++ {
		for m := 2; m <= 12; m++ {
			for n := d * d; n <= d*d+6; n++ {
				assert.Equal(t, agreeTooOften(n, m, d), naiveAgree(n, m, d), "n=%d m=%d d=%d: excluded", n, m, d)
			}
		}
	}
	for d := 2; d <= 12; d++ { // it excludes what tight quorums exclude
		for m := d + 2; m <= 40; m++ {
			for n := d * d; n <= d*d+d-2; n++ {
				if m*(d*d+d-n) > n && !agreeTooOften(n, m, d) {
					t.Errorf("n=%d m=%d d=%d: tight quorums exclude it, agreeing rows do not", n, m, d)
				}
			}
		}
	}
	for _, c := range []struct{ n, m, d int }{{10, 5, 3}, {11, 8, 3}, {17, 6, 4}, {18, 7, 4}, {27, 7, 5}} {
		assert.True(t, agreeTooOften(c.n, c.m, c.d), "%+v is not excluded", c)
	}
	for n := 4; n <= 16; n++ { // it excludes no array that there is
		for m := 2; int64(m) <= min(binaryColumns(n), 60); m++ {
			if agreeTooOften(n, m, 2) {
				t.Errorf("n=%d m=%d d=2 is excluded", n, m)
			}
		}
	}
	for d := 3; d <= 7; d++ {
		for m := 3; m <= 30; m++ {
			if b, ok := build(100, m, d); ok && agreeTooOften(b.array.rows, m, d) {
				t.Errorf("n=%d m=%d d=%d is excluded, and %s is one", b.array.rows, m, d, b.by)
			}
		}
	}
}

// TestHanani: seven blocks of five would leave one place over for the pairs of 13 points, and are
// too few; so are eight.
func TestHanani(t *testing.T) {
	if by, ok := excludedByResponsibility(8, 13, 1, 5); !ok || by == "" {
		t.Error("8 nodes for 13 cartels and responsibility 5 are not excluded")
	}
	if _, ok := excludedByResponsibility(10, 13, 1, 5); ok {
		t.Error("10 nodes for 13 cartels and responsibility 5 are excluded")
	}
}

// TestLeastNodes against what everybody knows: the numbers of Colbourn's table that are proved
// here, the coverings of pairs by triples (Fort and Hedlund 1958) and quadruples (Mills 1978,
// 1979).
func TestLeastNodes(t *testing.T) {
	assert.Long(t, "takes seconds")
	for _, c := range []struct{ m, d, responsibility, want int }{
		{3, 2, 0, 4}, {4, 2, 0, 5}, {10, 2, 0, 6}, {11, 2, 0, 7}, {5, 3, 0, 11}, {6, 3, 0, 12}, {7, 3, 0, 12}, {5, 4, 0, 16},
		{7, 1, 3, 7}, {8, 1, 3, 11}, {5, 2, 3, 14}, {4, 3, 3, 20},
		{7, 1, 4, 5}, {8, 1, 4, 6}, {9, 1, 4, 8}, {10, 1, 4, 9}, {13, 1, 4, 13},
		{4, 2, 9, 5}, {2, 3, 2, 9},
	} {
		l := assert.Got(LeastNodes(t.Context(), c.m, c.d, 60, LeastOptions{Responsibility: c.responsibility, Steps: 20_000, Pairs: 400}))(t)
		if l.Lower != l.Upper || l.Upper != c.want || l.LowerBy == "" || l.UpperBy == "" {
			t.Errorf("%+v: between %d (%s) and %d (%s)", c, l.Lower, l.LowerBy, l.Upper, l.UpperBy)
			continue
		}
		if err := judge(t.Context(), l.System.Structure.(*quorum.GroupSystem), c.d, c.responsibility); err != nil || l.System.N() != c.want {
			t.Errorf("%+v: %d nodes, %v", c, l.System.N(), err)
		}
	}
	if l, err := LeastNodes(t.Context(), 10, 5, 20, LeastOptions{}); err != nil || l.Lower <= 20 || l.System.Structure != nil {
		t.Errorf("%+v, %v", l, err)
	}
	assert.Refused(LeastNodes(t.Context(), 1, 5, 20, LeastOptions{}))(t, "", "one cartel is taken")
}

// TestLeastNodesWithoutSteps: a search that ends early proves nothing.
func TestLeastNodesWithoutSteps(t *testing.T) {
	for m := 6; m <= 10; m++ {
		without := assert.Got(LeastNodes(t.Context(), m, 3, 60, LeastOptions{}))(t)
		for _, steps := range []int{1, 500, 2000} {
			l := assert.Got(LeastNodes(t.Context(), m, 3, 60, LeastOptions{Steps: steps}))(t)
			if l.Lower != without.Lower || without.Lower == without.Upper {
				t.Errorf("m = %d: %d steps prove %d (%s), none %d", m, steps, l.Lower, l.LowerBy, without.Lower)
			}
		}
	}
}
