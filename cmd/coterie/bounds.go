package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"coterie/bounds"
	"coterie/internal/table"
)

func (a *app) boundsCommand() *cobra.Command {
	var n, m int
	cmd := &cobra.Command{
		Use:   "bounds --n N [--m M]",
		Short: "Print every closed-form limit for n nodes and m groups",
		Args:  numbersFor("n", "m"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("n") {
				return hinted{errors.New("bounds: --n, the number of nodes, is missing"), "for example: coterie bounds --n 13"}
			}
			if cmd.Flags().Changed("m") && m < 1 {
				return fmt.Errorf("bounds: --m %d: want at least 1 group", m)
			}
			return a.bounds(n, m)
		},
	}
	cmd.Flags().IntVar(&n, "n", 0, "number of nodes")
	cmd.Flags().IntVar(&m, "m", 0, "number of groups")
	return cmd
}

type boundsReport struct {
	N      int        `json:"n"`
	M      *int       `json:"m"`
	Limits []limitRow `json:"limits"`
}

// limitRow is a limit whose rounded value is null where it has none.
type limitRow struct {
	bounds.Limit
	Approx *float64 `json:"approx"`
}

func limitRows(limits []bounds.Limit) []limitRow {
	rows := make([]limitRow, len(limits))
	for i, l := range limits {
		rows[i].Limit = l
		if !strings.HasPrefix(l.Value, "none") {
			rows[i].Approx = &l.Approx
		}
	}
	return rows
}

func (a *app) bounds(n, m int) error {
	limits, err := bounds.Limits(n, m)
	if err != nil {
		return err
	}
	report := boundsReport{N: n, Limits: limitRows(limits)}
	if m > 0 {
		report.M = &m
	}
	return a.render(rendering{
		text: func(w io.Writer) error { return writeBounds(w, report) },
		json: report,
		csv:  func() (*table.Table, error) { return boundsTable(report) },
	})
}

func writeBounds(w io.Writer, r boundsReport) error {
	var b strings.Builder
	for _, l := range r.Limits {
		value := l.Value
		if strings.ContainsAny(value, "/") && l.Approx != nil { // a fraction or a root
			value += fmt.Sprintf(" ≈ %.4g", *l.Approx)
		}
		fmt.Fprintf(&b, "%s %s %s   (%s)\n", l.Quantity, relation(l.Direction), value, l.Name)
		fmt.Fprintf(&b, "    for      %s\n    formula  %s\n    source   %s\n", l.AppliesTo, l.Formula, l.Source)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func boundsTable(r boundsReport) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "", ""),
		table.Ints("m", "", ""),
		table.Texts("name", "", ""),
		table.Texts("quantity", "", ""),
		table.Texts("direction", "", ""),
		table.Texts("value", "", ""),
		table.Floats("approx", "", ""),
		table.Texts("formula", "", ""),
		table.Texts("applies_to", "", ""),
		table.Texts("source", "", ""),
	)
	for _, l := range r.Limits {
		cells := []table.Cell{table.Int(r.N), optional(r.M)}
		cells = append(cells, table.TextRow(l.Name, string(l.Quantity), string(l.Direction), l.Value)...)
		approx := table.Empty()
		if l.Approx != nil {
			approx = table.Float(*l.Approx)
		}
		cells = append(cells, approx)
		cells = append(cells, table.TextRow(l.Formula, l.AppliesTo, l.Source)...)
		if err := t.Append(cells...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func optional(v *int) table.Cell {
	if v == nil {
		return table.Empty()
	}
	return table.Int(*v)
}
