package mutex

import (
	"testing"

	"coterie/construct"
	"coterie/quorum"
)

// TestAlone: what the papers print for an entry that meets no other, on the plane of 13 nodes.
func TestAlone(t *testing.T) {
	plane, err := construct.FPP(3)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := NewSetup(plane, plane.N(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n, k = 13, 4
	for _, c := range []struct {
		algorithm       string
		process         int32
		messages, delay int
	}{
		{"maekawa-fixed", 5, 3 * (k - 1), 2},
		{"ricart-agrawala", 5, 2 * (n - 1), 2},
		{"centralized", 0, 0, 0},
		{"centralized", 5, 3, 2},
		{"suzuki-kasami", 0, 0, 0},
		{"suzuki-kasami", 5, n, 2},
	} {
		a := Find(c.algorithm)
		w := Wish{Process: c.process, Entry: 1, Quorum: setup.Own[c.process]}
		if a.NoQuorums {
			w.Quorum = -1
		}
		got, err := NewSystem(a, setup).Alone(w)
		if err != nil || got.Messages != c.messages || got.Delay != c.delay {
			t.Errorf("%s, process %v: %+v, %v; want %d messages and a delay of %d", c.algorithm, quorum.Node(c.process), got, err, c.messages, c.delay)
		}
	}
}
