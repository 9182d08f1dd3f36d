//go:build !js

package cluster

import "context"

func (r role) work(ctx context.Context, c *Cluster) error       { return nil }
func (r role) coordinate(ctx context.Context, c *Cluster) error { return nil }
