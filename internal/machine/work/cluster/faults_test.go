package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"
)

// liar returns a kind whose results are wrong.
func liar() work.Kind {
	return work.Kind{Name: "squares", Open: func(context.Context, []byte, work.Host) (work.Task, error) {
		return work.TaskFunc(func(_ context.Context, p work.Part) ([]byte, error) { return []byte("a lie"), nil }), nil
	}}
}

// TestLiar: a worker that lies is refused whichever way its results are judged, and the results are
// those of one machine.
func TestLiar(t *testing.T) {
	t.Parallel()
	for name, trust := range map[string]work.Trust{
		"sample": {Sample: 40},
		"check": {Check: func(_ context.Context, i int, got []byte) error {
			if strings.Contains(string(got), "lie") {
				return errors.New("no square")
			}
			return nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, s := bounded(t), serving(t, ServeOptions{})
			ended := make(chan error, 1)
			go func() {
				ended <- joined(t, s).Work(t.Context(), WorkOptions{Name: "liar", Jobs: 1, Kinds: []work.Kind{liar()}})
			}()
			begun := make(chan struct{})
			var once sync.Once
			job := squaresJob("with a liar", 60)
			job.InOrder, job.Trust = name == "check", trust
			if check := trust.Check; check != nil {
				job.Trust.Check = func(ctx context.Context, i int, got []byte) error {
					once.Do(func() { close(begun) })
					return check(ctx, i, got)
				}
			} else {
				close(begun) // nothing is taken before the sample is judged
			}
			l := newLines()
			go func() {
				<-begun
				// The honest one comes when the liar was caught, so that it is caught.
				l.wait(ctx, t, "worker liar is refused")
				_ = joined(t, s).Work(t.Context(), WorkOptions{Name: "honest", Jobs: 2, Kinds: []work.Kind{squares(nil)}})
			}()
			report := checkRun(ctx, t, joined(t, s), RunnerOptions{Jobs: 2, Notef: l.notef}, job)
			if len(report.Refused) != 1 || report.Refused[0].Worker != "liar" || len(report.Workers) != 1 || report.Workers[0] != (work.Share{Worker: "honest", Parts: 60}) {
				t.Errorf("%+v", report)
			}
			select {
			case err := <-ended:
				if !is(err, Refused) || !strings.Contains(err.Error(), " of job "+job.Key()) {
					t.Errorf("the liar ended with %v", err)
				}
			case <-ctx.Done():
				t.Error("the liar works on")
			}
			err := joined(t, s).Work(ctx, WorkOptions{Name: "liar", Kinds: []work.Kind{squares(nil)}})
			assert.True(t, is(err, Refused), "the liar comes back: %v", err)
			status, err := joined(t, s).Status(ctx)
			if err != nil || len(status.Refused) != 1 || status.Refused[0].Worker != "liar" {
				t.Errorf("%+v, %v", status.Refused, err)
			}
		})
	}
}

// TestParked: a part that fails three times is parked with its error, all others are computed, and
// the same command tries it again.
func TestParked(t *testing.T) {
	t.Parallel()
	for _, inOrder := range []bool{false, true} {
		ctx, s := bounded(t), serving(t, ServeOptions{})
		var tries, computed atomic.Int64
		var mended atomic.Bool
		kind := squares(func(_ context.Context, p work.Part) error {
			if p.Index == 7 && !mended.Load() {
				if tries.Add(1) == 2 {
					panic("a pole")
				}
				return errors.New("no root")
			}
			computed.Add(1)
			return nil
		})
		working(t, joined(t, s), WorkOptions{Name: "only", Jobs: 2, Kinds: []work.Kind{kind}})
		c := joined(t, s)
		job := squaresJob(fmt.Sprint("parked ", inOrder), 30)
		job.InOrder = inOrder
		last := -1
		_, err := c.Runner(RunnerOptions{}).Run(ctx, job, taskOf(job), func(i int, _ []byte) error { last = i; return nil })
		var part *work.PartError
		if !is(err, PartsParked) || err.Error() != "part 8 failed three times, last on worker only: no root" || !errors.As(err, &part) || part.Index != 7 {
			t.Fatalf("%v", err)
		}
		if tries.Load() != 3 || computed.Load() != 29 || inOrder && last != 6 {
			t.Errorf("%d tries, %d others computed, the last taken %d", tries.Load(), computed.Load(), last)
		}
		status, err := c.Status(ctx)
		if err != nil || len(status.Jobs) != 1 || status.Jobs[0].Parked != 1 || status.Jobs[0].Done != 29 || status.Jobs[0].Open != 0 {
			t.Errorf("%+v, %v", status, err)
		}
		mended.Store(true)
		if report := checkRun(ctx, t, c, RunnerOptions{}, job); report.Known != 29 || computed.Load() != 30 {
			t.Errorf("%+v", report)
		}
	}
}

