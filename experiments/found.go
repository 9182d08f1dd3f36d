package experiments

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"coterie/internal/words/table"
)

// findingsFile holds the findings of a study, in sentences.
const findingsFile = "findings.csv"

// headlineWords is the greatest number of words in the first sentence of a finding.
const headlineWords = 20

// found is one finding: sentences, and the picture that shows it.
type found struct {
	sentence string `csv:"sentence" doc:"what the study found"`
	picture  string `csv:"picture" doc:"stem of the picture that shows it"`
}

// sentenceEnd ends a sentence before another one.
var sentenceEnd = regexp.MustCompile(`\. \p{Lu}`)

// Headline returns the first sentence of the finding, which the report page shows as its heading.
func (f found) Headline() string {
	if at := sentenceEnd.FindStringIndex(f.sentence); at != nil {
		return f.sentence[:at[0]+1]
	}
	return f.sentence
}

// Rest returns the text below the headline, "" if the finding is one sentence.
func (f found) Rest() string { return strings.TrimPrefix(f.sentence[len(f.Headline()):], " ") }

// Found records a finding of the study: a headline, which is one sentence of at most
// [headlineWords] words, and further sentences. Every number in it comes from rows: the verbs of
// the format stand for them, and none is typed. picture is the stem of the picture that shows it,
// emitted before, or "". The first finding of a study stands above its picture on the report page.
//
// Only the default part has findings: a full part would find the same on a larger range.
func (o *Output) Found(picture, format string, args ...any) {
	if o.err != nil || o.Full || o.trial || o.redrawing() || o.replaying() {
		return
	}
	sentence := fmt.Sprintf(format, args...)
	f, flaw := found{sentence, picture}, ""
	switch _, drawn := o.files[picture+".svg"]; {
	case picture != "" && !drawn:
		flaw = fmt.Sprintf("a finding is shown by %q, which is no picture emitted before it", picture)
	case strings.Contains(sentence, "%!"):
		flaw = "a finding does not fit its numbers: " + sentence
	case !strings.HasSuffix(sentence, ".") || strings.ContainsAny(sentence, "\n`"):
		flaw = "a finding is a sentence: " + sentence
	case len(strings.Fields(f.Headline())) > headlineWords:
		flaw = fmt.Sprintf("the headline of a finding has more than %d words: %s", headlineWords, f.Headline())
	}
	if flaw != "" {
		o.Fail(fmt.Errorf("%s: %s", findingsFile, flaw))
		return
	}
	o.found = append(o.found, f)
}

// foundColumns returns the columns of every findings.csv.
func foundColumns() []Column[found] {
	return Columns[found](
		"sentence", "picture",
	)
}

// readFindings reads a findings.csv.
func readFindings(data []byte) ([]found, error) {
	t, err := table.ReadCSV(bytes.NewReader(data), heads(foundColumns())...)
	if err != nil {
		return nil, err
	}
	var list []found
	for i := range t.Len() {
		list = append(list, found{t.At(i, "sentence").String(), t.At(i, "picture").String()})
	}
	return list, nil
}

// Filed places the study on the report page: under a paper or another heading, with a short name
// for the table of contents. Studies without a place come last, under their titles.
func (s Study) Filed(paper, short string) Study {
	s.paper, s.short = paper, short
	return s
}

// Story puts the first finding of the study and its picture on top of the report page, in this
// place from 1.
func (s Study) Story(place int) Study {
	s.story = place
	return s
}

// Drawings marks the pictures of the study as drawings of systems, which the gallery of the report
// page shows.
func (s Study) Drawings() Study {
	s.drawings = true
	return s
}

// Place returns the study's place on the report page: the paper under which it is filed, its short
// name, and the place of its finding on top, 0 for none.
func (s Study) Place() (paper, short string, story int) { return s.paper, s.short, s.story }
