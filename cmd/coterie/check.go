package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coterie/construct"
	"coterie/internal/machine/par"
	"coterie/internal/words/findings"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/measure"
	"coterie/quorum"
)

func (a *app) checkCommand() *cobra.Command {
	var require []string
	var samples int
	var network federatedFlags
	cmd := command("check SPEC", "Judge every property of a system, with witnesses", oneSpec, completeSpec, func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("samples") && samples < 1 {
			return fmt.Errorf("--samples %d: want at least 1", samples)
		}
		return a.check(cmd.Context(), args[0], require, samples, network)
	})
	network.declare(cmd)
	cmd.Flags().StringSliceVar(&require, "require", nil, "properties that must hold, separated by commas, or all")
	cmd.Flags().IntVar(&samples, "samples", 0, "random sets of groups for condition-c, of a structure of more than 16 groups")
	return cmd
}

func (a *app) check(ctx context.Context, spec string, require []string, samples int, network federatedFlags) error {
	s, err := a.load(ctx, spec)
	federated, err := network.network(ctx, err)
	switch {
	case err != nil:
		return err
	case federated != nil:
		s.Kind = quorum.KindFederated
	case samples > 0 && s.Kind != quorum.KindSharing:
		return typed.Hint(fmt.Errorf("--samples: nothing about a %s is judged by a sample", s.Kind), "condition-c of a sharing-structure is; measure has samples of an availability")
	}
	required, err := requiredProperties(s.Kind, require)
	if err != nil {
		return err
	}
	if federated != nil {
		return a.checkFederated(ctx, spec, federated, required)
	}
	name := printable(textName(s.Name, spec))
	done := a.spin("checking " + name)
	whole := slices.Contains(required, requirement{quorum.Nondominated, true})
	report := measure.Check(ctx, s, whole, quorum.Options{Jobs: a.jobs, Samples: samples, Seed: a.seed})
	done()
	if err := a.render(ctx.Err() != nil && slices.ContainsFunc(slices.Concat(report.Asked, report.Properties), func(v quorum.Judged) bool { return v.Limit }),
		func(w io.Writer) error { return findings.WriteChecked(w, name, report) },
		report,
		func() (*table.Table, error) { return findings.CheckedTable(report) },
	); err != nil {
		return err
	}
	if g, ok := s.Structure.(*quorum.SharingStructure); ok && samples == 0 && len(g.Families()) > 16 {
		a.notef("--samples N judges condition-c on N random sets of groups")
	}
	return a.checkStatus(ctx, report, required)
}

// requirement is a property that must hold. Its flag tells whether --require named it.
type requirement struct {
	property quorum.Property
	byName   bool
}

func requiredProperties(kind quorum.Kind, names []string) ([]requirement, error) {
	var list []requirement
	known := kind.Properties()
	if kind != quorum.KindFederated {
		known = append(known, quorum.QuorumSystem, quorum.Coterie, quorum.Nondominated, quorum.WritesMeet)
	}
	for _, p := range kind.Defining() {
		list = append(list, requirement{property: p})
	}
	for _, name := range names {
		p := quorum.Property(strings.TrimSpace(name))
		switch {
		case p == "all":
			for _, p := range kind.Properties() {
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
				fmt.Errorf("--require %s: a %s has no such property", show.Brief(name), kind),
				"its properties are "+strings.Join(names, ", ")+"; or all",
			)
		}
	}
	return list, nil
}

func (a *app) checkStatus(ctx context.Context, report quorum.Checked, list []requirement) error {
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
			a.notef("%s is required by name and does not apply: %s", r.property, v.Reason)
		case v.Holds == quorum.Unknown && !noted[r.property]:
			noted[r.property] = true
			a.notef("%s does not apply: %s", r.property, v.Reason)
		}
	}
	switch {
	case failed:
		return fail(exitFails, "")
	case stopped && ctx.Err() != nil:
		return context.Cause(ctx)
	case stopped:
		return fail(exitLimit, "a limit was reached before there was an answer")
	}
	return nil
}

// load opens the system of a SPEC and lists its quorums.
func (a *app) load(ctx context.Context, spec string) (quorum.Known, error) {
	s, err := a.open(ctx, spec)
	if err != nil {
		return s, err
	}
	return a.list(ctx, s)
}

// list lists the quorums of an opened system.
func (a *app) list(ctx context.Context, s quorum.Known) (quorum.Known, error) {
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
func (a *app) open(ctx context.Context, spec string) (quorum.Known, error) {
	done := a.spin("reading " + spec)
	defer done()
	s, err := leftBehind(ctx, func() (quorum.Known, error) {
		s, err := construct.Open(ctx, spec, a.in)
		return s, typed.WithFileHint(spec, err, func(key string) string { return meant(key, typed.FileKeys) })
	})
	if err == nil && s.Note != "" {
		a.notef("%s: %s", sourceName(spec), s.Note)
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
