//go:build !small && !js

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"coterie/internal/machine/work/cluster"
	"coterie/internal/words/clustering"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
)

func (a *App) clusterCommand() *cobra.Command {
	cmd := Verb("cluster WHAT", "Many machines: a server that keeps jobs, workers that compute them", KnownVerb, nil, func(*cobra.Command, []string) error {
		return typed.Hint(errors.New("cluster: what? serve, work, status or cancel"), "`coterie cluster --help` shows them")
	})
	cmd.AddCommand(a.clusterServe(), a.clusterWork(), a.clusterStatus(), a.clusterCancel())
	return cmd
}

func (a *App) clusterServe() *cobra.Command {
	var opts cluster.ServeOptions
	var access accessFlags
	var store string
	cmd := Verb("serve", "Keep jobs, their parts and their results, for all who connect", NoArgs, nil, func(cmd *cobra.Command, _ []string) error {
		return a.serve(cmd.Context(), opts, access, store)
	})
	flags := cmd.Flags()
	flags.StringVar(&opts.Dir, "dir", "coterie-cluster", "the `FOLDER` in which everything is kept")
	flags.StringVar(&opts.Listen, "listen", cluster.DefaultListen, "the `ADDRESS` where clients connect, with its port; port 0 is any that is free")
	flags.StringVar(&store, "store", "", "most that the folder may take, as in 20GB (default: three quarters of what the disk has free)")
	flags.StringVar(&access.tokenFile, "token-file", "", "ask everybody for the token in `FILE`, a secret of one line")
	flags.StringVar(&access.cert, "tls-cert", "", "the server's certificate, in `FILE` (PEM)")
	flags.StringVar(&access.key, "tls-key", "", "the key of --tls-cert, in `FILE`")
	flags.StringVar(&access.ca, "tls-ca", "", "ask everybody for a certificate that one of those in `FILE` has signed")
	access.changed = flags.Changed
	return cmd
}

// serve runs a server until ctx ends. The end of ctx is not an error.
func (a *App) serve(ctx context.Context, opts cluster.ServeOptions, access accessFlags, store string) error {
	opts.Cert, opts.Key, opts.CA = access.cert, access.key, access.ca
	if opts.Dir == "" {
		return errors.New("--dir: the name of the folder is missing")
	}
	for _, name := range accessFlagNames {
		if access.empty(name) { // an empty value would silently start a server without protection
			return missingFile(name)
		}
	}
	if store != "" {
		size, err := humanize.ParseBytes(store)
		if err != nil || size == 0 || size > 1<<62 {
			return typed.Hint(fmt.Errorf("--store %s: want a number of bytes", show.Brief(store)), "such as 500MB, 20GB or 20GiB")
		}
		opts.Store = int64(size)
	}
	var err error
	if opts.Token, err = access.token(ctx); err != nil {
		return err
	}
	opts.Log = func(line string) { a.Notef("%s", line) }
	server, err := cluster.Serve(ctx, opts)
	if err != nil {
		return err
	}
	defer server.Close()
	serving := clustering.Serving{URL: server.URL(), Dir: opts.Dir}
	if err := a.Render(false, serving.WriteText, serving, serving.Table); err != nil {
		return err
	}
	a.Notef("%s", serving.Words(access.words()))
	select {
	case <-ctx.Done():
		a.Notef("the server ends; jobs and results stay in %s", show.Path(opts.Dir))
		return server.Close()
	case <-server.Done():
		if ctx.Err() != nil {
			return server.Close()
		}
		return Fail(ExitInternal, "the server ended by itself")
	}
}

// words returns the flags with which another command connects to the server with these flags.
func (f *accessFlags) words() string {
	words := ""
	if f.tokenFile != "" {
		words += " --token-file FILE"
	}
	if f.ca != "" {
		words += " --tls-cert FILE --tls-key FILE"
	}
	if f.cert != "" {
		words += " --tls-ca FILE"
	}
	return words
}

