package cluster

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// mostEarly bounds the results that are kept in memory until their turn comes, in bytes. Others are
// read from the bucket again.
const mostEarly = 16 << 20

// accept marks a result as good. No result is taken before the whole sample is judged, because a
// worker that lied in the sample may have lied elsewhere.
func (r *run) accept(ctx context.Context, i int, got result) error {
	r.state[i] = good
	if i < r.end {
		r.open--
	}
	if len(r.sample) > 0 {
		return nil
	}
	return r.release(ctx, i, got)
}

// replay releases the good results that arrived before the sample was judged, by reading the bucket
// once more.
func (r *run) replay(ctx context.Context) {
	stream, subject := "KV_"+resultsBucket, "$KV."+resultsBucket+"."+r.key+".*"
	r.do(ctx, func() error {
		err := r.tail(ctx, stream, subject, func() error { return errEnough }, func(m jetstream.Msg, seq uint64) error {
			i := lastNumber(m.Subject())
			got, err := parseResult(m.Data())
			if err != nil || i < 0 || i >= r.job.Parts {
				return nil
			}
			got.seq = seq
			return r.send(ctx, func() error {
				if r.state[i] != good || r.seq[i] != seq || r.early[i] != nil {
					return nil
				}
				return r.release(ctx, i, got)
			})
		})
		if errors.Is(err, errEnough) {
			return nil
		}
		return err
	})
}

// release allows a good result to be taken, now or when its turn comes.
func (r *run) release(ctx context.Context, i int, got result) error {
	if i >= r.end {
		return nil
	}
	turn := !r.job.InOrder || i == r.next
	if got.Object != "" && len(got.bytes) == 0 {
		if !turn && r.job.Ends == nil {
			return nil // a long result is read when its turn comes
		}
		if err := r.load(ctx, &got); err != nil {
			return r.lost(ctx, i, err)
		}
	}
	if r.job.Ends != nil && r.job.Ends(i, got.bytes) {
		r.endAt(ctx, i+1)
	}
	switch {
	case turn:
		if err := r.hand(i, got.bytes); err != nil {
			return err
		}
	case r.waits+len(got.bytes) <= mostEarly:
		if got.bytes == nil {
			got.bytes = []byte{}
		}
		r.early[i] = got.bytes
		r.waits += len(got.bytes)
		return nil
	default:
		return nil
	}
	return r.drain(ctx)
}

// drain takes results in order, as far as they are good.
func (r *run) drain(ctx context.Context) error {
	for r.job.InOrder && r.next < r.end && r.state[r.next] == good {
		i := r.next
		bytes, there := r.early[i]
		if !there {
			got, err := r.result(ctx, r.key, i)
			if err == nil && got.seq != r.seq[i] {
				return nil // another result has replaced it, and will arrive
			}
			if err == nil {
				err = r.load(ctx, &got)
			}
			if err != nil {
				return r.lost(ctx, i, err)
			}
			bytes = got.bytes
		}
		if err := r.hand(i, bytes); err != nil {
			return err
		}
	}
	return nil
}

// lost hands out a part again after its result was removed.
func (r *run) lost(ctx context.Context, i int, err error) error {
	if !noResult(err) {
		return err
	}
	return r.handAgain(ctx, func(j int) bool { return j == i })
}

// hand passes a result to take.
func (r *run) hand(i int, bytes []byte) error {
	r.forget(i)
	if err := r.take(i, bytes); err != nil {
		return err
	}
	r.state[i] = taken
	r.left--
	r.report.Parts++
	r.took[r.owner[i]]++
	if r.seq[i] <= r.before || r.workers[r.owner[i]] == "" {
		r.report.Known++
	}
	if r.job.InOrder {
		r.next = i + 1
	}
	return nil
}

// forget drops the bytes of an early result from memory.
func (r *run) forget(i int) {
	if bytes, there := r.early[i]; there {
		r.waits -= len(bytes)
		delete(r.early, i)
	}
}

// endAt withdraws the parts from end on, so that workers drop them.
func (r *run) endAt(ctx context.Context, end int) {
	if end >= r.end {
		return
	}
	r.end, r.open, r.left = end, 0, 0
	r.limit.Store(int64(end))
	for i := range end {
		if r.state[i] != taken {
			r.left++
		}
		if _, parked := r.parked[i]; !parked && r.state[i] < good {
			r.open++
		}
	}
	for i := range r.parked {
		if i >= end {
			delete(r.parked, i)
		}
	}
	r.do(ctx, func() error {
		return r.change(ctx, r.key, func(now *record) bool {
			if now.End <= end {
				return false
			}
			now.End = end
			return true
		})
	})
}
