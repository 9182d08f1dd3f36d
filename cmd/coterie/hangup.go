//go:build !js

package main

import (
	"os"
	"syscall"
)

// hangup is the signal of a terminal that is closed, where there are terminals.
func hangup() []os.Signal { return []os.Signal{syscall.SIGHUP} }
