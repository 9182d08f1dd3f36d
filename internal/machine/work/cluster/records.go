package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"coterie/internal/machine/work"

	"github.com/nats-io/nats.go/jetstream"
)

// record is the server's entry for a job.
type record struct {
	Kind       string    `json:"kind"`
	Title      string    `json:"title"`
	Params     []byte    `json:"params,omitempty"`
	Object     string    `json:"object,omitempty"` // the object with the params, if they are long
	Parts      int       `json:"parts"`
	End        int       `json:"end"` // parts from this one on are not wanted
	Executable string    `json:"executable"`
	Platform   string    `json:"platform"`
	Trust      string    `json:"trust"`
	State      string    `json:"state"`
	Stopped    bool      `json:"stopped,omitempty"` // the run ended because parts were parked
	Created    time.Time `json:"created"`
	Changed    time.Time `json:"changed"`
}

// record returns the record of a job and its revision, or jetstream.ErrKeyNotFound.
func (s *store) record(ctx context.Context, job string) (r record, revision uint64, err error) {
	entry, err := s.entry(ctx, s.jobs, job)
	if err != nil {
		return record{}, 0, err
	}
	r, err = parseRecord(entry.Value())
	return r, entry.Revision(), err
}

// parseRecord parses a value of the bucket of jobs.
func parseRecord(value []byte) (r record, err error) {
	if err := readJSON(value, &r); err != nil {
		return record{}, err
	}
	if r.State != Open && r.State != Done && r.State != Cancelled || r.End < 0 || r.End > r.Parts {
		return record{}, fmt.Errorf("%w: the record of a job", errRubbish)
	}
	return r, nil
}

// change edits the record of a job, unless edit returns false because there is nothing to change.
// It sends a note to all clients that work on the job.
func (s *store) change(ctx context.Context, job string, edit func(r *record) bool) error {
	for {
		r, revision, err := s.record(ctx, job)
		if err != nil {
			return err
		}
		if !edit(&r) {
			return nil
		}
		r.Changed = time.Now().UTC()
		data, err := json.Marshal(r)
		if err != nil {
			return err
		}
		_, err = answer(ctx, s, func(ctx context.Context) (uint64, error) { return s.jobs.Update(ctx, job, data, revision) })
		if err == nil {
			s.noteJob(job)
			return nil
		}
		if !exists(err) && !errors.Is(err, jetstream.ErrKeyNotFound) {
			return err
		}
	}
}

// announce creates the record of a job, or opens the job again. It returns whether the job was open
// before.
func (s *store) announce(ctx context.Context, key string, job work.Job) (joined bool, err error) {
	executable, platform := mine()
	r := record{
		Kind: job.Kind, Title: job.Title, Params: job.Params, Parts: job.Parts, End: job.Parts,
		Executable: executable, Platform: platform, Trust: job.Trust.Words(), State: Open,
	}
	r.Created = time.Now().UTC()
	r.Changed = r.Created
	if len(r.Params) > s.inline/2 { // encoded as text they are a third longer
		r.Params, r.Object = nil, key+".params"
		if err := s.keepObject(ctx, r.Object, job.Params); err != nil {
			return false, err
		}
	}
	data, err := json.Marshal(r)
	if err != nil {
		return false, err
	}
	if _, err = s.create(ctx, s.jobs, key, data); err == nil {
		s.noteJob(key)
		return false, nil
	}
	if !exists(err) {
		return false, err
	}
	err = s.change(ctx, key, func(old *record) bool {
		joined = old.State == Open && !old.Stopped
		if joined {
			return false
		}
		*old = r
		return true
	})
	if errors.Is(err, errRubbish) {
		if err := s.purge(ctx, "KV_"+jobsBucket, "$KV."+jobsBucket+"."+key); err != nil {
			return false, err
		}
		return s.announce(ctx, key, job)
	}
	if errors.Is(err, jetstream.ErrKeyNotFound) { // the record was removed in between
		return s.announce(ctx, key, job)
	}
	return joined, err
}

// records calls f with the record of each job.
func (s *store) records(ctx context.Context, f func(job string, r record)) error {
	keys, err := s.keysOf(ctx, s.jobs)
	for _, job := range keys {
		r, _, err := s.record(ctx, job)
		if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, errRubbish) {
			continue
		}
		if err != nil {
			return err
		}
		f(job, r)
	}
	return err
}

// keysOf lists the keys of a bucket that has few.
func (s *store) keysOf(ctx context.Context, kv jetstream.KeyValue) ([]string, error) {
	keys, err := answer(ctx, s, func(ctx context.Context) ([]string, error) {
		keys, err := kv.Keys(ctx)
		if errors.Is(err, jetstream.ErrConsumerNotFound) {
			err = errBroken // the store was reopened meanwhile
		}
		return keys, err
	})
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	}
	return keys, err
}

// params returns the parameters of a job.
func (s *store) params(ctx context.Context, r record) ([]byte, error) {
	if r.Object != "" {
		return s.object(ctx, r.Object)
	}
	return r.Params, nil
}

// purge removes all messages under a subject. It needs no room.
func (s *store) purge(ctx context.Context, stream, subject string) error {
	return s.retry(ctx, func(ctx context.Context) error {
		st, err := s.js.Stream(ctx, stream)
		if err != nil {
			return err
		}
		return st.Purge(ctx, jetstream.WithPurgeSubject(subject))
	})
}

// remove removes the parts of a job. With all set, it also removes the results, failures and
// objects.
func (s *store) remove(ctx context.Context, job, executable string, all bool) error {
	err := s.purge(ctx, partsStream, "coterie.part."+tag(executable)+"."+job+".*")
	if err == nil && all {
		err = s.purge(ctx, "KV_"+resultsBucket, "$KV."+resultsBucket+"."+job+".*")
	}
	if err == nil && all {
		err = s.purge(ctx, "KV_"+failuresBucket, "$KV."+failuresBucket+"."+job+".>")
	}
	if err == nil && all {
		err = s.dropObjects(ctx, job)
	}
	return err
}

// kept is how long the results of a finished job stay.
const kept = 24 * time.Hour

// sweep removes the data of jobs that finished more than a day ago. If their executable has an open
// job, they stay, because the parameters of that job may follow from their results.
func (s *store) sweep(ctx context.Context) error {
	old := map[string]record{}
	open := map[string]bool{}
	err := s.records(ctx, func(job string, r record) {
		switch {
		case r.State == Open:
			open[r.Executable] = true
		case time.Since(r.Changed) > kept:
			old[job] = r
		}
	})
	for job, r := range old {
		if err != nil || open[r.Executable] {
			continue
		}
		err = s.remove(ctx, job, r.Executable, true)
		if err == nil {
			err = s.purge(ctx, "KV_"+jobsBucket, "$KV."+jobsBucket+"."+job)
		}
	}
	return err
}
