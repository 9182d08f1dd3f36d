package findings

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/groups"
	"coterie/internal/words/listing"
	"coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/quorum"
	"coterie/search"
)

// searchLines is the most quorums that the text of a search shows.
const searchLines = 64

// WriteSearch writes a result for reading. all names the flags that write the quorums which the
// text leaves out.
func WriteSearch(out io.Writer, r *search.Result, all string) error {
	w := bufio.NewWriter(out)
	writeSearchHead(w, r)
	if len(r.Cover) > 0 {
		modulo := ""
		switch {
		case r.Group != "":
			modulo = " of " + groups.KnownAs(r.Group)
		case r.System.Structure != nil: // beyond a number of nodes the translates are not listed; the question has the modulus
			modulo = fmt.Sprintf(" modulo %d", r.System.N())
		}
		fmt.Fprintf(w, "cover      %s%s\n", joinInts(r.Cover, " "), modulo)
	}
	if r.Mate != nil {
		fmt.Fprintf(w, "mate       %s, which is A; the cover is B\n", joinInts(r.Mate, " "))
		fmt.Fprintf(w, "sizes      the least |B| for each |A| that counts: %s\n", show.Join(r.MateSizes, " ", search.MateSize.String))
	}
	for _, g := range r.Groups {
		state := "optimal, " + g.LowerBy
		if !g.Optimal {
			state = fmt.Sprintf("at least %v, %s", g.Lower, g.LowerBy)
		}
		fmt.Fprintf(w, "  %-12s K = %v: %s (%s)\n", groups.KnownAs(g.Group), g.Value, joinInts(g.Cover, " "), state)
	}
	for i, square := range r.Squares {
		fmt.Fprintf(w, "square %d\n", i+1)
		for _, row := range square {
			fmt.Fprintf(w, "  %s\n", joinInts(row, " "))
		}
	}
	if r.System.Structure != nil && len(r.Squares) == 0 {
		writeSearchSystem(w, r.System.Structure, all)
	}
	if err := w.Flush(); err != nil || r.Pairs == nil {
		return err
	}
	return WritePairs(out, r.Pairs, "site", nil, all)
}

// writeSearchHead writes the verdict and the bounds.
func writeSearchHead(w io.Writer, r *search.Result) {
	verdict := string(r.Verdict)
	if r.Optimal {
		verdict += ", optimal"
	}
	if r.StoppedBy != "" {
		verdict += "; stopped: " + r.StoppedBy
	}
	fmt.Fprintf(w, "question   %s\n", r.Question)
	fmt.Fprintf(w, "verdict    %s\n", verdict)
	if r.Value != nil {
		fmt.Fprintf(w, "%-10s %v\n", r.Objective, r.Value)
	}
	bound := func(name string, f *bounds.Fraction, by string) {
		switch {
		case f != nil && by != "":
			fmt.Fprintf(w, "%-10s %v: %s\n", name, f, by)
		case f != nil:
			fmt.Fprintf(w, "%-10s %v\n", name, f)
		case by != "" && r.Verdict == search.ProvenAbsent:
			fmt.Fprintf(w, "proof      %s\n", by)
		case by != "":
			fmt.Fprintf(w, "found by   %s\n", by)
		}
	}
	if r.Lower == nil && r.Upper == nil && r.LowerBy == r.UpperBy && r.Optimal {
		fmt.Fprintf(w, "best by    %s\n", r.LowerBy)
	} else {
		bound("at least", r.Lower, r.LowerBy)
		bound("at most", r.Upper, r.UpperBy)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(w, "note       %s\n", note)
	}
}

// writeSearchSystem writes the quorums: those of the sites, if the system has sites.
func writeSearchSystem(w io.Writer, s quorum.Structure, all string) {
	if system, ok := s.(*quorum.System); ok && system.HasSites() {
		fmt.Fprintf(w, "sets of the sites\n")
		family := system.Family()
		for i, q := range system.Sites() {
			if i == searchLines {
				fmt.Fprintf(w, "  and %d more, which %s have\n", s.N()-i, all)
				return
			}
			fmt.Fprintf(w, "  S_%d = %s\n", i+1, family.Set(q).Label(s.Names()))
		}
		return
	}
	for _, p := range listing.Groups(s) {
		fmt.Fprintf(w, "%s, %s\n", cmp.Or(p.Name, "system"), show.Count(p.Family.Len(), "quorum"))
		for i := range p.Family.Len() {
			if i == searchLines {
				fmt.Fprintf(w, "  and %d more, which %s have\n", p.Family.Len()-i, all)
				break
			}
			fmt.Fprintf(w, "  %s\n", p.Family.Set(i).Label(s.Names()))
		}
	}
}

func joinInts(list []int, between string) string {
	return show.Join(list, between, strconv.Itoa)
}

// SearchTable returns a result as one row, with one more row for each group if the search has tried
// several. Only the JSON form has the system. Of a result with owners of pairs it is their table.
func SearchTable(r *search.Result) (*table.Table, error) {
	if r.Pairs != nil {
		return PairsTable(r.Pairs, nil)
	}
	columns := []string{"search", "question", "verdict", "objective", "value", "lower", "lower_by", "upper", "upper_by", "optimal", "stopped_by", "cover", "group"}
	t := table.New(table.TextColumns(columns...)...)
	for _, r := range append([]*search.Result{r}, r.Groups...) {
		t.Add(table.TextRow(r.Search, r.Question, string(r.Verdict), r.Objective, figureCell(r.Value), figureCell(r.Lower), r.LowerBy,
			figureCell(r.Upper), r.UpperBy, report.YesNo(r.Optimal), r.StoppedBy, joinInts(r.Cover, "-"), r.Group)...)
	}
	return t.Filled()
}

func figureCell(f *bounds.Fraction) string {
	if f == nil {
		return ""
	}
	return f.String()
}

// Proofs returns notes on the refutations behind a result: one for all that were checked, and one
// for each that was not.
func Proofs(proofs []search.Proof) (notes []string) {
	var theorems []string
	lemmas, checked := 0, 0
	for _, p := range proofs {
		if !p.Checked {
			notes = append(notes, fmt.Sprintf("%s is what %s wrote as its proof, not checked (%s), that there is no model of: %s", p.File, p.Solver, p.Unchecked, p.Question))
			continue
		}
		checked++
		lemmas += p.Lemmas
		for _, t := range p.Theorems {
			if !slices.Contains(theorems, t) {
				theorems = append(theorems, t)
			}
		}
	}
	if checked > 0 {
		stand := "stands"
		if checked > 1 {
			stand = "stand"
		}
		notes = append(notes, fmt.Sprintf("%s of %s %s in %s, checked here: %s in all; what remains on trust is that the formulas say what was asked: %s",
			show.Count(checked, "refutation"), proofs[0].Solver, stand, filepath.Dir(proofs[0].File), show.Count(lemmas, "lemma"), strings.Join(theorems, ", ")))
	}
	return notes
}
