package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"coterie/experiments"
	"coterie/experiments/studies"
	"coterie/internal/command"
	"coterie/internal/machine/files"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
)

func experimentCommand(a *command.App) *cobra.Command {
	cmd := command.Verb("experiment WHAT", "Run the studies, or check their committed results", command.KnownVerb, nil, func(cmd *cobra.Command, _ []string) error {
		return typed.Hint(errors.New("experiment: what? list, run, check or redraw"), "`coterie experiment --help` shows them")
	})
	cmd.AddCommand(experimentList(a), experimentRun(a), experimentCheck(a), experimentRedraw(a))
	return cmd
}

func experimentList(a *command.App) *cobra.Command {
	return command.Verb("list", "List the studies", command.NoArgs, nil, func(cmd *cobra.Command, _ []string) error {
		if err := checkResults(a, "results"); err != nil {
			return err
		}
		rows := studies.All()
		return a.Render(false,
			a.Folded(func(w io.Writer) error { return experiments.WriteList(w, rows) }),
			rows,
			func() (*table.Table, error) { return experiments.ListTable(rows), nil },
		)
	})
}

func experimentRun(a *command.App) *cobra.Command {
	var opts experiments.Options
	var all bool
	cmd := command.Verb("run NAME... | --all", "Compute studies: CSV, plots and certificates under results/", nil, completeStudies, func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(namedOrAll(args, all), checkResults(a, opts.Results)); err != nil {
			return err
		}
		return runStudies(a, cmd.Context(), args, all, opts)
	})
	cmd.Flags().BoolVar(&all, "all", false, "all studies")
	cmd.Flags().BoolVar(&opts.Full, "full", false, "the full parts, which take longer, instead of the default ones")
	cmd.Flags().BoolVar(&opts.Resume, "resume", false, "take up the rows of an interrupted run")
	cmd.Flags().StringVar(&opts.Results, "results", "results", "the `FOLDER` of the results")
	a.AtFlags(cmd)
	return cmd
}

// namedOrAll refuses names of studies beside --all, and neither of the two.
func namedOrAll(args []string, all bool) error {
	switch {
	case all && len(args) > 0:
		return typed.Hint(fmt.Errorf("experiment: --all and the name %s contradict each other", show.Brief(args[0])), "leave one of them out")
	case !all && len(args) == 0:
		return typed.Hint(errors.New("experiment: which studies? name them, or --all"), "`coterie experiment list` shows them")
	}
	return nil
}

// checkResults refuses an empty name of the folder, which an unset variable of a script may have
// given. It also refuses an answer inside the folder, where it might replace a result.
func checkResults(a *command.App, folder string) error {
	switch {
	case folder == "":
		return typed.Hint(errors.New("--results: the name of the folder is empty"), "without --results it is the folder results")
	case a.Output != "" && a.Output != "-" && files.Within(folder, a.Output):
		return typed.Hint(fmt.Errorf("--output %s: this is inside the folder of the results", show.Path(a.Output)), "give the answer a place outside "+show.Path(folder))
	}
	return nil
}

