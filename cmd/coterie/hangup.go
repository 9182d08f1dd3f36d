//go:build !js

package main

import (
	"os"
	"syscall"
)

// hangup returns the signal that a closed terminal sends. Platforms without terminals have none.
func hangup() []os.Signal { return []os.Signal{syscall.SIGHUP} }
