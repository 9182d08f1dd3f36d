//go:build slow

package main

import "testing"

// TestSlowScript compares the command line with the transcripts of commands that take seconds.
func TestSlowScript(t *testing.T) { runScripts(t, scripts(t, "testdata/slow")) }
