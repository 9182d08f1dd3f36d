package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coterie/asymmetric"
	"coterie/construct"
	"coterie/fleet"
	"coterie/internal/machine/par"
	"coterie/internal/words/findings"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/measure"
	"coterie/measure/liars"
	"coterie/quorum"
	"coterie/search"
)

func (a *App) checkCommand() *cobra.Command {
	var require []string
	var samples int
	var fleetFile string
	var network federatedFlags
	cmd := Verb("check SPEC", "Judge every property of a system, with witnesses", oneSpec, completeSpec, func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("samples") && samples < 1 {
			return fmt.Errorf("--samples %d: want at least 1", samples)
		}
		if cmd.Flags().Changed("fleet") && network.faulty != fleet.Zones && network.faulty != fleet.Operators {
			return typed.Hint(errors.New("--fleet: a fleet says which nodes are in a zone, or of an operator"), "--faulty zones --fleet FILE, or --faulty operators")
		}
		return a.check(cmd.Context(), args[0], require, samples, network, fleetFile)
	})
	network.declare(cmd, "judge whether `NODES` may lie: any so many, sets such as {1,2},{3}, zones or operators (of --fleet); in a federated system, names")
	network.declareProof(cmd.Flags())
	a.cubeFlags(cmd)
	a.replayable(cmd, func(ctx context.Context, common search.Options) (*search.Result, error) {
		w, err := network.network(ctx, a.unread)
		if w == nil {
			return nil, cmp.Or(err, errors.New("no network is given"))
		}
		r, err := w.Check(ctx, common)
		return r.Search, err
	})
	cmd.Flags().StringVar(&network.dimacs, "dimacs", "", "of a federated system: write the question whether two quorums are disjoint to `FILE` as DIMACS CNF")
	cmd.Flags().StringSliceVar(&require, "require", nil, "properties that must hold, separated by commas, or all")
	cmd.Flags().StringVar(&fleetFile, "fleet", "", "the fleet whose zones or operators --faulty means, in `FILE`")
	cmd.Flags().IntVar(&samples, "samples", 0, "random sets of groups for condition-c, of a structure of more than 16 groups")
	return cmd
}

func (a *App) check(ctx context.Context, spec string, require []string, samples int, network federatedFlags, fleetFile string) error {
	s, err := a.load(ctx, spec)
	federated, err := network.network(ctx, err)
	found, other := errors.AsType[*quorum.AsymmetricError](err)
	switch {
	case other:
		return a.checkAsymmetric(ctx, spec, asymmetric.New(found.Asymmetric), require)
	case err != nil:
		return err
	case federated != nil:
		return a.checkFederated(ctx, spec, federated, network, require)
	case samples > 0 && s.Kind != quorum.KindSharing:
		return typed.Hint(fmt.Errorf("--samples: nothing about a %s is judged by a sample", s.Kind), "condition-c of a sharing-structure is; measure has samples of an availability")
	}
	liars, err := a.faulty(ctx, s, network.faulty, fleetFile)
	if err != nil {
		return err
	}
	required, err := requiredProperties(s.Kind, require, liars != nil)
	if err != nil {
		return err
	}
	name := printable(textName(s.Name, spec))
	done := a.spin("checking " + name)
	whole := slices.Contains(required, requirement{quorum.Nondominated, true})
	report := measure.Check(ctx, s, whole, liars, quorum.Options{Jobs: a.Jobs, Samples: samples, Seed: a.Seed})
	done()
	if err := a.Render(ctx.Err() != nil && slices.ContainsFunc(slices.Concat(report.Asked, report.Properties), func(v quorum.Judged) bool { return v.Limit }),
		func(w io.Writer) error { return findings.WriteChecked(w, name, report) },
		report,
		func() (*table.Table, error) { return findings.CheckedTable(report) },
	); err != nil {
		return err
	}
	if g, ok := s.Structure.(*quorum.SharingStructure); ok && samples == 0 && len(g.Families()) > 16 {
		a.Notef("--samples N judges condition-c on N random sets of groups")
	}
	return a.checkStatus(ctx, report, required)
}

// requirement is a property that must hold. Its flag tells whether --require named it.
type requirement struct {
	property quorum.Property
	byName   bool
}

// faulty returns the nodes that may lie; nil where none are given.
func (a *App) faulty(ctx context.Context, s quorum.Known, text, fleetFile string) (*liars.Faulty, error) {
	switch {
	case text == "":
		return nil, nil
	case s.Kind != quorum.KindSystem && (s.Kind != quorum.KindGroupSystem || len(s.Cartels()) < 2):
		return nil, typed.Hint(fmt.Errorf("--faulty: the quorums of a %s need not meet", s.Kind), "liars are asked about in quorum systems, and in group systems of two cartels or more")
	case text != fleet.Zones && text != fleet.Operators:
		b, sets, err := typed.Faulty("faulty", text, s)
		return &liars.Faulty{Any: b, Sets: sets}, err
	case fleetFile == "":
		return nil, typed.Hint(fmt.Errorf("--faulty %s: the fleet is missing", text), "--fleet FILE")
	}
	f, err := a.readFleet(ctx, fleetFile, "")
	if err != nil {
		return nil, err
	}
	if _, err := f.Place(s); err != nil {
		return nil, err
	}
	found := &liars.Faulty{}
	together, _ := f.Together(text)
	for _, set := range together {
		var nodes []int
		for v := range s.N() {
			at := v
			if len(s.Names) > 0 && slices.Contains(f.Names(), s.Names[v]) {
				at = slices.Index(f.Names(), s.Names[v])
			}
			if set.Has(at) {
				nodes = append(nodes, v)
			}
		}
		found.Sets = append(found.Sets, quorum.SetOf(nodes...))
	}
	if len(together) == 0 {
		return nil, typed.Hint(fmt.Errorf("--faulty %s: the fleet has none", text), "a node names its own: {name: a, zone: eu, operator: acme}")
	}
	return found, nil
}

