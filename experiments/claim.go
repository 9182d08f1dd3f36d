package experiments

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Claim is one statement of a paper with what became of it: a row of the program's referee report.
type Claim struct {
	ID        string // words joined by -, unique in the project: "joung-lemma-3-3"
	Source    string // "Joung 2003"
	Section   string // "Lemma 3.3", "Table II, row 4"
	Statement string // the claim in one sentence
	Command   string // what shows it again: "coterie experiment run group-degree"
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
	case !strings.HasPrefix(c.Command, "coterie "):
		reason = fmt.Sprintf("the command is %q, want one that begins with coterie", c.Command)
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
func claimColumns() []Column {
	return []Column{
		{"id", Texts, "", "name of the claim, unique in the project"},
		{"source", Texts, "", "paper, by author and year"},
		{"section", Texts, "", "theorem, lemma, table or section"},
		{"statement", Texts, "", "the claim in a sentence"},
		{"verdict", Texts, "", "proved, holds on, holds under or fails"},
		{"range", Texts, "", "on what it was tried"},
		{"exhaustive", Bools, "", "whether every case of the range was tried"},
		{"cases", Ints, "cases", "on how many cases the words were tried; with a reading, also on those that it leaves out"},
		{"counterexamples", Ints, "cases", "in how many of these cases the words do not hold"},
		{"reading", Texts, "", "how the words must be read, where the verdict is holds under"},
		{"witness", Texts, "", "first counterexample to the words, or the example of a statement of existence"},
		{"doc", Texts, "", "file with the proof"},
		{"command", Texts, "", "what shows it again"},
	}
}

// ClaimsTable makes the table of claims, in the order given. It refuses, with a [ClaimError], a claim that
// is incomplete or whose judgement is none.
func ClaimsTable(claims []Claim) (*Table, error) {
	t := NewTable(claimColumns()...)
	for _, c := range claims {
		if err := c.check(); err != nil {
			return nil, err
		}
		j := c.Judgement
		err := t.Append(Text(c.ID), Text(c.Source), Text(c.Section), Text(c.Statement), Text(j.verdict.String()),
			Text(j.over.text), Bool(j.over.exhaustive), Int(j.cases), Int(j.against), Text(j.reading), Text(j.witness), Text(j.doc), Text(c.Command))
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
			columns := append([]Column{{"study", Texts, "", "study that judged it"}}, claimColumns()...)
			all := NewTable(columns...)
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
func bySource(claims *Table, columns []Column) (*Table, error) {
	var sources []Cell
	for i := range claims.Len() {
		if source := claims.At(i, "source"); !slices.Contains(sources, source) {
			sources = append(sources, source)
		}
	}
	sorted := NewTable(columns...)
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
func gather(env Env, study string, full bool, all *Table) error {
	data, ok, err := env.read(study, full, claimsFile)
	if err != nil || !ok {
		return err
	}
	claims, err := ReadCSV(bytes.NewReader(data), claimColumns()...)
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
		if err := all.Append(append([]Cell{Text(study)}, claims.Row(i)...)...); err != nil {
			return err
		}
	}
	return nil
}

// summarise counts verdicts by source, sources in order of appearance.
func summarise(all *Table) (*Table, error) {
	verdicts := []Verdict{Proved, HoldsOn, HoldsUnder, Fails}
	columns := []Column{{"source", Texts, "", "paper, by author and year"}, {"claims", Ints, "claims", "how many of its claims were judged"}}
	for _, v := range verdicts {
		columns = append(columns, Column{strings.ReplaceAll(v.String(), " ", "_"), Ints, "claims", "how many have the verdict " + v.String()})
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
	t := NewTable(columns...)
	for _, source := range sources {
		row := []Cell{Text(source)}
		for _, n := range counts[source] {
			row = append(row, Int(n))
		}
		if err := t.Append(row...); err != nil {
			return nil, err
		}
	}
	return t, nil
}
