package maekawa

import (
	"testing"

	"coterie/internal/solve/session"
	"coterie/search"
)

func TestKnown(t *testing.T) {
	s := &run{Session: session.New(t.Context(), search.Options{}, &search.Result{})}
	for _, q := range []struct {
		c   limits
		has bool
	}{{limits{n: 7, size: 3, responsibility: 3}, true}, {limits{n: 7, size: 3, responsibility: 3, exact: true, unique: true}, true},
		{limits{n: 7, size: 2, responsibility: 2}, false}, {limits{n: 6, size: 6, responsibility: 6}, true}} {
		if why, err := s.known(q.c)(t.Context()); (why != "") != q.has || err != nil {
			t.Errorf("%+v: %q, %v", q.c, why, err)
		}
		if why, err := s.knownOf(q.c, action{q.c.n, 0, q.c.n})(t.Context()); (why != "") != q.has || err != nil {
			t.Errorf("%+v, cyclic: %q, %v", q.c, why, err)
		}
	}
	if why, _ := s.knownOf(limits{n: 6, size: 5, responsibility: 5}, action{6, 2, 4})(t.Context()); why == "" {
		t.Error("all nodes but one")
	}
}
