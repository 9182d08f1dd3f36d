package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"coterie/internal/check/assert"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// only fails unless a folder holds just these names.
func only(t *testing.T, folder string, want ...string) {
	t.Helper()
	var got []string
	for _, e := range assert.Got(os.ReadDir(folder))(t) {
		got = append(got, e.Name())
	}
	assert.Slice(t, got, want, "%s", folder)
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	assert.Equal(t, string(assert.Got(os.ReadFile(path))(t)), want, "%s", path)
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info := assert.Got(os.Stat(path))(t)
	return info.Mode().Perm()
}

// TestModes: a new file has mode 0666 less the umask, and an old one keeps its mode.
func TestModes(t *testing.T) {
	for _, umask := range []int{0o022, 0o077, 0o002, 0} {
		before := setUmask(t, umask)
		folder := t.TempDir()
		path := filepath.Join(folder, "file")
		assert.OK(t, Write(t.Context(), path, text("new")))
		assert.Equal(t, mode(t, path), fs.FileMode(0o666&^umask), "umask %03o makes", umask)
		for _, m := range []fs.FileMode{0o600, 0o640, 0o664, 0o400, 0o755} {
			assert.OK(t, os.Chmod(path, m))
			assert.OK(t, Write(t.Context(), path, text("newer")))
			assert.Equal(t, mode(t, path), m, "umask %03o: mode %03o became", umask, m)
		}
		staged := assert.Got(Stage(filepath.Join(folder, "proof")))(t)
		assert.NoError(t, errors.Join(os.WriteFile(staged.Path, []byte("proof"), 0o600), staged.Commit(t.Context())))
		staged.Discard()
		assert.Equal(t, mode(t, filepath.Join(folder, "proof")), fs.FileMode(0o666&^umask), "umask %03o makes: of what a program wrote", umask)
		only(t, folder, "file", "proof")
		setUmask(t, before)
	}
}

// TestTheOldFileStaysPrivate: while a file with mode 0600 is replaced, nobody else can read the new
// one either.
func TestTheOldFileStaysPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret")
	assert.OK(t, os.WriteFile(path, nil, 0o600))
	f := assert.Got(Create(t.Context(), path))(t)
	defer f.Discard()
	assert.Equal(t, mode(t, f.tmp.path), 0o600, "the temporary has mode")
}

// TestLinks: the target of a symbolic link is written, and the link stays.
func TestLinks(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	if err := errors.Join(
		os.Mkdir(in("a"), 0o777), os.MkdirAll(in("far/deep"), 0o777),
		os.WriteFile(in("a/file"), []byte("old"), 0o640),
		os.Symlink("a/file", in("link")),
		os.Symlink("link", in("second")),
		os.Symlink("a/none", in("dangling")),
		os.Symlink(in("a/absolute"), in("absolute")),
		os.Symlink("far/deep", in("folder")),
		os.Symlink("../up", in("far/deep/climbs")), // far/up, not up, by whichever way
		os.Symlink("loop", in("loop")),
	); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ through, to string }{
		{"link", "a/file"}, {"second", "a/file"}, {"dangling", "a/none"}, {"absolute", "a/absolute"},
		{"folder/plain", "far/deep/plain"}, {"folder/climbs", "far/up"},
	} {
		before, _ := os.Readlink(in(c.through))
		if err := Write(t.Context(), in(c.through), text(c.through)); err != nil {
			t.Errorf("%s: %v", c.through, err)
			continue
		}
		holds(t, in(c.to), c.through)
		if after, _ := os.Readlink(in(c.through)); after != before {
			t.Errorf("%s led to %q, and now to %q", c.through, before, after)
		}
		assert.Equal(t, Target(in(c.through)), Target(in(c.to)), "%s and %s are not the same", c.through, c.to)
		staged := assert.Got(Stage(in(c.through)))(t)
		assert.NoError(t, errors.Join(os.WriteFile(staged.Path, []byte("staged"), 0o666), staged.Commit(t.Context())))
		staged.Discard()
		holds(t, in(c.to), "staged")
	}
	assert.Equal(t, mode(t, in("a/file")), 0o640, "the mode became")
	assert.Is(t, Write(t.Context(), in("loop"), text("")), syscall.ELOOP, "a loop")
	only(t, folder, "a", "absolute", "dangling", "far", "folder", "link", "loop", "second")
}

