//go:build !unix

package main

import "os"

func failedWrites() []os.Signal { return nil }

// outputClosed is of the systems that have such a thing: elsewhere writing fails.
func outputClosed() bool { return false }
