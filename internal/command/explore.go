package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coterie/internal/machine/work"
	"coterie/internal/picture/player"
	"coterie/internal/words/exploration"
	"coterie/internal/words/show"
	"coterie/internal/words/simulation"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/judge"
	"coterie/mutex/promela"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
	"coterie/quorum"
)

func (a *App) exploreCommand() *cobra.Command {
	var flags exploreFlags
	cmd := Verb("explore SPEC", "Visit and judge every state that an algorithm can reach", oneSpec, completeSpec, func(cmd *cobra.Command, args []string) error {
		return a.explore(cmd.Context(), args[0], flags)
	})
	flags.register(cmd)
	a.AtFlags(cmd)
	return cmd
}

func (a *App) explore(ctx context.Context, spec string, flags exploreFlags) error {
	if a.access.at != "" && !flags.changed("sets") {
		return typed.Hint(errors.New("--at: one search has no parts"), "--sets K explores every set of at most K requesters by itself, each a part")
	}
	structure, config, err := castOver(ctx, a, spec, flags.configOf)
	if err != nil {
		return err
	}
	if err := a.checkBeside(flags.changed, [2]string{"--trace", flags.trace}, [2]string{"--html", flags.html}, [2]string{"--promela", flags.promela}); err != nil {
		return err
	}
	if flags.promela != "" {
		if err := a.writePromela(config, flags.promela); err != nil {
			return err
		}
	}
	a.noteFIFO(config.Algorithm, config.NoFIFO)
	if config.Reduction != explore.None && !config.Reduces() {
		a.Notef("no states of %s can be left out, so all are visited", config.Algorithm.Name)
		config.Reduction = explore.None
	}
	bySize := flags.first && !flags.changed("requesters") && !flags.changed("sets")
	if bySize && !flags.changed("reduction") && len(config.Algorithm.Invariants) == 0 && config.Reduces() {
		config.Reduction = explore.PartialOrder
	}
	list, finished, err := a.judge(ctx, config, flags, bySize)
	cut := cutShort(ctx)
	if err != nil {
		return err
	}
	outcome := exploration.Outcome{Report: judge.Combined(list)}
	if flags.changed("sets") || bySize {
		outcome.Sets = list
	}
	if bySize {
		outcome.Finished = &finished
	}
	names := structure.Names()
	var unwritten error // kept apart, so that the report is still printed
	if outcome.Trace, unwritten, err = a.tellRun(flags, &outcome.Report, names); err != nil {
		return err
	}
	shown := outcome
	shown.System = textName(outcome.System, spec)
	if cut != nil && outcome.Fails() {
		cut = Fail(ExitFails, "%v", cut) // a failure that was found is an answer all the same
	}
	return a.Render(cut != nil,
		func(w io.Writer) error {
			return exploration.Text(w, shown, simulation.Names{Nodes: names, Processes: processNames(structure)}, a.textWidth())
		},
		outcome,
		func() (*table.Table, error) { return exploration.Table(outcome) },
		cut, unwritten, FailIf(outcome.Fails(), ExitFails, ""), FailIf(outcome.Open != "", ExitLimit, "there is no answer: %s", outcome.Open),
	)
}

// tellRun puts the run that fails into words, and writes the files of --trace and --html. If
// nothing fails, the files hold the run with the costliest entry.
func (a *App) tellRun(flags exploreFlags, r *judge.Report, names []string) (told *exploration.Trace, unwritten, err error) {
	path := cmp.Or(flags.trace, flags.html)
	run := r.Costly
	switch {
	case len(r.Runs) > 0:
		run = &r.Runs[0]
	case path == "":
		return nil, nil, nil
	case run == nil:
		why := "nothing fails"
		switch {
		case r.Fails():
			why = "the search ended before the way to what fails was found"
		case !r.Complete:
			why = "nothing has failed so far"
		}
		a.Notef("%s, so there is no run for %s", why, show.Path(path))
		return nil, nil, nil
	default:
		a.Notef("nothing fails: %s holds a run with the entry that costs most", show.Path(path))
	}
	played, err := run.Play(names)
	if err != nil {
		return nil, nil, err
	}
	if len(r.Runs) > 0 {
		told = exploration.TraceOf(run, played)
		if flags.trace != "" && played.After > 0 {
			a.Notef("%s goes on after these %d steps, until nothing is left to happen", show.Path(flags.trace), played.Steps)
		}
	}
	return told, a.writeRun(flags, run, played), nil
}

