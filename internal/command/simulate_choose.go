package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/simulation"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
)

// timedFlags are the flags of simulate that say nothing about a run whose events are chosen.
const timedFlags = "entries warmup replications latency think cs open schedule victim crash detect step at"

// simulateChosen prints a run whose events the reader has chosen, and those that can come next.
func (a *App) simulateChosen(ctx context.Context, config sim.Config, flags simulateFlags, names []string) error {
	for flag := range strings.FieldsSeq(timedFlags) {
		if flags.changed(flag) {
			return typed.Hint(fmt.Errorf("--choose --%s: the events of the run are chosen, and have no times", flag), "without --choose and --then the program makes the run")
		}
	}
	run, err := trace.Steer(&config)
	if err == nil {
		err = run.Choose(flags.choose)
	}
	if err != nil {
		return fmt.Errorf("--choose: %w", err)
	}
	if most := trace.MostSteered - len(run.Done); flags.then < 0 || flags.then > most {
		return fmt.Errorf("--then %d: want 0..%d, since a run has at most %d events", flags.then, most, trace.MostSteered)
	}
	run.Continue(a.Seed, flags.then)
	told := simulation.Telling{Config: config, Names: names, Short: run.Told()}
	told.Short.Names = names
	report, err := simulation.SteeredOf(run, told)
	if err != nil {
		return err
	}
	return a.Render(false,
		func(w io.Writer) error {
			if err := told.WriteSteps(ctx, w, a.textWidth()); err != nil {
				return err
			}
			return report.WriteNext(w, a.textWidth())
		},
		report,
		func() (*table.Table, error) {
			return nil, errors.New("--choose --format " + a.format + ": want text or json, as events are no table")
		},
		a.writeTold(ctx, told, flags.castFlags), FailIf(run.Violations > 0 || len(report.Stuck) > 0, ExitFails, ""),
	)
}
