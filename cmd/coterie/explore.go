package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"coterie/internal/exploration"
	"coterie/internal/show"
	"coterie/internal/table"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/judge"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
	"coterie/quorum"
)

func (a *app) exploreCommand() *cobra.Command {
	var flags exploreFlags
	cmd := &cobra.Command{
		Use:               "explore SPEC",
		Short:             "Visit every state that an algorithm can reach over a system, and judge each",
		Args:              oneSpec,
		ValidArgsFunction: completeSpec,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.explore(cmd.Context(), args[0], flags)
		},
	}
	flags.register(cmd)
	return cmd
}

func (a *app) explore(ctx context.Context, spec string, flags exploreFlags) error {
	structure, err := a.load(ctx, spec)
	if err != nil {
		return err
	}
	config, err := leftBehind(ctx, func() (explore.Config, error) { return flags.configOf(ctx, structure, spec) })
	if err != nil {
		return err
	}
	if err := a.checkWritten(flags); err != nil {
		return err
	}
	if config.NoFIFO && config.Algorithm.NeedsFIFO {
		a.notef("%s needs channels that keep the order of messages", config.Algorithm.Name)
	}
	list, err := a.judge(ctx, config, flags)
	cut := cutShort(ctx)
	if err != nil {
		return err
	}
	outcome := exploration.Outcome{Report: judge.Combined(list)}
	if flags.changed("sets") {
		outcome.Sets = list
	}
	names := structure.Names()
	var unwritten error // the report does not go with the files
	if len(outcome.Runs) > 0 {
		run := &outcome.Runs[0]
		played, err := run.Play(names)
		if err != nil {
			return err
		}
		if outcome.Trace, err = exploration.TraceOf(run, played); err != nil {
			return err
		}
		unwritten = a.writeRun(ctx, flags, played)
	} else if flags.trace != "" {
		a.notef("nothing fails, so there is no run for %s", show.Path(flags.trace))
	}
	shown := outcome
	shown.System = textName(outcome.System, spec)
	if err := a.render(rendering{
		incomplete: cut != nil,
		text: func(w io.Writer) error {
			return exploration.Text(w, shown, exploration.Names{Nodes: names, Processes: processNames(structure)}, a.textWidth())
		},
		json: outcome,
		csv:  func() (*table.Table, error) { return exploration.Table(outcome) },
	}); err != nil {
		return err
	}
	switch {
	case cut != nil:
		return cut
	case unwritten != nil:
		return unwritten
	case outcome.Fails():
		return fail(exitFails, "")
	case !outcome.Complete:
		return fail(exitLimit, "a limit was reached before all states were visited: %s", outcome.StoppedBy)
	}
	return nil
}

// judge judges the configuration or, with --sets, that of every set of requesters. What was judged
// when ctx ended is kept.
func (a *app) judge(ctx context.Context, config explore.Config, flags exploreFlags) ([]judge.Report, error) {
	told, done := a.progress()
	defer done()
	options := explore.Options{Jobs: a.jobs, MostStates: flags.states, FirstFailure: flags.first, Progress: told}
	sets := [][]explore.Requester{config.Requesters}
	if flags.changed("sets") {
		sets = judge.Sets(config.Requesters, flags.sets)
	}
	var list []judge.Report
	for i, set := range sets {
		if i > 0 && cutShort(ctx) != nil {
			a.notef("%d of %d sets of requesters were explored", i, len(sets))
			break
		}
		config.Requesters = set
		r, err := judge.Of(ctx, config, options)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// writeRun writes the files that were asked for of a run that fails.
func (a *app) writeRun(ctx context.Context, flags exploreFlags, played *judge.Played) error {
	if flags.trace == "" {
		return nil
	}
	return a.writeFile(flags.trace, func(w io.Writer) error {
		to := trace.NewWriter(w, played.Header)
		for _, e := range played.Events {
			to.Write(e)
		}
		return errors.Join(to.Close(), cutShort(ctx))
	})
}

// checkWritten refuses files that cannot be written, and one that is asked for twice.
func (a *app) checkWritten(flags exploreFlags) error {
	return a.checkTrace(flags.castFlags)
}

// exploreFlags are the flags of the verb explore.
type exploreFlags struct {
	castFlags
	entries   string
	sets      int
	states    uint64
	first     bool
	reduction string
}

func (f *exploreFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.castFlags.register(flags, "site, or uniform for any at each wish")
	flags.StringVar(&f.trace, "trace", "", "write the run that fails to `FILE`, every event of it")
	flags.StringVar(&f.entries, "entries", "1", "how often each requester wishes to enter")
	flags.IntVar(&f.sets, "sets", 0, "explore every set of at most `K` of the requesters by itself")
	flags.Uint64Var(&f.states, "states", 0, "most states to visit, of each set (default: as many as --memory has room for)")
	flags.BoolVar(&f.first, "first", false, "stop where something fails: its shortest run, without the counts")
	flags.StringVar(&f.reduction, "reduction", "none", "which states to leave out: none, or partial-order: those that change no answer")
}

// mostWishes is how often a requester can be asked to enter: more have states beyond any memory.
const mostWishes = 1000

// configOf reads all that says what is to be explored.
func (f *exploreFlags) configOf(ctx context.Context, s quorum.Structure, spec string) (config explore.Config, err error) {
	if f.changed("states") && f.states == 0 {
		return config, hinted{errors.New("--states 0: want at least 1"), "without it as many are visited as there is memory for"}
	}
	reduction, err := oneOf("reduction", f.reduction, explore.None.String(), explore.PartialOrder.String())
	if err != nil {
		return config, err
	}
	if config.Entries, err = f.wishes(); err != nil {
		return config, err
	}
	if config.Algorithm, err = f.algorithmFor(s.Kind(), spec); err != nil {
		return config, err
	}
	setup, requesters, err := f.cast(ctx, config.Algorithm, s, mutex.Options{}, sim.Site, sim.Any)
	if err != nil {
		return config, err
	}
	config.Setup, config.Requesters, config.NoFIFO, config.Reduction = setup, judge.Requesters(requesters), !f.fifo, explore.Reduction(reduction)
	if f.changed("sets") && (f.sets < 1 || f.sets > len(requesters)) {
		return config, fmt.Errorf("--sets %d: want 1..%d, as there are %s", f.sets, len(requesters), count(len(requesters), "requester"))
	}
	return config, config.Check()
}

// wishes reads --entries.
func (f *exploreFlags) wishes() (int, error) {
	n, err := strconv.Atoi(f.entries)
	if err != nil || n < 1 || n > mostWishes {
		return 0, fmt.Errorf("--entries %s: want 1..%d", show.Brief(f.entries), mostWishes)
	}
	return n, nil
}
