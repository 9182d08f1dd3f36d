//go:build slow && !js

package cluster

import (
	"testing"
	"time"
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
