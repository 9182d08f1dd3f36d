package exercises

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/internal/words/typed"
)

// most is the greatest number of the first exercise, and the most exercises of a sheet.
const most = 1000

// Options say which exercises are made.
type Options struct {
	Seed   uint64
	Topics []string // nil for all
	Level  int      // 1..3; 0 for any
	Number int      // of the first exercise, 1 or more
	Count  int      // how many exercises
	Key    bool     // with their answers
	Judge  bool     // whether Answer is an answer to the first exercise, and is to be judged
	Answer string
}

// Sheet has the exercises of a seed, or the verdict on the answer to one.
type Sheet struct {
	Seed      uint64     `json:"seed"`
	Exercises []Exercise `json:"exercises,omitempty"`
	*Verdict             // nil without an answer
}

// Exercise is a question about a system.
type Exercise struct {
	Number   int      `json:"number"`
	Topic    string   `json:"topic"`
	Level    int      `json:"level"`
	Question string   `json:"question"`
	System   string   `json:"system"`        // a SPEC
	Form     string   `json:"answer_form"`   // in words, with an example
	Words    []string `json:"words"`         // of the glossary
	Run      *Run     `json:"run,omitempty"` // where its events are asked for
	Key               // zero where the sheet is for students

	task task
}

// Key has a right answer to an exercise, the reason why it is right, and a command that shows it.
type Key struct {
	Answer  string `json:"key,omitempty"`
	Why     string `json:"why,omitempty"`
	Command string `json:"command,omitempty"`
}

// Verdict says of an answer to an exercise whether it is right, and why, with a witness.
type Verdict struct {
	Number  int    `json:"number"`
	Topic   string `json:"topic"`
	Answer  string `json:"answer"`
	Right   bool   `json:"right"`
	Why     string `json:"why"`
	Command string `json:"command"` // shows it
}

// Topics lists the topics, the easiest first.
func Topics() string { return show.Join(kinds, ", ", func(k kind) string { return k.topic }) }

// Make makes exercises, or judges an answer. An error names the flag of the command line whose
// value is wrong.
func Make(o Options) (Sheet, error) {
	list := slices.DeleteFunc(slices.Clone(kinds), func(k kind) bool {
		return len(o.Topics) > 0 && !slices.Contains(o.Topics, k.topic) || o.Level > 0 && k.level > o.Level
	})
	switch {
	case o.Level < 0 || o.Level > 3:
		return Sheet{}, fmt.Errorf("--level %d: want 1, 2 or 3", o.Level)
	case len(list) == 0 || len(list) < len(o.Topics):
		return Sheet{}, typed.Hint(fmt.Errorf("--topic %s: want topics of the list, each once, and no level below theirs", show.Brief(strings.Join(o.Topics, ","))), "topics, the easiest first, are "+Topics())
	case min(o.Number, o.Count) < 1 || max(o.Number, o.Count) > most:
		return Sheet{}, fmt.Errorf("--number %d and --count %d: want 1..%d", o.Number, o.Count, most)
	}
	sheet := Sheet{o.Seed, nil, nil}
	for i := range o.Count {
		turn, at := (o.Number+i-1)/len(list), (o.Number+i-1)%len(list)
		k := list[rand.New(rand.NewPCG(o.Seed, uint64(3*most+turn))).Perm(len(list))[at]]
		s := &source{rand.New(rand.NewPCG(o.Seed, uint64(o.Number+i))), o.Level}
		s.level = cmp.Or(o.Level, k.level+s.IntN(4-k.level))
		t := k.draw(s)
		e := Exercise{o.Number + i, k.topic, s.level, t.question, spec(t.system), t.form.text, strings.Split(k.words, ","), t.run, Key{}, t}
		if o.Key || o.Judge {
			e.Key = Key{t.key, t.why, "coterie " + strings.ReplaceAll(t.command, "SPEC", "'"+e.System+"'")}
		}
		sheet.Exercises = append(sheet.Exercises, e)
	}
	if o.Judge {
		return sheet.judge(o.Answer)
	}
	return sheet, nil
}

// judge judges an answer to the first exercise, which has its key. An answer that is not of the
// form is an error.
func (s Sheet) judge(text string) (Sheet, error) {
	e := s.Exercises[0]
	a, err := e.task.form.read(text, e.task.system)
	if err != nil {
		return Sheet{}, err
	}
	fault, key := when(a.word != e.Key.Answer, "%s", e.Key.Why), e.Key
	switch {
	case e.Run != nil: // it shows how this very answer ends
		fault, key.Why = e.Run.judge(a.events)
		key.Command = strings.Replace(key.Command, key.Answer, a.events, 1)
	case a.sets != nil || e.task.form.sets == numeric:
		fault = e.task.fault(a)
	}
	return Sheet{s.Seed, nil, &Verdict{e.Number, e.Topic, text, fault == "", cmp.Or(fault, key.Why), key.Command}}, nil
}
