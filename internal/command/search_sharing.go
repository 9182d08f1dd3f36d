package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"coterie/construct"
	"coterie/internal/words/typed"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/kcoteries"
)

func (a *App) searchSharingCommand() *cobra.Command {
	var crashes int
	cmd := Verb("sharing SPEC", "The fewest nodes for processes with resources of their own", nil, completeSpec, nil)
	cmd.Flags().IntVar(&crashes, "crashes", 0, "how many nodes may crash with disjoint quorums left for all resources")
	a.searchOf(cmd, nil, func(ctx context.Context, opts search.Options) (*search.Result, error) {
		spec := cmd.Flags().Arg(0)
		known, err := a.open(ctx, spec)
		if err != nil {
			return nil, err
		}
		// The processes alone are asked for. The families of the construction may be too long to
		// list.
		if i, ok := known.Origin.(*construct.Instance); ok && known.Kind == quorum.KindSharing {
			known, err = a.load(ctx, "sharing:alpha="+i.Param("alpha")+",per=resource")
		} else {
			known, err = a.list(ctx, known)
		}
		if err != nil {
			return nil, err
		}
		structure, ok := known.Structure.(*quorum.SharingStructure)
		if !ok {
			return nil, typed.Hint(fmt.Errorf("%s is a %s: want a sharing structure", spec, known.Kind), "such as sharing:alpha=1+2-2+3, the resources of each process")
		}
		return kcoteries.Sharing(ctx, structure, crashes, opts)
	})
	cmd.Args = oneSpec
	return cmd
}
