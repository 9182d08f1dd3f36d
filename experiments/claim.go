package experiments

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/internal/table"
)

// Claim is one statement of a paper with what became of it: a row of the program's referee report.
type Claim struct {
	ID        string // words joined by -, unique in the project: "joung-lemma-3-3"
	Source    string // "Joung 2003"
	Section   string // "Lemma 3.3", "Table II, row 4"
	Statement string // the claim in one sentence
	Command   string // what shows it again, "coterie experiment run group-degree"; [Output.Claims] fills it in
	Judgement Judgement
}

// ClaimError says why a claim is refused.
type ClaimError struct {
	ID     string
	Reason string
}

func (e *ClaimError) Error() string { return fmt.Sprintf("claim %s: %s", e.ID, e.Reason) }

func (c Claim) check() error {
	reason := ""
	switch j := c.Judgement; {
	case !isKebab(c.ID):
		reason = "an ID is made of lower-case words joined by -"
	case c.Source == "" || c.Section == "" || c.Statement == "":
		reason = "source, section and statement are needed"
	case j.flaw != "":
		reason = "no verdict: " + j.flaw
	case j.verdict == 0:
		reason = "not judged"
	}
	if reason != "" {
		return &ClaimError{ID: c.ID, Reason: reason}
	}
	return nil
}

// claimColumns are the columns of every claims.csv.
func claimColumns() []table.Column {
	return []table.Column{
		table.Texts("id", "", "name of the claim, unique in the project"),
		table.Texts("source", "", "paper, by author and year"),
		table.Texts("section", "", "theorem, lemma, table or section"),
		table.Texts("statement", "", "the claim in a sentence"),
		table.Texts("verdict", "", "proved, holds on, holds under or fails"),
		table.Texts("range", "", "on what it was tried"),
		table.Bools("exhaustive", "", "whether every case of the range was tried"),
		table.Ints("cases", "cases", "on how many cases the words were tried; with a reading, also on those that it leaves out"),
		table.Ints("counterexamples", "cases", "in how many of these cases the words do not hold"),
		table.Texts("reading", "", "how the words must be read, where the verdict is holds under"),
		table.Texts("witness", "", "first counterexample to the words, or the example of a statement of existence"),
		table.Texts("doc", "", "file with the proof"),
		table.Texts("command", "", "what shows it again"),
	}
}

// ClaimsTable makes the table of claims, in the order given. It refuses, with a [ClaimError], a claim that
// is incomplete or whose judgement is none.
func ClaimsTable(claims []Claim) (*table.Table, error) {
	t := table.New(claimColumns()...)
	for _, c := range claims {
		if err := c.check(); err != nil {
			return nil, err
		}
		j := c.Judgement
		err := t.Append(table.Text(c.ID), table.Text(c.Source), table.Text(c.Section), table.Text(c.Statement), table.Text(j.verdict.String()),
			table.Text(j.over.text), table.Bool(j.over.exhaustive), table.Int(j.cases), table.Int(j.against), table.Text(j.reading), table.Text(j.witness), table.Text(j.doc), table.Text(c.Command))
		if err != nil {
			return nil, &ClaimError{ID: c.ID, Reason: err.Error()}
		}
	}
	return t, nil
}

// gathering holds the parameters of the study claims.
type gathering struct {
	Studies []string `json:"studies"` // whose claims are gathered, in this order
}

// claimsStudy gathers the claims of the given studies. Its default part gathers their default parts; its full
// part takes the full part of each study that has one.
func claimsStudy(sources []Study) Study {
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
			"studies judged, paper by paper, and computes nothing itself; summary.csv counts the verdicts by source.",
		Default: p,
		Full:    &p,
		Run: func(_ context.Context, env Env, p gathering, out *Output) error {
			columns := append([]table.Column{table.Texts("study", "", "study that judged it")}, claimColumns()...)
			all := table.New(columns...)
			for _, name := range p.Studies {
				if err := gather(env, name, env.Full && hasFull[name], all); err != nil {
					return err
				}
			}
			all, err := bySource(all, columns)
			if err != nil {
				return err
			}
			summary, err := summarise(all)
			if err != nil {
				return err
			}
			if err := out.Table(claimsFile, all); err != nil {
				return err
			}
			return out.Table("summary.csv", summary)
		},
	})
}

// bySource puts the claims of one paper together: papers in the order of their first claim, claims of a paper in theirs.
func bySource(claims *table.Table, columns []table.Column) (*table.Table, error) {
	var sources []table.Cell
	for i := range claims.Len() {
		if source := claims.At(i, "source"); !slices.Contains(sources, source) {
			sources = append(sources, source)
		}
	}
	sorted := table.New(columns...)
	for _, source := range sources {
		for i := range claims.Len() {
			if claims.At(i, "source") != source {
				continue
			}
			if err := sorted.Append(claims.Row(i)...); err != nil {
				return nil, err
			}
		}
	}
	return sorted, nil
}

// gather appends the claims of one study.
func gather(env Env, study string, full bool, all *table.Table) error {
	data, ok, err := env.read(study, full, claimsFile)
	if err != nil || !ok {
		return err
	}
	claims, err := table.ReadCSV(bytes.NewReader(data), claimColumns()...)
	if err != nil {
		return fmt.Errorf("%s: %w", readKey(study, full, claimsFile), err)
	}
	for i := range claims.Len() {
		id := claims.At(i, "id")
		for k := range all.Len() {
			if all.At(k, "id") == id {
				return &ClaimError{ID: id.String(), Reason: fmt.Sprintf("judged by the studies %s and %s", all.At(k, "study"), study)}
			}
		}
		if err := all.Append(append([]table.Cell{table.Text(study)}, claims.Row(i)...)...); err != nil {
			return err
		}
	}
	return nil
}

// summarise counts verdicts by source, sources in order of appearance.
func summarise(all *table.Table) (*table.Table, error) {
	verdicts := []Verdict{Proved, HoldsOn, HoldsUnder, Fails}
	columns := []table.Column{table.Texts("source", "", "paper, by author and year"), table.Ints("claims", "claims", "how many of its claims were judged")}
	for _, v := range verdicts {
		columns = append(columns, table.Ints(strings.ReplaceAll(v.String(), " ", "_"), "claims", "how many have the verdict "+v.String()))
	}
	var sources []string
	counts := make(map[string][]int)
	for i := range all.Len() {
		source := all.At(i, "source").String()
		if counts[source] == nil {
			sources = append(sources, source)
			counts[source] = make([]int, len(verdicts)+1)
		}
		counts[source][0]++
		k := slices.IndexFunc(verdicts, func(v Verdict) bool { return v.String() == all.At(i, "verdict").String() })
		if k < 0 {
			return nil, &ClaimError{ID: all.At(i, "id").String(), Reason: fmt.Sprintf("no verdict is called %q", all.At(i, "verdict"))}
		}
		counts[source][k+1]++
	}
	t := table.New(columns...)
	for _, source := range sources {
		row := []table.Cell{table.Text(source)}
		for _, n := range counts[source] {
			row = append(row, table.Int(n))
		}
		if err := t.Append(row...); err != nil {
			return nil, err
		}
	}
	return t, nil
}
