package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coterie/internal/files"
	"coterie/internal/show"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// simulateFlags are the flags of the verb simulate.
type simulateFlags struct {
	algorithm          string
	requesters         []string
	processes          int
	groups             []string
	maxLocks           int
	self, knows        string
	entries, warmup    int
	replications       int
	latency, think, cs string
	open, fifo         bool
	quorums            string
	schedule, victim   string
	crash              []string
	detect             string
	trace              string
	step               bool
	changed            func(flag string) bool
}

func (f *simulateFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.changed = flags.Changed
	flags.StringVar(&f.algorithm, "algorithm", "", "`NAME` of the algorithm (default: the first in the list above that is safe over the system)")
	flags.StringSliceVar(&f.requesters, "requesters", nil, "the nodes, or processes, that wish to enter (default all)")
	flags.IntVar(&f.processes, "processes", 0, "number of processes of a group system or a k-coterie (default: as many as nodes)")
	flags.StringSliceVar(&f.groups, "groups", nil, "the group of each process, as in 1,1,2, or several, as in '1|2,1,2' (default: in turn)")
	flags.IntVar(&f.maxLocks, "max-locks", 0, "most locks that a node gives to one group at a time, Joung's max[g] (default: no limit)")
	flags.IntVar(&f.entries, "entries", 1000, "entries of a run that count")
	flags.IntVar(&f.warmup, "warmup", 0, "entries before them that do not count (default: a tenth as many)")
	flags.IntVar(&f.replications, "replications", 10, "independent runs, for the intervals")
	flags.StringVar(&f.latency, "latency", "exponential:1", "`TIME` of a message: "+sim.DistributionForms+"; or @FILE, a matrix from place to place")
	flags.StringVar(&f.think, "think", "0", "`TIME` from an exit to the next wish of the process; with --open from wish to wish")
	flags.StringVar(&f.cs, "cs", "1", "`TIME` in the critical section")
	flags.BoolVar(&f.open, "open", false, "wishes come whether or not the last one was served, and wait their turn")
	flags.BoolVar(&f.fifo, "fifo", true, "messages from one place to another arrive in the order of sending")
	flags.StringVar(&f.quorums, "quorums", "site", "which quorum a request takes: site, uniform, strategy or live")
	flags.StringVar(&f.schedule, "schedule", "random", "which message arrives next: random, lifo or starve")
	flags.StringVar(&f.victim, "victim", "1", "the process that --schedule starve holds up")
	flags.StringSliceVar(&f.crash, "crash", nil, "`NODES` that crash, as in 3,5@20 for node 5 at time 20; or, as in 10%, the probability of each, before the run")
	flags.StringVar(&f.detect, "detect", "1", "`TIME` until requesters know of a crash")
	flags.StringVar(&f.self, "self", "paper", "what a node tells itself: paper, local (at once) or network (by a message)")
	flags.StringVar(&f.knows, "knows", "outstanding", "when a process knows that it will not succeed: outstanding (a FAILED that no LOCKED has followed) or ever")
	flags.StringVar(&f.trace, "trace", "", "write every event of one run to `FILE`; of a run that fails, the shortest that fails so")
	flags.BoolVar(&f.step, "step", false, "print one run, step by step, with the state of every node")
}

// oneOf returns the place of a value among those that a flag takes.
func oneOf(flag, value string, values ...string) (int, error) {
	if i := slices.Index(values, value); i >= 0 {
		return i, nil
	}
	last := len(values) - 1
	return 0, hinted{fmt.Errorf("--%s %s: want %s or %s", flag, show.Brief(value), strings.Join(values[:last], ", "), values[last]), strings.TrimSpace(meant(value, values))}
}

