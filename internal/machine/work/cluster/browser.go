//go:build js

package cluster

import (
	"context"
	"errors"

	"coterie/internal/machine/work"
)

// errAlone is the error of every call in a browser, which has no sockets.
var errAlone = &Error{Reason: Unstarted, What: "this build of the program works alone: it has no network", Err: errors.ErrUnsupported}

// Server is a placeholder: a browser runs no server.
type Server struct{}

// Serve returns an error.
func Serve(context.Context, ServeOptions) (*Server, error) { return nil, errAlone }

// URL returns "".
func (*Server) URL() string { return "" }

// Done returns nil.
func (*Server) Done() <-chan struct{} { return nil }

// Close does nothing.
func (*Server) Close() error { return nil }

// Cluster is a placeholder: a browser has no connection.
type Cluster struct{}

// Connect returns an error.
func Connect(context.Context, Access) (*Cluster, error) { return nil, errAlone }

// Close does nothing.
func (*Cluster) Close() {}

// Runner is never called, as Connect fails.
func (*Cluster) Runner(RunnerOptions) work.Runner { return nil }

// Work returns an error.
func (*Cluster) Work(context.Context, WorkOptions) error { return errAlone }

// Status returns an error.
func (*Cluster) Status(context.Context) (Status, error) { return Status{}, errAlone }

// Cancel returns an error.
func (*Cluster) Cancel(context.Context, string) (string, error) { return "", errAlone }
