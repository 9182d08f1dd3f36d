//go:build slow && unix

package experiments

import "testing"

func TestSlowHostileFolders(t *testing.T) { tryHostile(t, true) }

func TestSlowRunsAtOnce(t *testing.T) { manyAtOnce(t, 40) }
