package files

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

var temporaryName = regexp.MustCompile(`^\.coterie-[0-9A-Z]{26}\.(tmp|lock)$`)

func newName() string { return ".coterie-" + rand.Text() + ".tmp" }

// lockName is the file in a staging folder on which its owner holds a lock.
const lockName = "lock"

// forgotten is the age after which a temporary file counts as forgotten if the file system has no
// locks.
const forgotten = 24 * time.Hour

// begun is the age after which a staging folder without a lock counts as forgotten. Its owner
// creates the lock right after the folder.
const begun = time.Minute

// heldByLock is false on systems where a lock keeps its own holder from writing. There, temporary
// files count as forgotten by their age alone.
const heldByLock = runtime.GOOS != "windows"

// temporary is a file or a folder that will be renamed or removed.
type temporary struct {
	path string
	held *flock.Flock // nil if the file system has no locks
}

// newTemporary creates a file in a folder, and removes the temporary files that killed runs left
// there.
func newTemporary(folder string, perm fs.FileMode) (*os.File, *temporary, error) {
	Sweep(folder)
	for {
		path := filepath.Join(folder, newName())
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		held, ours := hold(f, path)
		if ours {
			return f, &temporary{path, held}, nil
		}
		f.Close() // another run swept the folder between the two steps
	}
}

// hold locks a file that was just created. The result ours is false if a sweep took the file for a
// forgotten one meanwhile.
func hold(f *os.File, path string) (held *flock.Flock, ours bool) {
	if !heldByLock {
		return nil, true
	}
	held = flock.New(path, flock.SetFlag(os.O_RDWR))
	if locked, err := held.TryLock(); err == nil && !locked {
		return nil, false
	}
	made, err := f.Stat()
	if err != nil {
		return held, true
	}
	if there, err := os.Lstat(path); err == nil && os.SameFile(made, there) {
		return held, true
	}
	held.Close()
	return nil, false
}

// release releases the lock.
func (t *temporary) release() {
	if t.held != nil {
		t.held.Close()
	}
}

// remove removes the file or folder.
func (t *temporary) remove() {
	defer t.release()
	os.RemoveAll(t.path)
}

// Sweep removes the temporary files that killed runs left in a folder. It ignores entries that
// somebody holds, and those that it cannot read or remove.
func Sweep(folder string) {
	d, err := os.Open(folder)
	if err != nil {
		return
	}
	defer d.Close()
	for {
		names, err := d.Readdirnames(1000)
		for _, name := range names {
			if temporaryName.MatchString(name) {
				sweepOne(filepath.Join(folder, name))
			}
		}
		if err != nil || len(names) == 0 {
			return
		}
	}
}

func sweepOne(path string) {
	info, err := os.Lstat(path)
	if err != nil {
		return
	}
	if !heldByLock {
		if time.Since(info.ModTime()) > forgotten {
			os.RemoveAll(path)
		}
		return
	}
	lock := path
	if info.IsDir() {
		lock = filepath.Join(path, lockName)
	}
	kept, err := os.Lstat(lock)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if info.IsDir() && time.Since(info.ModTime()) > begun {
			os.RemoveAll(path)
		}
		return
	case err != nil || !kept.Mode().IsRegular():
		return
	}
	held := flock.New(lock, flock.SetFlag(os.O_RDWR))
	locked, err := held.TryLock()
	if lockless(err) && time.Since(info.ModTime()) > forgotten {
		os.RemoveAll(path)
		return
	}
	if err != nil || !locked {
		return
	}
	(&temporary{path, held}).remove()
}
