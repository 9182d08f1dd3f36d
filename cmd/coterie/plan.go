package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

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

func (a *app) planCommand() *cobra.Command {
	var opts plans.Options
	var plot string
	var shapes []string
	cmd := command("plan FILE", "Which system for these servers, and how far that is proven", func(cmd *cobra.Command, args []string) error {
		switch len(args) {
		case 0:
			return typed.Hint(errors.New("plan: the FILE of the fleet is missing"), "for example: "+firstExample(cmd))
		case 1:
			return nil
		}
		return typed.Hint(fmt.Errorf("plan: one FILE, not %d", len(args)), "a fleet is one file of YAML or JSON")
	}, completeFleet, func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("shape") {
			var err error
			if opts.Shapes, err = fleet.ParseShapes(strings.Join(shapes, ",")); err != nil {
				return fmt.Errorf("--shape: %w", err)
			}
		}
		return a.plan(cmd.Context(), args[0], opts, plot, cmd.Flags().Changed)
	})
	cmd.Flags().BoolVar(&opts.Explain, "explain", false, "say what each requirement costs, by plans without it")
	cmd.Flags().StringVar(&plot, "plot", "", "draw the systems by two goals into `FILE`, which ends in "+canvas.Endings())
	cmd.Flags().StringSliceVar(&shapes, "shape", nil, "the best of these `SHAPES`: "+strings.Join(fleet.ShapeNames(), ", ")+"; several with commas (default any)")
	cmd.Flags().IntVar(&opts.Intervals, "intervals", 0, "most steps of the search that proves (default: by the number of nodes)")
	cmd.Flags().IntVar(&opts.Steps, "steps", 0, "steps of the search for good systems (default: by the number of nodes)")
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
			return nil, typed.Hint(fmt.Errorf("%s: %w", show.Path(path), wrong.Err), "a fleet is a file of YAML or JSON")
		}
		return got, err
	})
}

func (a *app) plan(ctx context.Context, path string, opts plans.Options, plot string, changed func(string) bool) error {
	format, ok := canvas.FormatOf(plot)
	if changed("plot") && !ok {
		return typed.Hint(fmt.Errorf("--plot %s: the name has to end in %s", show.Brief(plot), canvas.Endings()), "for example: --plot front.svg")
	}
	for _, f := range []struct {
		name  string
		value int
	}{{"intervals", opts.Intervals}, {"steps", opts.Steps}} {
		if changed(f.name) && f.value < 1 {
			return fmt.Errorf("--%s %d: want at least 1", f.name, f.value)
		}
	}
	if err := a.checkBeside(changed, [2]string{"--plot", plot}); err != nil {
		return err
	}
	if err := differentFiles([][2]string{{"FILE", path}, {"--plot", plot}, {"--output", a.output}}); err != nil {
		return err
	}
	f, err := a.readFleet(ctx, path)
	if err != nil {
		return err
	}
	progress, done := a.progress()
	opts.Jobs, opts.Seed, opts.Progress = a.jobs, a.seed, progress
	answer, err := plans.Plan(ctx, f, opts)
	done()
	if err != nil {
		return err
	}
	var unwritten error // kept apart, so that the answer is still printed
	if plot != "" {
		unwritten = a.drawPlan(answer, plot, format)
	}
	cut := cutShort(ctx)
	return a.render(cut != nil,
		func(w io.Writer) error {
			return planning.WritePlan(w, answer, planning.Text{Width: a.textWidth(), Explain: opts.Explain, Whole: "--format csv", Shapes: "--shape all", Ranks: plot != ""})
		},
		planning.PlanJSON(answer),
		func() (*table.Table, error) { return planning.PlanTable(answer) },
		cut, unwritten, failIf(answer.Verdict == search.ProvenAbsent, exitFails, ""), failIf(answer.Best < 0, exitLimit, ""),
	)
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
