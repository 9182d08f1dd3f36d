//go:build unix

package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// FailedWrites returns the signals of failed writes: to a pipe whose reader has gone, and to a file
// that may not grow. A program that handles them gets an error with a path instead of being ended.
func FailedWrites() []os.Signal { return []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ} }

// OutputClosed reports whether the process was started without a standard output. Before our code
// runs, Go opens the null device in its place for reading and writing. Shells open that device for
// writing only, when the output is to be thrown away; the interpreters known to open it for both
// are excluded.
func OutputClosed() bool {
	var out, null unix.Stat_t
	if unix.Fstat(1, &out) != nil || unix.Stat(os.DevNull, &null) != nil || out.Mode&unix.S_IFMT != unix.S_IFCHR || out.Rdev != null.Rdev {
		return false
	}
	flags, err := unix.FcntlInt(1, unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR && !opensForBoth()
}

// opensForBoth reports whether the parent is Python or Node. Their DEVNULL and 'ignore' look like a
// closed output.
func opensForBoth() bool {
	parent, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", os.Getppid()))
	name := filepath.Base(parent)
	return err == nil && (strings.HasPrefix(name, "python") || strings.HasPrefix(name, "pypy") || strings.HasPrefix(name, "node"))
}
