package findings

import (
	"fmt"
	"io"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/report"
	"coterie/internal/words/table"
)

// Limits holds the closed-form limits for n nodes, for m groups if M is not nil, and for k holders
// at once if K is not nil.
type Limits struct {
	N      int        `json:"n"`
	M      *int       `json:"m"`
	K      *int       `json:"k"`
	Limits []limitRow `json:"limits"`
}

// limitRow is a limit whose rounded value is null if it has none.
type limitRow struct {
	bounds.Limit
	Approx *float64 `json:"approx"`
}

// NewLimits returns the limits. Without groups m must be 0, and without holders k.
func NewLimits(n, m, k int) (Limits, error) {
	limits, err := bounds.Limits(n, m)
	if err != nil {
		return Limits{}, err
	}
	if k > 0 {
		more, err := bounds.HolderLimits(n, k)
		if err != nil {
			return Limits{}, err
		}
		limits = append(limits, more...)
	}
	rows := make([]limitRow, len(limits))
	for i, l := range limits {
		rows[i].Limit = l
		if !strings.HasPrefix(l.Value, "none") {
			rows[i].Approx = &l.Approx
		}
	}
	r := Limits{N: n, Limits: rows}
	if m > 0 {
		r.M = &m
	}
	if k > 0 {
		r.K = &k
	}
	return r, nil
}

// WriteLimits writes the limits for reading.
func WriteLimits(w io.Writer, r Limits) error {
	var b strings.Builder
	for _, l := range r.Limits {
		value := l.Value
		if strings.ContainsAny(value, "/") && l.Approx != nil { // a fraction or a root
			value += fmt.Sprintf(" ≈ %.4g", *l.Approx)
		}
		fmt.Fprintf(&b, "%s %s %s   (%s)\n", l.Quantity, report.Relation(l.Direction), value, l.Name)
		fmt.Fprintf(&b, "    for      %s\n    formula  %s\n    source   %s\n", l.AppliesTo, l.Formula, l.Source)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// LimitsTable returns a table with a row for each limit.
func LimitsTable(r Limits) (*table.Table, error) {
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
		table.Ints("k", "", ""),
	)
	for _, l := range r.Limits {
		cells := []table.Cell{table.Int(r.N), table.Maybe(r.M, table.Int)}
		cells = append(cells, table.TextRow(l.Name, string(l.Quantity), string(l.Direction), l.Value)...)
		cells = append(cells, table.Maybe(l.Approx, table.Float))
		cells = append(cells, table.TextRow(l.Formula, l.AppliesTo, l.Source)...)
		t.Add(append(cells, table.Maybe(r.K, table.Int))...)
	}
	return t.Filled()
}
