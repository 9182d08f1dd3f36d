package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coterie/construct"
	"coterie/internal/show"
	"coterie/internal/table"
	"coterie/measure"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/extend"
)

func (a *app) extendCommand() *cobra.Command {
	var opts extend.Options
	var flags solverFlags
	var countOnly bool
	cmd := &cobra.Command{
		Use:               "extend SPEC",
		Short:             "A nondominated system that dominates one, and contains it where that is possible",
		Args:              oneSpec,
		ValidArgsFunction: completeSpec,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := positive(cmd.Flags(), "first"); err != nil {
				return searchError(err)
			}
			common, err := a.searchOptions(cmd.Flags(), flags)
			if err != nil {
				return err
			}
			opts.Options = common
			return a.extend(cmd.Context(), args[0], opts, flags, countOnly)
		},
	}
	cmd.Flags().StringVar(&opts.Prefer, "prefer", "", "which extension: availability, quorums (the fewest) or load (the least)")
	cmd.Flags().BoolVar(&opts.Dominate, "dominate", false, "any system that dominates: the given quorums need not stay quorums")
	cmd.Flags().IntVar(&opts.First, "first", 0, "`CARTEL` of a group system that is made as large as possible")
	cmd.Flags().BoolVar(&countOnly, "count", false, "count the quorums instead of printing them")
	flags.declare(cmd.Flags())
	return cmd
}

func (a *app) extend(ctx context.Context, spec string, opts extend.Options, flags solverFlags, countOnly bool) error {
	s, err := a.load(ctx, spec)
	if err != nil {
		return err
	}
	progress, done := a.progress()
	opts.Progress = progress
	e, err := extend.Find(ctx, s, opts)
	done()
	var given *quorum.InputError
	if errors.As(err, &given) && given.What == "system" {
		return hinted{fmt.Errorf("%s: %s", show.Brief(spec), given.Why), given.Advice}
	}
	if err != nil {
		return searchError(err)
	}
	if e.Verdict != search.Found {
		return a.searched(ctx, e.Result, flags)
	}
	if flags.system != "" && e.Unlisted != "" && ctx.Err() == nil {
		return hinted{fmt.Errorf("--system: the extension is not listed: %s", e.Unlisted), "--format json -o FILE streams all of it"}
	}
	e.Result = noted(e.Result, flags)
	unkept := a.keep(e.Result, flags)
	var counts []*big.Int
	if countOnly {
		done := a.spin("counting quorums")
		counts, err = e.Count(ctx)
		done()
		if err != nil {
			return fail(exitLimit, "the quorums cannot be counted: %v", err)
		}
	}
	view := extendView{e, counts, construct.RolesOf(s.Name())}
	err = a.emitStream(ctx, nil, func(w io.Writer) error {
		switch {
		case a.format == "json":
			return view.writeJSON(ctx, show.JSON(w))
		case a.format == "csv" && countOnly:
			t, err := view.countTable()
			if err != nil {
				return err
			}
			return t.WriteCSV(w)
		case a.format == "csv":
			return view.writeCSV(ctx, w)
		}
		return view.writeText(ctx, w)
	})
	if err != nil {
		return err
	}
	if unkept != nil {
		return unkept
	}
	return searchStatus(ctx, e.Result)
}

// extendView is an extension with the numbers of its quorums, if they were asked for in place of
// the quorums.
type extendView struct {
	*extend.Extension
	counts []*big.Int
	roles  quorum.Roles
}

func (v extendView) writeText(ctx context.Context, out io.Writer) error {
	w := bufio.NewWriter(out)
	writeSearchHead(w, v.Result)
	switch {
	case v.Unchanged:
		fmt.Fprintln(w, "contains   the given system: it is nondominated, and stays as it is")
	case v.Contains:
		fmt.Fprintln(w, "contains   yes: every quorum of the given system is a quorum")
	default:
		fmt.Fprintf(w, "contains   no: %s\n", v.ContainsReason)
		for i, f := range v.Given {
			fmt.Fprintf(w, "kept       %s%d of %s\n", v.cartelPrefix(i), v.Kept[i], count(f.Len(), "quorum"))
		}
	}
	if v.TieBreak != "" {
		fmt.Fprintf(w, "tie-break  %s\n", v.TieBreak)
	}
	fmt.Fprintf(w, "proof      %s\n", v.Proof)
	if v.counts != nil {
		for i, c := range v.counts {
			fmt.Fprintf(w, "quorums    %s%v (%d given)\n", v.cartelPrefix(i), c, v.Given[i].Len())
		}
		return w.Flush()
	}
	last, written := -1, 0
	for i, q := range v.Quorums(ctx) {
		written++
		if i != last {
			last = i
			fmt.Fprintf(w, "%s\n", strings.TrimRight("quorums, "+v.cartelPrefix(i), ",: "))
		}
		fmt.Fprintf(w, "  %s\n", q.Label(v.Names))
	}
	if ctx.Err() != nil {
		fmt.Fprintf(w, "stopped here: the list of quorums is cut short after %d\n", written)
	}
	return w.Flush()
}

