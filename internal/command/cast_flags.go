package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// castFlags are the flags for the algorithm, the processes, and the reading of the paper if it
// leaves a choice. Every verb that runs algorithms has them.
type castFlags struct {
	algorithm   string
	requesters  []string
	processes   int
	groups      []string
	maxLocks    int
	self, knows string
	late, flaw  string
	fifo        bool
	quorums     string
	trace, html string // files for the events of a run and for its page
	changed     func(flag string) bool
}

// register declares the flags. The text quorums lists the values of --quorums.
func (f *castFlags) register(flags *pflag.FlagSet, quorums string) {
	f.changed = flags.Changed
	flags.StringVar(&f.algorithm, "algorithm", "", "`NAME` of the algorithm (default: the first in the list above that is safe over the system)")
	flags.StringSliceVar(&f.requesters, "requesters", nil, "the nodes, or processes, that wish to enter (default all)")
	flags.IntVar(&f.processes, "processes", 0, "number of processes of a group system or a k-coterie (default: as many as nodes)")
	flags.StringSliceVar(&f.groups, "groups", nil, "the group of each process, as in 1,1,2, or several, as in '1|2,1,2' (default: in turn)")
	flags.IntVar(&f.maxLocks, "max-locks", 0, "most locks that a node gives to one group at a time, Joung's max[g] (default: no limit)")
	flags.BoolVar(&f.fifo, "fifo", true, "messages from one place to another arrive in the order of sending")
	flags.StringVar(&f.self, "self", "paper", "what a node tells itself: paper, local (at once) or network (by a message)")
	flags.StringVar(&f.knows, "knows", "outstanding", "when a process knows that it will not succeed: outstanding (a FAILED that no LOCKED has followed) or ever")
	flags.StringVar(&f.late, "late", "current", "what Maekawa's node takes an INQUIRE for that comes after its next REQUEST: current (it is about that one) or ignored")
	flags.StringVar(&f.flaw, "flaw", "", "`NAME` of a step that the algorithm leaves out on purpose, to see what comes of it")
	flags.StringVar(&f.quorums, "quorums", "site", "which quorum a request takes: "+quorums)
}

// castOver lists the system of a SPEC, and reads the flags that choose the algorithm and the
// processes.
func castOver[C any](ctx context.Context, a *App, spec string,
	configOf func(context.Context, quorum.Structure, string) (C, error),
) (s quorum.Structure, config C, err error) {
	system, err := a.load(ctx, spec)
	if err != nil {
		return nil, config, err
	}
	config, err = leftBehind(ctx, func() (C, error) { return configOf(ctx, system.Structure, spec) })
	return system.Structure, config, err
}

// noteFIFO prints a note about channels that do not keep an order which the algorithm needs.
func (a *App) noteFIFO(algorithm *mutex.Algorithm, without bool) {
	if without && algorithm.NeedsFIFO {
		a.Notef("%s needs channels that keep the order of messages", algorithm.Name)
	}
}

// oneOf returns the place of a value among those that a flag takes.
func oneOf(flag, value string, values ...string) (int, error) {
	if i := slices.Index(values, value); i >= 0 {
		return i, nil
	}
	last := len(values) - 1
	return 0, typed.Hint(fmt.Errorf("--%s %s: want %s or %s", flag, show.Brief(value), strings.Join(values[:last], ", "), values[last]), strings.TrimSpace(show.Meant(value, values)))
}

// algorithmNames returns the values of --algorithm.
func algorithmNames() []string {
	var names []string
	for _, a := range mutex.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

// algorithmFor finds the algorithm of --algorithm. The default is the first one that is safe over
// the kind.
func (f *castFlags) algorithmFor(kind quorum.Kind, spec string) (*mutex.Algorithm, error) {
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
		return nil, typed.Hint(fmt.Errorf("--algorithm %s: there is no such algorithm", show.Brief(f.algorithm)), show.Meant(f.algorithm, names)+"algorithms are "+strings.Join(names, ", "))
	}
	if err := all[at].Accepts(kind); err != nil {
		hint := ""
		if others := mutex.AlgorithmsOver(kind); len(others) > 0 {
			hint = fmt.Sprintf("over a %s run %s", kind, strings.Join(others, ", "))
		}
		switch {
		case kind == quorum.KindSystem && slices.Contains(all[at].Over, quorum.KindGroupSystem):
			hint = "lift:m=2,of=(" + spec + ") is a group system of it, with two groups; " + hint
		case kind == quorum.KindGroupSystem:
			hint += "; of an ordinary system, lift:m=2,of=(SPEC) makes a group system of the same quorums"
		}
		return nil, typed.Hint(err, hint)
	}
	return all[at], nil
}

// mostProcesses bounds the number of processes, for the sake of memory.
const mostProcesses = 1_000_000

