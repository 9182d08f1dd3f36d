package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"coterie/fleet"
	"coterie/internal/picture/canvas"
	"coterie/internal/words/planning"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/search"
	plans "coterie/search/fleet"
)

// planFlags are the flags of the verb plan.
type planFlags struct {
	explain   bool
	plot      string
	intervals int
	steps     int
}

func (a *app) planCommand() *cobra.Command {
	var flags planFlags
	cmd := &cobra.Command{
		Use:   "plan FILE",
		Short: "Which system for these servers, and how far that is proven",
		Args: func(cmd *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return hinted{errors.New("plan: the FILE of the fleet is missing"), "for example: " + firstExample(cmd)}
			case 1:
				return nil
			}
			return hinted{fmt.Errorf("plan: one FILE, not %d", len(args)), "a fleet is one file of YAML or JSON"}
		},
		ValidArgsFunction: completeFleet,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.plan(cmd.Context(), args[0], flags, cmd.Flags().Changed)
		},
	}
	cmd.Flags().BoolVar(&flags.explain, "explain", false, "say what each requirement costs, by plans without it")
	cmd.Flags().StringVar(&flags.plot, "plot", "", "draw the systems by two goals into `FILE`, which ends in "+canvas.Endings())
	cmd.Flags().IntVar(&flags.intervals, "intervals", 0, "most steps of the search that proves (default: by the number of nodes)")
	cmd.Flags().IntVar(&flags.steps, "steps", 0, "steps of the search for good systems (default: by the number of nodes)")
	return cmd
}

// completeFleet offers the files of fleets to the shell.
func completeFleet(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}

// readFleet reads the file of a fleet. The path - is standard input.
func (a *app) readFleet(ctx context.Context, path string) (*fleet.Fleet, error) {
	done := a.spin("reading " + path)
	defer done()
	return leftBehind(ctx, func() (*fleet.Fleet, error) {
		if path == "-" {
			return fleet.Read(a.in, "standard input")
		}
		f, err := os.Open(path)
		if err != nil {
			var wrong *fs.PathError
			if errors.As(err, &wrong) {
				err = wrong.Err
			}
			return nil, typed.WithPathHint(fmt.Errorf("open %s: %w", show.Path(path), err), path)
		}
		defer f.Close()
		got, err := fleet.Read(f, path)
		if wrong := (*fs.PathError)(nil); errors.As(err, &wrong) {
			return nil, hinted{fmt.Errorf("%s: %w", show.Path(path), wrong.Err), "a fleet is a file of YAML or JSON"}
		}
		return got, err
	})
}

func (a *app) plan(ctx context.Context, path string, flags planFlags, changed func(string) bool) error {
	format, ok := canvas.FormatOf(flags.plot)
	if changed("plot") {
		if !ok {
			return hinted{fmt.Errorf("--plot %s: the name has to end in %s", show.Brief(flags.plot), canvas.Endings()), "for example: --plot front.svg"}
		}
	}
	for _, f := range []struct {
		name  string
		value int
	}{{"intervals", flags.intervals}, {"steps", flags.steps}} {
		if changed(f.name) && f.value < 1 {
			return fmt.Errorf("--%s %d: want at least 1", f.name, f.value)
		}
	}
	if err := a.checkBeside(changed, beside{"plot", flags.plot}); err != nil {
		return err
	}
	if err := differentFiles([]namedFile{{"FILE", path}, {"--plot", flags.plot}, {"--output", a.output}}); err != nil {
		return err
	}
	f, err := a.readFleet(ctx, path)
	if err != nil {
		return err
	}
	progress, done := a.progress()
	answer, err := plans.Plan(ctx, f, plans.Options{
		Jobs: a.jobs, Seed: a.seed, Intervals: flags.intervals, Steps: flags.steps, Explain: flags.explain, Progress: progress,
	})
	done()
	if err != nil {
		return err
	}
	var unwritten error // kept apart, so that the answer is still printed
	if flags.plot != "" {
		unwritten = a.drawPlan(answer, flags.plot, format)
	}
	cut := cutShort(ctx)
	if err := a.render(rendering{
		incomplete: cut != nil,
		text: func(w io.Writer) error {
			return planning.WritePlan(w, answer, planning.Text{Width: a.textWidth(), Explain: flags.explain, Whole: "--format csv", Ranks: flags.plot != ""})
		},
		json: planning.PlanJSON(answer),
		csv:  func() (*table.Table, error) { return planning.PlanTable(answer) },
	}); err != nil {
		return err
	}
	switch {
	case cut != nil:
		return cut
	case unwritten != nil:
		return unwritten
	case answer.Verdict == search.ProvenAbsent:
		return fail(exitFails, "")
	case answer.Best < 0:
		return fail(exitLimit, "")
	}
	return nil
}

// drawPlan writes the picture of a plan.
func (a *app) drawPlan(answer *plans.Answer, path string, format canvas.Format) error {
	picture, err := planning.PictureOf(answer)
	if err != nil {
		a.notef("%s was not drawn: %v", show.Path(path), err)
		return nil
	}
	return a.writeFile(path, func(w io.Writer) error { return picture.Write(w, format) })
}