// TestNames: the name of the temporary has nothing to do with that of the file.
func TestNames(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{strings.Repeat("x", 250), strings.Repeat("x", 255), strings.Repeat("ä", 127), "-", " ", "a\nb", `[1]*?`} {
		path := filepath.Join(folder, name)
		if err := Write(t.Context(), path, text(name)); err != nil {
			t.Errorf("%d bytes: %v", len(name), err)
			continue
		}
		holds(t, path, name)
		f := assert.Got(Create(t.Context(), path))(t)
		partial, err := f.CommitPartial(nil)
		if err != nil || partial != Partial(path) {
			t.Errorf("%d bytes: %v", len(name), err)
		}
		if len(name) < 240 && partial != path+PartialSuffix {
			t.Errorf("the partial file of %s is %s", path, partial)
		}
		staged := assert.Got(Stage(path))(t)
		assert.NoError(t, os.WriteFile(staged.Path, nil, 0o666))
		staged.Discard()
	}
	if long := strings.Repeat("x", 254); Partial(long+"y") == Partial(long+"z") {
		t.Error("two long names have one partial file")
	}
	for _, path := range []string{"", folder + "/", folder + "/new/", folder, folder + "/none/file", folder + "/" + strings.Repeat("x", 256)} {
		assert.Equal(t, assert.ErrorAs[*Error](t, Write(t.Context(), path, text("x")), "%.40q", path).Path, path)
		assert.Fails(t, Check(path), "", "%.40q", path)
		if staged, err := Stage(path); err == nil && path != folder {
			staged.Discard()
			t.Errorf("%.40q is staged", path)
		}
	}
}

// TestFaults: whatever fails on the way, the old file stands, nothing is left, and the error names
// the file as a person did.
func TestFaults(t *testing.T) {
	full := errors.New("the disk is full")
	for name, broken := range map[string]func(*disk){
		"write": func(d *disk) {
			d.write = func(f *os.File, p []byte) (int, error) { n, _ := f.Write(p[:len(p)/2]); return n, full }
		},
		"sync": func(d *disk) {
			d.sync = func(*os.File) error { return &fs.PathError{Op: "sync", Path: "x", Err: full} }
		},
		"rename": func(d *disk) {
			d.rename = func(string, string) error { return &os.LinkError{Err: full} }
			d.link = d.rename
		},
	} {
		for _, size := range []int{1, 1 << 20} {
			d := realDisk
			broken(&d)
			folder := t.TempDir()
			path := filepath.Join(folder, "file")
			assert.OK(t, os.WriteFile(path, []byte("old"), 0o644))
			err := d.writeTo(t.Context(), path, text(strings.Repeat("x", size)))
			var e *Error
			if !errors.As(err, &e) || e.Path != path || !errors.Is(err, full) || err.Error() != path+": cannot be written: the disk is full" {
				t.Errorf("%s, %d bytes: %v", name, size, err)
			}
			holds(t, path, "old")
			f, err := d.create(t.Context(), path)
			if err == nil {
				_, err = io.WriteString(f, strings.Repeat("x", size))
				if e := error(nil); err == nil {
					_, e = f.CommitPartial(nil)
					err = e
				}
				f.Discard()
			}
			if !errors.As(err, &e) && !errors.Is(err, full) {
				t.Errorf("%s, partial: %v", name, err)
			}
			if name != "write" {
				staged := assert.Got(d.stage(path))(t)
				if err := errors.Join(os.WriteFile(staged.Path, []byte("new"), 0o666), staged.Commit(t.Context())); !errors.As(err, &e) || e.Path != path || !errors.Is(err, full) {
					t.Errorf("%s, staged: %v", name, err)
				}
				staged.Discard()
			}
			holds(t, path, "old")
			only(t, folder, "file")
		}
	}
	own := errors.New("not of the disk")
	assert.Equal(t, Write(t.Context(), filepath.Join(t.TempDir(), "file"), func(io.Writer) error { return own }), own, "the error of the caller")
}

// TestSystemsWithoutSync: not every file system can sync, and none that can may fail.
func TestSystemsWithoutSync(t *testing.T) {
	d := realDisk
	d.sync = func(*os.File) error { return syscall.EINVAL }
	path := filepath.Join(t.TempDir(), "file")
	assert.NoError(t, d.writeTo(t.Context(), path, text("x")))
}

