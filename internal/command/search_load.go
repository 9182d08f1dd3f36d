package command

import (
	"context"

	"github.com/spf13/cobra"

	"coterie/search"
	"coterie/search/load"
)

func (a *App) searchLoadCommand() *cobra.Command {
	var n int
	var opts load.Options
	cmd := Verb("load --n N", "The least load of any quorum system", nil, nil, nil)
	flags := cmd.Flags()
	flags.IntVar(&n, "n", 0, "number of nodes")
	methodFlag(flags, (*string)(&opts.Method), "auto, bounds, cases, coteries or strategies")
	a.cubeFlags(cmd)
	return a.searchOf(cmd, []string{"n"}, func(ctx context.Context, common search.Options) (*search.Result, error) {
		opts.Options = common
		return load.Find(ctx, n, opts)
	})
}