// TestCannotOpen: where no worker can open a job, its coordinator ends.
func TestCannotOpen(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	for range 3 {
		working(t, joined(t, s), WorkOptions{Jobs: 1})
	}
	job := squaresJob("unknown kind", 10)
	_, err := joined(t, s).Runner(RunnerOptions{}).Run(ctx, job, taskOf(job), nil)
	if !is(err, CannotOpen) && !is(err, PartsParked) || !strings.Contains(err.Error(), `"squares"`) {
		t.Errorf("%v", err)
	}
}

// TestCancel: the parts are purged, workers stop computing them, the coordinator ends.
func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	stopped := make(chan struct{}, 2)
	begun := make(chan struct{}, 2)
	kind := squares(func(ctx context.Context, p work.Part) error {
		begun <- struct{}{}
		<-ctx.Done()
		stopped <- struct{}{}
		return context.Cause(ctx)
	})
	working(t, joined(t, s), WorkOptions{Jobs: 2, Kinds: []work.Kind{kind}})
	c := joined(t, s)
	job := squaresJob("endless", 10)
	ended := make(chan error, 1)
	go func() {
		_, err := c.Runner(RunnerOptions{}).Run(ctx, job, taskOf(job), nil)
		ended <- err
	}()
	<-begun
	<-begun
	if _, err := c.Cancel(ctx, "nothing"); !is(err, UnknownJob) {
		t.Error(err)
	}
	assert.MustEqual(t, assert.Got(c.Cancel(ctx, job.Key()[:6]))(t), job.Key())
	if err := <-ended; !is(err, JobCancelled) {
		t.Errorf("%v", err)
	}
	for range 2 {
		select {
		case <-stopped:
		case <-ctx.Done():
			t.Fatal("the workers compute on")
		}
	}
	status, err := c.Status(ctx)
	if err != nil || len(status.Jobs) != 1 || status.Jobs[0].State != Cancelled || status.Jobs[0].Open != 0 {
		t.Errorf("%+v, %v", status, err)
	}
}

