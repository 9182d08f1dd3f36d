package command

import (
	"context"

	"github.com/spf13/cobra"

	"coterie/search"
	"coterie/search/masking"
)

func (a *App) searchMaskingCommand() *cobra.Command {
	var n, b int
	var opts masking.Options
	cmd := Verb("masking --n N --b B", "The best system of which any b nodes may lie", nil, nil, nil)
	flags := cmd.Flags()
	flags.IntVar(&n, "n", 0, "number of nodes")
	flags.IntVar(&b, "b", 0, "number of nodes that may lie, whichever they are")
	flags.StringVar((*string)(&opts.Kind), "kind", "masking", "dissemination (of signed data), masking or opaque")
	flags.StringVar((*string)(&opts.Objective), "objective", "load", "load, or size, to which all quorums can keep")
	a.cubeFlags(cmd)
	return a.searchOf(cmd, []string{"n", "b"}, func(ctx context.Context, common search.Options) (*search.Result, error) {
		opts.Options = common
		return masking.Find(ctx, n, b, opts)
	})
}
