package evidence

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// Verdict returns the verdict of a report in one word.
func (r *Report) Verdict() string {
	switch {
	case r.Failed():
		return "fails"
	case r.Undecided():
		return "undecided"
	}
	return "verified"
}

// asked describes the search of a manifest in words.
func (m *Manifest) asked() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
		list = append(list, name+" "+m.Parameters[name])
	}
	return strings.Join(append([]string{m.Search}, list...), ", ")
}

// answer describes the answer of a question in words.
func (q Question) answer(j Judged) string {
	switch {
	case !j.Holds && j.Open:
		return q.Answer + ", not judged: " + j.Why
	case !j.Holds:
		return q.Answer + ", which does not hold: " + j.Why
	case q.Answer == Refuted && q.Cubes != nil:
		return fmt.Sprintf("refuted in %s that cover all assignments, and each refutation holds", show.Count(q.Cubes.Cubes, "cube"))
	case q.Answer == Refuted:
		return "refuted, and the proof holds"
	case q.Answer == Found:
		return "found, and the model is one"
	}
	if c := q.Cubes; c != nil {
		return fmt.Sprintf("open; %d of %s are refuted, and each refutation holds", c.Refuted, show.Count(c.Cubes, "cube"))
	}
	return "open, the solver had no answer"
}

// proofInWords describes the findings of the check of a question's proofs.
func (q Question) proofInWords(c *Checked) string {
	if q.Cubes == nil {
		return fmt.Sprintf("%d steps; %d of %d lemmas and %d of %d clauses are needed%s", c.Steps, c.Needed, c.Lemmas, c.Clauses, q.Clauses, alsoRAT(c.RAT))
	}
	return fmt.Sprintf("%d of %d by unit propagation alone, %d by proofs of %d steps; %d of %d lemmas are needed%s (docs/theorems/cubes.md)",
		q.Cubes.Propagated, q.Cubes.Refuted, q.Cubes.Refuted-q.Cubes.Propagated, c.Steps, c.Needed, c.Lemmas, alsoRAT(c.RAT))
}

// WriteText writes the report for people.
func (r *Report) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%-10s %s\n", name, show.Line(fmt.Sprintf(format, args...)))
	}
	m := r.Manifest
	line("folder", "%s", r.Folder)
	line("search", "%s", m.asked())
	found := 0
	for i, q := range m.Questions {
		j := r.Questions[i]
		if q.Answer == Found && j.Holds {
			found++
			continue
		}
		if q.Answer == Found && r.ProofsAlone {
			continue
		}
		line("question "+strconv.Itoa(i+1), "%s", q.Words)
		line("  answer", "%s (%s)", q.answer(j), q.Solver)
		if c := j.Checked; c != nil {
			line("  proof", "%s", q.proofInWords(c))
		}
		line("  encoding", "%s", strings.Join(q.Theorems, ", "))
	}
	if found > 0 {
		line("models", "%d on the way to it, and each is one", found)
	}
	if r.Derived {
		line("derived", "the search, run again without a solver, asks exactly these formulas, and with these answers it has this result")
	} else {
		line("derived", "no: %s", r.NotDerived)
	}
	for _, f := range r.follows() {
		line("follows", "%s %s, by %s", f.What, f.Value, questionList(f.Questions))
	}
	line("verdict", "%s", r.Verdict())
	if text := trust(m.Questions); text != "" {
		line("on trust", "%s; and this program: its arguments that are no questions, its checker", text)
	}
	return w.Flush()
}

// follows returns the parts of the result that follow from the questions. If the result was not
// derived, they rest on the manifest's word alone, and follows returns nothing.
func (r *Report) follows() []Follows {
	if !r.Derived || r.Manifest.Follows == nil {
		return []Follows{}
	}
	return r.Manifest.Follows
}

func alsoRAT(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %d lemmas are RAT", n)
}

func questionList(list []int) string {
	return show.Plural(len(list), "question") + " " + show.Join(list, ", ", strconv.Itoa)
}

// MarshalJSON writes an object with the keys folder, verdict, derived, not_derived, search,
// parameters, follows, trust and questions, with words, theorems, answer, solver, holds, reason,
// asked and checked each, and cubes of one that was split.
func (r *Report) MarshalJSON() ([]byte, error) {
	type question struct {
		Words    string   `json:"words"`
		Theorems []string `json:"theorems"`
		Answer   string   `json:"answer"`
		Solver   string   `json:"solver"`
		Holds    *bool    `json:"holds"`
		Reason   string   `json:"reason,omitempty"`
		Asked    bool     `json:"asked"`
		Checked  *Checked `json:"checked"`
		Cubes    *Cubes   `json:"cubes,omitempty"`
	}
	list := []question{}
	for i, q := range r.Manifest.Questions {
		j := r.Questions[i]
		row := question{q.Words, q.Theorems, q.Answer, q.Solver, &j.Holds, j.Why, j.Asked, j.Checked, q.Cubes}
		if !j.Holds && j.Open {
			row.Holds = nil
		}
		list = append(list, row)
	}
	return show.Marshal(struct {
		Folder     string            `json:"folder"`
		Verdict    string            `json:"verdict"`
		Derived    bool              `json:"derived"`
		NotDerived string            `json:"not_derived,omitempty"`
		Search     string            `json:"search"`
		Parameters map[string]string `json:"parameters"`
		Follows    []Follows         `json:"follows"`
		Trust      string            `json:"trust"`
		Questions  []question        `json:"questions"`
	}{r.Folder, r.Verdict(), r.Derived, r.NotDerived, r.Manifest.Search, r.Manifest.Parameters, r.follows(), trust(r.Manifest.Questions), list})
}

// Table returns the reports as a table with a row for each question.
func Table(reports []*Report) (*table.Table, error) {
	t := table.New(table.TextColumns("folder", "question", "answer", "holds", "reason", "asked", "lemmas", "needed", "verdict")...)
	for _, r := range reports {
		for i, q := range r.Manifest.Questions {
			j := r.Questions[i]
			lemmas, needed := "", ""
			if j.Checked != nil {
				lemmas, needed = strconv.Itoa(j.Checked.Lemmas), strconv.Itoa(j.Checked.Needed)
			}
			holds := strconv.FormatBool(j.Holds)
			if !j.Holds && j.Open {
				holds = ""
			}
			t.Add(table.TextRow(r.Folder, q.Words, q.Answer, holds, j.Why, strconv.FormatBool(j.Asked), lemmas, needed, r.Verdict())...)
		}
	}
	return t.Filled()
}
