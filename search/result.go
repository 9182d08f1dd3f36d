package search

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"coterie/bounds"
	"coterie/internal/solve/sat"
	"coterie/internal/words/show"
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
	// the one of [Result.Asked] is among them.
	Refuted      int
	AskedRefuted bool

	// Proofs are those of the refuted questions, where Options.Keeper keeps them.
	Proofs []Proof

	CNF   *sat.CNF // the last question that was put to a solver; nil without one
	asked string   // what it asks
}

// Asked says what the last question to a SAT solver was; it is empty if there was none.
func (r *Result) Asked() string { return r.asked }

// WriteDIMACS writes the last question that was put to a SAT solver, with comments that
// say what it asks and what each variable is. Where others that have no model are behind the
// answer too, Refuted says how many. It returns an error if there was none, or if
// dst fails.
func (r *Result) WriteDIMACS(dst io.Writer) error {
	if r.CNF == nil {
		return errors.New("no question was put to a SAT solver")
	}
	return r.CNF.WriteDIMACS(dst)
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
		Groups    []groupResult     `json:"groups,omitempty"`
		Squares   [][][]int         `json:"squares,omitempty"`
		Strategy  []measure.Chosen  `json:"strategy,omitempty"`
		Weights   []bounds.Fraction `json:"node_weights,omitempty"`
		Proofs    []Proof           `json:"proofs,omitempty"`
		System    json.RawMessage   `json:"system"`
	}{r.Search, r.Question, r.Verdict, r.Objective, exact(r.Value), exact(r.Lower), r.LowerBy, exact(r.Upper), r.UpperBy,
		r.Optimal, r.StoppedBy, r.asked, notes, r.Group, r.SmallGroup, r.Cover, r.groupResults(), r.Squares, strategy, weights, r.Proofs, system})
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

// Need returns a *quorum.InputError unless low <= v <= high.
func Need(option string, v, low, high int) error {
	if v >= low && v <= high {
		return nil
	}
	return quorum.Bad(option, fmt.Sprintf("%d is out of range", v), fmt.Sprintf("want a number from %d to %d", low, high))
}

// StopCause says in a word what ended ctx, "timeout" or "interrupt"; empty if nothing did.
func StopCause(ctx context.Context) string {
	switch err := ctx.Err(); {
	case err == nil:
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	}
	return "interrupt"
}

// UnjudgedError reports a property of a system that could not be checked, within the budget of
// memory for one.
type UnjudgedError struct{ Verdict quorum.Judged }

func (e *UnjudgedError) Error() string {
	return fmt.Sprintf("whether %s holds could not be checked: %s", e.Verdict.Property, e.Verdict.Reason)
}

// Judge returns nil if a property of what was found holds: otherwise the cause of ctx, if that has
// ended, a *UnjudgedError where the judgement is open, or an internal error that names the system.
func Judge(ctx context.Context, v quorum.Judged, what string) error {
	switch {
	case v.Holds == quorum.Holds:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case v.Holds == quorum.Unknown:
		return &UnjudgedError{v}
	}
	return quorum.Internal("%s of %s: %s, %s", v.Property, what, v.Holds, v.Reason)
}
