package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"coterie/experiments"
	"coterie/internal/table"
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
	cmd.Flags().StringVar(&f.results, "results", "results", "the `FOLDER` of the results")
	return cmd
}

// redrawnRow is a part in the JSON form of a redraw.
type redrawnRow struct {
	Study string   `json:"study"`
	Full  bool     `json:"full"`
	Files []string `json:"files"`
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
	rows, files := []redrawnRow{}, 0
	for _, d := range drawn {
		rows = append(rows, redrawnRow{d.Study, d.Full, append([]string{}, d.Files...)})
		files += len(d.Files)
	}
	return a.render(rendering{
		text: func(w io.Writer) error {
			for _, r := range rows {
				if len(r.Files) == 0 {
					continue
				}
				part := ""
				if r.Full {
					part = ", full"
				}
				if _, err := fmt.Fprintf(w, "%s%s: %s\n", r.Study, part, strings.Join(r.Files, " ")); err != nil {
					return err
				}
			}
			_, err := fmt.Fprintf(w, "%s drawn otherwise than before\n", count(files, "file"))
			return err
		},
		json: rows,
		csv: func() (*table.Table, error) {
			t := table.New(table.TextColumns("study", "part", "file")...)
			for _, r := range rows {
				part := "default"
				if r.Full {
					part = "full"
				}
				for _, file := range r.Files {
					if err := t.Append(table.TextRow(r.Study, part, file)...); err != nil {
						return nil, err
					}
				}
			}
			return t, nil
		},
	})
}
