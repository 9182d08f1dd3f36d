//go:build slow

package lockout_test

import (
	"testing"

	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/lockout"
)

// TestSlowStaircase: nobody is locked out of Joung's smallest surficial system by Maekawa_M, two
// processes of two groups that take any quorum, or three with a quorum each.
func TestSlowStaircase(t *testing.T) {
	two := configOf(t, "surficial:m=2,k=2", "maekawa-m", mutex.Options{}, 0, 3)
	three := configOf(t, "surficial:m=2,k=2", "maekawa-m", mutex.Options{}, 0, 1, 2)
	for i, r := range three.Requesters {
		three.Requesters[i].Choices = []explore.Choice{r.Choices[i/2]}
	}
	for _, c := range []explore.Config{two, three} {
		r := judge(t, c, lockout.Options{MostStates: 600_000})
		t.Logf("%d requesters: %v, %d states, %d steps", len(c.Requesters), r.Verdict, r.States, r.Transitions)
		if r.Verdict != lockout.Free || r.Stuck != nil {
			t.Errorf("%v (%s), stuck after %v", r.Verdict, r.Reason, r.Stuck)
		}
	}
}
