package group

import "testing"

func TestKnown(t *testing.T) {
	for _, q := range []struct {
		n, m, r, d int
		has        bool
	}{{9, 4, 0, 3, true}, {9, 4, 0, 4, false}, {4, 3, 0, 2, true}} {
		g := &run{n: q.n, m: q.m, opts: Options{Responsibility: q.r}}
		if why, err := g.known(q.d)(t.Context()); (why != "") != q.has || err != nil {
			t.Errorf("%+v: %q, %v", q, why, err)
		}
	}
}
