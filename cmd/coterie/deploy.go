package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"coterie/fleet"
	"coterie/fleet/deploy"
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
		return typed.Hint(fmt.Errorf("--export %s: there is no such format", show.Brief(d.export)), meant(d.export, deploy.Formats())+"formats are "+show.Series(deploy.Formats(), "and"))
	case changed("export") && changed("format"):
		return typed.Hint(errors.New("--export and --format: an export has a form of its own"), "leave one of them out")
	}
	return nil
}

// export writes a system as configuration; ends are as those of render.
func (a *app) export(ctx context.Context, f *fleet.Fleet, s fleet.System, st *fleet.Strategy, format string, ends ...error) error {
	if st == nil {
		return cmp.Or(append([]error{cutShort(ctx)}, append(ends, fail(exitLimit, "--export %s: no strategy was found", format))...)...)
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
