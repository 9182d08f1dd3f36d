package command

import (
	"context"
	"errors"
	"fmt"

	"coterie/groups"
	"coterie/internal/words/typed"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cover"

	"github.com/spf13/cobra"
)

func (a *App) searchCoverCommand() *cobra.Command {
	var n int
	var name string
	cmd := Verb("cover (--n N | --group NAME)", "The smallest difference cover of every group of an order", nil, nil, nil)
	flags := cmd.Flags()
	flags.IntVar(&n, "n", 0, "order of the group, the number of sites")
	flags.StringVar(&name, "group", "all", "a group by its name, as Z7:Z3, or all of order N")
	return a.searchOf(cmd, nil, func(ctx context.Context, opts search.Options) (*search.Result, error) {
		given := flags.Changed("n")
		if name == "all" {
			if !given {
				return nil, typed.Hint(errors.New("coterie search cover: --n or --group is missing"), "for example: "+firstExample(cmd))
			}
			return cover.All(ctx, n, opts)
		}
		g, err := groups.Parse(name)
		if err != nil {
			return nil, typed.Hint(fmt.Errorf("--%w", err), "names are "+groups.Forms)
		}
		if given && g.Order() != n {
			return nil, quorum.Bad("n", fmt.Sprintf("%s has %d elements, not %d", g.Name(), g.Order(), n), "with a group that is named, it can be left out")
		}
		return cover.Find(ctx, g, opts)
	})
}
