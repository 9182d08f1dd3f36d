package experiments

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"coterie/internal/words/table"
)

// Claim is one statement of a paper with its verdict: a row of the program's referee report.
type Claim struct {
	ID        string `csv:"id" doc:"name of the claim, unique in the project"` // words joined by -: "joung-lemma-3-3"
	Source    string `csv:"source" doc:"paper, by author and year"`
	Section   string `csv:"section" doc:"theorem, lemma, table or section"` // "Lemma 3.3", "Table II, row 4"
	Statement string `csv:"statement" doc:"the claim in a sentence"`
	Command   string `csv:"command" doc:"what shows it again"`                                                                       // [Output.Claim] fills it in
	Again     string `csv:"again" doc:"claim whose sentence this one judges once more, by other means; it is counted with that one"` // "" if it is the first
	Judgement Judgement
}

// BeyondThePaper is the source of the claims that no paper makes: questions of our own.
const BeyondThePaper = "beyond the paper"

// columnsFor returns the columns of the claims.csv that holds these claims. Optional columns are
// there if some claim needs them.
func columnsFor(claims []Claim) []Column[Claim] {
	return claimColumns(func(further Column[Claim]) bool {
		return slices.ContainsFunc(claims, func(c Claim) bool { return further.cell(c).String() != "" })
	})
}

// claimHeads returns the columns of a claims.csv with the given optional ones.
func claimHeads(has func(further string) bool) []table.Column {
	return heads(claimColumns(func(further Column[Claim]) bool { return has(further.head.Name) }))
}

// readClaims reads a claims.csv of any form.
func readClaims(data []byte) (*table.Table, error) {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	names := strings.Split(string(first), ",")
	return table.ReadCSV(bytes.NewReader(data), claimHeads(func(further string) bool { return slices.Contains(names, further) })...)
}

// check says why a claim is refused.
func (c Claim) check() error {
	reason := ""
	switch j := c.Judgement; {
	case !isKebab(c.ID):
		reason = "an ID is made of lower-case words joined by -"
	case c.Again != "" && (!isKebab(c.Again) || c.Again == c.ID):
		reason = "what it judges again is the ID of another claim"
	case c.Source == "" || c.Section == "" || c.Statement == "":
		reason = "source, section and statement are needed"
	case j.flaw != "":
		reason = "no verdict: " + j.flaw
	case j.verdict == 0:
		reason = "not judged"
	}
	if reason != "" {
		return fmt.Errorf("claim %s: %s", c.ID, reason)
	}
	return nil
}

// claimColumns returns the columns of every claims.csv and the optional columns for which has is
// true.
func claimColumns(has func(further Column[Claim]) bool) []Column[Claim] {
	further := Columns[Claim](
		Texts("trivial", "", "cases but for which the words hold as printed, where these are trivial; empty: there are no such",
			func(c Claim) string { return c.Judgement.trivial }),
		"again",
	)
	return Columns[Claim](
		"id", "source", "section", "statement",
		Texts("verdict", "", "proved, holds on, holds under or fails", func(c Claim) string { return c.Judgement.verdict.String() }),
		Texts("range", "", "on what it was tried", func(c Claim) string { return c.Judgement.over.text }),
		Bools("exhaustive", "", "whether every case of the range was tried", func(c Claim) bool { return c.Judgement.over.exhaustive }),
		Ints("cases", "cases", "on how many cases the words were tried; with a reading, also on those that it leaves out",
			func(c Claim) int { return c.Judgement.cases }),
		Ints("counterexamples", "cases", "in how many of these cases the words do not hold", func(c Claim) int { return c.Judgement.against }),
		Texts("reading", "", "how the words must be read, where the verdict is holds under; how else they fail, where it is fails", func(c Claim) string { return c.Judgement.Reading }),
		Texts("witness", "", "first counterexample to the words, or the example of a statement of existence",
			func(c Claim) string { return c.Judgement.witness }),
		Texts("doc", "", "file with the proof", func(c Claim) string { return c.Judgement.doc }),
		"command",
		Keep(further, has),
	)
}

// gathering holds the parameters of the study claims.
type gathering struct {
	Studies []string `json:"studies"` // whose claims are gathered, in this order
}

// ClaimsStudy gathers the claims of the given studies. Its default part gathers their default
// parts; its full part takes the full part of each study that has one.
func ClaimsStudy(sources []Study) Study {
	p := gathering{Studies: []string{}}
	hasFull := make(map[string]bool)
	for _, s := range sources {
		p.Studies = append(p.Studies, s.name)
		hasFull[s.name] = s.HasFull()
	}
	return NewStudy(Spec[gathering]{
		Name:  "claims",
		Title: "What became of the claims of the papers",
		Doc: "The program's referee report: one row per theorem, lemma, proposition, table entry or remark that a study judged, " +
			"with its verdict (proved, holds on a range, holds under a reading, fails) and what shows it. It gathers what the other " +
			"studies judged, paper by paper, and computes nothing itself; summary.csv counts the verdicts by source, and each sentence " +
			"once, however often it was judged. Questions of our own that no paper answers stand apart, as beyond the paper.",
		Default: p,
		Full:    &p,
		Declare: func(out *Output, p gathering) {
			var claims []gatheredClaim
			for _, name := range p.Studies {
				claims = append(claims, gather(out, name, out.Full && hasFull[name])...)
			}
			declareGathered(out, claims)
		},
	})
}

