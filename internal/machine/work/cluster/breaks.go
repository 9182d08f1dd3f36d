package cluster

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

// errBroken ends waits for an answer that can no longer come.
var errBroken = errors.New("cluster: the connection broke")

// breaks tells those who wait for an answer of the server that the connection broke. Otherwise only
// their timeouts would tell them.
type breaks struct {
	mu    sync.Mutex
	last  int
	calls map[int]func()
	why   error // why the connection broke for good
}

// end records that the connection will not be made again.
func (b *breaks) end(why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.why = why
}

// ended returns why the connection will not be made again, or nil if it may be.
func (b *breaks) ended() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.why
}

// on registers f, which is called whenever the connection breaks. The returned function removes it.
// f must return at once.
func (b *breaks) on(f func()) (remove func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	n := b.last
	if b.calls == nil {
		b.calls = map[int]func(){}
	}
	b.calls[n] = f
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.calls, n)
	}
}

// until returns a context that ends with ctx, after d, or when the connection breaks.
func (b *breaks) until(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	timed, stop := context.WithTimeout(ctx, d)
	short, end := context.WithCancelCause(timed)
	remove := b.on(func() { end(errBroken) })
	return short, func() {
		remove()
		end(nil)
		stop()
	}
}

// happened calls all registered functions.
func (b *breaks) happened() {
	b.mu.Lock()
	list := slices.Collect(maps.Values(b.calls))
	b.mu.Unlock()
	for _, f := range list {
		f()
	}
}
