//go:build !unix

package files

import "os"

// FailedWrites are the signals of a write that fails: none here.
func FailedWrites() []os.Signal { return nil }

// OutputClosed reports whether the process was started without a standard output: never here, where
// writing fails then.
func OutputClosed() bool { return false }
