package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"coterie/internal/picture/draw"
	"coterie/internal/picture/player"
	"coterie/internal/picture/spacetime"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/quorum"
)

// traceFlags are the flags for a picture of a run.
type traceFlags struct {
	path     string
	from, to float64
}

func (f *traceFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "trace", "", "draw the run in `FILE`, or - for standard input, in place of a system")
	cmd.Flags().Float64Var(&f.from, "from", 0, "of a run, draw what happens from time `T` on")
	cmd.Flags().Float64Var(&f.to, "to", math.Inf(1), "of a run, draw what happens until time `T`")
}

// judge refuses flags and arguments that exclude each other.
func (f *traceFlags) judge(cmd *cobra.Command, args []string) error {
	given := cmd.Flags().Changed
	if !given("trace") {
		for _, name := range []string{"from", "to"} {
			if given(name) {
				return typed.Hint(fmt.Errorf("--%s: it is a time of a run", name), "--trace FILE draws a run")
			}
		}
		return oneSpec(cmd, args)
	}
	for _, name := range []string{"site", "quorum"} {
		if given(name) {
			return fmt.Errorf("--trace, --%s: draw a run or a system, not both", name)
		}
	}
	switch {
	case len(args) > 0:
		return fmt.Errorf("draw %s --trace: draw a run or a system, not both", show.Brief(args[0]))
	case f.path == "":
		return errors.New("--trace: it is empty: want the name of a file")
	case !(f.from <= f.to):
		return fmt.Errorf("--from %v --to %v: the first moment comes first", f.from, f.to)
	}
	return nil
}

// page reports whether the file of -o is an HTML page, which plays the run.
func (f *traceFlags) page(output string) bool {
	return strings.EqualFold(filepath.Ext(output), ".html")
}

// player writes the page that plays the run of --trace.
func (a *App) player(ctx context.Context, f traceFlags) error {
	if f.from != 0 || !math.IsInf(f.to, 1) {
		return typed.Hint(errors.New("--from, --to: a page plays the whole run"), "with -o run.svg they choose the part that is drawn")
	}
	var page *player.Page
	err := a.readRun(ctx, f, func(r io.Reader) (err error) { page, err = player.Read(ctx, r); return err })
	if err != nil {
		return err
	}
	return a.emit(false, page.Write)
}

// diagram draws the run of --trace.
func (a *App) diagram(ctx context.Context, f traceFlags) (p *draw.Picture, err error) {
	err = a.readRun(ctx, f, func(r io.Reader) (err error) { p, err = spacetime.Read(ctx, r, f.from, f.to); return err })
	if errors.Is(err, spacetime.ErrNothing) {
		return nil, fmt.Errorf("--trace %s: %w", show.Path(f.path), spacetime.ErrNothing)
	}
	return p, err
}

// readRun reads the file of --trace with the given function.
func (a *App) readRun(ctx context.Context, f traceFlags, read func(io.Reader) error) error {
	done := a.spin("reading " + show.Path(f.path))
	defer done()
	data, err := a.read(ctx, f.path)
	if err != nil {
		return typed.Unread("trace", f.path, err)
	}
	err = read(bytes.NewReader(data))
	if flaw := (*quorum.FormatError)(nil); errors.As(err, &flaw) {
		return typed.Hint(fmt.Errorf("--trace %s: %w", show.Path(f.path), err), "`coterie simulate SPEC --trace FILE` writes one")
	}
	return err
}
