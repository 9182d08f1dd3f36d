package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"coterie/internal/simulation"
	"coterie/internal/table"
	"coterie/mutex/sim"
	"coterie/quorum"
)

func (a *app) simulateCommand() *cobra.Command {
	var flags simulateFlags
	cmd := &cobra.Command{
		Use:               "simulate SPEC",
		Short:             "Run a mutual-exclusion algorithm over a system: what it costs, and whether it holds",
		Args:              oneSpec,
		ValidArgsFunction: completeSpec,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.simulate(cmd.Context(), args[0], flags)
		},
	}
	flags.register(cmd)
	return cmd
}

func (a *app) simulate(ctx context.Context, spec string, flags simulateFlags) error {
	structure, err := a.load(ctx, spec)
	if err != nil {
		return err
	}
	config, err := flags.configOf(ctx, structure, spec)
	if err != nil {
		return err
	}
	config.Seed = a.seed
	told, done := a.progress()
	r, err := sim.Replicate(ctx, config, sim.Options{Replications: flags.replications, Jobs: a.jobs, Progress: told, Structure: structure})
	done()
	cut := cutShort(ctx)
	if err != nil && (cut == nil || r.Replications == 0) {
		return err
	}
	shown := r
	shown.System = textName(r.System, spec)
	if err := a.render(rendering{
		incomplete: cut != nil,
		text:       func(w io.Writer) error { return simulation.Text(w, shown, namesOf(structure), a.textWidth()) },
		json:       r,
		csv:        func() (*table.Table, error) { return simulation.Table(r) },
	}); err != nil {
		return err
	}
	switch {
	case cut != nil:
		return cut
	case r.Violations > 0 || r.Stuck:
		return &statusError{status: exitFails}
	}
	return nil
}

// namesOf are the names of those who wish: nodes that are sites.
func namesOf(s quorum.Structure) []string {
	if s.Kind() == quorum.KindSystem {
		return s.Names()
	}
	return nil
}
