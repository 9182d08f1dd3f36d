package cluster

import (
	"bytes"
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

// joined connects to a server for a test.
func joined(t *testing.T, s *Server) *Cluster {
	t.Helper()
	c := assert.Got(Connect(t.Context(), Access{URL: s.URL()}))(t)
	t.Cleanup(c.Close)
	return c
}

// working starts a worker, and returns a function that stops it and waits for its end.
func working(t *testing.T, c *Cluster, opts WorkOptions) (stop func() error) {
	t.Helper()
	ctx, end := context.WithCancelCause(t.Context())
	done := make(chan error, 1)
	go func() { done <- c.Work(ctx, opts) }()
	stop = sync.OnceValue(func() error {
		end(errStopped)
		select {
		case err := <-done:
			return err
		case <-time.After(enough):
			t.Error("a worker does not end")
			return nil
		}
	})
	t.Cleanup(func() { _ = stop() })
	return stop
}

var errStopped = errors.New("stopped by the test")

// bounded ends a test that hangs.
func bounded(t *testing.T) context.Context {
	t.Helper()
	ctx, end := context.WithTimeoutCause(t.Context(), enough, errors.New("the test takes too long"))
	t.Cleanup(end)
	return ctx
}

// lines collects the lines for the user.
type lines struct {
	mu   sync.Mutex
	text []string
	came chan struct{}
}

func newLines() *lines { return &lines{came: make(chan struct{}, 1)} }

func (l *lines) notef(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, fmt.Sprintf(format, args...))
	select {
	case l.came <- struct{}{}:
	default:
	}
}

func (l *lines) has(words string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(strings.Join(l.text, "\n"), words)
}

// wait waits until a line has the words.
func (l *lines) wait(ctx context.Context, t *testing.T, words string) {
	t.Helper()
	for !l.has(words) {
		select {
		case <-l.came:
		case <-ctx.Done():
			t.Fatalf("no line with %q among %q", words, l.text)
		}
	}
}

// squares is a kind whose results tell params, part and input.
func squares(do func(ctx context.Context, p work.Part) error) work.Kind {
	return work.Kind{Name: "squares", Open: func(_ context.Context, params []byte, _ work.Host) (work.Task, error) {
		return work.TaskFunc(func(ctx context.Context, p work.Part) ([]byte, error) {
			if do != nil {
				if err := do(ctx, p); err != nil {
					return nil, err
				}
			}
			return square(params, p), nil
		}), nil
	}}
}

func square(params []byte, p work.Part) []byte {
	return fmt.Appendf(nil, "%s %d %d %s", params[:min(len(params), 20)], len(params), p.Index*p.Index, p.Input)
}

// taskOf returns the task that a coordinator computes itself.
func taskOf(job work.Job) work.Task {
	return work.TaskFunc(func(_ context.Context, p work.Part) ([]byte, error) { return square(job.Params, p), nil })
}

func squaresJob(title string, parts int) work.Job {
	return work.Job{Kind: "squares", Title: title, Params: []byte(title), Parts: parts, Input: func(i int) []byte { return fmt.Appendf(nil, "<%d>", i) }}
}

// checkRun runs a job, and compares its results with those of this machine.
func checkRun(ctx context.Context, t *testing.T, c *Cluster, opts RunnerOptions, job work.Job) work.Report {
	t.Helper()
	last := -1
	taken := make([]bool, job.Parts)
	report := assert.Got(c.Runner(opts).Run(ctx, job, taskOf(job), func(i int, got []byte) error {
		if want := square(job.Params, job.Part(i, 0)); !bytes.Equal(got, want) {
			t.Errorf("part %d: %.80q, want %.80q", i, got, want)
		}
		if taken[i] || job.InOrder && i != last+1 {
			t.Errorf("part %d taken after part %d", i, last)
		}
		taken[i], last = true, i
		return nil
	}))(t)
	end := job.Parts
	for i := range job.Parts {
		if job.Ends != nil && job.Ends(i, square(job.Params, job.Part(i, 0))) {
			end = i + 1
			break
		}
	}
	for i := range end {
		assert.True(t, taken[i], "part %d was not taken", i)
	}
	return report
}

