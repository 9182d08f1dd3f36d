package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"coterie/internal/machine/work"
)

// chooseSample chooses the parts that are computed again. The key of the job determines them, so
// that every coordinator chooses the same.
func (r *run) chooseSample() {
	if r.job.Trust.Sample <= 0 {
		return
	}
	r.sample = map[int]bool{}
	for _, i := range sampleOf(r.key, r.job.Parts, r.job.Trust.Sample) {
		r.sample[i] = true
	}
}

// sampleOf returns size different numbers below parts, or all of them if there are fewer.
func sampleOf(key string, parts, size int) []int {
	var list []int
	if size >= parts {
		for i := range parts {
			list = append(list, i)
		}
		return list
	}
	moved := map[int]int{} // Fisher and Yates's shuffle, storing only the entries that moved
	at := func(i int) int {
		if j, there := moved[i]; there {
			return j
		}
		return i
	}
	for n := range size {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", key, n))
		k := n + int(binary.BigEndian.Uint64(sum[:])%uint64(parts-n))
		list = append(list, at(k))
		moved[k] = at(n)
	}
	return list
}

// arrived handles a result in the bucket.
func (r *run) arrived(ctx context.Context, i int, got result) error {
	r.heard, r.patience, r.nobody = time.Now(), 0, false
	if r.state[i] == taken || r.seq[i] >= got.seq {
		return nil
	}
	if r.refusedNow[got.Worker] {
		r.discard(ctx, i, got)
		return nil
	}
	if r.published && got.Worker != "" {
		r.fromWorkers = true
	}
	if r.state[i] == missing && i < r.end {
		if _, parked := r.parked[i]; parked {
			delete(r.parked, i) // another coordinator has had it tried again
			r.open++
		}
	}
	if r.state[i] == good && i < r.end {
		r.open++
	}
	r.forget(i)
	r.state[i], r.seq[i], r.owner[i] = judging, got.seq, r.number(got.Worker)
	if r.job.Trust.Check == nil && !r.sample[i] {
		return r.accept(ctx, i, got)
	}
	r.judgeable = append(r.judgeable, judgement{i: i, worker: got.Worker, seq: got.seq, again: r.sample[i]})
	return nil
}

// discard removes a result that must not be used, and hands the part out again. No other result
// could be stored while this one is there.
func (r *run) discard(ctx context.Context, i int, got result) {
	if r.state[i] == taken || r.seq[i] >= got.seq {
		return
	}
	out := r.state[i] == missing
	r.soon()
	// The order matters, because a worker that finds a result drops the part.
	r.do(ctx, func() error {
		err := r.takeBack(ctx, i, got)
		if err == nil && out {
			err = r.publish(ctx, []int32{int32(i)}, false)
		}
		return err
	})
}

// number returns the index of a worker.
func (r *run) number(worker string) int32 {
	n, there := r.numbers[worker]
	if !there {
		n = int32(len(r.workers))
		r.workers, r.took = append(r.workers, worker), append(r.took, 0)
		r.numbers[worker] = n
	}
	return n
}

// judgement is a result to be judged, and then the verdict.
type judgement struct {
	i      int
	worker string
	seq    uint64
	again  bool // whether to compute the part again
	got    result
	lie    error // why the result is wrong; nil if it is right
}

// judges starts the goroutines that judge results. They read each result from the bucket, so that
// waiting results take no memory.
func (r *run) judges(ctx context.Context) {
	for w := range r.cores() {
		r.do(ctx, func() error {
			for {
				var j judgement
				select {
				case j = <-r.toJudge:
				case <-ctx.Done():
					return nil
				}
				err := r.judge(ctx, &j, w)
				if noResult(err) {
					// Another coordinator removed the result, and may have ended before it handed
					// the part out again.
					if err = r.look(ctx); err == nil {
						err = r.send(ctx, func() error { return r.unjudged(ctx, j) })
					}
				} else if err == nil {
					err = r.send(ctx, func() error { return r.judged(ctx, j) })
				}
				if err != nil {
					return err
				}
			}
		})
	}
}

