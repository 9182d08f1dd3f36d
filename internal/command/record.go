package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/solve/record"
	"coterie/internal/words/parquet"
	"coterie/internal/words/records"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/results"
)

func (a *App) recordCommand() *cobra.Command {
	var folder string
	cmd := Verb("record [WHAT [N]]", "The best value known, with both bounds, its witness and its source", nil, completeKinds, func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("all") {
			return a.publish(cmd.Context(), folder, args)
		}
		return a.record(cmd.Flags(), args)
	})
	cmd.Flags().StringVar(&folder, "all", "", "write all records into `FOLDER`: a data package with pages, CSV, Parquet and witnesses")
	for _, p := range results.Parameters() {
		cmd.Flags().String(p.Name, "", p.Doc)
	}
	return cmd
}

func completeKinds(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
	for _, k := range results.Kinds() {
		names = append(names, k.What+"\t"+k.Title)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// publish writes the data package.
func (a *App) publish(ctx context.Context, folder string, args []string) error {
	switch {
	case a.Publish == nil || parquet.Absent != nil:
		return errors.New("--all: this build of coterie writes no data package")
	case folder == "" || len(args) > 0:
		return typed.Hint(errors.New("--all: the folder is missing, or more is named than that"), "for example: coterie record --all records")
	}
	list, err := a.Publish()
	if err != nil {
		return err
	}
	return Put(ctx, folder, list, "datapackage.json")
}

// record prints the records that args and flags choose, and without args the kinds of records.
func (a *App) record(flags *pflag.FlagSet, args []string) error {
	if len(args) == 0 {
		t := table.New(table.TextColumns("what", "title", "objective", "command")...)
		for _, k := range results.Kinds() {
			t.Add(table.TextRow(k.What, k.Title, k.Objective, k.Command)...)
		}
		asText := a.Folded(func(w io.Writer) (err error) {
			for _, k := range results.Kinds() {
				_, err = fmt.Fprintf(w, "%-14s%s; %s\n", k.What, k.Title, show.Count(len(k.Records()), "record"))
			}
			return err
		})
		return a.Render(false, asText, results.Kinds(), func() (*table.Table, error) { return t, nil })
	}
	k, n := results.Of(args[0]), 0
	if k == nil {
		return typed.Hint(fmt.Errorf("record: there are no records of %s", show.Value(args[0])), "`coterie record` lists the kinds of records")
	}
	if _, err := fmt.Sscan(strings.Join(append(args[1:], "0")[:1], ""), &n); err != nil || len(args) > 2 {
		return typed.Hint(fmt.Errorf("record %s: %s is no N", k.What, show.Value(strings.Join(args[1:], " "))), "N is one number; it is in: "+k.Title)
	}
	given, asked := map[string]results.Cell{}, fmt.Sprintf("%s %d", k.What, n)
	for _, p := range results.Parameters() {
		if flags.Changed(p.Name) {
			given[p.Name] = results.Cell(flags.Lookup(p.Name).Value.String())
			asked += fmt.Sprintf(" --%s %s", p.Name, show.Value(given[p.Name]))
		}
	}
	list := k.Find(n, given)
	asTable := func() (*table.Table, error) { return records.Table(k, list), nil }
	switch len(list) {
	case 0:
		return typed.Hint(fmt.Errorf("record %s: there is none", asked), "`coterie record "+k.What+"` lists those that there are")
	case 1:
		one := k.WithWitness(list[0])
		return a.Render(false, a.Folded(func(w io.Writer) error { return records.Write(w, k, one) }), one, asTable)
	}
	return a.Render(false, func(w io.Writer) (err error) {
		for _, r := range list {
			_, err = fmt.Fprintf(w, "%s: %s\n", records.Name(r), records.Bounds(r))
		}
		return err
	}, map[string]any{"records": list}, asTable)
}

// verifyRecords judges the records of a file, or of standard input.
func (a *App) verifyRecords(ctx context.Context, path string) error {
	data, err := a.read(ctx, path)
	if err != nil {
		return typed.WithPathHint(err, path)
	}
	list, err := record.Read(data)
	if err != nil {
		return fmt.Errorf("%s: %w", show.Path(path), err)
	}
	var findings []record.Finding
	t := table.New(table.TextColumns("what", "n", "value", "holds", "why", "lower", "upper")...)
	told, done := a.Progress()
	defer done()
	for i, r := range list {
		if told != nil {
			told("judging records", i, len(list))
		}
		f := record.Judge(ctx, r)
		findings = append(findings, f)
		t.Add(table.TextRow(f.What, strconv.Itoa(f.N), string(f.Value), strconv.FormatBool(f.Holds), f.Why, f.Lower, f.Upper)...)
	}
	done()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return a.Render(false, a.Folded(func(w io.Writer) error { return records.WriteFindings(w, findings) }), map[string]any{"records": findings},
		func() (*table.Table, error) { return t, nil },
		FailIf(slices.ContainsFunc(findings, func(f record.Finding) bool { return !f.Holds }), ExitFails, ""))
}
