//go:build slow

package construct

import (
	"testing"
	"time"
)

// TestSlowForN is TestForN with more nodes.
func TestSlowForN(t *testing.T) { familiesForN(t, 60, fornLimit) }

// TestSlowEverythingStops is TestEverythingStops where the end comes later.
func TestSlowEverythingStops(t *testing.T) { everythingStops(t, 100*time.Millisecond) }
