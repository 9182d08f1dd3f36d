package command

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/machine/work"
	"coterie/internal/solve/session"
	"coterie/internal/words/typed"
	"coterie/search"
)

// cubeFlags adds to a search the flag --cubes and the flags of a cluster that decides the cubes.
func (a *App) cubeFlags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&a.cubes, "cubes", 0, "split each question to a solver into cubes of at most `DEPTH` decisions, decided on --jobs cores or --at a cluster")
	a.AtFlags(cmd)
}

// cubeOptions adds the splitting of questions to the options of a search, and the runner that
// decides the cubes to its context.
func (a *App) cubeOptions(ctx context.Context, flags *pflag.FlagSet, opts *search.Options) (context.Context, error) {
	if !flags.Changed("cubes") {
		if a.access.at != "" {
			return nil, typed.Hint(errors.New("--at: without --cubes a search has no parts to hand out"), "such as --cubes 6, for some 64 of them")
		}
		return ctx, nil
	}
	if err := session.Need("cubes", a.cubes, 1, search.MaxCubes); err != nil {
		return nil, namesFlag(err)
	}
	opts.Cubes = a.cubes
	runner, err := a.Runner(ctx)
	return work.With(ctx, runner), err
}
