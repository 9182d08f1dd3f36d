package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
)

// openFiles is the folder in which Linux shows the open files of a process. A file there is written
// at its owner's offset, not from the beginning, and is never replaced.
var openFiles = regexp.MustCompile(`^/proc/[0-9]+(/task/[0-9]+)?/fd$`)

// place is where a write to a path leads.
type place struct {
	path    string      // with all symbolic links followed
	through bool        // the path is written directly, without a rename
	mode    fs.FileMode // the permissions of the existing file
	exists  bool
}

// mostLinks is how many links in a row are followed. It is Linux's limit.
const mostLinks = 40

// resolve follows the symbolic links of a path, even those that lead to nothing.
func resolve(path string) (place, error) {
	if path == "" {
		return place{}, errors.New("the name is missing")
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return place{}, errors.New("this names a folder")
	}
	for range mostLinks {
		// The links of the folder are resolved first, because after a link .. is not the folder
		// that the name suggests.
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
			link = folder + string(os.PathSeparator) + link // not cleaned, because .. may follow a link
		}
		path = link
	}
	return place{}, syscall.ELOOP
}

// Replaceable reports whether a write to path replaces or creates a file. Devices and pipes are
// written directly instead.
func Replaceable(path string) bool {
	where, err := resolve(path)
	return err != nil || !where.through
}

// Check returns the *Error that a write to path would meet now: its folder is missing, no file can
// be created there, or path is a folder itself. Check does not open a device or a pipe.
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

// Within reports whether a write to path creates or replaces something inside a folder, or the
// folder itself, whatever links are in either name.
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

// Target returns the file that a write to path creates or replaces. If two paths have the same
// target, the later write replaces the earlier one.
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
