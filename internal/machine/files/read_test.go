package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
)

// TestLock: one holder at a time, which describes itself.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := Lock(path, "coterie experiment\nrun")
	assert.OK(t, err)
	refused := assert.ErrorAs[*LockedError](t, assert.Err(Lock(path, "another")))
	assert.Contains(t, "\n"+refused.Holder, fmt.Sprintf("\nprocess %d, coterie experiment run, since 20", os.Getpid()))
	unlock()
	assert.Got(Lock(path, "another"))(t)()
	assert.Equal(t, Exists(path), false, "a lock that was given back leaves its file")
	assert.Refused(Lock(t.TempDir(), "a folder"))(t, "", "a folder is locked")
	assert.Refused(Lock(filepath.Join(path, "below"), "nowhere"))(t, "", "a file below a file is locked")
}

// TestShare: readers together, nobody else meanwhile, and nothing is left.
func TestShare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	one := assert.Got(Share(path, "one"))(t)
	two := assert.Got(Share(path, "two"))(t)
	assert.Contains(t, assert.ErrorAs[*LockedError](t, assert.Err(Lock(path, "three"))).Holder, ", two, since ")
	two()
	assert.Equal(t, assert.ErrorAs[*LockedError](t, assert.Err(Lock(path, "three"))).Holder, "", "one still shares it")
	one()
	assert.Equal(t, Exists(path), false, "the file is left")
	three := assert.Got(Lock(path, "three"))(t)
	assert.Contains(t, assert.ErrorAs[*LockedError](t, assert.Err(Share(path, "four"))).Holder, ", three, since ")
	three()
	// What somebody else wrote there is shown, not obeyed.
	assert.OK(t, os.WriteFile(path, []byte("\x1b[2Jprocess 1\n"), 0o666))
	if words := holder(path); strings.Contains(words, "\x1b") {
		t.Errorf("%q", words)
	}
}

// TestLockRace: never two holders, though each of them removes the file.
func TestLockRace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var inside, taken atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				unlock, err := Lock(path, "race")
				if err != nil {
					continue
				}
				taken.Add(1)
				if inside.Add(1) > 1 {
					t.Error("two hold it")
				}
				runtime.Gosched()
				inside.Add(-1)
				unlock()
			}
		})
	}
	all.Wait()
	if taken.Load() == 0 {
		t.Error("nobody got it")
	}
}

// tooLong judges the error of an input that is too long.
func tooLong(t *testing.T, err error, begins string) {
	t.Helper()
	assert.Equal(t, assert.ErrorAs[*TextError](t, err).TooLong, true)
	assert.Contains(t, "\n"+err.Error(), "\n"+begins)
}

// TestRead: limits, texts and budgets.
func TestRead(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	long := strings.Repeat("1,2\n", 1<<17)
	assert.OK(t, os.WriteFile(path, []byte(long), 0o666))
	size := int64(len(long))
	assert.Equal(t, string(assert.Got(Read(t.Context(), path, size))(t)), long)
	assert.Equal(t, string(assert.Got(ReadFrom(t.Context(), strings.NewReader(long), size))(t)), long)
	tooLong(t, assert.Err(Read(t.Context(), path, size-1)), "it holds 512 KiB; at most ")
	tooLong(t, assert.Err(ReadFrom(t.Context(), strings.NewReader(long), size-1)), "it goes on after ")
	assert.ErrorAs[*memory.Error](t, assert.Err(Read(memory.With(t.Context(), 1000), path, size)))
	assert.ErrorAs[*memory.Error](t, assert.Err(ReadFrom(memory.With(t.Context(), 1<<17), strings.NewReader(long), size)))
	for at, text := range []string{"\x00", "1\x00", "12\x00" + long} {
		err := assert.ErrorAs[*TextError](t, assert.Err(ReadFrom(t.Context(), strings.NewReader(text), size)))
		assert.Equal(t, err.TooLong, false)
		assert.Equal(t, err.Error(), fmt.Sprintf("no text: byte %d is 0x00", at+1))
	}
	assert.Is(t, assert.Err(Read(t.Context(), filepath.Join(folder, "none"), 1)), fs.ErrNotExist)
	assert.Refused(Read(t.Context(), folder, 1))(t, "", "a folder is read")
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("the cause")
	time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
	in, _ := io.Pipe()
	assert.Equal(t, assert.Err(ReadFrom(ctx, in, 1)), cause)
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, bytes.Repeat([]byte("y\n"), len(p)/2+1)), nil
}

// TestEndlessInput ends by its limit.
func TestEndlessInput(t *testing.T) {
	tooLong(t, assert.Err(ReadFrom(t.Context(), endless{}, 10<<20)), "")
}

// TestWaiting: a writer that nobody reads is waited for while the context lives, and a slow one
// after its end, too.
func TestWaiting(t *testing.T) {
	cause := errors.New("the cause")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		from, to := io.Pipe()
		time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
		began := time.Now()
		w := Waiting(ctx, to)
		if _, err := w.Write([]byte("lost")); !errors.Is(err, cause) || !strings.HasPrefix(err.Error(), "nobody reads it") {
			t.Errorf("%v", err)
		}
		assert.Is(t, assert.Err(w.Write([]byte("lost"))), cause)
		if took := time.Since(began); took > 2*Patience { // of the clock of the test
			t.Errorf("it took %v", took)
		}
		from.Close()
	})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)

	// The context has ended already: the present data is written, as long as somebody reads.
	from, to := io.Pipe()
	long := bytes.Repeat([]byte("x"), 10*step)
	got := make(chan int)
	go func() {
		n := 0
		for b := make([]byte, step); ; {
			k, err := from.Read(b)
			if n += k; err != nil {
				got <- n
				return
			}
			time.Sleep(Patience / 5)
		}
	}()
	assert.Equal(t, assert.Got(Waiting(ctx, to).Write(long))(t), len(long))
	to.Close()
	assert.Equal(t, <-got, len(long), "bytes arrived")
	func() {
		defer func() {
			assert.Equal(t, recover(), "a bug")
		}()
		_, _ = Waiting(t.Context(), WriterFunc(func([]byte) (int, error) { panic("a bug") })).Write([]byte("x"))
	}()
}
