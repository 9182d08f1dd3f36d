package command

import (
	"io"

	"github.com/spf13/cobra"

	"coterie/internal/lab/exercises"
)

func (a *App) exercisesCommand() *cobra.Command {
	var o exercises.Options
	cmd := Verb("exercises", "Make exercises from a seed, and judge answers to them", NoArgs, nil, func(cmd *cobra.Command, _ []string) error {
		o.Seed, o.Judge = a.Seed, cmd.Flags().Changed("answer")
		sheet, err := exercises.Make(o)
		if err != nil {
			return err
		}
		return a.Render(false, func(w io.Writer) error { return sheet.Write(w, a.textWidth()) }, sheet, nil,
			FailIf(o.Judge && !sheet.Right, ExitFails, ""))
	})
	cmd.Flags().IntVar(&o.Count, "count", 8, "number of exercises")
	cmd.Flags().IntVar(&o.Number, "number", 1, "number of the first exercise")
	cmd.Flags().StringSliceVar(&o.Topics, "topic", nil, "only these topics: "+exercises.Topics())
	cmd.Flags().IntVar(&o.Level, "level", 0, "1 is for a first lecture, 3 for people who know the field (default: all)")
	cmd.Flags().BoolVar(&o.Key, "key", false, "with answers, each with its reason and a command that shows it")
	cmd.Flags().StringVar(&o.Answer, "answer", "", "judge `TEXT` as an answer to the exercise of --number")
	return cmd
}
