package command

import (
	"cmp"
	"context"
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
	if !ok {
		return typed.Hint(fmt.Errorf("--pairs: %s", cmp.Or(s.Unlisted, sourceName(spec)+" has no list of quorums, or several")), "owners are the sites or the quorums of a quorum system")
	}
	owner, holdings := "quorum", system.Family()
	if system.HasSites() {
		owner, holdings = "site", system.SiteFamily()
	}
	x, err := pairs.Of(ctx, holdings, speeds)
	if err != nil {
		return cmp.Or(cutShort(ctx), namesFlag(err))
	}
	return a.Render(false,
		func(w io.Writer) error { return findings.WritePairs(w, x, owner, s.Names, "--format json and csv") },
		x,
		func() (*table.Table, error) { return findings.PairsTable(x, s.Names) },
	)
}