// judge judges the configuration. With --sets or by size it judges the configuration of every set
// of requesters. If ctx ends, the results so far are returned. By size it stops at the first set
// that fails or is left open, and finished is the greatest size all of whose sets were judged.
func (a *App) judge(ctx context.Context, config explore.Config, flags exploreFlags, bySize bool) (list []judge.Report, finished int, err error) {
	runner, err := a.Runner(ctx)
	if err != nil {
		return nil, 0, err
	}
	told, done := a.Progress()
	defer done()
	options := judge.SetOptions{
		Options: judge.Options{
			Options:    explore.Options{Jobs: a.Jobs, MostStates: flags.states, FirstFailure: flags.first, Progress: told},
			NoMessages: !flags.messages,
		},
		Endless: flags.entries == unbounded,
	}
	each := func(sets [][]explore.Requester) (list []judge.Report, covered int, err error) {
		// One set stands for all its images under symmetries. Finding the classes takes long if
		// there are many choices.
		first, err := leftBehind(ctx, func() ([]int, error) { return explore.Classes(config, sets), nil })
		if err != nil {
			return nil, 0, err
		}
		return judge.Each(work.With(ctx, runner), config, sets, first, options)
	}
	switch {
	case bySize:
		for size := 1; size <= len(config.Requesters); size++ {
			if n := judge.CountSets(len(config.Requesters), size) - judge.CountSets(len(config.Requesters), size-1); n > mostSets {
				a.Notef("there are more than %d sets of %d requesters: --requesters chooses some", mostSets, size)
				list[0].Open = fmt.Sprintf("sets of %d requesters are more than %d", size, mostSets)
				return list, finished, nil
			}
			sets := judge.Sets(config.Requesters, size, size)
			more, covered, err := each(sets)
			list = append(list, more...)
			if last := len(list) - 1; err != nil || covered < len(sets) || list[last].Fails() || list[last].Open != "" {
				if len(list) > 0 { // ctx ended; the results so far count
					err = nil
				}
				return list, finished, err
			}
			finished = size
		}
		return list, finished, nil
	case flags.changed("sets"):
		sets := judge.Sets(config.Requesters, 1, flags.sets)
		list, covered, err := each(sets)
		if covered < len(sets) && err == nil {
			a.Notef("%d of %d sets of requesters were explored, with their images", covered, len(sets))
		}
		return list, 0, err
	}
	list, _, err = each([][]explore.Requester{config.Requesters})
	return list, 0, err
}

// writePromela writes the model of a configuration. This is done before the exploration starts.
func (a *App) writePromela(config explore.Config, path string) error {
	var model bytes.Buffer
	var wrong *quorum.InputError
	err := promela.Write(&model, config)
	if errors.As(err, &wrong) {
		return typed.Hint(fmt.Errorf("--promela: %w", err), cmp.Or(wrong.Hint(), "models are written of "+strings.Join(promela.Algorithms(), ", ")))
	}
	if err != nil {
		return err
	}
	return a.writeFile(path, func(w io.Writer) error {
		_, err := model.WriteTo(w)
		return err
	})
}

// writeRun writes the files of --trace and --html for a run.
func (a *App) writeRun(flags exploreFlags, run *judge.Run, played *judge.Played) error {
	var unwritten error
	if flags.trace != "" {
		unwritten = a.writeFile(flags.trace, func(w io.Writer) error {
			to := trace.NewWriter(w, played.Header)
			for _, e := range played.Events {
				to.Write(e)
			}
			return to.Close() // even if the search was cut short, this run is whole
		})
	}
	if flags.html != "" {
		err := a.writeFile(flags.html, func(w io.Writer) error {
			var marks []player.Mark // in addition to the marks that a page has anyway: stuck processes and broken rules
			if len(played.Why) > 0 && run.Of != "stuck" {
				marks = append(marks, player.Mark{Step: played.Steps, Text: strings.Join(played.Why, "; ")})
			}
			return player.Of(played.Trace, mutex.NewSystem(run.Config.Algorithm, run.Config.Setup), marks...).Write(w)
		})
		unwritten = cmp.Or(unwritten, err)
	}
	return unwritten
}

