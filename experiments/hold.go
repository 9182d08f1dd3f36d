package experiments

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"coterie/internal/machine/files"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// lockName is the file in .partial that names the run at work in a results folder. It is there only
// during a run.
const lockName = "lock"

// hold takes the lock of the results folder by take, and returns the function that releases it.
func hold(opts Options, take func(path, doing string) (func(), error)) (release func(), err error) {
	partial := filepath.Join(opts.Results, partialName)
	if _, err := listFolder(partial, false); err != nil {
		return nil, err
	}
	for range 1000 { // whoever gives it back removes .partial, perhaps between these two steps
		if err = makeFolder(partial); err != nil {
			return nil, err
		}
		var unlock func()
		unlock, err = take(filepath.Join(partial, lockName), opts.Doing)
		if err == nil {
			return func() {
				unlock()
				os.Remove(partial) // fails, rightly, while something is waiting there
			}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	os.Remove(partial)
	if held, ok := errors.AsType[*files.LockedError](err); ok {
		holder := "another process"
		if held.Holder != "" {
			holder = show.Path(held.Holder)
		}
		return nil, quorum.Bad("", show.Path(opts.Results)+" is in use by "+holder, "wait until it has ended, or give another folder")
	}
	if failed, ok := errors.AsType[*files.Error](err); ok {
		return nil, unwritten(failed.Path, failed.Err)
	}
	return nil, fmt.Errorf("%s: %w", opts.Results, err)
}

// holdToRead is hold for readers, who share the lock. If the folder cannot be written, nothing is
// locked: no run could write there either.
func holdToRead(opts Options) (release func(), err error) {
	release, err = hold(opts, files.Share)
	if failed, ok := errors.AsType[*StoreError](err); ok && failed.Doing == "written" && unwritable(failed.Err) {
		return func() {}, nil
	}
	return release, err
}
