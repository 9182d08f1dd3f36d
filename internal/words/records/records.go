package records

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"coterie/internal/solve/record"
	"coterie/internal/words/table"
	"coterie/results"
)

// mostWitness is the most bytes of a witness that the text shows.
const mostWitness = 2000

// Name returns the name of a record as the command has it.
func Name(r *results.Record) string {
	name := fmt.Sprintf("%s %d", r.What, r.N)
	for _, p := range results.Of(r.What).Parameters {
		name += fmt.Sprintf(" --%s %s", p.Name, r.Parameters[p.Name])
	}
	return name
}

// Bounds returns the value of a record, and both bounds where it is open.
func Bounds(r *results.Record) string {
	if r.Optimal {
		return fmt.Sprintf("%s = %s, proved", r.Objective, r.Value)
	}
	return fmt.Sprintf("%s <= %s <= %s", r.Lower, r.Objective, r.Upper)
}

// Write writes a record, with its witness, for reading.
func Write(w io.Writer, k *results.Kind, r *results.Record) error {
	witness := string(r.Witness)
	if len(witness) > mostWitness {
		witness = witness[:mostWitness] + "… (--format json has all)"
	}
	source := r.Source
	if by, word := k.Compare(r); word != "" {
		source += fmt.Sprintf("\nprinted    %s in %s: ours is %s", r.Cited, by, word)
		source = strings.Replace(source, "ours is "+results.Wrong, results.Wrong, 1)
	}
	_, err := fmt.Fprintf(w, `record     %s
value      %s
of         %s
at least   %s: %s
at most    %s: %s
witness    %s
           %s
source     %s
table      %s, by coterie %s with seed %d
again      %s
check      coterie record %s --format json | coterie verify -
cite       results/records/%s.html#%s
`, Name(r), Bounds(r), k.Title, r.Lower, r.LowerBy, r.Upper, r.UpperBy, witness, cmp.Or(k.Witness.Is, "records of this kind have none"), source,
		r.Table, r.Version, r.Seed, r.Command, Name(r), r.What, r.Anchor())
	return err
}

// WriteFindings writes the findings about records for reading.
func WriteFindings(w io.Writer, list []record.Finding) (err error) {
	for _, f := range list {
		_, err = fmt.Fprintf(w, "record     %s %d: %s\nholds      %s\nbetter     %t (than the committed record)\nat least   %s\nat most    %s\n",
			f.What, f.N, f.Value, strings.TrimSpace(fmt.Sprint(f.Holds, " ", f.Why)), f.Better, cmp.Or(f.Lower, "not judged"), cmp.Or(f.Upper, "not judged"))
	}
	return err
}

// Table returns records of a kind as rows. Witnesses have no column.
func Table(k *results.Kind, list []*results.Record) *table.Table {
	numbers, cell := table.Ints, func(c results.Cell) table.Cell { return table.Int(int(c.Rat().Num().Int64())) }
	switch k.Objective {
	case "load", "share of slots":
		numbers, cell = table.Ratios, func(c results.Cell) table.Cell { return table.Ratio(c.Rat()) }
	case "count":
		numbers, cell = table.BigInts, func(c results.Cell) table.Cell { return table.Big(c.Rat().Num()) }
	}
	columns := []table.Column{table.Ints("n", "", "N in: "+k.Title)}
	for _, p := range k.Parameters {
		columns = append(columns, table.Texts(p.Name, "", p.Doc))
	}
	t := table.New(append(columns,
		numbers("value", "", "the best value known, "+k.Objective+": that of the witness"),
		table.Floats("value_about", "", "the same as a decimal number"),
		numbers("lower", "", "lower bound"), table.Texts("lower_by", "", "the argument that proves it"),
		numbers("upper", "", "upper bound"), table.Texts("upper_by", "", "the argument that proves it"),
		table.Bools("optimal", "", "whether the bounds are equal"),
		table.Texts("source", "", "who had the value first"), table.Texts("cited", "", "what others print, as the table cites it"),
		table.Texts("compared", "", "ours beside it: better, equal, worse, or theirs is wrong"),
		table.Texts("table", "", "the table of the study that computed the record"), table.Texts("command", "", "repeats the search"),
		table.Texts("version", "", "of the program that computed it"), table.Ints("seed", "", "of its run"))...)
	for _, r := range list {
		cells := []table.Cell{table.Int(r.N)}
		for _, p := range k.Parameters {
			cells = append(cells, table.Text(string(r.Parameters[p.Name])))
		}
		about, _ := r.Value.Rat().Float64()
		cells = append(cells, cell(r.Value), table.Float(about), cell(r.Lower), table.Text(r.LowerBy), cell(r.Upper), table.Text(r.UpperBy), table.Bool(r.Optimal))
		t.Add(append(append(cells, table.TextRow(r.Source, string(r.Cited), r.Compared, r.Table, r.Command, r.Version)...), table.Int(r.Seed))...)
	}
	return t
}
