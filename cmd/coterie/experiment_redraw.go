package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"coterie/experiments"
	"coterie/internal/command"
	"coterie/internal/words/typed"
)

func experimentRedraw(a *command.App) *cobra.Command {
	var opts experiments.Options
	tex := false
	cmd := command.Verb("redraw [NAME...]", "Draw the plots under results/ again from the tables beside them", nil, completeStudies, func(cmd *cobra.Command, args []string) error {
		if err := checkResults(a, opts.Results); err != nil {
			return err
		}
		if tex {
			opts.Formats = append(opts.Formats, "tex")
		}
		return redrawStudies(a, cmd.Context(), args, opts)
	})
	cmd.Flags().BoolVar(&tex, "tex", false, "write each plot NAME.svg as NAME.tex, too, for LaTeX, beside it")
	cmd.Flags().StringVar(&opts.Results, "results", "results", "the `FOLDER` of the results")
	return cmd
}

func redrawStudies(a *command.App, ctx context.Context, names []string, opts experiments.Options) error {
	opts, done := studyOptions(a, "redraw", names, false, opts)
	drawn, err := experiments.Redraw(ctx, opts)
	done()
	var refused *experiments.StudyError
	if errors.As(err, &refused) && refused.End == experiments.PlotsUndrawn {
		command := "coterie experiment run " + refused.Study
		if refused.Full {
			command += " --full"
		}
		return typed.Hint(err, "`"+command+"` computes tables and plots anew")
	}
	if err != nil {
		return studyError(err)
	}
	told := experiments.RedrawReport(drawn)
	return a.Render(false, told.WriteText, told.JSON(), told.Table)
}
