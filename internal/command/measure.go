package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coterie/asymmetric"
	"coterie/bounds"
	"coterie/federated"
	"coterie/internal/machine/par"
	words "coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/measure"
	"coterie/quorum"
)

// measureFlags are the flags of the verb measure.
type measureFlags struct {
	only         []string
	crash        []string
	nodeCrash    []string
	mix          []string
	liars        int
	samples      int
	states       int
	requireExact bool
	transversals bool
	pairs        bool
	speeds       []int
	proof        bool
	fleet        string
	out          deployFlags
	network      federatedFlags
}

func (a *App) measureCommand() *cobra.Command {
	var flags measureFlags
	cmd := Verb("measure SPEC", "Load, resilience, availability and more, each beside its limit", oneSpec, completeSpec, func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("fleet") {
			return a.measureFleet(cmd.Context(), args[0], flags, cmd.Flags().Changed)
		}
		if err := flags.fit(cmd); err != nil {
			return err
		}
		return a.measure(cmd.Context(), args[0], flags)
	})
	cmd.Flags().StringSliceVar(&flags.only, "only", nil, "figures to find: "+strings.Join(figureNames(), ", ")+" (default all)")
	cmd.Flags().StringSliceVar(&flags.crash, "p", nil, "crash probabilities for the availability (default 0.001,0.01,0.1,0.3)")
	cmd.Flags().StringSliceVar(&flags.nodeCrash, "node-p", nil, "crash probabilities of the nodes: one for each, or one for all and NODE=P for those that differ")
	cmd.Flags().StringSliceVar(&flags.mix, "mix", nil, "shares of the groups, of sum 1, for the load under a mix: in order, or GROUP=SHARE")
	cmd.Flags().IntVar(&flags.liars, "liars", 0, "how many nodes lie, at the worst places, for the availability beside them")
	cmd.Flags().IntVar(&flags.samples, "samples", 0, "samples of an availability that cannot be counted (default 100000)")
	cmd.Flags().IntVar(&flags.states, "states", 0, "most states of the count of live sets, some 30 to 500 bytes each (default 4194304)")
	cmd.Flags().BoolVar(&flags.requireExact, "require-exact", false, "exit with status 3 if a figure is null or an estimate")
	cmd.Flags().BoolVar(&flags.proof, "proof", false, "print with each figure what is needed to check it, and every limit")
	cmd.Flags().StringVar(&flags.fleet, "fleet", "", "measure it on the servers of `FILE`, as plan reads it")
	flags.out.declare(cmd)
	flags.network.declare(cmd, "of a federated or asymmetric system: `NODES` (or organisations) that may do anything, with commas between them")
	flags.network.declareBy("node")
	cmd.Flags().BoolVar(&flags.transversals, "transversals", false, "print every minimal transversal, as they are found, and nothing else")
	cmd.Flags().BoolVar(&flags.pairs, "pairs", false, "print an owner for every pair of nodes, a site or quorum that holds both, and nothing else: none has more than it must")
	cmd.Flags().IntSliceVar(&flags.speeds, "speeds", nil, "with --pairs: the relative speeds of the owners, one for each; 0 for one that does not work (default equal)")
	return cmd
}

// fit refuses flags that are empty, and flags that another flag would silently turn off.
func (flags measureFlags) fit(cmd *cobra.Command) error {
	if flags.out != (deployFlags{}) {
		return typed.Hint(errors.New("--export and --write-fleet: the fleet is missing"), "--fleet FILE")
	}
	for name, list := range map[string][]string{"only": flags.only, "p": flags.crash, "node-p": flags.nodeCrash, "mix": flags.mix} {
		if cmd.Flags().Changed(name) && len(list) == 0 {
			return fmt.Errorf("--%s: the value is missing", name)
		}
	}
	for _, alone := range []string{"transversals", "pairs"} {
		for _, name := range []string{"only", "p", "node-p", "mix", "liars", "samples", "states", "require-exact", "proof", "transversals"} {
			if cmd.Flags().Changed(alone) && cmd.Flags().Changed(name) && name != alone {
				return fmt.Errorf("--%s and --%s: %s are printed alone", name, alone, alone)
			}
		}
	}
	if cmd.Flags().Changed("speeds") && !flags.pairs {
		return typed.Hint(errors.New("--speeds: they are those of the owners of pairs"), "add --pairs")
	}
	asked := func(f measure.Figure) bool { return len(flags.only) == 0 || slices.Contains(flags.only, string(f)) }
	for name, f := range map[string]measure.Figure{"p": measure.AvailabilityFigure, "node-p": measure.AvailabilityFigure, "liars": measure.AvailabilityFigure, "mix": measure.LoadFigure} {
		if cmd.Flags().Changed(name) && !asked(f) {
			return typed.Hint(fmt.Errorf("--%s is about %s, which --only leaves out", name, f), "leave the flag out, or add "+string(f)+" to --only")
		}
	}
	return nil
}

