package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"coterie/internal/words/findings"
	"coterie/internal/words/listing"
	"coterie/quorum"
)

func (a *app) buildCommand() *cobra.Command {
	var sites bool
	cmd := &cobra.Command{
		Use:               "build SPEC",
		Short:             "Print a system",
		Args:              oneSpec,
		ValidArgsFunction: completeSpec,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.build(cmd.Context(), args[0], sites)
		},
	}
	cmd.Flags().BoolVar(&sites, "sites", false, "give every site a quorum of its own that contains it, where there is none (a bipartite matching)")
	return cmd
}

func (a *app) build(ctx context.Context, spec string, sites bool) error {
	system, err := a.load(ctx, spec)
	if err != nil {
		return err
	}
	s := system.Structure
	if sites {
		ordinary, ok := s.(*quorum.System)
		if !ok {
			return fmt.Errorf("--sites: a %s has no site assignment", s.Kind())
		}
		if s, err = ordinary.WithAssignedSites(ctx); errors.As(err, new(*quorum.HallError)) {
			return fail(exitFails, "--sites: %v", err)
		} else if err != nil {
			return fmt.Errorf("--sites: %w", err)
		}
	}
	return a.emit(false, func(w io.Writer) error {
		w = endingWriter{ctx, w}
		switch a.format {
		case "json":
			return quorum.Write(w, s)
		case "csv":
			var groups []listing.Group
			for _, p := range findings.Parts(s) {
				groups = append(groups, listing.Group{Name: p.Group, Family: p.Family})
			}
			return listing.WriteCSV(w, s, groups)
		default:
			return findings.WriteStructure(w, printable(textName(s.Name(), spec)), s)
		}
	})
}

// endingWriter fails once its context has ended, so that a long list stops.
type endingWriter struct {
	ctx context.Context
	w   io.Writer
}

func (e endingWriter) Write(p []byte) (int, error) {
	if err := cutShort(e.ctx); err != nil {
		return 0, err
	}
	return e.w.Write(p)
}
