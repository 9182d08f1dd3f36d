package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"coterie/internal/words/findings"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
)

func (a *App) boundsCommand() *cobra.Command {
	var n, m, k int
	cmd := Verb("bounds --n N [--m M] [--k K]", "Print every closed-form limit for n nodes, m groups, k holders", numbersFor("n", "m", "k"), nil, func(cmd *cobra.Command, _ []string) error {
		if !cmd.Flags().Changed("n") {
			return typed.Hint(errors.New("bounds: --n, the number of nodes, is missing"), "for example: coterie bounds --n 13")
		}
		if cmd.Flags().Changed("m") && m < 1 {
			return fmt.Errorf("bounds: --m %d: want at least 1 group", m)
		}
		if cmd.Flags().Changed("k") && k < 1 {
			return fmt.Errorf("bounds: --k %d: want at least 1 holder", k)
		}
		return a.bounds(n, m, k)
	})
	cmd.Flags().IntVar(&n, "n", 0, "number of nodes")
	cmd.Flags().IntVar(&m, "m", 0, "number of groups")
	cmd.Flags().IntVar(&k, "k", 0, "number of holders at once")
	return cmd
}

func (a *App) bounds(n, m, k int) error {
	limits, err := findings.NewLimits(n, m, k)
	if err != nil {
		return err
	}
	return a.Render(false,
		func(w io.Writer) error { return findings.WriteLimits(w, limits) },
		limits,
		func() (*table.Table, error) { return findings.LimitsTable(limits) },
	)
}
