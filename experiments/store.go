package experiments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"coterie/internal/machine/files"
	"coterie/internal/words/show"
)

// readLimit is the greatest number of bytes that is read of one file of a results folder. The
// longest file that a study writes has some megabytes; a longer one was put there by something
// else.
const readLimit = 256 << 20

// StoreError says that something in the results folder cannot be read or written: the disk is full
// or read-only, a file is missing, or something else stands in its place.
type StoreError struct {
	Path  string
	Doing string // the failed action: "read" or "written"
	Err   error
}

func (e *StoreError) Error() string {
	return fmt.Sprintf("%s: cannot be %s: %v", show.Path(e.Path), e.Doing, e.Err)
}

func (e *StoreError) Unwrap() error { return e.Err }

// Hint advises the user.
func (e *StoreError) Hint() string {
	switch {
	case errors.Is(e.Err, syscall.ENOSPC):
		return "make room on the disk"
	case e.Doing == "written" && unwritable(e.Err):
		return "make this one writable, or give another folder"
	}
	return ""
}

// unwritable reports whether an error says that nothing can be written somewhere.
func unwritable(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)
}

// unread and unwritten name the path of a failure once.
func unread(path string, err error) error    { return stored(path, "read", err) }
func unwritten(path string, err error) error { return stored(path, "written", err) }

func stored(path, doing string, err error) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*StoreError](err); ok {
		return known
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		path = p.Path
	}
	return &StoreError{Path: path, Doing: doing, Err: files.Reason(err)}
}

// kindOf names the kind of a file: a folder, a pipe and so on.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return "a file"
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "neither a file nor a folder"
}

// readFile reads a file of the results folder. Anything but a regular file is not opened, since a
// pipe would wait for a writer, and no more than readLimit bytes are read. The error is a
// [StoreError], or [fs.ErrNotExist] if there is no such file.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unread(path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, unread(path, errors.New("it is "+kindOf(info.Mode())))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unread(path, err)
	}
	defer f.Close()
	tooLong := fmt.Errorf("it has %d bytes, and no file of a study has more than %d", info.Size(), readLimit)
	if info.Size() > readLimit {
		return nil, unread(path, tooLong)
	}
	data, err := io.ReadAll(io.LimitReader(f, readLimit+1))
	if err == nil && len(data) > readLimit { // it grew
		err = tooLong
	}
	return data, unread(path, err)
}

// listFolder lists a folder, sorted by name. It returns nothing for a missing folder. A symbolic
// link to a folder is followed if follow is set.
func listFolder(path string, follow bool) ([]fs.DirEntry, error) {
	look := os.Lstat
	if follow {
		look = os.Stat
	}
	info, err := look(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.IsDir() {
		err = errors.New("it is " + kindOf(info.Mode()) + ", not a folder")
	}
	if err != nil {
		return nil, unread(path, err)
	}
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) { // another process has removed it since
		return nil, nil
	}
	return entries, unread(path, err)
}

// partsIn lists the parts that have something in .partial. A symbolic link that leads out of it is
// refused, because a run removes the files that it finds there.
func partsIn(results string) ([]folders, error) {
	var parts []folders
	partial := filepath.Join(results, partialName)
	studies, err := listFolder(partial, false)
	if err != nil {
		return nil, err
	}
	for _, s := range studies {
		if !isKebab(s.Name()) || !s.IsDir() && s.Type() != fs.ModeSymlink {
			continue
		}
		entries, err := listFolder(filepath.Join(partial, s.Name()), false)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if full := e.Name() == partName(true); full || e.Name() == partName(false) {
				f := foldersOf(results, s.Name(), full)
				if _, err := listFolder(f.partial, false); err != nil {
					return nil, err
				}
				parts = append(parts, f)
			}
		}
	}
	return parts, nil
}

// makeFolder makes a folder and those above it.
func makeFolder(path string) error { return unwritten(path, os.MkdirAll(path, 0o777)) }

// makeFolderFor makes a folder that is to replace the one at target, with its permissions.
func makeFolderFor(target, path string) error {
	info, err := os.Stat(target)
	if err != nil {
		return makeFolder(path)
	}
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		return unwritten(path, err)
	}
	return unwritten(path, os.Chmod(path, info.Mode()&(fs.ModePerm|fs.ModeSetgid|fs.ModeSticky)))
}

// removeAll removes the file or folder at a path. It is no error if there is none.
func removeAll(path string) error { return unwritten(path, os.RemoveAll(path)) }

// replaceFile puts a file into the results folder by way of .partial: it leaves the new file or the
// old one, and nothing unfinished that git would show, even if the program dies. An old file keeps
// its permissions, and a file behind a symbolic link keeps its place, which may be on another disk.
func replaceFile(results, name string, data []byte, disk disk) error {
	partial := filepath.Join(results, partialName)
	defer os.Remove(partial) // fails, rightly, while a run has something waiting
	if err := makeFolder(partial); err != nil {
		return err
	}
	temporary := filepath.Join(partial, name+".new")
	target := filepath.Join(results, name)
	if info, err := os.Lstat(target); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return writeFile(target, target, data)
	}
	err := writeFile(target, temporary, data)
	if err == nil {
		err = disk.move(temporary, target)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// writeFile writes a file, whole and synced, so that the rename that follows never promotes an
// empty one, and with the permissions of the file at target, which it is to replace. It does not
// watch a context: computed results are worth the moment that writing takes.
func writeFile(target, path string, data []byte) error {
	err := files.WriteFor(context.Background(), target, path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if failed, ok := errors.AsType[*files.Error](err); ok {
		return unwritten(path, failed.Err)
	}
	return err
}

func exists(path string) (bool, error) {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, unread(path, err)
}

// isFile reports whether there is a file at a path, perhaps behind symbolic links.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
