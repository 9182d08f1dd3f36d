package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"coterie/internal/machine/work"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The streams and buckets. The package comment describes them.
const (
	partsStream    = "coterie-parts"
	jobsBucket     = "coterie-jobs"
	resultsBucket  = "coterie-results"
	failuresBucket = "coterie-failures"
	refusedBucket  = "coterie-refused"
	workersBucket  = "coterie-workers"
	objectsBucket  = "coterie-objects"
)

// patience is how long one request to the server may take before it is repeated.
const patience = 5 * time.Second

// store gives access to the jobs that a server keeps.
type store struct {
	nc       *nats.Conn
	js       jetstream.JetStream
	where    string
	breaks   *breaks
	jobs     jetstream.KeyValue
	refused  jetstream.KeyValue
	failures jetstream.KeyValue
	workers  jetstream.KeyValue
	objects  jetstream.ObjectStore
	parts    jetstream.Stream
	results  jetstream.Stream
	inline   int // in bytes; longer data goes to the objects
}

// open creates the streams and buckets that do not exist yet, and returns the store.
func (c *Cluster) open(ctx context.Context) (*store, error) {
	s := &store{nc: c.nc, js: c.js, where: c.where, breaks: c.breaks, inline: min(256<<10, int(c.nc.MaxPayload())/2)}
	buckets := []struct {
		to     *jetstream.KeyValue
		config jetstream.KeyValueConfig
	}{
		{&s.jobs, jetstream.KeyValueConfig{Bucket: jobsBucket}},
		{nil, jetstream.KeyValueConfig{Bucket: resultsBucket}},
		{&s.failures, jetstream.KeyValueConfig{Bucket: failuresBucket}},
		{&s.refused, jetstream.KeyValueConfig{Bucket: refusedBucket}},
	}
	for _, b := range buckets {
		err := s.retry(ctx, func(ctx context.Context) error {
			kv, err := s.js.CreateOrUpdateKeyValue(ctx, b.config)
			kv, err = orThere(kv, err, func() (jetstream.KeyValue, error) { return s.js.KeyValue(ctx, b.config.Bucket) })
			if err == nil && b.to != nil {
				*b.to = kv
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	var err error
	s.parts, err = answer(ctx, s, func(ctx context.Context) (jetstream.Stream, error) {
		stream, err := s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: partsStream, Subjects: []string{"coterie.part.>"},
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, MaxMsgsPerSubject: -1,
		})
		return orThere(stream, err, func() (jetstream.Stream, error) { return s.js.Stream(ctx, partsStream) })
	})
	if err == nil {
		s.objects, err = answer(ctx, s, func(ctx context.Context) (jetstream.ObjectStore, error) {
			objects, err := s.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: objectsBucket})
			return orThere(objects, err, func() (jetstream.ObjectStore, error) { return s.js.ObjectStore(ctx, objectsBucket) })
		})
	}
	if err == nil {
		s.results, err = answer(ctx, s, func(ctx context.Context) (jetstream.Stream, error) { return s.js.Stream(ctx, "KV_"+resultsBucket) })
	}
	if err == nil {
		err = s.openWorkers(ctx)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// orThere returns what was asked to be there. If the server has no room, not even for a
// configuration, it looks for what is there. While a server with a full disk opens its store again,
// nothing is there yet, and the error is still that it has no room.
func orThere[T any](made T, err error, look func() (T, error)) (T, error) {
	if noRoom(err) {
		if there, missing := look(); missing == nil {
			return there, nil
		}
	}
	return made, err
}

// openWorkers creates the bucket of the workers that are present. It is kept in memory, so that on
// a full disk no worker looks dead. A server that was restarted has lost it.
func (s *store) openWorkers(ctx context.Context) error {
	return s.retry(ctx, func(ctx context.Context) (err error) {
		s.workers, err = s.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: workersBucket, TTL: presence, Storage: jetstream.MemoryStorage,
		})
		return err
	})
}

// tag returns the form of an executable's hash in subjects.
func tag(executable string) string {
	if executable == "" {
		return "unknown"
	}
	return executable[:min(len(executable), 16)]
}

// partSubject returns the subject of part i of a job.
func partSubject(executable, job string, i int) string {
	return fmt.Sprintf("coterie.part.%s.%s.%d", tag(executable), job, i)
}

// resultSubject returns the subject of the result of part i.
func resultSubject(job string, i int) string {
	return fmt.Sprintf("$KV.%s.%s.%d", resultsBucket, job, i)
}

// lastNumber returns the number after the last dot of a subject. It returns -1 if there is no
// number, or if it is not written as this package writes numbers.
func lastNumber(subject string) int {
	n := 0
	digits := subject[strings.LastIndexByte(subject, '.')+1:]
	if digits == "" || len(digits) > 18 || len(digits) > 1 && digits[0] == '0' {
		return -1
	}
	for _, d := range []byte(digits) {
		if d < '0' || d > '9' {
			return -1
		}
		n = 10*n + int(d-'0')
	}
	return n
}

