package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"coterie/internal/machine/work"
	"coterie/internal/words/show"
	"coterie/internal/words/simulation"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
	"coterie/quorum"
)

func (a *App) simulateCommand() *cobra.Command {
	var flags simulateFlags
	cmd := Verb("simulate SPEC", "Run a mutual-exclusion algorithm over a system: costs, and does it hold", oneSpec, completeSpec, func(cmd *cobra.Command, args []string) error {
		return a.simulate(cmd.Context(), args[0], flags)
	})
	flags.register(cmd)
	a.AtFlags(cmd)
	return cmd
}

func (a *App) simulate(ctx context.Context, spec string, flags simulateFlags) error {
	structure, config, err := castOver(ctx, a, spec, flags.configOf)
	if err != nil {
		return err
	}
	config.Seed = a.Seed
	if err := a.checkBeside(flags.changed, [2]string{"--trace", flags.trace}, [2]string{"--html", flags.html}); err != nil {
		return err
	}
	a.noteFIFO(config.Algorithm, config.NoFIFO)
	names := structure.Names()
	switch {
	case flags.changed("choose") || flags.changed("then"):
		return a.simulateChosen(ctx, config, flags, names)
	case flags.step:
		return a.simulateSteps(ctx, config, flags, names)
	}
	runner, err := a.Runner(ctx)
	if err != nil {
		return err
	}
	told, done := a.Progress()
	r, err := leftBehind(ctx, func() (sim.Report, error) {
		return sim.Replicate(work.With(ctx, runner), config, sim.Options{Replications: flags.replications, Jobs: a.Jobs, Progress: told, Structure: structure})
	})
	done()
	cut := cutShort(ctx)
	switch {
	case err != nil && cut == nil:
		return err
	case err != nil && r.Replications == 0 && !r.Unfinished:
		if runner != nil { // the job stays in the cluster, and its runs go on
			return err
		}
		return typed.Hint(err, "no run came to its end: fewer --entries make shorter ones")
	}
	for _, note := range simulateAdvice(r, &config, structure) {
		a.Notef("%s", note)
	}
	outcome := simulation.Outcome{Report: r}
	config.Stream = uint64(max(0, r.Failed-1))
	var short *trace.Shrunk
	if r.Failed > 0 && cut == nil {
		short, outcome.Witness, err = a.witness(ctx, config, names)
		if cut = cutShort(ctx); err != nil && cut == nil {
			return err
		}
	}
	var untraced error // kept apart, so that the report is still printed
	if cut == nil {
		untraced = a.writeTold(ctx, simulation.Telling{Config: config, Names: names, Short: short}, flags.castFlags)
	}
	shown := outcome
	shown.System = textName(r.System, spec)
	return a.Render(cut != nil,
		func(w io.Writer) error {
			return simulation.Text(w, shown, simulation.Names{Nodes: names, Processes: processNames(structure)}, a.textWidth())
		},
		outcome,
		func() (*table.Table, error) { return simulation.Table(r) },
		cut, untraced, FailIf(r.Violations > 0 || r.Stuck, ExitFails, ""),
	)
}

// witness returns a shortened run that fails.
func (a *App) witness(ctx context.Context, config sim.Config, names []string) (*trace.Shrunk, *simulation.Witness, error) {
	done := a.spin("making the run that fails shorter")
	defer done()
	short, err := trace.ShrinkRun(ctx, config)
	if errors.Is(err, trace.ErrLong) {
		a.Notef("the run that fails has more than %d steps, too many to make it shorter: try fewer --entries", trace.MaxShrink)
		err = nil
	}
	if err != nil {
		return nil, nil, err
	}
	if short == nil { // the run is too long, or fails only with crashes, which a shortened run does not have
		r, err := sim.Run(ctx, config)
		if err != nil || r.Final == nil {
			return nil, nil, err
		}
		return nil, &simulation.Witness{Steps: []string{}, Choices: []string{}, Waits: r.Final.DescribeWaits(names)}, nil
	}
	return short, simulation.WitnessOf(short, names), nil
}

// writeTold writes the files of --trace and --html.
func (a *App) writeTold(ctx context.Context, told simulation.Telling, flags castFlags) error {
	for _, to := range []struct {
		path  string
		write func(context.Context, io.Writer) error
	}{{flags.trace, told.WriteTrace}, {flags.html, told.WritePage}} {
		if to.path == "" {
			continue
		}
		if told.Short != nil && !flags.changed("choose") && !flags.changed("then") {
			a.Notef("%s holds the short run that fails", show.Path(to.path))
		}
		if err := a.writeFile(to.path, func(w io.Writer) error { return to.write(ctx, w) }); err != nil {
			return err
		}
	}
	return nil
}

// simulateSteps prints the steps of one run. If the run fails, it prints those of a shortened one.
func (a *App) simulateSteps(ctx context.Context, config sim.Config, flags simulateFlags, names []string) error {
	switch {
	case a.access.at != "":
		return errors.New("--step --at: steps are those of one run, which is made here")
	case a.format != "text":
		return typed.Hint(fmt.Errorf("--step --format %s: steps are a text for people", a.format), "--trace FILE writes every event, as JSON lines")
	case flags.changed("replications") && flags.replications != 1:
		return fmt.Errorf("--step --replications %d: steps are those of one run", flags.replications)
	}
	if !flags.changed("entries") {
		config.Entries = len(config.Requesters)
	}
	if !flags.changed("warmup") {
		config.Warmup = 0
	}
	r, err := sim.Run(ctx, config)
	if err != nil {
		return err
	}
	told, fails := simulation.Telling{Config: config, Names: names}, r.Violations > 0 || len(r.Stuck) > 0
	if fails {
		if told.Short, _, err = a.witness(ctx, config, names); err != nil {
			return err
		}
	}
	if told.Short != nil {
		a.Notef("the run fails: the steps are those of a short run that fails so")
	}
	if err := a.writeTold(ctx, told, flags.castFlags); err != nil {
		return err
	}
	err = a.emit(false, func(w io.Writer) error { return told.WriteSteps(ctx, w, a.textWidth()) })
	if err != nil || !fails {
		return err
	}
	return &statusError{status: ExitFails}
}

// processNames returns the names of the processes, if each sits at a node.
func processNames(s quorum.Structure) []string {
	if s.Kind() == quorum.KindSharing {
		return nil
	}
	return s.Names()
}
