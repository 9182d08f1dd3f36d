package cluster

import (
	"context"
	"strings"
)

// Cancel ends the job whose key is job or begins with it, and removes all that the server keeps for
// it. It returns the key. Workers stop computing its parts, and its coordinators end with an
// [Error] of the reason [JobCancelled].
func (c *Cluster) Cancel(ctx context.Context, job string) (string, error) {
	s, err := c.open(ctx)
	if err != nil {
		return "", err
	}
	var keys []string
	executable := ""
	err = s.records(ctx, func(key string, r record) {
		if job == "" || len(keys) == 1 && keys[0] == job {
			return
		}
		if key == job {
			keys = nil // a whole key means no other job
		}
		if strings.HasPrefix(key, job) {
			keys, executable = append(keys, key), r.Executable
		}
	})
	switch {
	case err != nil:
		return "", err
	case len(keys) == 0:
		return "", trouble(UnknownJob, nil, "the server has no job %q", job)
	case len(keys) > 1:
		return "", trouble(UnknownJob, nil, "several jobs begin with %q: %s", job, strings.Join(keys, ", "))
	}
	key := keys[0]
	if err := s.remove(ctx, key, executable, false); err != nil {
		return "", err
	}
	err = s.change(ctx, key, func(r *record) bool {
		r.State, r.Object, r.Params = Cancelled, "", nil
		return true
	})
	if err == nil || noRoom(err) {
		if failed := s.remove(ctx, key, executable, true); failed != nil {
			return "", failed
		}
	}
	if noRoom(err) { // the record needs room, which a full disk may not have even now
		err = s.purge(ctx, "KV_"+jobsBucket, "$KV."+jobsBucket+"."+key)
		s.noteJob(key)
	}
	if err == nil {
		_ = s.sweep(ctx)
	}
	return key, err
}
