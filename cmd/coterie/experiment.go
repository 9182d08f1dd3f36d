package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"coterie/experiments"
	"coterie/experiments/studies"
	"coterie/internal/machine/files"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

func (a *app) experimentCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "experiment WHAT",
		Short: "Run the studies, or check their committed results",
		Args:  knownVerb,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return hinted{errors.New("experiment: what? list, run, check or redraw"), "`coterie experiment --help` shows them"}
		},
	}
	cmd.AddCommand(a.experimentList(), a.experimentRun(), a.experimentCheck(), a.experimentRedraw())
	return cmd
}

func (a *app) experimentList() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the studies",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.checkResults("results"); err != nil {
				return err
			}
			rows := studies.All()
			return a.render(rendering{
				text: a.folded(func(w io.Writer) error { return experiments.WriteList(w, rows) }),
				json: rows,
				csv:  func() (*table.Table, error) { return experiments.ListTable(rows), nil },
			})
		},
	}
}

// studyFlags are the flags of the verbs run and check.
type studyFlags struct {
	all, full, resume, tex bool
	results                string
}

func (a *app) experimentRun() *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:               "run NAME... | --all",
		Short:             "Compute studies: CSV, plots and certificates under results/",
		ValidArgsFunction: completeStudies,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(args), a.checkResults(f.results)); err != nil {
				return err
			}
			return a.runStudies(cmd.Context(), args, f)
		},
	}
	cmd.Flags().BoolVar(&f.all, "all", false, "all studies")
	cmd.Flags().BoolVar(&f.full, "full", false, "the full parts, which take longer, instead of the default ones")
	cmd.Flags().BoolVar(&f.resume, "resume", false, "take up the rows of an interrupted run")
	cmd.Flags().StringVar(&f.results, "results", "results", "the `FOLDER` of the results")
	a.atFlags(cmd)
	return cmd
}

func (f studyFlags) check(args []string) error {
	switch {
	case f.all && len(args) > 0:
		return hinted{fmt.Errorf("experiment: --all and the name %s contradict each other", show.Brief(args[0])), "leave one of them out"}
	case !f.all && len(args) == 0:
		return hinted{errors.New("experiment: which studies? name them, or --all"), "`coterie experiment list` shows them"}
	}
	return nil
}