// algorithmNames are the values of --algorithm.
func algorithmNames() []string {
	var names []string
	for _, a := range mutex.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

// algorithmFor finds the algorithm that is asked for, or the first that is safe over the kind.
func (f *simulateFlags) algorithmFor(kind quorum.Kind, spec string) (*mutex.Algorithm, error) {
	all := mutex.Algorithms()
	if f.algorithm == "" {
		if f.changed("algorithm") {
			return nil, errors.New("--algorithm: the name is missing")
		}
		at := slices.IndexFunc(all, func(a *mutex.Algorithm) bool { return !a.Unsafe && !a.NoQuorums && slices.Contains(a.Over, kind) })
		if at < 0 {
			return nil, fmt.Errorf("no algorithm runs over a %s", kind)
		}
		return all[at], nil
	}
	names := algorithmNames()
	at, err := oneOf("algorithm", f.algorithm, names...)
	if err != nil {
		return nil, hinted{fmt.Errorf("--algorithm %s: there is no such algorithm", show.Brief(f.algorithm)), meant(f.algorithm, names) + "algorithms are " + strings.Join(names, ", ")}
	}
	var wrong *mutex.KindError
	if err := all[at].Accepts(kind); errors.As(err, &wrong) {
		hint := ""
		if others := wrong.Others(); len(others) > 0 {
			hint = fmt.Sprintf("over a %s run %s", kind, strings.Join(others, ", "))
		}
		switch {
		case kind == quorum.KindSystem && slices.Contains(all[at].Over, quorum.KindGroupSystem):
			hint = "lift:m=2,of=(" + spec + ") is a group system of it, with two groups; " + hint
		case kind == quorum.KindGroupSystem:
			hint += "; of an ordinary system, lift:m=2,of=(SPEC) makes a group system of the same quorums"
		}
		return nil, hinted{err, hint}
	}
	return all[at], nil
}

// configOf reads all that says what is to run over a structure.
func (f *simulateFlags) configOf(ctx context.Context, s quorum.Structure, spec string) (config sim.Config, err error) {
	if config.Algorithm, err = f.algorithmFor(s.Kind(), spec); err != nil {
		return config, err
	}
	for _, read := range []func(context.Context, *sim.Config, quorum.Structure) error{f.cast, f.course, f.crashes} {
		if err := read(ctx, &config, s); err != nil {
			return config, err
		}
	}
	return config, config.Check()
}

// What numbers are taken: more processes have no room, more entries no time.
const (
	mostProcesses = 1_000_000
	mostEntries   = 1_000_000_000_000
)

// cast reads who takes part: processes, their groups and their quorums.
func (f *simulateFlags) cast(ctx context.Context, config *sim.Config, s quorum.Structure) error {
	for flag, n := range map[string]int{"processes": f.processes, "max-locks": f.maxLocks} {
		if f.changed(flag) && (n < 1 || n > mostProcesses) {
			return fmt.Errorf("--%s %d: want 1..%d", flag, n, mostProcesses)
		}
	}
	processes, groups, err := f.processGroups(s)
	if err != nil {
		return err
	}
	options := mutex.Options{MaxLocks: f.maxLocks}
	self, err := oneOf("self", f.self, "paper", "local", "network")
	if err != nil {
		return err
	}
	knows, err := oneOf("knows", f.knows, "outstanding", "ever")
	if err != nil {
		return err
	}
	options.Self, options.Knows = mutex.Self(self), mutex.Knowledge(knows)
	choice, err := oneOf("quorums", f.quorums, "site", "uniform", "strategy", "live")
	if err != nil {
		return err
	}
	setup, err := mutex.NewSetup(s, processes, options)
	if err != nil {
		return err
	}
	requesters, err := f.chosen(s, setup.Processes)
	if err != nil {
		return err
	}
	if system, ordinary := s.(*quorum.System); ordinary && choice == int(sim.Site) && !config.Algorithm.NoQuorums {
		setup, err = setup.WithSites(ctx, system, requesters)
		if errors.As(err, new(*mutex.SiteError)) {
			err = hinted{err, "--requesters leaves it out, or --quorums uniform lets it take any quorum"}
		}
		if err != nil {
			return err
		}
	}
	config.Setup = setup
	config.Requesters, err = sim.Requesters(ctx, s, config.Algorithm, setup, requesters, groups, sim.Choice(choice))
	return err
}

// processGroups returns the number of processes and the groups of each.
func (f *simulateFlags) processGroups(s quorum.Structure) (int, [][]int32, error) {
	system, grouped := s.(*quorum.GroupSystem)
	_, ordinary := s.(*quorum.System)
	_, sharing := s.(*quorum.SharingStructure)
	switch {
	case !grouped && f.changed("groups"):
		return 0, nil, hinted{fmt.Errorf("--groups: a %s has no groups to choose", s.Kind()), "a group system has: lift:m=2,of=(SPEC), for example"}
	case (ordinary || sharing) && f.changed("processes"):
		return 0, nil, hinted{fmt.Errorf("--processes: those of a %s are its own", s.Kind()), "--requesters says which of them wish to enter"}
	}
	processes := cmp.Or(f.processes, s.N())
	if sharing {
		processes = s.(*quorum.SharingStructure).Processes()
	}
	if !grouped {
		return processes, mutex.GroupsOf(s, processes), nil
	}
	if len(f.groups) == 0 {
		if f.changed("groups") {
			return 0, nil, errors.New("--groups: the groups are missing")
		}
		return processes, mutex.GroupsInTurn(processes, system.Groups()), nil
	}
	groups, err := mutex.ParseGroups(f.groups, system.Groups())
	switch {
	case err != nil:
		return 0, nil, hinted{fmt.Errorf("--groups %w", err), "a group for each process, as in 1,1,2, or several, as in '1|2,1,2'"}
	case f.changed("processes") && len(groups) != processes:
		return 0, nil, hinted{fmt.Errorf("--groups: those of %d, and there are %d processes", len(groups), processes), "a group for each process, as in 1,1,2, or several, as in '1|2,1,2'"}
	}
	return len(groups), groups, nil
}

// seats are the processes, by the names of their nodes where there are any.
func seats(s quorum.Structure, processes int) quorum.Known {
	names := processNames(s)
	return quorum.Known{Nodes: processes, Names: names[:min(len(names), processes)]}
}

// chosen reads --requesters: sites, by number or name, or processes by number.
func (f *simulateFlags) chosen(s quorum.Structure, processes int) ([]int32, error) {
	var list []int32
	if !f.changed("requesters") {
		for p := range processes {
			list = append(list, int32(p))
		}
		return list, nil
	}
	if len(f.requesters) == 0 {
		return nil, errors.New("--requesters: they are missing")
	}
	known := seats(s, processes)
	chosen, err := nodesOf("requesters", f.requesters, known)
	if err != nil && s.Kind() != quorum.KindSystem {
		return nil, hinted{fmt.Errorf("--requesters %s: want processes, by their numbers", show.Brief(strings.Join(f.requesters, ","))), fmt.Sprintf("processes are 1..%d", processes)}
	}
	if err != nil {
		return nil, err
	}
	for _, v := range chosen {
		if slices.Contains(list, int32(v)) {
			return nil, fmt.Errorf("--requesters: %s is named twice", quorum.Node(v).Label(known.Names))
		}
		list = append(list, int32(v))
	}
	return list, nil
}

// course reads how a run goes.
func (f *simulateFlags) course(ctx context.Context, config *sim.Config, s quorum.Structure) (err error) {
	for _, x := range []struct {
		flag     string
		n, least int
	}{{"entries", f.entries, 1}, {"replications", f.replications, 1}, {"warmup", f.warmup, 0}} {
		if x.n < x.least || x.n > mostEntries {
			return fmt.Errorf("--%s %d: want %d..%d", x.flag, x.n, x.least, mostEntries)
		}
	}
	config.Open, config.NoFIFO, config.Entries, config.Warmup = f.open, !f.fifo, f.entries, f.warmup
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
	victim, err := nodesOf("victim", []string{f.victim}, seats(s, config.Setup.Processes))
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
		v, isNode := nodeNamed(name, known)
		if !isNode && !timed && len(f.crash) == 1 {
			p, err := fraction("crash", word)
			if err != nil || p.Float64() > 1 {
				return hinted{fmt.Errorf("--crash %s: it is no node and no probability", show.Brief(word)), "a probability is a number from 0 to 1; " + nodesHint(known)}
			}
			config.CrashProbability = p.Float64()
			return nil
		}
		if !isNode {
			return hinted{fmt.Errorf("--crash %s: there is no node %s", show.Brief(strings.Join(f.crash, ",")), show.Value(name)), nodesHint(known)}
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

// distribution reads a time that a flag takes.
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
		return nil, unread("latency", path, err)
	}
	matrix, err := sim.ParseMatrix(string(data))
	if err != nil {
		return nil, hinted{fmt.Errorf("--latency %s: %w", show.Path(path), err), "a row on each line: line i has the latencies from place i to places 1, 2, ..."}
	}
	return matrix, nil
}
