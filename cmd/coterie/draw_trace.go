package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"coterie/internal/draw"
	"coterie/internal/files"
	"coterie/internal/show"
	"coterie/internal/spacetime"
	"coterie/mutex/trace"
)

// traceFlags are those of a picture of a run.
type traceFlags struct {
	path     string
	from, to float64
}

func (f *traceFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "trace", "", "draw the run in `FILE`, or - for standard input, in place of a system")
	cmd.Flags().Float64Var(&f.from, "from", 0, "of a run, draw what happens from time `T` on")
	cmd.Flags().Float64Var(&f.to, "to", math.Inf(1), "of a run, draw what happens until time `T`")
}

// judge says which flags and arguments do not go together.
func (f *traceFlags) judge(cmd *cobra.Command, args []string) error {
	given := cmd.Flags().Changed
	if !given("trace") {
		for _, name := range []string{"from", "to"} {
			if given(name) {
				return hinted{fmt.Errorf("--%s: it is a time of a run", name), "--trace FILE draws a run"}
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

// diagram draws the run in a file.
func (a *app) diagram(ctx context.Context, f traceFlags) (*draw.Picture, error) {
	done := a.spin("reading " + show.Path(f.path))
	defer done()
	var data []byte
	var err error
	if f.path == "-" {
		data, err = files.ReadFrom(ctx, a.in, files.MostRead)
	} else {
		data, err = files.Read(ctx, f.path, files.MostRead)
	}
	if err != nil {
		return nil, unread("trace", f.path, err)
	}
	p, err := spacetime.Read(ctx, bytes.NewReader(data), f.from, f.to)
	if flaw := (*trace.FormatError)(nil); errors.As(err, &flaw) {
		return nil, hinted{fmt.Errorf("--trace %s: %w", show.Path(f.path), err), "`coterie simulate SPEC --trace FILE` writes one"}
	}
	if nothing := (*draw.PictureError)(nil); errors.As(err, &nothing) {
		return nil, fmt.Errorf("--trace %s: %s", show.Path(f.path), nothing.Reason)
	}
	return p, err
}
