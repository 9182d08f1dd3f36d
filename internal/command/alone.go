//go:build small || js

package command

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"coterie/internal/machine/work"
	"coterie/internal/words/typed"
)

// link is empty, because this build has no network.
type link struct{}

// errAlone refuses a cluster.
func errAlone() error {
	return typed.Hint(errors.New("this build of coterie works alone: server, worker and client of a cluster are not in it"),
		"a build without -tags small has them; a browser cannot")
}

// clusterCommand refuses every verb of a cluster.
func (a *App) clusterCommand() *cobra.Command {
	return &cobra.Command{
		Use:                "cluster",
		Short:              "Many machines: not in this build",
		DisableFlagParsing: true,
		RunE:               func(*cobra.Command, []string) error { return errAlone() },
	}
}

// Runner refuses --at. Without it, the parts are computed on this machine.
func (a *App) Runner(context.Context) (work.Runner, error) {
	if a.access.at != "" {
		return nil, errAlone()
	}
	return nil, a.access.check()
}

func (a *App) leave(error) {}

func clusterError(err error) error { return err }
