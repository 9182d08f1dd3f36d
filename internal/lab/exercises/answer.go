package exercises

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/quorum"
)

// form is a form of answers.
type form struct {
	text  string // of a hint
	bare  string // the words that are an answer by themselves
	shown string // the word, maybe none, that goes before sets
	sets  int    // how many sets: any number if it is 0; or numeric, or steps
}

// The values of form.sets for answers that are numbers, and for those that are names of events.
const (
	numeric = -1
	steps   = -2
)

// The forms of answers.
var (
	aNumber   = form{"a whole number or a fraction, as in 2 or 3/7", "", "", numeric}
	aSet      = form{"a set of nodes, as in {1,2}", "", "", 1}
	someSets  = form{"sets of nodes, as in {1,2},{3}", "", "", 0}
	twoSets   = form{"two sets of nodes, as in {1,2},{1,3}", "", "", 2}
	yesOrSet  = form{"yes, or no and a set that shows it, as in no {1,2}", "yes", "no", 1}
	yesOrPair = form{"yes, or no and two quorums that show it, as in no {1,2},{3,4}", "yes", "no", 2}
	events    = form{"a list of events, as in wish:1,wish:2,REQUEST:1-2", "", "", steps}
	condition = form{"a, b, c, d, or none", "a b c d none", " ", 0} // no answer has this word
)

// answer is an answer that was read: a word, sets, a number, or events.
type answer struct {
	word   string
	sets   []quorum.Set
	value  bounds.Fraction
	events string // their names, with commas between them
}

// named is the shape of names of events with commas between them.
var named = regexp.MustCompile(`^\w+:[\w:-]+(,\w+:[\w:-]+)*$`)

// separated puts commas between sets that people separate otherwise.
var separated = strings.NewReplacer("} and {", "},{", "} {", "},{")

// read reads an answer about a system.
func (f form) read(text string, s quorum.Structure) (a answer, err error) {
	before, _, _ := strings.Cut(text, "{")
	a.word = strings.ToLower(strings.Trim(before, " ().,:"))
	list := strings.Join(strings.Fields(strings.ReplaceAll(text, ",", " ")), ",")
	switch {
	case f.sets == numeric:
		a.value, err = typed.Fraction("answer", text)
	case before == text && slices.Contains(strings.Fields(f.bare), a.word):
		return a, nil
	case f.sets == steps && named.MatchString(list):
		a.events = list
	case f.sets == steps || before == text || a.word != f.shown || f.sets > 0 && strings.Count(text, "{") != f.sets || !strings.HasSuffix(strings.TrimSpace(text), "}"):
		err = fmt.Errorf("--answer %s: want %s", show.Brief(text), f.text)
	default:
		_, a.sets, err = typed.Faulty("answer", separated.Replace(text[len(before):]), quorum.KnownOf(s))
	}
	if err != nil {
		return a, typed.Hint(err, "the form is "+f.text)
	}
	return a, nil
}