// visit connects a verb of cluster to the server that its flags name.
func (a *App) visit(cmd *cobra.Command, access accessFlags) (*cluster.Cluster, error) {
	if !cmd.Flags().Changed("at") {
		return nil, typed.Hint(fmt.Errorf("%s: --at is missing", cmd.CommandPath()), "for example: "+firstExample(cmd))
	}
	return a.enter(cmd.Context(), access, cmd.Name())
}

func (a *App) clusterWork() *cobra.Command {
	var opts cluster.WorkOptions
	var access accessFlags
	var solver solverFlags
	cmd := Verb("work --at URL", "Compute parts of the jobs of a server, until Ctrl-C", NoArgs, nil, func(cmd *cobra.Command, _ []string) error {
		return a.work(cmd, opts, access, solver)
	})
	flags := cmd.Flags()
	access.declare(flags, "compute for")
	flags.StringVar(&opts.Name, "name", "", "the `NAME` of the worker, which no other has (default: that of the host, and some letters)")
	flags.StringVar(&solver.solver, "solver", "", "compute jobs that ask `CMD`, an external SAT solver, too (auto: a known one on the PATH); without it none is run")
	flags.DurationVar(&opts.Idle, "idle", 0, "end when there has been nothing to do for this long, as in 15m (default: never)")
	return cmd
}

// work computes parts until ctx ends. The end of ctx is not an error, because a worker has no other
// end.
func (a *App) work(cmd *cobra.Command, opts cluster.WorkOptions, access accessFlags, solver solverFlags) error {
	if opts.Idle < 0 {
		return fmt.Errorf("--idle %v: want a positive duration", opts.Idle)
	}
	c, err := a.visit(cmd, access)
	if err != nil {
		return err
	}
	defer c.Close()
	ctx := cmd.Context()
	if solver.solver == autoSolver && len(solver.command()) == 0 {
		a.Notef("%s; jobs that ask a solver are left to others", noneOnPath(false))
	}
	opts.Jobs, opts.Kinds, opts.Solver, opts.Notef = a.Jobs, a.Kinds(), solver.command(), a.Notef
	err = c.Work(ctx, opts)
	switch {
	case err == nil:
		a.Notef("the worker ends: there was nothing to do for %v", opts.Idle)
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		a.Notef("the worker ends, and has given back what it had begun")
		return nil
	}
	return err
}

func (a *App) clusterStatus() *cobra.Command {
	var access accessFlags
	cmd := Verb("status --at URL", "The jobs of a server, how far they are, and who works", NoArgs, nil, func(cmd *cobra.Command, _ []string) error {
		c, err := a.visit(cmd, access)
		if err != nil {
			return err
		}
		defer c.Close()
		status, err := c.Status(cmd.Context())
		if err != nil {
			return err
		}
		return a.Render(false,
			func(w io.Writer) error { return clustering.WriteStatus(w, status, time.Now()) },
			clustering.JSON(status),
			func() (*table.Table, error) { return clustering.StatusTable(status) },
		)
	})
	access.declare(cmd.Flags(), "look at")
	return cmd
}

func (a *App) clusterCancel() *cobra.Command {
	var access accessFlags
	cmd := Verb("cancel JOB --at URL", "Remove a job from a server, with its parts and results", func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return typed.Hint(errors.New("cluster cancel: the JOB is missing"), "`coterie cluster status` lists them")
		case len(args) > 1:
			return fmt.Errorf("cluster cancel: one JOB, not %d", len(args))
		}
		return nil
	}, nil, func(cmd *cobra.Command, args []string) error {
		c, err := a.visit(cmd, access)
		if err != nil {
			return err
		}
		defer c.Close()
		job, err := c.Cancel(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		a.Notef("job %s is cancelled, and its parts and results are gone", job)
		return nil
	})
	access.declare(cmd.Flags(), "remove it from")
	return cmd
}