func completeStudies(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, s := range studies.All() {
		names = append(names, s.Name()+"\t"+s.Title())
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// studyOptions completes the options of a run or a check. The function done removes the progress
// from the screen.
func studyOptions(a *command.App, verb string, names []string, all bool, opts experiments.Options) (_ experiments.Options, done func()) {
	opts.Doing = strings.Join(append([]string{"coterie experiment", verb}, names...), " ")
	if all {
		opts.Doing += " --all"
	}
	if opts.Full {
		opts.Doing += " --full"
	}
	opts.Progress, done = a.Progress()
	opts.Studies, opts.Names, opts.Jobs, opts.Seed, opts.Version = studies.All(), names, a.Jobs, a.Seed, command.Version
	if a.Pictures != "" && !slices.Contains(opts.Formats, a.Pictures) {
		opts.Formats = append(opts.Formats, a.Pictures)
	}
	opts.Logf = func(format string, args ...any) { a.Notef("%s", fmt.Sprintf(format, args...)) }
	return opts, done
}

func runStudies(a *command.App, ctx context.Context, names []string, all bool, opts experiments.Options) error {
	runner, err := a.Runner(ctx)
	if err != nil {
		return err
	}
	opts, done := studyOptions(a, "run", names, all, opts)
	opts.Runner = runner
	report, err := experiments.Run(ctx, opts)
	done()
	var study *experiments.StudyError
	var unwritten *experiments.PageError // the studies are complete all the same
	var full *experiments.StoreError     // some studies may be complete
	incomplete := errors.As(err, &study) && study.End != experiments.RowsLost || (errors.As(err, &full) || study != nil) && len(report.Done) > 0
	if err != nil && !incomplete && !errors.As(err, &unwritten) {
		return unwrittenError(err) // nothing was computed
	}
	if renderErr := a.Render(incomplete, report.WriteText, report.JSON(), report.Table); renderErr != nil {
		return errors.Join(err, renderErr)
	}
	return unwrittenError(err)
}

// unwrittenError is studyError for a run. If the disk is full, it adds that the finished rows are
// kept.
func unwrittenError(err error) error {
	var full *experiments.StoreError
	if errors.As(err, &full) && errors.Is(err, syscall.ENOSPC) {
		return typed.Hint(err, full.Hint()+"; --resume takes up the rows that are finished")
	}
	return studyError(err)
}

func experimentCheck(a *command.App) *cobra.Command {
	var opts experiments.Options
	cmd := command.Verb("check [NAME...]", "Compute studies again and compare with what stands under results/", nil, completeStudies, func(cmd *cobra.Command, args []string) error {
		if err := checkResults(a, opts.Results); err != nil {
			return err
		}
		return checkStudies(a, cmd.Context(), args, opts)
	})
	cmd.Flags().BoolVar(&opts.Full, "full", false, "the full parts too")
	cmd.Flags().StringVar(&opts.Results, "results", "results", "the `FOLDER` of the results")
	return cmd
}

func checkStudies(a *command.App, ctx context.Context, names []string, opts experiments.Options) error {
	opts, done := studyOptions(a, "check", names, false, opts)
	report, err := experiments.Check(ctx, opts)
	done()
	if err != nil && ctx.Err() == nil {
		return studyError(err)
	}
	if err != nil {
		a.Notef("stopped: the parts below are those that were checked")
	}
	return a.Render(err != nil,
		func(w io.Writer) error { return report.WriteText(w, err != nil) },
		report.JSON(),
		func() (*table.Table, error) { return report.Table(), nil },
		studyError(err), command.FailIf(!report.OK(), command.ExitFails, ""),
	)
}

// studyError gives errors of studies their exit status and a hint.
func studyError(err error) error {
	var study *experiments.StudyError
	var needed *experiments.NotRunError
	switch {
	case errors.Is(err, experiments.ErrNoResults):
		return typed.Hint(fmt.Errorf("experiment: %w", err), "go where the results are, name their folder with --results, or make some: `coterie experiment run NAME`")
	case errors.As(err, &needed):
		all := "`coterie experiment run --all`"
		if needed.Full {
			all = "`coterie experiment run --all --full`"
		}
		return typed.Hint(fmt.Errorf("experiment: %w", err), all+" runs every study that it reads before it")
	case errors.As(err, &study) && study.End == experiments.StudyInterrupted:
		part := "default"
		if study.Full {
			part = "full"
		}
		err = command.Fail(command.ExitLimit, "interrupted in the %s part of %s: %d finished rows kept for --resume, %d studies complete: %v",
			part, study.Study, study.Rows, len(study.Done), study.Err)
		return typed.Hint(err, "run it again with --resume to take up the finished rows")
	case study != nil && study.End == experiments.StudyFailed:
		return command.Fail(command.ExitInternal, "%v", err)
	}
	return err
}
