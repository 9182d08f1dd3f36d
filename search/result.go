package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"coterie/bounds"
	"coterie/measure"
	"coterie/quorum"
)

// Verdict is the answer of a search.
type Verdict string

// The verdicts.
const (
	// Found: there is a system. Result.Optimal says whether it is proven best.
	Found Verdict = "found"
	// ProvenAbsent: there is none.
	ProvenAbsent Verdict = "proven-absent"
	// Unknown: something ended the search before an answer; Result.StoppedBy says what.
	Unknown Verdict = "unknown"
)

// Result is what a search found out. Bounds are on the objective: the least value that any
// system can have is at least Lower (the greatest at most Upper), and so on.
type Result struct {
	// Search is the name of the search; Question says in a sentence what was asked.
	Search, Question string
	Verdict          Verdict
	// Objective says what Value, Lower and Upper are of. Value is that of System.
	Objective           string
	Value, Lower, Upper *bounds.Fraction
	// LowerBy and UpperBy name what proves the bounds: an argument whose code this search
	// executed, a system that it found and checked, or a question without a model. The one
	// result that is taken from others, that there is no plane of order 10, is "cited".
	LowerBy, UpperBy string
	Optimal          bool
	// StoppedBy is empty, or what ended the search before its end.
	StoppedBy string
	// System is the best that was found; nil without one.
	System quorum.Structure
	// Load proves that Value is the load of System, where that is the objective: a strategy and
	// node weights; nil in other searches.
	Load *measure.Load
	// Cover are the residues of a cyclic cover, or the elements of a cover of a group, ascending
	// from 0; nil in other searches.
	Cover []int
	// Group names the group of the cover; Groups are the results for each group that a search over
	// several has looked at. Both are empty in other searches.
	Group string
	// SmallGroup is the number of the group in the Small Groups library of GAP; 0 without one.
	SmallGroup int
	Groups     []*Result
	// Squares are Latin squares, each a list of rows of symbols 0..q-1; nil in other searches.
	Squares [][][]int
	// Notes are remarks for the reader, in the order in which they arose.
	Notes []string

	// Refuted is how many questions without a model are behind the answer; AskedRefuted says that
	// the one of Asked is among them.
	Refuted      int
	AskedRefuted bool

	// Proofs are those of the refuted questions, where they are kept.
	Proofs []Proof

	// Asked says what the last question to a SAT solver was; it is empty if there was none.
	Asked string
	// WriteDIMACS writes that question as DIMACS CNF, with comments that say what it asks and what
	// each variable is; nil if there was none. Where others that have no model are behind the
	// answer too, Refuted says how many.
	WriteDIMACS func(dst io.Writer) error
}

// Proof says what is kept of a refutation.
type Proof struct {
	Question string   `json:"question"` // in words
	Theorems []string `json:"theorems"` // the files that carry its encoding
	File     string   `json:"file"`
	// Cubes is in how many cubes the question was split, each with a refutation; 0 if it was not.
	Cubes  int    `json:"cubes,omitempty"`
	Solver string `json:"solver"`
	// Checked says that this program checked the proof, step by step; Unchecked says why not.
	Checked   bool   `json:"checked"`
	Unchecked string `json:"unchecked,omitempty"`
	// Lemmas is the number of clauses that the proof adds; Needed of them were checked, the others
	// are not used.
	Lemmas int `json:"lemmas"`
	Needed int `json:"needed"`
}

// MarshalJSON returns the contract of the command line: search, question, verdict,
// objective, value, lower, lower_by, upper, upper_by, optimal, stopped_by, system (null
// without one), asked (the last question to a SAT solver), notes; cover and squares (both
// 0-based), strategy and node_weights (as measure has them), proofs where there are any; group, and
// groups with the same keys for each, but for what is the same for all, and system.
func (r *Result) MarshalJSON() ([]byte, error) {
	var system json.RawMessage
	if r.System != nil {
		var text bytes.Buffer
		if err := quorum.Write(&text, r.System); err != nil {
			return nil, err
		}
		system = text.Bytes()
	}
	notes := r.Notes
	if notes == nil {
		notes = []string{}
	}
	var strategy []measure.Chosen
	var weights []bounds.Fraction
	if r.Load != nil {
		strategy, weights = r.Load.Strategy, r.Load.NodeWeights
	}
	return unescaped(struct {
		Search    string            `json:"search"`
		Question  string            `json:"question"`
		Verdict   Verdict           `json:"verdict"`
		Objective string            `json:"objective"`
		Value     json.RawMessage   `json:"value"`
		Lower     json.RawMessage   `json:"lower"`
		LowerBy   string            `json:"lower_by"`
		Upper     json.RawMessage   `json:"upper"`
		UpperBy   string            `json:"upper_by"`
		Optimal   bool              `json:"optimal"`
		StoppedBy string            `json:"stopped_by"`
		Asked     string            `json:"asked"`
		Notes     []string          `json:"notes"`
		Group     string            `json:"group,omitempty"`
		Small     int               `json:"small_group,omitempty"`
		Cover     []int             `json:"cover,omitempty"`
		Groups    []groupResult     `json:"groups,omitempty"`
		Squares   [][][]int         `json:"squares,omitempty"`
		Strategy  []measure.Chosen  `json:"strategy,omitempty"`
		Weights   []bounds.Fraction `json:"node_weights,omitempty"`
		Proofs    []Proof           `json:"proofs,omitempty"`
		System    json.RawMessage   `json:"system"`
	}{r.Search, r.Question, r.Verdict, r.Objective, exact(r.Value), exact(r.Lower), r.LowerBy, exact(r.Upper), r.UpperBy,
		r.Optimal, r.StoppedBy, r.Asked, notes, r.Group, r.SmallGroup, r.Cover, r.groupResults(), r.Squares, strategy, weights, r.Proofs, system})
}

// groupResult is the JSON of one of several groups.
type groupResult struct {
	Group     string          `json:"group"`
	Verdict   Verdict         `json:"verdict"`
	Value     json.RawMessage `json:"value"`
	Lower     json.RawMessage `json:"lower"`
	LowerBy   string          `json:"lower_by"`
	Upper     json.RawMessage `json:"upper"`
	UpperBy   string          `json:"upper_by"`
	Optimal   bool            `json:"optimal"`
	StoppedBy string          `json:"stopped_by"`
	Cover     []int           `json:"cover"`
	Small     int             `json:"small_group,omitempty"`
}

func (r *Result) groupResults() []groupResult {
	var list []groupResult
	for _, g := range r.Groups {
		list = append(list, groupResult{g.Group, g.Verdict, exact(g.Value), exact(g.Lower), g.LowerBy, exact(g.Upper), g.UpperBy, g.Optimal, g.StoppedBy, g.Cover, g.SmallGroup})
	}
	return list
}

// exact is the JSON of an exact value: null, a number for an integer, a text "3/7" for a fraction.
func exact(f *bounds.Fraction) json.RawMessage {
	switch {
	case f == nil:
		return json.RawMessage("null")
	case f.Rat().IsInt():
		return json.RawMessage(f.String())
	}
	return json.RawMessage(strconv.Quote(f.String()))
}

// unescaped is json.Marshal that leaves < and > as they are, as bounds have them.
func unescaped(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// UnjudgedError reports a property of a system that could not be checked, within the budget of
// memory for one.
type UnjudgedError struct{ Verdict quorum.Judged }

func (e *UnjudgedError) Error() string {
	return fmt.Sprintf("whether %s holds could not be checked: %s", e.Verdict.Property, e.Verdict.Reason)
}
