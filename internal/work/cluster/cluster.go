//go:build !js

package cluster

import (
	"context"
	"errors"

	"coterie/internal/work"
)

var errSoon = errors.New("cluster: not there yet")

// Runner returns the coordinator of jobs that workers compute.
func (c *Cluster) Runner(opts RunnerOptions) work.Runner { return nil }

// Work computes parts until ctx ends, and returns its cause then.
func (c *Cluster) Work(ctx context.Context, opts WorkOptions) error { return errSoon }

// Status tells what the server has.
func (c *Cluster) Status(ctx context.Context) (Status, error) { return Status{}, errSoon }

// Cancel ends a job, named by its key or by the beginning of it, and removes what the server has
// of it. It returns the key.
func (c *Cluster) Cancel(ctx context.Context, job string) (string, error) { return "", errSoon }