// gatheredClaim is a row of the claims.csv of a study.
type gatheredClaim struct {
	Study  string `csv:"study" doc:"study that judged it"`
	claims *table.Table
	row    int
	Full   *gatheredClaim // on the page: the same claim in the full part
}

// cell returns a cell of the claim. The cell is empty if the table has no such column.
func (c gatheredClaim) cell(column string) table.Cell {
	if !hasColumn(c.claims, column) {
		return table.Empty()
	}
	return c.claims.At(c.row, column)
}

// Text returns the text of a cell of the claim.
func (c gatheredClaim) Text(column string) string { return c.cell(column).String() }

// Class returns the verdict as a class of the style sheet.
func (c gatheredClaim) Class() string { return strings.ReplaceAll(c.Text("verdict"), " ", "-") }

// claimsOf lists the claims of a claims.csv.
func claimsOf(study string, claims *table.Table) []gatheredClaim {
	list := make([]gatheredClaim, claims.Len())
	for i := range list {
		list[i] = gatheredClaim{Study: study, claims: claims, row: i}
	}
	return list
}

// gather reads the claims of one study.
func gather(out *Output, study string, full bool) []gatheredClaim {
	data, ok, err := out.read(study, full, claimsFile)
	if out.Fail(err) || !ok {
		return nil
	}
	claims, err := readClaims(data)
	if err != nil {
		out.Fail(fmt.Errorf("%s: %w", readKey(study, full, claimsFile), err))
		return nil
	}
	return claimsOf(study, claims)
}

// declareGathered emits all claims, paper by paper, and the number of claims of each paper with
// each verdict. Papers come in the order of their first claim, claims of a paper in their own
// order, and our own questions come last.
func declareGathered(out *Output, claims []gatheredClaim) {
	var sources []string
	studies := make(map[string]string) // by ID of a claim
	for _, c := range claims {
		if of := c.Text("again"); of != "" {
			k := slices.IndexFunc(claims, func(d gatheredClaim) bool { return d.Text("id") == of })
			if k < 0 || claims[k].Text("again") != "" || claims[k].Text("source") != c.Text("source") {
				out.Fail(fmt.Errorf("claim %s: %s, whose sentence it judges again, is no first claim of the same source", c.Text("id"), of))
			}
		}
		id := c.Text("id")
		if other, twice := studies[id]; twice {
			out.Fail(fmt.Errorf("claim %s: judged by the studies %s and %s", id, other, c.Study))
		}
		if !slices.ContainsFunc(verdicts(), func(v Verdict) bool { return v.String() == c.Text("verdict") }) {
			out.Fail(fmt.Errorf("claim %s: no verdict is called %q", id, c.Text("verdict")))
		}
		studies[id] = c.Study
		if source := c.Text("source"); !slices.Contains(sources, source) {
			sources = append(sources, source)
		}
	}
	oursLast(sources, func(source string) string { return source })
	of := func(source string) []gatheredClaim {
		return Keep(claims, func(c gatheredClaim) bool { return c.Text("source") == source })
	}

	columns := Columns[gatheredClaim]("study")
	for _, head := range claimHeads(func(string) bool { return true }) {
		columns = append(columns, Column[gatheredClaim]{head, func(c gatheredClaim) table.Cell { return c.cell(head.Name) }})
	}
	gathered := Table(out, "claims", Flat(sources, of), columns)
	first := func(source string) []gatheredClaim {
		return Keep(of(source), func(c gatheredClaim) bool { return c.Text("again") == "" })
	}
	drawVerdicts(out, gathered, sources, first)

	counts := []Column[string]{
		Texts("source", "", "paper, by author and year", func(source string) string { return source }),
		Ints("claims", "claims", "how many of its claims were judged, each counted once", func(source string) int { return len(first(source)) }),
	}
	for _, v := range verdicts() {
		counts = append(counts, Ints(strings.ReplaceAll(v.String(), " ", "_"), "claims", "how many have the verdict "+v.String(), func(source string) int {
			return len(Keep(first(source), func(c gatheredClaim) bool { return c.Text("verdict") == v.String() }))
		}))
	}
	counts = append(counts, Ints("again", "claims", "rows that judge a sentence of these once more, by other means",
		func(source string) int { return len(of(source)) - len(first(source)) }))
	Table(out, "summary", sources, counts)
}

// oursLast moves our own questions behind the claims of all papers, so that the claims of the
// papers are numbered without gaps.
func oursLast[T any](list []T, source func(T) string) {
	slices.SortStableFunc(list, func(a, b T) int {
		switch x, y := source(a) == BeyondThePaper, source(b) == BeyondThePaper; {
		case x && !y:
			return 1
		case y && !x:
			return -1
		}
		return 0
	})
}
