package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
)

// openFiles is the folder in which Linux shows the open files of a process: a file there is written
// where its owner stands, not from the beginning, and never replaced.
var openFiles = regexp.MustCompile(`^/proc/[0-9]+(/task/[0-9]+)?/fd$`)

// place is where writing to a path leads.
type place struct {
	path    string      // behind all symbolic links
	through bool        // nothing is renamed to path: it is written as it is
	mode    fs.FileMode // the permissions of the file that is there
	exists  bool
}

// mostLinks is how many links in a row are followed, as Linux does.
const mostLinks = 40

// resolve follows the symbolic links of a path, also those that lead to nothing.
func resolve(path string) (place, error) {
	if path == "" {
		return place{}, errors.New("the name is missing")
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return place{}, errors.New("this names a folder")
	}
	for range mostLinks {
		// The folder is taken without its links: behind one, .. is another folder than by name.
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return place{}, err
		}
		path = filepath.Join(folder, filepath.Base(path))
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return place{path: path}, nil
		case err != nil:
			return place{}, err
		case openFiles.MatchString(folder):
			return place{path: path, through: true, exists: true}, nil
		case info.Mode()&fs.ModeSymlink == 0:
			return place{path, !info.Mode().IsRegular(), info.Mode().Perm(), true}, nil
		}
		link, err := os.Readlink(path)
		if err != nil {
			return place{}, err
		}
		if !filepath.IsAbs(link) {
			link = folder + string(os.PathSeparator) + link // not cleaned: .. may stand behind a link
		}
		path = link
	}
	return place{}, syscall.ELOOP
}

// Replaceable reports whether a whole new file is put at path: there is one, or nothing. Devices
// and pipes are written through instead.
func Replaceable(path string) bool {
	where, err := resolve(path)
	return err != nil || !where.through
}

// Check returns the error, an *Error, that writing to path would meet now: its folder is missing,
// nothing can be made there, or path is a folder itself. A device or a pipe is not opened.
func Check(path string) error {
	where, err := resolve(path)
	if err != nil {
		return unwritten(path, err)
	}
	if info, err := os.Stat(where.path); err == nil && info.IsDir() {
		return unwritten(path, syscall.EISDIR)
	}
	if where.through {
		return nil
	}
	f, tmp, err := newTemporary(filepath.Dir(where.path), 0o600)
	if err != nil {
		return unwritten(path, err)
	}
	f.Close()
	tmp.remove()
	return nil
}

// Within reports whether writing to path makes or replaces something inside a folder, or the folder
// itself, by whatever links either is named.
func Within(folder, path string) bool {
	target := Target(path)
	if target == Target(filepath.Clean(folder)) {
		return true
	}
	outer, err := os.Stat(folder)
	if err != nil {
		return false
	}
	for {
		above := filepath.Dir(target)
		if info, err := os.Stat(above); err == nil && os.SameFile(info, outer) {
			return true
		}
		if above == target {
			return false
		}
		target = above
	}
}

// Target returns the file that is written when path is: of two paths with one target, what is
// written later replaces the rest.
func Target(path string) string {
	where, err := resolve(path)
	if err != nil {
		return filepath.Clean(path)
	}
	if absolute, err := filepath.Abs(where.path); err == nil {
		return absolute
	}
	return where.path
}
