package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/kcoteries"
)

func (a *App) searchKCoterieCommand() *cobra.Command {
	var n, k, holders int
	var best, p string
	cmd := Verb("k-coterie --n N --k K", "The best k-coterie: least size, least load, or fewest failures", nil, nil, nil)
	flags := cmd.Flags()
	flags.IntVar(&n, "n", 0, "number of nodes")
	flags.IntVar(&k, "k", 0, "how many processes may be in at once")
	flags.StringVar(&best, "best", "size", "what is to be least: size, load or failure")
	flags.StringVar(&p, "p", "0.1", "with --best failure: the probability that a node crashes")
	flags.IntVar(&holders, "holders", 0, "with --best failure: how many disjoint quorums are to survive (default K)")
	return a.searchOf(cmd, []string{"n", "k"}, func(ctx context.Context, opts search.Options) (*search.Result, error) {
		for _, name := range []string{"p", "holders"} {
			if flags.Changed(name) && best != "failure" {
				return nil, quorum.Bad(name, "it is about failures", "with --best failure")
			}
		}
		switch best {
		case "size":
			return kcoteries.Least(ctx, n, k, opts)
		case "load":
			return kcoteries.Load(ctx, n, k, opts)
		case "failure":
			crash, err := typed.Fraction("p", p)
			if err != nil {
				return nil, err
			}
			if !flags.Changed("holders") {
				holders = k
			}
			return kcoteries.Failure(ctx, n, k, holders, crash, opts)
		}
		return nil, quorum.Bad("best", fmt.Sprintf("%s is none", show.Value(best)), "size, load or failure")
	})
}
