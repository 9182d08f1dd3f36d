package main

import (
	"context"

	"github.com/spf13/cobra"

	"coterie/search"
	"coterie/search/load"
)

func (a *app) searchLoadCommand() *cobra.Command {
	var n int
	var opts load.Options
	cmd := &cobra.Command{
		Use:   "load --n N",
		Short: "The least load of any quorum system",
		Long: `search load finds the least load of any quorum system on N nodes: how seldom the
busiest node can be asked when the best strategy chooses the quorums. Nodes may be
left unused.

A nondominated coterie reaches it. Up to 7 nodes the load of one coterie of each class
is found (coterie enumerate lists them), and a note says how many classes reach the
least; from 8 to 10 nodes a solver refutes what would be better. That takes some
seconds for 8 and 9 nodes, a minute and 1 GB of memory for 10. Beyond, the
answer has two bounds, which meet for N = q²+q+1 and N = q²+q where there is a plane of order q.

A strategy and node weights prove the load of the system that is printed: --format json
has both, and so has coterie measure FILE --proof with the file of --system. That no system has
a smaller one, a list of classes or a solver says; --dimacs keeps the solver's question,
a formula without a model, for any other solver.

--method bounds lists nothing and asks no solver.`,
		Example: `  coterie search load --n 7
  coterie search load --n 13
  coterie search load --n 12 --system twelve.json`,
	}
	flags := cmd.Flags()
	flags.IntVar(&n, "n", 0, "number of nodes")
	methodFlag(flags, (*string)(&opts.Method), "auto or bounds")
	return a.searchOf(cmd, []string{"n"}, func(ctx context.Context, common search.Options) (*search.Result, error) {
		opts.Options = common
		return load.Find(ctx, n, opts)
	})
}
