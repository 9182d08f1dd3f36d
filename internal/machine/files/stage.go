package files

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Staged is a file that another program writes by its path, before it replaces a target.
type Staged struct {
	Path string // in a private folder, with the name of the target, because programs look at its ending

	named  string
	place  place
	folder *temporary
	mode   fs.FileMode // for a new file
	disk   disk
}

// Stage creates the private folder beside the target. The caller must call Discard. The error is an
// *Error.
func Stage(target string) (*Staged, error) { return realDisk.stage(target) }

func (d disk) stage(target string) (*Staged, error) {
	where, err := resolve(target)
	if err != nil {
		return nil, unwritten(target, err)
	}
	beside := filepath.Dir(where.path)
	if where.through {
		beside = os.TempDir()
	}
	Sweep(beside)
	for {
		s, err := d.stageIn(beside, where, target)
		if err != nil {
			return nil, unwritten(target, err)
		}
		if s != nil {
			return s, nil
		}
	}
}

// stageIn creates the folder. It returns nil if a sweep took the folder for a forgotten one
// meanwhile.
func (d disk) stageIn(beside string, where place, target string) (_ *Staged, err error) {
	folder := filepath.Join(beside, newName())
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, err
	}
	s := &Staged{named: target, place: where, disk: d, folder: &temporary{path: folder}}
	defer func() {
		if err != nil {
			s.Discard()
		}
	}()
	lock := filepath.Join(folder, lockName)
	f, err := os.OpenFile(lock, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	s.mode = info.Mode().Perm() // 0666 less the umask
	held, ours := hold(f, lock)
	if !ours {
		return nil, nil
	}
	s.folder.held = held
	inner := filepath.Join(folder, "file") // separate from the lock, whatever the target is called
	if err := os.Mkdir(inner, 0o700); err != nil {
		return nil, err
	}
	s.Path = filepath.Join(inner, filepath.Base(target))
	return s, nil
}

// Commit replaces the target by the file at Path, which is synced and gets its mode. The error is
// an *Error; if there is no file at Path, it wraps fs.ErrNotExist.
func (s *Staged) Commit(ctx context.Context) error {
	info, err := os.Lstat(s.Path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("what was written is no file")
	}
	if err != nil {
		return unwritten(s.named, err)
	}
	if s.place.through {
		return s.disk.copyTo(ctx, s.Path, s.named)
	}
	mode := s.mode
	if s.place.exists {
		mode = s.place.mode
	}
	f, err := os.OpenFile(s.Path, os.O_RDWR, 0)
	if err != nil {
		return unwritten(s.named, err)
	}
	err = errors.Join(durable(s.disk.sync(f)), f.Chmod(mode), f.Close())
	if err == nil {
		err = s.disk.rename(s.Path, s.place.path)
	}
	if err != nil {
		return unwritten(s.named, err)
	}
	return nil
}

// Discard removes the private folder, and the file in it unless it was committed.
func (s *Staged) Discard() { s.folder.remove() }
