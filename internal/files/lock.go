package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// mostHolder is how much of what a holder says of itself is read.
const mostHolder = 1 << 10

// Lock takes the lock file at path, and makes it if there is none; its folder must exist. The file
// says who holds the lock: the process, what it does, in words of the caller, and since when. The
// returned function gives the lock back; the file stays, empty. If another holds it the error is a
// *LockedError, at once; otherwise it is an *Error.
func Lock(path, doing string) (unlock func(), err error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &Error{path, "locked", errors.New("no ordinary file")}
	}
	held := flock.New(path, flock.SetFlag(os.O_RDWR|os.O_CREATE), flock.SetPermissions(0o666))
	locked, err := held.TryLock()
	switch {
	case lockless(err):
		return func() {}, nil
	case err != nil:
		return nil, &Error{path, "locked", reason(err)}
	case !locked:
		return nil, &LockedError{path, holder(path)}
	}
	words := fmt.Sprintf("process %d, %s, since %s\n", os.Getpid(), strings.Join(strings.Fields(doing), " "), time.Now().Format(time.DateTime))
	_ = os.WriteFile(path, []byte(words), 0o666) // the lock holds without words, too
	return func() {
		_ = os.Truncate(path, 0)
		held.Close()
	}, nil
}

// lockless reports whether the system or the file system has no locks.
func lockless(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK)
}

// holder reads what the holder of a lock says of itself.
func holder(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Mode()&fs.ModeType != 0 {
		return ""
	}
	words := make([]byte, mostHolder)
	n, _ := f.Read(words)
	line, _, _ := strings.Cut(string(words[:n]), "\n")
	return strings.ToValidUTF8(line, "?")
}