// listen calls f with the notes of other clients, one at a time, until ctx ends. It does so in a
// goroutine of the group, so f may start other goroutines in the group.
func (s *store) listen(ctx context.Context, group *sync.WaitGroup, f func(m *nats.Msg)) error {
	notes, err := s.nc.SubscribeSync("coterie.note.>")
	if err != nil {
		return err
	}
	group.Go(func() {
		defer func() { _ = notes.Unsubscribe() }()
		for ctx.Err() == nil {
			switch m, err := notes.NextMsgWithContext(ctx); {
			case err == nil:
				f(m)
			case errors.Is(err, nats.ErrSlowConsumer): // notes were lost; clients that need them also check from time to time
			default:
				return
			}
		}
	})
	return nil
}

// noteJob tells all clients that the record of a job changed. A client that misses this note
// notices when it next checks.
func (s *store) noteJob(job string) { _ = s.nc.Publish("coterie.note.job."+job, nil) }

// noteRoom tells the coordinators of a job that a worker could not store a result.
func (s *store) noteRoom(job, worker string) {
	_ = s.nc.Publish("coterie.note.room."+job, []byte(worker))
}

// noteRefused tells a worker that it is refused.
func (s *store) noteRefused(worker string) { _ = s.nc.Publish("coterie.note.refused", []byte(worker)) }

// create makes an entry of a bucket, and returns its revision.
func (s *store) create(ctx context.Context, kv jetstream.KeyValue, key string, value []byte) (revision uint64, err error) {
	return answer(ctx, s, func(ctx context.Context) (uint64, error) { return kv.Create(ctx, key, value) })
}

// entry reads an entry of a bucket.
func (s *store) entry(ctx context.Context, kv jetstream.KeyValue, key string) (jetstream.KeyValueEntry, error) {
	return answer(ctx, s, func(ctx context.Context) (jetstream.KeyValueEntry, error) { return kv.Get(ctx, key) })
}

// retry repeats a request until it succeeds or fails for good. While a connection is broken, or a
// server about to start, it waits until ctx ends. A request whose connection breaks is repeated
// soon, because its answer will not come.
func (s *store) retry(ctx context.Context, request func(ctx context.Context) error) error {
	_, err := answer(ctx, s, func(ctx context.Context) (struct{}, error) { return struct{}{}, request(ctx) })
	return err
}

// answer is retry for a request with an answer.
func answer[T any](ctx context.Context, s *store, request func(ctx context.Context) (T, error)) (got T, err error) {
	wait := 20 * time.Millisecond
	for {
		if ctx.Err() != nil {
			return got, context.Cause(ctx)
		}
		short, end := s.breaks.until(ctx, patience)
		got, err = request(short)
		end()
		switch {
		case err == nil:
			return got, nil
		case ctx.Err() != nil:
			return got, context.Cause(ctx)
		case s.breaks.ended() != nil:
			return got, s.breaks.ended()
		case noRoom(err):
			return got, full(err)
		case lasting(err):
			return got, err
		}
		if !pause(ctx, wait) {
			return got, context.Cause(ctx)
		}
		wait = min(2*wait, 2*time.Second)
	}
}

// pause waits for d. It returns false if ctx ended.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// full is the error of a server that has no room, with its cause.
func full(cause error) error {
	return trouble(NoRoom, cause, "the server has no room left")
}

// noRoom reports whether the server refused because a limit of its store is reached.
func noRoom(err error) bool {
	if is(err, NoRoom) {
		return true
	}
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return false
	}
	switch api.ErrorCode {
	case 10002, 10023, 10028, 10047, 10122: // limits of the account, the server, memory or disk
		return true
	}
	text := strings.ToLower(api.Description) // the text that follows a failure of the store
	return slices.ContainsFunc([]string{"maximum bytes", "insufficient", "no space left", "quota exceeded", "file too large"}, func(words string) bool {
		return strings.Contains(text, words)
	})
}

// exists reports whether an error says that the subject or the key already has a value.
func exists(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// lasting reports whether an error is permanent, so that repeating the request would not help.
func lasting(err error) bool {
	for _, e := range []error{
		nats.ErrConnectionClosed, nats.ErrMaxPayload, nats.ErrBadSubject,
		jetstream.ErrKeyNotFound, jetstream.ErrKeyExists, jetstream.ErrKeyDeleted, jetstream.ErrMsgNotFound, jetstream.ErrObjectNotFound,
		jetstream.ErrNoKeysFound, jetstream.ErrNoObjectsFound, jetstream.ErrInvalidKey, jetstream.ErrBucketNotFound, jetstream.ErrStreamNotFound,
		jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDoesNotExist,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code >= 400 && api.Code < 500 && api.Code != 408
}

// mine returns the executable and the platform of this program.
func mine() (executable, platform string) { return work.Executable(), work.Platform() }