func (a *App) measure(ctx context.Context, spec string, flags measureFlags) error {
	if flags.samples < 0 {
		return fmt.Errorf("--samples %d: want at least 1", flags.samples)
	}
	if flags.states < 0 {
		return fmt.Errorf("--states %d: want at least 1", flags.states)
	}
	opts, err := flags.options()
	if err != nil {
		return err
	}
	opts.Jobs, opts.Seed, opts.Liars = a.Jobs, a.Seed, flags.liars
	if slices.ContainsFunc(opts.Crash, func(p bounds.Fraction) bool { return p.Rat().Cmp(big.NewRat(1, 1)) == 0 }) {
		a.Notef("p = 1 means that every node is always down; 1 %% is --p 1%%")
	}
	system, err := a.openListed(ctx, spec, flags.transversals || flags.pairs, func(s quorum.Known) bool {
		return len(flags.nodeCrash) == 0 && flags.liars == 0 && measure.ProvedThroughout(s, opts.Only)
	})
	network, err := flags.network.network(ctx, err)
	if found, ok := errors.AsType[*quorum.AsymmetricError](err); ok {
		return a.measureAsymmetric(ctx, spec, asymmetric.New(found.Asymmetric), flags.network.faulty)
	} else if err != nil {
		return err
	} else if network != nil {
		return a.measureFederated(ctx, spec, network, federated.Options{By: flags.network.by, Crash: append(opts.Crash, measure.DefaultCrash()[min(4*len(opts.Crash), 4):]...)})
	}
	if opts.Mix, err = typed.MixShares(flags.mix, system); err != nil {
		return err
	}
	if opts.NodeCrash, err = typed.NodeProbabilities(flags.nodeCrash, system); err != nil {
		return err
	}
	if flags.transversals {
		return a.transversals(ctx, system)
	}
	if flags.pairs {
		return a.pairs(ctx, spec, system, flags.speeds)
	}
	progress, done := a.Progress()
	opts.Progress = progress
	report, err := measure.Measure(ctx, system, opts)
	done()
	if err != nil {
		var input *quorum.InputError
		if errors.As(err, &input) && input.What != "" {
			hint := input.Hint()
			if input.What == "mix" && system.Kind != quorum.KindGroupSystem {
				hint += ", as in: coterie measure 'expr:a*b + c*d' --mix 0.9,0.1"
			}
			return typed.Hint(errors.New("--"+input.Error()), hint)
		}
		return fmt.Errorf("%s: %w", sourceName(spec), err)
	}
	if len(report.Cartels) == 0 && slices.Contains(flags.only, string(measure.DegreeFigure)) {
		a.Notef("degree is told of the cartels of group systems")
	}
	cut := ctx.Err() != nil && report.Stopped()
	writing, stop := par.LastMoment(ctx)
	defer stop()
	shown := report
	shown.Name = textName(report.Name, spec)
	var stopped error
	if cut {
		stopped = context.Cause(ctx)
	}
	open := report.Open()
	err = a.Render(cut,
		func(w io.Writer) error {
			text, err := leftBehind(ctx, func() ([]byte, error) {
				var text bytes.Buffer
				if flags.proof {
					err := words.Proofs(writing, &text, shown)
					return text.Bytes(), err
				}
				err := words.Brief(writing, &text, shown, a.textWidth())
				return text.Bytes(), err
			})
			if err == nil {
				_, err = w.Write(text)
			}
			return err
		},
		endingJSON{ctx, report},
		func() (*table.Table, error) {
			return leftBehind(ctx, func() (*table.Table, error) { return words.Table(writing, report) })
		},
		stopped, FailIf(len(report.Failing) > 0, ExitFails, ""),
		FailIf(flags.requireExact && len(open) > 0, ExitLimit, "--require-exact: not exact: %s", strings.Join(open, ", ")),
	)
	if cause := cutShort(ctx); cause != nil && errors.Is(err, cause) {
		return cause
	}
	return err
}

