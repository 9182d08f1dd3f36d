package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"coterie/internal/clustering"
	"coterie/internal/show"
	"coterie/internal/table"
	"coterie/internal/work/cluster"
)

func (a *app) clusterCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster WHAT",
		Short: "Many machines: a server that keeps jobs, workers that compute them",
		Args:  knownVerb,
		RunE: func(*cobra.Command, []string) error {
			return hinted{errors.New("cluster: what? serve, work, status or cancel"), "`coterie cluster --help` shows them"}
		},
	}
	cmd.AddCommand(a.clusterServe(), a.clusterWork(), a.clusterStatus(), a.clusterCancel())
	return cmd
}

// serveFlags are those of cluster serve.
type serveFlags struct {
	dir, listen, store string
	access             accessFlags
}

func (a *app) clusterServe() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Keep jobs, their parts and their results, for all who connect",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.serve(cmd.Context(), f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "coterie-cluster", "the `FOLDER` in which everything is kept")
	flags.StringVar(&f.listen, "listen", cluster.DefaultListen, "the `ADDRESS` where clients connect, with its port; port 0 is any that is free")
	flags.StringVar(&f.store, "store", "", "most that the folder may take, as in 20GB (default: three quarters of what the disk has free)")
	flags.StringVar(&f.access.tokenFile, "token-file", "", "ask everybody for the token in `FILE`, a secret of one line")
	flags.StringVar(&f.access.cert, "tls-cert", "", "the server's certificate, in `FILE` (PEM)")
	flags.StringVar(&f.access.key, "tls-key", "", "the key of --tls-cert, in `FILE`")
	flags.StringVar(&f.access.ca, "tls-ca", "", "ask everybody for a certificate that one of those in `FILE` has signed")
	f.access.changed = flags.Changed
	return cmd
}

// serve runs a server until ctx ends, which is no error.
func (a *app) serve(ctx context.Context, f serveFlags) error {
	opts := cluster.ServeOptions{Dir: f.dir, Listen: f.listen, Cert: f.access.cert, Key: f.access.key, CA: f.access.ca}
	if f.dir == "" {
		return errors.New("--dir: the name of the folder is missing")
	}
	if f.store != "" {
		size, err := humanize.ParseBytes(f.store)
		if err != nil || size == 0 || size > 1<<62 {
			return hinted{fmt.Errorf("--store %s: want a number of bytes", show.Brief(f.store)), "such as 500MB, 20GB or 20GiB"}
		}
		opts.Store = int64(size)
	}
	var err error
	if opts.Token, err = f.access.token(ctx); err != nil {
		return err
	}
	opts.Log = func(line string) { a.notef("%s", line) }
	server, err := cluster.Serve(ctx, opts)
	if err != nil {
		return clusterError(err)
	}
	defer server.Close()
	serving := clustering.Serving{URL: server.URL(), Dir: f.dir}
	if err := a.render(rendering{text: serving.WriteText, json: serving, csv: serving.Table}); err != nil {
		return err
	}
	a.notef("%s", serving.Words(f.access.words()))
	select {
	case <-ctx.Done():
		a.notef("the server ends; jobs and results stay in %s", show.Path(f.dir))
		return server.Close()
	case <-server.Done():
		if ctx.Err() != nil {
			return server.Close()
		}
		return fail(exitInternal, "the server ended by itself")
	}
}
