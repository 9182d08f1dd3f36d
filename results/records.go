package results

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"coterie/internal/words/table"
)

// Record is one value with all that is known of it. Its JSON is one line of the data package.
type Record struct {
	What       string          `json:"what"`
	N          int             `json:"n"`
	Parameters map[string]Cell `json:"parameters,omitempty"`
	Objective  string          `json:"objective"`
	Value      Cell            `json:"value"` // of the witness: the upper bound, or where the greatest is sought the lower one
	Lower      Cell            `json:"lower"`
	LowerBy    string          `json:"lower_by"`
	Upper      Cell            `json:"upper"`
	UpperBy    string          `json:"upper_by"`
	Optimal    bool            `json:"optimal"`
	Witness    json.RawMessage `json:"witness"` // the entry of the certificate; null without one
	Source     string          `json:"source"`  // who had the value first
	Cited      Cell            `json:"cited,omitempty"`
	Compared   string          `json:"compared,omitempty"` // with the value cited: better, equal, worse, or theirs is wrong
	Table      string          `json:"table"`
	Command    string          `json:"command"` // repeats the search
	Version    string          `json:"version,omitempty"`
	Seed       int             `json:"seed,omitempty"`
}

// Cell is a cell of a table: a number such as 14 or 3/7, or a word. In JSON a whole number below
// 2⁵³ has no quotes.
type Cell string

// MarshalJSON implements [json.Marshaler].
func (c Cell) MarshalJSON() ([]byte, error) {
	if v, err := strconv.ParseInt(string(c), 10, 64); err == nil && 0 <= v && v < 1<<53 {
		return []byte(c), nil
	}
	return json.Marshal(string(c))
}

// UnmarshalJSON implements [json.Unmarshaler].
func (c *Cell) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, (*string)(c))
	}
	*c = Cell(data)
	return nil
}

var number = regexp.MustCompile(`^[0-9]{1,99}(/[0-9]{1,99})?$`)

// Rat returns the number, and nil if the cell has none.
func (c Cell) Rat() *big.Rat {
	if !number.MatchString(string(c)) {
		return nil
	}
	v, _ := new(big.Rat).SetString(string(c))
	return v
}

// Compare compares numbers, and other texts as texts.
func (c Cell) Compare(d Cell) int {
	if a, b := c.Rat(), d.Rat(); a != nil && b != nil {
		return a.Cmp(b)
	}
	return cmp.Compare(c, d)
}

// has reports whether the record has all the given parameters.
func (r *Record) has(given map[string]Cell) bool {
	for name, value := range given {
		if r.Parameters[name] != value {
			return false
		}
	}
	return true
}

// read reads the records of the tables. A file that is no table is a fault of the program.
func (k *Kind) read() []*Record {
	var list []*Record
	seen := map[string]bool{}
	for _, file := range k.Tables {
		t, err := table.ReadCSV(bytes.NewReader(open(file)))
		must(err)
		made := madeBy(file)
		for i := range t.Len() {
			cells := map[string]string{}
			for j, c := range t.Columns() {
				cells[c.Name] = t.Row(i)[j].String()
			}
			r := k.record(cells)
			if r == nil || seen[fmt.Sprint(r.N, r.Parameters)] {
				continue
			}
			seen[fmt.Sprint(r.N, r.Parameters)] = true
			r.Table, r.Version, r.Seed = "results/"+file, made.Version, made.Seed
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b *Record) int { return cmp.Compare(a.N, b.N) })
	return list
}

