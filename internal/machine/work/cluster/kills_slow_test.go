//go:build slow

package cluster

import (
	"sync"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"
)

// TestSlowFiftyKills: kill -9 of workers, coordinator and server, fifty times in one job.
func TestSlowFiftyKills(t *testing.T) {
	s := newStage(t, testJob{Parts: 1000, Size: 1000, Seed: 20})
	s.delay = 10 * time.Millisecond
	coordinator, lost := s.killing(20, 50)
	s.ends(coordinator, enough)
	s.noMoreThan(lost)
}

// TestSlowManyParts: 10,000 empty parts take the memory of 2,000.
func TestSlowManyParts(t *testing.T) { manyParts(t, 2000, 10_000) }

// TestSlowLostParts: parts that the server has forgotten are handed out again.
func TestSlowLostParts(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	c, other := joined(t, s), joined(t, s)
	job := squaresJob("forgotten", 20)
	var run sync.WaitGroup
	run.Go(func() { checkRun(ctx, t, c, RunnerOptions{}, job) })
	defer run.Wait()
	waiting := func() uint64 {
		stream, err := other.js.Stream(ctx, partsStream)
		if err != nil {
			return 0 // it is yet to be made
		}
		info := assert.Got(stream.Info(ctx))(t)
		if info.State.Msgs == 20 {
			assert.OK(t, stream.Purge(ctx))
		}
		return info.State.Msgs
	}
	for waiting() < 20 {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			t.Fatal("the parts are not handed out")
		}
	}
	working(t, other, WorkOptions{Jobs: 2, Kinds: []work.Kind{squares(nil)}})
	run.Wait()
}
