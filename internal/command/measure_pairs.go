package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"coterie/internal/words/findings"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/measure/pairs"
	"coterie/quorum"
)

// pairs prints the assignment of the pairs of nodes to the sets of the sites, or to the quorums of
// a system without sites.
func (a *App) pairs(ctx context.Context, spec string, s quorum.Known, speeds []int) error {
	system, ok := s.Structure.(*quorum.System)
	if s.Structure == nil {
		return typed.Hint(fmt.Errorf("--pairs: %s", s.Unlisted), "owners are found from the list of quorums")
	}
	if !ok {
		return typed.Hint(fmt.Errorf("--pairs: %s is no system of one list of quorums", sourceName(spec)), "owners are the sites or the quorums of a quorum system")
	}
	owner, holdings := "quorum", system.Family()
	if system.HasSites() {
		owner, holdings = "site", system.SiteFamily()
	}
	x, err := pairs.Of(ctx, holdings, speeds)
	var unheld *pairs.UnheldError
	switch {
	case errors.As(err, &unheld):
		return Fail(ExitFails, "no %s that works holds both %s and %s", owner, unheld.Blocks[0].Label(s.Names), unheld.Blocks[1].Label(s.Names))
	case err != nil:
		return cmp.Or(cutShort(ctx), namesFlag(err))
	}
	return a.Render(false,
		func(w io.Writer) error { return findings.WritePairs(w, x, owner, s.Names, "--format json and csv") },
		x,
		func() (*table.Table, error) { return findings.PairsTable(x, s.Names) },
	)
}
