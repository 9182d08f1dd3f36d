package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coterie/internal/machine/files"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// simulateFlags are the flags of the verb simulate.
type simulateFlags struct {
	castFlags
	entries, warmup    int
	replications       int
	latency, think, cs string
	open               bool
	schedule, victim   string
	crash              []string
	detect             string
	step               bool
	choose             string
	then               int
}

func (f *simulateFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.castFlags.register(flags, "site, uniform, strategy or live")
	flags.StringVar(&f.trace, "trace", "", "write every event of one run to `FILE`; of a run that fails, the shortest that fails so")
	flags.StringVar(&f.html, "html", "", "write the same run to `FILE` as a page that plays it step by step in a browser")
	flags.IntVar(&f.entries, "entries", 1000, "entries of a run that count")
	flags.IntVar(&f.warmup, "warmup", 0, "entries before them that do not count (default: a tenth as many)")
	flags.IntVar(&f.replications, "replications", 10, "independent runs, for the intervals")
	flags.StringVar(&f.latency, "latency", "exponential:1", "`TIME` of a message: "+sim.DistributionForms+"; or @FILE, a matrix from place to place")
	flags.StringVar(&f.think, "think", "0", "`TIME` from an exit to the next wish of the process; with --open from wish to wish")
	flags.StringVar(&f.cs, "cs", "1", "`TIME` in the critical section")
	flags.BoolVar(&f.open, "open", false, "wishes come whether or not the last one was served, and wait their turn")
	flags.StringVar(&f.schedule, "schedule", "random", "which message arrives next: random, lifo or starve")
	flags.StringVar(&f.victim, "victim", "1", "the process that --schedule starve holds up")
	flags.StringSliceVar(&f.crash, "crash", nil, "`NODES` that crash, as in 3,5@20 for node 5 at time 20; or, as in 10%, the probability of each, before the run")
	flags.StringVar(&f.detect, "detect", "1", "`TIME` until requesters know of a crash")
	flags.BoolVar(&f.step, "step", false, "print one run, step by step, with the state of every node")
	flags.StringVar(&f.choose, "choose", "", "one run made of a `LIST` of events by name, as in wish:2,REQUEST:2-4; lists the events that can come next")
	flags.IntVar(&f.then, "then", 0, "after those of --choose the run goes on by itself for at most `N` events")
}

// configOf reads the flags that describe the runs over a structure.
func (f *simulateFlags) configOf(ctx context.Context, s quorum.Structure, spec string) (config sim.Config, err error) {
	if config.Algorithm, err = f.algorithmFor(s.Kind(), spec); err != nil {
		return config, err
	}
	config.NoFIFO = !f.fifo
	for _, read := range []func(context.Context, *sim.Config, quorum.Structure) error{f.withCast, f.course, f.crashes} {
		if err := read(ctx, &config, s); err != nil {
			return config, err
		}
	}
	return config, config.Check()
}

// mostEntries bounds the number of entries, for the sake of time.
const mostEntries = 1_000_000_000_000

// withCast adds the participants to the configuration.
func (f *simulateFlags) withCast(ctx context.Context, config *sim.Config, s quorum.Structure) (err error) {
	config.Setup, config.Requesters, err = f.cast(ctx, config.Algorithm, s, sim.Site, sim.Any, sim.Strategy, sim.Live)
	return err
}

// course reads the flags for the course of a run.
func (f *simulateFlags) course(ctx context.Context, config *sim.Config, s quorum.Structure) (err error) {
	for _, x := range []struct {
		flag     string
		n, least int
	}{{"entries", f.entries, 1}, {"replications", f.replications, 1}, {"warmup", f.warmup, 0}} {
		if x.n < x.least || x.n > mostEntries {
			return fmt.Errorf("--%s %d: want %d..%d", x.flag, x.n, x.least, mostEntries)
		}
	}
	config.Open, config.Entries, config.Warmup = f.open, f.entries, f.warmup
	if !f.changed("warmup") {
		config.Warmup = f.entries / 10
	}
	if path, isFile := strings.CutPrefix(f.latency, "@"); isFile {
		if config.Matrix, err = matrixOf(ctx, path); err != nil {
			return err
		}
	} else if config.Latency, err = distribution("latency", f.latency); err != nil {
		return err
	}
	if config.Think, err = distribution("think", f.think); err != nil {
		return err
	}
	if config.Critical, err = distribution("cs", f.cs); err != nil {
		return err
	}
	if config.Detect, err = units("detect", f.detect); err != nil {
		return err
	}
	schedule, err := oneOf("schedule", f.schedule, "random", "lifo", "starve")
	if err != nil {
		return err
	}
	config.Schedule = sim.Schedule(schedule)
	victim, err := typed.Nodes("victim", []string{f.victim}, seats(s, config.Setup.Processes))
	if err != nil {
		return err
	}
	config.Victim = int32(victim[0])
	return nil
}

// crashes reads --crash.
func (f *simulateFlags) crashes(_ context.Context, config *sim.Config, s quorum.Structure) error {
	known := quorum.Known{Nodes: s.N(), Names: s.Names()}
	if f.changed("crash") && len(f.crash) == 0 {
		return errors.New("--crash: the nodes are missing")
	}
	for _, word := range f.crash {
		name, at, timed := strings.Cut(strings.TrimSpace(word), "@")
		v, isNode := typed.Node(name, known)
		if !isNode && !timed && len(f.crash) == 1 {
			p, err := typed.Fraction("crash", word)
			if err != nil || p.Float64() > 1 {
				return typed.Hint(fmt.Errorf("--crash %s: it is no node and no probability", show.Brief(word)), "a probability is a number from 0 to 1; "+typed.NodesHint(known))
			}
			config.CrashProbability = p.Float64()
			return nil
		}
		if !isNode {
			return typed.Hint(fmt.Errorf("--crash %s: there is no node %s", show.Brief(strings.Join(f.crash, ",")), show.Value(name)), typed.NodesHint(known))
		}
		if slices.ContainsFunc(config.Crashes, func(x sim.Crash) bool { return x.Node == int32(v) }) {
			return fmt.Errorf("--crash: node %s is named twice", quorum.Node(v).Label(known.Names))
		}
		crash := sim.Crash{Node: int32(v)}
		if timed {
			d, err := sim.ParseDistribution("constant:" + at)
			if err != nil {
				return fmt.Errorf("--crash %s: want a number of units of time behind @", show.Brief(word))
			}
			crash.At = d.A
		}
		config.Crashes = append(config.Crashes, crash)
	}
	return nil
}

// distribution reads a distribution of times from the text of a flag.
func distribution(flag, text string) (sim.Distribution, error) {
	d, err := sim.ParseDistribution(text)
	if err != nil {
		return d, fmt.Errorf("--%s %w", flag, err)
	}
	return d, nil
}

// units reads one time.
func units(flag, text string) (float64, error) {
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		return 0, fmt.Errorf("--%s %s: want a number of units of time", flag, show.Brief(text))
	}
	d, err := distribution(flag, text)
	return d.A, err
}

// matrixOf reads a file of latencies.
func matrixOf(ctx context.Context, path string) ([][]float64, error) {
	if path == "" {
		return nil, errors.New("--latency @: the name of the file is missing")
	}
	data, err := files.Read(ctx, path, files.MostRead)
	if err != nil {
		return nil, typed.Unread("latency", path, err)
	}
	matrix, err := sim.ParseMatrix(string(data))
	if err != nil {
		return nil, typed.Hint(fmt.Errorf("--latency %s: %w", show.Path(path), err), "a row on each line: line i has the latencies from place i to places 1, 2, ...")
	}
	return matrix, nil
}
