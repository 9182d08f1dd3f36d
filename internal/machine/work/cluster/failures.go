package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"coterie/internal/machine/work"
)

// attempts is the number of reported failures after which a part is parked.
const attempts = 3

// failure is a worker's report on a part that failed. A part fails only if its task returns an
// error or panics. A worker that vanished reports nothing.
type failure struct {
	Worker string `json:"worker"`
	Why    string `json:"why"`
	// Open reports that the worker could not even open the job.
	Open bool `json:"open,omitempty"`
}

// reportFailure records a failure of part i, and returns whether the part is parked now.
func (s *store) reportFailure(ctx context.Context, job string, i int, f failure) (parked bool, err error) {
	value, err := json.Marshal(f)
	if err != nil {
		return false, err
	}
	for n := range attempts {
		switch _, err := s.create(ctx, s.failures, fmt.Sprintf("%s.%d.%d", job, n, i), value); {
		case err == nil:
			return n == attempts-1, nil
		case !exists(err):
			return false, err
		}
	}
	return true, nil
}

// forgetFailures removes the failures of a job, so that its parts are tried again.
func (s *store) forgetFailures(ctx context.Context, job string) error {
	return s.purge(ctx, "KV_"+failuresBucket, "$KV."+failuresBucket+"."+job+".>")
}

// refuse records that a worker returned a wrong result.
func (s *store) refuse(ctx context.Context, r work.Refused) error {
	value, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := s.create(ctx, s.refused, r.Worker, value); err != nil && !exists(err) {
		return err
	}
	s.noteRefused(r.Worker)
	return nil
}

// refusals lists the workers that are refused.
func (s *store) refusals(ctx context.Context) ([]work.Refused, error) {
	keys, err := s.keysOf(ctx, s.refused)
	list := []work.Refused{}
	for _, name := range keys {
		r, there, err := s.refusal(ctx, name)
		if err != nil {
			return nil, err
		}
		if there {
			list = append(list, r)
		}
	}
	return list, err
}

// refusedError returns an error if a worker is refused.
func (s *store) refusedError(ctx context.Context, name string) error {
	r, there, err := s.refusal(ctx, name)
	if there {
		return trouble(Refused, nil, "worker %s is refused: part %d of job %s: %s", r.Worker, r.Part+1, r.Job, r.Why)
	}
	return err
}

// refusal returns whether a worker is refused, and for which result.
func (s *store) refusal(ctx context.Context, name string) (r work.Refused, there bool, err error) {
	entry, err := s.entry(ctx, s.refused, name)
	if err == nil {
		err = readJSON(entry.Value(), &r)
	}
	if gone(err) {
		return work.Refused{}, false, nil
	}
	if errors.Is(err, errRubbish) {
		r, err = work.Refused{}, nil // the entry cannot be read, but the worker is refused all the same
	}
	if r.Worker == "" {
		r = work.Refused{Worker: name, Why: "a wrong result", Job: r.Job}
	}
	return r, err == nil, err
}
