package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"coterie/asymmetric"
	"coterie/internal/machine/files"
	"coterie/internal/words/findings"
	"coterie/internal/words/listing"
	"coterie/quorum"
)

func (a *App) buildCommand() *cobra.Command {
	var sites bool
	var network federatedFlags
	cmd := Verb("build SPEC", "Print a system", oneSpec, completeSpec, func(cmd *cobra.Command, args []string) error {
		return a.build(cmd.Context(), args[0], sites, network)
	})
	network.declare(cmd, "")
	network.declareBy("node")
	cmd.Flags().BoolVar(&sites, "sites", false, "give every site a quorum of its own that contains it, where there is none (a bipartite matching)")
	return cmd
}

func (a *App) build(ctx context.Context, spec string, sites bool, network federatedFlags) error {
	system, err := a.load(ctx, spec)
	w, err := network.network(ctx, err)
	if found, ok := errors.AsType[*quorum.AsymmetricError](err); ok {
		return a.buildAsymmetric(ctx, spec, asymmetric.New(found.Asymmetric))
	}
	if w != nil {
		system, err = a.quorumsOf(ctx, spec, w, network.by)
	}
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
			return Fail(ExitFails, "--sites: %v", err)
		} else if err != nil {
			return fmt.Errorf("--sites: %w", err)
		}
	}
	return a.emit(false, func(out io.Writer) error {
		// A long list stops when ctx ends.
		w := files.WriterFunc(func(p []byte) (int, error) {
			if err := cutShort(ctx); err != nil {
				return 0, err
			}
			return out.Write(p)
		})
		switch a.format {
		case "json":
			return quorum.Write(w, s)
		case "csv":
			return listing.WriteCSV(w, s)
		default:
			return findings.WriteStructure(w, printable(textName(s.Name(), spec)), s)
		}
	})
}
