package cluster

import (
	"context"
	"slices"
	"strings"
	"time"

	"coterie/internal/words/show"

	"github.com/nats-io/nats.go/jetstream"
)

// Status returns the state of the server. All its texts are single printable lines.
func (c *Cluster) Status(ctx context.Context) (Status, error) {
	s, err := c.open(ctx)
	if err != nil {
		return Status{}, err
	}
	status := Status{Jobs: []JobStatus{}}
	created := map[string]time.Time{}
	err = s.records(ctx, func(job string, r record) {
		created[job] = r.Created
		status.Jobs = append(status.Jobs, JobStatus{
			Job: job, Kind: show.Line(r.Kind), Title: show.Line(r.Title), State: r.State, Executable: show.Line(short(r.Executable)),
			Platform: show.Line(r.Platform), Trust: show.Line(r.Trust), Parts: min(r.Parts, r.End),
		})
	})
	if err != nil {
		return Status{}, err
	}
	for k := range status.Jobs {
		if err := s.countJob(ctx, &status.Jobs[k], created[status.Jobs[k].Job]); err != nil {
			return Status{}, err
		}
	}
	slices.SortFunc(status.Jobs, func(a, b JobStatus) int {
		return created[a.Job].Compare(created[b.Job])*2 + strings.Compare(a.Job, b.Job)
	})
	if status.Workers, err = s.whoIsThere(ctx); err != nil {
		return Status{}, err
	}
	for k, b := range status.Workers {
		b.ID, b.Worker, b.Executable, b.Platform, b.Job = "", show.Line(b.Worker), show.Line(short(b.Executable)), show.Line(b.Platform), show.Line(b.Job)
		status.Workers[k] = b
	}
	slices.SortFunc(status.Workers, func(a, b WorkerStatus) int { return strings.Compare(a.Worker, b.Worker) })
	if status.Refused, err = s.refusals(ctx); err != nil {
		return Status{}, err
	}
	for k, r := range status.Refused {
		status.Refused[k].Worker, status.Refused[k].Why, status.Refused[k].Job = show.Line(r.Worker), show.Line(r.Why), show.Line(r.Job)
	}
	info, err := answer(ctx, s, func(ctx context.Context) (*jetstream.AccountInfo, error) { return s.js.AccountInfo(ctx) })
	if err == nil {
		status.Stored, status.Limit = int64(info.Store), max(info.Limits.MaxStore, 0)
	}
	return status, err
}

// countJob counts the results of a job, in total and in the last minute.
func (s *store) countJob(ctx context.Context, j *JobStatus, created time.Time) error {
	subject := "$KV." + resultsBucket + "." + j.Job + ".*"
	done, err := s.count(ctx, "KV_"+resultsBucket, subject, time.Time{})
	if err != nil {
		return err
	}
	parked, err := s.count(ctx, "KV_"+failuresBucket, "$KV."+failuresBucket+"."+j.Job+".2.*", time.Time{})
	if err != nil {
		return err
	}
	j.Done = min(done, j.Parts)
	j.Open = j.Parts - j.Done
	j.Parked = min(parked, j.Open)
	j.Open -= j.Parked
	if j.State != Open {
		j.Open = 0
	}
	if j.Open == 0 {
		return nil
	}
	now := time.Now()
	info, err := answer(ctx, s, func(ctx context.Context) (*jetstream.StreamInfo, error) { return s.results.Info(ctx) })
	if err != nil {
		return err
	}
	if !info.TimeStamp.IsZero() {
		now = info.TimeStamp // the server's clock, which also stamps results
	}
	minute := min(time.Minute, max(now.Sub(created), time.Second))
	late, err := s.count(ctx, "KV_"+resultsBucket, subject, now.Add(-minute))
	if err != nil || late == 0 {
		return err
	}
	j.Rate = float64(late) / minute.Seconds()
	j.Left = time.Duration(float64(j.Open) / j.Rate * float64(time.Second)).Round(time.Second)
	return nil
}

// count counts the messages under a subject since a given time.
func (s *store) count(ctx context.Context, stream, subject string, since time.Time) (n int, err error) {
	config := jetstream.ConsumerConfig{
		FilterSubject: subject, AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true, Replicas: 1, InactiveThreshold: 5 * time.Second,
	}
	if !since.IsZero() {
		config.DeliverPolicy, config.OptStartTime = jetstream.DeliverByStartTimePolicy, &since
	}
	err = s.retry(ctx, func(ctx context.Context) error {
		consumer, err := s.js.CreateConsumer(ctx, stream, config)
		if err != nil {
			return err
		}
		n = int(consumer.CachedInfo().NumPending)
		_ = s.js.DeleteConsumer(ctx, stream, consumer.CachedInfo().Name) // otherwise it expires
		return nil
	})
	return n, err
}
