package mutex_test

import (
	"bytes"
	"math/rand/v2"
	"sync"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/byhand"
)

// TestInvariantsRead: judging writes nothing, so that several may judge the same machines at once;
// the race detector finds writes that a comparison of states misses.
func TestInvariantsRead(t *testing.T) {
	judged := 0
	for kind, list := range trials(t) {
		for _, a := range mutex.Algorithms() {
			if len(a.Invariants) == 0 || a.Accepts(kind) != nil {
				continue
			}
			tr := list[0]
			random := rand.New(rand.NewPCG(1, 7))
			run := byhand.New(a, tr.setup)
			for p := range int32(tr.setup.Processes) {
				w := wish(random, a, tr, p)
				run.Wish(p, w.Group, w.Quorum)
			}
			for step := 0; len(run.Under) > 0; step++ {
				before := run.System.AppendState(nil)
				if step%4 == 0 {
					var together sync.WaitGroup
					for range 3 {
						together.Go(func() {
							for _, i := range a.Invariants {
								assert.Equal(t, i.Broken(run.System), "", "%s: %s", a.Name, i.Name)
							}
						})
					}
					together.Wait()
					judged++
				}
				if !bytes.Equal(before, run.System.AppendState(nil)) {
					t.Fatalf("%s: judging changed the machines", a.Name)
				}
				next := arriving(run)
				run.Deliver(next[random.IntN(len(next))])
			}
		}
	}
	if judged < 20 {
		t.Errorf("only %d states were judged", judged)
	}
}
