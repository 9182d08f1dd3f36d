//go:build !unix

package files

import "os"

// FailedWrites returns the signals of failed writes. This platform has none.
func FailedWrites() []os.Signal { return nil }

// OutputClosed reports whether the process was started without a standard output. It is always
// false here, because writes fail in that case.
func OutputClosed() bool { return false }
