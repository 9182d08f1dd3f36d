package explore_test

import (
	"testing"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

// configOf has requesters that take their own quorums.
func configOf(t testing.TB, spec, algorithm string, requesters ...int32) explore.Config {
	t.Helper()
	built, err := construct.Build(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	s, err := mutex.NewSetup(built.Structure, built.N(), mutex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if of, ok := built.Structure.(*quorum.System); ok {
		if s, err = s.WithSites(t.Context(), of, requesters); err != nil {
			t.Fatal(err)
		}
	}
	c := explore.Config{Algorithm: mutex.Find(algorithm), Setup: s, Entries: 1}
	for _, p := range requesters {
		q := int32(-1)
		if !c.Algorithm.NoQuorums {
			q = s.Own[p]
		}
		c.Requesters = append(c.Requesters, explore.Requester{Process: p, Choices: []explore.Choice{{Quorum: q}}})
	}
	return c
}

func TestPlain(t *testing.T) {
	for _, a := range []string{"maekawa", "maekawa-fixed", "ricart-agrawala", "raymond-tree", "suzuki-kasami"} {
		r, err := explore.Run(t.Context(), configOf(t, "{1,2},{2,3},{1,3}", a, 0, 1, 2), explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d states, %d steps, depth %d, %d violations, %d stuck of %d", a, r.States, r.Transitions, r.Depth, r.Violations, r.Stuck, r.Terminal)
	}
}
