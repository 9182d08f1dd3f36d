//go:build slow

package main

import "testing"

// TestSlowScript is TestScript with the transcripts of commands that take seconds.
func TestSlowScript(t *testing.T) { runScripts(t, "testdata/slow") }