// record returns the record in a row, and nil if the row has none.
func (k *Kind) record(cells map[string]string) *Record {
	first := func(columns ...string) string {
		for _, c := range columns {
			if cells[c] != "" {
				return cells[c]
			}
		}
		return ""
	}
	for column, want := range k.Filter {
		if cells[column] != want {
			return nil
		}
	}
	r := &Record{What: k.What, Parameters: map[string]Cell{}, Objective: k.Objective, Lower: Cell(first(k.Lower...)), Upper: Cell(first(k.Upper...)),
		LowerBy: cmp.Or(first("lower_by", k.By), k.By), UpperBy: cmp.Or(first("upper_by", k.By), k.By), Source: first(k.Source), Cited: Cell(cells["cited"])}
	r.N, _ = strconv.Atoi(cells[cmp.Or(k.N, "n")])
	if cells["status"] == "optimal" && !k.Most {
		r.Lower = r.Upper
	}
	if r.Value = r.Upper; k.Most {
		r.Value = r.Lower
	}
	if r.Value == "" || r.Lower == "" {
		return nil
	}
	for _, p := range k.Parameters {
		r.Parameters[p.Name] = Cell(cmp.Or(p.Values[cells[p.Column]], cells[p.Column]))
	}
	for _, s := range k.Sources {
		if r.Source == "" && (s.To == 0 || r.N <= s.To) {
			r.Source = s.Text
		}
	}
	r.Optimal, r.Command = r.Lower == r.Upper, cmp.Or(cells["command"], k.command(r))
	_, r.Compared = k.Compare(r)
	return r
}

// WithWitness returns the record with its witness, if one is kept.
func (k *Kind) WithWitness(r *Record) *Record {
	full := *r
	full.Witness = json.RawMessage("null")
	known := map[string]Cell{"n": Cell(strconv.Itoa(r.N)), "lower": r.Lower, "upper": r.Upper}
	for name, value := range r.Parameters {
		known[name] = value
	}
	for _, e := range k.entries() {
		if !slices.ContainsFunc(k.Witness.Match, func(condition string) bool { return !e.meets(strings.Fields(condition), known) }) {
			full.Witness = e.text
			break
		}
	}
	return &full
}

// entry is an entry of a certificate.
type entry struct {
	text  json.RawMessage
	cells map[string]Cell
}

// meets reports whether a condition holds: key, comparison, name.
func (e entry) meets(condition []string, known map[string]Cell) bool {
	switch c := e.cells[condition[0]].Compare(known[condition[2]]); condition[1] {
	case "<=":
		return c <= 0
	case ">=":
		return c >= 0
	default:
		return c == 0
	}
}

// certified returns the entries of the only lists in the certificates, none where the program has no
// such file.
func (k *Kind) certified() (list []entry) {
	for _, file := range k.Witness.Files {
		var lists map[string][]json.RawMessage
		if data := open(file); data != nil {
			must(json.Unmarshal(data, &lists))
		}
		for _, text := range slices.Concat(slices.Collect(maps.Values(lists))...) {
			var compact bytes.Buffer
			var all map[string]json.RawMessage
			must(json.Compact(&compact, text))
			must(json.Unmarshal(text, &all))
			e := entry{compact.Bytes(), map[string]Cell{}}
			for key, value := range all {
				e.cells[key] = Cell(strings.Trim(string(value), `"`))
			}
			list = append(list, e)
		}
	}
	return list
}

// made says how a part of a study was computed.
type made struct {
	Version string
	Seed    int
}

var manifest = sync.OnceValue(func() (m struct{ Studies map[string]map[string]made }) {
	if data := open("manifest.json"); data != nil {
		must(json.Unmarshal(data, &m))
	}
	return m
})

func madeBy(file string) made {
	study, rest, _ := strings.Cut(file, "/")
	part := "default"
	if strings.HasPrefix(rest, "full/") {
		part = "full"
	}
	return manifest().Studies[study][part]
}

// open returns a file, and nil if this program has it not.
func open(file string) []byte {
	data, err := tables.ReadFile(file)
	if err != nil {
		data, _ = witnesses.ReadFile(file)
	}
	if data != nil && strings.HasSuffix(file, ".gz") {
		r, err := gzip.NewReader(bytes.NewReader(data))
		must(err)
		data, err = io.ReadAll(r)
		must(err)
	}
	return data
}

func must(err error) {
	if err != nil {
		panic(err) // a file within the program
	}
}