// exploreFlags are the flags of the verb explore.
type exploreFlags struct {
	castFlags
	entries   string
	sets      int
	states    uint64
	first     bool
	reduction string
	messages  bool
	promela   string
}

func (f *exploreFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.castFlags.register(flags, "site or uniform")
	flags.StringVar(&f.trace, "trace", "", "write the run that fails to `FILE`, every event of it")
	flags.StringVar(&f.html, "html", "", "write the run that fails to `FILE` as a page that plays it")
	flags.BoolVar(&f.messages, "messages", true, "also find how many messages an entry costs at most, for which more states are told apart")
	flags.StringVar(&f.promela, "promela", "", "write the model for spin to `FILE`, that others may check it")
	flags.StringVar(&f.entries, "entries", "1", "how often each requester wishes to enter, or "+unbounded+": can one be locked out?")
	flags.IntVar(&f.sets, "sets", 0, "explore every set of at most `K` of the requesters by itself")
	flags.Uint64Var(&f.states, "states", 0, "most states to visit, of each set (default: as many as --memory has room for)")
	flags.BoolVar(&f.first, "first", false, "stop where something fails: its shortest run, without the counts; without --requesters, go through their sets by size")
	flags.StringVar(&f.reduction, "reduction", "none", "which states to leave out: none or partial-order (those that change no answer)")
}

// unbounded is the value of --entries for requesters that ask again without end.
const unbounded = "unbounded"

// mostWishes bounds the entries of a requester. With more, the states fit into no memory.
const mostWishes = 1000

// mostSets bounds the number of sets of requesters, for the sake of time.
const mostSets = 20_000

// configOf reads the flags that describe the configuration to explore.
func (f *exploreFlags) configOf(ctx context.Context, s quorum.Structure, spec string) (config explore.Config, err error) {
	if f.changed("states") && f.states == 0 {
		return config, typed.Hint(errors.New("--states 0: want at least 1"), "without it as many are visited as there is memory for")
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
	setup, requesters, err := f.cast(ctx, config.Algorithm, s, sim.Site, sim.Any)
	if err != nil {
		return config, err
	}
	switch {
	case f.entries == unbounded && reduction != 0:
		return config, errors.New("--entries unbounded --reduction partial-order: the reduction is for wishes that have an end")
	case f.entries == unbounded && f.promela != "":
		return config, errors.New("--entries unbounded --promela: a model is of wishes that have an end")
	case f.entries == unbounded && f.first:
		return config, errors.New("--entries unbounded --first: a lockout is judged of the whole graph")
	}
	config.Setup, config.Requesters, config.NoFIFO, config.Reduction = setup, judge.Requesters(requesters), !f.fifo, explore.Reduction(reduction)
	if f.changed("sets") && (f.sets < 1 || f.sets > len(requesters)) {
		return config, fmt.Errorf("--sets %d: want 1..%d, as there are %s", f.sets, len(requesters), show.Count(len(requesters), "requester"))
	}
	if n := judge.CountSets(len(requesters), f.sets); n > mostSets {
		return config, typed.Hint(fmt.Errorf("--sets %d: more than %d sets of %d requesters", f.sets, mostSets, len(requesters)), "a smaller K, or fewer --requesters")
	}
	return config, config.Check()
}

// wishes reads --entries.
func (f *exploreFlags) wishes() (int, error) {
	if f.entries == unbounded {
		return 1, nil
	}
	n, err := strconv.Atoi(f.entries)
	if err != nil || n < 1 || n > mostWishes {
		return 0, fmt.Errorf("--entries %s: want 1..%d, or %s", show.Brief(f.entries), mostWishes, unbounded)
	}
	return n, nil
}