// endingJSON is the JSON form of a value that takes long to write. If it is not ready shortly after
// the end of the context, it is given up.
type endingJSON struct {
	ctx   context.Context
	value any
}

func (e endingJSON) MarshalJSON() ([]byte, error) {
	return leftBehind(e.ctx, func() ([]byte, error) { return show.Marshal(e.value) })
}

func figureNames() (names []string) {
	for _, f := range measure.Figures() {
		names = append(names, string(f))
	}
	return names
}

// options reads the flags that do not depend on the system.
func (flags measureFlags) options() (measure.Options, error) {
	opts := measure.Options{Samples: flags.samples, MaxStates: flags.states}
	for _, name := range flags.only {
		f := measure.Figure(strings.TrimSpace(name))
		if !slices.Contains(measure.Figures(), f) {
			known := figureNames()
			return opts, typed.Hint(fmt.Errorf("--only %s: there is no such figure", show.Brief(name)), show.Meant(name, known)+"figures are "+strings.Join(known, ", "))
		}
		opts.Only = append(opts.Only, f)
	}
	var err error
	if opts.Crash, err = typed.Fractions("p", flags.crash); err != nil {
		return opts, err
	}
	return opts, nil
}

// mostListed bounds the quorums that are listed of a system whose figures all have closed forms. A
// longer list would not make the figures clearer. mostProvedListed is that for systems whose
// figures are known from theorems: the list adds a strategy to the load.
const mostListed, mostProvedListed = 1000, 20_000

// openListed opens the system of a SPEC. It lists the quorums if there are not too many, or if list
// asks for them. Where theorems give the figures asked for, as proved says, fewer are too many.
func (a *App) openListed(ctx context.Context, spec string, list bool, proved func(quorum.Known) bool) (quorum.Known, error) {
	s, err := a.open(ctx, spec)
	if err != nil {
		return s, err
	}
	if !list && s.Kind == quorum.KindSystem && len(s.Formulas) == 1 && measure.NeedsNoList(s.Formulas[0]) {
		shape, err := s.Formulas[0].Shape(ctx)
		if err == nil && shape.Quorums.Cmp(big.NewInt(mostListed)) > 0 {
			s.Unlisted = fmt.Sprintf("the %v quorums are not listed", shape.Quorums)
			return s, nil
		}
	}
	if !list && proved != nil && proved(s) {
		sizes, err := s.Origin.Sizes(ctx)
		if err == nil && sizes.Quorums != nil && sizes.Quorums.Cmp(big.NewInt(mostProvedListed)) > 0 {
			s.Sizes, s.Unlisted = sizes, fmt.Sprintf("the %v quorums are not listed, but under --only load", sizes.Quorums)
			return s, nil
		}
	}
	done := a.spin("listing the quorums of " + spec)
	defer done()
	listed, err := leftBehind(ctx, func() (quorum.Structure, error) { return s.Build(ctx, 0) })
	switch {
	case err == nil:
		s.Structure, s.Names = listed, listed.Names()
		return s, nil
	case quorum.TooLong(err):
		s.Unlisted = err.Error()
	case ctx.Err() != nil: // figures that need no list can still be reported
		s.Unlisted = fmt.Sprintf("stopped: %v while the quorums were being listed", context.Cause(ctx))
	default:
		return quorum.Known{}, err
	}
	if s.Origin == nil { // a list that came too late to be looked at
		return s, nil
	}
	last, cancel := par.LastMoment(ctx)
	defer cancel()
	s.Sizes, _ = leftBehind(last, func() (quorum.Sizes, error) { return s.Origin.Sizes(last) })
	return s, nil
}
