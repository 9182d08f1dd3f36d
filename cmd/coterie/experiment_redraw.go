package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"coterie/experiments"
)

func (a *app) experimentRedraw() *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:               "redraw [NAME...]",
		Short:             "Draw the plots under results/ again from the tables beside them",
		ValidArgsFunction: completeStudies,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.checkResults(f.results); err != nil {
				return err
			}
			return a.redrawStudies(cmd.Context(), args, f)
		},
	}
	cmd.Flags().BoolVar(&f.tex, "tex", false, "write each plot NAME.svg as NAME.tex, too, for LaTeX, beside it")
	cmd.Flags().StringVar(&f.results, "results", "results", "the `FOLDER` of the results")
	return cmd
}

func (a *app) redrawStudies(ctx context.Context, names []string, f studyFlags) error {
	opts, done := a.studyOptions("redraw", names, f)
	drawn, err := experiments.Redraw(ctx, opts)
	done()
	var refused *experiments.RedrawError
	if errors.As(err, &refused) {
		command := "coterie experiment run " + refused.Study
		if refused.Full {
			command += " --full"
		}
		return hinted{err, "`" + command + "` computes tables and plots anew"}
	}
	if err != nil {
		return studyError(err)
	}
	told := experiments.RedrawReport(drawn)
	return a.render(rendering{text: told.WriteText, json: told.JSON(), csv: told.Table})
}
