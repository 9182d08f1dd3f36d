package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"coterie/fleet"
	"coterie/fleet/deploy"
	"coterie/fleet/inventory"
	"coterie/internal/picture/canvas"
	"coterie/internal/words/planning"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/quorum"
	"coterie/search"
	plans "coterie/search/fleet"
)

func (a *App) planCommand() *cobra.Command {
	var opts plans.Options
	var plot, from string
	var shapes []string
	var out deployFlags
	cmd := Verb("plan FILE", "Which system for these servers, and how far that is proven", func(cmd *cobra.Command, args []string) error {
		switch len(args) {
		case 0:
			return typed.Hint(errors.New("plan: the FILE of the fleet is missing"), "for example: "+firstExample(cmd))
		case 1:
			return nil
		}
		return typed.Hint(fmt.Errorf("plan: one FILE, not %d", len(args)), "a fleet is one file; several of etcdctl are joined by: cat members.json status.json | coterie plan -")
	}, completeFleet, func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("shape") {
			var err error
			if opts.Shapes, err = fleet.ParseShapes(strings.Join(shapes, ",")); err != nil {
				return fmt.Errorf("--shape: %w", err)
			}
		}
		return a.plan(cmd.Context(), args[0], opts, plot, from, out, cmd.Flags().Changed)
	})
	out.declare(cmd)
	cmd.Flags().BoolVar(&opts.Explain, "explain", false, "say what each requirement costs, by plans without it")
	cmd.Flags().StringVar(&plot, "plot", "", "draw the systems by two goals into `FILE`, which ends in "+a.Formats.Endings())
	cmd.Flags().StringVar(&from, "from", "", "say how to get there in safe steps from the system `SPEC`, which runs today")
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
	return []string{"yaml", "yml", "json", "cfg", "csv", "txt"}, cobra.ShellCompDirectiveFilterFileExt
}

// readFleet reads the file of a fleet, or one of software from which a fleet follows, and says what
// it does not say. The path - is standard input. The fleet is written into the file written, if
// that is not empty.
func (a *App) readFleet(ctx context.Context, path, written string) (*fleet.Fleet, error) {
	done := a.spin("reading " + path)
	found, err := leftBehind(ctx, func() (*inventory.Found, error) {
		if path == "-" {
			return inventory.Read(a.in, "standard input")
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
		got, err := inventory.Read(f, path)
		if wrong := (*fs.PathError)(nil); errors.As(err, &wrong) {
			return nil, typed.Hint(fmt.Errorf("%s: %w", show.Path(path), wrong.Err), "a fleet is a file of YAML or JSON")
		}
		return got, err
	})
	done()
	if err != nil {
		return nil, err
	}
	for _, note := range found.Notes {
		a.Notef("%s", note)
	}
	if found.Today != "" {
		a.Notef("the quorums of today: %s; their figures: coterie measure '%[1]s' --fleet %s", found.Today, show.Path(path))
	}
	if written == "" {
		if len(found.Notes) > 0 {
			a.Notef("--write-fleet FILE makes the fleet file of it; --export FORMAT plans among what its software runs")
		}
		return found.Fleet, nil
	}
	return found.Fleet, a.writeFile(written, func(w io.Writer) error {
		_, err := w.Write(found.File)
		return err
	})
}

func (a *App) plan(ctx context.Context, path string, opts plans.Options, plot, from string, out deployFlags, changed func(string) bool) error {
	format, ok := a.Formats.Of(plot)
	if changed("plot") && a.Chart == nil {
		return a.checkChart()
	}
	if changed("plot") && !ok {
		return typed.Hint(fmt.Errorf("--plot %s: the name has to end in %s", show.Brief(plot), a.Formats.Endings()), "for example: --plot front.svg")
	}
	for _, f := range []struct {
		name  string
		value int
	}{{"intervals", opts.Intervals}, {"steps", opts.Steps}} {
		if changed(f.name) && f.value < 1 {
			return fmt.Errorf("--%s %d: want at least 1", f.name, f.value)
		}
	}
	if err := cmp.Or(out.check(changed), a.checkSlide(changed), a.checkBeside(changed, [2]string{"--plot", plot}, [2]string{"--write-fleet", out.fleet}),
		differentFiles([][2]string{{"FILE", path}, {"--plot", plot}, {"--write-fleet", out.fleet}, {"--output", a.Output}})); err != nil {
		return err
	}
	f, err := a.readFleet(ctx, path, out.fleet)
	if err != nil {
		return err
	}
	if changed("from") {
		if opts.From, err = a.today(ctx, f, from, path); err != nil {
			return err
		}
	}
	if shapes := deploy.Shapes(f, out.export); shapes != nil {
		if opts.Shapes == nil && f.Shapes == nil && f.Systems == nil {
			opts.Shapes = shapes
		}
		opts.Runs = func(ctx context.Context, f *fleet.Fleet, s fleet.System) bool {
			return deploy.Runs(ctx, f, s, out.export)
		}
	}
	progress, done := a.Progress()
	opts.Jobs, opts.Seed, opts.Progress = a.Jobs, a.Seed, progress
	answer, err := plans.Plan(ctx, f, opts)
	done()
	if err != nil && opts.From != nil {
		return fmt.Errorf("--from %s: %w", sourceName(from), err)
	}
	if err != nil {
		return err
	}
	var unwritten error // kept apart, so that the answer is still printed
	if plot != "" {
		unwritten = a.drawPlan(answer, plot, format)
	}
	if out.export != "" && answer.Best >= 0 {
		best := answer.Entries[answer.Best]
		return a.export(ctx, answer.Fleet, best.System, best.Strategy, out.export, unwritten)
	}
	cut := cutShort(ctx)
	ends := []error{cut, unwritten, FailIf(answer.Verdict == search.ProvenAbsent, ExitFails, ""), FailIf(answer.Best < 0, ExitLimit, "")}
	if format, ok := a.Formats.Of(a.Output); ok {
		picture, err := planning.PlanSlide(answer)
		return a.slide(picture, err, format, ends...)
	}
	return a.Render(cut != nil,
		func(w io.Writer) error {
			return planning.WritePlan(w, answer, planning.Text{Width: a.textWidth(), Explain: opts.Explain, Whole: "--format csv", Shapes: "--shape all", Ranks: plot != ""})
		},
		planning.PlanJSON(answer),
		func() (*table.Table, error) { return planning.PlanTable(answer) },
		ends...,
	)
}

// today opens the system that runs on nodes of a fleet.
func (a *App) today(ctx context.Context, f *fleet.Fleet, spec, path string) (*fleet.System, error) {
	if spec == "" || spec == "-" && path == "-" {
		return nil, typed.Hint(errors.New("--from: the SPEC of the system of today is missing"), "for example: --from majority:n=3")
	}
	known, err := a.openListed(ctx, spec, false, nil)
	if err != nil {
		return nil, err
	}
	s, err := f.PlaceToday(known)
	if err == nil {
		s.Name = cmp.Or(s.Name, textName("", spec))
		err = s.Meets(ctx)
	}
	if err != nil && !errors.As(err, new(*quorum.LimitError)) {
		return nil, fmt.Errorf("--from %s: %w", sourceName(spec), err)
	}
	return &s, nil
}

// drawPlan writes the picture of a plan.
func (a *App) drawPlan(answer *plans.Answer, path string, format canvas.Format) error {
	picture, err := planning.PictureOf(answer)
	if err != nil {
		a.Notef("%s was not drawn: %v", show.Path(path), err)
		return nil
	}
	return a.writeFile(path, func(w io.Writer) error { return a.Chart(w, picture, format) })
}