func TestManyWorkers(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	var computed atomic.Int64
	kind := squares(func(context.Context, work.Part) error { computed.Add(1); return nil })
	for range 3 {
		working(t, joined(t, s), WorkOptions{Jobs: 2, Kinds: []work.Kind{kind}})
	}
	c := joined(t, s)
	for _, inOrder := range []bool{false, true} {
		computed.Store(0)
		job := squaresJob(fmt.Sprint("in order: ", inOrder), 300)
		job.InOrder = inOrder
		job.Trust.Sample = 5
		report := checkRun(ctx, t, c, RunnerOptions{Jobs: 2}, job)
		shares := 0
		for _, w := range report.Workers {
			shares += w.Parts
		}
		if report.Parts != 300 || report.Known != 0 || shares != 300 || report.Trusted != "5 parts computed again here" || computed.Load() != 300 {
			t.Errorf("%+v, %d parts computed", report, computed.Load())
		}
		// The results are there: nothing is computed again.
		report = checkRun(ctx, t, c, RunnerOptions{Jobs: 2}, job)
		if report.Parts != 300 || report.Known != 300 || computed.Load() != 300 {
			t.Errorf("once more: %+v, %d parts computed", report, computed.Load())
		}
	}
}

func TestTwoCoordinators(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	var computed atomic.Int64
	kind := squares(func(context.Context, work.Part) error { computed.Add(1); return nil })
	job := squaresJob("for two", 400)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { checkRun(ctx, t, joined(t, s), RunnerOptions{}, job) })
	}
	for range 2 {
		working(t, joined(t, s), WorkOptions{Jobs: 2, Kinds: []work.Kind{kind}})
	}
	both.Wait()
	assert.Equal(t, computed.Load(), 400, "parts computed")
}

// TestEnds: the lowest part that ends the job decides, and later parts are withdrawn.
func TestEnds(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	for _, inOrder := range []bool{false, true} {
		// Parts from 50 on end only when they are withdrawn.
		kind := squares(func(ctx context.Context, p work.Part) error {
			if p.Index < 50 {
				return nil
			}
			<-ctx.Done()
			return context.Cause(ctx)
		})
		stop := working(t, joined(t, s), WorkOptions{Jobs: 2, Kinds: []work.Kind{kind}})
		job := squaresJob(fmt.Sprint("ends ", inOrder), 1000)
		job.InOrder = inOrder
		job.Ends = func(i int, _ []byte) bool { return i >= 31 && i%3 == 1 }
		checkRun(ctx, t, joined(t, s), RunnerOptions{}, job)
		assert.Is(t, stop(), errStopped)
	}
}

// TestKnown: results that the coordinator has are not computed again, and others find them.
func TestKnown(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	var computed atomic.Int64
	job := squaresJob("half known", 100)
	kind := squares(func(_ context.Context, p work.Part) error { computed.Add(1); return nil })
	later := squaresJob("later", 1)
	follows := work.Kind{Name: "follows", Open: func(ctx context.Context, _ []byte, host work.Host) (work.Task, error) {
		parts := 0
		_, err := host.Earlier.Run(ctx, job, nil, func(i int, got []byte) error {
			if i != parts || !bytes.Equal(got, square(job.Params, job.Part(i, 0))) {
				return fmt.Errorf("part %d after %d: %q", i, parts, got)
			}
			parts++
			return nil
		})
		if _, missing := host.Earlier.Run(ctx, squaresJob("never run", 3), nil, nil); missing == nil || !strings.Contains(missing.Error(), "has no result at the server") {
			return nil, fmt.Errorf("a job that never ran: %v", missing)
		}
		return work.TaskFunc(func(_ context.Context, p work.Part) ([]byte, error) { return square(later.Params, p), nil }), err
	}}
	working(t, joined(t, s), WorkOptions{Jobs: 2, Kinds: []work.Kind{kind, follows}})
	job.Known = func(i int) []byte {
		if i%2 == 0 {
			return square(job.Params, job.Part(i, 0))
		}
		return nil
	}
	c := joined(t, s)
	report := checkRun(ctx, t, c, RunnerOptions{}, job)
	if report.Parts != 100 || report.Known != 50 || computed.Load() != 50 {
		t.Errorf("%+v, %d parts computed", report, computed.Load())
	}
	later.Kind = "follows"
	checkRun(ctx, t, c, RunnerOptions{}, later)
}

// TestLarge: params, inputs and results beyond the message limit.
func TestLarge(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{MessageLimit: 64 << 10})
	working(t, joined(t, s), WorkOptions{Jobs: 2, Kinds: []work.Kind{squares(nil)}})
	for _, inOrder := range []bool{false, true} {
		job := work.Job{
			Kind: "squares", Title: "large", Params: bytes.Repeat([]byte("p"), 200<<10), Parts: 8, InOrder: inOrder, Trust: work.Trust{Sample: 2},
			Input: func(i int) []byte {
				return bytes.Repeat([]byte{byte('a' + i), map[bool]byte{false: '0', true: '1'}[inOrder]}, 100<<10)
			},
		}
		checkRun(ctx, t, joined(t, s), RunnerOptions{}, job)
	}
}
