package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestHeldPartial: one run goes on with a partial file at a time, and a second one is told of it.
func TestHeldPartial(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	assert.Is(t, assert.Err(HoldPartial(path, "test")), fs.ErrNotExist)
	only(t, folder)
	rewrite(t, Partial(path), "first")
	held := assert.Got(HoldPartial(path, "test"))(t)
	locked := assert.ErrorAs[*LockedError](t, assert.Err(HoldPartial(path, "another")))
	assert.Equal(t, locked.Path, Partial(path))
	assert.Contains(t, locked.Holder, ", test, since ")
	Sweep(folder) // which removes no held file
	assert.ErrorAs[*LockedError](t, assert.Err(HoldPartial(path, "another")))
	var copied strings.Builder
	if err := held.CopyTo(t.Context(), &copied, 4); err != nil || copied.String() != "firs" {
		t.Errorf("%q, %v", copied.String(), err)
	}
	assert.NoError(t, held.Remove())
	held.Close()
	only(t, folder)
}

// TestForgottenHold: the lock of a killed run goes with the next one that writes there.
func TestForgottenHold(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	rewrite(t, Partial(path), "first")
	held := assert.Got(HoldPartial(path, "test"))(t)
	locks, _ := filepath.Glob(filepath.Join(folder, ".coterie-*.lock"))
	if len(locks) != 1 || !temporaryName.MatchString(filepath.Base(locks[0])) {
		t.Fatalf("%q", locks)
	}
	held.Close()
	rewrite(t, locks[0], "process 0")
	assert.OK(t, Write(t.Context(), path, text("x")))
	if heldByLock {
		only(t, folder, "file", "file.partial")
	}
}

// TestPartialOfAnother: a file that another run put in the place of the held partial file stays,
// whether this run ends or is cut short; without anything there its rows take the place.
func TestPartialOfAnother(t *testing.T) {
	for _, links := range []bool{true, false} {
		d := realDisk
		if !links {
			d.link = func(string, string) error { return errors.ErrUnsupported }
		}
		folder := t.TempDir()
		path := filepath.Join(folder, "file")
		cut := func(held *Held) error {
			f := assert.Got(d.create(t.Context(), path))(t)
			defer f.Discard()
			_, _ = io.WriteString(f, "this")
			return assert.Err(f.CommitPartial(held))
		}
		for _, now := range []string{"", "another"} {
			assert.OK(t, errors.Join(os.RemoveAll(Partial(path)), os.WriteFile(Partial(path), []byte("first"), 0o666)))
			held := assert.Got(HoldPartial(path, "test"))(t)
			if err := os.Remove(Partial(path)); err != nil {
				held.Close()
				t.Skip(err) // a system that removes no open file
			}
			if now != "" {
				rewrite(t, Partial(path), now)
			}
			err := cut(held)
			if now == "" && err != nil || now != "" && (err == nil || !strings.Contains(err.Error(), "was not kept")) {
				t.Errorf("%q: %v", now, err)
			}
			held.Close()
			holds(t, Partial(path), map[string]string{"": "this", "another": "another"}[now])
		}
		held := assert.Got(HoldPartial(path, "test"))(t)
		os.Remove(Partial(path))
		rewrite(t, Partial(path), "yet another")
		assert.NoError(t, held.Remove())
		held.Close()
		holds(t, Partial(path), "yet another")
		// Of two that begin anew the first keeps its rows, and the second is told.
		assert.Fails(t, cut(nil), "was not kept")
		holds(t, Partial(path), "yet another")
		only(t, folder, "file.partial")
	}
}

func rewrite(t *testing.T, path, words string) {
	t.Helper()
	assert.OK(t, os.WriteFile(path, []byte(words), 0o666))
}