// checkResults refuses an empty name of the folder, which an unset variable of a script may have
// given. It also refuses an answer inside the folder, where it might replace a result.
func (a *app) checkResults(folder string) error {
	switch {
	case folder == "":
		return hinted{errors.New("--results: the name of the folder is empty"), "without --results it is the folder results"}
	case a.output != "" && a.output != "-" && files.Within(folder, a.output):
		return hinted{fmt.Errorf("--output %s: this is inside the folder of the results", show.Path(a.output)), "give the answer a place outside " + show.Path(folder)}
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

// studyOptions returns the options of a run or a check. The function done removes the progress from
// the screen.
func (a *app) studyOptions(verb string, names []string, f studyFlags) (opts experiments.Options, done func()) {
	progress, done := a.progress()
	doing := strings.Join(append([]string{"coterie experiment", verb}, names...), " ")
	if f.all {
		doing += " --all"
	}
	if f.full {
		doing += " --full"
	}
	var formats []string
	if f.tex {
		formats = append(formats, "tex")
	}
	if a.pictures != "" && !(f.tex && a.pictures == "tex") {
		formats = append(formats, a.pictures)
	}
	return experiments.Options{
		Studies: studies.All(),
		Names:   names, Full: f.full, Resume: f.resume, Formats: formats, Jobs: a.jobs, Seed: a.seed, Version: version,
		Results: f.results, Progress: progress, Doing: doing,
		Logf: func(format string, args ...any) { a.notef("%s", fmt.Sprintf(format, args...)) },
	}, done
}

func (a *app) runStudies(ctx context.Context, names []string, f studyFlags) error {
	runner, err := a.runner(ctx)
	if err != nil {
		return err
	}
	opts, done := a.studyOptions("run", names, f)
	opts.Runner = runner
	report, err := experiments.Run(ctx, opts)
	done()
	var interrupted *experiments.InterruptedError
	var bug *experiments.StudyError
	var unwritten *experiments.PageError // the studies are complete all the same
	var full *experiments.StoreError     // some studies may be complete
	var lost *experiments.RunnerError    // the same
	incomplete := errors.As(err, &interrupted) || errors.As(err, &bug) || (errors.As(err, &full) || errors.As(err, &lost)) && len(report.Done) > 0
	if err != nil && !incomplete && !errors.As(err, &unwritten) {
		return unwrittenError(err) // nothing was computed
	}
	if renderErr := a.render(rendering{incomplete: incomplete, text: report.WriteText, json: report.JSON(), csv: report.Table}); renderErr != nil {
		return errors.Join(err, renderErr)
	}
	return unwrittenError(err)
}

// unwrittenError is studyError for a run. If the disk is full, it adds that the finished rows are
// kept.
func unwrittenError(err error) error {
	var full *experiments.StoreError
	if errors.As(err, &full) && errors.Is(err, syscall.ENOSPC) {
		return hinted{err, full.Hint() + "; --resume takes up the rows that are finished"}
	}
	return studyError(err)
}

func (a *app) experimentCheck() *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:               "check [NAME...]",
		Short:             "Compute studies again and compare with what stands under results/",
		ValidArgsFunction: completeStudies,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.checkResults(f.results); err != nil {
				return err
			}
			return a.checkStudies(cmd.Context(), args, f)
		},
	}
	cmd.Flags().BoolVar(&f.full, "full", false, "the full parts too")
	cmd.Flags().StringVar(&f.results, "results", "results", "the `FOLDER` of the results")
	return cmd
}

func (a *app) checkStudies(ctx context.Context, names []string, f studyFlags) error {
	opts, done := a.studyOptions("check", names, f)
	report, err := experiments.Check(ctx, opts)
	done()
	if err != nil && ctx.Err() == nil {
		return studyError(err)
	}
	if err != nil {
		a.notef("stopped: the parts below are those that were checked")
	}
	if renderErr := a.render(rendering{
		incomplete: err != nil,
		text:       func(w io.Writer) error { return report.WriteText(w, err != nil) },
		json:       report.JSON(),
		csv:        func() (*table.Table, error) { return report.Table(), nil },
	}); renderErr != nil {
		return renderErr
	}
	if err != nil {
		return studyError(err)
	}
	if !report.OK() {
		return fail(exitFails, "")
	}
	return nil
}

// studyError gives errors of studies their exit status and a hint.
func studyError(err error) error {
	var interrupted *experiments.InterruptedError
	var bug *experiments.StudyError
	var nothing *experiments.NoResultsError
	var needed *experiments.NotRunError
	switch {
	case errors.As(err, &nothing):
		return hinted{fmt.Errorf("experiment: %w", err), "go where the results are, name their folder with --results, or make some: `coterie experiment run NAME`"}
	case errors.As(err, &needed):
		all := "`coterie experiment run --all`"
		if needed.Full {
			all = "`coterie experiment run --all --full`"
		}
		return hinted{fmt.Errorf("experiment: %w", err), all + " runs every study that it reads before it"}
	case errors.As(err, &interrupted):
		part := "default"
		if interrupted.Full {
			part = "full"
		}
		err = fail(exitLimit, "interrupted in the %s part of %s: %d finished rows kept for --resume, %d studies complete: %v",
			part, interrupted.Study, interrupted.Rows, len(interrupted.Done), interrupted.Err)
		return hinted{err, "run it again with --resume to take up the finished rows"}
	case errors.As(err, &bug):
		return fail(exitInternal, "%v", err)
	}
	return err
}
