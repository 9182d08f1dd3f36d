package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/words/planning"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/quorum"
)

// fleetExcludes are flags that repeat settings of the fleet's file, or that request figures that a
// fleet does not have.
var fleetExcludes = []string{"mix", "p", "node-p", "liars", "only", "samples", "states", "transversals", "pairs", "speeds"}

// measureFleet measures a system under the fleet of --fleet.
func (a *App) measureFleet(ctx context.Context, spec string, flags measureFlags, changed func(string) bool) error {
	for _, name := range fleetExcludes {
		if changed(name) {
			return typed.Hint(fmt.Errorf("--fleet and --%s: the fleet has its own shares of requests and crash probabilities", name), "leave one of them out")
		}
	}
	if flags.fleet == "" {
		return errors.New("--fleet: the name of the file is missing")
	}
	if flags.fleet == "-" && spec == "-" {
		return typed.Hint(errors.New("--fleet -: standard input has the system"), "give one of them as a file")
	}
	if err := cmp.Or(flags.out.check(changed), a.checkSlide(changed), a.checkBeside(changed, [2]string{"--write-fleet", flags.out.fleet}),
		differentFiles([][2]string{{"--fleet", flags.fleet}, {"--write-fleet", flags.out.fleet}, {"--output", a.Output}})); err != nil {
		return err
	}
	f, err := a.readFleet(ctx, flags.fleet, flags.out.fleet)
	if err != nil {
		return err
	}
	known, err := a.openListed(ctx, spec, false, nil)
	if err != nil {
		return err
	}
	s, err := f.Place(known)
	if err != nil {
		return fmt.Errorf("%s: %w", sourceName(spec), err)
	}
	if s.Name == "" {
		s.Name = textName("", spec)
	}
	done := a.spin("measuring " + printable(s.Name))
	x, err := figuresOf(ctx, f, s)
	done()
	var input *quorum.InputError
	if x.Figures == nil || errors.As(err, &input) {
		return fmt.Errorf("%s: %w", sourceName(spec), err)
	}
	if flags.out.export != "" {
		return a.export(ctx, f, s, x.Strategy(), flags.out.export)
	}
	cut, open := cutShort(ctx), x.Open()
	ends := []error{cut, FailIf(flags.requireExact && len(open) > 0, ExitLimit, "--require-exact: not exact: %s", strings.Join(open, ", "))}
	if format, ok := a.Formats.Of(a.Output); ok {
		picture, err := planning.FiguresSlide(s.Name, x)
		return a.slide(picture, err, format, ends...)
	}
	return a.Render(cut != nil,
		func(w io.Writer) error { return planning.WriteFigures(w, s.Name, x, flags.proof, a.textWidth()) },
		planning.FiguresJSON(s.Name, x),
		func() (*table.Table, error) { return planning.FiguresTable(x) },
		ends...,
	)
}

// figuresOf finds all figures of a system under a fleet.
func figuresOf(ctx context.Context, f *fleet.Fleet, s fleet.System) (planning.Figures, error) {
	if err := s.Meets(ctx); err != nil {
		return planning.Figures{}, err
	}
	figures, err := fleet.FindFigures(ctx, f, s, fleet.StrategyOptions{})
	x := planning.Figures{Figures: figures}
	if err != nil || figures.Strategy() == nil || !slices.ContainsFunc(f.Clients, func(c fleet.Client) bool { return !c.Fixed() }) {
		return x, err
	}
	for i, kind := range []fleet.Operation{fleet.Reads, fleet.Writes} {
		if x.Tails[i], x.NoTails = fleet.FindTail(ctx, f, s, figures.Strategy(), kind, fleet.TailShares()); x.NoTails != nil {
			break
		}
		if x.All[i], x.NoTails = fleet.FindTail(ctx, f, s, nil, kind, fleet.TailShares()); x.NoTails != nil {
			break
		}
	}
	return x, nil
}
