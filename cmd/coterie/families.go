package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"coterie/construct"
	"coterie/internal/show"
	"coterie/internal/table"
	"coterie/quorum"
)

func (a *app) familiesCommand() *cobra.Command {
	var n, m int
	cmd := &cobra.Command{
		Use:               "families [NAME]",
		Short:             "List the constructions, or what each has for n nodes",
		Args:              oneFamily,
		ValidArgsFunction: completeFamilies,
		RunE: func(cmd *cobra.Command, args []string) error {
			families := construct.Families()
			if len(args) == 1 {
				f, ok := construct.Lookup(args[0])
				if !ok {
					return &construct.UnknownFamilyError{Name: args[0]}
				}
				families = []construct.Family{f}
			}
			if cmd.Flags().Changed("n") || cmd.Flags().Changed("m") {
				return a.familiesFor(cmd, families, n, m)
			}
			return a.listFamilies(families, len(args) == 1)
		},
	}
	cmd.Flags().IntVar(&n, "n", 0, "number of nodes")
	cmd.Flags().IntVar(&m, "m", 0, "number of groups")
	return cmd
}

// oneFamily is the argument check of families.
func oneFamily(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return hinted{fmt.Errorf("families: one NAME, not %d", len(args)), "without a NAME it lists all"}
	}
	return nil
}

// familyRow is a family in the JSON form of the list.
type familyRow struct {
	Name    string      `json:"name"`
	Kind    quorum.Kind `json:"kind"`
	Usage   string      `json:"usage"`
	Params  []paramRow  `json:"params"`
	Exists  string      `json:"exists"`
	Source  string      `json:"source"`
	Summary string      `json:"summary"`
}

type paramRow struct {
	Name      string `json:"name"`
	Doc       string `json:"doc"`
	Optional  bool   `json:"optional"`
	Default   string `json:"default,omitempty"`
	InsteadOf string `json:"instead_of,omitempty"`
}

func (a *app) listFamilies(families []construct.Family, one bool) error {
	rows := make([]familyRow, len(families))
	for i, f := range families {
		rows[i] = familyRow{f.Name, f.Kind, f.Usage(), []paramRow{}, f.Exists, f.Source, f.Summary}
		for _, p := range f.Params {
			rows[i].Params = append(rows[i].Params, paramRow{p.Name, p.Doc, p.Optional, p.Default, p.InsteadOf})
		}
	}
	return a.render(rendering{
		text: func(w io.Writer) error {
			if one {
				return writeFamily(w, rows[0])
			}
			return writeFamilies(w, rows)
		},
		json: rows,
		csv: func() (*table.Table, error) {
			t := table.New(textColumns("name", "kind", "usage", "exists", "source", "summary")...)
			for _, r := range rows {
				if err := t.Append(texts(r.Name, string(r.Kind), r.Usage, r.Exists, r.Source, r.Summary)...); err != nil {
					return nil, err
				}
			}
			return t, nil
		},
	})
}

func textColumns(names ...string) []table.Column {
	columns := make([]table.Column, len(names))
	for i, name := range names {
		columns[i] = table.Texts(name, "", "")
	}
	return columns
}

func texts(values ...string) []table.Cell {
	cells := make([]table.Cell, len(values))
	for i, v := range values {
		cells[i] = table.Text(v)
	}
	return cells
}

