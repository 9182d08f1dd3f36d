package findings

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/measure/availability"
	"coterie/quorum"
	"coterie/search/extend"
)

// Extension is an extension, with the numbers of its quorums if these were requested instead of the
// quorums.
type Extension struct {
	*extend.Extension
	Flag   string     // the flag that selects the system of Instead
	Counts []*big.Int // with them the quorums are not written
}

// WriteText writes the extension for reading.
func (v Extension) WriteText(ctx context.Context, out io.Writer) error {
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
			fmt.Fprintf(w, "kept       %s%d of %s\n", v.cartelPrefix(i), v.Kept[i], show.Count(f.Len(), "quorum"))
		}
	}
	if v.TieBreak != "" {
		fmt.Fprintf(w, "tie-break  %s\n", v.TieBreak)
	}
	switch {
	case v.InsteadQuorums != nil:
		fmt.Fprintf(w, "instead    %s, which gives %v quorums: %s\n", v.Instead, v.InsteadQuorums, v.Flag)
	case v.Instead != "":
		fmt.Fprintf(w, "instead    %s, which may give very many quorums: %s\n", v.Instead, v.Flag)
	}
	fmt.Fprintf(w, "proof      %s\n", v.Proof)
	if v.Counts != nil {
		for i, c := range v.Counts {
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
		fmt.Fprintf(w, "  %s\n", q.Label(v.System.Names))
	}
	if ctx.Err() != nil {
		fmt.Fprintf(w, "stopped here: the list of quorums is cut short after %d\n", written)
	}
	return w.Flush()
}

// cartelPrefix returns "cartel 1: " for the cartels of group systems, and "" for an ordinary
// system.
func (v Extension) cartelPrefix(i int) string {
	if v.Groups() == 1 {
		return ""
	}
	return v.System.Roles.Cartel(quorum.Index(i)) + ": "
}

// WriteJSON writes the report and, unless quorums were only counted, the system in the file format,
// quorum by quorum.
func (v Extension) WriteJSON(ctx context.Context, w io.Writer) error {
	head, err := v.head()
	if err != nil {
		return err
	}
	if v.Counts != nil {
		_, err := fmt.Fprintf(w, "%s,\"system\":null}\n", head)
		return err
	}
	lists := ""
	for _, l := range []struct {
		key  string
		list []string
	}{{"names", v.System.Names}, {"roles", v.System.Roles}} {
		if l.list != nil {
			text, err := json.Marshal(l.list)
			if err != nil {
				return err
			}
			lists += fmt.Sprintf(`,%q:%s`, l.key, text)
		}
	}
	kind, key := v.System.Kind, "quorums"
	if v.Groups() > 1 {
		key = "cartels"
	}
	if _, err := fmt.Fprintf(w, `%s,"system":{"format":"coterie/1","kind":%q,"n":%d%s,%q:[`, head, string(kind), v.System.Nodes, lists, key); err != nil {
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

// head returns the report as a JSON object without its end and without a system.
func (v Extension) head() ([]byte, error) {
	bare := *v.Result
	bare.System = quorum.Known{}
	report, err := bare.MarshalJSON()
	if err != nil {
		return nil, err
	}
	counts := make([]string, len(v.Counts))
	for i, c := range v.Counts {
		counts[i] = c.String()
	}
	instead := ""
	if v.InsteadQuorums != nil {
		instead = v.InsteadQuorums.String()
	}
	extra, err := show.Marshal(struct {
		Contains       bool         `json:"contains"`
		Unchanged      bool         `json:"unchanged"`
		Kept           []int        `json:"kept"`
		Witness        []quorum.Set `json:"contains_witness"`
		ContainsReason string       `json:"contains_reason"`
		TieBreak       string       `json:"tie_break"`
		Instead        string       `json:"instead,omitempty"`
		InsteadQuorums string       `json:"instead_quorums,omitempty"`
		Proof          string       `json:"proof"`
		Counts         []string     `json:"counts"`
		LiveBefore     [][]string   `json:"live_sets_before"`
		LiveAfter      [][]string   `json:"live_sets"`
	}{v.Contains, v.Unchanged, v.Kept, v.ContainsWitness, v.ContainsReason, v.TieBreak, v.Instead, instead, v.Proof, counts, liveTexts(v.Before), liveTexts(v.After)})
	if err != nil {
		return nil, err
	}
	report = bytes.TrimSuffix(report, []byte(`,"system":null}`))
	return append(append(report, ','), bytes.TrimSuffix(extra[1:], []byte("}"))...), nil
}

func liveTexts(list []availability.LiveSets) [][]string {
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

// CountTable returns a table with a row for each cartel.
func (v Extension) CountTable() (*table.Table, error) {
	t := table.New(table.TextColumns("group", "given", "kept", "quorums", "contains")...)
	for i, c := range v.Counts {
		group := ""
		if v.Groups() > 1 {
			group = "cartel " + quorum.Index(i).String()
		}
		t.Add(table.TextRow(group, strconv.Itoa(v.Given[i].Len()), strconv.Itoa(v.Kept[i]), c.String(), report.YesNo(v.Contains))...)
	}
	return t.Filled()
}

// WriteCSV writes a row for each quorum as it is found: there may be more than a table holds.
func (v Extension) WriteCSV(ctx context.Context, out io.Writer) error {
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
		cells := append(table.TextRow(group, strconv.Itoa(numbers[i]), strconv.Itoa(q.Len())), report.NodesCell(q, v.System.Names))
		if err := w.Write(cells...); err != nil {
			return err
		}
	}
	return w.Flush()
}