// TestTemporariesOfTheDead: the next run removes the files of a killed one, but not those that a
// living one holds.
func TestTemporariesOfTheDead(t *testing.T) {
	folder := t.TempDir()
	living := assert.Got(Create(t.Context(), filepath.Join(folder, "living")))(t)
	defer living.Discard()
	staged := assert.Got(Stage(filepath.Join(folder, "staged")))(t)
	defer staged.Discard()
	deadFolder := filepath.Join(folder, newName())
	others := []string{".coterie-short.tmp", ".file.json.123", "file.tmp"}
	for _, name := range others {
		assert.OK(t, os.WriteFile(filepath.Join(folder, name), nil, 0o666))
	}
	if err := errors.Join(
		os.WriteFile(filepath.Join(folder, newName()), []byte("half"), 0o600),
		os.MkdirAll(filepath.Join(deadFolder, "file"), 0o777),
		os.WriteFile(filepath.Join(deadFolder, lockName), nil, 0o666),
		os.WriteFile(filepath.Join(deadFolder, "file", "proof"), nil, 0o666),
		os.Mkdir(filepath.Join(folder, newName()), 0o777), // its owner is about to make the lock
	); err != nil {
		t.Fatal(err)
	}
	assert.OK(t, Write(t.Context(), filepath.Join(folder, "next"), text("x")))
	entries := assert.Got(os.ReadDir(folder))(t)
	assert.Equal(t, len(entries), len(others)+4, "%v are left", entries)
	if !Exists(staged.Path[:len(staged.Path)-len("/staged")]) || !Exists(living.tmp.path) {
		t.Error("what a living run holds is gone")
	}
	assert.NoError(t, living.Commit())
}

// TestSweepersAndWriters write and sweep one folder at once: nobody takes the file of another.
func TestSweepersAndWriters(t *testing.T) {
	folder := t.TempDir()
	const writers, rounds = 8, 50
	failed := make(chan error, writers)
	for i := range writers {
		go func() {
			var err error
			for range rounds {
				err = errors.Join(err, Write(t.Context(), filepath.Join(folder, fmt.Sprint(i)), text(fmt.Sprint(i))))
			}
			failed <- err
		}()
	}
	var want []string
	for i := range writers {
		assert.NoError(t, <-failed)
		want = append(want, fmt.Sprint(i))
	}
	only(t, folder, want...)
}

// TestPartialBelongsToItsRun: a partial file is replaced by its own run alone.
func TestPartialBelongsToItsRun(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	put := func(words string, ours bool) error {
		f := assert.Got(Create(t.Context(), path))(t)
		defer f.Discard()
		assert.Got(io.WriteString(f, words))(t)
		var held *Held
		if ours {
			held = assert.Got(HoldPartial(path, "test"))(t)
			defer held.Close()
		}
		return assert.Err(f.CommitPartial(held))
	}
	assert.NoError(t, CheckPartial(path))
	assert.NoError(t, put("first", false))
	assert.Fails(t, put("second", false), path+PartialSuffix+" is of another run")
	assert.Fails(t, CheckPartial(path), path+PartialSuffix+" is of an interrupted run")
	holds(t, Partial(path), "first")
	assert.NoError(t, put("third", true))
	holds(t, Partial(path), "third")
	only(t, folder, "file.partial")
}

// TestPartialElsewhere: where the file is a link to another file system, and where there are no
// hard links.
func TestPartialElsewhere(t *testing.T) {
	for name, ours := range map[string]bool{"own": true, "new": false} {
		d := realDisk
		real := d.rename
		d.link = func(string, string) error { return syscall.EPERM }
		d.rename = func(from, to string) error {
			if filepath.Dir(from) != filepath.Dir(to) {
				return &os.LinkError{Err: syscall.EXDEV}
			}
			return real(from, to)
		}
		folder := t.TempDir()
		path := filepath.Join(folder, "link")
		if err := errors.Join(os.Mkdir(filepath.Join(folder, "far"), 0o777), os.Symlink("far/file", path)); err != nil {
			t.Skip(err)
		}
		f := assert.Got(d.create(t.Context(), path))(t)
		_, _ = io.WriteString(f, "what there is")
		var held *Held
		if ours {
			assert.OK(t, os.WriteFile(Partial(path), nil, 0o666))
			held = assert.Got(HoldPartial(path, "test"))(t)
		}
		assert.Equal(t, assert.Got(f.CommitPartial(held))(t), path+PartialSuffix, "%s", name)
		if ours {
			held.Close()
		}
		holds(t, path+PartialSuffix, "what there is")
		only(t, folder, "far", "link", "link.partial")
		only(t, filepath.Join(folder, "far"))
	}
}