// cast reads the participants: the processes, their groups, and their quorums, which follow one of
// the choices.
func (f *castFlags) cast(ctx context.Context, a *mutex.Algorithm, s quorum.Structure, choices ...sim.Choice) (*mutex.Setup, []sim.Requester, error) {
	for flag, n := range map[string]int{"processes": f.processes, "max-locks": f.maxLocks} {
		if f.changed(flag) && (n < 1 || n > mostProcesses) {
			return nil, nil, fmt.Errorf("--%s %d: want 1..%d", flag, n, mostProcesses)
		}
	}
	processes, groups, err := f.processGroups(s)
	if err != nil {
		return nil, nil, err
	}
	flaw, err := f.flawOf(a)
	if err != nil {
		return nil, nil, err
	}
	self, err := oneOf("self", f.self, "paper", "local", "network")
	if err != nil {
		return nil, nil, err
	}
	knows, err := oneOf("knows", f.knows, mutex.KnowsOutstanding.String(), mutex.KnowsEver.String())
	if err != nil {
		return nil, nil, err
	}
	late, err := oneOf("late", f.late, mutex.LateCurrent.String(), mutex.LateIgnored.String())
	if err != nil {
		return nil, nil, err
	}
	options := mutex.Options{Self: mutex.Self(self), Knows: mutex.Knowledge(knows), Late: mutex.Lateness(late), MaxLocks: f.maxLocks, Flaw: flaw}
	var words []string
	for _, c := range choices {
		words = append(words, c.String())
	}
	chosen, err := oneOf("quorums", f.quorums, words...)
	if err != nil {
		return nil, nil, err
	}
	setup, err := mutex.NewSetup(s, processes, options)
	if err != nil {
		return nil, nil, err
	}
	requesters, err := f.chosen(s, setup.Processes)
	if err != nil {
		return nil, nil, err
	}
	if system, ordinary := s.(*quorum.System); ordinary && choices[chosen] == sim.Site && !a.NoQuorums {
		setup, err = setup.WithSites(ctx, system, requesters)
		if errors.As(err, new(*quorum.InputError)) {
			err = typed.Hint(err, "--requesters leaves it out, or --quorums uniform lets it take any quorum")
		}
		if err != nil {
			return nil, nil, err
		}
	}
	list, err := sim.Requesters(ctx, s, a, setup, requesters, groups, choices[chosen])
	return setup, list, err
}

// flawOf reads --flaw.
func (f *castFlags) flawOf(a *mutex.Algorithm) (mutex.Flaw, error) {
	if !f.changed("flaw") {
		return mutex.Flawless, nil
	}
	var names []string // the flaws of this algorithm
	for _, of := range mutex.Flaws() {
		if of.Algorithm == a.Name {
			names = append(names, of.Name)
		}
	}
	of, known := mutex.FindFlaw(f.flaw)
	switch {
	case known && of.Algorithm == a.Name:
		return of.Flaw, nil
	case known:
		return 0, typed.Hint(fmt.Errorf("--flaw %s: it is one of %s, not of %s", f.flaw, of.Algorithm, a.Name), "--algorithm "+of.Algorithm+" has it")
	case len(names) == 0:
		return 0, fmt.Errorf("--flaw %s: %s has none", show.Brief(f.flaw), a.Name)
	}
	return 0, typed.Hint(fmt.Errorf("--flaw %s: there is no such flaw", show.Brief(f.flaw)), show.Meant(f.flaw, names)+"those of "+a.Name+" are "+strings.Join(names, ", "))
}

// processGroups returns the number of processes and the groups of each.
func (f *castFlags) processGroups(s quorum.Structure) (int, [][]int32, error) {
	system, grouped := s.(*quorum.GroupSystem)
	_, ordinary := s.(*quorum.System)
	_, sharing := s.(*quorum.SharingStructure)
	switch {
	case !grouped && f.changed("groups"):
		return 0, nil, typed.Hint(fmt.Errorf("--groups: a %s has no groups to choose", s.Kind()), "a group system has: lift:m=2,of=(SPEC), for example")
	case (ordinary || sharing) && f.changed("processes"):
		return 0, nil, typed.Hint(fmt.Errorf("--processes: those of a %s are its own", s.Kind()), "--requesters says which of them wish to enter")
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
		return 0, nil, typed.Hint(fmt.Errorf("--groups %w", err), "a group for each process, as in 1,1,2, or several, as in '1|2,1,2'")
	case f.changed("processes") && len(groups) != processes:
		return 0, nil, typed.Hint(fmt.Errorf("--groups: those of %d, and there are %d processes", len(groups), processes), "a group for each process, as in 1,1,2, or several, as in '1|2,1,2'")
	}
	return len(groups), groups, nil
}

// seats returns the processes as a set of nodes to choose from. They have the names of their nodes,
// if there are any.
func seats(s quorum.Structure, processes int) quorum.Known {
	names := processNames(s)
	return quorum.Known{Nodes: processes, Names: names[:min(len(names), processes)]}
}

// chosen reads --requesters. These are sites by number or name, or processes by number.
func (f *castFlags) chosen(s quorum.Structure, processes int) ([]int32, error) {
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
	chosen, err := typed.Nodes("requesters", f.requesters, known)
	if err != nil && s.Kind() != quorum.KindSystem {
		return nil, typed.Hint(fmt.Errorf("--requesters %s: want processes, by their numbers", show.Brief(strings.Join(f.requesters, ","))), fmt.Sprintf("processes are 1..%d", processes))
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