// judge decides whether a result is right.
func (r *run) judge(ctx context.Context, j *judgement, worker int) (err error) {
	if j.got, err = r.result(ctx, r.key, j.i); err == nil {
		err = r.load(ctx, &j.got)
	}
	if err != nil {
		return err
	}
	if r.job.Trust.Check != nil {
		j.lie = r.job.Trust.Check(ctx, j.i, j.got.bytes)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if !j.again || j.lie != nil {
		return nil
	}
	sum, there := r.right.Load(j.i)
	if !there {
		var right []byte
		if r.job.Known != nil {
			right = r.job.Known(j.i)
		}
		if right == nil {
			right, err = r.task.Do(ctx, r.job.Part(j.i, worker))
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err != nil {
				return work.Failed(j.i, err)
			}
		}
		sum = sha256.Sum256(right)
		r.right.Store(j.i, sum)
	}
	if sum != sha256.Sum256(j.got.bytes) {
		j.lie = errors.New("computed again here, the result is another")
	}
	return nil
}

// unjudged hands out a part again if its result was removed before it was judged.
func (r *run) unjudged(ctx context.Context, j judgement) error {
	if r.state[j.i] != judging || r.seq[j.i] != j.seq {
		return nil // another result has arrived since
	}
	return r.handAgain(ctx, func(i int) bool { return i == j.i })
}

// judged acts on a verdict: it accepts a right result, and otherwise refuses the worker.
func (r *run) judged(ctx context.Context, j judgement) error {
	if r.state[j.i] != judging || r.seq[j.i] != j.got.seq {
		return nil // another result has arrived since, and is judged separately
	}
	if j.lie == nil {
		r.decided(j.i)
		return r.accept(ctx, j.i, j.got)
	}
	if j.worker == "" {
		// A result that a coordinator had kept is wrong, so the part is computed again.
		r.opts.Notef("the kept result of part %d is not used: %v", j.i+1, j.lie)
		return r.handAgain(ctx, func(i int) bool { return i == j.i })
	}
	refusal := work.Refused{Worker: j.worker, Job: r.key, Part: j.i, Why: j.lie.Error()}
	r.refusals = append(r.refusals, refusal)
	r.opts.Notef("worker %s is refused, its parts are handed out again: part %d: %v", j.worker, j.i+1, j.lie)
	if err := r.refuse(ctx, refusal); err != nil {
		return err
	}
	return r.distrust(ctx, j.worker)
}

// distrust removes the results of a refused worker that were not taken yet, and hands their parts
// out again.
func (r *run) distrust(ctx context.Context, worker string) error {
	if worker == "" || r.refusedNow[worker] {
		return nil
	}
	r.refusedNow[worker] = true
	n, there := r.numbers[worker]
	if !there {
		return nil
	}
	return r.handAgain(ctx, func(i int) bool { return r.owner[i] == n })
}

// handAgain removes the meant results that were not taken yet, and hands their parts out again.
func (r *run) handAgain(ctx context.Context, meant func(i int) bool) error {
	var parts []int32
	var seqs []uint64
	for i := range r.job.Parts {
		if (r.state[i] != judging && r.state[i] != good) || !meant(i) {
			continue
		}
		seqs = append(seqs, r.seq[i])
		if r.state[i] == good && i < r.end {
			r.open++
		}
		r.forget(i)
		r.state[i] = missing
		parts = append(parts, int32(i))
	}
	r.soon()
	r.do(ctx, func() error {
		for k, i := range parts {
			got, err := r.result(ctx, r.key, int(i))
			if err == nil && got.seq == seqs[k] {
				err = r.takeBack(ctx, int(i), got)
			}
			if err != nil && !noResult(err) {
				return err
			}
		}
		return r.publish(ctx, parts, false)
	})
	return nil
}

// takeBack removes a result, and also its part if that still waits. The worker that stored the
// result has yet to acknowledge the part, and must not acknowledge the part that is handed out
// again.
func (r *run) takeBack(ctx context.Context, i int, got result) error {
	err := r.purge(ctx, partsStream, partSubject(r.executable, r.key, i))
	if err == nil {
		err = r.deleteResult(ctx, r.key, i, got)
	}
	return err
}

// decided records that a part of the sample is judged, or that it never will be.
func (r *run) decided(i int) {
	if !r.sample[i] {
		return
	}
	delete(r.sample, i)
	r.replays = len(r.sample) == 0
}