func requiredProperties(kind quorum.Kind, names []string, faulty bool) ([]requirement, error) {
	var list []requirement
	of := kind.Properties()
	if faulty {
		of = append(of, liars.Kinds()...)
	}
	known := append(slices.Clone(of), quorum.QuorumSystem, quorum.Coterie, quorum.Nondominated, quorum.WritesMeet)
	if kind == quorum.KindFederated || kind == quorum.KindAsymmetric {
		known = of
	}
	for _, p := range kind.Defining() {
		list = append(list, requirement{property: p})
	}
	for _, name := range names {
		p := quorum.Property(strings.TrimSpace(name))
		switch {
		case p == "all":
			for _, p := range of {
				list = append(list, requirement{property: p})
			}
		case slices.Contains(known, p):
			list = append(list, requirement{p, true})
		default:
			var names []string
			for _, p := range known {
				names = append(names, string(p))
			}
			return nil, typed.Hint(
				fmt.Errorf("--require %s: a %s has no such property", show.Brief(name), cmp.Or(map[quorum.Kind]string{quorum.KindFederated: "federated system", quorum.KindAsymmetric: "system of kind asymmetric"}[kind], string(kind))),
				"its properties are "+strings.Join(names, ", ")+"; or all"+map[bool]string{true: "", false: "; with --faulty dissemination, masking, opaque"}[faulty || len(known) == len(of)],
			)
		}
	}
	return list, nil
}

func (a *App) checkStatus(ctx context.Context, report quorum.Checked, list []requirement) error {
	failed, stopped := false, false
	noted := map[quorum.Property]bool{}
	for _, r := range list {
		v, _ := report.Judged(r.property)
		switch {
		case v.Holds == quorum.Fails:
			failed = true
		case v.Holds == quorum.Unknown && v.Limit:
			stopped = true
		case v.Holds == quorum.Unknown && r.byName:
			failed = true
			a.Notef("%s is required by name and does not apply: %s", r.property, v.Reason)
		case v.Holds == quorum.Unknown && !noted[r.property]:
			noted[r.property] = true
			a.Notef("%s does not apply: %s", r.property, v.Reason)
		}
	}
	switch {
	case failed:
		return Fail(ExitFails, "")
	case stopped && ctx.Err() != nil:
		return context.Cause(ctx)
	case stopped:
		return Fail(ExitLimit, "a limit was reached before there was an answer")
	}
	return nil
}

// load opens the system of a SPEC and lists its quorums.
func (a *App) load(ctx context.Context, spec string) (quorum.Known, error) {
	s, err := a.open(ctx, spec)
	if err != nil {
		return s, err
	}
	return a.list(ctx, s)
}

// list lists the quorums of an opened system.
func (a *App) list(ctx context.Context, s quorum.Known) (quorum.Known, error) {
	done := a.spin("listing " + printable(s.Name))
	defer done()
	listed, err := leftBehind(ctx, func() (quorum.Structure, error) { return s.Build(ctx, 0) })
	if err == nil {
		s.Structure, s.Names = listed, listed.Names()
	}
	return s, err
}

// open finds the system of a SPEC without listing its quorums. It prints a note about any
// assumption that it made.
func (a *App) open(ctx context.Context, spec string) (quorum.Known, error) {
	done := a.spin("reading " + spec)
	defer done()
	s, err := leftBehind(ctx, func() (quorum.Known, error) {
		s, err := construct.Open(ctx, spec, a.in)
		return s, typed.WithFileHint(spec, err)
	})
	if err == nil && s.Note != "" {
		a.Notef("%s: %s", sourceName(spec), s.Note)
	}
	return s, err
}

// sourceName returns the name of a spec for notes and errors.
func sourceName(spec string) string {
	switch {
	case spec == "-":
		return "standard input"
	case strings.HasPrefix(spec, "{"):
		return "the spec"
	}
	return spec
}

// leftBehind returns the result of read. If read is still running half a second after the end of
// ctx, leftBehind returns without it.
func leftBehind[T any](ctx context.Context, read func() (T, error)) (T, error) {
	return par.LeaveBehind(ctx, 500*time.Millisecond, read)
}

// textName returns the name of a system for texts. A system without a name is called by its file.
func textName(name, spec string) string {
	path := strings.TrimPrefix(spec, "@")
	isFile := path != spec || strings.ContainsAny(spec, "/\\") || strings.HasSuffix(spec, ".json")
	if name != "" || !isFile || strings.HasPrefix(spec, "{") {
		return name
	}
	return filepath.Base(path)
}