// TestInterrupted: a coordinator that is stopped says how to go on, and another one does, with the
// results that came in the meantime.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	var computed atomic.Int64
	gate := make(chan struct{})
	kind := squares(func(ctx context.Context, p work.Part) error {
		if p.Index >= 20 {
			select {
			case <-gate:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		computed.Add(1)
		return nil
	})
	working(t, joined(t, s), WorkOptions{Jobs: 2, Kinds: []work.Kind{kind}})
	job := squaresJob("interrupted", 40)
	job.InOrder = true
	first, end := context.WithCancelCause(ctx)
	l := newLines()
	_, err := joined(t, s).Runner(RunnerOptions{Notef: l.notef}).Run(first, job, taskOf(job), func(i int, _ []byte) error {
		if i == 19 {
			end(errStopped)
		}
		return nil
	})
	if !errors.Is(err, errStopped) || !l.has("job "+job.Key()+" stays") || !l.has("20 of 40 parts done") {
		t.Errorf("%v, %q", err, l.text)
	}
	close(gate)
	if report := checkRun(ctx, t, joined(t, s), RunnerOptions{}, job); report.Known < 20 || computed.Load() != 40 {
		t.Errorf("%+v, %d computed", report, computed.Load())
	}
}

// TestEndedSoon: a coordinator that is stopped at any moment of its beginning says that the job
// stays at the server only if it is there.
func TestEndedSoon(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	c := joined(t, s)
	stays := map[string]bool{}
	after := 100 * time.Microsecond
	begun := 0
	for ; begun < 60 || len(stays) == 0; begun++ { // a busy machine takes longer to begin
		ended, end := context.WithTimeoutCause(ctx, after, errStopped)
		after += after / 8
		job, l := squaresJob(fmt.Sprint("ended soon ", begun), 3), newLines()
		assert.Is(t, assert.Err(c.Runner(RunnerOptions{Notef: l.notef}).Run(ended, job, taskOf(job), nil)), errStopped)
		end()
		if l.has("stays") {
			stays[job.Key()] = true
		}
	}
	status, err := c.Status(ctx)
	if err != nil || len(stays) == begun {
		t.Fatalf("%d jobs stay, %v", len(stays), err)
	}
	for _, j := range status.Jobs {
		delete(stays, j.Job)
	}
	if len(stays) > 0 {
		t.Errorf("%d jobs do not stay", len(stays))
	}
}

func TestNamesAndPrograms(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	l := newLines()
	c := joined(t, s)
	if err := c.Work(ctx, WorkOptions{Name: "a b"}); !is(err, BadName) {
		t.Error(err)
	}
	job := squaresJob("waiting", 5)
	ended := make(chan error, 1)
	go func() {
		_, err := c.Runner(RunnerOptions{Notef: l.notef, Nobody: 50 * time.Millisecond}).Run(ctx, job, taskOf(job), func(int, []byte) error { return nil })
		ended <- err
	}()
	l.wait(ctx, t, "nobody works")
	if err := joined(t, s).Work(ctx, WorkOptions{executable: strings.Repeat("0", 64)}); !is(err, TurnedAway) || !strings.Contains(err.Error(), "000000000000 on") {
		t.Error(err)
	}
	first := newLines()
	working(t, joined(t, s), WorkOptions{Name: "one", Kinds: []work.Kind{squares(nil)}, Notef: first.notef})
	first.wait(ctx, t, "worker one computes")
	assert.NoError(t, <-ended)
	if err := joined(t, s).Work(ctx, WorkOptions{Name: "one"}); !is(err, Taken) {
		t.Error(err)
	}
	// A worker of another program that comes when there is no job waits, and names the jobs that
	// are not for it.
	other := newLines()
	working(t, joined(t, s), WorkOptions{Notef: other.notef, executable: strings.Repeat("0", 64)})
	other.wait(ctx, t, "computes for")
	checkRun(ctx, t, c, RunnerOptions{}, squaresJob("another", 5))
	other.wait(ctx, t, "turned away")
	status, err := c.Status(ctx)
	if err != nil || len(status.Workers) != 2 || len(status.Jobs) != 2 || status.Jobs[0].State != Done {
		t.Errorf("%+v, %v", status, err)
	}
}

// TestIdle: a worker with nothing to do ends, if it shall.
func TestIdle(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	assert.NoError(t, joined(t, s).Work(ctx, WorkOptions{Idle: 50 * time.Millisecond}))
}

// TestLease: a part of a worker that falls silent goes to another one; that is no failure.
func TestLease(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	silent := joined(t, s)
	begun := make(chan struct{})
	var once sync.Once
	gone := squares(func(ctx context.Context, _ work.Part) error {
		once.Do(func() { close(begun) })
		<-ctx.Done()
		return context.Cause(ctx)
	})
	working(t, silent, WorkOptions{Jobs: 1, Kinds: []work.Kind{gone}, Lease: 300 * time.Millisecond})
	go func() {
		<-begun
		silent.Close()
		_ = joined(t, s).Work(ctx, WorkOptions{Jobs: 1, Kinds: []work.Kind{squares(nil)}, Lease: 2 * time.Second})
	}()
	l := newLines()
	checkRun(ctx, t, joined(t, s), RunnerOptions{Notef: l.notef}, squaresJob("lease", 10))
	if l.has("failed") {
		t.Errorf("%q", l.text)
	}
}

// TestLongPart: a part that takes longer than the lease stays with its worker. A run in which the
// machine stood still for a second, so that the lease may have ended, is made again.
func TestLongPart(t *testing.T) {
	assert.Slow(t, "the part sleeps for nine seconds")
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	var computed, stood atomic.Int64
	long := squares(func(context.Context, work.Part) error {
		computed.Add(1)
		for range 90 {
			begun := time.Now()
			time.Sleep(100 * time.Millisecond)
			stood.Store(max(stood.Load(), int64(time.Since(begun))))
		}
		return nil
	})
	for range 2 {
		working(t, joined(t, s), WorkOptions{Jobs: 1, Kinds: []work.Kind{long}, Lease: 4 * time.Second})
	}
	for run := range 10 {
		computed.Store(0)
		stood.Store(0)
		checkRun(ctx, t, joined(t, s), RunnerOptions{}, squaresJob(fmt.Sprint("long", run), 1))
		if computed.Load() == 1 || time.Duration(stood.Load()) < time.Second {
			break
		}
	}
	assert.Equal(t, computed.Load(), 1, "the part was computed: times")
}
