//go:build !unix

package sat

import "os/exec"

// ownGroup does nothing: there are no process groups, and the end of the context kills the
// solver's process alone.
func ownGroup(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}
