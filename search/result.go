package search

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/measure/loads"
	"coterie/measure/pairs"
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

// Result is the answer of a search. The bounds are on the best value that any system can have: it
// is at least Lower and at most Upper.
type Result struct {
	// Search is the name of the search, and Question the question as a sentence.
	Search, Question string
	Verdict          Verdict
	// Objective names the quantity that Value, Lower and Upper are values of. Value is the value of
	// System.
	Objective           string
	Value, Lower, Upper *bounds.Fraction
	// LowerBy and UpperBy name the proofs of the bounds: an argument whose code this search
	// executed, a system that it found and checked, or a question without a model. One result is
	// taken from others and marked "cited": there is no plane of order 10.
	LowerBy, UpperBy string
	Optimal          bool
	// StoppedBy says why the search ended early. It is empty if the search ran to its end.
	StoppedBy string
	// System is the best system found, with its quorums listed. If there is none, its Structure is
	// nil.
	System quorum.Known
	// Load proves that Value is the load of System, by a strategy and node weights. It is nil
	// unless the objective is the load.
	Load *loads.Load
	// Cover lists the residues of a cyclic cover or the elements of a cover of a group, ascending,
	// and but for pairs of covers from 0. It is nil in other searches.
	Cover []int
	// Mate lists the residues of the other cover of a pair of covers, that of the smaller modulus.
	// It is nil in other searches.
	Mate []int
	// MateSizes has, for each number of residues of Mate that could make the value less, the bounds
	// on the least number of residues of Cover. It is nil in other searches.
	MateSizes []MateSize
	// Pairs gives an owner among the translates of the cover to every pair of residues. It is nil
	// unless it was asked for.
	Pairs *pairs.Assignment
	// Group names the group of the cover. It is empty in other searches.
	Group string
	// SmallGroup is the number of the group in the Small Groups library of GAP, or 0.
	SmallGroup int
	// Groups has a result for each group, if several groups were searched.
	Groups []*Result
	// Squares lists Latin squares, each as rows of symbols 0..q-1. It is nil in other searches.
	Squares [][][]int
	// Notes lists remarks for the reader, in the order in which they arose.
	Notes []string

	// Refuted is the number of questions without a model on which the answer rests. AskedRefuted
	// reports whether Asked is one of them.
	Refuted      int
	AskedRefuted bool

	// Proofs lists the proofs of the refuted questions, if they are kept.
	Proofs []Proof

	// Asked is the last question to a SAT solver, in words. It is empty if there was none.
	Asked string
	// WriteDIMACS writes that question as DIMACS CNF, with comments on the question and on each
	// variable. It is nil if there was none.
	WriteDIMACS func(dst io.Writer) error
}

// Proof describes the kept proof of a refuted question.
type Proof struct {
	Question string   `json:"question"` // in words
	Theorems []string `json:"theorems"` // the files that carry its encoding
	File     string   `json:"file"`
	// Cubes is the number of cubes into which the question was split, each with its refutation. It
	// is 0 if the question was not split.
	Cubes  int    `json:"cubes,omitempty"`
	Solver string `json:"solver"`
	// Checked reports whether this program checked the proof, step by step. If not, Unchecked says
	// why.
	Checked   bool   `json:"checked"`
	Unchecked string `json:"unchecked,omitempty"`
	// Lemmas is the number of clauses that the proof adds. Needed of them were checked; the others
	// are not used.
	Lemmas int `json:"lemmas"`
	Needed int `json:"needed"`
}

// MarshalJSON returns the contract of the command line: search, question, verdict, objective,
// value, lower, lower_by, upper, upper_by, optimal, stopped_by, system (null without one), asked
// (the last question to a SAT solver), notes; cover and squares (both 0-based), mate, pairs (of
// residues, counted from 1), strategy and node_weights (as measure has them), proofs where there
// are any; group, and groups with the same keys for each, but for what is the same for all, and
// system.
func (r *Result) MarshalJSON() ([]byte, error) {
	var system json.RawMessage
	if r.System.Structure != nil {
		var text bytes.Buffer
		if err := quorum.Write(&text, r.System.Structure); err != nil {
			return nil, err
		}
		system = text.Bytes()
	}
	notes := r.Notes
	if notes == nil {
		notes = []string{}
	}
	var strategy []loads.Chosen
	var weights []bounds.Fraction
	if r.Load != nil {
		strategy, weights = r.Load.Strategy, r.Load.NodeWeights
	}
	return show.Marshal(struct {
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
		Mate      []int             `json:"mate,omitempty"`
		MateSizes []MateSize        `json:"mate_sizes,omitempty"`
		Pairs     *pairs.Assignment `json:"pairs,omitempty"`
		Groups    []groupResult     `json:"groups,omitempty"`
		Squares   [][][]int         `json:"squares,omitempty"`
		Strategy  []loads.Chosen    `json:"strategy,omitempty"`
		Weights   []bounds.Fraction `json:"node_weights,omitempty"`
		Proofs    []Proof           `json:"proofs,omitempty"`
		System    json.RawMessage   `json:"system"`
	}{r.Search, r.Question, r.Verdict, r.Objective, exact(r.Value), exact(r.Lower), r.LowerBy, exact(r.Upper), r.UpperBy,
		r.Optimal, r.StoppedBy, r.Asked, notes, r.Group, r.SmallGroup, r.Cover, r.Mate, r.MateSizes, r.Pairs, r.groupResults(), r.Squares, strategy, weights, r.Proofs, system})
}

// MateSize bounds the least number of residues of a cover B such that a cover A of so many residues
// and B meet.
type MateSize struct {
	A     int `json:"a"`
	Lower int `json:"lower"`
	Upper int `json:"upper"`
}

// String returns the sizes as A:LOWER-UPPER, and as A:B if the bounds are equal.
func (s MateSize) String() string {
	if s.Lower == s.Upper {
		return fmt.Sprintf("%d:%d", s.A, s.Lower)
	}
	return fmt.Sprintf("%d:%d-%d", s.A, s.Lower, s.Upper)
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

// ErrUnjudged is the error of a property that was not checked, for example because memory did not
// suffice.
var ErrUnjudged = errors.New("could not be checked")
