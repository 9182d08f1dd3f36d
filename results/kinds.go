package results

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Kind is a WHAT of `coterie record WHAT N`: the declaration of records of one sort.
type Kind struct {
	What      string `json:"what"`
	Title     string `json:"title"`     // the question, with N in it
	Objective string `json:"objective"` // the name of the value
	Most      bool   `json:"most"`      // the greatest value is sought, not the least

	Tables []string          `json:"tables"` // of these the first that has a row counts
	Filter map[string]string `json:"filter"` // cells of the rows that count
	N      string            `json:"n"`      // the column of N, "" for n
	// Lower and Upper are columns, of which the first that is there counts. By is the column with
	// the argument for both bounds, or the argument itself, where there are no lower_by and upper_by.
	Lower      []string    `json:"lower"`
	Upper      []string    `json:"upper"`
	By         string      `json:"by"`
	Parameters []Parameter `json:"parameters"`

	// Witness says where witnesses are. Match has conditions "KEY OP NAME": a key of the entry, =,
	// <= or >=, and n, lower, upper or a parameter of the record.
	Witness struct {
		Files []string `json:"files"`
		Match []string `json:"match"`
		Is    string   `json:"is"`    // what stands in it
		Judge string   `json:"judge"` // how package solve/record judges it
	} `json:"witness"`
	Proofs  []int  `json:"proofs"` // the N of which results/proofs has the lower bound, in WHAT-N
	Command string `json:"command"`
	// Source is the column that says who had the value first; where it is empty, or there is none,
	// that one of Sources says it which goes to the least N that is enough (0: to all).
	Source  string `json:"source"`
	Sources []struct {
		To   int    `json:"to"`
		Text string `json:"text"`
	} `json:"sources"`
	Sequences []Sequence `json:"sequences"`
	// Printed are the tables of others whose values stand in the column cited, that one counts which
	// goes to the least N that is enough (0: to all). Exact ones claim to have the best values.
	Printed []Printed `json:"printed"`

	records func() []*Record
	entries func() []entry // of the witnesses
}

// Parameter is a parameter of a kind beside N.
type Parameter struct {
	Name   string `json:"name"`
	Column string `json:"column"`
	Doc    string `json:"doc"`
	// Values are its values, by the cells; without them, a cell is the value. Arguments are the
	// words for it in the command.
	Values    map[string]string `json:"values"`
	Arguments map[string]string `json:"arguments"`
}

// Printed is a table that others print.
type Printed struct {
	To    int    `json:"to"`
	Text  string `json:"text"`
	Exact bool   `json:"exact"`
}

// The words that compare a value with that which others print.
const (
	Better = "better"
	Equal  = "equal"
	Worse  = "worse"
	Wrong  = "theirs is wrong" // they claim more than can be, or as the best what is not
)

// Compare returns the text of the table that has the cited value of a record, and one of the words
// above, or "" twice.
func (k *Kind) Compare(r *Record) (by, word string) {
	if r.Cited.Rat() == nil {
		return "", ""
	}
	for _, p := range k.Printed {
		if p.To > 0 && r.N > p.To {
			continue
		}
		ours, limit := r.Cited.Compare(r.Value), r.Cited.Compare(r.Lower)
		if k.Most {
			ours, limit = -ours, -r.Cited.Compare(r.Upper)
		}
		switch {
		case ours == 0:
			return p.Text, Equal
		case limit < 0 || ours > 0 && p.Exact:
			return p.Text, Wrong
		case ours > 0:
			return p.Text, Better
		}
		return p.Text, Worse
	}
	return "", ""
}

// Comparison counts the records of a kind by how they compare with a table of others.
type Comparison struct {
	Printed              string
	Better, Equal, Worse int
	Wrong                []string // the anchors of these records
}

// Comparisons returns the comparisons of the kind, by table.
func (k *Kind) Comparisons() (list []Comparison) {
	for _, p := range k.Printed {
		c := Comparison{Printed: p.Text}
		for _, r := range k.Records() {
			switch by, word := k.Compare(r); {
			case by != p.Text:
			case word == Better:
				c.Better++
			case word == Equal:
				c.Equal++
			case word == Worse:
				c.Worse++
			default:
				c.Wrong = append(c.Wrong, r.Anchor())
			}
		}
		list = append(list, c)
	}
	return list
}

// Sequence is a sequence of the OEIS that records are the terms of.
type Sequence struct {
	ID     string          `json:"id"`
	Where  map[string]Cell `json:"where"` // which records
	Offset int             `json:"offset"`
	Zero   Cell            `json:"zero"` // the term at 0, if the offset is 0
	Note   string          `json:"note"` // its name there
}

// Kinds returns all kinds, in the order of kinds.json. They may not be changed.
var Kinds = sync.OnceValue(func() []*Kind {
	var list []*Kind
	must(json.Unmarshal(open("kinds.json"), &list))
	for _, k := range list {
		k.records, k.entries = sync.OnceValue(k.read), sync.OnceValue(k.certified)
	}
	return list
})

// Parameters returns the parameters of all kinds, each once.
func Parameters() (list []Parameter) {
	for _, k := range Kinds() {
		list = append(list, k.Parameters...)
	}
	slices.SortFunc(list, func(a, b Parameter) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(list, func(a, b Parameter) bool { return a.Name == b.Name })
}

// Of returns a kind by its name, and nil if there is none.
func Of(what string) *Kind {
	for _, k := range Kinds() {
		if k.What == what {
			return k
		}
	}
	return nil
}

// Records returns all records of the kind, by N. They have no witnesses; see [Kind.WithWitness].
func (k *Kind) Records() []*Record { return k.records() }

// Find returns the records for n (0: any) with the given parameters, and those with any value of
// the other parameters.
func (k *Kind) Find(n int, given map[string]Cell) []*Record {
	var list []*Record
	for _, r := range k.Records() {
		if (n == 0 || r.N == n) && r.has(given) {
			list = append(list, r)
		}
	}
	return list
}

// Kept returns a line with the bounds that the tables have for a question on n nodes, with the name
// of the table, and "" if they have none. Of several records the best one counts. Nothing rests on
// the line.
func Kept(what string, n int, given map[string]Cell) string {
	k := Of(what)
	list := k.Find(n, given)
	if len(list) == 0 {
		return ""
	}
	best := slices.MinFunc(list, func(a, b *Record) int { return cmp.Or(a.Upper.Compare(b.Upper), a.Lower.Compare(b.Lower)) })
	if best.Lower == best.Upper {
		return fmt.Sprintf("%s = %s in %s", k.Objective, best.Upper, best.Table)
	}
	return fmt.Sprintf("open in %s: %s <= %s <= %s", best.Table, best.Lower, k.Objective, best.Upper)
}

// Anchor returns the name of the record on the page of its kind: N, and then the parameters, as
// 13-masking-1.
func (r *Record) Anchor() string {
	words := []string{strconv.Itoa(r.N)}
	for _, p := range Of(r.What).Parameters {
		words = append(words, string(r.Parameters[p.Name]))
	}
	return strings.Join(words, "-")
}

// command returns the command that repeats the search for a record.
func (k *Kind) command(r *Record) string {
	words := []string{"{n}", fmt.Sprint(r.N)}
	for _, p := range k.Parameters {
		value := string(r.Parameters[p.Name])
		if p.Arguments != nil {
			value = p.Arguments[value]
		}
		words = append(words, "{"+p.Name+"}", value)
	}
	return strings.NewReplacer(words...).Replace(k.Command)
}
