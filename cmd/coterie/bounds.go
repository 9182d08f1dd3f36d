package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"coterie/internal/words/findings"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
)

func (a *app) boundsCommand() *cobra.Command {
	var n, m int
	cmd := command("bounds --n N [--m M]", "Print every closed-form limit for n nodes and m groups", numbersFor("n", "m"), nil, func(cmd *cobra.Command, _ []string) error {
		if !cmd.Flags().Changed("n") {
			return typed.Hint(errors.New("bounds: --n, the number of nodes, is missing"), "for example: coterie bounds --n 13")
		}
		if cmd.Flags().Changed("m") && m < 1 {
			return fmt.Errorf("bounds: --m %d: want at least 1 group", m)
		}
		return a.bounds(n, m)
	})
	cmd.Flags().IntVar(&n, "n", 0, "number of nodes")
	cmd.Flags().IntVar(&m, "m", 0, "number of groups")
	return cmd
}

func (a *app) bounds(n, m int) error {
	limits, err := findings.NewLimits(n, m)
	if err != nil {
		return err
	}
	return a.render(false,
		func(w io.Writer) error { return findings.WriteLimits(w, limits) },
		limits,
		func() (*table.Table, error) { return findings.LimitsTable(limits) },
	)
}
