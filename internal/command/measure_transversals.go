package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"coterie/internal/words/findings"
	"coterie/internal/words/listing"
	"coterie/internal/words/typed"
	"coterie/quorum"
)

// transversals streams the minimal transversals of each family of quorums, as they are found.
func (a *App) transversals(ctx context.Context, s quorum.Known) error {
	if a.format == parquetFormat {
		return typed.Hint(errors.New("--transversals: the formats are text, json and csv"), "-o FILE.csv has a transversal on each line")
	}
	if s.Structure == nil {
		return typed.Hint(fmt.Errorf("--transversals: %s", s.Unlisted), "transversals are found from the list of quorums")
	}
	return a.emitStream(ctx, nil, func(w io.Writer) error {
		write, flush, err := findings.TransversalWriter(w, a.format, s.Names)
		if err != nil {
			return err
		}
		for _, p := range listing.Groups(s.Structure) {
			group := p.Name
			if a.format == "text" {
				group = p.Label
			}
			for t, err := range p.Family.MinimalTransversals(ctx) {
				if ctx.Err() != nil {
					return flush() // emitStream reports the cause
				}
				if err != nil {
					return err
				}
				if err := write(group, t); err != nil {
					return err
				}
			}
		}
		return flush()
	})
}
