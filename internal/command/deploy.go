package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coterie/fleet"
	"coterie/fleet/deploy"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/draw"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
)

// deployFlags are the flags of plan and of measure --fleet that write the fleet and the system.
type deployFlags struct{ export, fleet string }

func (d *deployFlags) declare(cmd *cobra.Command) {
	cmd.Flags().StringVar(&d.export, "export", "", "write in place of the answer the configuration that makes the system so: "+show.Series(deploy.Formats(), "or"))
	cmd.Flags().StringVar(&d.fleet, "write-fleet", "", "write the fleet as a fleet file into `FILE`")
}

// check refuses values of the flags, before the work, that would fail after it.
func (d *deployFlags) check(changed func(string) bool) error {
	switch {
	case changed("export") && !slices.Contains(deploy.Formats(), d.export):
		return typed.Hint(fmt.Errorf("--export %s: there is no such format", show.Brief(d.export)), show.Meant(d.export, deploy.Formats())+"formats are "+show.Series(deploy.Formats(), "and"))
	case changed("export") && changed("format"):
		return typed.Hint(errors.New("--export and --format: an export has a form of its own"), "leave one of them out")
	}
	return nil
}

// checkSlide refuses flags beside a picture of -o that would not show in it.
func (a *App) checkSlide(changed func(string) bool) error {
	_, picture := a.Formats.Of(a.Output)
	for _, name := range strings.Fields("export format explain from proof") {
		if picture && changed(name) {
			return typed.Hint(fmt.Errorf("-o %s and --%s: the picture has the figures and the strategy alone", show.Brief(a.Output), name), "leave one of them out; without -o the answer goes to standard output")
		}
	}
	return nil
}

// slide writes the picture of a fleet's system in the format of the ending of -o, or says why there
// is none. The errors in ends are as those of render.
func (a *App) slide(p *draw.Picture, none error, format canvas.Format, ends ...error) error {
	end := cmp.Or(ends...)
	if none != nil {
		status := &statusError{status: ExitLimit}
		errors.As(end, &status)
		return cmp.Or(cutShort(a.ctx), Fail(status.status, "-o %s: there is nothing to draw: %v", show.Brief(a.Output), none))
	}
	return cmp.Or(a.emit(cutShort(a.ctx) != nil, func(w io.Writer) error { return p.Write(w, format) }), end)
}

// export writes a system as configuration; ends are as those of render.
func (a *App) export(ctx context.Context, f *fleet.Fleet, s fleet.System, st *fleet.Strategy, format string, ends ...error) error {
	if st == nil {
		return cmp.Or(append([]error{cutShort(ctx)}, append(ends, Fail(ExitLimit, "--export %s: no strategy was found", format))...)...)
	}
	text, err := deploy.Write(ctx, f, s, st, format)
	if err != nil {
		return fmt.Errorf("--export %s: %w", format, err)
	}
	err = a.emit(cutShort(ctx) != nil, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	return cmp.Or(append([]error{err, cutShort(ctx)}, ends...)...)
}
