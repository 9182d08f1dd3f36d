package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"

	"coterie/internal/words/show"

	"github.com/gofrs/flock"
)

// mostHolder bounds the bytes that are read of the holder's words about itself.
const mostHolder = 1 << 10

// Lock takes the lock file at path, and creates it if there is none; its folder must exist. The
// file names the holder: the process, the words of doing, and the time. The returned function
// releases the lock and removes the file. If another process holds or shares the lock, Lock returns
// a *LockedError at once; any other error is an *Error.
func Lock(path, doing string) (unlock func(), err error) {
	return take(path, doing, (*flock.Flock).TryLock)
}

// Share is Lock for readers. Several may share a lock, and Lock fails meanwhile.
func Share(path, doing string) (unlock func(), err error) {
	return take(path, doing, (*flock.Flock).TryRLock)
}

func take(path, doing string, try func(*flock.Flock) (bool, error)) (unlock func(), err error) {
	for {
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			return nil, Failed(path, "locked", errors.New("no ordinary file"))
		}
		held := flock.New(path, flock.SetFlag(os.O_RDWR|os.O_CREATE), flock.SetPermissions(0o666))
		locked, err := try(held)
		switch {
		case lockless(err):
			return func() {}, nil
		case err != nil:
			return nil, Failed(path, "locked", err)
		case !locked:
			return nil, &LockedError{path, holder(path)}
		}
		// The previous holder may have removed the file after it was opened here. Then the locked
		// file is not the one that others find.
		ours, err := held.Stat()
		if there, missing := os.Lstat(path); err != nil || missing != nil || !os.SameFile(ours, there) {
			held.Close()
			continue
		}
		words := fmt.Sprintf("process %d, %s, since %s\n", os.Getpid(), strings.Join(strings.Fields(doing), " "), time.Now().Format(time.DateTime))
		_ = os.WriteFile(path, []byte(words), 0o666) // the lock holds without words as well
		return func() { giveBack(held) }, nil
	}
}

// giveBack removes the file of a lock and releases it. If others share the lock, the file stays but
// is emptied, because it would name a holder who has gone.
func giveBack(held *flock.Flock) {
	last, err := held.TryLock()
	if err != nil || !last {
		_ = os.Truncate(held.Path(), 0)
		held.Close()
		return
	}
	if runtime.GOOS == "windows" { // where an open file cannot be removed, which protects the next holder as well
		held.Close()
	}
	_ = os.Remove(held.Path())
	held.Close()
}

// lockless reports whether the system or the file system has no locks.
func lockless(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK)
}

// holder reads the words of a lock's holder about itself.
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
	return show.Line(line)
}