func writeFamilies(w io.Writer, rows []familyRow) error {
	for i, section := range []struct {
		kind  quorum.Kind
		title string
	}{
		{quorum.KindSystem, "Ordinary quorum systems"},
		{quorum.KindGroupSystem, "Group quorum systems"},
		{quorum.KindSharing, "Sharing structures"},
		{"", "Systems made from others, of their kind"},
	} {
		if !slices.ContainsFunc(rows, func(r familyRow) bool { return r.Kind == section.kind }) {
			continue
		}
		if i > 0 {
			section.title = "\n" + section.title
		}
		if _, err := fmt.Fprintf(w, "%s\n", section.title); err != nil {
			return err
		}
		for _, r := range rows {
			if r.Kind != section.kind {
				continue
			}
			if _, err := fmt.Fprintf(w, "  %s\n      %s\n      exists for %s\n      source: %s\n", r.Usage, r.Summary, r.Exists, r.Source); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeFamily(w io.Writer, r familyRow) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Name, r.Summary)
	fmt.Fprintf(&b, "  spec        %s\n  kind        %s\n  exists for  %s\n  source      %s\n  parameters\n", r.Usage, cmp.Or(r.Kind, "that of the systems it is made from"), r.Exists, r.Source)
	for _, p := range r.Params {
		fmt.Fprintf(&b, "    %-8s %s", p.Name, p.Doc)
		switch {
		case p.InsteadOf != "":
			fmt.Fprintf(&b, " (in place of %s)", p.InsteadOf)
		case p.Optional:
			fmt.Fprintf(&b, " (default %s)", p.Default)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// defaultRow is what one family has for n nodes.
type defaultRow struct {
	Name              string   `json:"name"`
	N                 int      `json:"n"`
	M                 *int     `json:"m"`
	Spec              *string  `json:"spec"`
	Reason            string   `json:"reason,omitempty"`
	Nearest           []string `json:"nearest,omitempty"`
	MinQuorum         *int     `json:"min_quorum"`
	MaxQuorum         *int     `json:"max_quorum"`
	MinResponsibility *decimal `json:"min_responsibility"`
	MaxResponsibility *decimal `json:"max_responsibility"`
	Quorums           *decimal `json:"quorums"`
	Degree            *int     `json:"degree"`
	Method            string   `json:"method,omitempty"`
	Unknown           string   `json:"unknown,omitempty"` // why figures of a system are missing
}

func (a *app) familiesFor(cmd *cobra.Command, families []construct.Family, n, m int) error {
	switch {
	case !cmd.Flags().Changed("n"):
		return errors.New("families --m wants --n, the number of nodes, too")
	case n < 1 || n > quorum.MaxNodes:
		return fmt.Errorf("families --n %d: want 1..%d", n, quorum.MaxNodes)
	case cmd.Flags().Changed("m") && m < 2:
		return fmt.Errorf("families --m %d: want at least 2 groups", m)
	}
	if len(families) == 1 && families[0].Groups() && !cmd.Flags().Changed("m") {
		return hinted{fmt.Errorf("%s makes group systems: --m, the number of groups, is missing", families[0].Name),
			fmt.Sprintf("for example: coterie families %s --n %d --m %d", families[0].Name, n, exampleGroups(families[0], n))}
	}
	rows := []defaultRow{}
	for _, f := range families {
		if f.Groups() != cmd.Flags().Changed("m") && len(families) > 1 {
			continue
		}
		row, err := defaultFor(cmd.Context(), f, n, m)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	return a.render(rendering{
		text: func(w io.Writer) error {
			if err := writeDefaults(w, rows); err != nil || len(families) == 1 {
				return err
			}
			_, err := fmt.Fprintf(w, "what they are worth: coterie compare %s\n", strings.Join(comparing(cmd, n, m), " "))
			return err
		},
		json: endingJSON{cmd.Context(), rows}, // numbers of millions of digits take seconds
		csv: func() (*table.Table, error) {
			return leftBehind(cmd.Context(), func() (*table.Table, error) { return defaultsTable(rows) })
		},
	})
}

// comparing are the flags that compare the families of a list.
func comparing(cmd *cobra.Command, n, m int) []string {
	flags := []string{"--n", strconv.Itoa(n)}
	if cmd.Flags().Changed("m") {
		flags = append(flags, "--m", strconv.Itoa(m))
	}
	return flags
}

// exampleGroups returns a number of groups for which a family has a system of n nodes, if it has
// one for 2 to 5; else 3.
func exampleGroups(f construct.Family, n int) int {
	for _, m := range []int{3, 2, 4, 5} {
		if _, err := f.ForN(n, m); err == nil {
			return m
		}
	}
	return 3
}

func defaultFor(ctx context.Context, f construct.Family, n, m int) (defaultRow, error) {
	row := defaultRow{Name: f.Name, N: n}
	if f.Groups() {
		row.M = &m
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

// known returns a size, and nil for one that is not known.
func known(size int) *int {
	if size == 0 {
		return nil
	}
	return &size
}

// decimal is a number that JSON and CSV have whole, as text. It is printed when it is asked for:
// text needs six digits of it.
type decimal struct{ v *big.Int }

// decimalOf is nil for a number that is not known.
func decimalOf(v *big.Int) *decimal {
	if v == nil {
		return nil
	}
	return &decimal{v}
}

// MarshalText makes JSON of it a string.
func (d decimal) MarshalText() ([]byte, error) { return []byte(d.v.String()), nil }

func writeDefaults(w io.Writer, all []defaultRow) error {
	var rows []defaultRow
	var chosen []string // families whose systems are the user's to choose: one line for all of them
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
func figuresOf(r defaultRow) string {
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

func defaultsTable(rows []defaultRow) (*table.Table, error) {
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
	)
	for _, r := range rows {
		cells := []table.Cell{table.Text(r.Name), table.Int(r.N), optional(r.M)}
		if r.Spec == nil {
			cells = append(cells, make([]table.Cell, 8)...)
		} else {
			cells = append(cells, table.Text(*r.Spec), optional(r.MinQuorum), optional(r.MaxQuorum),
				bigCell(r.MinResponsibility), bigCell(r.MaxResponsibility), bigCell(r.Quorums), optional(r.Degree), table.Text(r.Method))
		}
		if err := t.Append(append(cells, texts(cmp.Or(r.Reason, r.Unknown), strings.Join(r.Nearest, " "))...)...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// bigCell holds a number; it is empty for none.
func bigCell(d *decimal) table.Cell {
	if d == nil {
		return table.Empty()
	}
	return table.Big(d.v)
}

func optional(v *int) table.Cell {
	if v == nil {
		return table.Empty()
	}
	return table.Int(*v)
}
