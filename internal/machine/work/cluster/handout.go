package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// abreast is how many requests to the server run at the same time.
const abreast = 32

// handOut hands out the parts that have no result. The parts of the sample come first, because no
// result is taken before they are judged. The others follow in their order.
func (r *run) handOut(ctx context.Context) error {
	var parts []int32
	there := 0
	r.before = 0
	for i := range r.job.Parts {
		switch {
		case r.state[i] != missing:
			there++
			r.before = max(r.before, r.seq[i])
		case r.sample[i]:
			parts = append(parts, int32(i))
		}
	}
	for i := range r.job.Parts {
		if r.state[i] == missing && !r.sample[i] && i < r.end {
			parts = append(parts, int32(i))
		}
	}
	if there > 0 && len(parts) > 0 {
		r.opts.Notef("job %s goes on: %d of %d parts are there", r.key, there, r.job.Parts)
	}
	r.published = len(parts) == 0
	r.do(ctx, func() error {
		if err := r.publish(ctx, parts, true); err != nil {
			return err
		}
		return r.send(ctx, func() error { r.published = true; return nil })
	})
	return nil
}

// publish hands out parts in their order. A part that already waits at the server stays as it is. A
// result that the coordinator has kept from an earlier run goes to the bucket, where other jobs may
// look for it.
func (r *run) publish(ctx context.Context, parts []int32, known bool) error {
	inner, end := context.WithCancelCause(ctx)
	defer end(nil)
	tickets := make(chan struct{}, abreast)
	var group sync.WaitGroup
	defer group.Wait()
	try := func(f func() error) {
		tickets <- struct{}{}
		group.Go(func() {
			defer func() { <-tickets }()
			if err := f(); err != nil {
				end(err)
			}
		})
	}
	type sent struct {
		i      int
		answer jetstream.PubAckFuture
	}
	var window []sent
	settle := func(most int) {
		for len(window) > most && inner.Err() == nil {
			first := window[0]
			window = window[1:]
			select {
			case <-first.answer.Ok():
			case err := <-first.answer.Err():
				if !exists(err) {
					try(func() error { return r.publishPart(inner, first.i) })
				}
			case <-time.After(patience):
				try(func() error { return r.publishPart(inner, first.i) })
			case <-inner.Done():
			}
		}
	}
	for _, part := range parts {
		i := int(part)
		if inner.Err() != nil {
			break
		}
		if int64(i) >= r.limit.Load() {
			continue
		}
		if known && r.job.Known != nil {
			if result := r.job.Known(i); result != nil {
				try(func() error { return r.putKnown(inner, i, result) })
				continue
			}
		}
		msg, err := r.partMsg(inner, i)
		if err != nil {
			return err
		}
		answer, err := r.js.PublishMsgAsync(msg, jetstream.WithExpectLastSequencePerSubject(0))
		if err != nil {
			try(func() error { return r.publishPart(inner, i) })
			continue
		}
		window = append(window, sent{i, answer})
		settle(8 * abreast)
	}
	settle(0)
	group.Wait()
	if inner.Err() != nil {
		return context.Cause(inner)
	}
	return nil
}

func (r *run) putKnown(ctx context.Context, i int, result []byte) error {
	err := r.putResult(ctx, r.key, i, "", result)
	if errors.Is(err, errThere) {
		return nil
	}
	return err
}

// objectHeader names the object with the input of a part.
const objectHeader = "Coterie-Object"

// partMsg returns the message of a part. A long input becomes an object.
func (r *run) partMsg(ctx context.Context, i int) (*nats.Msg, error) {
	msg := &nats.Msg{Subject: partSubject(r.executable, r.key, i), Data: r.job.Part(i, 0).Input, Header: nats.Header{}}
	if len(msg.Data) > r.inline {
		name := fmt.Sprintf("%s.part.%d", r.key, i)
		if err := r.keepObject(ctx, name, msg.Data); err != nil {
			return nil, err
		}
		msg.Data = nil
		msg.Header.Set(objectHeader, name)
	}
	return msg, nil
}

// publishPart hands out one part, and waits until the server has it.
func (r *run) publishPart(ctx context.Context, i int) error {
	err := r.retry(ctx, func(short context.Context) error {
		msg, err := r.partMsg(ctx, i)
		if err == nil {
			_, err = r.js.PublishMsg(short, msg, jetstream.WithExpectLastSequencePerSubject(0))
		}
		return err
	})
	if exists(err) {
		return nil
	}
	return err
}

// stalled is how long no result may come before the parts at the server are counted.
const stalled = 5 * time.Second

// tick checks a run that gets no results: whether anybody works, and whether parts were lost.
func (r *run) tick(ctx context.Context) {
	now := time.Now()
	if !r.published {
		r.asked = now
		return
	}
	if min(now.Sub(r.heard), now.Sub(r.present)) >= r.opts.Nobody && !r.nobody {
		r.nobody = true
		r.do(ctx, func() error { return r.whoWorks(ctx) })
	}
	r.patience = cmp.Or(r.patience, stalled)
	if min(now.Sub(r.heard), now.Sub(r.asked)) >= r.patience {
		r.asked = now
		r.patience = min(2*r.patience, 2*time.Minute)
		var parts []int32
		for i := range r.end {
			if _, parked := r.parked[i]; r.state[i] == missing && !parked {
				parts = append(parts, int32(i))
			}
		}
		r.do(ctx, func() error { return r.audit(ctx, parts) })
	}
}

// soon schedules a count of the parts shortly. A worker that saw a result just before it was
// removed may have dropped its part.
func (r *run) soon() { r.asked, r.patience = time.Now(), time.Second/2 }

// audit hands out the parts that have no result and do not wait at the server. Another coordinator
// may have declared the job done, or a server may have lost its files.
func (r *run) audit(ctx context.Context, parts []int32) error {
	if err := r.look(ctx); err != nil {
		return err
	}
	wait := map[int]bool{}
	err := r.retry(ctx, func(ctx context.Context) error {
		info, err := r.parts.Info(ctx, jetstream.WithSubjectFilter("coterie.part."+tag(r.executable)+"."+r.key+".*"))
		if err != nil {
			return err
		}
		for subject := range info.State.Subjects {
			wait[lastNumber(subject)] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	var lost []int32
	for _, i := range parts {
		if !wait[int(i)] {
			lost = append(lost, i)
		}
	}
	if len(lost) == 0 {
		return nil
	}
	err = r.change(ctx, r.key, func(now *record) bool {
		last := int(lost[len(lost)-1])
		if now.State == Open && now.End > last {
			return false
		}
		now.State, now.End = Open, max(now.End, last+1)
		return true
	})
	if err != nil {
		return err
	}
	return r.publish(ctx, lost, false)
}

// whoWorks prints a note if no worker for this program is present.
func (r *run) whoWorks(ctx context.Context) error {
	list, err := r.whoIsThere(ctx)
	if err != nil {
		return err
	}
	executable, platform := mine()
	others := []string{}
	for _, w := range list {
		if w.Executable == executable && w.Platform == platform {
			return r.send(ctx, func() error { r.nobody = false; r.present = time.Now(); return nil })
		}
		others = append(others, fmt.Sprintf("%s has %s on %s", w.Worker, short(w.Executable), w.Platform))
	}
	if len(others) == 0 {
		r.opts.Notef("nobody works at %s; waiting for workers", r.where)
		return nil
	}
	if len(others) > 3 {
		others = append(others[:3], "...")
	}
	r.opts.Notef("nobody at %s works with this program, %s on %s (%s); waiting for workers", r.where, short(executable), platform, strings.Join(others, ", "))
	return nil
}
