package cluster

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// errEnough ends a tail.
var errEnough = errors.New("cluster: enough")

// tail calls f once with each message of a stream under a subject, in order and from the first one,
// until ctx ends or f returns an error. It calls caughtUp once, after f has had all existing
// messages. A broken connection or a restarted server may lose messages. So after such an event,
// and when no message has come for a while, tail asks again for all messages after the last one
// that f has had.
func (s *store) tail(ctx context.Context, stream, subject string, caughtUp func() error, f func(m jetstream.Msg, seq uint64) error) error {
	last := uint64(0) // the last number of the stream that f has had
	for {
		err := s.tailOnce(ctx, stream, subject, &last, &caughtUp, f)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return err
		}
	}
}

// quiet is how long a tail waits without a message before it asks again.
const quiet = 5 * time.Second

func (s *store) tailOnce(ctx context.Context, stream, subject string, last *uint64, caughtUp *func() error, f func(jetstream.Msg, uint64) error) error {
	connected := s.nc.Stats().Reconnects
	consumer, err := answer(ctx, s, func(ctx context.Context) (jetstream.Consumer, error) {
		config := jetstream.ConsumerConfig{
			FilterSubject: subject, AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true, Replicas: 1,
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *last + 1, InactiveThreshold: 30 * time.Second,
		}
		return s.js.CreateConsumer(ctx, stream, config)
	})
	if err != nil {
		return err
	}
	defer func() {
		short, end := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer end()
		if s.nc.IsConnected() {
			_ = s.js.DeleteConsumer(short, stream, consumer.CachedInfo().Name)
		}
	}()
	reached := func() error {
		call := *caughtUp
		*caughtUp = nil
		if call == nil {
			return nil
		}
		return call()
	}
	if consumer.CachedInfo().NumPending == 0 {
		if err := reached(); err != nil {
			return err
		}
	}
	delivered := uint64(0)
	heard := time.Now()
	for time.Since(heard) < quiet {
		// The batch ends after a second. A long tail just asks more often.
		batch, err := consumer.Fetch(256, jetstream.FetchMaxBytes(4<<20+s.inline), jetstream.FetchMaxWait(time.Second))
		if err != nil {
			pause(ctx, 50*time.Millisecond)
			return nil
		}
		for messages := batch.Messages(); ; {
			var m jetstream.Msg
			select {
			case m = <-messages:
			case <-ctx.Done():
			}
			if m == nil {
				break
			}
			meta, err := m.Metadata()
			if err != nil {
				return err
			}
			if delivered++; meta.Sequence.Consumer != delivered {
				return nil // a message was lost
			}
			heard = time.Now()
			if err := f(m, meta.Sequence.Stream); err != nil {
				return err
			}
			*last = meta.Sequence.Stream
			if meta.NumPending == 0 {
				if err := reached(); err != nil {
					return err
				}
			}
		}
		if ctx.Err() != nil || s.nc.Stats().Reconnects != connected {
			return nil
		}
		if batch.Error() != nil {
			pause(ctx, 50*time.Millisecond)
			return nil
		}
	}
	return nil
}