// cartelPrefix is "cartel 1: " for the cartels of group systems, and empty for an ordinary system.
func (v extendView) cartelPrefix(i int) string {
	if v.Groups() == 1 {
		return ""
	}
	return v.roles.Cartel(quorum.Index(i)) + ": "
}

// writeJSON writes the report and, unless quorums were only counted, the system in the file format,
// quorum by quorum.
func (v extendView) writeJSON(ctx context.Context, w io.Writer) error {
	head, err := v.head()
	if err != nil {
		return err
	}
	if v.counts != nil {
		_, err := fmt.Fprintf(w, "%s,\"system\":null}\n", head)
		return err
	}
	names := ""
	if v.Names != nil {
		text, err := json.Marshal(v.Names)
		if err != nil {
			return err
		}
		names = fmt.Sprintf(`,"names":%s`, text)
	}
	kind, key := v.Kind, "quorums"
	if v.Groups() > 1 {
		key = "cartels"
	}
	if _, err := fmt.Fprintf(w, `%s,"system":{"format":"coterie/1","kind":%q,"n":%d%s,%q:[`, head, string(kind), v.N, names, key); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	last, first := 0, true
	if v.Groups() > 1 {
		out.WriteString("[")
	}
	for i, q := range v.Quorums(ctx) {
		for ; last < i; last++ {
			out.WriteString("],[")
			first = true
		}
		if !first {
			out.WriteString(",")
		}
		first = false
		text, err := q.MarshalJSON()
		if err != nil {
			return err
		}
		if _, err := out.Write(text); err != nil {
			return err
		}
	}
	if ctx.Err() != nil { // a list that was cut short must not be taken for a system: the object stays open
		return out.Flush()
	}
	if v.Groups() > 1 {
		out.WriteString("]")
	}
	out.WriteString("]}}\n")
	return out.Flush()
}

// head is the report as a JSON object without its end, and without a system.
func (v extendView) head() ([]byte, error) {
	bare := *v.Result
	bare.System = nil
	report, err := bare.MarshalJSON()
	if err != nil {
		return nil, err
	}
	counts := make([]string, len(v.counts))
	for i, c := range v.counts {
		counts[i] = c.String()
	}
	var extra bytes.Buffer
	enc := json.NewEncoder(&extra)
	enc.SetEscapeHTML(false) // as in the JSON of the other verbs
	err = enc.Encode(struct {
		Contains       bool         `json:"contains"`
		Unchanged      bool         `json:"unchanged"`
		Kept           []int        `json:"kept"`
		Witness        []quorum.Set `json:"contains_witness"`
		ContainsReason string       `json:"contains_reason"`
		TieBreak       string       `json:"tie_break"`
		Proof          string       `json:"proof"`
		Counts         []string     `json:"counts"`
		LiveBefore     [][]string   `json:"live_sets_before"`
		LiveAfter      [][]string   `json:"live_sets"`
	}{v.Contains, v.Unchanged, v.Kept, v.ContainsWitness, v.ContainsReason, v.TieBreak, v.Proof, counts, liveTexts(v.Before), liveTexts(v.After)})
	if err != nil {
		return nil, err
	}
	report = bytes.TrimSuffix(report, []byte(`,"system":null}`))
	return append(append(report, ','), bytes.TrimSuffix(extra.Bytes()[1:], []byte("}\n"))...), nil
}

func liveTexts(list []measure.LiveSets) [][]string {
	texts := [][]string{}
	for _, l := range list {
		row := []string{}
		for _, c := range l.Counts {
			row = append(row, c.String())
		}
		texts = append(texts, row)
	}
	return texts
}

// countTable has a row for each cartel.
func (v extendView) countTable() (*table.Table, error) {
	t := table.New(table.TextColumns("group", "given", "kept", "quorums", "contains")...)
	for i, c := range v.counts {
		group := ""
		if v.Groups() > 1 {
			group = "cartel " + quorum.Index(i).String()
		}
		if err := t.Append(table.TextRow(group, strconv.Itoa(v.Given[i].Len()), strconv.Itoa(v.Kept[i]), c.String(), yesNo(v.Contains))...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// writeCSV writes a row for each quorum as it is found: there may be more than a table holds.
func (v extendView) writeCSV(ctx context.Context, out io.Writer) error {
	w, err := table.NewCSVWriter(out, table.TextColumns("group", "quorum", "size", "nodes")...)
	if err != nil {
		return err
	}
	numbers := make([]int, v.Groups())
	for i, q := range v.Quorums(ctx) {
		numbers[i]++
		group := ""
		if v.Groups() > 1 {
			group = "cartel " + quorum.Index(i).String()
		}
		cells := append(table.TextRow(group, strconv.Itoa(numbers[i]), strconv.Itoa(q.Len())), nodesCell(q, v.Names))
		if err := w.Write(cells...); err != nil {
			return err
		}
	}
	return w.Flush()
}
