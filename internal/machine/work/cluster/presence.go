package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// presence is how long a worker that has fallen silent still counts as present.
const presence = 15 * time.Second

// short returns the beginning of an executable's hash, which is enough to tell executables apart.
func short(executable string) string { return executable[:min(len(executable), 12)] }

var nameOK = regexp.MustCompile(`^[A-Za-z0-9_-]([A-Za-z0-9_.-]{0,126}[A-Za-z0-9_-])?$`)

// nameOf returns the given name of a worker, or makes one up.
func nameOf(given string) (string, error) {
	if given != "" {
		if !nameOK.MatchString(given) || strings.Contains(given, "..") {
			return "", trouble(BadName, nil, "%q is no name for a worker: letters, digits, '-', '_' and '.'", given)
		}
		return given, nil
	}
	host, err := os.Hostname()
	host, _, _ = strings.Cut(host, ".")
	if err != nil || !nameOK.MatchString(host) {
		host = "worker"
	}
	return host + "-" + strings.ToLower(rand.Text()[:6]), nil
}

// claim registers the name, or fails with an [Error] of the reason [Taken].
func (w *worker) claim(ctx context.Context) error {
	value, err := json.Marshal(w.being())
	if err != nil {
		return err
	}
	for range 2 {
		w.revision, err = w.create(ctx, w.workers, w.name, value)
		if !lostBucket(err) {
			break
		}
		if err := w.openWorkers(ctx); err != nil {
			return err
		}
	}
	if !exists(err) {
		return err
	}
	// The answer may have been lost. Then the entry is ours.
	var other WorkerStatus
	entry, err := w.entry(ctx, w.workers, w.name)
	if err == nil {
		w.revision, err = entry.Revision(), readJSON(entry.Value(), &other)
	}
	if gone(err) {
		return w.claim(ctx)
	}
	if errors.Is(err, errRubbish) || err == nil && other.ID != w.id {
		return trouble(Taken, nil, "a worker named %s is there already (the name of one that was killed is free after %v)", w.name, presence)
	}
	return err
}

// renew tells the server that the worker is still present.
func (w *worker) renew(ctx context.Context) error {
	value, err := json.Marshal(w.being())
	if err != nil {
		return err
	}
	revision, err := answer(ctx, w.store, func(ctx context.Context) (uint64, error) { return w.workers.Update(ctx, w.name, value, w.revision) })
	if err == nil {
		w.revision = revision
	}
	if exists(err) || gone(err) || lostBucket(err) {
		return w.claim(ctx) // it was silent for too long, or the server was restarted
	}
	return err
}

// lostBucket reports whether the server was restarted, and so has lost its buckets in memory.
func lostBucket(err error) bool {
	return errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

// release removes the worker's entry, and so frees its name.
func (w *worker) release(ctx context.Context) {
	short, end := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer end()
	if w.nc.IsConnected() {
		_ = w.workers.Delete(short, w.name)
	}
}

func (w *worker) being() WorkerStatus {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := WorkerStatus{ID: w.id, Worker: w.name, Executable: w.executable, Platform: w.platform, Jobs: w.cores, Done: w.done, Since: w.since}
	for h := range w.held {
		if h.begun {
			b.Job = h.job
		}
	}
	return b
}

// whoIsThere lists the workers that are present.
func (s *store) whoIsThere(ctx context.Context) ([]WorkerStatus, error) {
	keys, err := s.keysOf(ctx, s.workers)
	if lostBucket(err) {
		return []WorkerStatus{}, nil
	}
	list := []WorkerStatus{}
	for _, name := range keys {
		var b WorkerStatus
		entry, err := s.entry(ctx, s.workers, name)
		if err == nil {
			err = readJSON(entry.Value(), &b)
		}
		switch {
		case gone(err), errors.Is(err, errRubbish):
		case err != nil:
			return nil, err
		default:
			list = append(list, b)
		}
	}
	return list, err
}
