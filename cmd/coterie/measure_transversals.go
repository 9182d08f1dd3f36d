package main

import (
	"context"
	"fmt"
	"io"

	"coterie/internal/findings"
	"coterie/internal/table"
	"coterie/quorum"
)

// transversals streams the minimal transversals of every family of a system, as they are found.
func (a *app) transversals(ctx context.Context, s quorum.Known) error {
	if s.Structure == nil {
		return hinted{fmt.Errorf("--transversals: %s", s.Unlisted), "transversals are found from the list of quorums"}
	}
	return a.emitStream(ctx, nil, func(w io.Writer) error {
		write, flush, err := a.transversalWriter(w, s.Names)
		if err != nil {
			return err
		}
		for _, p := range findings.Parts(s.Structure) {
			group := p.Group
			if a.format == "text" {
				group = p.Label
			}
			for t, err := range p.Family.MinimalTransversals(ctx) {
				if ctx.Err() != nil {
					return flush() // emitStream says so
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

// transversalWriter returns how --format writes one transversal.
func (a *app) transversalWriter(w io.Writer, names []string) (write func(group string, t quorum.Set) error, flush func() error, err error) {
	flush = func() error { return nil }
	switch a.format {
	case "json":
		write = func(group string, t quorum.Set) error {
			nodes, err := t.MarshalJSON()
			if err != nil {
				return err
			}
			if group != "" {
				group = fmt.Sprintf("%q:%q,", "group", group)
			}
			_, err = fmt.Fprintf(w, "{%s\"nodes\":%s}\n", group, nodes)
			return err
		}
	case "csv":
		cw, err := table.NewCSVWriter(w,
			table.Texts("group", "", ""),
			table.Ints("size", "nodes", ""),
			table.Texts("nodes", "", ""),
		)
		if err != nil {
			return nil, nil, err
		}
		write = func(group string, t quorum.Set) error {
			return cw.Write(table.Text(group), table.Int(t.Len()), nodesCell(t, names))
		}
		flush = cw.Flush
	default:
		write = func(group string, t quorum.Set) error {
			if group != "" {
				group += ": "
			}
			_, err := fmt.Fprintf(w, "%s%s\n", group, t.Label(names))
			return err
		}
	}
	return write, flush, nil
}
