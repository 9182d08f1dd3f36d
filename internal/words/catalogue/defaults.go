package catalogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"unicode/utf8"

	"coterie/construct"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// Default is the default system of one family for n nodes, or the reason why it has none.
type Default struct {
	Name              string   `json:"name"`
	N                 int      `json:"n"`
	M                 *int     `json:"m"`
	K                 *int     `json:"k"` // holders at once
	Spec              *string  `json:"spec"`
	Reason            string   `json:"reason,omitempty"`
	Nearest           []string `json:"nearest,omitempty"`
	MinQuorum         *int     `json:"min_quorum"`
	MaxQuorum         *int     `json:"max_quorum"`
	MinResponsibility *Decimal `json:"min_responsibility"`
	MaxResponsibility *Decimal `json:"max_responsibility"`
	Quorums           *Decimal `json:"quorums"`
	Degree            *int     `json:"degree"`
	Method            string   `json:"method,omitempty"`
	Unknown           string   `json:"unknown,omitempty"` // why figures of a system are missing
}

// DefaultOf returns the Default of a family for n nodes (and m groups, or m holders at once).
func DefaultOf(ctx context.Context, f construct.Family, n, m int) (Default, error) {
	row := Default{Name: f.Name, N: n}
	if f.Groups() {
		row.M = &m
	}
	if f.Holders() {
		row.K = &m
	}
	instance, err := f.ForN(n, m)
	if err != nil {
		var none *construct.NoSystemError
		if !errors.As(err, &none) {
			return row, err
		}
		row.Reason = none.Why
		for _, near := range []int{none.Below, none.Above} {
			if near == 0 {
				continue
			}
			if i, err := f.ForN(near, m); err == nil {
				row.Nearest = append(row.Nearest, i.Spec())
			}
		}
		return row, nil
	}
	shape, err := instance.Shape(ctx)
	if err != nil {
		return row, err
	}
	spec := instance.Spec()
	row.Spec, row.Method, row.Unknown = &spec, shape.Method, shape.Unknown
	row.MinQuorum, row.MaxQuorum = known(shape.MinQuorum), known(shape.MaxQuorum)
	row.Quorums = decimalOf(shape.Quorums)
	row.MinResponsibility, row.MaxResponsibility = decimalOf(shape.MinResponsibility), decimalOf(shape.MaxResponsibility)
	if f.Groups() {
		row.Degree = &shape.Degree
	}
	return row, nil
}

// known returns a size, nil if it is not known.
func known(size int) *int {
	if size == 0 {
		return nil
	}
	return &size
}

// Decimal is a number that JSON and CSV hold in full, as text. Its digits are computed only on
// demand: text needs six of them.
type Decimal struct{ v *big.Int }

// decimalOf returns the number as a Decimal, nil if it is not known.
func decimalOf(v *big.Int) *Decimal {
	if v == nil {
		return nil
	}
	return &Decimal{v}
}

// MarshalText returns all digits. In JSON the number is a string.
func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.v.String()), nil }

// WriteDefaults writes the defaults of families for a person.
func WriteDefaults(w io.Writer, all []Default) error {
	var rows []Default
	var chosen []string // families whose systems the user must choose: one line for all of them
	for _, r := range all {
		if f, ok := construct.Lookup(r.Name); ok && !f.HasDefault() && len(all) > 1 {
			chosen = append(chosen, r.Name)
			continue
		}
		rows = append(rows, r)
	}
	width := 0
	for _, r := range rows {
		if r.Spec != nil {
			width = max(width, utf8.RuneCountInString(*r.Spec))
		} else {
			width = max(width, utf8.RuneCountInString(r.Name))
		}
	}
	for _, r := range rows {
		none := "none"
		if f, ok := construct.Lookup(r.Name); ok && !f.HasDefault() {
			none = "no default" // it may well have one: of votes, rows or parts that the user chooses
		}
		line := fmt.Sprintf("%-*s  %s: %s", width, r.Name, none, r.Reason)
		if len(r.Nearest) > 0 {
			line += "; nearest: " + strings.Join(r.Nearest, ", ")
		}
		if r.Spec != nil {
			line = fmt.Sprintf("%-*s  %s", width, *r.Spec, figuresOf(r))
			if r.Degree != nil {
				line += fmt.Sprintf(", degree %d", *r.Degree)
			}
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "of votes, rows or parts that you choose: %s\n", strings.Join(chosen, ", "))
	return err
}

// figuresOf describes the size, the responsibilities and the number of quorums, as far as they are
// known.
func figuresOf(r Default) string {
	var parts []string
	switch {
	case r.MaxQuorum != nil:
		parts = append(parts, "K "+span(fmt.Sprint(*r.MinQuorum), fmt.Sprint(*r.MaxQuorum)))
	case r.MinQuorum != nil:
		parts = append(parts, fmt.Sprintf("K from %d", *r.MinQuorum))
	}
	if r.Unknown != "" {
		return strings.Join(append(parts, r.Unknown), ", ")
	}
	noun := "quorums"
	if r.Quorums.v.IsInt64() && r.Quorums.v.Int64() == 1 {
		noun = "quorum"
	}
	return strings.Join(append(parts, "responsibility "+span(rounded(r.MinResponsibility.v), rounded(r.MaxResponsibility.v)),
		rounded(r.Quorums.v)+" "+noun), ", ")
}

func rounded(v *big.Int) string { return show.Number(v, 30) }

func span(least, greatest string) string {
	if least == greatest {
		return least
	}
	return least + ".." + greatest
}

func (d Decimal) cell() table.Cell { return table.Big(d.v) }

// DefaultsTable returns the defaults of families as a table.
func DefaultsTable(rows []Default) (*table.Table, error) {
	t := table.New(
		table.Texts("name", "", ""),
		table.Ints("n", "", ""),
		table.Ints("m", "", ""),
		table.Texts("spec", "", ""),
		table.Ints("min_quorum", "", ""),
		table.Ints("max_quorum", "", ""),
		table.BigInts("min_responsibility", "", ""),
		table.BigInts("max_responsibility", "", ""),
		table.BigInts("quorums", "", ""),
		table.Ints("degree", "", ""),
		table.Texts("method", "", ""),
		table.Texts("reason", "", ""),
		table.Texts("nearest", "", ""),
		table.Ints("k", "", ""),
	)
	for _, r := range rows {
		cells := []table.Cell{table.Text(r.Name), table.Int(r.N), table.Maybe(r.M, table.Int)}
		if r.Spec == nil {
			cells = append(cells, make([]table.Cell, 8)...)
		} else {
			cells = append(cells, table.Text(*r.Spec), table.Maybe(r.MinQuorum, table.Int), table.Maybe(r.MaxQuorum, table.Int),
				table.Maybe(r.MinResponsibility, Decimal.cell), table.Maybe(r.MaxResponsibility, Decimal.cell), table.Maybe(r.Quorums, Decimal.cell), table.Maybe(r.Degree, table.Int), table.Text(r.Method))
		}
		cells = append(cells, table.TextRow(cmp.Or(r.Reason, r.Unknown), strings.Join(r.Nearest, " "))...)
		t.Add(append(cells, table.Maybe(r.K, table.Int))...)
	}
	return t.Filled()
}
