//go:build unix

package files

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

func setUmask(t *testing.T, umask int) int {
	t.Helper()
	return syscall.Umask(umask)
}

func makePipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	return path
}

// TestDevices: devices are written directly, and are not replaced.
func TestDevices(t *testing.T) {
	for _, path := range []string{os.DevNull, "/dev/full"} {
		before, err := os.Lstat(path)
		if err != nil {
			continue
		}
		err = Write(t.Context(), path, text("x"))
		if path == os.DevNull && err != nil || path == "/dev/full" && (!errors.Is(err, syscall.ENOSPC) || err.Error() != "/dev/full: cannot be written: no space left on device") {
			t.Errorf("%s: %v", path, err)
		}
		staged := assert.Got(Stage(path))(t)
		err = errors.Join(os.WriteFile(staged.Path, []byte("x"), 0o666), staged.Commit(t.Context()))
		if path == os.DevNull && err != nil || path == "/dev/full" && !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", path, err)
		}
		staged.Discard()
		if after, err := os.Lstat(path); err != nil || after.Mode() != before.Mode() {
			t.Fatalf("%s was %v and is %v, %v", path, before.Mode(), after.Mode(), err)
		}
		f := assert.Got(Create(t.Context(), path))(t)
		assert.Equal(t, assert.Got(f.CommitPartial(nil))(t), path)
	}
}

// TestPipes: a reader gets all; without one, writing ends with the context.
func TestPipes(t *testing.T) {
	path := makePipe(t)
	long := strings.Repeat("x", 1<<20)
	got := make(chan string, 1)
	go func() {
		data, _ := os.ReadFile(path)
		got <- string(data)
	}()
	assert.NoError(t, Write(t.Context(), path, text(long)))
	if read := <-got; read != long {
		t.Errorf("%d bytes arrived", len(read))
	}
	cause := errors.New("the cause")
	for _, reader := range []bool{false, true} {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(50*time.Millisecond, func() { cancel(cause) })
		if reader { // a reader that opens it, and reads nothing
			f := assert.Got(os.OpenFile(path, os.O_RDWR, 0))(t)
			defer f.Close()
		}
		err := Write(ctx, path, text(long))
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, cause) {
			t.Error(err)
		}
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Error("the pipe was replaced")
	}
}

// TestReadingPipes that nobody writes ends with the context, and of one with a writer at its end.
func TestReadingPipes(t *testing.T) {
	path := makePipe(t)
	cause := errors.New("the cause")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { cancel(cause) })
	assert.Equal(t, assert.Err(Read(ctx, path, 100)), cause)
	path = makePipe(t) // the reader of the other one still waits, and would take the text
	go func() { _ = os.WriteFile(path, []byte("1 2\n"), 0) }()
	assert.Equal(t, string(assert.Got(Read(t.Context(), path, 100))(t)), "1 2\n")
}

// TestStreamsWithoutText end at once, whatever their size.
func TestStreamsWithoutText(t *testing.T) {
	sparse := filepath.Join(t.TempDir(), "sparse")
	if err := errors.Join(os.WriteFile(sparse, nil, 0o666), os.Truncate(sparse, 20<<30)); err != nil {
		t.Skip(err)
	}
	var refused *TextError
	if _, err := Read(t.Context(), sparse, MostRead); !errors.As(err, &refused) || !refused.TooLong || err.Error() != "it holds 20 GiB; at most 1.0 GiB are read" {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	if _, err := Read(t.Context(), "/dev/zero", MostRead); !errors.As(err, &refused) || refused.TooLong || err.Error() != "no text: byte 1 is 0x00" {
		t.Errorf("%v", err)
	}
}

// TestOpenFiles: a file that the shell opened is written at its end, and not replaced.
func TestOpenFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	f := assert.Got(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666))(t)
	defer f.Close()
	assert.Got(io.WriteString(f, "before "))(t)
	link := filepath.Join("/proc/self/fd", strconv.Itoa(int(f.Fd())))
	if _, err := os.Stat(link); err != nil {
		t.Skip(err)
	}
	assert.OK(t, Write(t.Context(), link, text("after")))
	holds(t, path, "before after")
}
